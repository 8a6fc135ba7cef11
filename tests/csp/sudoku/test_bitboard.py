"""The fast kernel: each rule does what its name says, the search is complete, and both backends take the same steps."""

import os
import random
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backends.lanes import WIDTH
from csp.sudoku.bank import read_bank
from csp.sudoku.bitboard import (
    ALL_VALUES,
    LEFT_OVER,
    hidden_singles,
    locked_candidates,
    naked_singles,
    triples,
)
from csp.sudoku.bitboard_search import COUNTERS, EXHAUSTED, LIMIT, NO_LIMIT, NODES, NOT_BEGUN, SOLUTION, new_search
from csp.sudoku.grid import Shape, read_values
from csp.sudoku.solving import kernel

FOLDER = Path(os.environ.get("RUN_BENCH_PUZZLES", Path(__file__).parents[3] / "../shared/data/sudoku"))

NINE = Shape(3, 3)

GRID = read_values("534678912672195348198342567859761423426853791713924856961537284287419635345286179")

RULES = (naked_singles, locked_candidates, hidden_singles, triples)


def at(row: int, column: int) -> int:
    """A cell, its row and column counted from 1."""
    return 9 * (row - 1) + column - 1


def board_of(candidates):
    """A board, from the set of candidates of each cell."""
    lanes = np.full((9, WIDTH), LEFT_OVER, np.int16)
    for cell, values in enumerate(candidates):
        row, column = divmod(cell, 9)
        mask = sum(1 << (value - 1) for value in values)
        lanes[3 * (row % 3) + column % 3, 4 * (row // 3) + column // 3] = mask
    return tuple(tuple(lanes[3 * row + column] for column in range(3)) for row in range(3))


def candidates_of(board):
    """The set of candidates of each cell of a board; the lanes that are no box must be as they were."""
    boxes = {4 * band + stack for band in range(3) for stack in range(3)}
    for three in board:
        for lanes in three:
            assert all(lanes[lane] == LEFT_OVER for lane in range(WIDTH) if lane not in boxes)
    masks = (int(board[row % 3][column % 3][4 * (row // 3) + column // 3]) for row in range(9) for column in range(9))
    return [{value for value in range(1, 10) if mask >> (value - 1) & 1} for mask in masks]


def after(rule, changes=(), without=()):
    """What a rule leaves of a grid where all is possible but for `changes`; each cell of `without` lacks a value."""
    candidates = [set(range(1, 10)) for _ in range(81)]
    for cell, values in dict(changes).items():
        candidates[cell] = set(values)
    for value, cells in dict(without).items():
        for cell in cells:
            candidates[cell].discard(value)
    return candidates, candidates_of(rule(board_of(candidates)))


def removed(before, now):
    """Who lost what."""
    return {(cell, value) for cell in range(81) for value in before[cell] - now[cell]}


BOX_5 = {at(row, column) for row in (4, 5, 6) for column in (4, 5, 6)}


def test_a_naked_single_is_taken_from_the_rest_of_its_box():
    before, now = after(naked_singles, {at(5, 6): {7}})
    assert removed(before, now) == {(cell, 7) for cell in BOX_5 - {at(5, 6)}}


def test_two_naked_singles_of_a_value_in_a_box_leave_no_candidate():
    for other in (at(5, 5), at(4, 6), at(6, 4)):
        _, now = after(naked_singles, {at(5, 6): {7}, other: {7}})
        assert now[at(5, 6)] == now[other] == set()


def test_pointing_takes_a_value_that_a_box_has_in_one_row_only_from_the_rest_of_the_row():
    before, now = after(locked_candidates, without={3: BOX_5 - {at(5, column) for column in (4, 5, 6)}})
    assert removed(before, now) == {(at(5, column), 3) for column in (1, 2, 3, 7, 8, 9)}


def test_pointing_takes_a_value_that_a_box_has_in_one_column_only_from_the_rest_of_the_column():
    before, now = after(locked_candidates, without={3: BOX_5 - {at(row, 6) for row in (4, 5, 6)}})
    assert removed(before, now) == {(at(row, 6), 3) for row in (1, 2, 3, 7, 8, 9)}


def test_claiming_takes_a_value_that_a_row_has_in_one_box_only_from_the_rest_of_the_box():
    before, now = after(locked_candidates, without={3: {at(5, column) for column in (1, 2, 3, 7, 8, 9)}})
    assert removed(before, now) == {(at(row, column), 3) for row in (4, 6) for column in (4, 5, 6)}


def test_claiming_takes_a_value_that_a_column_has_in_one_box_only_from_the_rest_of_the_box():
    before, now = after(locked_candidates, without={3: {at(row, 6) for row in (1, 2, 3, 7, 8, 9)}})
    assert removed(before, now) == {(at(row, column), 3) for row in (4, 5, 6) for column in (4, 5)}


def test_two_boxes_that_share_two_rows_of_a_band_leave_the_third_row_to_the_third_box():
    blocked = {at(6, column) for column in range(1, 7)}
    before, now = after(locked_candidates, without={3: blocked})
    assert removed(before, now) == {(at(row, column), 3) for row in (4, 5) for column in (7, 8, 9)}


def test_a_value_without_a_place_in_a_box_is_taken_from_its_whole_band_and_stack():
    before, now = after(locked_candidates, without={3: BOX_5})
    cross = {
        at(row, column) for row in range(1, 10) for column in range(1, 10) if row in (4, 5, 6) or column in (4, 5, 6)
    }
    assert removed(before, now) == {(cell, 3) for cell in cross - BOX_5}


@pytest.mark.parametrize("cell", [at(4, 4), at(5, 6), at(6, 5)])
def test_a_hidden_single_of_a_box_is_the_only_candidate_of_its_cell(cell):
    before, now = after(hidden_singles, without={8: BOX_5 - {cell}})
    assert now[cell] == {8}
    assert removed(before, now) == {(cell, value) for value in range(1, 10) if value != 8}


@pytest.mark.parametrize("line", [[at(2, n) for n in range(1, 10)], [at(n, 9) for n in range(1, 10)]])
def test_a_hidden_single_of_a_row_or_column_is_one_of_its_box_after_locked_candidates(line):
    candidates, _ = after(hidden_singles, without={8: set(line) - {line[4]}})
    now = candidates_of(hidden_singles(locked_candidates(board_of(candidates))))
    assert now[line[4]] == {8}


MINIROW = [at(5, 4), at(5, 5), at(5, 6)]
MINICOLUMN = [at(4, 6), at(5, 6), at(6, 6)]


@pytest.mark.parametrize("cells", [MINIROW, MINICOLUMN])
def test_three_values_that_a_box_has_in_one_minirow_only_leave_no_others_there(cells):
    elsewhere = BOX_5 - set(cells)
    before, now = after(triples, without={1: elsewhere, 5: elsewhere, 9: elsewhere})
    assert removed(before, now) == {(cell, value) for cell in cells for value in (2, 3, 4, 6, 7, 8)}


@pytest.mark.parametrize("cells", [MINIROW, MINICOLUMN])
def test_a_minirow_that_can_have_only_three_values_keeps_them_from_the_rest_of_its_box(cells):
    before, now = after(triples, dict(zip(cells, ({1, 5}, {5, 9}, {1, 5, 9}), strict=True)))
    assert removed(before, now) == {(cell, value) for cell in BOX_5 - set(cells) for value in (1, 5, 9)}


def test_two_values_to_themselves_are_not_enough():
    elsewhere = BOX_5 - set(MINIROW)
    before, now = after(triples, without={1: elsewhere, 5: elsewhere})
    assert now == before


def test_the_rules_find_nothing_in_an_empty_grid():
    for rule in RULES:
        before, now = after(rule)
        assert now == before


def test_the_rules_leave_a_solved_grid_as_it_is():
    solved = [{value} for value in GRID]
    for rule in RULES:
        assert candidates_of(rule(board_of(solved))) == solved


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sets(st.integers(1, 9), max_size=4), min_size=81, max_size=81))
def test_no_rule_ever_takes_away_a_value_of_a_solution(more):
    board = board_of([{value} | others for value, others in zip(GRID, more, strict=True)])
    for _ in range(6):
        for rule in RULES:
            board = rule(board)
            assert all(value in values for value, values in zip(GRID, candidates_of(board), strict=True))


# The search.


def masks_of(givens):
    return np.array([1 << value >> 1 if value else ALL_VALUES for value in givens], np.int64)


def solutions_of(givens, backend, limit=2, node_limit=NO_LIMIT):
    """The solutions in the order in which they are found, why the search ended, and the counters."""
    start, next_solution, read, _ = kernel(backend)
    search, grids = new_search(), np.zeros((1, 81), np.uint8)
    start(search, masks_of(givens))
    found = []
    while len(found) < limit:
        outcome = next_solution(search, node_limit)
        if outcome != SOLUTION:
            return found, outcome, COUNTERS.read(search.progress)
        read(search, grids, 0)
        found.append(tuple(grids[0].tolist()))
    return found, SOLUTION, COUNTERS.read(search.progress)


def shuffled_puzzles(number, seed):
    """From the banks: as they are; with up to four givens fewer; and with one given more that may be wrong."""
    rng = random.Random(seed)
    source = [puzzle for bank in ("default", "named", "hard", "minimal") for puzzle in read_bank(bank)]
    for position in range(number):
        puzzle = list(rng.choice(source).givens)
        givens, blanks = ([c for c in range(81) if bool(puzzle[c]) == filled] for filled in (True, False))
        if position % 3 == 1:
            for cell in rng.sample(givens, rng.randint(1, 4)):
                puzzle[cell] = 0
        if position % 3 == 2:
            puzzle[rng.choice(blanks)] = rng.randint(1, 9)
        yield tuple(puzzle)


def test_both_backends_find_the_same_solutions_in_the_same_order_with_the_same_counts():
    ends = set()
    for givens in shuffled_puzzles(200, seed=4):
        compiled = solutions_of(givens, "compiled", limit=5)
        assert solutions_of(givens, "python", limit=5) == compiled
        ends.add((compiled[1], len(compiled[0])))
    assert {(EXHAUSTED, 0), (EXHAUSTED, 1), (SOLUTION, 5)} <= ends


def test_a_complete_search_undoes_all_that_it_placed():
    for givens in shuffled_puzzles(60, seed=5):
        _, outcome, counts = solutions_of(givens, "compiled", limit=10_000)
        if outcome == EXHAUSTED:
            assert counts["backtracks"] == counts["nodes"]
        assert counts["backtracks"] <= counts["nodes"]


def test_a_puzzle_that_the_rules_solve_takes_no_node_and_fills_its_blanks():
    for puzzle in read_bank("easy"):
        found, outcome, counts = solutions_of(puzzle.givens, "compiled")
        assert (len(found), outcome) == (1, EXHAUSTED)
        assert counts == {"nodes": 0, "backtracks": 0, "filled": puzzle.givens.count(0)}


def test_of_two_candidates_both_are_nodes():
    """Four cells in which two values can change places: only a choice decides, and then the rules do the rest."""
    found, outcome, counts = solutions_of(two_ways(GRID), "compiled", limit=10)
    assert (len(found), outcome) == (2, EXHAUSTED)
    assert counts == {"nodes": 2, "backtracks": 2, "filled": 6}


def two_ways(grid):
    """A solved grid without the four cells of a rectangle in two boxes whose two values can change places."""
    for top in range(81):
        for row in range(top // 9 + 1, top // 9 // 3 * 3 + 3):
            for column in range(top % 9 // 3 * 3 + 3, 9):
                corners = (top, 9 * (top // 9) + column, 9 * row + top % 9, 9 * row + column)
                a, b, c, d = (grid[corner] for corner in corners)
                if a == d and b == c:
                    return tuple(0 if cell in corners else value for cell, value in enumerate(grid))
    raise AssertionError("the grid has no such rectangle")


@pytest.mark.parametrize("backend", ["python", "compiled"])
@pytest.mark.parametrize("allowed", [0, 1, 2, 7])
def test_the_search_stops_before_it_places_more_than_allowed(backend, allowed):
    givens = next(puzzle.givens for puzzle in read_bank("named") if puzzle.name == "Inkala 2012")
    found, outcome, counts = solutions_of(givens, backend, node_limit=allowed)
    assert (outcome, counts["nodes"]) == (LIMIT, allowed)
    assert len(found) <= 1


def test_a_search_that_ends_within_its_limit_does_not_know_of_it():
    givens = next(puzzle.givens for puzzle in read_bank("named") if puzzle.name == "Inkala 2012")
    free = solutions_of(givens, "compiled")
    assert solutions_of(givens, "compiled", node_limit=free[2]["nodes"]) == free
    assert solutions_of(givens, "compiled", node_limit=free[2]["nodes"] - 1)[1] == LIMIT


def test_a_search_that_stops_at_every_node_goes_on_as_if_nothing_had_been():
    for givens in shuffled_puzzles(40, seed=6):
        whole = solutions_of(givens, "compiled", limit=5)
        start, next_solution, read, _ = kernel("compiled")
        search, grids = new_search(), np.zeros((1, 81), np.uint8)
        start(search, masks_of(givens))
        found, stops = [], 0
        while len(found) < 5 and (outcome := next_solution(search, stops)) != EXHAUSTED:
            if outcome == LIMIT:
                stops += 1
            else:
                read(search, grids, 0)
                found.append(tuple(grids[0].tolist()))
        counts = COUNTERS.read(search.progress)
        assert (found, counts) == (whole[0], whole[2])
        assert stops == counts["nodes"]


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_many_puzzles_in_many_calls_are_solved_as_in_one(backend):
    puzzles = np.array(list(shuffled_puzzles(30, seed=7)), np.uint8)
    answers = []
    for nodes in (NO_LIMIT, 5):
        search, solutions = new_search(), np.zeros_like(puzzles)
        numbers, done, calls = np.full(len(puzzles), NOT_BEGUN, np.int64), 0, 0
        while done < len(puzzles):
            node_limit = min(NO_LIMIT, int(search.progress[NODES]) + nodes)
            done = kernel(backend).solve_all(
                search, np.zeros(81, np.int64), puzzles, 4, solutions, numbers, done, node_limit
            )
            calls += 1
        answers.append((solutions.tolist(), numbers.tolist(), COUNTERS.read(search.progress)))
    assert answers[0] == answers[1]
    assert calls > 20


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_an_exhausted_search_stays_so(backend):
    start, next_solution, _, _ = kernel(backend)
    search = new_search()
    start(search, masks_of(GRID))
    assert [next_solution(search, NO_LIMIT) for _ in range(4)] == [SOLUTION, EXHAUSTED, EXHAUSTED, EXHAUSTED]


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_a_copy_of_a_search_goes_its_own_way(backend):
    start, next_solution, read, _ = kernel(backend)
    search, grids = new_search(), np.zeros((2, 81), np.uint8)
    start(search, masks_of((0,) * 81))
    next_solution(search, NO_LIMIT)
    copy = type(search)(*(array.copy() for array in search))
    for _ in range(3):
        next_solution(copy, NO_LIMIT)
    next_solution(search, NO_LIMIT)
    read(search, grids, 0)
    for _ in range(2):
        next_solution(search, NO_LIMIT)
    read(search, grids, 0)
    read(copy, grids, 1)
    assert (grids[0] == grids[1]).all()


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_eighty_one_equal_givens_are_no_solution(backend):
    for value in range(1, 10):
        assert solutions_of((value,) * 81, backend)[:2] == ([], EXHAUSTED)


def test_givens_that_contradict_each_other_are_seen_before_any_choice():
    for unit in NINE.units:
        for one, other in ((unit[0], unit[1]), (unit[0], unit[8]), (unit[3], unit[7])):
            givens = tuple(4 if cell in (one, other) else 0 for cell in range(81))
            found, outcome, counts = solutions_of(givens, "compiled")
            assert (found, outcome, counts["nodes"]) == ([], EXHAUSTED, 0)


@pytest.mark.parametrize(("name", "number"), [("17-clue.txt", 49158), ("hardest-1106.txt", 375), ("top1465.txt", 1465)])
def test_every_puzzle_of_a_file_has_one_solution_and_it_is_right(name, number):
    path = FOLDER / name
    if not path.is_file():
        pytest.skip(f"no {name} in {FOLDER}; RUN_BENCH_PUZZLES names the folder")
    lines = re.findall(r"^[1-9.0]{81}", path.read_text("ascii"), re.MULTILINE)
    puzzles = np.array([list(line.replace(".", "0").encode()) for line in lines], np.uint8) - ord("0")
    solutions, counts = np.zeros_like(puzzles), np.full(len(puzzles), NOT_BEGUN, np.int64)
    solve_all, candidates = kernel("compiled").solve_all, np.zeros(81, np.int64)
    assert solve_all(new_search(), candidates, puzzles, 2, solutions, counts, 0, NO_LIMIT) == number
    assert len(puzzles) == number
    assert (counts == 1).all()
    assert ((puzzles == 0) | (puzzles == solutions)).all()
    for unit in NINE.units:
        assert (np.sort(solutions[:, unit], axis=1) == range(1, 10)).all()
