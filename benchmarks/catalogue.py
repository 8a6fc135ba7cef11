"""What is registered: our own problems and strategies, then other people's plug-ins.

`csp` and `games` know nothing of the runner, so their strategies are registered here. `load_all` is called once in the
command and once in each worker; a plug-in that cannot be imported is reported and left out.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path

import benchmarks.sudoku_problem  # noqa: F401  (registers itself)
from benchmarks.constraint_problem import ConstraintProblem
from benchmarks.game_problem import DEFAULT_SEARCHERS, OPENSPIEL, SUMMARIES, GameProblem, game, openspiel_problem
from benchmarks.registry import ENTRY_POINTS, PLUGIN_FILE, PROBLEMS, PluginError, strategy
from csp.problems.catalogue import FAMILIES
from csp.strategies.backtracking import SETTINGS, Backtracking
from csp.strategies.bitboard import Bitboard
from csp.strategies.cp_sat import CpSat
from csp.strategies.cpmpy import CpMpy
from csp.strategies.exact_cover import ExactCover
from csp.strategies.min_conflicts import MinConflicts
from csp.strategies.python_constraint import PythonConstraint
from csp.strategies.sat import Sat
from games.rules import GAMES
from games.rules.openspiel import PREFIX
from games.strategies import SEARCHERS

for name, (line, fixed) in SETTINGS.items():
    strategy(name, summary=line, **fixed)(Backtracking)
strategy("backtracking", summary="the search behind all of these, with every setting free")(Backtracking)
strategy("min-conflicts", summary="local search: repair a random assignment; proves nothing")(MinConflicts)
strategy("bitboard", summary="9x9 Sudoku only, bit-parallel: singles, locked candidates, triples")(Bitboard)
strategy("exact-cover", summary="Knuth's Algorithm X with dancing links, for models that are all-different")(ExactCover)
strategy("cp-sat", summary="OR-Tools CP-SAT, one worker")(CpSat)
strategy("cpmpy", summary="a solver behind the modelling library CPMpy, by name")(CpMpy)
strategy("python-constraint", summary="python-constraint, its solver class a parameter")(PythonConstraint)
strategy("sat", summary="a SAT solver of python-sat, by name; for each instance a new one, or one for all")(Sat)

for family in FAMILIES:
    PROBLEMS.add(family.name, ConstraintProblem(family))

for name, (searcher, line) in SEARCHERS.items():
    strategy(name, family="games", summary=line)(searcher)
for name, line in SUMMARIES.items():
    game(name, GAMES[name], line, DEFAULT_SEARCHERS.get(name, GameProblem.default_strategies))
PROBLEMS.add_kind(PREFIX, openspiel_problem, OPENSPIEL)


def load_all(plugins: Sequence[str] = ()) -> list[str]:
    """Load installed plug-ins and the files in `plugins`; the messages say which installed ones could not be loaded.

    Raises:
        PluginError: a file in `plugins` cannot be loaded.
    """
    messages = []
    for entry_point in importlib.metadata.entry_points(group=ENTRY_POINTS):
        try:
            entry_point.load()
        except (Exception, SystemExit) as error:
            messages.append(f"the plug-in {entry_point.name} ({entry_point.value}) cannot be loaded: {_short(error)}")
    for path in plugins:
        _load_file(Path(path))
    return messages


_loaded: dict[Path, str] = {}


def _load_file(path: Path) -> None:
    if path in _loaded:
        return
    # Two files of one name in two folders are two plug-ins.
    name = f"{PLUGIN_FILE}{path.stem}" + (f"_{len(_loaded)}" if path.stem in {file.stem for file in _loaded} else "")
    specification = importlib.util.spec_from_file_location(name, path)
    if specification is None or specification.loader is None or not path.is_file():
        raise PluginError(f"--plugin {path}: {'not a Python file' if path.exists() else 'no such file'}")
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    try:
        specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise PluginError(f"--plugin {path}: {_short(error)}") from error
    _loaded[path] = name


def _short(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
