"""What a person sees: the table at the end, a line for each failure, nothing where nothing is wanted."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from benchmarks.console import Output, table_of
from benchmarks.record import Row
from benchmarks.store import frame_of

ROW = Row(
    experiment="e",
    run_key="k",
    problem="sudoku",
    instance="first",
    instance_hash="1",
    strategy="mrv",
    parameters={},
    backend="python",
    seed=0,
    repeat=0,
    question="first",
    status="ok",
    conclusion="satisfied",
    answer="12",
    verified=True,
    nodes=51,
    cpu_s=0.002,
    wall_s=0.002,
    timeout_s=10.0,
    started="2026-01-02T03:04:05.678Z",
)
TIMEOUT = replace(ROW, instance="second", instance_hash="2", status="timeout", conclusion=None, nodes=None, cpu_s=10.0)


def shown(*rows: Row) -> str:
    console = Console(file=io.StringIO(), width=140)
    console.print(table_of(frame_of(rows), 160))
    return console.file.getvalue()


def cells(text: str, strategy: str) -> list[str]:
    (line,) = [line for line in text.splitlines() if f" {strategy} " in line]
    return [cell.strip() for cell in line.strip("│┃ ").split("│")]


class Rows:
    """A store that has just these rows."""

    def __init__(self, *rows: Row) -> None:
        self._rows = rows

    def rows(self, experiment: str):
        return iter(self._rows)


def test_the_table_has_a_line_for_each_strategy():
    text = shown(ROW, replace(ROW, strategy="naive", nodes=4208))
    assert cells(text, "mrv")[:6] == ["mrv", "1/1", "0", "0", "51", "51"]
    assert cells(text, "naive")[:6] == ["naive", "1/1", "0", "0", "4,208", "4,208"]
    assert "2 runs; asked for: the first solution" in text


def test_a_killed_run_makes_a_total_a_lower_bound():
    text = shown(ROW, TIMEOUT)
    assert cells(text, "mrv")[1:3] == ["1/2", "1"]
    assert "≥ 10.0 s" in text


def test_rare_outcomes_have_a_column_when_there_are_some():
    assert "memouts" not in shown(ROW)
    assert "memouts" in shown(ROW, replace(TIMEOUT, status="memout"))


def test_the_table_says_which_question_was_asked():
    text = shown(ROW, replace(ROW, question="all", conclusion="multiple"))
    assert "asked for: all solutions, the first solution" in text or "asked for: the first solution, all" in text


def test_a_narrow_terminal_does_without_columns_but_not_without_names_or_troubles():
    long = replace(ROW, strategy="a-strategy-with-a-long-name")
    console = Console(file=io.StringIO(), width=200)
    console.print(table_of(frame_of([long, replace(TIMEOUT, strategy="other")]), 64))
    text = console.file.getvalue()
    assert max(map(len, text.splitlines())) <= 64
    assert "a-strategy-with-a-long-name" in text
    assert "timeouts" in text
    assert "wrong" not in text
    assert "total nodes" not in text


def test_an_empty_experiment_has_an_empty_table():
    assert "0 runs" in shown()


def test_a_strategy_cannot_paint_the_terminal():
    text = shown(replace(ROW, strategy="[bold]odd[/bold]\x1b[31m"))
    assert "[bold]odd[/bold]" in text
    assert "\x1b" not in text


def test_each_failure_is_said_in_a_line_up_to_ten(capsys):
    failed = [
        replace(
            ROW, instance=str(number), instance_hash=str(number), status="error", conclusion=None, reason="a\nb\x1b"
        )
        for number in range(12)
    ]
    assert Output(as_json=False, quiet=True).conclude(Rows(ROW, *failed), "e")
    captured = capsys.readouterr()
    lines = captured.err.splitlines()
    assert lines[0] == "run-bench: error: mrv on 0: a b\ufffd"
    assert lines[10:] == ["run-bench: 2 more failures; all of them are in the page and in the stored rows"]
    assert captured.out == ""


def test_a_contradiction_is_a_failure(capsys):
    denied = replace(ROW, strategy="naive", conclusion="unsatisfiable", answer=None, verified=None)
    assert Output(as_json=False, quiet=True).conclude(Rows(ROW, denied), "e")
    assert "contradiction on first: " in capsys.readouterr().err


def test_timeouts_are_no_failures(capsys):
    assert not Output(as_json=False, quiet=True).conclude(Rows(ROW, TIMEOUT), "e")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("as_json", "stream"), [(False, "out"), (True, "err")])
def test_the_table_gives_way_to_rows_of_json(capsys, as_json, stream):
    output = Output(as_json=as_json, quiet=False)
    output.conclude(Rows(ROW), "e")
    output.path("page.html")
    captured = capsys.readouterr()
    assert "mrv" in getattr(captured, stream)
    assert getattr(captured, stream).endswith("page.html\n")
    assert getattr(captured, "err" if stream == "out" else "out") == ""


def test_rows_are_printed_as_they_end(capsys):
    with Output(as_json=True, quiet=True).progress(2, 0) as on_row:
        on_row(ROW)
        assert capsys.readouterr().out == ROW.to_json() + "\n"
        on_row(TIMEOUT)
    assert capsys.readouterr().out == TIMEOUT.to_json() + "\n"


def test_the_answer_to_a_single_instance_is_shown_once(capsys):
    other = replace(ROW, strategy="fc")
    Output(as_json=False, quiet=False).conclude(Rows(ROW, other), "e")
    assert capsys.readouterr().out.count(f"answer: {ROW.answer}\n") == 1
    elsewhere = replace(ROW, instance="b", instance_hash="b")
    Output(as_json=False, quiet=False).conclude(Rows(ROW, elsewhere), "e")
    assert "answer: " not in capsys.readouterr().out


def test_why_a_strategy_is_unsupported_is_said_once_per_reason(capsys):
    row = replace(ROW, status="unsupported", reason="needs wings", conclusion=None, answer=None, verified=None)
    output = Output(as_json=False, quiet=False)
    assert output.conclude(Rows(row, row), "e") is False
    assert capsys.readouterr().err.count("unsupported: mrv on") == 1
