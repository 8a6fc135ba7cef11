"""`csp.sudoku.solve` and its kin: text, puzzles and arrays in, right answers out, and a clear word about the rest."""

import random
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import csp.sudoku
from csp.strategies.backtracking import Backtracking
from csp.sudoku.bank import read_bank
from csp.sudoku.check import mistake
from csp.sudoku.grid import Puzzle, Shape, read_values
from csp.sudoku.model import model_of
from csp.sudoku.solving import Solved, count_solutions, is_valid, solve, solve_many

NINE = Shape(3, 3)
TEXTBOOK = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
TWO = ".39...12....9.7...8..4.1..6.42...79...........91...54.5..1.9..3...8.5....14...87."
THREE = "..3.....6...98..2.9426..7..45...6............1.9.5.47.....25.4.6...785..........."
HARD1 = ".....6....59.....82....8....45........3........6..3.54...325..6.................."
DUPLICATE = "..9.7...5..21..9..1...28....7...5..1..851.....5....3.......3..68........21.....87"
NO_CANDIDATE = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."

COPIES = 1500

COUNTS = {TEXTBOOK: 1, IMPOSSIBLE: 0, TWO: 2, THREE: 3, DUPLICATE: 0, NO_CANDIDATE: 0}


def test_text_is_solved_as_text():
    assert solve(TEXTBOOK) == ANSWER


def test_a_puzzle_is_solved_as_a_puzzle_that_keeps_its_name():
    puzzle = Puzzle(NINE, read_values(TEXTBOOK), "textbook")
    assert solve(puzzle) == replace(puzzle, solution=read_values(ANSWER))


@pytest.mark.parametrize("blank", ".0_*-xX ")
def test_any_usual_blank_is_one(blank):
    assert solve(TEXTBOOK.replace(".", blank)) == ANSWER
    assert solve_many([TEXTBOOK.replace(".", blank)]).text == [ANSWER]


@pytest.mark.parametrize(("puzzle", "count"), COUNTS.items())
def test_solutions_are_counted(puzzle, count):
    assert count_solutions(puzzle, limit=10) == count
    assert count_solutions(puzzle, limit=1) == min(count, 1)
    assert count_solutions(puzzle) == min(count, 2)
    assert is_valid(puzzle) == (count == 1)
    assert (solve(puzzle) is None) == (count == 0)


def test_a_puzzle_with_millions_of_solutions_is_counted_up_to_the_limit():
    assert count_solutions(HARD1, limit=300_000) == 300_000


def test_many_are_solved_in_their_order():
    solved = solve_many(list(COUNTS), limit=10)
    assert solved.counts.tolist() == list(COUNTS.values())
    assert solved.text[0] == ANSWER
    assert solved.text[1] == "." * 81
    assert not solved.solutions[1].any()


def test_arrays_texts_and_puzzles_say_the_same():
    puzzles = [puzzle for puzzle in read_bank("default") if puzzle.shape == NINE]
    answers = [
        solve_many(np.array([puzzle.givens for puzzle in puzzles])),
        solve_many([puzzle.text for puzzle in puzzles]),
        solve_many(puzzles),
        solve_many([puzzle if number % 2 else puzzle.text for number, puzzle in enumerate(puzzles)]),
        solve_many(puzzle.text for puzzle in puzzles),
    ]
    for answer in answers:
        assert (answer.solutions == answers[0].solutions).all()
        assert answer.counts.tolist() == answers[0].counts.tolist()
    for puzzle, grid in zip(puzzles, answers[0].solutions.tolist(), strict=True):
        assert mistake(puzzle, grid) == ""


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.int64, np.uint64])
def test_an_array_may_be_of_any_integers_and_in_any_order(dtype):
    values = np.array([read_values(TEXTBOOK), read_values(TWO)], dtype)
    locked = values.copy()
    locked.flags.writeable = False
    for array in (values, np.asfortranarray(values), np.repeat(values, 2, axis=0)[::2], locked):
        before = array.copy()
        assert solve_many(array).counts.tolist() == [1, 2]
        assert (array == before).all()


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_threads_change_nothing_but_the_time(jobs):
    texts = [TEXTBOOK, TWO, IMPOSSIBLE, THREE] * COPIES
    solved = solve_many(texts, jobs=jobs, limit=3)
    assert solved.counts.tolist() == [1, 2, 0, 3] * COPIES
    assert (solved.solutions == np.tile(solved.solutions[:4], (COPIES, 1))).all()


def test_nothing_is_solved_at_once():
    for nothing in ([], np.zeros((0, 81), np.uint8)):
        solved = solve_many(nothing)
        assert solved.solutions.shape == (0, 81)
        assert solved.text == []


def test_both_backends_say_the_same():
    texts = [*COUNTS, *(puzzle.text for puzzle in read_bank("easy"))]
    compiled, python = (solve_many(texts, limit=4, backend=backend) for backend in ("compiled", "python"))
    assert (compiled.solutions == python.solutions).all()
    assert compiled.counts.tolist() == python.counts.tolist()


def test_counts_are_those_of_the_generic_search_on_puzzles_with_givens_taken_away(ask):
    rng = random.Random(11)
    seen = set()
    for _ in range(150):
        puzzle = rng.choice(read_bank("minimal"))
        givens = list(puzzle.givens)
        for cell in rng.sample([cell for cell in range(81) if givens[cell]], rng.randint(1, 2)):
            givens[cell] = 0
        model = model_of(Puzzle(NINE, tuple(givens)))
        answer = ask(Backtracking("mrv", propagation="forward-checking"), model, 200, node_limit=400_000)
        if not answer.stopped:
            count = len(answer.solutions)
            assert count_solutions(Puzzle(NINE, tuple(givens)), limit=200) == count
            seen.add(count)
    assert len(seen) > 10


@pytest.mark.parametrize(
    "call", ["count_solutions('.' * 81, 10**9)", "solve_many(['.' * 81] * 9, limit=10**9, jobs=2)"]
)
def test_a_long_count_hears_ctrl_c(call):
    source = (
        "import signal, time\n"
        "from csp.sudoku import count_solutions, solve_many\n"
        "count_solutions('.' * 81, 1)\n"
        "signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))\n"
        "signal.setitimer(signal.ITIMER_REAL, 0.2)\n"
        "began = time.process_time()\n"
        "try:\n"
        f"    {call}\n"
        "except KeyboardInterrupt:\n"
        "    print(time.process_time() - began)\n"
    )
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=100, check=True)
    assert float(run.stdout) < 2  # 0.2 before the signal, two slices after it; the whole count takes minutes


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (TEXTBOOK[:80], "has 80 characters; a 9x9 puzzle has 81"),
        (TEXTBOOK + ".", "has 82 characters; a 9x9 puzzle has 81"),
        ("", "has 0 characters"),
        (TEXTBOOK[:40] + "a" + TEXTBOOK[41:], r"has 'a' \(U\+0061\) at row 5 column 5, which is neither a digit"),
        (TEXTBOOK[:40] + "３" + TEXTBOOK[41:], r"has '３' \(U\+FF13\) at row 5 column 5"),
        (TEXTBOOK[:80] + "²", r"has '²' \(U\+00B2\) at row 9 column 9"),
        (Puzzle(Shape(2, 2), (0,) * 16), "is 4x4 with boxes of 2x2; only 9x9 with boxes of 3x3"),
        (Puzzle(Shape(1, 9), (0,) * 81), "is 9x9 with boxes of 1x9"),
    ],
)
def test_what_is_no_9x9_puzzle_is_refused_and_named(puzzle, message):
    for function in (solve, count_solutions, is_valid):
        with pytest.raises(ValueError, match=rf"^the puzzle {message}"):
            function(puzzle)
    with pytest.raises(ValueError, match=rf"^puzzle 1 {message}"):
        solve_many([TEXTBOOK, puzzle])


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros(81, np.uint8), r"shape \(81,\); puzzles are integers of shape \(n, 81\)"),
        (np.zeros((2, 9, 9), np.uint8), r"shape \(2, 9, 9\)"),
        (np.zeros((2, 81)), "an array of float64"),
        (np.eye(3, 81, 40, dtype=np.uint8) * 10, "puzzle 0 has 10 at row 5 column 5; values are 0 to 9"),
        (-np.eye(3, 81, 40, dtype=np.int8), "puzzle 0 has -1 at row 5 column 5"),
    ],
)
def test_an_array_that_holds_no_puzzles_is_refused(array, message):
    with pytest.raises(ValueError, match=message):
        solve_many(array)


@pytest.mark.parametrize("number", [0, -1])
def test_limits_and_jobs_are_at_least_one(number):
    with pytest.raises(ValueError, match=f"^limit must be at least 1, not {number}"):
        count_solutions(TEXTBOOK, number)
    with pytest.raises(ValueError, match=r"^limit must"):
        solve_many([TEXTBOOK], limit=number)
    with pytest.raises(ValueError, match=r"^jobs must"):
        solve_many([TEXTBOOK], jobs=number)


def test_the_package_has_the_four_functions_without_importing_what_they_need(tmp_path):
    script = tmp_path / "imports.py"
    script.write_text(
        "import sys\n"
        "import csp.sudoku, csp.strategies.bitboard\n"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])\n"
        "print(csp.sudoku.is_valid.__module__)\n"
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout == "[]\ncsp.sudoku.solving\n"
    assert (csp.sudoku.solve, csp.sudoku.solve_many) == (solve, solve_many)
    assert (csp.sudoku.count_solutions, csp.sudoku.is_valid) == (count_solutions, is_valid)
    with pytest.raises(AttributeError, match="has no attribute 'unsolve'"):
        csp.sudoku.unsolve  # noqa: B018


def test_solved_is_a_plain_pair():
    solutions, counts = solve_many([TEXTBOOK])
    assert Solved(solutions, counts).text == [ANSWER]
