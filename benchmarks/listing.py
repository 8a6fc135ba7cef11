"""What there is: the text of `run-bench list`."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.provenance import SEARCH_PACKAGES
from benchmarks.registry import PROBLEMS, STRATEGIES, StrategyEntry


def listing(what: str | None) -> str:
    """Problems with their banks, strategies with their parameters, figures; or only one of the three."""
    parts = {"problems": _problems, "strategies": _strategies, "figures": _figures}
    chosen = [what] if what is not None else list(parts)
    return "\n\n".join("\n".join([title.upper(), *parts[title]()]) for title in chosen)


def _problems() -> Iterator[str]:
    for problem in PROBLEMS:
        yield f"  {problem.name}: {problem.summary}"
        for name, line in problem.banks().items():
            yield f"      --bank {name}: {line}"
    for prefix, line in PROBLEMS.kinds().items():
        yield f"  {prefix}NAME: {line}"


def _strategies() -> Iterator[str]:
    width = max(len(entry.name) for entry in STRATEGIES)
    for entry in STRATEGIES:
        yield f"  {entry.name:{width}}  {entry.summary} [{', '.join(entry.backends)}]{_origin(entry)}"
        for name, value in entry.fixed.items():
            yield f"  {'':{width}}      {name.replace('_', '-')} = {value}"
        for parameter in entry.parameters:
            values = "|".join(parameter.choices) or parameter.kind
            yield f"  {'':{width}}      {parameter.option} {values} (default {parameter.default})"


def _origin(entry: StrategyEntry) -> str:
    return "" if entry.origin in SEARCH_PACKAGES else f" from {entry.origin}"


def _figures() -> Iterator[str]:
    from reports.figures import FIGURES

    for name, figure in FIGURES.items():
        yield f"  {name}: {figure.title}"
