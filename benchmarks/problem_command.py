"""`run-bench PROBLEM`: its options, which come from the strategies' own fields, and what it does."""

from __future__ import annotations

import itertools
import math
import os
import shlex
import sys
import threading
from collections.abc import Iterator
from typing import Any

import click

from backends import BACKENDS
from benchmarks.cli import FAILED, INTERRUPTED, RESULTS, Refused, plugin_files
from benchmarks.conduct import conduct
from benchmarks.console import Output
from benchmarks.plan import Experiment, Limits, PlanError, contestants_of, expand, size_of
from benchmarks.provenance import code_version, packages_of, provenance
from benchmarks.publish import check_writable, prepare_to_publish, write_report
from benchmarks.record import utc_now
from benchmarks.registry import (
    QUESTIONS,
    STRATEGIES,
    Instance,
    Parameter,
    Problem,
    UnknownName,
    Unreadable,
    strategies_for,
    unknown,
)
from benchmarks.store import Store, new_id, open_store

MOST_COMPLAINTS = 20
MOST_JOBS = 256
LARGEST = 2**63 - 1
"""What a column of the store, and a counter of compiled code, holds."""


class Seconds(click.FloatRange):
    """A range that infinity and nan do not pass."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = float(super().convert(value, param, ctx))
        if not math.isfinite(seconds):
            self.fail(f"{value} is not a number of seconds", param, ctx)
        return seconds


class Count(click.IntRange):
    """A range that ends where LARGEST is, which nobody needs to read in the help."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = int(super().convert(value, param, ctx))
        if number > LARGEST:
            self.fail(f"{number} is larger than {LARGEST}", param, ctx)
        return number


class _WithParameters(click.Command):
    """A command whose help shows the strategies' parameters apart from the rest."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        groups: dict[str, list[tuple[str, str]]] = {}
        for parameter in self.get_params(ctx):
            if (record := parameter.get_help_record(ctx)) is not None:
                groups.setdefault(getattr(parameter, "group", "Control and output"), []).append(record)
        for title in ("Instances", "Strategies", "Limits", "Control and output"):
            with formatter.section(title):
                formatter.write_dl(groups.get(title, []))


class _Option(click.Option):
    """An option with the heading that it stands under."""

    def __init__(self, *words: Any, group: str, **settings: Any) -> None:
        super().__init__(*words, **settings)
        self.group = group


def _option(*words: str, group: str, **settings: Any) -> Any:
    return click.option(*words, cls=_Option, group=group, **settings)


def _list_option(*words: str, group: str, **settings: Any) -> Any:
    """An option with a list of values, which may be given more than once."""

    def join(ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> str | None:
        return ",".join(texts) if texts else None

    return _option(*words, group=group, multiple=True, callback=join, **settings)


def problem_command(problem: Problem) -> click.Command:
    """The command of one problem: options for its instances, for its strategies' parameters, and for the running."""
    names = ", ".join(entry.name for entry in strategies_for(problem))
    text = f"Run strategies on instances of {problem.name}: {problem.summary}.\n\nStrategies: {names}."

    def command(**words: Any) -> None:
        sys.exit(_run(problem, words))

    options = [
        *_instance_options(problem),
        *_strategy_options(problem),
        *_question_options(problem),
        *_limit_options(),
        *_running_options(),
        RESULTS,
    ]
    for decorate in reversed(options):
        command = decorate(command)
    return click.command(problem.name, cls=_WithParameters, help=text)(command)


def _instance_options(problem: Problem) -> list[Any]:
    banks = f"Instances that ship with it: {', '.join(problem.banks())}; run-bench list problems says what each is."
    noun = problem.noun
    special = [
        _list_option(f"--{name}", _word_of(name), group="Instances", metavar="VALUE", help=line)
        for name, line in problem.read_options().items()
    ]
    given = {
        "file": (f"{noun}s", "FILE", "A file; - is standard input."),
        "text": (noun, "TEXT", f"One {noun.replace('-', ' ')}, as text."),
    }
    own = [
        _option(f"--{name}", _word_of(name), group="Instances", multiple=True, metavar=metavar, help=line)
        for form, (name, metavar, line) in given.items()
        if form in problem.forms
    ]
    return [
        _option("--bank", group="Instances", multiple=True, metavar="NAME", help=banks),
        *own,
        *special,
        _option("--limit", group="Instances", type=Count(min=1), metavar="N", help="Only the first N."),
        _option("--strict", group="Instances", is_flag=True, help="One bad line stops everything."),
    ]


def _strategy_options(problem: Problem) -> list[Any]:
    entries = strategies_for(problem)
    having: dict[str, list[tuple[str, Parameter]]] = {}
    for entry in entries:
        for parameter in entry.parameters:
            having.setdefault(parameter.name, []).append((entry.name, parameter))
    options = [
        _list_option(
            "--strategy",
            group="Strategies",
            default=[",".join(problem.default_strategies)],
            show_default=True,
            metavar="NAME[,NAME...]",
        )
    ]
    for owners in having.values():
        parameter = owners[0][1]
        whose: dict[str, list[str]] = {}
        for name, its in owners:
            values = " ".join(its.choices) if its.choices else its.kind
            whose.setdefault(f"{values} [default: {its.default}; ", []).append(name)
        line = "; ".join(f"{values}{', '.join(names)}]" for values, names in whose.items())
        # By its own name: the one that click would make of the option is in small letters.
        options.append(
            _list_option(parameter.option, parameter.name, group="Strategies", metavar="VALUE[,VALUE...]", help=line)
        )
    return options


def _question_options(problem: Problem) -> list[Any]:
    """What is asked, where there is a choice."""
    if len(problem.questions) == 1:
        return []
    stop = "Stop at the first, at the second, or never; count: never, and keep none"
    return [
        _option(
            "--solutions",
            group="Limits",
            type=click.Choice(QUESTIONS[problem.family]),
            metavar="|".join(problem.questions),
            default=problem.questions[0],
            show_default=True,
            help=f"{stop}{'; best: the best one' if 'best' in problem.questions else ''}.",
        ),
        _option(
            "--cap",
            group="Limits",
            type=Count(min=2),
            metavar="N",
            help="Where --solutions all ends [default: 10000], and --solutions count [default: nowhere].",
        ),
    ]


def _limit_options() -> list[Any]:
    return [
        _option(
            "--timeout",
            group="Limits",
            type=Seconds(min=0.1),  # the clocks of other processes tick a hundred times a second
            default=10.0,
            show_default=True,
            metavar="SECONDS",
            help="CPU time of a run; wall time: twice that and 1 s, more with more jobs than cores.",
        ),
        _option(
            "--memory",
            group="Limits",
            type=Count(min=64),
            metavar="MIB",
            help="Resident memory of a run.",
        ),
        _option(
            "--max-nodes",
            group="Limits",
            type=Count(min=1),
            metavar="N",
            help="Nodes of a run, for strategies that count them.",
        ),
    ]


def _running_options() -> list[Any]:
    group = "Control and output"
    return [
        _option(
            "--backend",
            group=group,
            type=click.Choice(["python", "compiled", "both"]),
            help="Interpreted, compiled or both [default: compiled, where a strategy has it].",
        ),
        _list_option(
            "--seed", group=group, default=["0"], show_default=True, metavar="N[,N...]", help="Also a range, 0..9."
        ),
        _option("--repeat", group=group, type=Count(min=1), default=1, show_default=True, metavar="N"),
        _option(
            "--jobs",
            group=group,
            type=click.IntRange(1, MOST_JOBS),
            default=1,
            show_default=True,
            metavar="N",
            help="Workers side by side; wall time is not to be trusted then.",
        ),
        _option(
            "--plugin",
            group=group,
            multiple=True,
            metavar="FILE",
            help="A Python file that registers strategies or problems.",
        ),
        _option(
            "--json",
            "as_json",
            group=group,
            is_flag=True,
            help="A row of JSON per run on standard output; all else on standard error.",
        ),
        _option("--quiet", group=group, is_flag=True, help="No progress bar and no table."),
        _option("--report", group=group, metavar="FILE", help="Where the page goes [default: DIR/EXPERIMENT.html]."),
        _option("--no-report", group=group, is_flag=True, help="No page."),
    ]


def _run(problem: Problem, words: dict[str, Any]) -> int:
    """Do what the options say; the exit code."""
    asked = _experiment(problem, words)
    output = Output(words["as_json"], words["quiet"])
    if words["report"]:
        check_writable(words["report"])
    if asked.jobs > (cores := os.cpu_count() or 1):
        output.say(
            f"{asked.jobs} jobs on {cores} cores: only counts and CPU times can be trusted, and caches are shared"
        )
    instances = _instances(problem, words)
    first = next(instances, None)
    if first is None:
        raise Refused("nothing to run: no instance could be read or made")
    with open_store(words["results"], create=True) as store:
        command = shlex.join(["run-bench", *sys.argv[1:]])
        origin = provenance(new_id(problem.name), command, utc_now(), code_version(asked.plugins, asked.packages))
        name = store.begin(asked, origin, itertools.chain([first], instances))
        return carry_out(name, store, output, report=words["report"], with_report=not words["no_report"])


def carry_out(name: str, store: Store, output: Output, *, report: str | None, with_report: bool) -> int:
    """Do the runs of an experiment that have no row yet, show them, write the page; the exit code."""
    asked = store.asked(name)
    code = store.provenance(name)["code"]
    if code != code_version(asked.plugins, asked.packages):
        raise Refused(
            f"the code has changed since {name} began, and its rows would not compare; start a new experiment"
        )
    preparing = threading.Thread(target=prepare_to_publish, args=(with_report,), daemon=True)
    preparing.start()  # importing pandas and seaborn takes as long as a worker takes to start and compile
    try:
        with store.claim(name):
            done = len(store.done(name))
            with output.progress(size_of(asked, store.instance_count(name)), done) as on_row:
                conduct(name, asked, store, code, on_row)
    except KeyboardInterrupt:
        output.say(
            f"interrupted; finish it with: run-bench resume {name} --results {shlex.quote(str(store.path.parent))}"
        )
        return INTERRUPTED
    preparing.join()
    failed = output.conclude(store, name)
    if with_report:
        output.path(write_report(store, [name], report))
    return FAILED if failed else 0


def _experiment(problem: Problem, words: dict[str, Any]) -> Experiment:
    chosen = [STRATEGIES.get(name) for name in dict.fromkeys(expand(words["strategy"]))]
    for entry in chosen:
        if entry.family != problem.family:
            raise PlanError(f"the strategy {entry.name} does not take instances of {problem.name}")
    question = words.get("solutions", problem.questions[0])
    if question not in problem.questions:
        raise PlanError(
            f"{problem.name} has nothing to minimise, so there is no {question} solution; --solutions may be "
            f"{', '.join(problem.questions)}"
        )
    names = {parameter.name for entry in strategies_for(problem) for parameter in entry.parameters}
    settings = {name: expand(words[name]) for name in names if words[name] is not None}
    allowed = getattr(problem, "backends", BACKENDS)  # rules of other people's games may not be compiled
    contestants = contestants_of(chosen, settings, words["backend"], allowed)
    return Experiment(
        problem=problem.name,
        contestants=contestants,
        question=question,
        cap=words.get("cap") or (LARGEST if question == "count" else Experiment.cap),
        max_nodes=words["max_nodes"],
        seeds=_seeds(words["seed"]),
        repeat=words["repeat"],
        limits=Limits(words["timeout"], words["memory"]),
        jobs=words["jobs"],
        plugins=tuple(plugin_files(sys.argv[1:])),
        packages=packages_of(chosen, problem),
    )


def _seeds(text: str) -> tuple[int, ...]:
    words = expand(text)
    try:
        seeds = tuple(dict.fromkeys(int(word) for word in words))
    except ValueError:
        raise PlanError(f"--seed wants whole numbers like 0,1,2 or 0..9; not {text!r}") from None
    for seed in (min(seeds), max(seeds)):
        if not 0 <= seed <= LARGEST:
            raise PlanError(f"--seed: {seed} is not between 0 and {LARGEST}")
    return seeds


def _instances(problem: Problem, words: dict[str, Any]) -> Iterator[Instance]:
    """The instances asked for, at most `--limit`, as a stream; complaints about bad lines go to standard error."""
    readable = _complain(_sources(problem, words), strict=words["strict"])
    return itertools.islice(readable, words["limit"])


def _sources(problem: Problem, words: dict[str, Any]) -> Iterator[Instance | Unreadable]:
    options = {name: words[_word_of(name)] for name in problem.read_options()}
    texts, files = (words.get(_word_of(name), ()) for name in (problem.noun, f"{problem.noun}s"))
    banks = words["bank"] or (() if files or texts else tuple(problem.banks())[:1])
    for name in banks:
        if name not in problem.banks():
            raise UnknownName(unknown("bank", name, problem.banks()))
    try:
        for name in banks:
            yield from problem.bank(name, options)
        for text in texts:
            yield from problem.read(text, True, options)
        for path in files:
            yield from problem.read(path, False, options)
    except ValueError as error:
        raise Refused(str(error)) from error


def _word_of(option: str) -> str:
    """The name by which click passes on the value of `--option`."""
    return option.replace("-", "_")


def _complain(found: Iterator[Instance | Unreadable], *, strict: bool) -> Iterator[Instance]:
    """Pass instances on and say what is wrong elsewhere, the first few times one by one."""
    bad = 0
    for item in found:
        if isinstance(item, Instance):
            yield item
            continue
        if strict:
            raise Refused(f"{item.place}: {item.message}")
        bad += 1
        if bad <= MOST_COMPLAINTS:
            click.echo(f"run-bench: {item.place}: {item.message}", err=True)
    if bad > MOST_COMPLAINTS:
        click.echo(f"run-bench: {bad - MOST_COMPLAINTS} more places that cannot be read", err=True)
