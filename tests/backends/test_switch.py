"""The switch: one source, two backends, and what it must never do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import backends
from backends import BACKENDS, compile_seconds, compiled_already, compiling, interpreted, jit_for, vector


def run_python(source: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`source` in a Python of its own, from a file: Numba caches nothing that has no file."""
    return subprocess.run(
        [sys.executable, source, *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def triangle(n: int) -> int:
    total = 0
    for number in range(n + 1):
        total += number
    return total


def fibonacci_with(jit):
    @jit
    def fibonacci(n):
        return n if n < 2 else fibonacci(n - 1) + fibonacci(n - 2)

    return fibonacci


def rotated_with(jit):
    @jit
    def rotated(numbers):
        first = numbers[0]
        for position in range(len(numbers) - 1):
            numbers[position] = numbers[position + 1]
        numbers[len(numbers) - 1] = first
        return numbers

    return rotated


def test_both_backends_give_the_same_results():
    for jit in (jit_for("python"), jit_for("compiled")):
        assert [jit(triangle)(n) for n in (0, 1, 10, 1000)] == [0, 1, 55, 500_500]
        assert [fibonacci_with(jit)(n) for n in range(11)] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55]


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_vectors_are_written_to_in_place(backend):
    numbers = vector(backend, (1, 2, 3))
    rotated_with(jit_for(backend))(numbers)
    assert list(numbers) == [2, 3, 1]


def test_a_vector_is_a_list_when_interpreted_and_an_int64_array_when_compiled():
    assert vector("python", range(3)) == [0, 1, 2]
    assert type(vector("python", range(3))) is list
    compiled = vector("compiled", range(3))
    assert compiled.dtype == "int64"
    assert compiled.tolist() == [0, 1, 2]


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_a_copy_of_a_vector_is_independent(backend):
    numbers = vector(backend, [1, 2])
    copy = numbers.copy()
    copy[0] = 9
    assert list(numbers) == [1, 2]


def test_the_interpreted_backend_gives_back_the_function_itself():
    assert jit_for("python") is interpreted
    assert interpreted(triangle) is triangle


def test_the_external_backend_has_no_decorator():
    assert "external" in BACKENDS
    with pytest.raises(ValueError, match="'external' runs no code of ours"):
        jit_for("external")


def test_a_recursive_function_whose_argument_needs_a_cast_survives_a_second_run(tmp_path):
    """numba#6061: from Numba's own disk cache such a function works on the first run and crashes on the second."""
    script = tmp_path / "recursive.py"
    script.write_text(
        "from backends import jit_for\n"
        "@jit_for('compiled')\n"
        "def search(depth, alpha):\n"
        "    if depth == 0:\n"
        "        return alpha\n"
        "    best = -1000\n"
        "    for move in range(2):\n"
        "        best = max(best, -search(depth - 1, -best))\n"
        "    return best\n"
        "print(search(3, 1))\n"
    )
    cache = tmp_path / "cache"
    cache.mkdir()
    runs = [run_python(str(script), NUMBA_CACHE_DIR=str(cache)) for _ in range(2)]
    assert [run.returncode for run in runs] == [0, 0], runs[-1].stderr
    assert runs[0].stdout == runs[1].stdout
    assert not list(cache.rglob("*.*"))


def test_bounds_are_checked_when_numba_is_told_to(tmp_path):
    script = tmp_path / "out_of_range.py"
    script.write_text(
        "from backends import jit_for, vector\n"
        "@jit_for('compiled')\n"
        "def element(numbers, position):\n"
        "    return numbers[position]\n"
        "element(vector('compiled', [1, 2, 3]), 3)\n"
    )
    run = run_python(str(script), NUMBA_BOUNDSCHECK="1")
    assert run.returncode == 1
    assert "IndexError" in run.stderr


def test_a_numba_that_is_told_not_to_compile_is_not_called_compiled(tmp_path):
    script = tmp_path / "disabled.py"
    script.write_text("from backends import jit_for\njit_for('compiled')(lambda n: n)\n")
    run = run_python(str(script), NUMBA_DISABLE_JIT="1")
    assert run.returncode == 1
    assert "CannotCompile: NUMBA_DISABLE_JIT is set" in run.stderr


def test_importing_backends_imports_neither_numba_nor_numpy(tmp_path):
    script = tmp_path / "imports.py"
    script.write_text("import sys, backends\nprint([name for name in ('numba', 'numpy') if name in sys.modules])\n")
    assert run_python(str(script)).stdout.strip() == "[]"


def test_compiling_is_timed_once_and_only_what_was_not_compiled():
    compiled = jit_for("compiled")(triangle)
    assert not compiled_already(compiled)
    before = compile_seconds()
    with compiling(compiled):
        compiled(3)
    assert compiled_already(compiled)
    spent = compile_seconds() - before
    assert spent > 0
    compiled(4)
    assert compile_seconds() - before == spent


def test_an_interpreted_function_counts_as_not_compiled():
    assert not compiled_already(triangle)


def test_everything_that_backends_offers_exists():
    assert all(hasattr(backends, name) for name in backends.__all__)
    assert Path(backends.__file__).parent.name == "backends"
