"""Files and texts of instances: graphs in DIMACS form, squares, jigsaws, sums in letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from csp.problems.catalogue import FAMILIES
from csp.problems.family import InstanceError, Named, Unread

TRIANGLE = "c a triangle\np edge 3 3\ne 1 2\ne 2 3\ne 1 3\n"


def graph(families, text, **options):
    (found,) = families["colouring"].read(text, **options)
    return found


def test_a_graph_is_read_with_the_colours_asked_for(families):
    expected = {"vertices": 3, "edges": [[1, 2], [2, 3], [1, 3]], "colours": 4, "names": []}
    assert graph(families, TRIANGLE, colours=4) == Named("graph", expected)


@pytest.mark.parametrize(
    "text",
    [
        TRIANGLE.replace("\n", "\r\n"),
        TRIANGLE.replace("edge", "col"),
        "\ufeff\n" + TRIANGLE + "c the end\n\nc",
        TRIANGLE.replace("e 2 3", "c between\ncomment without a space\n  e   3 2  \nn 2 17\nd 1 0 0\n"),
        TRIANGLE + "e 2 1\n",
        TRIANGLE.replace("3 3", "3 6"),
        TRIANGLE.replace("3 3", "3 6") + "e 2 1\ne 3 2\ne 3 1\n",
        TRIANGLE.replace("3 3", "3 4") + "e 1 2\n",
    ],
    ids=["crlf", "p col", "odd places", "weights", "twice", "both announced", "both there", "lines announced"],
)
def test_what_well_known_files_do_is_tolerated(families, text):
    assert graph(families, text).content == graph(families, TRIANGLE).content


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (TRIANGLE.replace("3 3", "3 5"), "line 2", "5 edges are announced, and there are 3; is the file cut off"),
        (TRIANGLE.replace("3 3", "2 3"), "line 4", "no vertex 3; they are numbered from 1 to 2"),
        (TRIANGLE.replace("e 1 3", "e 0 3"), "line 5", "no vertex 0"),
        (TRIANGLE.replace("e 2 3", "e 2 2"), "line 4", "vertex 2 to itself"),
        ("e 1 2\n" + TRIANGLE, "line 1", "before the line `p edge"),
        (TRIANGLE + "p edge 3 3\n", "line 6", "a second line `p`; the first is line 2"),
        (TRIANGLE.replace("e 2 3", "e 2"), "line 4", "`e VERTEX VERTEX`, not 'e 2'"),
        (TRIANGLE.replace("e 2 3", "e 2 x"), "line 4", "'x' is not a whole number"),
        (TRIANGLE.replace("edge 3", "edge -3"), "line 2", "'-3' is not a whole number"),
        (TRIANGLE.replace("p edge 3 3", "p cnf 3 3"), "line 2", "`p edge VERTICES EDGES` is expected"),
        (TRIANGLE.replace("p edge 3 3", "p edge 3"), "line 2", "`p edge VERTICES EDGES` is expected"),
        ("c only\n", "end", "no line `p edge"),
        ("", "end", "no line `p edge"),
        ("1 2\n", "line 1", "begins with c, p, e or n, not with '1'"),
        ("p edge 999999 0\n", "line 1", "999999 vertices; at most 100000"),
    ],
)
def test_a_mistake_in_a_graph_is_named_with_its_line(families, text, place, message):
    found = graph(families, text)
    assert isinstance(found, Unread)
    assert found.place == place
    assert message in found.message


def test_colours_that_make_no_sense_are_refused(families):
    with pytest.raises(InstanceError, match="colours is 0"):
        graph(families, TRIANGLE, colours=0)


def test_squares_are_read_with_and_without_spaces_and_named_by_number(families):
    text = "# two squares\n1 . 3\n. . .\n2 3 1\n\n\n12\n.1\n"
    assert list(families["quasigroup"].read(text)) == [
        Named("1", {"size": 3, "givens": [[1, 0, 3], [0, 0, 0], [2, 3, 1]]}),
        Named("2", {"size": 2, "givens": [[1, 2], [0, 1]]}),
    ]


def test_a_bad_square_is_reported_and_the_others_are_read(families):
    text = "12\n2\n\n1 3\n. .\n\n10\n..\n\n1\n"
    narrow, wrong, zero, good = families["quasigroup"].read(text)
    assert narrow == Unread("line 2", "1 cells, where 2 are expected, as many as the square has rows")
    assert wrong == Unread("line 4", "'3' is neither a value from 1 to 2 nor a blank, `.`")
    assert zero == Unread("line 7", "'0' is neither a value from 1 to 2 nor a blank, `.`")
    assert good == Named("4", {"size": 1, "givens": [[1]]})


def test_a_jigsaw_is_read_with_and_without_a_line_between(families):
    spaced = "1 . . .\n. . 2 .\n. 3 . .\n. . . .\n- - - -\nA A B B\nA A B B\nC D D D\nC C C D\n"
    dense = "1...\n..2.\n.3..\n....\nAABB\nAABB\nCDDD\nCCCD\n"
    (one,), (other,) = families["jigsaw"].read(spaced), families["jigsaw"].read(dense)
    assert one == other
    assert one.content["regions"] == [[0, 0, 1, 1], [0, 0, 1, 1], [2, 3, 3, 3], [2, 2, 2, 3]]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("1.\n.2\nAB\n", "line 1", "3 lines; a puzzle is n lines of cells and n lines of regions"),
        ("1.\n.2\nAB\nBBB\n", "line 4", "3 cells, where 2"),
        ("1.\n.2\nAB\nBB\n", "line 3", "region A has 1 cells instead of 2"),
        ("1.\n.3\nAB\nAB\n", "line 2", "'3' is neither a value"),
        ("----\n", "a line of dashes", "0 lines"),
    ],
)
def test_a_mistake_in_a_jigsaw_is_named_with_its_line(families, text, place, message):
    (found,) = families["jigsaw"].read(text)
    assert isinstance(found, Unread)
    assert found.place == place
    assert message in found.message


@given(st.text(alphabet="pecn 1234567890.-#AB\n\tdgx", max_size=60))
def test_no_text_is_too_odd_for_a_reader(text):
    for family in FAMILIES:
        if family.read is not None:
            assert all(isinstance(found, Named | Unread) for found in family.read(text))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("SEND+MORE", "no '=' in 'SEND\\+MORE'"),
        ("A=B=C", "2 times '='"),
        ("ABCDEF+GHIJ=K", "11 different letters; in base 10 there are 10 digits"),
        ("SEND-MORE=MONEY", "'-' in"),
        ("S3ND+MORE=MONEY", "'3' in"),
        ("GRÜN+ROT=BLAU", "'Ü' in"),
        ("SEND++MORE=MONEY", "a word is missing"),
        ("=MONEY", "a word is missing"),
        ("", "no '='"),
        ("A" * 16 + "=B", "has 16 letters; in base 10 a word has at most 15"),
    ],
)
def test_what_is_wrong_with_a_sum_is_named(families, text, message):
    with pytest.raises(InstanceError, match=message):
        families["cryptarithm"].parse(text)


def test_letters_that_weigh_nothing_and_numbers_of_one_letter_are_allowed(families, solutions_of):
    cryptarithm = families["cryptarithm"]
    assert len(solutions_of(cryptarithm.model(cryptarithm.parse("A+B=B+A", base=3)))) == 6
    zero = cryptarithm.parse("A+AB=AB")
    assert {values[0] for values in solutions_of(cryptarithm.model(zero))} == set()  # A leads AB, so it is not 0
    assert {values[0] for values in solutions_of(cryptarithm.model(cryptarithm.parse("A+BC=BC")))} == {0}


def test_a_base_above_ten_is_written_with_letters(families, solutions_of):
    cryptarithm = families["cryptarithm"]
    puzzle = cryptarithm.parse("A+A=BC", base=16)
    written = {cryptarithm.write(puzzle, values) for values in solutions_of(cryptarithm.model(puzzle))}
    assert "f + f = 1e" in written
