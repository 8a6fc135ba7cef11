"""Squares of cells in text, as quasigroup and jigsaw read them.

Cells are separated by spaces, or single characters without anything between them. Squares are separated by empty lines;
lines that begin with `#` are comments.
"""

from __future__ import annotations

from collections.abc import Iterator

Line = tuple[int, list[str]]
"""The number of a line, from 1, and the cells on it."""


def blocks(text: str) -> Iterator[list[Line]]:
    """The runs of lines between empty ones."""
    block: list[Line] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        words = line.split()
        if words and words[0].startswith("#"):
            continue
        if words:
            block.append((number, words if len(words) > 1 else list(words[0])))
        elif block:
            yield block
            block = []
    if block:
        yield block


def not_square(lines: list[Line], size: int) -> tuple[str, str] | None:
    """The place of the first line that has not `size` cells, and what is wrong there; None: all have."""
    for number, cells in lines:
        if len(cells) != size:
            return f"line {number}", f"{len(cells)} cells, where {size} are expected, as many as the square has rows"
    return None


def givens_of(lines: list[Line]) -> tuple[list[list[int]], tuple[str, str] | None]:
    """The values of a square's cells, 0 for a blank (written `.`), and the place of the first bad cell and why."""
    size = len(lines)
    rows: list[list[int]] = []
    for number, cells in lines:
        for cell in cells:
            good = cell.isascii() and cell.isdigit() and len(cell) <= 4 and 1 <= int(cell) <= size
            if cell != "." and not good:
                return [], (f"line {number}", f"{cell[:20]!r} is neither a value from 1 to {size} nor a blank, `.`")
        rows.append([0 if cell == "." else int(cell) for cell in cells])
    return rows, None
