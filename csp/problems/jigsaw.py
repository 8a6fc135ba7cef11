"""Jigsaw Sudoku: regions of any connected form take the place of the boxes.

In text, a puzzle is n lines of cells (`.` is a blank) and then, with or without a line of dashes between, n lines that
give each cell the letter of its region; the form is that of `csp.problems.squares`.

    1 . . .        12..
    . . 2 .        ..2.
    . 3 . .        ....
    . . . .        ...3
    - - - -
    A A B B        AAAB
    A A B B        ACBB
    C D D D        CCDB
    C C C D        CDDD     (two puzzles, side by side)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING

from csp.model import AllDifferent, Model
from csp.problems.family import Content, Family, InstanceError, Named, Unread
from csp.problems.fill import Undecided, fillings
from csp.problems.parameters import below, seeded, shuffled, within
from csp.problems.squares import Line, blocks, givens_of, not_square

if TYPE_CHECKING:
    import numpy as np

LARGEST = 16
LARGEST_GENERATED = 9
AS_FEW_AS_EASY = -1

FILL_LIMIT = 500
"""Nodes before a map is given up: not every one has a filling, and some hide it."""

PROOF_LIMIT = 300
"""Nodes spent on whether a given may go; a given that takes more stays."""

MAPS = 200
MIXING = 40
"""Exchanges tried for each cell, which leave nothing of the rows that a map begins as."""

Square = list[list[int]]


def generate(size: int = 9, givens: int = AS_FEW_AS_EASY, seed: int = 0) -> Content:
    """A random map of regions with a random filling, from which givens are taken away while the solution stays the only
    one, as long as that is quickly proved.

    givens: how many are left; -1: two fifths of the cells

    Raises:
        InstanceError: size or givens make no sense, or no puzzle with so few givens was found.
    """
    within("size", size, 1, LARGEST_GENERATED)
    if givens != AS_FEW_AS_EASY:
        within("givens", givens, 0, size * size)
    wanted = 2 * size * size // 5 if givens == AS_FEW_AS_EASY else givens
    rng = seeded(seed, "jigsaw", size)
    regions, filled = _filled_map(size, rng)
    units = _units(regions)
    square, left = list(filled), size * size
    for cell in shuffled(rng, range(size * size)):
        if left == wanted:
            break
        square[cell] = 0
        if _is_unique(units, square):
            left -= 1
        else:
            square[cell] = filled[cell]
    if left > wanted and givens != AS_FEW_AS_EASY:
        raise InstanceError(
            f"the random puzzle of size {size} was taken down to {left} givens, not to {wanted}; "
            "ask for more, or use another seed"
        )
    return {"size": size, "givens": [square[at : at + size] for at in range(0, size * size, size)], "regions": regions}


def _filled_map(size: int, rng: np.random.Generator) -> tuple[Square, list[int]]:
    """A random map and a random filling, cell by cell."""
    regions = [[row] * size for row in range(size)]
    _exchange(regions, MIXING * size * size, rng)
    for _ in range(MAPS):
        _exchange(regions, size * size, rng)
        values = shuffled(rng, range(1, size + 1))
        with suppress(Undecided):
            for filled in fillings(_units(regions), [0] * (size * size), values, FILL_LIMIT):
                return regions, filled
    raise InstanceError(f"none of {MAPS} maps of size {size} was filled; use another seed")


def _units(regions: Square) -> list[list[int]]:
    """The cells of every row, column and region."""
    size = len(regions)
    flat = [region for row in regions for region in row]
    rows = [list(range(row * size, (row + 1) * size)) for row in range(size)]
    columns = [list(range(column, size * size, size)) for column in range(size)]
    return rows + columns + [[cell for cell, each in enumerate(flat) if each == region] for region in range(size)]


def _is_unique(units: list[list[int]], square: list[int]) -> bool:
    """Whether it is proved quickly that there is no second solution."""
    try:
        return len(list(islice(fillings(units, square, range(1, len(units) // 3 + 1), PROOF_LIMIT), 2))) == 1
    except Undecided:
        return False


def _exchange(regions: Square, tries: int, rng: np.random.Generator) -> None:
    """Let neighbouring regions exchange cells so many times, where neither falls apart."""
    size = len(regions)
    cells = [(row, column) for row in range(size) for column in range(size)]
    for _ in range(tries):
        row, column = cells[below(rng, len(cells))]
        mine = regions[row][column]
        others = [regions[r][c] for r, c in _beside(row, column, size) if regions[r][c] != mine]
        if not others:
            continue
        theirs = others[below(rng, len(others))]
        # Their cells that touch mine, one of which comes over for the cell that goes.
        back = [
            (r, c)
            for r, c in cells
            if regions[r][c] == theirs and any(regions[a][b] == mine for a, b in _beside(r, c, size))
        ]
        other_row, other_column = back[below(rng, len(back))]
        regions[row][column], regions[other_row][other_column] = theirs, mine
        if not (_connected(regions, mine) and _connected(regions, theirs)):
            regions[row][column], regions[other_row][other_column] = mine, theirs


def _beside(row: int, column: int, size: int) -> Iterator[tuple[int, int]]:
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < size and 0 <= c < size:
            yield r, c


def _connected(regions: Square, region: int) -> bool:
    """Whether every cell of a region can be reached from every other through its sides."""
    size = len(regions)
    cells = {(row, column) for row in range(size) for column in range(size) if regions[row][column] == region}
    reached, frontier = set[tuple[int, int]](), [next(iter(cells))]
    while frontier:
        cell = frontier.pop()
        if cell not in reached:
            reached.add(cell)
            frontier += [beside for beside in _beside(*cell, size) if beside in cells]
    return reached == cells


def read(text: str) -> Iterator[Named | Unread]:
    """The puzzles in a text, named by their number. A region need not be connected, but it has n cells."""
    for number, block in enumerate(blocks(text), 1):
        lines = [line for line in block if set("".join(line[1])) != {"-"}]
        size = len(lines) // 2
        content, mistake = _puzzle(lines, size)
        yield Unread(*mistake) if mistake else Named(str(number), content)


def _puzzle(lines: list[Line], size: int) -> tuple[Content, tuple[str, str] | None]:
    """The puzzle on these lines, and the place of the first mistake and why."""
    if not lines or len(lines) % 2 or size > LARGEST:
        place = f"line {lines[0][0]}" if lines else "a line of dashes"
        return {}, (
            place,
            f"{len(lines)} lines; a puzzle is n lines of cells and n lines of regions, n at most {LARGEST}",
        )
    upper, lower = lines[:size], lines[size:]
    givens, bad = givens_of(upper)
    mistake = not_square(lines, size) or bad
    if mistake:
        return {}, mistake
    letters = [letter for _, row in lower for letter in row]
    order = list(dict.fromkeys(letters))
    for letter in order:
        if letters.count(letter) != size:
            return {}, (f"line {lower[0][0]}", f"region {letter} has {letters.count(letter)} cells instead of {size}")
    regions = [[order.index(letter) for letter in row] for _, row in lower]
    return {"size": size, "givens": givens, "regions": regions}, None


def model(content: Content) -> Model:
    """Variable row * size + column: the value of the cell, from 1; a given has a domain of one value."""
    size = content["size"]
    domains = [[given] if given else range(1, size + 1) for row in content["givens"] for given in row]
    return Model(domains, [AllDifferent(unit) for unit in _units(content["regions"])])


def check(content: Content, values: Sequence[int]) -> str:
    """Why these values are no solution; "" when they are one."""
    size = content["size"]
    if len(values) != size * size:
        return f"{len(values)} cells instead of {size * size}"
    stands: dict[tuple[str, int, int], str] = {}
    for place, value in enumerate(values):
        row, column = place // size, place % size
        name, given = f"r{row + 1}c{column + 1}", content["givens"][row][column]
        if given and given != value:
            return f"{name} is given as {given}; the answer has {value}"
        if not 1 <= value <= size:
            return f"{name} has {value}; values are 1 to {size}"
        for kind, which in (("row", row), ("column", column), ("region", content["regions"][row][column])):
            earlier = stands.setdefault((kind, which, value), name)
            if earlier != name:
                return f"{value} stands twice in one {kind}: {earlier} and {name}"
    return ""


def write(content: Content, values: Sequence[int]) -> str:
    """The rows, with a bar between them."""
    size = content["size"]
    rows = (values[start : start + size] for start in range(0, len(values), size))
    return " | ".join(" ".join(map(str, row)) for row in rows)


JIGSAW = Family(
    "jigsaw",
    "Sudoku with connected regions of any form",
    generate,
    model,
    check,
    write,
    read=read,
    noun="puzzle",
)
