"""From a model to the network that kernels read."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from backends import Backend
from csp.answer import Unsupported
from csp.model import AllDifferent, Constraint, Model, NotEqual
from csp.network import BINARY, MAX_VALUES, UNASSIGNED, Form, Network, Prepared, TooManyValues
from csp.normal import Normal, SumTooLarge
from csp.simplified import simplify


def prepare(model: Model, global_all_different: bool = False, tabulate: bool = True) -> Prepared:
    """The network of a model, with every variable that has one value assigned and its neighbours told.

    global_all_different: also keep the all-different constraints as wide ones, for propagation that looks at the whole
    tabulate: predicates and tables of forbidden rows become tables of allowed ones, where these are not too long

    Raises:
        TooManyValues: more than MAX_VALUES different values.
        ModelError: a predicate raised.
    """
    values = tuple(sorted({value for domain in model.domains for value in domain}))
    if len(values) > MAX_VALUES:
        raise TooManyValues(
            f"{len(values)} different values; this search keeps a domain in {MAX_VALUES} bits "
            "(cp-sat, sat, exact-cover and python-constraint take more)"
        )
    simple = simplify(model)
    domains, assignment = _masks(simple.domains, values), [UNASSIGNED] * len(model.domains)
    for variable, domain in enumerate(domains):
        if domain.bit_count() == 1:
            assignment[variable] = domain.bit_length() - 1
    if all(isinstance(constraint, AllDifferent | NotEqual) for constraint in simple.constraints):
        normal, network = _differences(simple.constraints, len(domains), values, global_all_different)
    else:
        normal = Normal(simple.constraints, simple.domains, values, global_all_different, tabulate)
        network = _network(normal, len(domains))
    consistent = _tell_neighbours(network, domains, assignment) and simple.possible
    opened = [0] * len(normal.pairs) + [
        sum(assignment[variable] == UNASSIGNED for variable in wide.scope) for wide in normal.wide
    ]
    consistent &= _tell_last(network, normal, domains, assignment, opened)
    form = Form(normal.shared, tuple(sorted({wide.kind for wide in normal.wide})), tuple(normal.functions))
    return Prepared(network, form, values, tuple(domains), tuple(assignment), tuple(opened), consistent)


def prepare_for(model: Model, backend: Backend, global_all_different: bool = False) -> Prepared:
    """The same for a strategy that is asked about a model.

    Raises:
        Unsupported: the model is too large for a bit mask or a sum, or has a predicate that compiled code cannot ask.
        ModelError: a predicate raised.
    """
    try:
        prepared = prepare(model, global_all_different)
    except (TooManyValues, SumTooLarge) as error:
        raise Unsupported(str(error)) from error
    if backend == "compiled" and prepared.form.functions:
        raise Unsupported(
            "a predicate has more combinations of values than can be tabulated, so only Python can ask it: "
            "use --backend python"
        )
    return prepared


@functools.lru_cache(maxsize=8)
def _differences(
    constraints: tuple[Constraint, ...], variables: int, values: tuple[int, ...], global_all_different: bool
) -> tuple[Normal, Network]:
    """Of constraints that ask for differences only: the puzzles of a file have one network, whatever is given."""
    normal = Normal(constraints, [values] * variables, values, global_all_different, tabulate=True)
    return normal, _network(normal, variables)


def _masks(domains: Sequence[tuple[int, ...]], values: tuple[int, ...]) -> list[int]:
    """The domains as bit masks; [n]."""
    position = {value: place for place, value in enumerate(values)}
    masks = {domain: sum(1 << position[value] for value in domain) for domain in set(domains)}
    return [masks[domain] for domain in domains]


def _scope(network: Network, constraint: int) -> list[int]:
    return [
        network.scope[place] for place in range(network.scope_first[constraint], network.scope_first[constraint + 1])
    ]


def _tell_neighbours(network: Network, domains: list[int], assignment: list[int]) -> bool:
    """Take from every domain what does not go with a given; False when two givens contradict each other."""
    consistent = True
    for variable in range(len(domains)):
        for arc in range(network.first[variable], network.first[variable + 1]):
            value = assignment[network.neighbours[arc]]
            if value == UNASSIGNED:
                continue
            allowed = network.support[network.here[arc] + value]
            domains[variable] &= allowed
            if assignment[variable] != UNASSIGNED and not allowed >> assignment[variable] & 1:
                consistent = False
    return consistent


def _tell_last(network: Network, normal: Normal, domains: list[int], assignment: list[int], opened: list[int]) -> bool:
    """The same for wide constraints of which the givens leave one variable open, or none."""
    for number, holds in enumerate(normal.wide_holds, len(normal.pairs)):
        scope = _scope(network, number)
        if opened[number] > 1:
            continue
        row = [normal.values[max(assignment[variable], 0)] for variable in scope]
        if opened[number] == 0:
            if not holds(*row):
                return False
            continue
        last = next(place for place, variable in enumerate(scope) if assignment[variable] == UNASSIGNED)
        for position, value in enumerate(normal.values):
            if domains[scope[last]] >> position & 1 and not holds(*row[:last], value, *row[last + 1 :]):
                domains[scope[last]] ^= 1 << position
    return True


def _network(normal: Normal, count: int) -> Network:
    """The arcs of a variable stand in ascending order of its neighbours."""
    size = len(normal.values)
    arcs: list[list[tuple[int, int, int, int]]] = [[] for _ in range(count)]
    for number, ((left, right), (to_left, to_right)) in enumerate(normal.pairs.items()):
        arcs[left].append((right, to_left * size, to_right * size, number))
        arcs[right].append((left, to_right * size, to_left * size, number))
    first, flat = [0], []
    for some in arcs:
        flat += sorted(some)
        first.append(len(flat))
    neighbours, here, there, constraint = ([arc[part] for arc in flat] for part in range(4))
    scopes = [*normal.pairs, *(wide.scope for wide in normal.wide)]
    scope_first = [0]
    for scope in scopes:
        scope_first.append(scope_first[-1] + len(scope))
    data_first, data = [0] * len(normal.pairs), list[int]()
    uses: list[list[int]] = [[] for _ in range(count)]
    for number, wide in enumerate(normal.wide, len(normal.pairs)):
        data_first.append(len(data))
        data += wide.data
        for variable in wide.scope:
            uses[variable].append(number)
    uses_first = [0]
    for numbers in uses:
        uses_first.append(uses_first[-1] + len(numbers))
    return Network(
        first,
        neighbours,
        [mask for relation in normal.relations for mask in relation],
        here,
        there,
        constraint,
        scope_first,
        [variable for scope in scopes for variable in scope],
        [BINARY] * len(normal.pairs) + [wide.kind for wide in normal.wide],
        data_first,
        data,
        uses_first,
        [number for numbers in uses for number in numbers],
        list(normal.values),
    )
