"""Without its extra a strategy refuses every model and says how to get it."""

import sys

import pytest

from csp.answer import Question, Unsupported
from csp.strategies.cpmpy import CpMpy
from csp.strategies.sat import Sat


@pytest.mark.parametrize(
    ("strategy", "module", "message"),
    [
        (Sat(), "pysat.solvers", r"sat needs python-sat: pip install 'run-bench\[sat\]'"),
        (Sat(incremental=True), "pysat.solvers", r"sat needs python-sat: pip install 'run-bench\[sat\]'"),
        (CpMpy(), "cpmpy", r"cpmpy needs CPMpy: pip install 'run-bench\[cpmpy\]'"),
    ],
    ids=repr,
)
def test_what_is_missing_is_named_with_the_command_that_installs_it(monkeypatch, australia, strategy, module, message):
    monkeypatch.setitem(sys.modules, module, None)  # what Python does with a module that is not there
    with pytest.raises(Unsupported, match=message):
        strategy.prepare(australia, Question(backend="external"))
