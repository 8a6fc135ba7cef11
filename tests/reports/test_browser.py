"""The page in a real browser: it makes its table, complains of nothing, and nothing foreign becomes an element."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.page import render

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no chromium here")

OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--enable-logging=stderr",
    "--virtual-time-budget=3000",
)


def loaded(page: str, folder: Path) -> tuple[str, list[str]]:
    """The document after its scripts have run, and what the browser's console says."""
    file = folder / "page.html"
    file.write_text(page, encoding="utf-8")
    assert BROWSER is not None
    command = [BROWSER, *OPTIONS, f"--user-data-dir={folder / 'profile'}", "--dump-dom", file.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line]


def body_rows(document: str) -> list[list[str]]:
    """The text of the cells of the table of runs."""
    (table,) = re.findall(r'<table class="runs">.*?<tbody>(.*?)</tbody>', document, flags=re.DOTALL)
    return [re.findall(r"<td[^>]*>(.*?)</td>", row, flags=re.DOTALL) for row in re.findall(r"<tr>(.*?)</tr>", table)]


def test_the_table_is_made_and_the_console_is_silent(
    frames: dict[str, pd.DataFrame], provenance: dict[str, Any], tmp_path: Path
) -> None:
    document, complaints = loaded(render(frames["small"], [provenance], title="small"), tmp_path)
    assert complaints == []
    rows = body_rows(document)
    assert len(rows) == 15
    assert rows[0][:2] == ["easy", "mrv"]
    assert {"51", "51.0 µs"} <= set(rows[0])
    assert {"timeout", "time limit of 10 s", "≥ 9.98 s"} <= set(rows[10])
    assert "1–15 of 15" in document


def test_a_nasty_name_makes_no_element_and_runs_nothing(
    frames: dict[str, pd.DataFrame], provenance: dict[str, Any], tmp_path: Path
) -> None:
    document, complaints = loaded(render(frames["nasty"], [provenance], title="<script>alert(3)</script>"), tmp_path)
    assert complaints == []
    assert document.count("<script") == 2
    assert not re.findall(r"<(?:img|b|i)[ >]", document)
    assert any("&lt;b&gt;dead&lt;/b&gt;" in cell for row in body_rows(document) for cell in row)


def test_rows_are_sorted_filtered_and_turned_over(
    frames: dict[str, pd.DataFrame], provenance: dict[str, Any], tmp_path: Path
) -> None:
    """A second script plays the reader; for it the policy is taken off."""
    play = """
      const told = {};
      const heads = () => [...document.querySelectorAll("table.runs thead th")];
      const column = (name) => heads().find((cell) => cell.innerText.trim() === name);
      const cells = (name) => [...document.querySelectorAll("table.runs tbody tr")]
        .map((row) => row.cells[column(name).cellIndex].textContent);
      const set = (id, value, kind) => {
        const field = document.getElementById(id);
        field.value = value;
        field.dispatchEvent(new Event(kind));
      };
      const shown = () => document.getElementById("shown").textContent;
      told.first = shown();
      document.getElementById("next").click();
      told.second = shown();
      column("nodes").querySelector("button").click();
      told.up = cells("nodes");
      told.sort = column("nodes").getAttribute("aria-sort");
      column("nodes").querySelector("button").click();
      told.down = cells("nodes");
      set("status", "timeout", "change");
      told.statuses = [...new Set(cells("status"))];
      set("status", "", "change");
      set("filter", "CLUE.txt:77 strategy-1", "input");
      setTimeout(() => {
        told.filtered = cells("instance").concat(cells("variant"));
        set("filter", "no such words", "input");
        setTimeout(() => { told.none = shown(); document.title = JSON.stringify(told); }, 500);
      }, 500);
    """
    page = render(frames["many"], [provenance], title="many")
    page = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page)
    document, complaints = loaded(page.replace("</body>", f"<script>{play}</script></body>"), tmp_path)
    assert complaints == []
    told = json.loads(html.unescape(re.findall(r"<title>(.*?)</title>", document, flags=re.DOTALL)[0]))
    assert (told["first"], told["second"]) == ("1–100 of 3,000", "101–200 of 3,000")
    up, down = ([int(text.replace(",", "")) for text in told[side]] for side in ("up", "down"))
    counts = sorted(int(value) for value in frames["many"]["nodes"].dropna())
    assert (up, told["sort"]) == (counts[:100], "ascending")
    assert down == counts[:-101:-1]
    assert told["statuses"] == ["timeout"]
    assert told["filtered"][0].startswith("17-clue.txt:77")
    assert set(told["filtered"][len(told["filtered"]) // 2 :]) == {"strategy-1"}
    assert told["none"] == "no run fits"
