"""Sudoku of any box shape: grids, reading and writing them, their model, a checker, a generator, and its banks.

For 9x9 there are four functions to call from Python: `solve`, `solve_many`, `count_solutions` and `is_valid`, of
`csp.sudoku.solving`. It is imported when one of them is first asked for, because what it needs takes a while.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from csp.sudoku.solving import count_solutions, is_valid, solve, solve_many

__all__ = ["count_solutions", "is_valid", "solve", "solve_many"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from csp.sudoku import solving

        return getattr(solving, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
