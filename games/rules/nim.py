"""Nim: heaps of sticks; a player takes as many as he likes from one heap, or up to a limit.

All heaps are packed into one integer, each in a field of bits as wide as the largest needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.game import UNDECIDED, Game, PositionError, RulesError

MAX_BITS = 62
MAX_STROKES = 100


class Heaps(NamedTuple):
    """What is left, packed."""

    sticks: int


@dataclass(frozen=True)
class Fields:
    """Where each heap is in the packed integer.

    Raises:
        RulesError: no heap, an empty or negative one, or more than 62 bits hold.
    """

    heaps: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.heaps or min(self.heaps) < 1:
            raise RulesError(f"heaps of {', '.join(map(str, self.heaps)) or 'nothing'}: one or more, each of 1 or more")
        if self.width * len(self.heaps) > MAX_BITS:
            raise RulesError(
                f"{len(self.heaps)} heaps of up to {max(self.heaps)} need {self.width * len(self.heaps)} bits; there "
                f"are {MAX_BITS}"
            )

    @property
    def width(self) -> int:
        """Bits for each heap."""
        return max(self.heaps).bit_length()

    def pack(self, heaps: Sequence[int]) -> int:
        """Shape: [heaps], as many as there are or fewer."""
        return sum(sticks << self.width * heap for heap, sticks in enumerate(heaps))

    def unpack(self, packed: int) -> list[int]:
        """Shape: [heaps]."""
        return [packed >> self.width * heap & (1 << self.width) - 1 for heap in range(len(self.heaps))]


def nim(heaps: Sequence[int] | str = (10,), take: int = 3, misere: bool = False) -> Game:
    """Who takes the last stick wins; `misere`: loses. At most `take` sticks at a time; 0: no limit.

    heaps: numbers of sticks, also as text: `3 5 7`

    A move is `most * heap + sticks - 1`, where `most` is the largest number of sticks that can ever be taken.

    Raises:
        RulesError: heaps or a limit that make no game.
    """
    if take < 0:
        raise RulesError(f"take {take} at most: 1 or more, or 0 for no limit")
    fields = Fields(heaps_of(heaps) if isinstance(heaps, str) else tuple(heaps))
    largest, count = max(fields.heaps), len(fields.heaps)
    most = min(take, largest) if take else largest
    width, field = fields.width, (1 << fields.width) - 1
    empty_handed = 1 if misere else -1

    def moves(state: Heaps) -> Iterator[int]:
        for heap in range(count):
            sticks = state.sticks >> width * heap & field
            for taken in range(1, min(sticks, most) + 1):
                yield most * heap + taken - 1

    def play(state: Heaps, move: int) -> Heaps:
        return Heaps(state.sticks - (move % most + 1 << width * (move // most)))

    def outcome(state: Heaps) -> int:
        return empty_handed if state.sticks == 0 else UNDECIDED

    notation = Notation(fields, most)
    return Game(
        name="nim",
        initial=Heaps(fields.pack(fields.heaps)),
        moves=moves,
        play=play,
        outcome=outcome,
        max_moves=most * count,
        max_plies=count * largest,
        write=notation.write,
        read=notation.read,
        picture=notation.picture,
        move_name=notation.move_name,
    )


def parameters_of(text: str) -> dict[str, Any]:
    """The heaps that a position's text names."""
    return {"heaps": heaps_of(text)}


@dataclass(frozen=True)
class Notation:
    """Positions as the heaps' sizes: `3 5 7`."""

    fields: Fields
    most: int

    def read(self, text: str) -> Heaps:
        """Sizes with anything but digits between them; heaps that are not named are empty.

        Raises:
            PositionError: no size, or one that this game has no room for.
        """
        sizes = heaps_of(text)
        room, largest = len(self.fields.heaps), max(self.fields.heaps)
        if len(sizes) > room:
            raise PositionError(f"{len(sizes)} heaps in {text!r}; this game is played with {room}")
        for size in sizes:
            if size > largest:
                raise PositionError(f"a heap of {size} in {text!r}; the largest in this game has {largest}")
        return Heaps(self.fields.pack(sizes))

    def write(self, state: Heaps) -> str:
        return " ".join(map(str, self.fields.unpack(state.sticks)))

    def picture(self, state: Heaps) -> str:
        """A line for each heap, with a stroke for each stick where they are not too many."""
        sizes = self.fields.unpack(state.sticks)
        strokes = ["|" * size if size <= MAX_STROKES else "|...|" for size in sizes]
        return "\n".join(
            f"heap {heap}: {size:3} {drawn}".rstrip()
            for heap, (size, drawn) in enumerate(zip(sizes, strokes, strict=True), start=1)
        )

    def move_name(self, state: Heaps, move: int) -> str:
        """`take 2`, and from which heap where there are several."""
        heap, taken = divmod(move, self.most)
        return f"take {taken + 1}" + (f" from heap {heap + 1}" if len(self.fields.heaps) > 1 else "")


def heaps_of(text: str) -> tuple[int, ...]:
    """The sizes of heaps in a text such as `3 5 7`, `3,5,7` or `3+5+7`.

    Raises:
        PositionError: there is something else in it.
    """
    if not re.fullmatch(r"\s*[0-9]{1,18}(\s*[\s,;+]\s*[0-9]{1,18})*\s*", text):
        raise PositionError(f"{text!r} are no heaps: numbers of sticks are wanted, such as 3 5 7")
    return tuple(map(int, re.findall("[0-9]+", text)))
