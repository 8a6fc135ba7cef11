"""What is registered: our own problems and strategies, then other people's plug-ins.

`csp` and `games` know nothing of the runner, so their strategies are registered here. `load_all` is called once in the
command and once in each worker; a plug-in that cannot be imported is reported and left out.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import operator
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.game_problem import DEFAULT_SEARCHERS, OPENSPIEL, SUMMARIES, GameProblem, game, openspiel_problem
from benchmarks.registry import (
    ENTRY_POINTS,
    LARGEST_COUNT,
    PLUGIN_FILE,
    PROBLEMS,
    Ask,
    Family,
    Instance,
    NotAnAnswer,
    PluginError,
    Unreadable,
    Verdict,
    problem,
    strategy,
)
from csp.answer import Answer, Question, Strategy, conclude
from csp.strategies.backtracking import SETTINGS, Backtracking
from csp.strategies.bitboard import Bitboard
from csp.strategies.cp_sat import CpSat
from csp.strategies.python_constraint import PythonConstraint
from csp.sudoku import bank, check, reader
from csp.sudoku.grid import ALPHABET, Puzzle, Shape, read_values, write_values
from csp.sudoku.model import model_of
from games.rules import GAMES
from games.rules.openspiel import PREFIX
from games.strategies import SEARCHERS


@problem
class Sudoku:
    """Grids of any box shape, from the banks or from files."""

    name = "sudoku"
    family: Family = "csp"
    summary = "fill a grid so that every row, column and box has each value once"
    noun = "puzzle"
    default_strategies = tuple(SETTINGS)

    def banks(self) -> Mapping[str, str]:
        return bank.BANKS

    def bank(self, name: str, options: Mapping[str, str | None]) -> Iterator[Instance]:
        return (_instance(puzzle) for puzzle in bank.read_bank(name))

    def read_options(self) -> Mapping[str, str]:
        return {
            "box": "Box height x width, like 2x3 [default: the usual one of the size].",
            "alphabet": "The symbols of the values, 1 first [default: inferred].",
        }

    def read(self, source: str, text: bool, options: Mapping[str, str | None]) -> Iterator[Instance | Unreadable]:
        box, alphabet = options.get("box"), options.get("alphabet") or None
        shape = _box(box) if box else None
        if text:
            found = reader.read_text(source, shape=shape, alphabet=alphabet)
        else:
            found = reader.read_file(source, shape=shape, alphabet=alphabet)
        for item in found:
            yield _instance(item) if isinstance(item, Puzzle) else Unreadable(item.place, item.message)

    def invalid(self, instance: Instance) -> str:
        return check.duplicate_given(_puzzle(instance))

    def prepare(self, strategy: Strategy, instance: Instance, ask: Ask) -> Callable[[], Answer]:
        wanted = {"first": 1, "unique": 2}.get(ask.question, ask.cap)
        question = Question(wanted, ask.max_nodes, ask.seed, ask.backend)
        return strategy.prepare(model_of(_puzzle(instance)), question)

    def judge(self, instance: Instance, answer: Any, ask: Ask) -> Verdict:
        puzzle, answer = _puzzle(instance), plain(answer)
        solutions = answer.solutions
        work = {name: getattr(answer, name) for name in COUNTS}
        return Verdict(
            conclusion=conclude(answer),
            mistake=check.wrong(puzzle, solutions, answer.complete),
            remark=answer.stopped or check.remark(puzzle, solutions),
            verified=all(not check.mistake(puzzle, grid) for grid in solutions) if solutions else None,
            answer=_text(solutions[0]) if solutions else None,
            solutions=len(solutions),
            work=work | {"counters": dict(answer.counters)},
        )


def _text(values: tuple[int, ...]) -> str:
    """A solution as one line, also one that no grid can hold."""
    return write_values(values) if all(0 <= value <= len(ALPHABET) for value in values) else " ".join(map(str, values))


COUNTS = ("nodes", "backtracks", "checks", "prunings")


def plain(answer: Any) -> Answer:
    """An answer with plain numbers, also when a strategy gives NumPy's.

    Raises:
        NotAnAnswer: not an `Answer`, or something in it is not a whole number.
    """
    if not isinstance(answer, Answer):
        raise NotAnAnswer(f"the strategy returned {answer!r:.80}, which is not a csp.answer.Answer")
    try:
        solutions = tuple(tuple(operator.index(value) for value in solution) for solution in answer.solutions)
    except TypeError as error:
        raise NotAnAnswer(f"a solution of the strategy is not a sequence of whole numbers: {error}") from error
    counts: dict[str, Any] = {
        name: _count(name, getattr(answer, name)) for name in COUNTS if getattr(answer, name) is not None
    }
    counters = {str(name): _count(name, value) for name, value in answer.counters.items()}
    return replace(answer, solutions=solutions, stopped=str(answer.stopped), counters=counters, **counts)


def _count(name: str, value: Any) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise NotAnAnswer(f"the strategy counted {value!r:.80} {name}, which is not a whole number") from None
    if not 0 <= number <= LARGEST_COUNT:
        raise NotAnAnswer(f"the strategy counted {number} {name}")
    return number


def _instance(puzzle: Puzzle) -> Instance:
    content = {
        "box": [puzzle.shape.box_height, puzzle.shape.box_width],
        "puzzle": puzzle.text,
        "solution": write_values(puzzle.solution) if puzzle.solution is not None else None,
        "solutions": puzzle.solutions,
    }
    return Instance(puzzle.name, puzzle.hash, content)


def _puzzle(instance: Instance) -> Puzzle:
    content = instance.content
    solution = read_values(content["solution"]) if content["solution"] is not None else None
    givens = read_values(content["puzzle"])
    return Puzzle(Shape(*content["box"]), givens, instance.name, solution, content["solutions"])


def _box(text: str) -> Shape:
    """The shape that `3x3` means, box height x box width.

    Raises:
        ValueError: it means none.
    """
    numbers = re.fullmatch(r"([1-9][0-9]?)[xX]([1-9][0-9]?)", text)
    if numbers is None:
        raise ValueError(f"--box wants HEIGHTxWIDTH, like 3x3 or 2x3; not {text!r}")
    return Shape(int(numbers[1]), int(numbers[2]))


for name, (line, fixed) in SETTINGS.items():
    strategy(name, summary=line, **fixed)(Backtracking)
strategy("backtracking", summary="the search behind naive, mrv, fc and mrv-fc with every setting free")(Backtracking)
strategy("bitboard", summary="9x9 Sudoku only, bit-parallel: singles, locked candidates, triples")(Bitboard)
strategy("cp-sat", summary="OR-Tools CP-SAT, one worker")(CpSat)
strategy("python-constraint", summary="python-constraint, its solver class a parameter")(PythonConstraint)

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
