"""A grid on several lines of text, a row on each: with or without gaps between cells, with or without a frame.

entry        a line that is a row, or may be one
part         entries that follow each other, without an empty line between them
block        one part, or several when empty lines stand between the bands of a grid, or for its empty rows
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from csp.sudoku.alphabet import BLANKS
from csp.sudoku.cells import (
    BAR,
    GAPS,
    TOKEN,
    Cells,
    Draft,
    Expected,
    Field,
    NotAPuzzle,
    cells_in,
    counted,
    fields_of,
    heading_of,
    may_be_heading,
    one_per_cell,
    separated,
    uniform,
    without_comment,
    without_word,
)
from csp.sudoku.one_line import draft_of_line

NO_SIGN = re.compile(r"[0-9A-Za-z |¦\u2500-\u257f]*")
PLACE = re.compile(r"\w")
CANDIDATES = re.compile(r"(?=.)1?2?3?4?5?6?7?8?9?")


class Entry(NamedTuple):
    """A line of a block.

    line: its number
    cells: how many it seems to have
    dashes: it is nothing but dashes, so perhaps a line of a frame
    """

    line: int
    text: str
    cells: int
    dashes: bool = False


def entry_of(line: int, text: str, dashes: bool = False) -> Entry:
    """The entry of a line."""
    return Entry(line, text, count_cells(text), dashes)


Part = list[Entry]


def drafts_of_block(
    parts: Sequence[Part], expected: Expected, ending: str, framed: bool = False
) -> list[Draft | NotAPuzzle]:
    """The grids in a block: usually one.

    ending: what follows the block, in words, for the message when a row is missing
    framed: there were lines of a frame among the rows
    """
    if len(parts) == 1:
        return _drafts_of_part(parts[0], expected, ending)
    whole = _bands(parts, expected) if parts else None
    if parts and whole is None and not framed:
        whole = _with_empty_rows([entry for part in parts for entry in part], expected)
    if whole is not None:
        return [whole]
    endings = ["an empty line"] * (len(parts) - 1) + [ending]
    drafts = [_drafts_of_part(part, expected, end) for part, end in zip(parts, endings, strict=False)]
    return [draft for found in drafts for draft in found]


def _drafts_of_part(part: Part, expected: Expected, ending: str) -> list[Draft | NotAPuzzle]:
    rows = [entry for entry in part if not entry.dashes]
    if not rows:
        return []
    small = _small_grids(rows, expected)
    if small:
        return small
    draft = _grid(rows, expected)
    if draft is None and len(rows) < len(part):
        draft = _grid(_with_rows_of_dashes(part, rows), expected)
    below = _grid_with_signs(rows[1:], expected) if draft is None and _is_no_row(rows) else None
    if below is not None:
        if may_be_heading(rows[0].text):
            return [replace(below, name=heading_of(rows[0].text))]
        return [no_grid(rows[0], expected), below]
    return [draft or _explanation(rows, expected, ending)]


def _is_no_row(rows: Part) -> bool:
    """Whether the first of these lines does not belong to the grid that may stand below it."""
    return len(rows) > 1 and rows[0].cells != rows[1].cells


def _with_rows_of_dashes(part: Part, rows: Part) -> Part:
    """The rows, and the dashes among them that are as many as a row has cells and the sign of a blank in other rows."""
    width = Counter(row.cells for row in rows).most_common(1)[0][0]
    signs = {sign for row in rows for sign in row.text} & set("_*-")
    return [entry for entry in part if not entry.dashes or (entry.cells == width and signs & set(entry.text))]


def size_of_stack(part: Part, expected: Expected) -> int:
    """The size of the grids in a part that has the rows of two of them at least; 0 when it is no stack of grids."""
    size, votes = Counter(entry.cells for entry in part).most_common(1)[0]
    if size not in expected.sizes or len(part) < 2 * size or 2 * votes <= len(part):
        return 0
    if any(entry.dashes for entry in part) or (size <= 9 and _may_have_spaces_as_blanks(part)):
        return 0
    return size


def _may_have_spaces_as_blanks(entries: Sequence[Entry]) -> bool:
    """Whether rows have no other sign for a blank, and most of them not their gaps at the same places.

    Then that some have as many givens as a grid of another size has cells is chance.
    """
    if any(set(entry.text) & set(BLANKS) for entry in entries):
        return False
    layouts = Counter(PLACE.sub("9", without_word(entry.text).strip()) for entry in entries)
    return 2 * layouts.most_common(1)[0][1] <= len(entries)


def is_rule(text: str, part: Part) -> bool:
    """Whether dashes below these rows can only be a line of a frame: they are not as many as a row has cells, or the
    rows have another sign for a blank.
    """
    rows = [entry for entry in part if not entry.dashes]
    if not rows:
        return False
    signs = {sign for row in rows for sign in row.text} & set(".0_*-xX")
    return count_cells(text) != rows[-1].cells or bool(signs and not signs & set(text))


def full_size(part: Part, expected: Expected) -> int:
    """The size of the grid in a part that has as many rows as each has cells, below a heading perhaps; else 0."""
    rows = part[1:] if _is_no_row(part) else part
    size = len(rows)
    if size not in expected.sizes or {row.cells for row in rows} != {size}:
        return 0
    return 0 if size <= 9 and _may_have_spaces_as_blanks(rows) else size


def _grid(entries: Part, expected: Expected) -> Draft | None:
    """The grid that has these rows, as many as each has cells; None when they do not fit together."""
    size = len(entries)
    if size not in expected.sizes:
        return None
    draft = _grid_with_signs(entries, expected)
    if draft is None:
        texts = [entry.text for entry in entries]
        rows = rows_of_fields(texts, size) or rows_with_spaces(texts, size)
        draft = _draft(entries, rows, size) if rows else None
    return draft


def _grid_with_signs(entries: Part, expected: Expected) -> Draft | None:
    """The grid in each of whose cells there is a symbol."""
    size = len(entries)
    if size not in expected.sizes or (size <= 9 and _may_have_spaces_as_blanks(entries)):
        return None
    found = []
    for entry in entries:
        cells = row_cells(entry.line, entry.text, size)
        if cells is None:
            return None
        found.append(cells)
    return Draft(size, entries[0].line, tuple(found))


def _bands(parts: Sequence[Part], expected: Expected) -> Draft | None:
    """The grid whose bands, or rows, have an empty line between them."""
    entries = [entry for part in parts for entry in part]
    size = len(entries)
    if size not in expected.sizes or len({len(part) for part in parts}) > 1:
        return None
    return _grid(entries, expected) if len(parts[0]) in (1, expected.shape_of(size).box_height) else None


def _with_empty_rows(entries: Part, expected: Expected) -> Draft | None:
    """The grid whose blanks are spaces, some of its rows without a given: editors leave nothing of those."""
    first = entries[0].line
    size = entries[-1].line - first + 1
    # Two empty rows in one band could be exchanged: such a grid has more than one solution.
    if size not in expected.sizes or size < 9 or size - len(entries) > size // expected.shape_of(size).box_height:
        return None
    texts = [""] * size
    for entry in entries:
        texts[entry.line - first] = entry.text
    rows = rows_with_spaces(texts, size)
    return _draft([Entry(first + row, "", 0) for row in range(size)], rows, size) if rows else None


Row = tuple[Sequence[str], Sequence[int]]
"""The symbols of a row and the column of each."""


def _draft(entries: Part, rows: Sequence[Row], size: int) -> Draft:
    found = [Cells(entry.line, symbols, columns) for entry, (symbols, columns) in zip(entries, rows, strict=True)]
    return Draft(size, entries[0].line, tuple(found))


def row_cells(line: int, text: str, size: int) -> Cells | None:
    """The cells of a row that has a symbol in each; None when they are not `size`."""
    return separated(line, without_comment(text), size, size) or separated(line, without_word(text), size, size)


def rows_of_fields(texts: Sequence[str], size: int) -> list[Row] | None:
    """The cells of the rows of a grid between whose bars, tabs or commas a blank need not have a sign."""
    for gap in (BAR, *GAPS):
        rows = [fields_of(without_comment(text), gap) for text in texts]
        # What is empty in every row stands outside a frame, or after the comma that ends each row.
        if all(len(row) > size and not row[0][0].strip() for row in rows):
            rows = [row[1:] for row in rows]
        if all(not row[-1][0].strip() for row in rows):
            rows = [row[:-1] for row in rows]
        if gap.pattern == "\t" and max(map(len, rows)) == size and not any(text[-1:].isspace() for text in texts):
            # An editor may have trimmed the blanks that end a line.
            rows = [row + [("", 0)] * (size - len(row)) for row in rows]
        if any(len(row) != size for row in rows) or (gap is BAR and not _even(rows)):
            continue
        found: list[Row] = [row for row in (cells_in(row, size) for row in rows) if row is not None]
        if len(found) == size:
            return found
    return None


def _even(rows: Sequence[Sequence[Field]]) -> bool:
    """Whether what stands between the same two bars is as wide in every row."""
    return all(len({len(field) for field, _ in column}) == 1 for column in zip(*rows, strict=True))


def rows_with_spaces(texts: Sequence[str], size: int) -> list[Row] | None:
    """The cells of the rows of a grid whose blanks are spaces, by their places: symbols, and the column of each.

    None when there is another sign for a blank, or the places do not come out even.
    """
    if not all(NO_SIGN.fullmatch(text) for text in texts) or (size <= 9 and any("0" in text for text in texts)):
        return None
    trimmed = [text.rstrip() for text in texts]
    if any(trimmed[row] != text for row, text in enumerate(texts)) and len({len(text) for text in texts if text}) > 1:
        return None  # nothing was trimmed, yet a row is shorter than another
    rows, ended = _segments(trimmed)
    most = max(map(len, rows))
    if size % most or not _even([row[: most if ended else most - 1] for row in rows if len(row) == most]):
        return None
    width = size // most
    widest = max(len(segment) for row in rows for segment, _ in row)
    stride = 1 if widest <= width else 2
    # Nothing given in the last column is believed of a 9x9 only; in two columns of a stack, of no puzzle.
    spare = stride if size == 9 and most == 1 else 0
    if not stride * (width - 1) + 1 - spare <= widest <= 2 * width + 1:
        return None
    offsets = [_offset([row[at][0] for row in rows if at < len(row)], stride) for at in range(most)]
    found: list[Row] = []
    for row in rows:
        symbols, columns = "", []
        for (segment, start), offset in zip(row, offsets, strict=False):
            if offset is None:
                return None
            symbols += segment.ljust(offset + stride * width)[offset::stride][:width]
            columns += [start + offset + stride * cell + 1 for cell in range(width)]
        found.append((symbols.ljust(size), columns + columns[-1:] * (size - len(columns))))
    return found if any(" " in "".join(symbols).rstrip() for symbols, _ in found) else None


def _segments(texts: Sequence[str]) -> tuple[list[list[Field]], bool]:
    """What stands between the bars of each row, and whether a bar ends every row. A frame's own sides are left out."""
    left = all(BAR.match(text.lstrip()) for text in texts)
    right = all(BAR.search(text[-1:]) for text in texts)
    rows = [fields_of(text, BAR) for text in texts]
    return [row[left : len(row) - right] for row in rows], right


def _offset(segments: Sequence[str], stride: int) -> int | None:
    """How far from the left the first cell stands in segments of which each `stride`-th place is a cell."""
    if stride == 1:
        return 0
    for offset in (1, 0):
        if all(segment[at] == " " for segment in segments for at in range(1 - offset, len(segment), 2)):
            return offset
    return None


def _small_grids(rows: Part, expected: Expected) -> list[Draft | NotAPuzzle]:
    """The 4x4 grids on lines of 16 cells; none when the lines are rows of a 16x16.

    They are 4x4 grids when most have no other symbols: one line with a mistake must not change what the others are.
    """
    if not {4, 16} <= expected.sizes or all(row.cells < 16 for row in rows):
        return []
    found = [_small_grid(row, expected) for row in rows]
    return found if 2 * sum(map(_is_small, found)) > len(rows) else []


def _small_grid(row: Entry, expected: Expected) -> Draft | NotAPuzzle:
    try:
        draft = draft_of_line(row.line, row.text, expected.on_lines)
    except NotAPuzzle as error:
        return error
    return draft or NotAPuzzle(row.line, f"{counted(row.cells, 'cell')} on one line; a 4x4 grid has 16")


def _is_small(found: Draft | NotAPuzzle) -> bool:
    if isinstance(found, NotAPuzzle) or found.size != 4:
        return False
    return set("".join(found.rows[0].symbols)) <= set("1234 " + BLANKS)


def count_cells(text: str) -> int:
    """How many cells a row seems to have."""
    tokens = TOKEN.findall(without_word(text))
    numbers = len(tokens) > 9 and one_per_cell(tokens, 99)
    candidates = not uniform(tokens) and all(CANDIDATES.fullmatch(token) for token in tokens)
    return len(tokens) if numbers or candidates else sum(map(len, tokens))


def _explanation(rows: Part, expected: Expected, ending: str) -> NotAPuzzle:
    """Why these rows are no grid."""
    first, last = rows[0].line, rows[-1].line
    counts = Counter(row.cells for row in rows)
    likely = [(count, size) for size, count in counts.items() if size in expected.sizes]
    usual = 9 if expected.shape is None else expected.shape.size
    if not likely and len(rows) not in expected.sizes:
        return no_grid(rows[0], expected, len(rows))
    missing = [""] * (usual - len(rows))
    if len(likely) < len(counts) and rows_with_spaces([row.text for row in rows] + missing, usual):
        why = "if spaces are the blanks, a row without any given is missing"
        return NotAPuzzle(first, f"{len(rows)} rows, then {ending}; {why}")
    size = max(likely, key=lambda pair: (pair[0], pair[1] == 9))[1] if likely else len(rows)
    for number, row in enumerate(rows, 1):
        if row_cells(row.line, row.text, size) is None:
            return NotAPuzzle(row.line, _row_explanation(row, number, size))
    lines = f"line {first}" if first == last else f"lines {first} to {last}"
    have = f"{counted(len(rows), 'row')} of {counted(size, 'cell')} ({lines})"
    if len(rows) < size:
        return NotAPuzzle(first, f"{have}, then {ending}; a {size}x{size} grid has {counted(size, 'row')}")
    return NotAPuzzle(first, f"{have} without anything between them; a {size}x{size} grid has {size}")


def no_grid(first: Entry, expected: Expected, rows: int = 1) -> NotAPuzzle:
    """Says of a line, or of so many rows from it, that it is too little for a grid of any size."""
    size = 9 if expected.shape is None else expected.shape.size
    what = f"{rows} rows" if rows > 1 else f"{counted(first.cells, 'cell')} on one line"
    wanted = f"{counted(size, 'row')} of {size}, or {counted(size * size, 'cell')} on one line"
    return NotAPuzzle(first.line, f"{what}, no grid; a {size}x{size} grid has {wanted}", stray=rows == 1)


def _row_explanation(row: Entry, number: int, size: int) -> str:
    tokens = TOKEN.findall(without_word(row.text))
    several = [at for at, token in enumerate(tokens, 1) if len(token) > 1 and CANDIDATES.fullmatch(token)]
    if len(tokens) == size and several:
        cell = f"row {number} column {several[0]}"
        return f"{tokens[several[0] - 1]} in one cell ({cell}): a grid of candidates; only givens are read"
    return f"row {number} has {counted(row.cells, 'cell')}; a {size}x{size} grid has {size} in each row"
