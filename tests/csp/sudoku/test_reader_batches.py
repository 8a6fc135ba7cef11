"""Reading as a filter does: what `read_file` gives, some at a time, as soon as it comes."""

import gzip
import os
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from csp.sudoku.alphabet import are_plain, plain_values
from csp.sudoku.reader import BadLine, PlainLines, ReadError, read_batches, read_file
from csp.sudoku.sources import CHUNK

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ZEROS = TEXTBOOK.replace(".", "0")
GRID = "\n".join(TEXTBOOK[row : row + 9] for row in range(0, 81, 9))
FOUR = "1...\n.3..\n..2.\n...4"
UNDECIDED = "12345678" + "." * 248
WITH_ZERO = "0123456789ABCDEF" + "." * 240

PARTS = (TEXTBOOK, TEXTBOOK, ZEROS, TEXTBOOK[:80], "", "# comment", "Grid 01", GRID, FOUR, "-" * 81, "3", "1" * 81)
PARTS += (TEXTBOOK.replace(".", "*"), TEXTBOOK[:80] + "0", f"{TEXTBOOK},{TEXTBOOK}", UNDECIDED, "puzzle,solution")


def flat(batches):
    for batch in batches:
        for item in batch:
            yield from item.puzzles() if isinstance(item, PlainLines) else [item]


@pytest.fixture
def piped():
    """The path of a pipe that has a text, and the number to write more to."""
    reader, writer = os.pipe()
    yield f"/dev/fd/{reader}", writer
    os.close(reader)


def outcome(read):
    found = []
    try:
        found.extend(read)
    except ReadError as error:
        return found, str(error).partition(":")[2]
    return found, ""


@settings(max_examples=60)
@given(st.lists(st.sampled_from(PARTS), min_size=1, max_size=12), st.sampled_from(["\n", "\r\n", "\r"]))
def test_a_filter_reads_what_everyone_reads(tmp_path_factory, parts, end):
    path = tmp_path_factory.mktemp("batches") / "puzzles.txt"
    path.write_bytes("\n".join(parts).replace("\n", end).encode())
    assert outcome(flat(read_batches(path))) == outcome(read_file(path))


def test_lines_of_81_come_together_and_all_else_by_itself(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_text("\n".join(["# a comment", TEXTBOOK, TEXTBOOK, TEXTBOOK[:80], ZEROS, FOUR, ""]))
    (first, second, third), (last,) = read_batches(path)
    assert first == PlainLines("puzzles.txt", 2, [TEXTBOOK, TEXTBOOK])
    assert isinstance(second, BadLine)
    assert third == PlainLines("puzzles.txt", 5, [ZEROS])
    assert last.name == "puzzles.txt:6"
    assert [puzzle.name for puzzle in first.puzzles()] == ["puzzles.txt:2", "puzzles.txt:3"]


@given(st.lists(st.text("123456789.0*-", min_size=4, max_size=4), min_size=1, max_size=3))
def test_lines_are_plain_together_only_if_each_is(lines):
    if are_plain(lines):
        assert all(plain_values(line) is not None for line in lines)


def test_puzzles_come_out_of_a_pipe_before_it_ends(piped):
    path, writer = piped
    os.write(writer, f"{TEXTBOOK}\n{TEXTBOOK}\n".encode())
    batches = read_batches(path)
    assert next(batches)[0].lines == [TEXTBOOK, TEXTBOOK]
    os.write(writer, f"{ZEROS}\n".encode())
    assert next(batches)[0] == PlainLines(os.path.basename(path), 3, [ZEROS])  # noqa: PTH119
    os.close(writer)
    assert list(batches) == [[]]


def test_an_alphabet_is_that_of_the_whole_text_though_it_comes_through_a_pipe(piped, tmp_path):
    text = "\n".join([TEXTBOOK, UNDECIDED, UNDECIDED, *[WITH_ZERO] * 9, TEXTBOOK]) + "\n"
    path, writer = piped

    def write():
        os.write(writer, text[:500].encode())
        os.write(writer, text[500:].encode())
        os.close(writer)

    thread = threading.Thread(target=write)
    thread.start()
    streamed = [(item.givens, item.solution) for item in flat(read_batches(path))]
    thread.join()
    (tmp_path / "whole.txt").write_text(text)
    assert streamed == [(item.givens, item.solution) for item in read_file(tmp_path / "whole.txt")]
    assert streamed[1][0][0] == 2  # where 0 is the first value, 1 is the second


def test_gzip_is_unpacked_from_a_pipe(piped):
    path, writer = piped
    os.write(writer, gzip.compress(f"{TEXTBOOK}\n".encode() * 50))
    os.close(writer)
    assert len(list(flat(read_batches(path)))) == 50


def test_what_cannot_be_read_is_told_when_it_is_met(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_bytes(f"{TEXTBOOK}\n".encode() * (CHUNK // 82 + 2) + b"\xff\n")
    batches = read_batches(path)
    assert isinstance(next(batches)[0], PlainLines)
    with pytest.raises(ReadError, match="not UTF-8"):
        list(batches)
    with pytest.raises(ReadError, match="not UTF-8"):
        next(read_file(path))
