"""`run-bench solve`: a line for each puzzle whatever the form, in their order, and words for all that goes wrong."""

import signal
import subprocess
import time
from pathlib import Path

import pytest

from benchmarks.solve_speed import cost_of, write_lines
from benchmarks.sudoku_filter import run

TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
TWO = ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87."
DUPLICATE = "55" + TEXTBOOK[2:]
SHORT = TEXTBOOK[:80]
EMPTY = "." * 81
SMALL = "1...\n.3..\n..2.\n...4\n"
GRID = "\n".join(TEXTBOOK[row : row + 9] for row in range(0, 81, 9)) + "\n"


def text_of(*puzzles):
    return "".join(f"{puzzle}\n" for puzzle in puzzles)


@pytest.fixture
def answers(capsys, tmp_path):
    """What the command does about a file of puzzles, without a process: exit code, lines, standard error."""

    def answers(text, **asked):
        path = tmp_path / "puzzles.txt"
        path.write_text(text)
        code = run(
            [str(path)], **{"count": None, "check_unique": False, "jobs": 1, "box": None, "alphabet": None} | asked
        )
        out, err = capsys.readouterr()
        return code, out.splitlines(), err

    return answers


def test_puzzles_on_lines_become_solutions_on_lines(run_bench):
    done = run_bench("solve", stdin=text_of(TEXTBOOK, TEXTBOOK.replace(".", "0"), TEXTBOOK))
    assert (done.returncode, done.stdout, done.stderr) == (0, text_of(ANSWER, ANSWER, ANSWER), "")


def test_forms_and_sizes_may_be_mixed_and_the_order_is_kept(answers):
    sixteen = "." * 256
    parts = ["# a comment", "", TEXTBOOK, "", "Grid 01", GRID, SMALL, TEXTBOOK + "  # the same again", sixteen]
    code, lines, err = answers("\n".join(parts) + "\n")
    assert (code, err) == (0, "")
    assert [len(line) for line in lines] == [81, 81, 16, 81, 256]
    assert [lines[0], lines[1], lines[3]] == [ANSWER] * 3
    assert all(lines[2][cell] == value for cell, value in ((0, "1"), (5, "3"), (10, "2"), (15, "4")))
    assert set(lines[4]) == set("123456789ABCDEFG")


def test_what_has_no_solution_or_is_no_puzzle_keeps_its_place(answers):
    code, lines, err = answers(text_of(IMPOSSIBLE, SHORT, TEXTBOOK, DUPLICATE))
    assert (code, lines) == (2, ["none", "bad", ANSWER, "none"])
    assert err == "run-bench: puzzles.txt:2: 80 characters on one line; a 9x9 grid has 81\n"


def test_a_puzzle_without_a_solution_is_no_failure(answers):
    assert answers(text_of(IMPOSSIBLE)) == (0, ["none"], "")


def test_complaints_beyond_twenty_are_counted(answers):
    _, lines, err = answers(text_of(*[SHORT] * 25, TEXTBOOK))
    assert lines == ["bad"] * 25 + [ANSWER]
    assert len(err.splitlines()) == 21
    assert err.endswith("run-bench: 5 more places that hold no puzzle\n")


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ({"count": 10_000}, ["1", "0", "2", "10000", "288"]),
        ({"count": 3}, ["1", "0", "2", "3", "3"]),
        ({"count": 1}, ["1", "0", "1", "1", "1"]),
        ({"check_unique": True}, ["unique", "none", "multiple", "multiple", "multiple"]),
        ({"check_unique": True, "jobs": 2}, ["unique", "none", "multiple", "multiple", "multiple"]),
    ],
)
def test_solutions_are_counted_up_to_a_limit_or_told_in_a_word(answers, asked, lines):
    puzzles = text_of(TEXTBOOK, IMPOSSIBLE, TWO, EMPTY, "", *["...."] * 4)
    assert answers(puzzles, **asked)[:2] == (1 if "check_unique" in asked else 0, lines)


def test_a_count_that_ended_at_the_limit_is_said_to_be_at_least(answers):
    _, lines, err = answers(text_of(TEXTBOOK, TWO), count=2)
    assert lines == ["1", "2"]
    assert 'run-bench: 1 count ended at the limit of 2: "at least"' in err
    assert answers(text_of(TEXTBOOK, TWO), count=3) == (0, ["1", "2"], "")


def test_the_exit_code_of_check_unique_is_0_only_when_all_are(answers):
    codes = [
        answers(text_of(TEXTBOOK, *more), check_unique=True)[0] for more in ([], [TWO], [IMPOSSIBLE], [TWO, SHORT])
    ]
    assert codes == [0, 1, 1, 2]


def test_files_are_read_one_after_another_and_one_that_is_missing_does_not_stop_the_next(run_bench, tmp_path):
    (tmp_path / "one.txt").write_text(text_of(TEXTBOOK))
    (tmp_path / "two.txt").write_text(text_of(TWO, TEXTBOOK))
    done = run_bench("solve", "--count", "one.txt", "none.txt", "two.txt", cwd=tmp_path)
    assert (done.stdout, done.returncode) == ("1\n2\n1\n", 2)
    assert done.stderr == "run-bench: none.txt: no such file\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--count", "--check-unique"], "are two questions; ask one at a time"),
        (["--count", "0"], "0 is not in the range"),
        (["--count=many"], "'many' is not a valid integer"),
        (["--box", "3"], "--box wants HEIGHTxWIDTH, like 3x3 or 2x3; not '3'"),
        (["--box", "6x6"], "--box: boxes of 6x6 cells"),
        (["--alphabet", "11"], "the alphabet cannot be used"),
    ],
)
def test_words_that_mean_nothing_are_refused(run_bench, words, message):
    done = run_bench("solve", *words, stdin=text_of(TEXTBOOK))
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_nothing_to_read_is_bad_input(run_bench):
    done = run_bench("solve", stdin="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "run-bench: standard input: empty: there is nothing to read\n"


def test_a_box_of_another_shape_is_solved_too(answers):
    _, (grid,), _ = answers("." * 36 + "\n", box="3x2")
    for top in (0, 3):
        for left in (0, 2, 4):
            box = {grid[6 * (top + row) + left + column] for row in range(3) for column in range(2)}
            assert box == set("123456")


def test_an_answer_is_written_before_more_input_is_waited_for(command):
    with subprocess.Popen([*command, "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for _ in range(2):
            process.stdin.write(text_of(TEXTBOOK))
            process.stdin.flush()
            assert process.stdout.readline() == text_of(ANSWER)
        process.stdin.close()
        assert process.wait(60) == 0


def test_a_reader_who_has_had_enough_is_left_quietly(command, tmp_path):
    path = tmp_path / "many.txt"
    path.write_text(text_of(*[TEXTBOOK] * 20_000))
    with subprocess.Popen([*command, "solve", str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline() == text_of(ANSWER).encode()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 3


@pytest.mark.parametrize(("puzzle", "jobs"), [(EMPTY, "2"), ("." * 256, "1")], ids=["9x9", "16x16"])
def test_ctrl_c_ends_a_long_count(command, puzzle, jobs):
    words = [*command, "solve", "--count", "1000000000", "--jobs", jobs]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        process.stdin.write(text_of(TEXTBOOK))
        process.stdin.flush()
        assert process.stdout.readline() == "1\n"  # the command has begun
        process.stdin.write(text_of(puzzle))
        process.stdin.close()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        start = time.perf_counter()
        assert process.wait(60) == 130
        assert time.perf_counter() - start < 10
        assert process.stderr.read().strip() == "run-bench: interrupted"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells the peak memory of a process")
def test_memory_does_not_grow_with_the_input(tmp_path):
    peaks = []
    for count in (1, 50_000, 500_000):
        write_lines(tmp_path / "many.txt", [TEXTBOOK, TWO], count)
        peaks.append(cost_of(tmp_path / "many.txt").peak_rss_mib)
    assert peaks[2] < peaks[0] + 16  # the file has 39
