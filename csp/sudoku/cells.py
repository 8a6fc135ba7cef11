"""Cells as a text writes them, before their symbols have values; and what one line of text looks like.

symbol       what stands in one cell: a character, or a number of two digits; " " is a blank left empty
sign         a symbol that means a blank: one of BLANKS or a space
gap          what may stand between cells: spaces, tabs, commas, bars, brackets
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from csp.sudoku.alphabet import BLANKS, Alphabet
from csp.sudoku.grid import BOXES, Shape

BAR = re.compile(r"[|¦│┃║╎╏┆┇┊┋├┤┝┥┠┨┣┫╞╡╟╢╠╣]")
FRAME = re.compile("[\u2500-\u257f]")
TOKEN = re.compile("[^\\s,;:|¦\"'\u2500-\u257f()[\\]{}]+")
COMMENT = re.compile(r"\s*(?:#|//|%|;(?!(?:[^;]*;){2})|;.*[^\W\d_]{2})")
SECTION = re.compile(r"\[\s*(puzzle|state|pencil ?marks|candidates|colou?rs)\s*\]", re.IGNORECASE)
TRAILING_COMMENT = re.compile(r"#|//|[,;]\s*[^\W\d_]{2}")
TRAILING_WORD = re.compile(r"\s(?![xX]+\b)[^\W\d_]{2}")
GAPS = tuple(re.compile(gap) for gap in ("\t", ",", ";"))
NUMBER = re.compile(r"[0-9]{1,2}")
HEADING = re.compile(r"\W*[^\W\d_]{4,}\W*\d+\W*")
LETTER = re.compile(r"(?![xX])[^\W\d_]")  # and not a sign for a blank
ENCLOSING = re.compile(r"[\s()\[\]{}\"'`,;]*[()\[\]{}\"'`][\s()\[\]{}\"'`,;]*")
DIGITS_AND_SIGNS = re.compile(r"[0-9._*xX-]+")


class NotAPuzzle(Exception):
    """What stands at `line` is no puzzle, and why.

    stray: nor is it meant as one, as far as one can tell: a line by itself
    """

    def __init__(self, line: int, message: str, stray: bool = False) -> None:
        super().__init__(message)
        self.line, self.message, self.stray = line, message, stray


class Cells(NamedTuple):
    """Cells that stand on one line.

    line: its number, from 1
    symbols: one per cell; a string when each is a single character
    columns: where in the line each stands, from 1
    """

    line: int
    symbols: Sequence[str]
    columns: Sequence[int]


@dataclass(frozen=True, slots=True)
class Draft:
    """A grid as a text writes it.

    size: it is size x size
    line: where it begins
    rows: its cells in reading order, by the lines they stand on
    name: one that comes with it, or ""
    solution: the cells of a solution that comes with it
    solutions: a count of its solutions that comes with it
    """

    size: int
    line: int
    rows: tuple[Cells, ...]
    name: str = ""
    solution: Cells | None = None
    solutions: int | None = None


@dataclass(frozen=True)
class Expected:
    """What is known of the grids in a text before it is read: nothing, or their shape and perhaps their symbols.

    whole: what is read is a whole grid, never a row of one
    """

    shape: Shape | None = None
    alphabet: Alphabet | None = None
    whole: bool = False

    @cached_property
    def sizes(self) -> frozenset[int]:
        """The sizes that a grid may have."""
        return frozenset(BOXES) if self.shape is None else frozenset((self.shape.size,))

    @cached_property
    def on_one_line(self) -> Mapping[int, int]:
        """The size of a grid by the number of its cells, when all of them stand on one line.

        16 cells are a 4x4 grid or a row of a 16x16: which of the two, only the lines around it say.
        """
        return {size * size: size for size in self.sizes if not self.on_a_row(size * size)}

    @cached_property
    def longest_row(self) -> int:
        """More cells than this on a line are no row, not even one with a mistake."""
        return max(self.sizes) if self.shape is None else 2 * self.shape.size

    @cached_property
    def on_lines(self) -> Expected:
        """The same, where every text is a whole grid."""
        return replace(self, whole=True)

    def shape_of(self, size: int) -> Shape:
        return self.shape or _USUAL_SHAPES[size]

    def on_a_row(self, count: int) -> bool:
        """Whether `count` cells may be a row."""
        return count in self.sizes and not self.whole

    def nearest(self, count: int) -> int:
        """The size of the grid that has about `count` cells."""
        return min(self.sizes, key=lambda size: abs(size * size - count))

    def symbols(self, size: int) -> str:
        """Every character that may stand in a grid of that size, whatever its alphabet."""
        if self.alphabet is not None:
            return "".join(symbol for symbol in self.alphabet.values if len(symbol) == 1)
        return _DIGITS_AND_SIGNS if size <= 9 else _DIGITS_AND_SIGNS + _LETTERS[:size] + _LETTERS[:size].lower()


_USUAL_SHAPES = {size: Shape.of_size(size) for size in BOXES}
_DIGITS_AND_SIGNS = "0123456789" + BLANKS
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Kind(Enum):
    """What a line looks like.

    EMPTY, COMMENT: as they say. SECTION: `[Puzzle]`. RULE: a line of a frame. DASHES: nothing but one of `-`, `*`,
    `_`: a line of a frame, or a row of blanks. ROW: cells. TEXT: words.
    """

    EMPTY = auto()
    COMMENT = auto()
    SECTION = auto()
    RULE = auto()
    DASHES = auto()
    ROW = auto()
    TEXT = auto()


_SPACES = dict.fromkeys(map(ord, "\u00a0\u2002\u2003\u2007\u2009\u202f\u3000"), " ")


def normalised(line: str) -> str:
    """The line with every kind of space as a space, and without the marks that some editors leave at its ends."""
    return line.translate(_SPACES).lstrip("\ufeff").rstrip("\x1a\f\v\n")


def is_comment(line: str) -> bool:
    """Whether a line is a comment: `;` is also what may stand between the cells of a row that begins with a blank."""
    return COMMENT.match(line) is not None


def may_be_heading(text: str) -> bool:
    """Whether a line above a puzzle may be its name: a number, or signs, may as well be what is left of a row."""
    return LETTER.search(text) is not None


def only_encloses(text: str) -> bool:
    """Whether a line has nothing but the brackets or quotes around a grid that is written as a list or a string."""
    return ENCLOSING.fullmatch(text) is not None


def heading_of(text: str) -> str:
    """The name that a line above a grid gives it."""
    return text.strip(" \t-=*#:_~[]")


def kind_of(line: str, expected: Expected) -> Kind:
    """What a (normalised) line looks like."""
    text = line.strip()
    if not text:
        return Kind.EMPTY
    if is_comment(text):
        return Kind.COMMENT
    if SECTION.fullmatch(text):
        return Kind.SECTION
    marks = set("".join(TOKEN.findall(text)))
    if FRAME.search(BAR.sub("", text)) and marks <= set("-=+*_."):
        return Kind.RULE
    if marks in ({"-"}, {"*"}, {"_"}):
        return Kind.DASHES
    if marks and marks <= set("-=+*_.`~") and (marks & set("=+`~") or "--" in text):
        return Kind.RULE
    return Kind.ROW if looks_like_cells(text, expected) else Kind.TEXT


def looks_like_cells(text: str, expected: Expected) -> bool:
    """Whether a line is meant as a row of cells, be it with mistakes, rather than as words."""
    if not TOKEN.search(text):
        return BAR.search(text) is not None or text.count(",") > 2  # nothing between them: blanks
    for part in (without_comment(text), without_word(text)):
        tokens = TOKEN.findall(part)
        symbols = "".join(tokens)
        if likeness(symbols, 9, expected) >= 0.75:
            return True
        size = len(tokens) if all(len(token) == 1 for token in tokens) else len(symbols)
        if size > 9 and size in expected.sizes and uniform(tokens) and likeness(symbols, size, expected) >= 0.75:
            return True
        # Letters with spaces as blanks look like words, unless one knows what to look for.
        size = 0 if expected.shape is None else expected.shape.size
        if len(part) <= 3 * size and likeness(symbols, size, expected) == 1 and not HEADING.fullmatch(part):
            return True
    return False


def without_comment(text: str) -> str:
    """The line up to a comment that a sign announces."""
    comment = TRAILING_COMMENT.search(text)
    return text[: comment.start()] if comment else text


def without_word(text: str) -> str:
    """The line up to a comment, also one that only a space announces."""
    text = without_comment(text)
    word = TRAILING_WORD.search(text)
    return text[: word.start()] if word else text


def likeness(symbols: str, size: int, expected: Expected) -> float:
    """How many of the characters may stand in a grid of that size; 0 .. 1. Digits of every script count."""
    if not symbols:
        return 0.0
    if expected.alphabet is None and DIGITS_AND_SIGNS.fullmatch(symbols):
        return 1.0
    allowed = expected.symbols(size)
    return sum(symbol in allowed or symbol.isdigit() for symbol in symbols) / len(symbols)


def uniform(tokens: Sequence[str]) -> bool:
    """Whether they are groups of the same length: cells by themselves, or by box, or by row."""
    return len({len(token) for token in tokens}) == 1


def one_per_cell(tokens: Iterable[str], size: int) -> bool:
    """Whether each is the symbol of one cell: a character, or a number up to the size."""
    return all(len(token) == 1 or (NUMBER.fullmatch(token) is not None and int(token) <= size) for token in tokens)


def counted(count: int, what: str) -> str:
    """`1 cell`, `2 cells`."""
    return f"{count} {what}{'' if count == 1 else 's'}"


def separated(number: int, text: str, count: int, size: int, start: int = 0) -> Cells | None:
    """The `count` cells of a line that has gaps, or none, between them; None when it has another number of cells.

    start: where `text` begins in its line
    """
    tokens = [(match.group(), start + match.start() + 1) for match in TOKEN.finditer(text)]
    symbols = [token for token, _ in tokens]
    if len(tokens) == count and one_per_cell(symbols, size):
        return Cells(number, symbols, [column for _, column in tokens])
    if sum(map(len, symbols)) == count and uniform(symbols):
        return Cells(number, "".join(symbols), [column + at for token, column in tokens for at in range(len(token))])
    return None


Field = tuple[str, int]
"""What stands between two gaps, and where it begins in its line, from 0."""


def fields_of(text: str, gap: re.Pattern[str]) -> list[Field]:
    """What stands before, between and after the gaps of a line."""
    edges = [0, *(at for match in gap.finditer(text) for at in match.span()), len(text)]
    return [(text[start:end], start) for start, end in zip(edges[::2], edges[1::2], strict=True)]


def cells_in(fields: Sequence[Field], size: int) -> tuple[list[str], list[int]] | None:
    """The symbols of fields that hold a cell each, and the columns where they stand; an empty field is a blank.

    None when there is more in one of them.
    """
    tokens = [TOKEN.findall(field) for field, _ in fields]
    symbols = [token[0] if token else " " for token in tokens]
    if max(map(len, tokens), default=0) > 1 or not one_per_cell(symbols, size):
        return None
    return symbols, [start + len(field) - len(field.lstrip()) + 1 for field, start in fields]
