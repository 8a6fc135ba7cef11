"""Finding the puzzles in a text, line by line: which lines belong together, and what each is part of."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from csp.sudoku.alphabet import BLANKS
from csp.sudoku.blocks import Entry, Part, drafts_of_block, entry_of, full_size, is_rule, no_grid, size_of_stack
from csp.sudoku.cells import (
    SECTION,
    Draft,
    Expected,
    Kind,
    NotAPuzzle,
    counted,
    heading_of,
    is_comment,
    kind_of,
    may_be_heading,
    normalised,
    only_encloses,
)
from csp.sudoku.one_line import draft_of_line
from csp.sudoku.tables import Table, columns_needed, columns_without_puzzle, draft_of_record, table_of

Found = Draft | NotAPuzzle

MOST_ENTRIES = 120  # lines that are kept of a block: more than any grid has, its frame and empty rows included
COUNT_LINE = re.compile(r"\s*[0-9]{1,7}\s*")  # above the puzzles of a text it says how many they are


class Heading(NamedTuple):
    """A line of words, the name of the puzzle that follows it, if one does.

    signature: it stands right below a grid with a frame, where some programs sign their grids
    """

    line: int
    text: str
    signature: bool = False


class Finder:
    """Is fed the lines of a text, one after another, and gives the drafts they complete.

    Its state is what earlier lines leave open: a block of rows, a heading, a table, a section to pass over.
    """

    def __init__(self, expected: Expected) -> None:
        self._expected = expected
        self._parts: list[Part] = []
        self._gap = False  # an empty line came after the last part
        self._ruled = False  # the last line was one of a frame
        self._framed = False  # the block has had such a line
        self._stacked = False  # the block goes on after a complete grid
        self._heading: Heading | None = None
        self._puzzles = 0  # so far
        self._announced: tuple[int, int] | None = None  # the line that says how many puzzles there are, and how many
        self._unknown_columns = 0  # the first line that looks like the names of columns and is not known as such
        self._below_grid = False  # the last line was a row, or text below one
        self._below_frame = False  # the last grid had a frame
        self._titled: Draft | None = None  # a puzzle on a line below a heading: its name, or a title of many?
        self._columns: tuple[Table, Heading] | None = None  # what looks like the first line of a table, and that line
        self._table: Table | None = None
        self._passing_over = False

    @property
    def busy(self) -> bool:
        """Whether what the next line is depends on the lines before it."""
        return bool(self._parts or self._heading or self._titled or self._columns or self._table or self._passing_over)

    @property
    def hint(self) -> str:
        """What may help when a text has nothing like a puzzle."""
        return f"; {columns_needed(self._unknown_columns)}" if self._unknown_columns else ""

    def passed(self, count: int = 1) -> None:
        """The next lines, so many, have been read elsewhere, when this was not busy: a puzzle each."""
        self._puzzles += count
        self._below_grid = False

    def feed(self, number: int, line: str) -> list[Found]:
        """What the next line completes."""
        text = normalised(line)
        if self._commented(text):
            return []
        if self._columns is not None and text.strip():
            self._begin_table(text)
        if self._table is not None:
            return self._record(number, text, self._table)
        kind = self._kind(text)
        if kind is Kind.SECTION or self._passing_over:
            return self._section(text, kind)
        found = self._whole_line(number, text) if kind in (Kind.ROW, Kind.TEXT) else None
        if found is not None:
            return found
        found = self._untitled() if kind is not Kind.EMPTY else []
        if kind is Kind.EMPTY:
            found += self._empty_line()
        elif kind in (Kind.ROW, Kind.DASHES):
            found += self._entry(entry_of(number, text, kind is Kind.DASHES))
        elif kind is Kind.RULE:
            # One below a grid ends its frame, or goes on to a row too many; two are the end and the next begin.
            found += self._close("a line of a frame") if self._ruled and self._complete() else []
            self._framed = bool(self._parts)
        else:
            found += self._text(number, text)
        self._ruled = kind is Kind.RULE
        self._below_grid = kind in (Kind.ROW, Kind.DASHES, Kind.RULE) or (self._below_grid and kind is Kind.TEXT)
        return found

    def end(self) -> list[Found]:
        """What the end of the text completes."""
        if self._columns is not None:
            self._heading, self._columns = self._columns[1], None
        found = self._untitled() + self._close("the end of the text") + self._no_heading()
        if self._announced is not None and self._announced[1] != self._puzzles:
            line, announced = self._announced
            have = f"{counted(self._puzzles, 'puzzle')} {'comes' if self._puzzles == 1 else 'come'} after it"
            found.append(NotAPuzzle(line, f"the number {announced} on a line by itself, but {have}"))
        return found

    def _kind(self, text: str) -> Kind:
        """What a line looks like below those before it."""
        kind = kind_of(text, self._expected)
        if kind in (Kind.TEXT, Kind.EMPTY) and self._same_width(text):
            return Kind.ROW
        if kind is Kind.DASHES and self._parts and is_rule(text, self._parts[-1]):
            return Kind.RULE
        return kind

    def _commented(self, text: str) -> bool:
        """Whether a line is a comment. In a table with `;` between its columns one that begins so is none."""
        table = self._table or (self._columns[0] if self._columns else None)
        return is_comment(text) and not (table is not None and text.lstrip().startswith(table.gap))

    def _whole_line(self, number: int, text: str) -> list[Found] | None:
        """The puzzle on this line and what it closes; None when it has none."""
        try:
            draft: Found | None = draft_of_line(number, text, self._expected)
        except NotAPuzzle as error:
            draft = error
        if draft is None:
            return None
        if self._titled is not None:
            # Another puzzle on the very next line: what stands above them is a title, not the name of the first.
            self._titled = replace(self._titled, name="")
        first = self._parts[0][0] if not self._puzzles and sum(map(len, self._parts)) == 1 else None
        if first is not None and COUNT_LINE.fullmatch(first.text):
            self._parts, self._announced = [], (first.line, int(first.text))
        found = self._untitled() + self._close("a puzzle on a line")
        heading, self._heading, self._below_grid = self._heading, None, False
        if isinstance(draft, Draft):
            self._puzzles += 1
            if heading and not draft.name:
                self._titled = replace(draft, name=heading_of(heading.text))
                return found
        return [*found, draft]

    def _untitled(self) -> list[Found]:
        """The puzzle that was kept back until its name was certain."""
        titled, self._titled = self._titled, None
        return [titled] if titled is not None else []

    def _text(self, number: int, text: str) -> list[Found]:
        """A heading, the first line of a table, or what means nothing here."""
        found = self._close("a line of words")
        if only_encloses(text):
            return found
        found += self._no_heading()
        if not may_be_heading(text):
            return [*found, NotAPuzzle(number, "neither a puzzle nor a name: it has no cells and no words", stray=True)]
        table = table_of(text)
        heading = Heading(number, text, self._below_grid and self._below_frame)
        if table is not None:
            self._columns = table, heading
        else:
            self._heading = heading
            if not self._unknown_columns and columns_without_puzzle(text):
                self._unknown_columns = number
        return found

    def _no_heading(self) -> list[Found]:
        """Words that no puzzle follows. Before the first puzzle they are a title, or a licence, or what else one says
        of a file.
        """
        heading, self._heading = self._heading, None
        if heading is None or heading.signature or not self._puzzles:
            return []
        why = "words that are no puzzle, nor the name of one, for none follows; a comment begins with #"
        return [NotAPuzzle(heading.line, why, stray=True)]

    def _begin_table(self, text: str) -> None:
        """Decide by the line after it whether a line named columns; else it was a heading."""
        if self._columns is not None:
            table, line = self._columns
            self._columns = None
            if table.gap in text or table_of(text):
                self._table = table
            else:
                self._heading = line

    def _record(self, number: int, text: str, table: Table) -> list[Found]:
        if not text.strip():
            return []
        try:
            draft = draft_of_record(number, text, table, self._expected)
            self._puzzles += 1
            return [draft]
        except NotAPuzzle as error:
            # Tables one after another in a file: the next one's columns.
            self._table = table_of(text) or table
            return [error] if self._table is table else []

    def _section(self, text: str, kind: Kind) -> list[Found]:
        """Of a file in sections only `[Puzzle]` is read."""
        if kind is not Kind.SECTION:
            return []
        match = SECTION.fullmatch(text.strip())
        self._passing_over = match is not None and match[1].lower() != "puzzle"
        found = self._untitled() + self._close("another section")
        return found + self._no_heading() if self._passing_over else found

    def _empty_line(self) -> list[Found]:
        self._gap = True
        if self._below_grid and not self._parts:
            return self._no_heading()  # words below a grid, not above one
        return self._close("an empty line") if self._stacked or self._complete() else []

    def _entry(self, entry: Entry) -> list[Found]:
        """A row, or what may be one, in this block or a new one."""
        found: list[Found] = []
        entries = sum(map(len, self._parts))
        if entries >= MOST_ENTRIES or (self._gap and entries >= max(self._expected.sizes)):
            found += self._close("an empty line" if self._gap else "more rows")
        elif self._full_size() not in (0, entry.cells):
            found += self._close("another grid")
        if self._gap or not self._parts:
            self._parts.append([])
        self._gap = False
        self._parts[-1].append(entry)
        return found + self._full_grid_of_stack()

    def _full_size(self) -> int:
        """The size of the grid that the block is, below lines that can be no row of one perhaps; else 0."""
        alone = [len(part) == 1 and part[0].cells < min(self._expected.sizes) for part in self._parts[:-1]]
        return full_size(self._parts[-1], self._expected) if self._parts and all(alone) else 0

    def _complete(self) -> bool:
        """Whether the block is one grid, or grids on lines, as far as its rows can tell."""
        drafts = drafts_of_block(self._parts, self._expected, "", self._framed)
        drafts = [draft for draft in drafts if isinstance(draft, Draft) or not draft.stray]
        return bool(drafts) and all(isinstance(draft, Draft) for draft in drafts)

    def _full_grid_of_stack(self) -> list[Found]:
        """The first grid of a block that has become as long as two: grids without anything between them."""
        size = size_of_stack(self._parts[0], self._expected) if len(self._parts) == 1 else 0
        if not size:
            return []
        rows = self._parts[0]
        if rows[0].cells < min(self._expected.sizes):
            self._parts = [rows[1:]]
            if may_be_heading(rows[0].text):
                found, self._heading = self._no_heading(), Heading(rows[0].line, rows[0].text)
            else:
                found = [*self._no_heading(), no_grid(rows[0], self._expected)]
            return found + self._full_grid_of_stack()
        self._parts, self._stacked = [rows[size:]], True
        return self._named(drafts_of_block([rows[:size]], self._expected, "another grid"))

    def _close(self, ending: str) -> list[Found]:
        """The grids of the block that ends here."""
        parts, self._parts, self._gap = self._parts, [], False
        stacked, self._stacked = self._stacked, False
        framed, self._framed = self._framed, False
        self._below_frame = framed if parts else self._below_frame
        if not stacked:
            return self._named(drafts_of_block(parts, self._expected, ending, framed))
        # What is left over after the last whole grid is a part of its own.
        rows = parts[0]
        size = Counter(entry.cells for entry in rows).most_common(1)[0][0]
        whole = drafts_of_block([rows[:size]], self._expected, ending)
        return self._named(whole + drafts_of_block([rows[size:]], self._expected, ending))

    def _named(self, drafts: list[Found]) -> list[Found]:
        """The drafts of a block. A heading above one grid is its name."""
        if not drafts:
            return []
        heading = self._heading
        first = drafts[0]
        if isinstance(first, NotAPuzzle):
            if heading and columns_without_puzzle(heading.text):
                first = NotAPuzzle(first.line, f"{first.message}; {columns_needed(heading.line)}", first.stray)
            if first.stray:
                return [*self._no_heading(), first, *self._named(drafts[1:])]
            drafts = [first, *drafts[1:]]
        self._heading = None
        self._puzzles += sum(isinstance(draft, Draft) for draft in drafts)
        if len(drafts) == 1 and heading and isinstance(first, Draft) and not first.name:
            return [replace(first, name=heading_of(heading.text))]
        return drafts

    def _same_width(self, text: str) -> bool:
        """Whether a line of words, or of spaces, stands where a row is missing and is as wide as the row above it."""
        if not self._parts or self._gap or self._complete():
            return False
        row = self._parts[-1][-1].text
        if not text.strip():
            return bool(text) and len(text) == len(row) and not set(row) & set(BLANKS)
        return len(text.strip()) == len(row.strip()) and (" " in row.strip() or " " not in text.strip())
