"""Integer methods that Numba lacks, so that kernels stay plain Python: `bit_count` and `bit_length`.

Importing this module teaches them to Numba. Both are for non-negative numbers below 2**63: a set of values is a bit
mask of at most 63 bits, because the 64th is the sign of an int64 and mixing uint64 with int64 turns both into floats.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload_method

MAX_BITS = 63


@intrinsic  # type: ignore[untyped-decorator]
def _population_count(typing_context: Any, number: Any) -> Any:
    """LLVM's `ctpop`."""
    return types.int64(types.int64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


@intrinsic  # type: ignore[untyped-decorator]
def _leading_zeros(typing_context: Any, number: Any) -> Any:
    """LLVM's `ctlz`, defined for 0 as well."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


# Numba wants the implementation's parameters annotated as the overload's are, so neither is a lambda.


@overload_method(types.Integer, "bit_count")  # type: ignore[untyped-decorator]
def _bit_count(number: Any) -> Any:
    def bit_count(number: Any) -> Any:
        return _population_count(np.int64(number))

    return bit_count


@overload_method(types.Integer, "bit_length")  # type: ignore[untyped-decorator]
def _bit_length(number: Any) -> Any:
    def bit_length(number: Any) -> Any:
        return 64 - _leading_zeros(np.int64(number))

    return bit_length
