"""`run-bench trace`: a search told step by step, as text; `trace_page` makes a page of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from benchmarks.game_problem import GameProblem
from benchmarks.registry import PROBLEMS, Instance, Unreadable
from benchmarks.words import number_of
from games.answer import Unsupported
from games.game import Game, State
from games.search.rules import INFINITY
from games.trace import Back, Cut, Enter, Leaf, Step, Trace, trace


class CannotTrace(ValueError):
    """What was asked for makes no trace; the message says why."""


def print_trace(name: str, text: str | None, words: Sequence[str], html: str | None, asked: Mapping[str, Any]) -> None:
    """Print the trace of a position of a game, or write it as a page and print the path.

    html: where the page goes; None: no page
    words, text: as in `position`
    asked: arguments of `games.trace.trace`

    Raises:
        UnknownName: there is no such problem.
        CannotTrace: anything else that was asked for makes no trace.
        OSError: the page cannot be written.
    """
    game, state = position(name, text, words)
    try:
        found = trace(game, state, **asked)
    except (Unsupported, ValueError) as error:
        raise CannotTrace(str(error)) from error
    if html is None:
        click.echo(told(found))
        return
    from benchmarks.trace_page import page

    Path(html).write_text(page(found), encoding="utf-8")
    click.echo(html)


def position(name: str, text: str | None, words: Sequence[str]) -> tuple[Game, State]:
    """A game and the position to begin with, its start when `text` is None.

    words: options of the game, `--width 4` or `--width=4`

    Raises:
        UnknownName: there is no such problem.
        CannotTrace: it is no game, the options make none, or the text is no position.
    """
    problem = PROBLEMS.get(name)
    if not isinstance(problem, GameProblem):
        raise CannotTrace(f"{name} is not a game")
    options = _options(name, problem, words)
    try:
        found: Sequence[Instance | Unreadable]
        found = list(problem.bank("start", options) if text is None else problem.read(text, True, options))
    except ValueError as error:
        raise CannotTrace(str(error)) from error
    if not found:
        raise CannotTrace("the position is empty")
    if isinstance(found[0], Unreadable):
        raise CannotTrace(f"position: {found[0].message}")
    return problem.position(found[0])


def _options(name: str, problem: GameProblem, words: Sequence[str]) -> dict[str, str]:
    """The options of a game by their names without dashes. Raises CannotTrace for one that it does not have."""
    allowed, given, rest = problem.read_options(), {}, list(words)
    while rest:
        word, equals, value = rest.pop(0).partition("=")
        option = word.removeprefix("--")
        if option == word or option not in allowed:
            those = ", ".join(f"--{known}" for known in allowed) or "none"
            raise CannotTrace(f"{word!r} is no option of trace, nor of {name}, whose own are: {those}")
        if not equals and not rest:
            raise CannotTrace(f"--{option} needs a value")
        given[option] = value if equals else rest.pop(0)
    return given


def told(found: Trace) -> str:
    """The whole trace: a line for each step with the window that holds then, and a summary."""
    windows = [window_word(step) for step in found.steps]
    wide, digits = max(map(len, ("window", *windows))), len(str(len(windows)))
    lines = [f"{'':{digits}}  {'window':{wide}}  what happens"]
    for number, (step, window) in enumerate(zip(found.steps, windows, strict=True), 1):
        lines.append(f"{number:{digits}}  {window:{wide}}  {'  ' * step.node.ply}{sentence(step)}")
    return "\n".join([*lines, "", summary(found)])


def window_word(step: Step) -> str:
    """The window after a step; "" where it is as before."""
    if isinstance(step, Leaf | Cut):
        return ""
    return f"({_number(step.window.alpha.value)}, {_number(step.window.beta.value)})"


def _number(value: int) -> str:
    return "-inf" if value == -INFINITY else "+inf" if value == INFINITY else str(value)


def sentence(step: Step) -> str:
    """What happens in a step."""
    if isinstance(step, Enter):
        begins = "alpha begins at -inf" if step.node.player == "MAX" else "beta begins at +inf"
        return f"{step.node.name} ({step.node.player}): {begins}"
    if isinstance(step, Leaf):
        return f"{step.node.name} = {step.value}" + ("" if step.over else " (depth limit)")
    return _back(step) if isinstance(step, Back) else _cut(step)


def _back(step: Back) -> str:
    """What a value does to the bound of the node that it comes back to, and whether to go on."""
    bound, beyond, better = ("alpha", ">", "higher") if step.node.player == "MAX" else ("beta", "<", "lower")
    if step.after == step.before:
        change = f"{bound} stays {_number(step.before)}, as {step.value} from {step.child} is not {better}"
    else:
        change = f"{bound} = {step.after} from {step.child}, as {step.after} {beyond} {_number(step.before)}"
    return f"{step.node.name}: {change}; {_going_on(step)}"


def _going_on(step: Back) -> str:
    alpha, beta = step.window
    cut = alpha.value >= beta.value
    if step.last and not cut:
        return "no more children"
    if not alpha.owner or not beta.owner:
        return "go on"  # below the root's window there is nothing to compare with
    test = f"{alpha.owner}'s alpha {_number(alpha.value)} >= {beta.owner}'s beta {_number(beta.value)}"
    return f"cut: {test}" if cut else f"go on: {test} is false"


def _cut(step: Cut) -> str:
    """Which children are skipped, and why a good player does not mind."""
    skipped = f"skips {', '.join(step.skipped)}" if step.skipped else "skips nothing, it was the last child"
    if step.node.player == "MIN":
        kind, why = "alpha", f"MIN holds {step.node.name} to {step.own} or less, and MAX has"
    else:
        kind, why = "beta", f"MAX gets {step.own} or more from {step.node.name}, and MIN has"
    deep = "deep " if step.deep else ""
    return f"{step.node.name}: {deep}{kind} cutoff {skipped}: {why} {step.bound.value} at {step.bound.owner}"


def summary(found: Trace) -> str:
    """The value, and what was looked at and what was not."""
    best = f", by {found.best}" if found.best else ""
    skipped = [name for step in found.steps if isinstance(step, Cut) for name in step.skipped]
    kinds = ((found.nodes, "node", ""), (found.leaves, "leaf", "leaves"), (found.cutoffs, "cutoff", ""))
    counts = ", ".join(number_of(*kind) for kind in kinds)
    unseen = f"never looked at: {', '.join(skipped)}" if skipped else "nothing was skipped"
    return f"{found.root.name} = {found.value}{best}: {counts}; {unseen}"
