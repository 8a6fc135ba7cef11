"""The generator: a random complete grid, from which givens are taken away for as long as the puzzle stays unique.

Every decision is a proof by this project's own search: a given may go when the puzzle without it has no solution with
another value in that cell. All choices come from the seed, none from a clock or a dict, and both backends make the same
puzzles.

9x9 has kernels of its own (`csp.sudoku.making`), which decide everything and need none of the limits below. They make
the puzzles that the search for all shapes would make, hundreds of times as fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from backends import Backend, generator
from csp.answer import Answer, Conclusion, Question, conclude
from csp.model import Model
from csp.strategies.backtracking import Backtracking
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.model import model_of
from csp.sudoku.symmetry import shuffled

if TYPE_CHECKING:
    import numpy as np

    from csp.sudoku.making import Maker

FILL = Backtracking("mrv", "random", "forward-checking")
PROVE = Backtracking("mrv", "ascending", "forward-checking")

NINE = Shape(3, 3)

FILL_LIMIT = 10_000
"""Nodes before a random fill starts again: most need about one per cell, a few lose themselves (runtimes of search are
heavy-tailed: Gomes and others 2000)."""

QUICK_LIMIT = 20_000
"""Nodes spent on the question whether a given may go, where it may also stay."""

PROOF_LIMIT = 1_000_000
"""Nodes spent on that question where it has to be answered."""

ATTEMPTS = 200
"""Complete grids tried for a puzzle with as many givens as were asked for."""

UNDECIDED_ATTEMPTS = 10
"""Of these, the ones that may end because PROOF_LIMIT did not decide."""


class CannotGenerate(ValueError):
    """No such puzzle, or none found; the message says what to ask for instead."""


class Undecided(Exception):
    """PROOF_LIMIT nodes did not decide whether a given may go."""


def generate_many(
    shape: Shape,
    count: int,
    seed: int,
    *,
    givens: int | None = None,
    minimal: bool = False,
    symmetric: bool = False,
    backend: Backend = "compiled",
) -> Iterator[Puzzle]:
    """`count` puzzles, numbered from 0; each depends on the seed and its number, not on how many there are.

    Raises:
        CannotGenerate: as `generate` does.
    """
    for number in range(count):
        yield generate(shape, seed, number=number, givens=givens, minimal=minimal, symmetric=symmetric, backend=backend)


def generate(
    shape: Shape,
    seed: int,
    *,
    number: int = 0,
    givens: int | None = None,
    minimal: bool = False,
    symmetric: bool = False,
    backend: Backend = "compiled",
) -> Puzzle:
    """A puzzle with exactly one solution, which it carries.

    givens: exactly so many; None: two fifths of the cells, or as near to that as the first grid allows
    minimal: no given may go; without `givens`, as many as it comes to
    symmetric: a half-turn leaves the pattern of givens as it is

    Raises:
        CannotGenerate: the wishes contradict each other, or no grid tried fulfils them.
    """
    _check(shape, givens, minimal, symmetric)
    rng = generator(seed, "sudoku", f"{shape.box_height}x{shape.box_width}", number)
    fewest = 2 * (shape.cells // 5) if givens is None else givens
    least, undecided = shape.cells, 0
    for _ in range(ATTEMPTS):
        grid = complete_grid(shape, rng, backend)
        full = Puzzle(shape, grid, f"{shape}-{seed}-{number}", grid, 1)
        groups = _removal_order(shape, fewest, symmetric, rng)
        try:
            # A minimal one goes all the way down, and then it has the number asked for or not.
            puzzle = remove_givens(full, groups, 0 if minimal else fewest, minimal, backend)
        except Undecided:
            undecided += 1
            if undecided == UNDECIDED_ATTEMPTS:
                break
            continue
        if givens is None or number_of_givens(puzzle) == givens:
            return puzzle
        least = min(least, number_of_givens(puzzle))
    if undecided == UNDECIDED_ATTEMPTS:
        raise CannotGenerate(
            f"whether a given of a {shape} puzzle may go took more than {PROOF_LIMIT:,} nodes to decide on each of"
            f" {undecided} grids, so none is known to be minimal; leave out minimal, or ask for a smaller size"
        )
    raise CannotGenerate(
        f"none of {ATTEMPTS} {shape} grids gave a puzzle with exactly {givens} givens (fewest: {least});"
        f" ask for {'another number' if minimal else 'more'}, or use another seed"
    )


def _check(shape: Shape, givens: int | None, minimal: bool, symmetric: bool) -> None:
    if minimal and symmetric:
        raise CannotGenerate("a symmetric puzzle is hardly ever minimal; ask for one or the other")
    if givens is None:
        return
    # Two values that are not given could be exchanged throughout the solution.
    if not shape.size - 1 <= givens <= shape.cells:
        raise CannotGenerate(
            f"{givens} givens in a {shape} grid; a unique puzzle has from {shape.size - 1} to {shape.cells}"
        )
    if symmetric and givens % 2 and not shape.cells % 2:
        raise CannotGenerate(f"a symmetric {shape} puzzle has an even number of givens, not {givens}")


def _removal_order(shape: Shape, fewest: int, symmetric: bool, rng: np.random.Generator) -> list[list[int]]:
    """Groups of cells that become blank together, in random order: single cells, or each with the one opposite.

    A cell in the middle decides whether the givens are even or odd: it comes first, or not at all for an odd `fewest`.
    """
    if not symmetric:
        return shuffled(([cell] for cell in range(shape.cells)), rng)
    last = shape.cells - 1
    middle = [[last // 2]] if shape.cells % 2 and not fewest % 2 else []
    return [*middle, *shuffled(([cell, last - cell] for cell in range(shape.cells // 2)), rng)]


def complete_grid(shape: Shape, rng: np.random.Generator, backend: Backend = "compiled") -> tuple[int, ...]:
    """A random complete grid: the first solution of the empty one, values in random order; [cells].

    Grids are not equally likely, but every one of them can come up.
    """
    empty = None if shape == NINE else model_of(Puzzle(shape, (0,) * shape.cells))
    while True:
        seed = int(rng.random() * (1 << 32))
        if empty is None:
            grid = _maker(backend).complete_grid(generator(seed, "value-order"), FILL_LIMIT)
            if grid is not None:
                return grid
            continue
        answer = FILL.prepare(empty, Question(node_limit=FILL_LIMIT, seed=seed, backend=backend))()
        if answer.solutions:
            return answer.solutions[0]


def remove_givens(
    puzzle: Puzzle, groups: Iterable[Sequence[int]], fewest: int, certain: bool, backend: Backend = "compiled"
) -> Puzzle:
    """Take away, one group of cells after the other, the givens that a unique puzzle does not need.

    A group goes as a whole or stays, and stays when fewer than `fewest` givens would be left. `certain`: each decision
    is a proof, so when `fewest` is 0 and every given was in a group of its own, the result is minimal. (One pass is
    enough: a given that is needed beside others is needed still when there are fewer of them.) Otherwise what
    QUICK_LIMIT nodes do not decide stays. 9x9 is always decided.

    Raises:
        Undecided: `certain`, and PROOF_LIMIT nodes were not enough.
    """
    if puzzle.shape == NINE:
        return replace(puzzle, givens=_maker(backend).without_superfluous(puzzle.givens, list(groups), fewest))
    for group in groups:
        if number_of_givens(puzzle) - len(group) < fewest:
            continue
        left = puzzle
        for cell in group:
            outcome = another_solution(left, cell, PROOF_LIMIT if certain else QUICK_LIMIT, backend)
            if outcome == "gave-up" and certain:
                raise Undecided
            if outcome != "unsatisfiable":
                break
            left = without(left, cell)
        else:
            puzzle = left
    return puzzle


def another_solution(puzzle: Puzzle, cell: int, node_limit: int, backend: Backend = "compiled") -> Conclusion:
    """Whether the puzzle without the given in `cell` has a solution with another value there.

    `satisfied`: yes, so a unique puzzle needs it; `unsatisfiable`: no, it may go; `gave-up`: `node_limit` nodes did not
    decide it, which does not happen to 9x9.
    """
    if puzzle.shape == NINE:
        return "unsatisfiable" if _maker(backend).may_go(puzzle.givens, cell) else "satisfied"
    model = model_of(without(puzzle, cell))
    others = tuple(value for value in range(1, puzzle.shape.size + 1) if value != puzzle.givens[cell])
    domains = (*model.domains[:cell], others, *model.domains[cell + 1 :])
    question = Question(node_limit=node_limit, backend=backend)
    return conclude(PROVE.prepare(Model(domains, model.constraints), question)())


def is_minimal(puzzle: Puzzle, node_limit: int = PROOF_LIMIT, backend: Backend = "compiled") -> bool | None:
    """Whether a unique puzzle needs every one of its givens; None: `node_limit` nodes did not decide it for one."""
    outcomes: set[Conclusion] = set()
    for cell, value in enumerate(puzzle.givens):
        if value:
            outcomes.add(another_solution(puzzle, cell, node_limit, backend))
            if "unsatisfiable" in outcomes:
                return False
    return None if "gave-up" in outcomes else True


def prove(puzzle: Puzzle, node_limit: int | None = None, backend: Backend = "compiled") -> Answer:
    """Look for two solutions; the answer says how many nodes that took, and `conclude` what it establishes."""
    return PROVE.prepare(model_of(puzzle), Question(solutions=2, node_limit=node_limit, backend=backend))()


def harden(puzzle: Puzzle, goal: int, rounds: int, rng: np.random.Generator, backend: Backend = "compiled") -> Puzzle:
    """Climb towards a puzzle of the same solution that takes `goal` nodes to prove unique; a minimal one stays so.

    Each round gives back two values of the solution and takes away what that makes superfluous, in random order; it
    is kept when the proof has become longer. A puzzle that does not reach the goal in so many rounds is returned as
    far as it got.
    """
    if puzzle.solution is None:
        raise ValueError("a puzzle without its solution cannot be hardened")
    longest = prove(puzzle, PROOF_LIMIT, backend).nodes or 0
    for _ in range(rounds):
        if longest >= goal:
            break
        blanks = [cell for cell, value in enumerate(puzzle.givens) if not value]
        returned = shuffled(blanks, rng)[:2]
        givens = list(puzzle.givens)
        for cell in returned:
            givens[cell] = puzzle.solution[cell]
        others = [cell for cell, value in enumerate(puzzle.givens) if value]
        groups = [[cell] for cell in (*shuffled(others, rng), *returned)]
        try:
            changed = remove_givens(replace(puzzle, givens=tuple(givens)), groups, 0, True, backend)
        except Undecided:
            continue
        answer = prove(changed, PROOF_LIMIT, backend)
        if answer.complete and (answer.nodes or 0) > longest:
            puzzle, longest = changed, answer.nodes or 0
    return puzzle


def _maker(backend: Backend) -> Maker:
    """What makes 9x9 puzzles. It is imported when it is needed, because what it needs takes a while."""
    from csp.sudoku.making import maker

    return maker(backend)


def without(puzzle: Puzzle, cell: int) -> Puzzle:
    """The puzzle with `cell` blank; its name and solution stay."""
    return replace(puzzle, givens=(*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]))


def number_of_givens(puzzle: Puzzle) -> int:
    """How many cells are not blank."""
    return sum(map(bool, puzzle.givens))
