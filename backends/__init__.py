"""One source, two backends: search kernels are plain Python that runs as it is, or compiled by Numba.

What lives here: the switch between the two (`switch`), the integer methods that Numba lacks (`integers`), counters with
names (`counters`) and seeded randomness (`randomness`). What does not: anything that knows a puzzle, a game or a row.
"""

from backends.counters import CounterNames
from backends.randomness import generator
from backends.switch import (
    BACKENDS,
    Backend,
    CannotCompile,
    Jit,
    Vector,
    compile_seconds,
    compiled_already,
    compiling,
    interpreted,
    jit_for,
    vector,
)

__all__ = [
    "BACKENDS",
    "Backend",
    "CannotCompile",
    "CounterNames",
    "Jit",
    "Vector",
    "compile_seconds",
    "compiled_already",
    "compiling",
    "generator",
    "interpreted",
    "jit_for",
    "vector",
]
