"""What there is: the text of `run-bench list`."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from benchmarks.provenance import SEARCH_PACKAGES
from benchmarks.registry import PROBLEMS, STRATEGIES, Problem, StrategyEntry
from csp.answer import Abilities


def listing(what: str | None) -> str:
    """Problems with their banks, strategies with their parameters, figures; or only one of the three."""
    parts = {"problems": _problems, "strategies": _strategies, "figures": _figures}
    chosen = [what] if what is not None else list(parts)
    return "\n\n".join("\n".join([title.upper(), *parts[title]()]) for title in chosen)


def _problems() -> Iterator[str]:
    for problem in PROBLEMS:
        yield f"  {problem.name}: {problem.summary}"
        yield from _ways(problem)
        for name, line in problem.banks().items():
            yield f"      --bank {name}: {line}"
    for prefix, line in PROBLEMS.kinds().items():
        yield f"  {prefix}NAME: {line}"


def _ways(problem: Problem) -> Iterator[str]:
    """How instances can be given, and what can be asked of them, where that is not the same for all."""
    ways = {"text": f"--{problem.noun} TEXT", "file": f"--{problem.noun}s FILE"}
    given = [way for form, way in ways.items() if form in problem.forms]
    if given:
        yield f"      {', '.join(given)}"
    if len(problem.questions) > 1:
        yield f"      --solutions {'|'.join(problem.questions)}"


def _strategies() -> Iterator[str]:
    width = max(len(entry.name) for entry in STRATEGIES)
    for entry in STRATEGIES:
        yield f"  {entry.name:{width}}  {entry.summary} [{', '.join(entry.backends)}]{_origin(entry)}"
        if entry.family == "csp":
            yield f"  {'':{width}}      {_abilities(entry)}"
        if entry.fixed:
            yield f"  {'':{width}}      stands for {_setting(entry)}"
        for parameter in entry.parameters:
            values = "|".join(parameter.choices) or parameter.kind
            yield f"  {'':{width}}      {parameter.option} {values} (default {parameter.default})"


def _setting(entry: StrategyEntry) -> str:
    """The parameters that its name fixes, where they are not what they are anyway."""
    usual = {column.name: column.default for column in dataclasses.fields(entry.factory)}  # type: ignore[arg-type]
    fixed = (f"{name.replace('_', '-')}={value}" for name, value in entry.fixed.items() if value != usual[name])
    return " ".join(fixed) or "all settings at their defaults"


def _abilities(entry: StrategyEntry) -> str:
    """What it takes, whether it finds all solutions and proves that there are no others, and what it counts."""
    can: Abilities | None = getattr(entry.factory, "abilities", None)
    if can is None:
        return "takes ?; enumerates ?; proves ?; counts ?"
    best = "; optimises: by itself" if can.optimises else ""
    return (
        f"takes {can.takes}; enumerates: {_yes(can.enumerates)}; proves: {_yes(can.proves)}{best}; "
        f"counts {', '.join(can.counts) or 'none of ours'}"
    )


def _yes(whether: bool) -> str:
    return "yes" if whether else "no"


def _origin(entry: StrategyEntry) -> str:
    return "" if entry.origin in SEARCH_PACKAGES else f" from {entry.origin}"


def _figures() -> Iterator[str]:
    from reports.figures import FIGURES

    for name, figure in FIGURES.items():
        yield f"  {name}: {figure.title}"
