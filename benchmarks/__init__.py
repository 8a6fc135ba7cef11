"""The experiment runner: registry -> plan -> worker -> record -> store -> statistics, and the command line over them.

`load` is the way in from Python: the rows of a results folder as a pandas DataFrame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pandas as pd

__all__ = ["load"]


def load(results: str | Path = "bench-results", experiment: str | None = None) -> pd.DataFrame:
    """All rows under the folder `results` (or those of one experiment), one run per row, with proper dtypes.

    Raises:
        benchmarks.store.StoreError: there are no results there, or a newer version of run-bench wrote them.
    """
    from benchmarks.store import load as load_rows

    return load_rows(results, experiment)
