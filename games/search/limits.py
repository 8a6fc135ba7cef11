"""Where a search begins and ends: a fresh memory with its limits, and the reply with what was counted."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Iterator, Mapping

from backends import Vector
from games.answer import Query, Reply
from games.search import memory as places
from games.search.memory import NO_LIMIT, NODE_LIMIT, SEED, STOPPED, TABLE_MASK, WHOLE_GAME, Layout, zeros


def fresh_memory(query: Query, size: int, slots: int = 0, whole_game: bool = False) -> Vector:
    """The memory before a search: nothing counted, nothing known.

    size: how many integers
    slots: of the table at its end
    whole_game: as WHOLE_GAME
    """
    memory = zeros(query.backend, size)
    memory[NODE_LIMIT] = NO_LIMIT if query.node_limit is None else query.node_limit
    memory[SEED] = query.seed % NO_LIMIT
    memory[TABLE_MASK] = max(slots - 1, 0)
    memory[WHOLE_GAME] = int(whole_game)
    return memory


def make_reply(
    memory: Vector,
    value: float | None,
    line: tuple[int, ...] = (),
    depth: int = 0,
    layout: Layout | None = None,
    root_scores: Mapping[int, float] | None = None,
    root_visits: Mapping[int, int] | None = None,
    stopped: str = "",
) -> Reply:
    """The reply of a search with this memory, which has cutoffs where `layout` says.

    stopped: why, if it was not for the node limit
    """
    by_move = () if layout is None else tuple(int(memory[layout.cutoffs + n]) for n in range(layout.max_moves))
    if memory[STOPPED] and not stopped:
        stopped = f"node limit of {memory[NODE_LIMIT]:,}"
    return Reply(
        value=value,
        best_move=line[0] if line else None,
        principal_variation=line,
        depth=depth,
        nodes=int(memory[places.NODES]),
        leaves=int(memory[places.LEAVES]),
        cutoffs=sum(by_move),
        table_hits=int(memory[places.TABLE_HITS]),
        re_searches=int(memory[places.RE_SEARCHES]),
        quiescence_nodes=int(memory[places.QUIESCENCE_NODES]),
        playouts=int(memory[places.PLAYOUTS]),
        cutoffs_by_move=by_move,
        positions=int(memory[places.POSITIONS]),
        root_scores=root_scores or {},
        root_visits=root_visits or {},
        stopped=stopped,
    )


@contextlib.contextmanager
def time_limit(memory: Vector, seconds: float) -> Iterator[None]:
    """A search with this memory stops after `seconds` of wall time, 0 for never: its node limit goes down to 0."""

    def stop() -> None:
        memory[NODE_LIMIT] = 0

    timer = threading.Timer(seconds, stop)
    timer.daemon = True
    if seconds:
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextlib.contextmanager
def enough_stack(plies: int) -> Iterator[None]:
    """Let the interpreter bear a function that calls itself once for each ply, and then some for quiescence."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(limit + plies + 100)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
