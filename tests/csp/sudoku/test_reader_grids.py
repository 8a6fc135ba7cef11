"""A grid on several lines: frames, headings, sections, and the signs that mean two things."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from csp.sudoku.grid import Puzzle
from csp.sudoku.reader import BadLine, read_text

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROW_WITHOUT_GIVENS = TEXTBOOK[:36] + "." * 9 + TEXTBOOK[45:]
BLANKS = list(".0_*-xX ")


def rows_of(text: str) -> list[str]:
    return [text[at : at + 9] for at in range(0, 81, 9)]


def thirds(row: str) -> tuple[str, str, str]:
    return row[:3], row[3:6], row[6:]


def puzzles(text: str) -> list[Puzzle]:
    found = list(read_text(text, name="file.txt"))
    assert not [bad for bad in found if isinstance(bad, BadLine)]
    return [puzzle for puzzle in found if isinstance(puzzle, Puzzle)]


def texts(text: str) -> list[str]:
    return [puzzle.text for puzzle in puzzles(text)]


def plain(text: str) -> str:
    return "\n".join(rows_of(text))


def gapped(text: str) -> str:
    return "\n".join(" ".join(row) for row in rows_of(text))


def with_tabs(text: str) -> str:
    return "\n".join("\t".join(row) for row in rows_of(text))


def with_commas(text: str) -> str:
    return "\n".join(",".join(row) for row in rows_of(text))


def as_lists(text: str) -> str:
    return "\n".join(f"[{', '.join(row)}]," for row in rows_of(text))


def simple_sudoku(text: str) -> str:
    rows = [f"|{'|'.join(thirds(row))}|" for row in rows_of(text)]
    rule = "|-----------|"
    return "\n".join(["*-----------*", *rows[:3], rule, *rows[3:6], rule, *rows[6:], "*-----------*"])


def framed(text: str) -> str:
    rule = "+---+---+---+"
    rows = [f"|{'|'.join(thirds(row))}|" for row in rows_of(text)]
    return "\n".join([rule, *rows[:3], rule, *rows[3:6], rule, *rows[6:], rule])


def wide_frame(text: str) -> str:
    rule = "+-------+-------+-------+"
    rows = [f"| {' | '.join(' '.join(third) for third in thirds(row))} |" for row in rows_of(text)]
    return "\n".join([rule, *rows[:3], rule, *rows[3:6], rule, *rows[6:], rule])


def bars_inside(text: str) -> str:
    rows = [" | ".join(" ".join(third) for third in thirds(row)) for row in rows_of(text)]
    rule = "------+-------+------"
    return "\n".join([*rows[:3], rule, *rows[3:6], rule, *rows[6:]])


def equals_signs(text: str) -> str:
    rows = ["|".join(thirds(row)) for row in rows_of(text)]
    return "\n".join([*rows[:3], "===========", *rows[3:6], "===========", *rows[6:]])


def dotted_corners(text: str) -> str:
    rows = [f"| {' | '.join(' '.join(third) for third in thirds(row))} |" for row in rows_of(text)]
    top, rule, end = ".-------.-------.-------.", ":-------+-------+-------:", "'-------'-------'-------'"
    return "\n".join([top, *rows[:3], rule, *rows[3:6], rule, *rows[6:], end])


def box_drawing(text: str) -> str:
    rows = [f"║ {' │ '.join(row)} ║" for row in rows_of(text)]
    lines = [line for row in rows for line in ("╟───┼───╫───╢", row)]
    return "\n".join(["╔═══╤═══╦═══╗", *lines[1:], "╚═══╧═══╩═══╝"])


def bands(text: str) -> str:
    rows = rows_of(text)
    return "\n\n".join("\n".join(rows[at : at + 3]) for at in (0, 3, 6))


def double_spaced(text: str) -> str:
    return "\n\n".join(rows_of(text))


FORMS = [
    plain,
    gapped,
    with_tabs,
    with_commas,
    as_lists,
    simple_sudoku,
    framed,
    wide_frame,
    bars_inside,
    equals_signs,
    dotted_corners,
    box_drawing,
    bands,
    double_spaced,
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("blank", BLANKS)
def test_every_form_is_read_with_every_sign_for_a_blank(form: Callable[[str], str], blank: str) -> None:
    assert texts(form(TEXTBOOK.replace(".", blank))) == [TEXTBOOK]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_read_when_an_editor_has_trimmed_its_lines(form: Callable[[str], str]) -> None:
    text = "\n".join(line.rstrip() for line in form(TEXTBOOK.replace(".", " ")).split("\n"))
    assert texts(text) == [TEXTBOOK]


@pytest.mark.parametrize("form", [form for form in FORMS if form not in (bands, double_spaced)])
@pytest.mark.parametrize("between", ["\n\n", "\n", "\n\n\n\n", "\n# comment\n", "\n\nGrid 02\n"])
def test_several_grids_follow_each_other(form: Callable[[str], str], between: str) -> None:
    assert texts(between.join([form(TEXTBOOK), form(SOLUTION), form(TEXTBOOK)])) == [TEXTBOOK, SOLUTION, TEXTBOOK]


@pytest.mark.parametrize("form", [bands, double_spaced])
def test_several_grids_with_empty_lines_in_them_follow_each_other(form: Callable[[str], str]) -> None:
    assert texts("\n\n".join([form(TEXTBOOK), form(SOLUTION), form(TEXTBOOK)])) == [TEXTBOOK, SOLUTION, TEXTBOOK]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("blank", list(".0_*-xX"))
def test_a_row_without_givens_is_a_row(form: Callable[[str], str], blank: str) -> None:
    assert texts(form(ROW_WITHOUT_GIVENS.replace(".", blank))) == [ROW_WITHOUT_GIVENS]


@pytest.mark.parametrize("form", [form for form in FORMS if form not in (bands, double_spaced)])
def test_a_row_of_nothing_but_spaces_is_a_row(form: Callable[[str], str]) -> None:
    assert texts(form(ROW_WITHOUT_GIVENS.replace(".", " "))) == [ROW_WITHOUT_GIVENS]


def test_an_empty_line_is_a_row_where_spaces_are_blanks_and_a_row_is_missing_without_it() -> None:
    text = "\n".join(row.rstrip() for row in rows_of(ROW_WITHOUT_GIVENS.replace(".", " ")))
    assert "\n\n" in text
    assert texts(text) == [ROW_WITHOUT_GIVENS]
    assert texts(text + "\n\n" + plain(TEXTBOOK)) == [ROW_WITHOUT_GIVENS, TEXTBOOK]


@pytest.mark.parametrize("row", [0, 8])
def test_a_grid_whose_first_or_last_row_cannot_be_seen_is_refused(row: int) -> None:
    rows = [line.rstrip() for line in rows_of(TEXTBOOK.replace(".", " "))]
    rows[row] = ""
    (bad,) = read_text("\n".join(rows))
    assert isinstance(bad, BadLine)
    assert "a row without any given" in bad.message


@pytest.mark.parametrize("blank", list(".0_*x"))
def test_nine_dashes_are_a_line_of_the_frame_where_another_sign_is_the_blank(blank: str) -> None:
    rows = rows_of(TEXTBOOK.replace(".", blank))
    assert texts("\n".join([*rows[:3], "-" * 9, *rows[3:6], "-" * 9, *rows[6:]])) == [TEXTBOOK]


def test_nine_dashes_between_full_grids_of_dashes_are_a_line_of_the_frame() -> None:
    rows = rows_of(TEXTBOOK.replace(".", "-"))
    assert texts("\n".join([*rows[:3], "-" * 9, *rows[3:6], "-" * 9, *rows[6:]])) == [TEXTBOOK]


def test_nine_dashes_do_not_stand_in_for_a_missing_row() -> None:
    rows = rows_of(TEXTBOOK)
    (bad,) = read_text("\n".join([*rows[:3], "-" * 9, *rows[3:8]]))
    assert isinstance(bad, BadLine)
    assert "8 rows of 9 cells" in bad.message


@pytest.mark.parametrize("gap", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["", ","])
def test_nothing_between_two_gaps_is_a_blank(gap: str, end: str) -> None:
    rows = [gap.join(symbol.replace(".", "") for symbol in row) for row in rows_of(TEXTBOOK)]
    assert texts("\n".join(row + end.replace(",", gap) for row in rows)) == [TEXTBOOK]


@pytest.mark.parametrize(
    "row", ["5 3 . . 7 . . . .", "5,3,.,.,7,.,.,.,.,", "53. .7. ...", "5 3 .  . 7 .  . . .", " 53..7.... "]
)
def test_rows_of_one_grid_may_be_written_differently(row: str) -> None:
    assert texts("\n".join([row, *rows_of(TEXTBOOK)[1:]])) == [TEXTBOOK]


@pytest.mark.parametrize("comment", ["  # the top", "; the top", " // top", " top row"])
def test_a_comment_after_a_row_is_passed_over(comment: str) -> None:
    assert texts("\n".join(row + comment for row in rows_of(TEXTBOOK))) == [TEXTBOOK]


def test_a_comment_between_rows_is_passed_over() -> None:
    rows = rows_of(TEXTBOOK)
    assert texts("\n".join([*rows[:4], "# half", *rows[4:]])) == [TEXTBOOK]


@pytest.mark.parametrize("heading", ["Grid 01", "Puzzle #7 (easy):", "A123", "3rd", "--- No. 3 ---"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_the_line_above_a_grid_is_its_name(heading: str, between: str) -> None:
    found = puzzles(between.join(f"{heading}\n{plain(text)}" for text in (TEXTBOOK, SOLUTION, TEXTBOOK)))
    assert [puzzle.text for puzzle in found] == [TEXTBOOK, SOLUTION, TEXTBOOK]
    assert {puzzle.name for puzzle in found} == {heading.strip(" -:")}


def test_a_name_may_stand_apart_from_its_grid() -> None:
    assert [puzzle.name for puzzle in puzzles(f"Grid 01\n\n{plain(TEXTBOOK)}")] == ["Grid 01"]


def test_a_number_above_a_grid_is_not_its_name_but_may_be_what_is_left_of_a_row() -> None:
    for heading in ("01", "12.", "123", "2010-05-03", "5 3 ."):
        text = "\n".join([plain(TEXTBOOK), heading, plain(SOLUTION), "", heading, "", plain(TEXTBOOK)])
        found = list(read_text(text, name="file.txt"))
        assert [line.place for line in found if isinstance(line, BadLine)] == ["file.txt:10", "file.txt:21"]
        assert [puzzle.name for puzzle in found if isinstance(puzzle, Puzzle)] == [
            "file.txt:1",
            "file.txt:11",
            "file.txt:23",
        ]


@pytest.mark.parametrize(("before", "after"), [("[", "]"), ('"""', '"""'), ("({", "});"), ("grid = [", "]")])
def test_brackets_and_quotes_around_a_grid_are_passed_over(before: str, after: str) -> None:
    assert texts("\n".join([before, as_lists(TEXTBOOK), after])) == [TEXTBOOK]


def test_words_below_a_grid_with_a_frame_are_its_programs_and_do_not_name_the_next() -> None:
    signed = f"{simple_sudoku(TEXTBOOK)}\nby a program\nVersion 4\n\n"
    assert [puzzle.name for puzzle in puzzles(signed * 2)] == ["file.txt:2", "file.txt:18"]


def test_a_grid_without_a_name_is_named_by_its_first_row() -> None:
    assert [puzzle.name for puzzle in puzzles(f"\n{framed(TEXTBOOK)}\n\n{plain(SOLUTION)}")] == [
        "file.txt:3",
        "file.txt:16",
    ]


def test_of_an_sdk_file_the_puzzle_is_read_and_the_state_is_not() -> None:
    head = "#ASomeone\n#DA description\n#LEasy\n"
    state = "[State]\n" + plain(SOLUTION) + "\n[PencilMarks]\n1,2,3,,,,,,\n"
    assert texts(head + plain(TEXTBOOK)) == [TEXTBOOK]
    assert texts(f"{head}[Puzzle]\n{plain(TEXTBOOK)}\n{state}") == [TEXTBOOK]
    assert texts(f"[Puzzle]\n{plain(TEXTBOOK)}\n{state}[Puzzle]\n{plain(SOLUTION)}\n") == [TEXTBOOK, SOLUTION]


def test_lines_and_grids_mix() -> None:
    assert texts("\n".join([TEXTBOOK, plain(SOLUTION), TEXTBOOK, "", framed(TEXTBOOK), SOLUTION])) == [
        TEXTBOOK,
        SOLUTION,
        TEXTBOOK,
        TEXTBOOK,
        SOLUTION,
    ]


def test_spaces_of_every_kind_are_spaces() -> None:
    assert texts(gapped(TEXTBOOK).replace(" ", "\u00a0")) == [TEXTBOOK]


def test_lines_ended_twice_are_a_grid_with_empty_lines() -> None:
    assert texts("\r\r\n".join(rows_of(TEXTBOOK))) == [TEXTBOOK]


def test_a_row_of_which_an_editor_left_one_cell_between_tabs_is_a_row() -> None:
    text = with_tabs("1........" + TEXTBOOK[9:]).replace(".", "")
    assert texts("\n".join(line.rstrip() for line in text.split("\n"))) == ["1........" + TEXTBOOK[9:]]
