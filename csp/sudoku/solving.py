"""Solving 9x9 puzzles from Python, as fast as it goes here: one, or many at a time.

A puzzle is a text of 81 characters (digits; any of `.0_*-xX` and space is a blank), a `Puzzle`, or, of many, a row of
an array. One whose givens contradict each other has no solution. Other sizes, and files in the forms that people have,
are for `csp.sudoku.reader` and the strategies.

The kernel is `csp.sudoku.bitboard_search`. The first call compiles it, which takes some seconds once on a machine.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from backends import Backend, compiled_already, compiling, jit_for
from csp.sudoku.bitboard_search import CELLS, NODES, NOT_BEGUN, Kernel, make_kernel, new_search
from csp.sudoku.grid import Puzzle, Shape

if TYPE_CHECKING:
    from numpy.typing import NDArray

NINE = Shape(3, 3)

BLANKS = ".0_*-xX "

NOT_A_VALUE = 255

VALUES = bytes(
    0 if chr(code) in BLANKS else code - ord("0") if chr(code) in "123456789" else NOT_A_VALUE for code in range(256)
)
"""The value that each byte of a text stands for."""

SYMBOLS = b".123456789" + bytes(256 - 10)
"""The byte of a text that stands for each value."""

NODES_A_CALL = 1 << 20
"""Values placed before compiled code comes back, about a third of a second: it does not hear Ctrl-C itself."""

LONGEST_CHUNK = 4096
CHUNKS_EACH = 8
"""A thread takes so many puzzles at a time: enough that handing them out costs nothing, and so few that each thread has
several turns and all end at about the same time."""

Given = TypeVar("Given", str, Puzzle)


class Solved(NamedTuple):
    """What became of many puzzles.

    solutions: [n, 81] uint8; the first solution found of each, all 0 where there is none
    counts: [n] int64; how many solutions each has, counted up to the limit
    """

    solutions: NDArray[np.uint8]
    counts: NDArray[np.int64]

    @property
    def text(self) -> list[str]:
        """The solutions as lines of 81 digits, of 81 dots where there is none; [n]."""
        text = self.solutions.tobytes().translate(SYMBOLS).decode("ascii")
        return [text[first : first + CELLS] for first in range(0, len(text), CELLS)]


def solve(puzzle: Given) -> Given | None:
    """A solution: of a text as text, of a `Puzzle` as the same with its `solution`; None when there is none.

    Raises:
        ValueError: it is no 9x9 puzzle; the message says why.
    """
    count, solution = _solve_one(puzzle, 1)
    if count == 0:
        return None
    if isinstance(puzzle, Puzzle):
        return replace(puzzle, solution=tuple(solution))
    return solution.translate(SYMBOLS).decode("ascii")


def count_solutions(puzzle: str | Puzzle, limit: int = 2) -> int:
    """How many solutions it has, counted up to `limit`.

    Raises:
        ValueError: it is no 9x9 puzzle, or the limit is below 1.
    """
    return _solve_one(puzzle, limit)[0]


def is_valid(puzzle: str | Puzzle) -> bool:
    """Whether it has exactly one solution, as a Sudoku should.

    Raises:
        ValueError: it is no 9x9 puzzle.
    """
    return _solve_one(puzzle, 2)[0] == 1


def solve_many(
    puzzles: NDArray[np.integer[Any]] | Iterable[str | Puzzle],
    *,
    limit: int = 2,
    jobs: int = 1,
    backend: Backend = "compiled",
) -> Solved:
    """Solve puzzles, and count the solutions of each up to `limit`: with 2, a count of 1 says that it is the only one.

    puzzles: an array of values of shape [n, 81], 0 a blank; or puzzles as `solve` takes them
    jobs: how many threads share them
    backend: compiled or python

    Raises:
        ValueError: one of them is no 9x9 puzzle; the message says which, counted from 0, and why.
    """
    limit, jobs = _at_least_one("limit", limit), _at_least_one("jobs", jobs)
    values = _values_of_array(puzzles) if isinstance(puzzles, np.ndarray) else _values_of_all(list(puzzles))
    solved = Solved(np.zeros((len(values), CELLS), np.uint8), np.full(len(values), NOT_BEGUN, np.int64))
    if not len(values):
        return solved
    solve_all = kernel(backend).solve_all
    length = max(1, min(LONGEST_CHUNK, len(values) // (CHUNKS_EACH * jobs)))
    interrupted = threading.Event()

    def solve_chunk(first: int) -> None:
        part = slice(first, first + length)
        _solve_in_turns(
            solve_all, _rooms.room, values[part], limit, solved.solutions[part], solved.counts[part], interrupted
        )

    chunks = range(0, len(values), length)
    if jobs == 1:
        for first in chunks:
            solve_chunk(first)
        return solved
    with ThreadPoolExecutor(jobs) as threads:
        try:
            list(threads.map(solve_chunk, chunks))
        except BaseException:
            interrupted.set()
            raise
    return solved


def _solve_in_turns(
    solve_all: Callable[..., int],
    room: Room,
    puzzles: NDArray[np.uint8],
    limit: int,
    solutions: NDArray[np.uint8],
    counts: NDArray[np.int64],
    interrupted: threading.Event | None = None,
) -> None:
    """Call the kernel's `solve_all` until all is done, and go back to Python now and then."""
    done, progress = 0, room.search.progress
    while done < len(puzzles) and not (interrupted is not None and interrupted.is_set()):
        node_limit = int(progress[NODES]) + NODES_A_CALL
        done = solve_all(room.search, room.candidates, puzzles, limit, solutions, counts, done, node_limit)


@functools.cache
def kernel(backend: Backend) -> Kernel:
    """The kernel of a backend, made once in a process; compiled, ready to run.

    Raises:
        CannotCompile: Numba refused it.
    """
    made = make_kernel(jit_for(backend))
    if backend == "compiled" and not compiled_already(made.solve_all):
        room = Room()
        with compiling(made.solve_all):
            made.solve_all(room.search, room.candidates, room.puzzles, 1, room.solutions, room.counts, 0, 0)
            made.start(room.search, room.candidates)
            made.next_solution(room.search, 0)
            made.read(room.search, room.solutions, 0)
    return made


class Room:
    """The arrays that the kernel needs for one puzzle."""

    def __init__(self) -> None:
        self.search = new_search()
        self.candidates = np.zeros(CELLS, np.int64)
        self.puzzles = np.zeros((1, CELLS), np.uint8)
        self.solutions = np.zeros((1, CELLS), np.uint8)
        self.counts = np.full(1, NOT_BEGUN, np.int64)


class _Rooms(threading.local):
    """A room for each thread, used again and again."""

    def __init__(self) -> None:
        self.room = Room()


_rooms = _Rooms()


def _solve_one(puzzle: str | Puzzle, limit: int) -> tuple[int, bytes]:
    """How many solutions it has, counted up to `limit`, and the values of the first."""
    room = _rooms.room
    room.puzzles[0] = np.frombuffer(_values(puzzle, "the puzzle"), np.uint8)
    room.counts[0], limit = NOT_BEGUN, _at_least_one("limit", limit)
    _solve_in_turns(kernel("compiled").solve_all, room, room.puzzles, limit, room.solutions, room.counts)
    return int(room.counts[0]), room.solutions.tobytes()


def _at_least_one(name: str, number: int) -> int:
    if number < 1:
        raise ValueError(f"{name} must be at least 1, not {number}")
    return number


def _values(puzzle: str | Puzzle, name: str) -> bytes:
    """The values of a puzzle; [81].

    Raises:
        ValueError: it is no 9x9 puzzle; the message begins with `name`.
    """
    if isinstance(puzzle, Puzzle):
        if puzzle.shape != NINE:
            boxes = f"{puzzle.shape.box_height}x{puzzle.shape.box_width}"
            raise ValueError(
                f"{name} is {puzzle.shape} with boxes of {boxes}; only 9x9 with boxes of 3x3 is solved here"
            )
        return bytes(puzzle.givens)
    if len(puzzle) != CELLS:
        raise ValueError(f"{name} has {len(puzzle)} characters; a 9x9 puzzle has {CELLS}")
    values = puzzle.encode("latin-1", "replace").translate(VALUES)
    if NOT_A_VALUE in values:
        cell = values.index(NOT_A_VALUE)
        raise ValueError(
            f"{name} has {puzzle[cell]!r} (U+{ord(puzzle[cell]):04X}) at {NINE.name_of(cell)}, "
            f"which is neither a digit nor one of the blanks {BLANKS!r}"
        )
    return values


def _values_of_all(puzzles: Sequence[str | Puzzle]) -> NDArray[np.uint8]:
    """The values of puzzles; [n, 81]."""
    texts = [puzzle for puzzle in puzzles if isinstance(puzzle, str)]
    if len(texts) == len(puzzles) and set(map(len, texts)) == {CELLS}:
        values = "".join(texts).encode("latin-1", "replace").translate(VALUES)
        if NOT_A_VALUE not in values:
            return np.frombuffer(bytearray(values), np.uint8).reshape(-1, CELLS)
    values = b"".join(_values(puzzle, f"puzzle {number}") for number, puzzle in enumerate(puzzles))
    return np.frombuffer(bytearray(values), np.uint8).reshape(-1, CELLS)


def _values_of_array(puzzles: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
    """Puzzles given as an array, in the form that the kernel takes; [n, 81]."""
    if puzzles.ndim != 2 or puzzles.shape[1] != CELLS or not np.issubdtype(puzzles.dtype, np.integer):
        raise ValueError(
            f"an array of {puzzles.dtype} of shape {puzzles.shape}; puzzles are integers of shape (n, {CELLS})"
        )
    # The extremes first: to look for the place takes longer than to solve most puzzles.
    if puzzles.size and (puzzles.max() > 9 or (puzzles.dtype.kind == "i" and puzzles.min() < 0)):
        number, cell = (int(index) for index in np.argwhere((puzzles < 0) | (puzzles > 9))[0])
        raise ValueError(f"puzzle {number} has {puzzles[number, cell]} at {NINE.name_of(cell)}; values are 0 to 9")
    return np.require(puzzles, np.uint8, ["C_CONTIGUOUS", "WRITEABLE"])
