"""The page: whole, self-contained, escaped, small, the same every time."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Callable, Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import markupsafe
import pandas as pd
import pytest

from benchmarks.record import MEANINGS, Row
from reports import figures
from reports.page import render

GOLDEN = Path(__file__).parent / "golden" / "page.html"

VOID = {"meta", "input", "img", "br", "hr", "link"}


class Outline(HTMLParser):
    """The elements of a page: their names, their attributes, and whether each is closed where it should be."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.misplaced: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.misplaced.append(tag)

    def names(self) -> set[str]:
        return {name for name, _ in self.elements}


@pytest.fixture(scope="module")
def pages(frames: dict[str, pd.DataFrame], provenance: dict[str, Any]) -> dict[str, str]:
    return {kind: render(frame, [provenance], title=kind) for kind, frame in frames.items()}


def without_changeable_parts(page: str) -> str:
    """The page less what another version of matplotlib or a new style may change: figures, style, script."""
    page = re.sub(r"<svg .*?</svg>", "<svg/>", page, flags=re.DOTALL)
    page = re.sub(r"<style>.*?</style>", "<style/>", page, flags=re.DOTALL)
    page = re.sub(r"<script>.*?</script>", "<script/>", page, flags=re.DOTALL)
    return re.sub(r"sha256-[^']+", "sha256-", page)


def test_the_page_of_a_small_experiment_is_the_one_on_file(pages: dict[str, str]) -> None:
    """After a change that is meant: UPDATE_GOLDEN=1 pytest tests/reports, and read the difference."""
    made = without_changeable_parts(pages["small"])
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(made, encoding="utf-8")
    assert made == GOLDEN.read_text(encoding="utf-8")


def test_every_page_is_well_formed(pages: dict[str, str]) -> None:
    for kind, page in pages.items():
        outline = Outline(page)
        assert (outline.open, outline.misplaced) == ([], []), kind
        ids = [attributes["id"] for _, attributes in outline.elements if "id" in attributes]
        assert len(ids) == len(set(ids)), kind


def test_nothing_is_fetched_from_anywhere(pages: dict[str, str]) -> None:
    for page in pages.values():
        outline = Outline(page)
        assert not outline.names() & {"img", "link", "iframe", "object", "embed", "base", "audio", "video", "form"}
        for name, attributes in outline.elements:
            for key in ("src", "href", "xlink:href", "action", "poster", "srcset", "data"):
                assert (attributes.get(key) or "#").startswith("#"), (name, attributes)
        assert set(re.findall(r"url\(([^)]*)\)", page)) <= {f"#{i}" for i in re.findall(r'id="([^"]+)"', page)}
        assert "@import" not in page
        assert "http" not in page.replace("http-equiv", "")


def test_the_policy_allows_no_request_and_only_the_page_s_own_script(pages: dict[str, str]) -> None:
    (policy,) = [
        attributes["content"] or ""
        for _, attributes in Outline(pages["small"]).elements
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy.startswith("default-src 'none'; ")
    (script,) = re.findall(r"<script>(.*?)</script>", pages["small"], flags=re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in policy


def test_no_name_gets_out_of_its_place(pages: dict[str, str], frames: dict[str, pd.DataFrame]) -> None:
    outline = Outline(pages["nasty"])
    assert sorted(name for name, _ in outline.elements if name == "script") == ["script"] * 2
    assert "b" not in outline.names()
    assert not [key for _, attributes in outline.elements for key in attributes if key.startswith("on")]
    assert outline.names() == Outline(pages["small"]).names() | {"strong"}
    pages["nasty"].encode("utf-8")
    assert not set("\x00\u202e") & set(pages["nasty"])


def test_a_title_and_provenance_are_text_too(frames: dict[str, pd.DataFrame], provenance: dict[str, Any]) -> None:
    odd = {key: "<i>x</i>\udcff" if isinstance(value, str) else value for key, value in provenance.items()}
    page = render(frames["small"], [odd], title="<h2>\udcff")
    page.encode("utf-8")
    assert "<i>" not in page
    assert "<title>&lt;h2&gt;\ufffd</title>" in page


def test_ten_thousand_runs_stay_under_a_megabyte(ten_thousand: pd.DataFrame, provenance: dict[str, Any]) -> None:
    assert len(ten_thousand) == 10_000
    page = render(ten_thousand, [provenance], title="ten thousand")
    assert len(page.encode("utf-8")) < 1_000_000
    assert "Left out to keep this page small: run_key, answer" in page


def test_equal_rows_give_an_equal_file(
    frames: dict[str, pd.DataFrame], provenance: dict[str, Any], pages: dict[str, str]
) -> None:
    assert render(frames["small"], [provenance], title="small") == pages["small"]


def test_it_says_how_to_run_it_again_and_where_it_ran(pages: dict[str, str], provenance: dict[str, Any]) -> None:
    page = pages["small"]
    for value in (
        *provenance["packages"],
        provenance["command"],
        provenance["commit"],
        provenance["code"],
        "7,956",
        "0.25",
    ):
        assert str(value) in page
    assert "and changes that are not in it" in page
    assert "Time limit: 10\u00a0s." in page


def test_what_is_not_known_about_the_machine_is_a_dash(frames: dict[str, pd.DataFrame]) -> None:
    unknown = {"experiment": "e", "commit": None, "dirty": None, "load": None, "cpu": "None", "packages": {"asv": None}}
    page = render(frames["small"], [unknown], title="t")
    assert "git checkout" not in page
    assert "None" not in page[page.index('id="how"') : page.index("<script>")]
    assert "<dt>Load at the start</dt><dd>–</dd>" in page
    assert "<dt>Processor</dt><dd>–</dd>" in page
    assert "<dd>asv –</dd>" in page
    assert "<dt>Platform</dt>" not in page
    assert "Nothing was noted" in render(frames["small"], [], title="t")


def test_the_load_is_written_with_two_digits(frames: dict[str, pd.DataFrame]) -> None:
    for load, text in ((4.8798828125, "4.9"), (0.25, "0.25"), (0.0, "0"), (12.34, "12")):
        page = render(frames["no rows"], [{"experiment": "e", "load": load}], title="t")
        assert f"<dt>Load at the start</dt><dd>{text}</dd>" in page


def test_an_unfinished_experiment_says_so_above_its_finding(
    frames: dict[str, pd.DataFrame], provenance: dict[str, Any]
) -> None:
    unfinished = provenance | {"finished": None, "planned": 24}
    page = render(frames["small"], [unfinished], title="t")
    said = "Unfinished: 15 of 24 runs have ended; “run-bench resume sudoku-20260102-030405” goes on."
    assert f'<p class="warning">{said}</p>' in page
    assert page.index(said) < page.index('class="finding"')
    assert "Unfinished: 0 of 24 runs have ended" in render(frames["no rows"], [unfinished], title="t")


def test_a_long_reason_is_cut(a_row: Callable[..., Row], frame: Callable[[Iterable[Row]], pd.DataFrame]) -> None:
    rows = [a_row("a", status="error", reason="x" * 5000), a_row("b")]
    page = render(frame(rows), [], title="t")
    assert "x" * 299 + "…" in page
    assert "x" * 300 not in page


def test_a_number_stays_with_its_unit(pages: dict[str, str]) -> None:
    assert "time limit of 10\u00a0s)" in pages["small"]
    assert "95\u00a0% interval" in pages["many"]
    assert "95 %" not in pages["many"]


def test_one_run_is_no_runs(pages: dict[str, str]) -> None:
    assert "This table of 1 run is" in pages["one row"]
    for page in pages.values():
        assert not re.findall(r"(?<![\d,.])1 (?:runs|cells|puzzles|instances|marks|rows)\b", re.sub("of 1 ", "", page))


def test_every_experiment_is_described(frames: dict[str, pd.DataFrame], provenance: dict[str, Any]) -> None:
    page = render(frames["small"], [provenance, provenance | {"experiment": "another"}], title="t")
    assert page.count("To run it again:") == 2


def test_every_column_shown_is_explained(pages: dict[str, str]) -> None:
    meanings = re.findall(r'<dl class="meanings">.*?</dl>', pages["small"], flags=re.DOTALL)[0]
    for name, meaning in MEANINGS.items():
        if name not in ("strategy", "parameters") and not meaning.startswith("games: "):  # there are none in it
            assert f"<code>{name}</code></dt><dd>{markupsafe.escape(meaning)}</dd>" in meanings


def test_every_registered_figure_is_on_the_page(pages: dict[str, str]) -> None:
    for entry in figures.FIGURES.values():
        assert f"<h2>{entry.title}</h2>" in pages["small"]
    assert pages["small"].count("<svg ") == len(figures.FIGURES)


def test_what_is_wrong_comes_before_everything_else(pages: dict[str, str]) -> None:
    page = pages["nasty"]
    assert page.index('class="alarm"') < page.index('class="finding"') < page.index('class="summary"')
    assert 'class="alarm"' not in pages["small"]


def test_without_scripts_the_reader_is_told_where_the_rows_are(pages: dict[str, str]) -> None:
    assert re.search(r"<noscript>.*15 runs.*run-bench export.*</noscript>", pages["small"])
