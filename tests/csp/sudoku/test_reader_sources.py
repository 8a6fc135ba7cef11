"""Files, standard input and what makes them unreadable as a whole."""

from __future__ import annotations

import bz2
import codecs
import gzip
import io
import os
import sys
import threading
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from csp.sudoku.grid import Puzzle
from csp.sudoku.reader import BadLine, ReadError, read_file
from csp.sudoku.sources import CHUNK, LONGEST_LINE

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HEXADECIMAL = "0123456789ABCDEF" + "." * 240


def file_with(folder: Path, content: bytes, name: str = "file.txt") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


def names(found: Iterator[Puzzle | BadLine]) -> list[str]:
    return [puzzle.name for puzzle in found if isinstance(puzzle, Puzzle)]


class _Stdin:
    def __init__(self, content: bytes) -> None:
        self.buffer = io.BytesIO(content)


def test_a_file_is_named_by_its_last_part(tmp_path: Path) -> None:
    path = file_with(tmp_path, f"{TEXTBOOK}\n{TEXTBOOK[:80]}".encode())
    puzzle, bad = read_file(path)
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.name, puzzle.text) == ("file.txt:1", TEXTBOOK)
    assert bad == BadLine("file.txt:2", "80 characters on one line; a 9x9 grid has 81")
    assert names(read_file(str(path))) == ["file.txt:1"]


@pytest.mark.parametrize("packed", [False, True])
def test_a_dash_is_standard_input(packed: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    content = f"{TEXTBOOK}\r\n{HEXADECIMAL}\n".encode()
    monkeypatch.setattr(sys, "stdin", _Stdin(gzip.compress(content, mtime=0) if packed else content))
    assert names(read_file("-")) == ["stdin:1", "stdin:2"]


def test_standard_input_that_is_empty_or_missing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    for stdin in (_Stdin(b""), None):
        monkeypatch.setattr(sys, "stdin", stdin)
        with pytest.raises(ReadError, match="standard input: empty"):
            next(read_file("-"))


def test_gzip_is_known_by_its_content_not_by_its_name(tmp_path: Path) -> None:
    content = f"{TEXTBOOK}\n".encode()
    assert names(read_file(file_with(tmp_path, gzip.compress(content, mtime=0), "packed.txt"))) == ["packed.txt:1"]
    assert names(read_file(file_with(tmp_path, content, "plain.gz"))) == ["plain.gz:1"]
    twice = gzip.compress(content, mtime=0) + gzip.compress(content, mtime=0)
    assert names(read_file(file_with(tmp_path, twice, "two.gz"))) == ["two.gz:1", "two.gz:2"]


def test_a_pipe_is_read_once_and_gone_through_twice(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(f"{TEXTBOOK}\n{HEXADECIMAL}\n".encode(),))
    writer.start()
    assert names(read_file(pipe)) == ["pipe:1", "pipe:2"]
    writer.join()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_found_across_the_pieces_that_a_file_is_read_in(end: str, tmp_path: Path) -> None:
    line = TEXTBOOK + end
    count = 2 * CHUNK // len(line) + 10
    for shift in (0, 1, 2, CHUNK % len(line), CHUNK % len(line) + 1):
        path = file_with(tmp_path, ("#" * shift + end + line * count).encode())
        found = list(read_file(path))
        assert len(found) == count
        assert names(iter(found))[-1] == f"file.txt:{count + 1}"


def test_a_letter_of_several_bytes_may_stand_where_pieces_meet(tmp_path: Path) -> None:
    line = "# " + "é" * 60 + "\n"
    path = file_with(tmp_path, (line * (2 * CHUNK // len(line.encode())) + TEXTBOOK).encode())
    assert len(names(read_file(path))) == 1


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    def peak(lines: int) -> int:
        path = file_with(tmp_path, f"{TEXTBOOK}\n".encode() * lines)
        tracemalloc.start()
        for _ in read_file(path):
            pass
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    assert peak(20_000) < 1.2 * peak(5_000)


BROKEN = [
    (b"", "empty"),
    (codecs.BOM_UTF8, "empty"),
    (gzip.compress(b"", mtime=0), "empty"),
    (b"\n \n", "no puzzle in it"),
    (b"\x7fELF\x01\0\0\0" + bytes(range(256)), r"a binary file \(a NUL byte in line 1\)"),
    (TEXTBOOK.encode() + b"\n\0", r"a binary file \(a NUL byte in line 2\)"),
    (b"PK\x03\x04 and so on", "a zip archive: unpack it first"),
    (bz2.compress(TEXTBOOK.encode()), "compressed by bzip2: unpack it first"),
    (b"\xfd7zXZ\0", "compressed by xz: unpack it first"),
    (codecs.BOM_UTF16_LE + TEXTBOOK.encode("utf-16-le"), "text in UTF-16; convert it to UTF-8"),
    (codecs.BOM_UTF16_BE + TEXTBOOK.encode("utf-16-be"), "text in UTF-16; convert it to UTF-8"),
    (codecs.BOM_UTF32_LE + TEXTBOOK.encode("utf-32-le"), "text in UTF-32; convert it to UTF-8"),
    (TEXTBOOK.encode("utf-16-le"), "text in UTF-16; convert it to UTF-8, for example with: iconv -t UTF-8 -f UTF-16LE"),
    (TEXTBOOK.encode("utf-16-be"), "text in UTF-16; .* UTF-16BE"),
    (TEXTBOOK.encode("utf-32-le"), "text in UTF-32; .* UTF-32LE"),
    (TEXTBOOK.encode("utf-32-be"), "text in UTF-32; .* UTF-32BE"),
    (f"{TEXTBOOK}\r\n# Müller\r\n".encode("latin-1"), r"file.txt:2: not UTF-8 \(byte 0xFC\); convert the file"),
    (f"{TEXTBOOK}\r# a\r\n\n# Müller".encode("latin-1"), r"file.txt:4: not UTF-8 \(byte 0xFC\)"),
    (gzip.compress(TEXTBOOK.encode(), mtime=0)[:-4], "a broken gzip file"),
    (gzip.compress(TEXTBOOK.encode(), mtime=0)[:20], "a broken gzip file"),
    (
        gzip.compress(TEXTBOOK.encode(), mtime=0)[:30] + b"????" + gzip.compress(TEXTBOOK.encode(), mtime=0)[34:],
        "a broken gzip file",
    ),
    (gzip.compress(TEXTBOOK.encode(), mtime=0) + b"more", "a broken gzip file"),
    (b"\x1f\x8b", "a broken gzip file"),
    (b"1" * (LONGEST_LINE + CHUNK + 1), "a line of more than 1,048,576 bytes"),
]


@pytest.mark.parametrize(("content", "message"), BROKEN)
def test_a_file_that_cannot_be_read_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = file_with(tmp_path, content)
    with pytest.raises(ReadError, match=message) as refused:
        next(read_file(path))
    assert str(path) in str(refused.value)


@pytest.mark.parametrize(
    "broken", [b"\xff", b"\0", pytest.param(b"1" * (LONGEST_LINE + 2 * CHUNK), id="a line too long")]
)
def test_what_is_wrong_at_the_end_of_a_file_is_known_before_its_first_puzzle(broken: bytes, tmp_path: Path) -> None:
    path = file_with(tmp_path, f"{TEXTBOOK}\n".encode() * 5_000 + broken)
    with pytest.raises(ReadError):
        next(read_file(path))


@pytest.mark.parametrize(
    ("name", "message"),
    [("missing.txt", "no such file"), ("", "a directory; name a file of puzzles in it"), ("a\0b", "not a path")],
)
def test_a_path_that_leads_to_no_file_is_refused(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=message):
        next(read_file(tmp_path / name))


def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied")

    path = file_with(tmp_path, TEXTBOOK.encode())
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ReadError, match="cannot be read: Permission denied"):
        next(read_file(path))


def test_a_path_cannot_disturb_a_terminal(tmp_path: Path) -> None:
    path = file_with(tmp_path, TEXTBOOK.encode(), "\x1b[31m\n.txt")
    assert names(read_file(path)) == ["\\x1b[31m\\n.txt:1"]
    with pytest.raises(ReadError, match=r"\\x1b"):
        next(read_file(tmp_path / "\x1b"))
