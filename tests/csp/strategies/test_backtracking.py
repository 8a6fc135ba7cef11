"""Our own search as a strategy: what preparing does, and what is left for solving."""

import subprocess
import sys

import pytest

from backends import CannotCompile, compile_seconds, compiled_already
from csp.answer import Question, Unsupported
from csp.model import Model, NotEqual
from csp.network import Form
from csp.strategies.backtracking import Backtracking, kernel


def test_the_kernel_of_a_setting_is_made_once_per_backend():
    assert kernel(Backtracking(), Form(), "compiled") is kernel(Backtracking("static"), Form(), "compiled")
    assert kernel(Backtracking(), Form(), "compiled") is not kernel(Backtracking(), Form(), "python")
    assert kernel(Backtracking(), Form(), "compiled") is not kernel(Backtracking("mrv"), Form(), "compiled")


def test_nothing_is_compiled_while_solving(setting, australia):
    solve = setting.prepare(australia, Question(1000, backend="compiled"))
    search = kernel(setting, Form(), "compiled")[0]
    assert compiled_already(search)
    signatures, spent = list(search.signatures), compile_seconds()
    assert len(solve().solutions) == 18
    assert list(search.signatures) == signatures
    assert compile_seconds() == spent


def test_a_hopeless_model_leaves_the_kernel_for_the_next_one(setting, ask, australia):
    ask(setting, Model(((1,), (1,)), (NotEqual(0, 1),)))
    assert len(ask(setting, australia, 1000).solutions) == 18


def test_sizes_may_change_from_model_to_model_without_compiling_again(setting, ask):
    search = kernel(setting, Form(), "compiled")[0]
    for size in (0, 1, 2, 5, 30):
        ask(setting, Model(((1, 2),) * size, tuple(NotEqual(place, place + 1) for place in range(size - 1))), 2)
    assert len(search.signatures) == 1


def test_more_values_than_a_bit_mask_holds_are_refused_before_any_search():
    with pytest.raises(Unsupported, match=r"^64 different values"):
        Backtracking().prepare(Model((tuple(range(64)),), ()), Question())


def test_the_external_backend_is_not_its_own(australia):
    with pytest.raises(ValueError, match="'external' runs no code of ours"):
        Backtracking().prepare(australia, Question(backend="external"))


def test_a_kernel_that_cannot_be_compiled_still_runs_interpreted(monkeypatch, australia):
    """As a plug point that Numba does not understand would make it."""

    def by_bytes(network, state, variable, values, rng):
        return int.from_bytes((values & -values).to_bytes(8, "little"), "little")

    def through_bytes(form):
        return by_bytes

    monkeypatch.setattr("csp.values.descending", through_bytes)
    kernel.cache_clear()
    setting = Backtracking(value_order="descending")
    try:
        with pytest.raises(CannotCompile, match=r"by_bytes .*still runs with --backend python"):
            setting.prepare(australia, Question(backend="compiled"))
        assert len(setting.prepare(australia, Question(1000, backend="python"))().solutions) == 18
    finally:
        kernel.cache_clear()


def test_importing_the_strategies_imports_none_of_the_heavy_packages(tmp_path):
    script = tmp_path / "imports.py"
    script.write_text(
        "import sys\n"
        "import csp.strategies.backtracking, csp.strategies.cp_sat, csp.strategies.python_constraint\n"
        "print([name for name in ('numba', 'numpy', 'ortools', 'constraint', 'pandas') if name in sys.modules])\n"
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout == "[]\n"
