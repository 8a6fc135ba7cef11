"""Puzzles in tables: which columns are read, in which order, and what is wrong with a line of one."""

from __future__ import annotations

import pytest

from csp.sudoku.grid import Puzzle, read_values, write_values
from csp.sudoku.reader import BadLine, ReadError, read_text

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ZEROS = TEXTBOOK.replace(".", "0")
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SMALL, SMALL_SOLUTION = "1....3.4..1.2...", "1423234142313124"


def found(text: str) -> list[Puzzle | BadLine]:
    return list(read_text(text, name="file.csv"))


def only(text: str) -> Puzzle:
    (puzzle,) = found(text)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def bad(text: str) -> BadLine:
    (line,) = [line for line in found(text) if isinstance(line, BadLine)]
    return line


@pytest.mark.parametrize(
    "header",
    [
        "quizzes,solutions",
        "puzzle,solution",
        "question,answer",
        "Puzzle,Solution",
        '"quizzes","solutions"',
        "sudoku, solved",
    ],
)
def test_the_usual_names_of_columns_are_known(header: str) -> None:
    puzzle = only(f"{header}\n{ZEROS},{SOLUTION}\n")
    assert (puzzle.text, puzzle.name) == (TEXTBOOK, "file.csv:2")
    assert puzzle.solution is not None
    assert write_values(puzzle.solution) == SOLUTION


@pytest.mark.parametrize(
    ("header", "line"),
    [
        ("id,puzzle,solution,clues,difficulty", f"1,{TEXTBOOK},{SOLUTION},30,0.0"),
        ("solution,rating,puzzle", f"{SOLUTION},2.5,{TEXTBOOK}"),
        ("source,question,answer,rating", f'easy,"{TEXTBOOK}","{SOLUTION}",5'),
        ("source,question,answer,rating", f'"a, ""b""",{TEXTBOOK},{SOLUTION},5'),
        ("rating;question;answer", f"5;{TEXTBOOK};{SOLUTION}"),
        ("rating;question;answer", f";{TEXTBOOK};{SOLUTION}"),
        ("rating\tquestion\tanswer", f"5\t{TEXTBOOK}\t{SOLUTION}"),
        ("puzzle,solution,", f"{TEXTBOOK},{SOLUTION}"),
        (",puzzle,solution", f"0,{TEXTBOOK},{SOLUTION}"),
        ("puzzle,solution", f" {TEXTBOOK} , {SOLUTION} "),
        ("puzzle,solution", f'"{TEXTBOOK.replace(".", " ")}","{SOLUTION}"'),
        ("puzzle,solution", f'"{" ".join(TEXTBOOK)}","{" ".join(SOLUTION)}"'),
    ],
)
def test_columns_may_stand_in_any_order_and_among_others(header: str, line: str) -> None:
    puzzle = only(f"# a table\n\n{header}\n{line}")
    assert (puzzle.text, puzzle.solution) == (TEXTBOOK, read_values(SOLUTION))


def test_a_name_in_a_column_is_the_puzzles_name() -> None:
    names = [
        puzzle.name
        for puzzle in found(f"name,puzzle\nAI Escargot,{TEXTBOOK}\n,{TEXTBOOK}\n")
        if isinstance(puzzle, Puzzle)
    ]
    assert names == ["AI Escargot", "file.csv:3"]


@pytest.mark.parametrize("header", ["puzzle,count", "puzzle,solutions", "puzzle,solution_count", "puzzle,n solutions"])
def test_a_count_of_solutions_is_read(header: str) -> None:
    assert [
        (puzzle.solutions, puzzle.solution)
        for puzzle in found(f"{header}\n{TEXTBOOK},1\n{TEXTBOOK},12")
        if isinstance(puzzle, Puzzle)
    ] == [
        (1, None),
        (12, None),
    ]


@pytest.mark.parametrize("nothing", ["", "-", "none", "NaN", "no solution"])
def test_a_puzzle_may_come_without_its_solution(nothing: str) -> None:
    assert only(f"puzzle,solution\n{TEXTBOOK},{nothing}").solution is None
    assert only(f"puzzle,rating,solution\n{TEXTBOOK},5").solution is None


def test_a_table_of_4x4_puzzles_is_read() -> None:
    puzzle = only(f"puzzle,solution\n{SMALL},{SMALL_SOLUTION}")
    assert (puzzle.text, puzzle.solution) == (SMALL, read_values(SMALL_SOLUTION))


def test_tables_may_follow_each_other() -> None:
    text = f"puzzle,rating\n{TEXTBOOK},1\n\nrating,question\n5,{SOLUTION}\n"
    assert [puzzle.text for puzzle in found(text) if isinstance(puzzle, Puzzle)] == [TEXTBOOK, SOLUTION]


def test_a_heading_with_a_comma_begins_no_table() -> None:
    puzzle = only("Puzzle, easy\n" + "\n".join(TEXTBOOK[at : at + 9] for at in range(0, 81, 9)))
    assert (puzzle.name, puzzle.text) == ("Puzzle, easy", TEXTBOOK)


def test_a_table_without_lines_has_no_puzzle() -> None:
    with pytest.raises(ReadError, match="no puzzle in it"):
        found("puzzle,solution\n")


NEEDED = "that of the puzzles must be named puzzle, quizzes or question"


@pytest.mark.parametrize("lines", ["1,2\n", "1,2\n3,4\n", "\n1,2\n"])
def test_below_unknown_columns_it_is_said_which_are_needed(lines: str) -> None:
    assert f"if line 1 names the columns of a table, {NEEDED}" in bad(f"a,b\n{lines}").message


def test_of_a_text_with_unknown_columns_and_nothing_like_a_puzzle_it_is_said_which_are_needed() -> None:
    with pytest.raises(ReadError, match=f"no puzzle in it; .*if line 2 names the columns of a table, {NEEDED}"):
        found("# a table\na,b\nhello,world\n")


def test_where_no_line_looks_like_columns_none_are_asked_for() -> None:
    with pytest.raises(ReadError) as refused:
        found("only words\n")
    assert "columns" not in str(refused.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (f"1,{TEXTBOOK[:80]},{SOLUTION}", "80 characters on one line; a 9x9 grid has 81"),
        (f"1,{TEXTBOOK}5,{SOLUTION}", "82 characters on one line; a 9x9 grid has 81"),
        (f"1,{TEXTBOOK},{SOLUTION[:80]}", "the solution has 80 characters; a 9x9 grid has 81"),
        (f"1,{TEXTBOOK},{SOLUTION}1", "the solution has 82 characters; a 9x9 grid has 81"),
        (f"1,{TEXTBOOK},{SOLUTION[:80]}.", "the solution has a blank, row 9 column 9"),
        (f"1,{TEXTBOOK},{SOLUTION[:80]}Z", "column 165: 'Z' in row 9 column 9"),
        (f"1,{TEXTBOOK[:80]}Z,{SOLUTION}", "column 83: 'Z' in row 9 column 9"),
        (f'1,"{" ".join(TEXTBOOK[:80])} Z",{SOLUTION}', "column 164: 'Z' in row 9 column 9"),
        (f"1,,{SOLUTION}", "nothing where the puzzle should be, in field 2"),
        (f"1,hello,{SOLUTION}", "5 characters, no puzzle, where the puzzle should be, in field 2"),
        ("1", "nothing where the puzzle should be, in field 2"),
        (f"1,{TEXTBOOK},{SOLUTION},5", "4 fields; the first line names 3 columns"),
        (f'"1,{TEXTBOOK},{SOLUTION}', "a quoted field that is not written as CSV"),
    ],
)
def test_a_line_that_is_wrong_is_named_and_the_others_are_read(line: str, message: str) -> None:
    good = f"1,{TEXTBOOK},{SOLUTION}"
    text = f"id,puzzle,solution\n{good}\n{line}\n{good}\n"
    assert bad(text).place == "file.csv:3"
    assert message in bad(text).message
    assert [puzzle.name for puzzle in found(text) if isinstance(puzzle, Puzzle)] == ["file.csv:2", "file.csv:4"]
