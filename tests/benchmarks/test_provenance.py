"""Where a result comes from, and what changes the version of the code."""

import importlib
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from typing import ClassVar

import pytest

import benchmarks.catalogue  # noqa: F401  (registers the problems)
from benchmarks.game_problem import GameProblem
from benchmarks.provenance import PACKAGES, code_version, cpu_name, packages_of, provenance, version_of
from benchmarks.registry import PROBLEMS, PluginError, StrategyEntry
from games.rules.tictactoe import tictactoe


@dataclass(frozen=True)
class Bare:
    backends: ClassVar = ("python",)


def entry(origin: str) -> StrategyEntry:
    return StrategyEntry("name", Bare, "csp", {}, "", origin)


def test_everything_about_the_machine_is_filled_in():
    found = provenance("e", "run-bench sudoku", "2026-01-02T03:04:05.678Z", "code")
    assert (found.experiment, found.command, found.code) == ("e", "run-bench sudoku", "code")
    assert set(found.packages) == set(PACKAGES)
    assert found.packages["numpy"] == version_of("numpy")
    assert re.fullmatch(r"\w+ 3\.\d+\.\d+.*", found.python)
    assert found.cores == os.cpu_count()
    assert found.memory_mib > 100
    assert found.load >= 0
    assert found.cpu == cpu_name() != ""


def test_a_checkout_has_a_commit_and_knows_whether_it_was_changed():
    folder = os.path.dirname(importlib.import_module("benchmarks").__file__)  # noqa: PTH120
    git = subprocess.run(["git", "-C", folder, "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    found = provenance("e", "", "", "")
    if git.returncode != 0:
        assert (found.commit, found.dirty) == (None, None)
    else:
        assert found.commit == git.stdout.strip()
        assert isinstance(found.dirty, bool)


def test_a_package_that_is_not_installed_has_no_version():
    assert version_of("no-such-package-anywhere") is None


# The version of the code.


@pytest.fixture
def packages(tmp_path, monkeypatch):
    """A folder on the import path, and no memory of versions."""
    monkeypatch.syspath_prepend(tmp_path)
    code_version.cache_clear()
    yield tmp_path
    code_version.cache_clear()
    for name in ("a_package", "a_module"):
        sys.modules.pop(name, None)


def version(*arguments) -> str:
    code_version.cache_clear()
    importlib.invalidate_caches()
    return code_version(*arguments)


def test_the_version_is_the_same_until_the_code_changes(tmp_path):
    plugin = tmp_path / "plugin.py"
    plugin.write_text("1\n")
    one = version((str(plugin),))
    assert re.fullmatch("[0-9a-f]{12}", one)
    assert version((str(plugin),)) == one != version()
    plugin.write_text("2\n")
    assert version((str(plugin),)) != one


def test_where_a_plugin_file_lies_does_not_matter(tmp_path):
    for name in ("one.py", "other.py"):
        (tmp_path / name).write_text("1\n")
    assert version((str(tmp_path / "one.py"),)) == version((str(tmp_path / "other.py"),))


def test_a_plugin_file_that_is_gone_is_named(tmp_path):
    with pytest.raises(PluginError, match=r"--plugin .*gone\.py: No such file"):
        version((str(tmp_path / "gone.py"),))


def test_the_source_of_an_installed_plugin_counts(packages):
    (packages / "a_package" / "inner").mkdir(parents=True)
    (packages / "a_package" / "__init__.py").write_text("")
    deep = packages / "a_package" / "inner" / "search.py"
    deep.write_text("1\n")
    (packages / "a_module.py").write_text("1\n")
    both = ((), ("a_package", "a_module"))
    before = version(*both)
    assert version(*both) == before != version()
    deep.write_text("2\n")
    after = version(*both)
    assert after != before
    (packages / "a_module.py").write_text("2\n")
    assert version(*both) != after
    (packages / "beside.py").write_text("not a part of a_module\n")
    assert version((), ("a_module",)) == version((), ("a_module",))


def test_what_lies_beside_a_module_is_not_part_of_it(packages):
    (packages / "a_module.py").write_text("1\n")
    before = version((), ("a_module",))
    (packages / "beside.py").write_text("1\n")
    assert version((), ("a_module",)) == before


def test_an_installed_plugin_that_is_gone_is_named():
    with pytest.raises(PluginError, match=r"the package a_package_that_is_gone, .*, is not installed"):
        version((), ("a_package_that_is_gone",))


def test_the_package_that_a_game_comes_from_is_part_of_the_code():
    theirs = GameProblem("their-game", "", tictactoe, origin="their_package")
    assert packages_of([entry("games")], theirs) == ("their_package",)
    assert packages_of([entry("games")], PROBLEMS.get("tictactoe")) == ()
    assert packages_of([entry("csp")], PROBLEMS.get("sudoku")) == ()


def test_our_own_packages_and_plugin_files_are_not_counted_twice():
    origins = ["csp", "games", "benchmarks", "run_bench_plugin_mine", "their_package", "another", "their_package"]
    assert packages_of(map(entry, origins)) == ("another", "their_package")
