"""Where puzzles are read from: a file, standard input or a text, as lines that can be gone through more than once.

Bytes are settled here: gzip, the byte order mark, UTF-8, the ends of lines, and everything that makes an input
unreadable as a whole. What the lines say is settled elsewhere.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

CHUNK = 1 << 18  # bytes read at a time
LONGEST_LINE = 1 << 20  # bytes; the longest puzzle, 30x30 in numbers, has about 2,700

BYTE_ORDER_MARKS = {
    b"\xff\xfe\0\0": "UTF-32",
    b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
OTHER_FORMATS = {
    b"PK\x03\x04": "a zip archive: unpack it first",
    b"BZh": "compressed by bzip2: unpack it first",
    b"\xfd7zXZ": "compressed by xz: unpack it first",
    b"\x28\xb5\x2f\xfd": "compressed by zstd: unpack it first",
    b"SQLite format 3\0": "a database, not a text of puzzles",
}


class ReadError(ValueError):
    """An input that holds no puzzles at all; the message names the file and says what is wrong and what to do."""


Lines = Callable[[], Iterator[list[str]]]
"""The lines of an input, without their ends, from the first, some at a time; each call goes through them again."""

Source = Callable[[], BinaryIO]
"""Opens an input at its beginning, as often as it is called."""


def printable(text: str) -> str:
    """`text` with what would disturb a terminal or a page written as an escape."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def lines_of_text(text: str, name: str) -> Lines:
    """The lines of a text, whatever ends them.

    Raises:
        ReadError: it is empty, or holds a NUL.
    """
    if not text:
        raise ReadError(f"{name}: empty: there is nothing to read")
    if "\0" in text:
        raise ReadError(f"{name}: a NUL character: this is no text of puzzles")
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n").split("\n")
    return lambda: iter([lines])


@contextlib.contextmanager
def lines_of_file(path: str | Path, *, ahead: bool = True) -> Iterator[Lines]:
    """The lines of a file, `-` being standard input.

    ahead: the whole input is gone through once before this gives anything, so that what makes it unreadable is known
        before the first puzzle is; otherwise lines are given as soon as they come, and the error when it is met.

    Memory does not grow with the input: what can be read only once (standard input, a pipe) is copied to a temporary
    file.

    Raises:
        ReadError: there is no such file, or it is a directory, unreadable, empty, binary, not UTF-8, broken gzip.
    """
    name = "standard input" if str(path) == "-" else printable(str(path))

    def lines() -> Iterator[list[str]]:
        read = 0
        for text in _texts(source, name):
            read += len(text)
            yield text.removesuffix("\n").split("\n")
        if not read:
            raise ReadError(f"{name}: empty: there is nothing to read")

    with contextlib.ExitStack() as stack:
        with _explained(name):
            source = _source(path, stack)
        if ahead:
            for _ in lines():
                pass
        yield lines


@contextlib.contextmanager
def _explained(name: str) -> Iterator[None]:
    """Turn what the operating system says into a ReadError."""
    try:
        yield
    except FileNotFoundError:
        raise ReadError(f"{name}: no such file") from None
    except IsADirectoryError:
        raise ReadError(f"{name}: a directory; name a file of puzzles in it") from None
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ReadError(f"{name}: a broken gzip file ({error}); fetch it again, or unpack it") from None
    except OSError as error:
        raise ReadError(f"{name}: cannot be read: {error.strerror or error}") from None
    except ReadError:
        raise
    except ValueError as error:  # a path with a NUL in it
        raise ReadError(f"{name}: not a path: {error}") from None


def _source(path: str | Path, stack: contextlib.ExitStack) -> Source:
    """A file, to be opened again and again; what can be read only once is a `Tape`, which lasts as long as `stack`."""
    if str(path) != "-":
        file = Path(path)
        if file.is_dir():
            raise IsADirectoryError
        if file.is_file() or not file.exists():
            return lambda: file.open("rb")
        stream: BinaryIO = stack.enter_context(file.open("rb"))
    elif sys.stdin is not None:
        stream = sys.stdin.buffer
    else:  # the process was started without one
        stream = io.BytesIO()
    kept = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115  (the stack closes it)
    return lambda: io.BufferedReader(Tape(stream, kept), CHUNK)


class Tape(io.RawIOBase):
    """A stream from its beginning, for each of several who read it: what has come so far is kept in a file.

    Nobody waits for more than there is: what comes is given at once.
    """

    def __init__(self, stream: BinaryIO, kept: IO[bytes]) -> None:
        self._stream, self._kept, self._position = stream, kept, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        if whence != os.SEEK_SET:
            raise io.UnsupportedOperation("a tape is wound to a place from its beginning")
        self._position = offset
        return offset

    def tell(self) -> int:
        return self._position

    def readinto(self, buffer: Any) -> int:
        self._kept.seek(self._position)
        content = self._kept.read(len(buffer))
        if not content:
            content = cast(io.BufferedReader, self._stream).read1(len(buffer))
            self._kept.write(content)
        buffer[: len(content)] = content
        self._position += len(content)
        return len(content)


@contextlib.contextmanager
def _opened(source: Source) -> Iterator[io.BufferedReader]:
    """The bytes of an input, unpacked when they begin as gzip does."""
    with source() as packed:
        is_gzip = packed.read(2) == b"\x1f\x8b"
        packed.seek(0)
        if is_gzip:
            with gzip.GzipFile(fileobj=packed) as unpacked:
                yield cast(io.BufferedReader, unpacked)
        else:
            yield cast(io.BufferedReader, packed)


def _texts(source: Source, name: str) -> Iterator[str]:
    """The text of a file in pieces that end where a line does, every end of line a newline."""
    line = 1
    for block in _blocks(source, name):
        content = block.removeprefix(b"\xef\xbb\xbf") if line == 1 else block
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        if b"\0" in content:
            number = line + content[: content.index(b"\0")].count(b"\n")
            raise ReadError(f"{name}: a binary file (a NUL byte in line {number}); puzzles are read from text in UTF-8")
        try:
            yield content.decode()
        except UnicodeDecodeError as error:
            number = line + content[: error.start].count(b"\n")
            byte = content[error.start]
            raise ReadError(
                f"{name}:{number}: not UTF-8 (byte 0x{byte:02X}); convert the file, for example from Latin-1 with: "
                f"iconv -f LATIN1 -t UTF-8"
            ) from None
        line += content.count(b"\n")


def _blocks(source: Source, name: str) -> Iterator[bytes]:
    """The bytes of a file in pieces that end where a line does, be it by LF, CRLF or CR."""
    with _explained(name), _opened(source) as stream:
        rest = b""
        chunk = stream.read1(CHUNK)
        _refuse_other_formats(chunk, name)
        while chunk:
            rest += chunk
            # A CR that comes last may be half of a CRLF.
            end = rest.rfind(b"\n") + 1 or rest.rfind(b"\r", 0, -1) + 1
            if end:
                yield rest[:end]
                rest = rest[end:]
            elif len(rest) > LONGEST_LINE:
                raise ReadError(f"{name}: a line of more than {LONGEST_LINE:,} bytes; no puzzle is that long")
            chunk = stream.read1(CHUNK)
        if rest:
            yield rest


def _refuse_other_formats(head: bytes, name: str) -> None:
    """Raise ReadError when a file begins as no text in UTF-8 does."""
    advice = "convert it to UTF-8, for example with: iconv -t UTF-8 -f"
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if head.startswith(mark):
            raise ReadError(f"{name}: text in {encoding}; {advice} {encoding}")
    for mark, what in OTHER_FORMATS.items():
        if head.startswith(mark):
            raise ReadError(f"{name}: a binary file, {what}")
    # Without a mark: of the bytes of an ASCII text, UTF-16 makes every second one NUL, UTF-32 three of four.
    head = head[: min(len(head), 4096) // 4 * 4]
    if not head:
        return
    nuls = [head[position::4].count(0) * 4 / len(head) for position in range(4)]
    for encoding, zeros in (
        ("UTF-32LE", (1, 2, 3)),
        ("UTF-32BE", (0, 1, 2)),
        ("UTF-16LE", (1, 3)),
        ("UTF-16BE", (0, 2)),
    ):
        others = set(range(4)) - set(zeros)
        if all(nuls[position] > 0.9 for position in zeros) and all(nuls[position] < 0.1 for position in others):
            raise ReadError(f"{name}: text in {encoding[:6]}; {advice} {encoding}")
