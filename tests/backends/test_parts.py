"""Kernels may call plain functions, which are compiled along with them."""

import pytest

from backends import CannotCompile, compiling, jit_for
from backends.parts import with_compiled_parts


def doubled(number):
    return 2 * number


def next_odd(number):
    return doubled(number) + 1


def countdown(number):
    return 0 if number == 0 else countdown(number - 1)


def even(number):
    return True if number == 0 else odd(number - 1)


def odd(number):
    return False if number == 0 else even(number - 1)


def with_helpers():
    def tripled(number):
        return 3 * number

    def below(limit):
        for number in range(limit):
            yield tripled(number)

    def total(limit):
        result = 0
        for number in below(limit):
            result += next_odd(number)
        return result

    return total


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_a_kernel_calls_plain_functions_around_it_in_its_module_and_in_their_turn(backend):
    total = jit_for(backend)(with_helpers())
    assert total(4) == sum(2 * 3 * number + 1 for number in range(4))


def test_the_functions_themselves_stay_plain():
    kernel = jit_for("compiled")(next_odd)
    assert kernel(3) == 7
    assert next_odd.__globals__["doubled"] is doubled
    assert next_odd(3) == 7


def test_a_function_is_compiled_once_for_all_that_call_it():
    def calls(number):
        return doubled(number) - 1

    kernels = [jit_for("compiled")(function) for function in (calls, next_odd)]
    assert len({id(kernel.py_func.__globals__["doubled"]) for kernel in kernels}) == 1


def test_a_function_without_such_calls_is_not_copied():
    assert with_compiled_parts(doubled, jit_for("compiled")) is doubled


def test_one_that_is_compiled_already_is_left_as_it_is():
    compiled = jit_for("compiled")(doubled)

    def kernel(number):
        return compiled(number) + 1

    assert with_compiled_parts(kernel, jit_for("compiled")) is kernel
    assert jit_for("compiled")(kernel)(4) == 9


@pytest.mark.parametrize("function", [countdown, even])
def test_functions_that_lead_back_to_themselves_by_name_are_refused_and_named(function):
    kernel = jit_for("compiled")(function)
    with pytest.raises(CannotCompile, match=r"countdown|even|odd"), compiling(kernel):
        kernel(4)


def test_a_mistake_in_a_function_that_is_called_is_placed_there():
    def joined(number):
        return "a" + number

    def kernel(number):
        return joined(number)

    with (
        pytest.raises(CannotCompile, match=r"joined \(.*test_parts\.py, line \d+\)"),
        compiling(compiled := jit_for("compiled")(kernel)),
    ):
        compiled(1)
