"""The command line: `run-bench PROBLEM ...` and the commands around it. The door of the house; it may call any room.

Exit codes: 0 all went well; 1 a puzzle is not unique (`solve --check-unique`); 2 usage or bad input; 3 a run failed or
an answer was wrong; 130 interrupted.
"""

from __future__ import annotations

import io
import itertools
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from benchmarks.solve_command import solve

BAD_INPUT, FAILED, INTERRUPTED = 2, 3, 130

RESULTS = click.option(
    "--results", default="bench-results", show_default=True, metavar="DIR", help="Folder of the stored rows."
)


class Refused(click.ClickException):
    """A message for a person, and exit code 2: nothing was run."""

    exit_code = BAD_INPUT

    def show(self, file: Any = None) -> None:
        click.echo(f"run-bench: {self.message}", err=True)


class ReaderLeft(Exception):
    """Whoever read our standard output has had enough."""


class Door(click.Group):
    """The commands below, and one more for every registered problem."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from benchmarks.registry import PROBLEMS

        _load()
        return [*PROBLEMS.names(), *self.commands]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The problems, of which no command need be made for that, and the other commands."""
        from benchmarks.registry import PROBLEMS

        _load()
        with formatter.section("Problems"):
            kinds = [(f"{prefix}NAME", summary) for prefix, summary in PROBLEMS.kinds().items()]
            formatter.write_dl([*((problem.name, problem.summary) for problem in PROBLEMS), *kinds])
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(90)) for name, command in self.commands.items()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self.commands:
            return self.commands[cmd_name]
        from benchmarks.registry import PROBLEMS, unknown

        _load()
        if cmd_name not in PROBLEMS:
            raise Refused(unknown("problem or command", cmd_name, self.list_commands(ctx)))
        from benchmarks.problem_command import problem_command

        return problem_command(PROBLEMS.get(cmd_name))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise ReaderLeft from None  # which click would turn into exit code 1


HELP = """Compare constraint solvers and game searchers: exact node counts, honest timings, checked answers.

\b
run-bench sudoku --strategy mrv             one strategy on the puzzles that ship with it
run-bench sudoku --strategy naive,mrv,fc    several, side by side
run-bench queens --size 8..12               a grid of instances, by the strategies that suit it
run-bench tictactoe --strategy alphabeta    a game, from its start
run-bench sudoku --help                     everything that can be asked of a problem
"""


@click.group(cls=Door, help=HELP, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="run-bench", prog_name="run-bench")
def door() -> None:
    """The commands."""


@door.command("list")
@click.argument("what", type=click.Choice(["problems", "strategies", "figures"]), required=False)
@click.option("--plugin", multiple=True, metavar="FILE", help="A Python file that registers more.")
def list_command(what: str | None, plugin: tuple[str, ...]) -> None:
    """What there is: problems, strategies, figures."""
    from benchmarks.listing import listing

    _load()
    click.echo(listing(what))


@door.command()
@click.argument("experiments", nargs=-1, metavar="[EXPERIMENT]...")
@click.option("-o", "--output", metavar="FILE", help="Where the page goes [default: DIR/EXPERIMENT.html].")
@RESULTS
def report(experiments: Sequence[str], output: str | None, results: str) -> None:
    """Write the HTML page of the last experiment, or of those named, and print its path."""
    from benchmarks.publish import write_report
    from benchmarks.store import open_store

    with open_store(results) as store:
        chosen = [store.find(name) for name in experiments] or [_last(store.experiments(), results)]
        click.echo(write_report(store, chosen, output))


@door.command()
@click.argument("experiment", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print each new row as JSON; everything else on standard error.")
@click.option("--quiet", is_flag=True, help="No progress bar and no table.")
@RESULTS
def resume(experiment: str | None, as_json: bool, quiet: bool, results: str) -> None:
    """Finish an experiment that was interrupted: the last one, or the one named."""
    from benchmarks.console import Output
    from benchmarks.problem_command import carry_out
    from benchmarks.store import open_store

    with open_store(results) as store:
        unfinished = [name for name, finished in store.experiments() if not finished]
        if experiment is None and not unfinished:
            raise Refused(f"every experiment in {results} is finished")
        name = store.find(experiment) if experiment is not None else unfinished[-1]
        if name not in unfinished:
            raise Refused(f"the experiment {name} is finished; see it with: run-bench report {name}")
        sys.exit(carry_out(name, store, Output(as_json, quiet), report=None, with_report=True))


@door.command()
@click.argument("experiment", required=False)
@click.option("--format", "kind", type=click.Choice(["csv", "json", "parquet"]), default="csv", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Where the rows go [default: standard output].")
@RESULTS
def export(experiment: str | None, kind: str, output: str | None, results: str) -> None:
    """Write the rows of all experiments, or of one, for other programs."""
    from benchmarks.publish import export_rows

    export_rows(results, experiment, kind, output)


@door.command()
@click.argument("problem", type=click.Choice(["sudoku"]))
@click.option("--size", type=int, default=9, show_default=True, help="Cells in a row; the box is the usual one.")
@click.option("--count", type=click.IntRange(min=1), default=1, show_default=True, help="How many puzzles.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--minimal", is_flag=True, help="Take givens away until none can go.")
@click.option("--givens", type=click.IntRange(min=1), help="Stop taking givens away at so many.")
@click.option("--symmetric", is_flag=True, help="Givens lie opposite each other.")
@click.option(
    "--bank", metavar="NAME", help="Make a bank again that ships with the project, as CSV (--seed is its own)."
)
def generate(problem: str, bank: str | None, **words: Any) -> None:
    """Make puzzles with exactly one solution, one per line. Equal options and seed give equal puzzles."""
    from benchmarks.publish import print_bank, print_puzzles

    if bank is not None:
        print_bank(bank)
    else:
        print_puzzles(**words)


door.add_command(solve)


@door.command("check-game")
@click.argument("name")
@click.option("--plugin", multiple=True, metavar="FILE", help="A Python file that registers the game.")
def check_game(name: str, plugin: tuple[str, ...]) -> None:
    """Check the rules of a game against what every game has to keep to."""
    from benchmarks.game_problem import GameProblem
    from benchmarks.registry import PROBLEMS
    from games.contract import check

    _load()
    problem = PROBLEMS.get(name)
    if not isinstance(problem, GameProblem):
        raise Refused(f"{name} is not a game")
    game = problem.factory()
    complaints = check(game, game.backends)
    for complaint in complaints:
        click.echo(f"{name}: {complaint}")
    if complaints:
        sys.exit(FAILED)
    click.echo(f"{name}: nothing wrong was found")


@door.command("check-strategy")
@click.argument("name")
@click.option("--plugin", multiple=True, metavar="FILE", help="A Python file that registers the strategy.")
def check_strategy(name: str, plugin: tuple[str, ...]) -> None:
    """Check a strategy for constraint problems against what every one has to keep to."""
    from benchmarks.strategy_check import complaints_about

    _load()
    complaints = complaints_about(name, plugin_files(sys.argv[1:]))
    for complaint in complaints:
        click.echo(f"{name}: {complaint}")
    if complaints:
        sys.exit(FAILED)
    click.echo(f"{name}: nothing wrong was found")


ORDERINGS = ("natural", "reverse", "random", "centre", "evaluation", "killer", "history", "best", "worst")
"""All that need no table."""


@door.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[GAME] [--OPTION-OF-THE-GAME VALUE]...")
@click.option("--position", metavar="TEXT", help="Where to begin [default: the start of the game].")
@click.option("--depth", type=click.IntRange(min=1), help="Plies looked ahead [default: to the end of the game].")
@click.option("--ordering", type=click.Choice(ORDERINGS), default="natural", show_default=True)
@click.option("--evaluation", default="none", show_default=True, metavar="NAME", help="At the depth limit.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the ordering random.")
@click.option("--most", type=click.IntRange(min=1), help="Refuse to tell more steps than this [default: 1000].")
@click.option("--html", metavar="FILE", help="Write a page with a drawing of the tree instead.")
@click.option("--plugin", multiple=True, metavar="FILE", help="A Python file that registers the game.")
def trace(
    words: tuple[str, ...], position: str | None, html: str | None, plugin: tuple[str, ...], **asked: Any
) -> None:
    """Tell alpha-beta step by step on a small game: windows, values, and why a branch is cut.

    Without a GAME, on the tree of a well-known lecture.
    """
    from benchmarks.tracing import print_trace

    _load()
    named = bool(words) and not words[0].startswith("-")
    given = {name: value for name, value in asked.items() if value is not None}
    print_trace(words[0] if named else "tree", position, words[named:], html, given)


@door.command()
@click.argument("game")
@click.argument("first")
@click.argument("second")
@click.option("--games", type=click.IntRange(min=2), default=100, show_default=True, help="How many; an even number.")
@click.option(
    "--opening-plies",
    type=click.IntRange(min=0),
    default=2,
    show_default=True,
    help="Random plies that each opens with.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--backend", type=click.Choice(["compiled", "python"]), help="[default: each searcher's preferred one]")
@click.option("--elo0", type=float, help="Stop when it is decided whether the Elo difference is rather this ...")
@click.option("--elo1", type=float, help="... or this (SPRT over pairs of games).")
@click.option("--alpha", type=float, help="Of that test: how often to accept elo1 wrongly [default: 0.05].")
@click.option("--beta", type=float, help="How often to accept elo0 wrongly [default: 0.05].")
@click.option("--json", "in_json", is_flag=True, help="One JSON object on standard output.")
@click.option("--html", metavar="FILE", help="Write a page as well.")
@click.option("--plugin", multiple=True, metavar="FILE", help="A Python file that registers a game or a searcher.")
def match(in_json: bool, html: str | None, plugin: tuple[str, ...], **typed: Any) -> None:
    """Play FIRST against SECOND, both written like random or alphabeta:depth=4,ordering=centre.

    Games come in pairs: both players have to go on from the same opening, each once on either side. No row is stored.
    """
    from benchmarks.match_told import run
    from games.match import PlayerFailed

    _load()
    try:
        run(typed, in_json, html)
    except PlayerFailed as error:
        click.echo(f"run-bench: {error}", err=True)
        sys.exit(FAILED)


@door.command()
def doctor() -> None:
    """What is installed, and what this machine can and cannot measure."""
    from benchmarks.doctor import diagnosis

    messages = _load()
    text, healthy = diagnosis(messages)
    click.echo(text)
    sys.exit(0 if healthy else FAILED)


def _last(experiments: Sequence[tuple[str, bool]], results: str) -> str:
    if not experiments:
        raise Refused(f"no experiment in {results} yet; run one first: run-bench sudoku --strategy mrv")
    return experiments[-1][0]


_loaded: list[list[str]] = []


def _load() -> list[str]:
    """Register everything, once; plug-in files are named anywhere on the command line."""
    if not _loaded:
        from benchmarks.catalogue import load_all

        messages = load_all(plugin_files(sys.argv[1:]))
        for message in messages:
            click.echo(f"run-bench: warning: {message}", err=True)
        _loaded.append(messages)
    return _loaded[0]


def plugin_files(words: Sequence[str]) -> list[str]:
    """The files given with `--plugin`: loaded before the rest is understood, for they add to what is allowed."""
    files = []
    for word, following in itertools.pairwise([*words, ""]):
        if word == "--plugin" and following:
            files.append(following)
        elif word.startswith("--plugin="):
            files.append(word.partition("=")[2])
    return [str(Path(file).absolute()) for file in files]


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def main() -> None:
    """Run the command line; errors that a person can mend become one line and an exit code."""
    signal.signal(signal.SIGTERM, _interrupt)
    _open_streams()
    try:
        door.main(prog_name="run-bench", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("run-bench: interrupted", err=True)
        sys.exit(INTERRUPTED)
    except ReaderLeft:
        _forget_output()
        sys.exit(FAILED)
    except Exception as error:
        message = _for_people(error)
        if message is None:
            raise
        if isinstance(error, OSError):
            _forget_output()
        click.echo(f"run-bench: {message}", err=True)
        sys.exit(BAD_INPUT)


def _open_streams() -> None:
    """Have all three standard streams, also where one was closed, and letters for every name."""
    for name in ("stdin", "stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("r+"))  # noqa: SIM115  (it takes the number that is free)
        elif isinstance(stream, io.TextIOWrapper) and name != "stdin":
            stream.reconfigure(errors="backslashreplace")


def _forget_output() -> None:
    """Have nothing more written where writing has failed, not even at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _for_people(error: Exception) -> str | None:
    """The message of an error that says itself what to do; None for a bug of ours."""
    from backends import CannotCompile
    from benchmarks.executors import WorkerLost
    from benchmarks.plan import PlanError
    from benchmarks.registry import PluginError, UnknownName
    from benchmarks.store import StoreError
    from benchmarks.tracing import CannotTrace
    from csp.sudoku.bank import UnknownBank
    from csp.sudoku.generator import CannotGenerate
    from csp.sudoku.reader import ReadError

    kinds = (
        PluginError,
        WorkerLost,
        PlanError,
        UnknownName,
        UnknownBank,
        StoreError,
        ReadError,
        CannotGenerate,
        CannotTrace,
        CannotCompile,
        OSError,
    )
    return str(error) if isinstance(error, kinds) else None
