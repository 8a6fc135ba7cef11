"""The banks that ship: what their files say is true, and the recipes make them again."""

from __future__ import annotations

import csv
import io
from collections import Counter

import pytest

from csp.answer import Question, conclude
from csp.strategies.backtracking import Backtracking
from csp.sudoku.bank import (
    BANKS,
    COLUMNS,
    Entry,
    UnknownBank,
    bank_text,
    format_entries,
    parse_entries,
    read_bank,
    read_entries,
    write_bank,
)
from csp.sudoku.check import duplicate_given, mistake
from csp.sudoku.generator import is_minimal, number_of_givens
from csp.sudoku.grading import effort_of, grade
from csp.sudoku.grid import Puzzle, Shape
from csp.sudoku.model import model_of
from csp.sudoku.reader import read_text
from csp.sudoku.recipes import RECIPES, build_bank

NINE = Shape(3, 3)
EVERY_ENTRY = [entry for bank in BANKS for entry in read_entries(bank)]
UNIQUE = [entry for entry in EVERY_ENTRY if entry.effort is not None]
QUICK = 300_000  # nodes: what is looked at again in the quick tests, a few milliseconds each


def cp_sat_solution(puzzle, forbidden=()):
    """A second opinion: one solution that is none of `forbidden`, or None when CP-SAT proves that there is no other."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = [model.new_int_var(value or 1, value or puzzle.shape.size, "") for value in puzzle.givens]
    for unit in puzzle.shape.units:
        model.add_all_different([cells[cell] for cell in unit])
    for solution in forbidden:
        model.add_forbidden_assignments(cells, [solution])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return tuple(solver.value(cell) for cell in cells)
    assert status == cp_model.INFEASIBLE
    return None


def named(name):
    return next(entry.puzzle for entry in read_entries("named") if entry.puzzle.name == name)


def solutions_of(puzzle, cap):
    strategy = Backtracking("mrv", "ascending", "forward-checking")
    return strategy.prepare(model_of(puzzle), Question(solutions=cap))()


def test_there_are_at_least_300_puzzles_and_no_two_are_the_same():
    assert len(EVERY_ENTRY) >= 300
    assert len({entry.puzzle.hash for entry in EVERY_ENTRY}) == len(EVERY_ENTRY)
    assert len({entry.puzzle.name for entry in EVERY_ENTRY}) == len(EVERY_ENTRY)


def test_the_first_bank_is_the_default():
    assert next(iter(BANKS)) == "default"


@pytest.mark.parametrize("bank", BANKS)
def test_a_bank_is_read_as_it_is_written(bank):
    entries = read_entries(bank)
    assert format_entries(entries) == bank_text(bank)
    assert tuple(parse_entries(format_entries(entries))) == entries
    assert read_bank(bank) == tuple(entry.puzzle for entry in entries)


def test_a_bank_is_written_in_utf_8_with_line_feeds(tmp_path):
    path = tmp_path / "named.csv"
    write_bank(path, read_entries("named"))
    assert path.read_bytes() == bank_text("named").encode()
    assert b"\r" not in path.read_bytes()


def test_an_unknown_bank_is_refused_with_those_there_are():
    with pytest.raises(UnknownBank, match="default, named, easy"):
        read_bank("esay")
    with pytest.raises(UnknownBank, match="default, named, easy"):
        build_bank("esay")


@pytest.mark.parametrize("entry", UNIQUE, ids=lambda entry: entry.puzzle.name)
def test_the_solution_is_right_and_a_second_solver_finds_no_other(entry):
    puzzle = entry.puzzle
    assert puzzle.solutions == 1
    assert mistake(puzzle, puzzle.solution) == ""
    assert cp_sat_solution(puzzle, [puzzle.solution]) is None


@pytest.mark.parametrize("bank", BANKS)
def test_the_words_of_a_bank_follow_from_its_counts(bank):
    rows = list(csv.DictReader(io.StringIO(bank_text(bank))))
    assert tuple(rows[0]) == COLUMNS
    for row, entry in zip(rows, read_entries(bank), strict=True):
        assert int(row["givens"]) == number_of_givens(entry.puzzle) == len(row["puzzle"]) - row["puzzle"].count(".")
        if entry.effort is not None:
            assert row["grade"] == grade(entry.effort)
            assert bank == "named" or row["name"].endswith(grade(entry.effort))


def test_the_counts_of_the_lighter_puzzles_come_out_again():
    light = [entry for entry in UNIQUE if entry.effort.naive + entry.effort.proof < QUICK]
    assert len(light) > 200
    for entry in light:
        assert effort_of(entry.puzzle) == entry.effort, entry.puzzle.name


def test_what_is_said_to_be_minimal_is_and_what_is_not_is_not():
    said = Counter(entry.minimal for entry in UNIQUE)
    assert said[True] > 150
    assert said[False] > 80
    for entry in UNIQUE:
        if entry.minimal is not None and entry.puzzle.shape.size <= 9:
            assert is_minimal(entry.puzzle) == entry.minimal, entry.puzzle.name


def test_every_size_and_every_grade_is_there():
    sizes = Counter(entry.puzzle.shape.size for entry in EVERY_ENTRY)
    assert set(sizes) == {4, 6, 9, 12, 16, 25}
    grades = Counter(grade(entry.effort) for entry in read_entries("default"))
    assert set(grades) == {"trivial", "easy", "medium", "hard", "extreme"}


def test_the_default_bank_is_small_and_separates_the_strategies():
    efforts = [entry.effort for entry in read_entries("default")]
    assert 24 <= len(efforts) <= 32
    assert sum(effort.mrv for effort in efforts) < 100_000
    assert sum(effort.naive for effort in efforts) < 50_000_000
    assert max(effort.naive / effort.mrv for effort in efforts) > 1_000
    assert max(effort.mrv / effort.naive for effort in efforts) > 2
    assert max(effort.mrv / effort.fc for effort in efforts) > 5


def test_the_banks_against_an_order_are_hard_for_that_order():
    assert all(entry.effort.naive >= 1_000_000 and entry.effort.mrv < 1_000 for entry in read_entries("reading-order"))
    assert all(entry.effort.fc <= entry.effort.naive < entry.effort.mrv for entry in read_entries("fewest-first"))


def test_the_large_bank_takes_fewest_first_less_than_100000_nodes():
    assert all(entry.effort.proof < 100_000 for entry in read_entries("large"))


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("two solutions", 2),
        ("three solutions", 3),
        ("no candidate for a cell", 0),
    ],
)
def test_a_named_puzzle_has_as_many_solutions_as_it_says(name, count):
    puzzle = named(name)
    assert puzzle.solutions == count
    assert puzzle.solution is None
    answer = solutions_of(puzzle, 10)
    assert (answer.complete, len(answer.solutions)) == (True, count)
    assert all(mistake(puzzle, solution) == "" for solution in answer.solutions)
    assert cp_sat_solution(puzzle, answer.solutions) is None
    if count:
        assert cp_sat_solution(puzzle, answer.solutions[1:]) == answer.solutions[0]


def test_the_impossible_puzzle_is_unsatisfiable_with_no_duplicate_given():
    puzzle = named("impossible (P. Norvig)")
    assert puzzle.solutions == 0
    assert duplicate_given(puzzle) == ""
    assert cp_sat_solution(puzzle) is None


def test_hard1_has_thousands_of_solutions_and_claims_no_number():
    puzzle = named("hard1 (P. Norvig)")
    assert puzzle.solutions is None
    answer = solutions_of(puzzle, 5_000)
    assert len(set(answer.solutions)) == 5_000
    assert conclude(answer) == "multiple"


def test_the_duplicate_in_a_box_is_named_and_comes_with_no_solution():
    puzzle = named("duplicate in a box")
    assert (puzzle.solution, puzzle.solutions) == (None, None)
    assert "box" in duplicate_given(puzzle)


def test_the_named_puzzles_take_the_nodes_they_are_known_for():
    known = {"textbook": (4_208, 51, 516), "Inkala 2012": (49_558, 10_101, None)}
    for entry in read_entries("named"):
        naive, mrv, fc = known.get(entry.puzzle.name, (None, None, None))
        if naive is not None:
            assert (entry.effort.naive, entry.effort.mrv) == (naive, mrv)
        if fc is not None:
            assert entry.effort.fc == fc


def test_the_small_bank_is_made_again_by_the_other_backend():
    assert format_entries(build_bank("small", backend="python")) == bank_text("small")


@pytest.mark.parametrize("bank", ["named", "easy", "minimal"])
def test_a_bank_is_made_again_from_its_seed(bank):
    assert format_entries(build_bank(bank)) == bank_text(bank)


@pytest.mark.slow
@pytest.mark.parametrize("bank", [bank for bank in RECIPES if bank not in ("small", "easy", "minimal")])
def test_a_bank_that_takes_longer_is_made_again_from_its_seed(bank):
    assert format_entries(build_bank(bank)) == bank_text(bank)


def test_another_seed_makes_another_bank():
    one, other = read_entries("small"), build_bank("small", seed=2)
    assert len(one) == len(other)
    assert {entry.puzzle.hash for entry in one} != {entry.puzzle.hash for entry in other}


def test_an_entry_without_one_solution_has_no_words():
    entry = Entry(Puzzle(NINE, (0,) * 81, "empty"), None, None)
    assert {column for column, text in entry.row.items() if text} == {"name", "puzzle", "givens"}
    assert tuple(parse_entries(format_entries([entry]))) == (entry,)


@pytest.mark.parametrize("bank", BANKS)
def test_the_reader_takes_a_bank_for_what_it_is(bank):
    assert tuple(read_text(bank_text(bank), name=f"{bank}.csv")) == read_bank(bank)
