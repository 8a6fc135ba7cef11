"""What a search remembers of a failure, and where it jumps when a variable has no value left.

Conflict-directed backjumping (Prosser 1993): each depth keeps the set of depths whose assignments had a part in the
failures there, its conflicts. When its values are used up, the search goes to the deepest of them and hands it the
rest.

Which assignments had a part is read from the trail, backwards: a variable whose domain had a part is marked; the
constraint that removed something from a marked variable marks the others in its scope; an assignment to a marked
variable is a part, and explains it. That holds for any propagation. It may name more depths than needed, which costs
length of jumps and never a solution.
"""

from __future__ import annotations

from collections.abc import Callable

from csp.network import UNASSIGNED, Form, Network
from csp.state import CONSTRAINT, DECISION, VARIABLE, Learn, Retreat, State, Traits


def mark_scope(network: Network, state: State, constraint: int) -> None:
    """Mark every variable of a constraint."""
    for place in range(network.scope_first[constraint], network.scope_first[constraint + 1]):
        state.marks[network.scope[place]] = 1


def blame(network: Network, state: State, depth: int, top: int) -> None:
    """Add to the conflicts at `depth` the depths, from `top` up, that the marks lead back to; take the marks away."""
    variables = len(state.domains)
    for level in range(top, -1, -1):
        for entry in range(state.trail_end[level + 1] - 1, state.trail_end[level] - 1, -1):
            if state.marks[state.trail_variable[entry]] == 1 and state.trail_cause[entry] != DECISION:
                mark_scope(network, state, state.trail_cause[entry])
        if state.marks[state.path[level]] == 1:
            state.marks[state.path[level]] = 0
            if level < depth:
                state.conflicts[depth * variables + level] = 1
    for variable in range(variables):
        state.marks[variable] = 0


def learner(form: Form, traits: Traits) -> Learn:
    """The function that weighs the constraint that failed, and keeps the conflicts: after a solution, every depth."""
    weighing, jumping = traits.weighing, traits.jumping

    def learn(network: Network, state: State, depth: int, solved: bool) -> None:
        if solved:
            if jumping:
                for level in range(depth):
                    state.conflicts[depth * len(state.domains) + level] = 1
            return
        if weighing:
            state.weights[state.failure[CONSTRAINT]] += 1
        if jumping:
            mark_scope(network, state, state.failure[CONSTRAINT])
            if state.failure[VARIABLE] != UNASSIGNED:
                state.marks[state.failure[VARIABLE]] = 1
            blame(network, state, depth, depth)

    return learn


def culprits(form: Form) -> Callable[[Network, State, int], None]:
    """The function that marks who, by looking back, leaves a variable less than its domain."""
    wide = form.wide

    def mark_culprits(network: Network, state: State, variable: int) -> None:
        domain = state.domains[variable]
        for arc in range(network.first[variable], network.first[variable + 1]):
            neighbour = network.neighbours[arc]
            value = state.assignment[neighbour]
            if value != UNASSIGNED and domain & ~network.support[network.here[arc] + value]:
                domain &= network.support[network.here[arc] + value]
                state.marks[neighbour] = 1
        if wide:
            for use in range(network.uses_first[variable], network.uses_first[variable + 1]):
                if state.open[network.uses[use]] == 1:
                    mark_scope(network, state, network.uses[use])

    return mark_culprits


def jumper(form: Form, traits: Traits) -> Retreat:
    """To the deepest conflict of a depth; -1 when there is none, for then there is no (other) solution."""
    looking_ahead, mark_culprits = traits.explaining, culprits(form)

    def jump(network: Network, state: State, depth: int) -> int:
        variables, variable = len(state.domains), state.path[depth]
        if looking_ahead:
            state.marks[variable] = 1
        else:
            mark_culprits(network, state, variable)
            state.marks[variable] = 0
        blame(network, state, depth, depth - 1)
        target = depth - 1
        while target >= 0 and state.conflicts[depth * variables + target] == 0:
            target -= 1
        for level in range(target):
            if state.conflicts[depth * variables + level] == 1:
                state.conflicts[target * variables + level] = 1
        return target

    return jump
