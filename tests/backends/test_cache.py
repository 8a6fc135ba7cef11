"""Compiled kernels on disk: found again when nothing has changed, and never when anything has."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from numba.core import config

from backends import cache, jit_for
from backends.cache import NotCacheable, identity, sources_hash

jit = jit_for("compiled")

FACTOR = 3
TABLE = [1, 2, 3]


class Point(NamedTuple):
    x: np.ndarray
    y: np.ndarray


class Swapped:
    """Where a `Point` lives whose fields have changed places."""

    class Point(NamedTuple):
        y: np.ndarray
        x: np.ndarray


class Move(NamedTuple):
    square: int


class Elsewhere:
    """Where another `Move` lives, with the same field."""

    class Move(NamedTuple):
        square: int


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A cache folder of its own for each test."""
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path))
    return tmp_path


def entries(folder):
    return sorted(folder.rglob("*.kernel"))


def kernel_that_adds(step: int, factor: int = 1) -> Callable[[int], int]:
    """A function that closes over a number and over another compiled function, as every kernel does."""

    @jit
    def scaled(n):
        return n * factor

    @jit
    def kernel(n):
        return scaled(n) + step

    return kernel


def test_a_kernel_made_again_is_read_from_disk(folder):
    first = kernel_that_adds(1)
    assert first(5) == 6
    kept = entries(folder)
    assert [path.name.split("-")[0] for path in kept] == ["kernel", "scaled"]
    again = kernel_that_adds(1)
    assert again(5) == 6
    assert sum(again.stats.cache_hits.values()) == 1
    assert entries(folder) == kept


def test_a_kernel_that_goes_through_what_another_yields_works_again_and_is_read_from_disk(folder):
    def sum_of_squares():
        @jit
        def squares(limit):
            for number in range(limit):
                yield number * number

        @jit
        def kernel(limit):
            total = 0
            for square in squares(limit):
                total += square
            return total

        return kernel

    assert sum_of_squares()(4) == 14
    assert [path.name.split("-")[0] for path in entries(folder)] == ["kernel"]
    again = sum_of_squares()
    assert again(4) == 14
    assert sum(again.stats.cache_hits.values()) == 1


def test_a_kernel_that_closes_over_another_number_is_another_one():
    assert kernel_that_adds(1)(5) == 6
    other = kernel_that_adds(2)
    assert other(5) == 7
    assert not other.stats.cache_hits


def test_a_kernel_whose_callee_has_changed_is_another_one():
    assert kernel_that_adds(1, factor=1)(5) == 6
    other = kernel_that_adds(1, factor=2)
    assert other(5) == 11
    assert not other.stats.cache_hits


def test_a_kernel_that_checks_bounds_is_another_one(monkeypatch):
    kernel_that_adds(3)(5)
    monkeypatch.setattr(config, "BOUNDSCHECK", 1 - (config.BOUNDSCHECK or 0))
    checked = kernel_that_adds(3)
    assert checked(5) == 8
    assert not checked.stats.cache_hits


@pytest.mark.parametrize("name", ["parts.py", "switch.py", "cache.py", "integers.py", "vectors.py", "lanes.py"])
def test_a_kernel_of_another_version_of_this_package_is_another_one(monkeypatch, tmp_path, name):
    """What these files make of a function does not show in it."""
    copy = tmp_path / "copy"
    copy.mkdir()
    for path in Path(cache.__file__).parent.glob("*.py"):
        (copy / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(cache, "_own_sources", lambda: sources_hash(copy))
    assert kernel_that_adds(7)(5) == 12
    assert kernel_that_adds(7)(5) == 12
    (copy / name).write_bytes((copy / name).read_bytes() + b"\n")
    changed = kernel_that_adds(7)
    assert changed(5) == 12
    assert not changed.stats.cache_hits


def test_this_version_is_that_of_the_files_here():
    assert cache._own_sources() == sources_hash(Path(cache.__file__).parent)


def test_a_file_that_goes_or_changes_its_name_is_noticed(tmp_path):
    (tmp_path / "one.py").write_text("x")
    (tmp_path / "two.py").write_text("y")
    hashes = {sources_hash(tmp_path)}
    (tmp_path / "two.py").rename(tmp_path / "three.py")
    hashes.add(sources_hash(tmp_path))
    (tmp_path / "three.py").unlink()
    hashes.add(sources_hash(tmp_path))
    assert len(hashes) == 3


@pytest.mark.parametrize("content", [b"", b"half", b"\x80\x05N."])
def test_a_file_that_cannot_be_read_is_compiled_again(folder, content):
    kernel_that_adds(4)(5)
    for path in entries(folder):
        path.write_bytes(content)
    again = kernel_that_adds(4)
    assert again(5) == 9
    assert not again.stats.cache_hits


def test_a_folder_that_cannot_be_written_costs_only_time(monkeypatch, tmp_path):
    def full(*arguments, **options):
        raise OSError("No space left on device")

    monkeypatch.setattr("backends.cache.tempfile.mkstemp", full)
    assert kernel_that_adds(5)(5) == 10
    assert not entries(tmp_path)


def test_a_file_that_cannot_be_written_to_its_end_is_not_left_behind(monkeypatch, folder):
    def full(*arguments):
        raise OSError("No space left on device")

    monkeypatch.setattr("backends.cache.dumps", full)
    assert kernel_that_adds(6)(5) == 11
    assert [path for path in folder.rglob("*") if path.is_file()] == []


def test_fields_that_change_places_in_a_named_tuple_are_noticed():
    """The compiled code reads a field by its position, and the name of the type does not show the order."""

    def first_of_x(point):
        return point.x[0]

    x, y = np.array([1]), np.array([2])
    assert jit(first_of_x)(Point(x=x, y=y)) == 1
    assert jit(first_of_x)(Swapped.Point(x=x, y=y)) == 1


def kernel_that_calls_one_that_is_kept(step: int) -> Callable[[NamedTuple], int]:
    """Another kernel for each step, around the same function."""

    @jit
    def first(point):
        return point[0]

    @jit
    def kernel(point):
        return first(point) + step

    return kernel


def test_two_classes_of_one_name_and_the_same_fields_are_two_types():
    """What is kept for the boards of one game must not be read for those of another."""
    assert kernel_that_calls_one_that_is_kept(1)(Move(3)) == 4
    assert kernel_that_calls_one_that_is_kept(2)(Elsewhere.Move(3)) == 5


def test_a_class_made_inside_a_function_is_another_one_each_time():
    def local_move():
        class Move(NamedTuple):
            square: int

        return Move(3)

    assert [kernel_that_calls_one_that_is_kept(step)(local_move()) for step in (1, 2)] == [4, 5]


def test_a_named_tuple_inside_another_is_looked_into():
    def first_of_x(pair):
        return pair[0].x[0]

    x, y = np.array([1]), np.array([2])
    assert jit(first_of_x)((Point(x=x, y=y), 1)) == 1
    assert jit(first_of_x)((Swapped.Point(x=x, y=y), 1)) == 1


def test_a_recursive_function_is_not_kept(folder):
    """numba#6061: read back from disk it may crash."""

    @jit
    def factorial(n):
        return 1 if n < 2 else n * factorial(n - 1)

    @jit
    def kernel(n):
        return factorial(n)

    assert kernel(5) == 120
    assert not entries(folder)


def test_a_function_that_takes_a_function_is_not_kept(folder):
    @jit
    def twice(n):
        return 2 * n

    @jit
    def apply(function, n):
        return function(n)

    assert apply(twice, 4) == 8
    assert [path.name.split("-")[0] for path in entries(folder)] == ["twice"]


def test_a_function_that_names_what_is_not_there_yet_is_not_kept():
    def early(n):
        return n + DEFINED_LATER  # noqa: F821

    with pytest.raises(NotCacheable, match="early uses DEFINED_LATER before it is defined"):
        identity(early)


def test_a_table_that_may_change_is_not_kept():
    def from_table(n):
        return TABLE[n]

    with pytest.raises(NotCacheable, match="from_table uses"):
        identity(from_table)


def function_from(source: str, **scope):
    exec(source, scope)
    return scope["f"]


def test_identity_does_not_depend_on_the_line():
    assert identity(function_from("def f(n):\n    return n + 1\n")) == identity(
        function_from("\n\n# moved down\ndef f(n):\n    return n + 1\n")
    )


@pytest.mark.parametrize(
    "source",
    [
        "def f(n):\n    return n + 2\n",
        "def f(n):\n    return n - 1\n",
        "def f(n, m=1):\n    return n + m\n",
        "def f(n):\n    return n + K\n",
        "def f(n):\n    return n + True\n",
        "def f(n):\n    return n + 1.0\n",
    ],
)
def test_identity_depends_on_what_the_function_does(source):
    assert identity(function_from(source, K=1)) != identity(function_from("def f(n):\n    return n + 1\n"))


def test_identity_depends_on_globals_and_on_functions_of_other_files():
    source = "def f(n):\n    return g(n) + K\n"
    plain = function_from("def f(n):\n    return n\n")
    changed = function_from("def f(n):\n    return n + 1\n")
    identities = {identity(function_from(source, K=k, g=g)) for k in (1, 2) for g in (plain, changed)}
    assert len(identities) == 4


def test_two_interpreted_builds_of_one_kernel_have_one_identity():
    assert identity(kernel_that_adds(1).py_func) == identity(kernel_that_adds(1).py_func)
    assert identity(kernel_that_adds(1).py_func) != identity(kernel_that_adds(2).py_func)
