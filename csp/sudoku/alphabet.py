"""Alphabets: which symbol is which value, in grids of every size, and how it is found out.

    alphabet     the symbols of the values 1 .. size, in order, e.g. `1-9A-G`, `0-9A-F`, `A-P`
    sign         a symbol that means a blank

Up to 9x9 the values are digits. Above that people disagree, and one puzzle does not always tell: in a 16x16 grid `0` is
a blank, or the first of `0-9A-F`. So every grid of a text has a vote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from csp.sudoku.grid import ALPHABET

BLANKS = ".0_*-xX"
"""The signs of a blank, besides a space; those which are values in an alphabet mean no blank there."""

_PLAIN = (b"123456789" + BLANKS.encode()).replace(b"X", b"")
_DIGITS = b"123456789"
_VALUES = bytes(int(chr(code)) if chr(code) in "123456789" else 0 for code in range(256))

_HEXADECIMAL = "0" + ALPHABET
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_RANGE = re.compile(r"([0-9A-Za-z])-([0-9A-Za-z])")


@dataclass(frozen=True)
class Alphabet:
    """The symbols of one size.

    symbols: of the values 1 .. size, in order
    blanks: the signs of a blank
    """

    symbols: str
    blanks: str

    @property
    def size(self) -> int:
        return len(self.symbols)

    @cached_property
    def values(self) -> Mapping[str, int]:
        """The value of everything that may stand in a cell; 0: a blank.

        A symbol goes before a sign that looks the same. Letters go in either case unless the alphabet uses both, or
        one of the two is a sign. An alphabet that begins as numbers do may also be
        written in numbers: 10 for A of `1-9A-G`.
        """
        values = {symbol: value for value, symbol in enumerate(self.symbols, 1)}
        for sign in self.blanks:
            values.setdefault(sign, 0)
        for value, symbol in enumerate(self.symbols, 1):
            values.setdefault(symbol.swapcase(), value)
        first = self.symbols[0]
        if self.size > 1 and first in "01" and self.symbols.startswith(_HEXADECIMAL[int(first) : 10][: self.size]):
            for value in range(1, self.size + 1):
                number = value - 1 + int(first)
                values.setdefault(str(number), value)
                values.setdefault(f"{number:02}", value)
        if values.get("0") == 0:
            values.setdefault("00", 0)
        return values

    def signs(self, symbols: Iterable[str]) -> set[str]:
        """The different signs of a blank among the symbols of a grid."""
        return {symbol.lower().removeprefix("0") or "0" for symbol in symbols if self.values.get(symbol) == 0}

    def __str__(self) -> str:
        return _in_ranges(self.symbols)


def _in_ranges(symbols: str) -> str:
    """`123456789ABCDEFG` as `1-9A-G`."""
    runs: list[str] = []
    for symbol in symbols:
        if runs and ord(symbol) == ord(runs[-1][-1]) + 1 and symbol.isalpha() == runs[-1][-1].isalpha():
            runs[-1] += symbol
        else:
            runs.append(symbol)
    return "".join(run if len(run) < 3 else f"{run[0]}-{run[-1]}" for run in runs)


@cache
def digits(size: int) -> Alphabet:
    """What grids of up to 9x9 are written in."""
    return _with_usual_blanks(ALPHABET[:size])


@cache
def candidates(size: int) -> tuple[Alphabet, ...]:
    """The alphabets that a grid above 9x9 may be written in, the most usual first."""
    found = [_with_usual_blanks(ALPHABET[:size]), _with_usual_blanks(_HEXADECIMAL[:size])]
    if size <= len(_LETTERS):
        letters = _with_usual_blanks(_LETTERS[:size])
        found.append(letters)
        if "X" in letters.symbols:
            found.append(Alphabet(letters.symbols, letters.blanks + "x"))
    return tuple(found)


def _with_usual_blanks(symbols: str) -> Alphabet:
    """The alphabet where no value's symbol, in either case, is a sign of a blank."""
    return Alphabet(symbols, "".join(sign for sign in BLANKS + " " if sign not in symbols + symbols.swapcase()))


def given(text: str) -> Alphabet:
    """The alphabet that a person gives: its symbols in order, or in ranges, `0-9A-F`.

    Raises:
        ValueError: a symbol twice, or one that stands between cells or in frames.
    """
    symbols = _RANGE.sub(lambda match: "".join(map(chr, range(ord(match[1]), ord(match[2]) + 1))), text)
    if not symbols:
        raise ValueError("an alphabet without symbols")
    for position, symbol in enumerate(symbols):
        if symbol in symbols[:position]:
            raise ValueError(f"{symbol!r} is twice in the alphabet {text!r}")
        if symbol.isspace() or not symbol.isprintable() or symbol in "|,;:#+=\"'" or "\u2500" <= symbol <= "\u257f":
            raise ValueError(f"{symbol!r} in the alphabet {text!r} cannot be told from what stands between cells")
    return _with_usual_blanks(symbols)


class Election:
    """Which of its candidates the grids of one size are written in, by a vote of the grids.

    A grid votes for every alphabet in which it makes sense: no symbol is foreign to it, and exactly one sign means a
    blank. So `0` is a value where `.` is the blank, and a grid with a mistake in it does not outvote the others.
    """

    def __init__(self, size: int) -> None:
        self._candidates = candidates(size)
        self._votes = [0] * len(self._candidates)
        self._foreign = [0] * len(self._candidates)

    def vote(self, symbols: set[str]) -> None:
        """The vote of a grid in which these symbols are used."""
        for position, alphabet in enumerate(self._candidates):
            foreign = sum(symbol not in alphabet.values for symbol in symbols)
            self._foreign[position] += foreign
            self._votes[position] += not foreign and len(alphabet.signs(symbols)) == 1

    @property
    def winner(self) -> Alphabet:
        """The alphabet with most votes; of several the one with the fewest foreign symbols, then the most usual."""
        order = range(len(self._candidates))
        return self._candidates[max(order, key=lambda at: (self._votes[at], -self._foreign[at], -at))]


def plain_values(text: str) -> tuple[int, ...] | None:
    """The values of cells written in digits and one sign for a blank; None when there is anything else in `text`, or
    when it may be a ruler.
    """
    if not text.isascii():
        return None
    symbols = text.encode()
    if symbols.translate(None, _PLAIN):
        return None
    signs = symbols.translate(None, _DIGITS)
    if signs and (signs.count(signs[0]) < len(signs) or (len(signs) == len(symbols) and signs[0] not in b".0")):
        return None
    return tuple(symbols.translate(_VALUES))


def are_plain(lines: Sequence[str]) -> bool:
    """Whether texts as long as a grid are one each, in digits and one sign for all of them, `.` or `0`."""
    text = "".join(lines)
    if not text.isascii():
        return False
    symbols = text.encode()
    signs = symbols.translate(None, _DIGITS)
    return not signs or (signs[0] in b".0" and signs.count(signs[0]) == len(signs))
