"""The page: whole, self-contained, escaped, small, the same every time."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import markupsafe
import pandas as pd
import pytest

from benchmarks.record import MEANINGS
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
    assert "Time limit: 10 s." in page


def test_what_is_not_known_about_the_machine_is_left_out(frames: dict[str, pd.DataFrame]) -> None:
    page = render(frames["small"], [{"experiment": "e", "commit": None, "dirty": None, "load": None}], title="t")
    assert "git checkout" not in page
    assert "None" not in page[page.index('id="how"') : page.index("<script>")]
    assert "Nothing was noted" in render(frames["small"], [], title="t")


def test_every_experiment_is_described(frames: dict[str, pd.DataFrame], provenance: dict[str, Any]) -> None:
    page = render(frames["small"], [provenance, provenance | {"experiment": "another"}], title="t")
    assert page.count("To run it again:") == 2


def test_every_column_shown_is_explained(pages: dict[str, str]) -> None:
    meanings = re.findall(r'<dl class="meanings">.*?</dl>', pages["small"], flags=re.DOTALL)[0]
    for name, meaning in MEANINGS.items():
        if name not in ("strategy", "parameters"):
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
