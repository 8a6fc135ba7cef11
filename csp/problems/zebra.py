"""Zebra puzzles: houses in a row, and who lives where with which colour, pet, drink and so on.

An item (`Norwegian`, `zebra`) belongs to a kind; each house has one item of each kind. A clue is one of

    ["same", a, b]      a and b are in the same house
    ["right", a, b]     a is in the house immediately to the right of b's
    ["next", a, b]      a is in a house beside b's
    ["at", a, house]    a is in that house, counted from 1

The puzzle of Life International (17 December 1962) is the instance `zebra`; others are drawn at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from csp.model import AllDifferent, Constraint, Linear, Model, Table
from csp.problems.family import Content, Family
from csp.problems.parameters import below, seeded, shuffled, within

if TYPE_CHECKING:
    import numpy as np

CLASSIC = 0
MOST_HOUSES = 50
MOST_KINDS = 50
ENOUGH_CLUES = -1

ZEBRA: Content = {
    "houses": 5,
    "kinds": [
        ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
        ["red", "green", "ivory", "yellow", "blue"],
        ["dog", "snails", "fox", "horse", "zebra"],
        ["coffee", "tea", "milk", "orange juice", "water"],
        ["Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"],
    ],
    "clues": [
        ["same", "Englishman", "red"],
        ["same", "Spaniard", "dog"],
        ["same", "coffee", "green"],
        ["same", "Ukrainian", "tea"],
        ["right", "green", "ivory"],
        ["same", "Old Gold", "snails"],
        ["same", "Kools", "yellow"],
        ["at", "milk", 3],
        ["at", "Norwegian", 1],
        ["next", "Chesterfields", "fox"],
        ["next", "Kools", "horse"],
        ["same", "Lucky Strike", "orange juice"],
        ["same", "Japanese", "Parliaments"],
        ["next", "Norwegian", "blue"],
    ],
    "asked": ["water", "zebra"],
}
"""Who drinks water, and who owns the zebra?"""


def generate(houses: int = CLASSIC, kinds: int = 5, clues: int = ENOUGH_CLUES, seed: int = 0) -> Content:
    """The puzzle of 1962, or true clues about a random street, so that there is a solution.

    houses: 0: the puzzle of 1962, and the other parameters do not matter
    clues: how many are drawn, all different; -1: three for every house, or all that there are. They may leave more than
        one solution

    Raises:
        InstanceError: a parameter is too small or too large.
    """
    within("houses", houses, 0, MOST_HOUSES)
    if houses == CLASSIC:
        return ZEBRA
    within("kinds", kinds, 1, MOST_KINDS)
    rng = seeded(seed, "zebra", houses, kinds)
    street = [
        shuffled(rng, (f"{chr(97 + kind % 26)}{kind // 26 or ''}{item}" for item in range(1, houses + 1)))
        for kind in range(kinds)
    ]
    true = _true_clues(street, rng)
    if clues != ENOUGH_CLUES:
        within("clues", clues, 0, len(true), f"so many are true of {houses} houses and {kinds} kinds")
    chosen = true[: min(len(true), 3 * houses) if clues == ENOUGH_CLUES else clues]
    return {"houses": houses, "kinds": [sorted(kind) for kind in street], "clues": chosen, "asked": []}


def _true_clues(street: list[list[str]], rng: np.random.Generator) -> list[list[Any]]:
    """The clues that are true of a street ([kind][house]), in a random order.

    Of each kind only one item is placed by number: a street told house by house is no puzzle.
    """
    houses, kinds = len(street[0]), len(street)
    true: list[list[Any]] = []
    for one in range(kinds):
        named = below(rng, houses)
        true.append(["at", street[one][named], named + 1])
        for house in range(houses):
            true += [["same", street[one][house], street[other][house]] for other in range(one + 1, kinds)]
            if house + 1 < houses:
                true += [["right", street[one][house + 1], street[other][house]] for other in range(kinds)]
                beside = [[street[one][house], street[other][house + 1]] for other in range(kinds)]
                true += [["next", *(pair if below(rng, 2) else pair[::-1])] for pair in beside]
    return shuffled(rng, true)


def model(content: Content) -> Model:
    """A variable per item, kind by kind: its house, from 1."""
    houses = range(1, content["houses"] + 1)
    names = [item for kind in content["kinds"] for item in kind]
    number = {name: variable for variable, name in enumerate(names)}
    domains: list[Sequence[int]] = [houses] * len(names)
    constraints: list[Constraint] = [AllDifferent([number[item] for item in kind]) for kind in content["kinds"]]
    beside = [(house, house + step) for house in houses for step in (-1, 1) if house + step in houses]
    for kind, item, other in content["clues"]:
        if kind == "at":
            constraints.append(Linear([number[item]], [1], "=", other))
        elif kind == "next":
            constraints.append(Table((number[item], number[other]), beside))
        else:
            constraints.append(Linear((number[item], number[other]), (1, -1), "=", int(kind == "right")))
    return Model(domains, constraints, names)


def check(content: Content, values: Sequence[int]) -> str:
    """Why these houses are no solution; "" when they are one."""
    items = list(chain.from_iterable(content["kinds"]))
    if len(values) != len(items):
        return f"{len(values)} houses for {len(items)} items"
    house_of = dict(zip(items, values, strict=True))
    for kind in content["kinds"]:
        lives = {house_of[item]: item for item in kind}
        if sorted(lives) != list(range(1, content["houses"] + 1)):
            return f"not one each of {', '.join(kind)} in every house: {[house_of[item] for item in kind]}"
    for clue in content["clues"]:
        word, item, other = clue
        where = house_of[item]
        right = {
            "at": lambda where, other: where == other,
            "same": lambda where, other: where == house_of[other],
            "right": lambda where, other: where == house_of[other] + 1,
            "next": lambda where, other: abs(where - house_of[other]) == 1,
        }[word](where, other)
        if not right:
            return f"the clue {clue} is broken: {item} is in house {where}" + (
                "" if word == "at" else f", {other} in house {house_of[other]}"
            )
    return ""


def write(content: Content, values: Sequence[int]) -> str:
    """What is asked (`water: Norwegian, zebra: Japanese`), then the houses from left to right."""
    first, *_ = kinds = content["kinds"]
    names = [item for kind in kinds for item in kind]
    house_of = dict(zip(names, values, strict=True))
    houses = range(1, content["houses"] + 1)
    inside = {house: [item for item in names if house_of[item] == house] for house in houses}
    owners = {house_of[item]: item for item in first}
    asked = ", ".join(f"{item}: {owners.get(house_of[item], '?')}" for item in content["asked"])
    street = " | ".join(f"{house} {', '.join(inside[house])}" for house in houses)
    return f"{asked}; {street}" if asked else street


def count(content: Content) -> int | None:
    """Of the puzzle of 1962."""
    return 1 if dict(content) == ZEBRA else None


ZEBRAS = Family(
    "zebra",
    "the zebra puzzle, and random ones of its kind",
    generate,
    model,
    check,
    write,
    {"zebra": ("who drinks water, who owns the zebra? (1962, unique)", ZEBRA)},
    noun="street",
    count=count,
)
