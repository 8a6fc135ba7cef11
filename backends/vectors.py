"""Lanes (`backends.lanes`) in compiled kernels: LLVM vectors of 16 int16.

Importing this module teaches them to Numba: a type for lanes, one for masks, and what each operation is in LLVM. LLVM
makes of it what the processor has: an instruction for all 16 lanes with AVX2 or later, for 8 with SSE or NEON.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, lower_builtin, models, overload_method, register_model, type_callable

from backends.lanes import WIDTH, load, store

LANE, INDEX, INT64 = ir.IntType(16), ir.IntType(32), ir.IntType(64)
VECTOR, ORDER, TRUTHS = (ir.VectorType(element, WIDTH) for element in (LANE, INDEX, ir.IntType(1)))
ALIGNMENT = 2
"""In bytes: NumPy promises no more of an int16 array."""


class LanesType(types.Type):  # type: ignore[misc]
    """Sixteen int16."""

    def __init__(self) -> None:
        super().__init__(name=f"lanes({WIDTH} x int16)")


class MaskType(types.Type):  # type: ignore[misc]
    """Sixteen truth values."""

    def __init__(self) -> None:
        super().__init__(name=f"mask({WIDTH})")


lanes, mask = LanesType(), MaskType()


@register_model(LanesType)
class _LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, VECTOR)


@register_model(MaskType)
class _MaskModel(models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind, TRUTHS)


def _in_all_lanes(builder: Any, number: Any) -> Any:
    """An integer, cut to 16 bits, in each lane."""
    number = builder.trunc(number, LANE) if number.type.width > LANE.width else number
    first = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), number, INDEX(0))
    return builder.shuffle_vector(first, first, ir.Constant(ORDER, [0] * WIDTH))


def _teach(function: Any, kinds: Callable[..., Any], generate: Callable[..., Any], *patterns: tuple[Any, ...]) -> None:
    """Teach a function or operator.

    kinds: types of the arguments -> type of the result, or None when the function is not for those
    generate: (builder, signature, arguments) -> the result
    patterns: the types of the arguments that `generate` is for, one tuple for each form
    """
    type_callable(function)(lambda context: kinds)

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return generate(context, builder, signature, arguments)

    for pattern in patterns:
        lower_builtin(function, *pattern)(lower)


# Operators. Each has lanes on the left, and lanes or an integer on the right.


def _teach_operator(operation: Any, result: Any, generate: Callable[[Any, Any, Any], Any]) -> None:
    def kinds(left: Any, right: Any) -> Any:
        return result if left == lanes and (right == lanes or isinstance(right, types.Integer)) else None

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        left, right = arguments
        return generate(builder, left, right if signature.args[1] == lanes else _in_all_lanes(builder, right))

    _teach(operation, kinds, lower, (LanesType, LanesType), (LanesType, types.Integer))


_teach_operator(operator.and_, lanes, lambda builder, left, right: builder.and_(left, right))
_teach_operator(operator.or_, lanes, lambda builder, left, right: builder.or_(left, right))
_teach_operator(operator.xor, lanes, lambda builder, left, right: builder.xor(left, right))
_teach_operator(operator.add, lanes, lambda builder, left, right: builder.add(left, right))
_teach_operator(operator.sub, lanes, lambda builder, left, right: builder.sub(left, right))
_teach_operator(operator.eq, mask, lambda builder, left, right: builder.icmp_signed("==", left, right))
_teach_operator(operator.ne, mask, lambda builder, left, right: builder.icmp_signed("!=", left, right))
_teach_operator(operator.lt, mask, lambda builder, left, right: builder.icmp_signed("<", left, right))
_teach_operator(operator.gt, mask, lambda builder, left, right: builder.icmp_signed(">", left, right))
_teach(
    operator.invert,
    lambda operand: lanes if operand == lanes else None,
    lambda context, builder, signature, arguments: builder.not_(arguments[0]),
    (LanesType,),
)


# Rows of an array.


def _is_rows(kind: Any) -> bool:
    return isinstance(kind, types.Array) and (kind.ndim, kind.dtype, kind.layout) == (2, types.int16, "C")


def _address(context: Any, builder: Any, signature: Any, rows: Any, row: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, rows)
    row = context.cast(builder, row, signature.args[1], types.int64)
    if context.enable_boundscheck:
        height, _ = cgutils.unpack_tuple(builder, array.shape, 2)
        cgutils.do_boundscheck(context, builder, row, height, 0)
    return builder.bitcast(builder.gep(array.data, [builder.mul(row, INT64(WIDTH))]), VECTOR.as_pointer())


def _load(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.load(_address(context, builder, signature, *arguments), align=ALIGNMENT)


def _store(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    builder.store(arguments[2], _address(context, builder, signature, *arguments[:2]), align=ALIGNMENT)
    return context.get_dummy_value()


def _kind_of_load(rows: Any, row: Any) -> Any:
    return lanes if _is_rows(rows) and isinstance(row, types.Integer) else None


def _kind_of_store(rows: Any, row: Any, vector: Any) -> Any:
    return types.none if _is_rows(rows) and isinstance(row, types.Integer) and vector == lanes else None


_teach(load, _kind_of_load, _load, (types.Array, types.Integer))
_teach(store, _kind_of_store, _store, (types.Array, types.Integer, LanesType))


# What NumPy has as functions and methods.


def _kind_of_where(condition: Any, x: Any, y: Any) -> Any:
    return (
        lanes
        if condition == mask and all(each == lanes or isinstance(each, types.Integer) for each in (x, y))
        else None
    )


def _where(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    choices = zip(arguments[1:], signature.args[1:], strict=True)
    vectors = [each if kind == lanes else _in_all_lanes(builder, each) for each, kind in choices]
    return builder.select(arguments[0], *vectors)


_teach(
    np.where,
    _kind_of_where,
    _where,
    *((MaskType, x, y) for x in (LanesType, types.Integer) for y in (LanesType, types.Integer)),
)


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator]
def _take(typing_context: Any, vector: Any, order: Any) -> Any:
    numbers = [number.literal_value for number in order]

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.shuffle_vector(arguments[0], arguments[0], ir.Constant(ORDER, numbers))

    return lanes(vector, order), generate


def _is_order(kind: Any) -> bool:
    """A tuple of 16 numbers that are known when the kernel is compiled."""
    return (
        isinstance(kind, types.BaseTuple)
        and len(kind) == WIDTH
        and all(isinstance(number, types.IntegerLiteral) for number in kind)
    )


overload_method(LanesType, "take", prefer_literal=True)(
    lambda vector, order: (lambda vector, order: _take(vector, order)) if _is_order(order) else None
)


def _llvm(builder: Any, name: str, result: Any, vector: Any) -> Any:
    """A call of one of LLVM's own functions."""
    kind = ir.FunctionType(result, [VECTOR])
    return builder.call(cgutils.get_or_insert_function(builder.module, kind, f"llvm.{name}.v{WIDTH}i16"), [vector])


_teach(
    np.bitwise_count,
    lambda x: lanes if x == lanes else None,
    lambda context, builder, signature, arguments: _llvm(builder, "ctpop", VECTOR, arguments[0]),
    (LanesType,),
)


@intrinsic  # type: ignore[untyped-decorator]
def _max(typing_context: Any, vector: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.sext(_llvm(builder, "vector.reduce.smax", LANE, arguments[0]), INT64)

    return types.int64(lanes), generate


@intrinsic  # type: ignore[untyped-decorator]
def _sum(typing_context: Any, vector: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        wide = builder.sext(arguments[0], ir.VectorType(INT64, WIDTH))  # as NumPy adds them up
        kind = ir.FunctionType(INT64, [wide.type])
        add = cgutils.get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.add.v{WIDTH}i64")
        return builder.call(add, [wide])

    return types.int64(lanes), generate


@intrinsic  # type: ignore[untyped-decorator]
def _any(typing_context: Any, truths: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.icmp_unsigned("!=", builder.bitcast(arguments[0], LANE), LANE(0))

    return types.boolean(mask), generate


@intrinsic  # type: ignore[untyped-decorator]
def _first(typing_context: Any, truths: Any) -> Any:
    """The first lane that is true, of at least one."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits = builder.zext(builder.bitcast(arguments[0], LANE), INT64)
        return builder.cttz(bits, context.get_constant(types.boolean, True))

    return types.int64(mask), generate


overload_method(MaskType, "any")(lambda truths: lambda truths: _any(truths))


overload_method(LanesType, "max")(lambda vector: lambda vector: _max(vector))


overload_method(LanesType, "sum")(lambda vector: lambda vector: _sum(vector))


overload_method(LanesType, "argmax")(lambda vector: lambda vector: _first(vector == _max(vector)))
