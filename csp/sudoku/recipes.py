"""How the banks are made: for each, which puzzles the generator is asked for, and which of those are kept.

Everything follows from the seed. The puzzles of a bank are in order of size, grade and length of proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import count, islice

from backends import Backend, generator
from csp.sudoku import named
from csp.sudoku.bank import BANKS, Entry, UnknownBank
from csp.sudoku.generator import PROOF_LIMIT, QUICK_LIMIT, generate, harden, is_minimal
from csp.sudoku.grading import GRADES, NODE_LIMIT, Effort, Grade, effort_of, grade
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.symmetry import against_reading_order, along_reading_order

SEED = 2026
"""The seed of the banks that ship with the project."""

NINE = Shape(3, 3)

Graded = tuple[Puzzle, Effort]
Recipe = Callable[[int, Backend], Iterator[Graded]]


def build_bank(name: str, seed: int = SEED, backend: Backend = "compiled") -> tuple[Entry, ...]:
    """Make a bank again, or another like it from another seed. (The bank of named puzzles has no seed.)

    Raises:
        UnknownBank: there is none of that name.
    """
    if name not in BANKS:
        raise UnknownBank(f"no bank {name!r}; there are {', '.join(BANKS)}")
    if name == "named":
        return tuple(_named_entry(puzzle, backend) for puzzle in named.PUZZLES)
    seed_of_bank = int(generator(seed, "bank", name).random() * (1 << 32))
    graded = {puzzle.hash: (puzzle, effort) for puzzle, effort in RECIPES[name](seed_of_bank, backend)}
    entries = []
    for number, (puzzle, effort) in enumerate(sorted(graded.values(), key=_ease), start=1):
        size = "" if name not in ("small", "large") else f"{puzzle.shape}-"
        title = f"{name}-{number:02}-{size}{grade(effort)}"
        limit = PROOF_LIMIT if puzzle.shape.size <= NINE.size else QUICK_LIMIT
        entries.append(Entry(replace(puzzle, name=title), is_minimal(puzzle, limit, backend), effort))
    return tuple(entries)


def _ease(graded: Graded) -> tuple[int, int, int, str]:
    """What a bank is sorted by; the text of the puzzle makes it total."""
    puzzle, effort = graded
    return puzzle.shape.size, GRADES.index(grade(effort)), effort.proof, puzzle.text


def _named_entry(puzzle: Puzzle, backend: Backend) -> Entry:
    if puzzle.solutions != 1:
        return Entry(puzzle, None, None)
    return Entry(puzzle, is_minimal(puzzle, backend=backend), effort_of(puzzle, backend))


def _default(seed: int, backend: Backend) -> Iterator[Graded]:
    yield from _keep(_with_givens(seed, backend), {"trivial": 4, "easy": 6}, backend)
    yield from _keep(_sparse(seed, backend), {"medium": 6}, backend)
    yield from _keep(_hardened(seed, backend), {"hard": 4, "extreme": 2}, backend)
    yield from islice(_against_reading_order(seed + 1, backend), 3)
    yield from islice(_against_fewest_first(seed + 1, backend), 3)


def _easy(seed: int, backend: Backend) -> Iterator[Graded]:
    return _keep(_with_givens(seed, backend), {"trivial": 20, "easy": 30}, backend)


def _medium(seed: int, backend: Backend) -> Iterator[Graded]:
    return _keep(_sparse(seed, backend), {"medium": 40}, backend)


def _hard(seed: int, backend: Backend) -> Iterator[Graded]:
    return _keep(_hardened(seed, backend), {"hard": 25, "extreme": 15}, backend)


def _minimal(seed: int, backend: Backend) -> Iterator[Graded]:
    return _graded(
        (generate(NINE, seed, number=number, minimal=True, backend=backend) for number in range(50)), backend
    )


def _small(seed: int, backend: Backend) -> Iterator[Graded]:
    """Every other one is minimal; the rest have a fifth to a half of their cells given."""
    for shape, fewest, most in ((Shape(2, 2), 4, 8), (Shape(2, 3), 9, 18)):
        for number in range(30):
            givens = None if number % 2 == 0 else fewest + number // 2 % (most - fewest + 1)
            puzzle = generate(shape, seed, number=number, givens=givens, minimal=givens is None, backend=backend)
            yield puzzle, effort_of(puzzle, backend)


def _large(seed: int, backend: Backend) -> Iterator[Graded]:
    """From a little more than one pass of removal leaves, to about half of the cells given; some are symmetric."""
    wishes = [(Shape(3, 4), givens) for givens in range(48, 72, 3)]
    wishes += [(Shape(4, 4), givens) for givens in range(104, 136, 2)]
    wishes += [(Shape(5, 5), givens) for givens in (330, 345)]
    for number, (shape, givens) in enumerate(wishes):
        symmetric = givens % 4 == 0 and shape.cells * 9 // 20 < givens
        puzzle = generate(shape, seed, number=number, givens=givens, symmetric=symmetric, backend=backend)
        yield puzzle, effort_of(puzzle, backend)


def _reading_order(seed: int, backend: Backend) -> Iterator[Graded]:
    return islice(_against_reading_order(seed, backend), 20)


def _fewest_first(seed: int, backend: Backend) -> Iterator[Graded]:
    return islice(_against_fewest_first(seed, backend), 20)


RECIPES: dict[str, Recipe] = {
    "default": _default,
    "easy": _easy,
    "medium": _medium,
    "hard": _hard,
    "minimal": _minimal,
    "small": _small,
    "large": _large,
    "reading-order": _reading_order,
    "fewest-first": _fewest_first,
}


def _with_givens(seed: int, backend: Backend) -> Iterator[Puzzle]:
    """9x9, 27 to 38 givens in turn, every third one symmetric."""
    for number in count():
        yield generate(NINE, seed, number=number, givens=27 + number % 12, symmetric=number % 3 == 0, backend=backend)


def _sparse(seed: int, backend: Backend) -> Iterator[Puzzle]:
    """9x9, minimal and not in turn."""
    for number in count():
        givens = None if number % 2 == 0 else 25 + number // 2 % 4
        yield generate(NINE, seed, number=number, givens=givens, minimal=givens is None, backend=backend)


def _hardened(seed: int, backend: Backend) -> Iterator[Puzzle]:
    """9x9, minimal, the goal of their proofs spread evenly over the decades from 600 to 30,000 nodes."""
    for number in count():
        rng = generator(seed, "harden", number)
        goal = int(600 * 50 ** rng.random())
        yield harden(generate(NINE, seed, number=number, minimal=True, backend=backend), goal, 30, rng, backend)


def _against_reading_order(seed: int, backend: Backend) -> Iterator[Graded]:
    """9x9, minimal, so rewritten that reading order takes millions of nodes and fewest candidates first hundreds."""
    for number in count():
        puzzle = generate(NINE, seed, number=number, minimal=True, backend=backend)
        rewritten = against_reading_order(puzzle, generator(seed, "rewrite", number))
        effort = effort_of(rewritten, backend)
        if 1_000_000 <= effort.naive < NODE_LIMIT and effort.mrv < 1_000:
            yield rewritten, effort


def _against_fewest_first(seed: int, backend: Backend) -> Iterator[Graded]:
    """9x9, hardened, so rewritten that reading order takes fewer nodes than fewest candidates first."""
    for number, puzzle in enumerate(_hardened(seed, backend)):
        rng = generator(seed, "rewrite", number)
        for _ in range(10):
            rewritten = along_reading_order(puzzle, rng)
            effort = effort_of(rewritten, backend)
            if effort.naive < effort.mrv:
                yield rewritten, effort
                break


def _graded(puzzles: Iterable[Puzzle], backend: Backend) -> Iterator[Graded]:
    for puzzle in puzzles:
        yield puzzle, effort_of(puzzle, backend)


def _keep(puzzles: Iterable[Puzzle], quota: dict[Grade, int], backend: Backend) -> Iterator[Graded]:
    """The first so many of each grade."""
    left = dict(quota)
    for puzzle, effort in _graded(puzzles, backend):
        if left.get(grade(effort)):
            left[grade(effort)] -= 1
            yield puzzle, effort
        if not any(left.values()):
            return
