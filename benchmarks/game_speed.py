"""How fast the searches of games are: `python -m benchmarks.game_speed` prints nodes and playouts a second, and more.

Every figure is the median of several rounds, in CPU time, on one thread; both backends and OpenSpiel, where it is
installed, take turns. A search is timed whole, with making its memory and its reply. The ratios are what compares
between machines. After that come the seconds of a process that uses a searcher for the first time.

OpenSpiel's C++ minimax and alpha-beta cannot be reached from Python; its Python versions run on its C++ states. They
try the same moves in the same order as ours in the natural order, and enter the same nodes, which they do not count.
Its Monte Carlo tree search is there in C++ and in Python.

`--solve` solves Connect Four on smaller boards instead, up to 6x6, which takes minutes and 4.5 GB of memory.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from backends import Backend
from games.answer import Query, Reply, Searcher
from games.game import Game
from games.rules.connect_four import connect_four
from games.rules.tictactoe import tictactoe
from games.strategies import SEARCHERS, AlphaBeta, Minimax, MonteCarloTreeSearch, PrincipalVariationSearch

ROUNDS = 5
AT_LEAST = 0.1
"""CPU seconds of one round: searches that are shorter are repeated."""

GAMES: dict[str, Callable[[], Game]] = {"tictactoe": tictactoe, "connect-four": connect_four}
OPENSPIEL_NAMES = {"tictactoe": "tic_tac_toe", "connect-four": "connect_four"}
NO_OPENSPIEL = "needs open_spiel: pip install open_spiel"


@dataclass(frozen=True)
class Setting:
    """A search to be timed, from the start of the game: nodes a second, or playouts a second where it has some."""

    game: str
    searcher: Searcher
    title: str


def settings(depth: int = 10, playouts: int = 10_000) -> tuple[Setting, ...]:
    """What is timed.

    depth: of alpha-beta on Connect Four
    playouts: of Monte Carlo tree search
    """
    uct = MonteCarloTreeSearch(playouts)
    return (
        Setting("tictactoe", Minimax(), "minimax"),
        Setting("tictactoe", AlphaBeta(), "alphabeta"),
        Setting("tictactoe", uct, f"mcts, {playouts:,}"),
        Setting("connect-four", AlphaBeta(depth), f"alphabeta, depth {depth}"),
        Setting("connect-four", uct, f"mcts, {playouts:,}"),
    )


# --- rates -----------------------------------------------------------------------------------------------------------

Contestants = dict[str, Callable[[], object]]
"""Whole searches by who runs them: `compiled`, `python`, `OpenSpiel C++`, `OpenSpiel Python`."""


def contestants(setting: Setting) -> tuple[int, Contestants]:
    """How much one search counts, the same for all, and those who run it."""
    game = GAMES[setting.game]()
    backends: tuple[Backend, ...] = ("compiled", "python")
    found: Contestants = {
        backend: setting.searcher.prepare(game, game.initial, Query(backend=backend)) for backend in backends
    }
    reply = found["compiled"]()
    assert isinstance(reply, Reply)
    if has_openspiel():
        found |= openspiel_searches(setting)
    return reply.playouts or reply.nodes, found


def rates(setting: Setting, rounds: int = ROUNDS, at_least: float = AT_LEAST) -> tuple[int, dict[str, float]]:
    """How much one search counts, and how much of it each contestant does in a CPU second, the median of its rounds."""
    amount, searches = contestants(setting)
    measured: dict[str, list[float]] = {name: [] for name in searches}
    for _ in range(rounds):
        for name, search in searches.items():
            measured[name].append(amount / cpu_seconds(search, at_least))
    return amount, {name: statistics.median(values) for name, values in measured.items()}


def cpu_seconds(search: Callable[[], object], at_least: float) -> float:
    """Of one search: the mean of as many as take so long together."""
    start, searches = time.process_time(), 0
    while True:
        search()
        searches += 1
        passed = time.process_time() - start
        if passed >= at_least:
            return passed / searches


def measure_rates() -> None:
    """Print a line for each setting; a ratio is how often the compiled search is as fast."""
    print(f"CPU time, one thread, median of {ROUNDS}; in parentheses how many times as fast the compiled search is")
    others = ("python", *(("OpenSpiel C++", "OpenSpiel Python") if has_openspiel() else ()))
    print(f"{'game':14}{'searcher':21}{'one search':>18}{'compiled':>13}" + "".join(f"{name:>21}" for name in others))
    for setting in settings():
        amount, measured = rates(setting)
        unit = "playouts" if isinstance(setting.searcher, MonteCarloTreeSearch) else "nodes"
        cells = (f"{amount:,} {unit}".rjust(18), f"{per_second(measured['compiled']):>13}")
        beside = (f"{beside_compiled(measured, name):>21}" for name in others)
        print(f"{setting.game:14}{setting.title:21}" + "".join((*cells, *beside)), flush=True)
    if not has_openspiel():
        print(f"OpenSpiel beside it {NO_OPENSPIEL}")


def beside_compiled(measured: dict[str, float], name: str) -> str:
    """A rate and how many times as fast the compiled search is; a dash where there is none."""
    if name not in measured:
        return "-"
    return f"{per_second(measured[name])} ({measured['compiled'] / measured[name]:.3g})"


def per_second(rate: float) -> str:
    """A rate in millions or thousands."""
    return f"{rate / 1e6:.1f} M/s" if rate >= 1e6 else f"{rate / 1e3:.1f} k/s"


# --- OpenSpiel -------------------------------------------------------------------------------------------------------


def has_openspiel() -> bool:
    """Whether it is installed."""
    return importlib.util.find_spec("pyspiel") is not None


def openspiel_searches(setting: Setting) -> Contestants:
    """The same search by OpenSpiel, from the start of the game."""
    import pyspiel

    game = pyspiel.load_game(OPENSPIEL_NAMES[setting.game])
    state, searcher = game.new_initial_state(), setting.searcher
    if isinstance(searcher, MonteCarloTreeSearch):
        return openspiel_tree_searches(game, state, searcher)
    from open_spiel.python.algorithms import minimax

    assert isinstance(searcher, Minimax | AlphaBeta)
    depth = min(searcher.depth, GAMES[setting.game]().max_plies)
    if isinstance(searcher, Minimax):
        # Without chance that is minimax; there is no other without cuts.
        return {"OpenSpiel Python": lambda: minimax.expectiminimax(state, depth, lambda _: 0, 0)}
    return {
        "OpenSpiel Python": lambda: minimax.alpha_beta_search(
            game, state=state, value_function=lambda _: 0, maximum_depth=depth
        )
    }


def openspiel_tree_searches(game: Any, state: Any, searcher: MonteCarloTreeSearch) -> Contestants:
    """Both of its versions of Monte Carlo tree search, with one random playout for each new leaf."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms import mcts

    # Its scores go from -1 to 1, ours from 0 to 1, so exploring weighs the same when its weight is twice ours.
    weight, playouts, memory_mib = 2 * searcher.exploration, searcher.playouts, 1_000
    compiled = pyspiel.MCTSBot(
        game, pyspiel.RandomRolloutEvaluator(1, 0), weight, playouts, memory_mib, searcher.solver, 0, False
    )
    rng = np.random.RandomState(0)
    python = mcts.MCTSBot(
        game, weight, playouts, mcts.RandomRolloutEvaluator(1, rng), solve=searcher.solver, random_state=rng
    )
    return {
        "OpenSpiel C++": lambda: compiled.mcts_search(state),
        "OpenSpiel Python": lambda: python.mcts_search(state),
    }


# --- first use -------------------------------------------------------------------------------------------------------

COMPILED = [name for name in SEARCHERS if name not in ("greedy", "random")]
"""Searchers with kernels of their own: `greedy` is minimax, and nothing of `random` is compiled."""


def first_use(game_name: str, searcher: str) -> tuple[float, float]:
    """CPU seconds of this process until Numba is there, and from then until the searcher's first answer."""
    import numba  # noqa: F401

    ready, game = time.process_time(), GAMES[game_name]()
    SEARCHERS[searcher][0]().prepare(game, game.initial, Query(node_limit=1_000))()
    return ready, time.process_time() - ready


def first_use_elsewhere(game: str, searcher: str, cache: str) -> tuple[float, float]:
    """The same in a process of its own, which keeps and finds compiled kernels in the folder `cache`."""
    words = [sys.executable, "-m", "benchmarks.game_speed", "--first-use", game, searcher]
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    output = subprocess.run(words, check=True, env=environment, stdout=subprocess.PIPE, text=True).stdout
    starting, answering = map(float, output.split())
    return starting, answering


def measure_first_use() -> None:
    """Print a line for each game and searcher."""
    print("\nfirst use of a searcher on a game, in a new process: CPU seconds to the first answer")
    print(f"{'game':14}{'searcher':21}{'python, numba':>14}{'compiling':>11}{'found compiled':>16}")
    for game in GAMES:
        for searcher in COMPILED:
            with tempfile.TemporaryDirectory() as cache:
                (starting, compiling), (_, found) = (first_use_elsewhere(game, searcher, cache) for _ in range(2))
            print(f"{game:14}{searcher:21}{starting:>14.2f}{compiling:>11.2f}{found:>16.2f}", flush=True)


# --- solving ---------------------------------------------------------------------------------------------------------

BOARDS = ((4, 4), (5, 4), (6, 4), (5, 5), (6, 5), (6, 6))
"""Width and height."""


def measure_solving(boards: Sequence[tuple[int, int]] = BOARDS, table: int = 4_096) -> None:
    """Print the value of the empty board, for each board.

    table: MiB
    """
    # The evaluation serves only to put moves in order, winning ones first, then those near the centre.
    searcher = PrincipalVariationSearch(ordering="evaluation", evaluation="column-weights", table=table)
    print(f"Connect Four to the end of the game: pvs, best first by column-weights, a table of {table:,} MiB; CPU time")
    print(f"{'board':8}{'nodes':>18}{'seconds':>10}{'nodes/s':>12}  value")
    for width, height in boards:
        game = connect_four(width, height)
        search = searcher.prepare(game, game.initial, Query())
        start = time.process_time()
        reply = search()
        seconds = time.process_time() - start
        assert reply.value is not None
        figures = f"{reply.nodes:>18,}{seconds:>10.1f}{per_second(reply.nodes / seconds):>12}"
        print(f"{width}x{height:<6}{figures}  {result(reply.value)}", flush=True)


def result(value: float) -> str:
    """The value of the empty board, in words."""
    return "a draw" if value == 0 else f"the {'first' if value > 0 else 'second'} player wins"


def main(words: Sequence[str] | None = None) -> None:
    """Rates and first use, or what the options say."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.game_speed", description="How fast games are searched.")
    parser.add_argument("--solve", action="store_true", help="solve Connect Four on boards up to 6x6 instead")
    parser.add_argument("--first-use", nargs=2, metavar=("GAME", "SEARCHER"), help="only that, in this process")
    options = parser.parse_args(words)
    if options.first_use:
        print(*first_use(*options.first_use))
    elif options.solve:
        measure_solving()
    else:
        measure_rates()
        measure_first_use()


if __name__ == "__main__":
    main()
