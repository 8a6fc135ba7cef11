"""The network that kernels read: neighbours, supports, and what the givens rule out before any search."""

import pytest

from csp.model import AllDifferent, Linear, Model, NotEqual
from csp.network import MAX_VALUES, NOT_HERE, UNASSIGNED, TooManyValues
from csp.prepare import prepare
from csp.strategies.backtracking import Backtracking
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.model import model_of


def arcs(network):
    return [
        list(network.neighbours[network.first[variable] : network.first[variable + 1]])
        for variable in range(len(network.first) - 1)
    ]


def test_neighbours_are_ascending_and_each_is_there_once_however_many_constraints_say_so():
    model = Model(((0, 1),) * 4, (NotEqual(2, 0), NotEqual(0, 2), AllDifferent((3, 2, 0))))
    assert arcs(prepare(model).network) == [[2, 3], [], [0, 3], [0, 2]]


def test_a_sudoku_cell_has_twenty_neighbours():
    network = prepare(model_of(Puzzle(Shape(3, 3), (0,) * 81))).network
    assert {len(others) for others in arcs(network)} == {20}
    assert len(network.neighbours) == 1620


def test_every_other_value_supports_a_value():
    assert prepare(Model(((5, 7, 9),), ())).network.support == [0b110, 0b101, 0b011]


def test_values_are_numbered_in_ascending_order_over_all_domains():
    prepared = prepare(Model(((-3, 100), (7,), (-3, 7)), ()))
    assert prepared.values == (-3, 7, 100)
    assert prepared.domains == (0b101, 0b010, 0b011)
    assert prepared.assignment == (UNASSIGNED, 1, UNASSIGNED)
    assert prepared.values_of([2, 1, 0]) == (100, 7, -3)


def test_givens_are_taken_from_their_neighbours_and_no_further():
    # 1 = {b} leaves 0 with one value, which is not taken from 2: that would be propagation, and belongs to a search.
    prepared = prepare(Model(((0, 1), (1,), (0, 1)), (NotEqual(0, 1), NotEqual(0, 2))))
    assert prepared.domains == (0b01, 0b10, 0b11)
    assert prepared.consistent


def test_a_domain_may_be_emptied_by_consistent_givens():
    prepared = prepare(Model(((0,), (1,), (0, 1)), (NotEqual(0, 2), NotEqual(1, 2))))
    assert prepared.domains[2] == 0
    assert prepared.consistent


def test_givens_that_clash_are_noticed():
    assert not prepare(Model(((4,), (4,)), (NotEqual(0, 1),))).consistent
    assert prepare(Model(((4,), (4,)), ())).consistent


def test_more_than_63_different_values_are_refused_by_number():
    with pytest.raises(
        TooManyValues,
        match=r"^64 different values; .*a domain in 63 bits (.*)take more.$",
    ):
        prepare(Model((tuple(range(32)), tuple(range(100, 132))), ()))


def test_a_domain_of_63_values_uses_bit_62(backend, ask):
    assert MAX_VALUES == 63
    model = Model((tuple(range(63)), (62,), tuple(range(61, 63))), (NotEqual(0, 1), NotEqual(1, 2), NotEqual(0, 2)))
    strategy = Backtracking(value_order="descending", propagation="forward-checking")
    assert ask(strategy, model, backend=backend).solutions == ((60, 62, 61),)
    free = Model((tuple(range(63)),), ())
    assert ask(strategy, free, 100, backend=backend).solutions == tuple((value,) for value in reversed(range(63)))


def test_a_network_for_a_backend_holds_what_that_backend_indexes_fastest():
    prepared = prepare(Model(((0, 1), (0, 1)), (NotEqual(0, 1),)))
    assert all(type(numbers) is list for numbers in prepared.for_backend("python"))
    assert {str(numbers.dtype) for numbers in prepared.for_backend("compiled")} == {"int64"}
    assert [list(numbers) for numbers in prepared.for_backend("compiled")] == list(prepared.for_backend("python"))


def test_a_kernel_that_learns_nothing_gets_only_what_it_reads():
    network = prepare(Model(((0, 1), (0, 1)), (NotEqual(0, 1),))).for_backend("python", whole=False)
    assert [name for name, vector in network._asdict().items() if vector != NOT_HERE] == list(network._fields[:3])
    offset = prepare(Model(((0, 1), (0, 1)), (NotEqual(0, 1, 1),))).for_backend("python", whole=False)
    assert [name for name, vector in offset._asdict().items() if vector != NOT_HERE] == list(offset._fields[:5])
    linear = prepare(Model(((0, 1),) * 3, (Linear((0, 1, 2), (1, 1, 1), "=", 1),)))
    assert NOT_HERE not in linear.for_backend("python", whole=False)


def test_puzzles_of_one_kind_share_their_network():
    first, second = (prepare(model_of(Puzzle(Shape(3, 3), (digit,) + (0,) * 80))) for digit in (1, 2))
    assert first.network is second.network
    assert first.domains != second.domains
