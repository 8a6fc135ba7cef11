"""Cryptarithms: a sum in letters (`SEND+MORE=MONEY`), each letter a digit, different letters different digits.

The text is words of letters A to Z (small ones count as capitals) with `+` between them, on both sides of one `=`;
spaces do not matter. The first letter of a word is not 0, unless the word is that letter alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_uppercase

from csp.model import AllDifferent, Linear, Model
from csp.problems.family import Content, Family, InstanceError
from csp.problems.parameters import below, seeded, shuffled, within

LARGEST_BASE = len(ascii_uppercase)
LARGEST_NUMBER = 1 << 53
"""No word may stand for more, so that sums stay within what every strategy counts in."""

EXAMPLE = "like SEND+MORE=MONEY"


def parse(text: str, base: int = 10) -> Content:
    """The puzzle that a text stands for.

    base: of the numbers, from 2 to 26

    Raises:
        InstanceError: the text is no such sum, has more letters than there are digits, or a word that is too long.
    """
    within("base", base, 2, LARGEST_BASE)
    sides = "".join(text.split()).upper().split("=")
    shown = text.strip()[:60]
    if len(sides) != 2:
        many = "no '='" if len(sides) == 1 else f"{len(sides) - 1} times '='"
        raise InstanceError(f"{many} in {shown!r}; a cryptarithm is a sum with one, {EXAMPLE}")
    bad = re.search(r"[^A-Z+=]", "=".join(sides))
    if bad:
        raise InstanceError(f"{bad[0]!r} in {shown!r}; a cryptarithm has letters A to Z, '+' and one '=', {EXAMPLE}")
    left, right = (side.split("+") for side in sides)
    if not all([*left, *right]):
        raise InstanceError(f"a word is missing beside '+' or '=' in {shown!r}; a cryptarithm is a sum {EXAMPLE}")
    letters = sorted({letter for word in left + right for letter in word})
    if len(letters) > base:
        raise InstanceError(f"{shown!r} has {len(letters)} different letters; in base {base} there are {base} digits")
    longest = max(left + right, key=len)
    if base ** len(longest) > LARGEST_NUMBER:
        most = next(length for length in range(60, 0, -1) if base**length <= LARGEST_NUMBER)
        raise InstanceError(f"{longest[:60]} has {len(longest)} letters; in base {base} a word has at most {most}")
    return {"left": left, "right": right, "base": base}


def generate(digits: int = 4, addends: int = 2, base: int = 10, seed: int = 0) -> Content:
    """A true sum of random numbers with so many digits, its digits replaced by letters; so there is a solution.

    Raises:
        InstanceError: digits, addends or base make no sense, or the numbers get too large.
    """
    within("base", base, 2, LARGEST_BASE)
    most = next(length for length in range(60, 0, -1) if base**length <= LARGEST_NUMBER) - 2
    within("digits", digits, 1, most)
    within("addends", addends, 1, base)
    rng = seeded(seed, "cryptarithm", digits, addends, base)
    letters = shuffled(rng, ascii_uppercase[:base])
    least = base ** (digits - 1)
    numbers = [least + below(rng, base**digits - least) for _ in range(addends)]
    *left, total = (_word(number, base, letters) for number in [*numbers, sum(numbers)])
    return {"left": left, "right": [total], "base": base}


def _word(number: int, base: int, letters: Sequence[str]) -> str:
    word = ""
    while number:
        number, digit = divmod(number, base)
        word = letters[digit] + word
    return word


def model(content: Content) -> Model:
    """Variable i: the digit of the i-th letter of the alphabet that occurs. One equation over all letters."""
    base, left, right = content["base"], content["left"], content["right"]
    letters = _letters(content)
    leading = {word[0] for word in left + right if len(word) > 1}
    weights = dict.fromkeys(letters, 0)
    for sign, words in ((1, left), (-1, right)):
        for word in words:
            for place, letter in enumerate(reversed(word)):
                weights[letter] += sign * base**place
    domains = [range(1 if letter in leading else 0, base) for letter in letters]
    # A letter that weighs nothing stands on both sides alike.
    terms = [(variable, weights[letter]) for variable, letter in enumerate(letters) if weights[letter]]
    equation = Linear([variable for variable, _ in terms], [weight for _, weight in terms], "=", 0)
    return Model(domains, [AllDifferent(range(len(letters))), *([equation] if terms else [])], letters)


def _letters(content: Content) -> list[str]:
    return sorted({letter for word in content["left"] + content["right"] for letter in word})


def check(content: Content, values: Sequence[int]) -> str:
    """Why these digits are no solution; "" when they are one."""
    base, seen = content["base"], sorted(set("".join(content["left"] + content["right"])))
    if len(values) != len(seen):
        return f"{len(values)} digits for {len(seen)} letters"
    digit_of = dict(zip(seen, values, strict=True))
    owner: dict[int, str] = {}
    for letter, digit in digit_of.items():
        if not 0 <= digit < base:
            return f"{letter} is {digit}, which is no digit in base {base}"
        if digit in owner:
            return f"{owner[digit]} and {letter} are both {digit}"
        owner[digit] = letter
    totals = []
    for words in (content["left"], content["right"]):
        total = 0
        for word in words:
            if digit_of[word[0]] == 0 and word[1:]:
                return f"{word} begins with 0"
            number = 0
            for letter in word:
                number = number * base + digit_of[letter]
            total += number
        totals.append(total)
    return "" if totals[0] == totals[1] else f"the left side is {totals[0]}, the right side {totals[1]}"


def write(content: Content, values: Sequence[int]) -> str:
    """The sum in digits, `9567 + 1085 = 10652`; above base 10, digits go on with a, b, c."""
    digits = "0123456789abcdefghijklmnop"
    digit_of = {letter: digits[value] for letter, value in zip(_letters(content), values, strict=True)}
    sides = (
        " + ".join("".join(digit_of[letter] for letter in word) for word in content[side]) for side in ("left", "right")
    )
    return " = ".join(sides)


NAMED = {
    "send-more-money": ("Dudeney 1924, unique", parse("SEND+MORE=MONEY")),
    "two-two-four": ("7 solutions", parse("TWO+TWO=FOUR")),
    "donald-gerald-robert": ("all ten digits, unique", parse("DONALD+GERALD=ROBERT")),
    "planets": ("four addends, unique", parse("SATURN+URANUS+NEPTUNE+PLUTO=PLANETS")),
    "violin": ("a sum on both sides, 4 solutions", parse("VIOLIN+VIOLIN+VIOLA=TRIO+SONATA")),
}

COUNTS = {"send-more-money": 1, "two-two-four": 7, "donald-gerald-robert": 1, "planets": 1, "violin": 4}


def count(content: Content) -> int | None:
    """Of the puzzles known by name."""
    known = (COUNTS[name] for name, (_, named) in NAMED.items() if dict(content) == named)
    return next(known, None)


CRYPTARITHM = Family(
    "cryptarithm",
    "sums in letters: each letter a digit, different letters different digits",
    generate,
    model,
    check,
    write,
    NAMED,
    parse=parse,
    noun="sum",
    count=count,
)
