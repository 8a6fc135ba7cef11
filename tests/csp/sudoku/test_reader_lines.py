"""A whole puzzle on a line: blanks, gaps, comments, names, counts and solutions."""

from __future__ import annotations

import pytest

from csp.sudoku.grid import Puzzle, Shape, read_values, write_values
from csp.sudoku.reader import BadLine, read_text

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
GOLDEN_NUGGET = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."


def puzzles(text: str, **known: object) -> list[Puzzle]:
    found = list(read_text(text, name="file.txt", **known))  # type: ignore[arg-type]
    assert not [bad for bad in found if isinstance(bad, BadLine)]
    return [puzzle for puzzle in found if isinstance(puzzle, Puzzle)]


def only(text: str, **known: object) -> Puzzle:
    (puzzle,) = puzzles(text, **known)
    return puzzle


@pytest.mark.parametrize("blank", list(".0_*-xX "))
def test_each_sign_for_a_blank_is_read_the_same(blank: str) -> None:
    assert only(TEXTBOOK.replace(".", blank)).text == TEXTBOOK


@pytest.mark.parametrize("blank", list(".0_*-xX "))
@pytest.mark.parametrize(
    "comment", [" easy", "\teasy", "# easy", " # 3 of 5", ";easy", ", easy", " // easy", ",easy,5"]
)
def test_a_comment_after_the_puzzle_is_passed_over(blank: str, comment: str) -> None:
    assert only(TEXTBOOK.replace(".", blank) + comment).text == TEXTBOOK


def test_x_in_both_cases_is_one_sign() -> None:
    assert only(TEXTBOOK.replace(".", "x", 20).replace(".", "X")).text == TEXTBOOK


def test_blanks_trimmed_from_the_end_of_a_line_are_put_back() -> None:
    line = GOLDEN_NUGGET.replace(".", " ").rstrip()
    assert len(line) < 81
    assert only(line).text == GOLDEN_NUGGET


def test_a_line_that_has_lost_a_character_elsewhere_is_not_taken_for_a_trimmed_one() -> None:
    line = TEXTBOOK.replace(".", " ")
    (bad,) = read_text(line[:20] + line[21:])
    assert isinstance(bad, BadLine)
    assert bad.message.startswith("80 characters on one line; a 9x9 grid has 81; with blanks added at its end,")
    assert "is given twice in one" in bad.message


def test_spaces_are_blanks_also_where_no_two_givens_touch() -> None:
    sparse = ("1........" + "...2....." + "......3..") * 3
    assert only(sparse.replace(".", " ")).text == sparse


def test_spaces_are_blanks_before_a_solution() -> None:
    puzzle = only(TEXTBOOK.replace(".", " ") + " " + SOLUTION)
    assert (puzzle.text, puzzle.solution) == (TEXTBOOK, read_values(SOLUTION))


@pytest.mark.parametrize("gap", [" ", ",", ", ", "\t", "  ", ";", "|"])
def test_gaps_between_cells_are_passed_over(gap: str) -> None:
    assert only(gap.join(TEXTBOOK)).text == TEXTBOOK


@pytest.mark.parametrize("gap", [" ", "\t", "|", ","])
@pytest.mark.parametrize("group", [3, 9])
def test_gaps_between_groups_of_cells_are_passed_over(gap: str, group: int) -> None:
    assert only(gap.join(TEXTBOOK[at : at + group] for at in range(0, 81, group))).text == TEXTBOOK


def test_an_empty_field_between_commas_is_a_blank() -> None:
    assert only(",".join(symbol.replace(".", "") for symbol in TEXTBOOK)).text == TEXTBOOK


@pytest.mark.parametrize(
    "line", [f"   {TEXTBOOK}", f'"{TEXTBOOK}"', f"'{TEXTBOOK}',", f"[{TEXTBOOK}]", f"{TEXTBOOK}\x1a"]
)
def test_what_encloses_a_puzzle_is_passed_over(line: str) -> None:
    assert only(line).text == TEXTBOOK


@pytest.mark.parametrize(
    ("line", "solution", "solutions"),
    [
        (f"{TEXTBOOK} {SOLUTION}", SOLUTION, None),
        (f"{TEXTBOOK},{SOLUTION}", SOLUTION, None),
        (f"{TEXTBOOK}\t{SOLUTION} easy", SOLUTION, None),
        (f"{TEXTBOOK},5,{SOLUTION}", SOLUTION, None),
        (f"{TEXTBOOK}:1:{SOLUTION}", SOLUTION, 1),
        (f"{TEXTBOOK}:1:{SOLUTION}:a remark", SOLUTION, 1),
        (f"{TEXTBOOK}:{SOLUTION}", SOLUTION, None),
        (f"{TEXTBOOK}::{SOLUTION}", SOLUTION, None),
        (f"{TEXTBOOK}:2", None, 2),
        (f"{TEXTBOOK}:0:no solution:5", None, 0),
        (f"{TEXTBOOK}: 3 :several", None, 3),
        (f"{TEXTBOOK} 1", None, None),
        (f"{TEXTBOOK}:many", None, None),
        (f"{TEXTBOOK}:-1", None, None),
        (f"{TEXTBOOK} # {SOLUTION}", None, None),
    ],
)
def test_a_solution_and_a_count_come_along(line: str, solution: str | None, solutions: int | None) -> None:
    puzzle = only(line)
    assert puzzle.text == TEXTBOOK
    assert (puzzle.solution and write_values(puzzle.solution), puzzle.solutions) == (solution, solutions)


def test_the_puzzle_in_another_form_beside_it_is_no_solution() -> None:
    assert only(f"{TEXTBOOK} {GOLDEN_NUGGET} 7.1").solution is None


@pytest.mark.parametrize(
    ("line", "name"),
    [
        (TEXTBOOK, "file.txt:1"),
        (f"0000183b305c {TEXTBOOK} 1.2", "0000183b305c"),
        (f"Easter Monster, {TEXTBOOK} # hard", "Easter Monster"),
        (f"12: {TEXTBOOK}:1:{SOLUTION}", "12"),
        (f'{{"puzzle": "{TEXTBOOK}", "solution": "{SOLUTION}"}}', "file.txt:1"),
    ],
)
def test_words_before_the_puzzle_are_its_name(line: str, name: str) -> None:
    puzzle = only(line)
    assert (puzzle.name, puzzle.text) == (name, TEXTBOOK)


def test_a_name_cannot_disturb_a_terminal() -> None:
    assert only(f"\x1b[31mred {TEXTBOOK}").name == "\\x1b[31mred"


def test_each_puzzle_is_named_by_file_and_line() -> None:
    found = puzzles(f"# two\n{TEXTBOOK}\n\n{GOLDEN_NUGGET}\n")
    assert [(puzzle.name, puzzle.text) for puzzle in found] == [("file.txt:2", TEXTBOOK), ("file.txt:4", GOLDEN_NUGGET)]


@pytest.mark.parametrize("mark", ["#", "//", ";", "%", "  # "])
def test_comment_lines_are_passed_over(mark: str) -> None:
    text = f"{mark}{SOLUTION}\n{TEXTBOOK}\n{mark} end\n"
    assert only(text).text == TEXTBOOK


@pytest.mark.parametrize("ruler", ["-" * 81, "=" * 81, "*" * 81, "_" * 81, "+" * 9, "-" * 9, "~~~"])
def test_a_ruler_is_no_puzzle(ruler: str) -> None:
    assert only(f"{ruler}\n{TEXTBOOK}\n{ruler}").text == TEXTBOOK


@pytest.mark.parametrize("blank", [".", "0"])
def test_a_line_of_blanks_is_an_empty_grid(blank: str) -> None:
    assert only(blank * 81).text == "." * 81


def test_a_number_above_puzzles_says_how_many_they_are() -> None:
    assert [puzzle.name for puzzle in puzzles(f"2\n{TEXTBOOK}\n{GOLDEN_NUGGET}")] == ["file.txt:2", "file.txt:3"]
    *both, bad = read_text(f"# all\n123\n{TEXTBOOK}\n{GOLDEN_NUGGET}", name="file.txt")
    assert len(both) == 2
    assert bad == BadLine("file.txt:2", "the number 123 on a line by itself, but 2 puzzles come after it")


def test_a_heading_above_one_line_is_its_name_above_several_a_title() -> None:
    names = puzzles(f"One\n{TEXTBOOK}\nMany\n{TEXTBOOK}\n{GOLDEN_NUGGET}\nLast one\n{TEXTBOOK}")
    assert [puzzle.name for puzzle in names] == ["One", "file.txt:4", "file.txt:5", "Last one"]


@pytest.mark.parametrize("ends", [("\n",), ("\r\n",), ("\r",), ("\r\n", "\n", "\r"), ("\n", "\r\n")])
@pytest.mark.parametrize("last", ["", "end"])
def test_lines_may_end_in_any_way(ends: tuple[str, ...], last: str) -> None:
    lines = [TEXTBOOK, GOLDEN_NUGGET, SOLUTION] * 2
    text = "".join(line + ends[at % len(ends)] for at, line in enumerate(lines))
    found = puzzles(text if last else text.rstrip("\r\n"))
    assert [puzzle.text for puzzle in found] == lines
    assert [puzzle.name for puzzle in found] == [f"file.txt:{number}" for number in range(1, 7)]


def test_a_byte_order_mark_is_passed_over() -> None:
    assert only("\ufeff" + TEXTBOOK).text == TEXTBOOK


def test_a_duplicate_given_is_left_to_the_checker() -> None:
    twice = "55" + TEXTBOOK[2:]
    assert only(twice).text == twice


def test_a_known_shape_is_what_every_puzzle_has() -> None:
    assert only(TEXTBOOK, shape=Shape(3, 3)).shape == Shape(3, 3)
    assert only("1.6." * 9, shape=Shape(3, 2)).shape == Shape(3, 2)
