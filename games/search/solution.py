"""A solved game: the exact value of every position that can come up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from backends import Vector
from games.answer import Query, Reply, Unsupported
from games.game import UNDECIDED, Game, State
from games.search.kernels import compile_now, solve_kernel
from games.search.limits import enough_stack, fresh_memory, make_reply
from games.search.memory import DEEPEST, NUMBERS, STOPPED
from games.search.rules import Rules, rules_of, without_chance
from games.search.solve import FULL, Look, slot_size, slots_for


@dataclass(frozen=True)
class Solution:
    """What is known after a game is solved from some position on.

    reply: of that position
    """

    reply: Reply
    rules: Rules
    look: Look
    memory: Vector

    def value(self, state: State) -> int:
        """The exact value for the player to move.

        Raises:
            KeyError: the position cannot come up, or nothing was solved.
        """
        value = int(self.look(state, self.memory))
        if value == UNDECIDED:
            raise KeyError(state)
        return value

    def scores(self, state: State) -> Mapping[int, int]:
        """The exact value of each legal move, for the player to move."""
        if self.rules.outcome(state) != UNDECIDED:
            return {}
        return {move: -self.value(self.rules.play(state, move)) for move in self.rules.moves(state)}


def prepare_solution(game: Game, state: State, positions: int, query: Query) -> Callable[[], Solution]:
    """Everything but the solving; gives up when there are more than so many positions.

    Raises:
        Unsupported: chance moves in the game, or it can last too long.
        CannotCompile: Numba refused the kernel.
    """
    rules = rules_of(without_chance(game, "solve"))
    if rules.max_plies > DEEPEST:
        raise Unsupported(f"{game.name} can last {rules.max_plies} plies; solve bears {DEEPEST}")
    solve, look = solve_kernel(rules, query.backend)
    slots = slots_for(positions)
    size = NUMBERS + slots * slot_size(rules.words)

    def compile_all() -> None:
        memory = fresh_memory(Query(0, 0, query.backend), NUMBERS + slot_size(rules.words))
        solve(state, positions, memory)
        look(state, memory)

    compile_now(query.backend, solve, compile_all)

    def search() -> Solution:
        memory = fresh_memory(query, size, slots)
        with enough_stack(rules.max_plies):
            value = int(solve(state, positions, memory))
        if memory[STOPPED]:
            reason = f"more than {positions:,} positions" if memory[STOPPED] == FULL else ""
            return Solution(make_reply(memory, None, stopped=reason), rules, look, memory)
        unanswered = Solution(make_reply(memory, value), rules, look, memory)
        scores = unanswered.scores(state)
        line = best_line(unanswered, state)
        return Solution(make_reply(memory, value, line, len(line), root_scores=scores), rules, look, memory)

    return search


def best_line(solution: Solution, state: State) -> tuple[int, ...]:
    """From a position to the end of the game, with the lowest of equal moves."""
    line = []
    while scores := solution.scores(state):
        line.append(max(scores, key=scores.__getitem__))
        state = solution.rules.play(state, line[-1])
    return tuple(line)
