"""Numbers, units and foreign text as people read them."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

MISSING = "–"

ROUNDS_UP = 0.9995
"""From this part of a unit on, three digits make it a whole one: 999,990 is 1.00 M and not 1,000 k."""

_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:%|s|ms|µs|ns|k|M|G|MiB)(?!\w))")
_UNREADABLE = {"Cc", "Cs", "Zl", "Zp"}
_DIRECTIONS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_missing(value: Any) -> bool:
    """None, NaN and pandas' NA, without importing pandas."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, float) and math.isnan(value)


def visible(text: Any) -> str:
    """`text` with every character that would break the page, or pretend to be elsewhere, shown as U+FFFD.

    These are control characters, half surrogates (a file name that is not UTF-8), and marks that turn the direction of
    what follows. Escaping for HTML is the template's work, not this function's.
    """
    plain = str(text).replace("\t", " ").replace("\r\n", " ").replace("\n", " ")
    if plain.isascii() and plain.isprintable():
        return plain
    hidden = (unicodedata.category(letter) in _UNREADABLE or letter in _DIRECTIONS for letter in plain)
    return "".join("\ufffd" if hide else letter for letter, hide in zip(plain, hidden, strict=True))


def shortened(text: str, length: int) -> str:
    """At most `length` characters, the end given up."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def unbroken(text: str) -> str:
    """`text` in which no line ends between a number and its unit: 95 %, 10 s."""
    return _BEFORE_UNIT.sub("\u00a0", text)


def count(number: Any) -> str:
    """4208 -> `4,208`; one decimal where a median fell between two numbers."""
    if is_missing(number):
        return MISSING
    return f"{number:,.0f}" if float(number).is_integer() or number >= 1000 else f"{number:,.1f}"


def rounded(number: float, digits: int = 3) -> str:
    """With `digits` significant digits and no exponent: 0.0432, 1.08, 61.3, 1,230."""
    if number == 0 or not math.isfinite(number):
        return f"{number:g}"
    decimals = digits - 1 - math.floor(math.log10(abs(float(f"{number:.{digits - 1}e}"))))
    return f"{round(number, decimals):,.{max(decimals, 0)}f}"


def short_count(number: Any) -> str:
    """With a thousand, a million or a thousand million as unit: 980,260 -> `980 k`, 28.9 M."""
    if is_missing(number):
        return MISSING
    for unit, name in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= unit * ROUNDS_UP:
            return rounded(number / unit) + name
    return rounded(number) if number < 1 else count(round(float(number)))


def seconds(number: Any) -> str:
    """Three digits and the unit that suits them: 432 µs, 1.23 ms, 10.0 s, 3,430 s."""
    if is_missing(number):
        return MISSING
    for unit, name in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if number >= unit * ROUNDS_UP:
            return f"{rounded(number / unit)} {name}"
    return "0 s" if number == 0 else f"{rounded(number / 1e-9)} ns"


def limit(number: float) -> str:
    """Seconds as a person set them: 10 s, 0.5 s."""
    return f"{number:,g} s"


def at_least(text: str, bound: Any) -> str:
    """Marks a lower bound; a bound that is not even known is said to be unknown."""
    if is_missing(bound) or not bound:
        return text
    return "unknown" if text == MISSING else f"≥ {text}"


def listed(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def number_of(size: int, thing: str, things: str = "") -> str:
    """`1 puzzle`, `60 puzzles`; things: where more of them are not called so with an s at the end."""
    return f"{size:,} {thing if size == 1 else things or thing + 's'}"
