"""Pages and figures: from a DataFrame of runs to one HTML file that a person can read without a network.

A room that only reads. `page` puts the page together from `finding` (what the rows say, in words), `figures`
(registered, drawn with seaborn, made into inline SVG by `svg`) and `runs` (every run, as compact JSON that the page's
own script turns into a table); `words` writes numbers and foreign text for people. Nothing here runs a strategy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    import pandas as pd

__all__ = ["render"]


def render(frame: pd.DataFrame, provenance: Sequence[Mapping[str, Any]], *, title: str) -> str:
    """The HTML page about the runs in `frame`; see `reports.page.render`."""
    from reports.page import render as render_page

    return render_page(frame, provenance, title=title)
