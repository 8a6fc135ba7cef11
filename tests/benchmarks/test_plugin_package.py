"""Another package, installed beside ours, adds a strategy that is found, run and stored like our own."""

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

SOURCE = Path(__file__).parents[1] / "plugin_package"

RUN = ["sudoku", "--strategy", "sample-search", "--bank", "small", "--limit", "2", "--json", "--quiet", "--no-report"]


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The folder that the package is installed into, from a copy, without network."""
    for tool in ("pip", "hatchling"):
        if find_spec(tool) is None:
            pytest.skip(f"{tool} is not installed here, so the sample package cannot be")
    folder = tmp_path_factory.mktemp("installed")
    source = shutil.copytree(SOURCE, tmp_path_factory.mktemp("source") / "package")
    words = ["--no-build-isolation", "--no-deps", "--no-index", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pip", "install", *words, "--target", folder, source],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def env(installed):
    paths = [str(installed), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(paths)}


@pytest.fixture(scope="module")
def once(run_bench, rows_of, env, tmp_path_factory):
    done = run_bench(*RUN, "--seed", "0,1", cwd=tmp_path_factory.mktemp("once"), env=env)
    assert done.returncode == 0, done.stderr
    return rows_of(done.stdout)


def test_its_strategy_is_listed_with_its_parameters_and_where_it_comes_from(run_bench, env):
    done = run_bench("list", "strategies", env=env)
    assert done.returncode == 0
    lines = [line.strip() for line in done.stdout.splitlines()]
    (number,) = [number for number, line in enumerate(lines) if line.startswith("sample-search ")]
    assert "Reading order, values shuffled once or not at all. [python] from run_bench_sample" in lines[number]
    assert lines[number + 1] == "takes ?; enumerates ?; proves ?; counts ?"
    assert lines[number + 2] == "--order shuffled|ascending (default shuffled)"


def test_its_strategy_runs_and_its_answers_are_checked(once):
    assert [(row["strategy"], row["parameters"]) for row in once] == [("sample-search", {"order": "shuffled"})] * 4
    assert {(row["status"], row["verified"], row["backend"]) for row in once} == {("ok", True, "python")}
    assert all(row["nodes"] > 0 for row in once)


def test_equal_runs_give_equal_rows(once, run_bench, rows_of, env, tmp_path):
    done = run_bench(*RUN, "--seed", "0,1", cwd=tmp_path, env=env)
    fixed = ("run_key", "instance", "seed", "status", "conclusion", "answer", "solutions", "nodes")
    again = rows_of(done.stdout)
    assert [[row[name] for name in fixed] for row in again] == [[row[name] for name in fixed] for row in once]
    assert len({row["run_key"] for row in once}) == 4


def test_its_parameter_is_an_option(run_bench, rows_of, env, tmp_path):
    words = [word.replace("sample-search", "sample-search,naive") for word in RUN]
    done = run_bench(*words, "--order", "ascending", "--backend", "python", cwd=tmp_path, env=env)
    assert done.returncode == 0, done.stderr
    rows = rows_of(done.stdout)
    assert {(row["strategy"], row["parameters"].get("order")) for row in rows} == {
        ("sample-search", "ascending"),
        ("naive", None),
    }
    nodes = {name: [row["nodes"] for row in rows if row["strategy"] == name] for name in ("sample-search", "naive")}
    assert all(ours <= theirs for ours, theirs in zip(nodes["naive"], nodes["sample-search"], strict=True))


def test_doctor_names_it(run_bench, env):
    done = run_bench("doctor", env=env)
    assert done.returncode == 0, done.stdout
    assert "strategy sample-search from the plug-in run_bench_sample" in done.stdout


def test_its_source_is_part_of_the_version_of_the_code(once, installed, run_bench, rows_of, env, tmp_path):
    module = installed / "run_bench_sample" / "__init__.py"
    before = module.read_text()
    module.write_text(before + "\n# another version\n")
    try:
        done = run_bench(*RUN, "--seed", "0,1", cwd=tmp_path, env=env)
    finally:
        module.write_text(before)
    assert not {row["run_key"] for row in rows_of(done.stdout)} & {row["run_key"] for row in once}


def test_a_plugin_that_cannot_be_imported_is_reported_and_the_rest_works(run_bench, installed, env, tmp_path):
    module = installed / "run_bench_sample" / "__init__.py"
    before = module.read_text()
    module.write_text("import no_such_module\n")
    try:
        listed = run_bench("list", "strategies", env=env)
        doctor = run_bench("doctor", env=env)
        ran = run_bench(
            *[word.replace("sample-search", "mrv") for word in RUN], "--backend", "python", cwd=tmp_path, env=env
        )
        refused = run_bench(*RUN, cwd=tmp_path, env=env)
    finally:
        module.write_text(before)
    warning = "the plug-in sample (run_bench_sample) cannot be loaded: ModuleNotFoundError: No module named 'no_such"
    for done, code in ((listed, 0), (doctor, 3), (ran, 0), (refused, 2)):
        assert done.returncode == code
        assert warning in done.stderr
        assert "Traceback" not in done.stderr
    assert "sample-search" not in listed.stdout
    assert "broken   the plug-in sample" in doctor.stdout
    assert "unknown strategy 'sample-search'" in refused.stderr
