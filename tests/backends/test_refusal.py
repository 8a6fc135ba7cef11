"""What a person reads when Numba refuses a function: which one, its file and line, what is wrong, what to do."""

import inspect

import pytest
from numpy import einsum

from backends import CannotCompile, compiling, jit_for

# Some mistakes are worth a warning to Numba before it refuses them.
pytestmark = pytest.mark.filterwarnings("ignore::numba.core.errors.NumbaTypeSafetyWarning")

jit = jit_for("compiled")


class Counter:
    count = 0


# Each function has one mistake, on the line that is marked.


def set_of_mixed_types(n):
    total = 0
    for element in {1, "a"}:  # noqa: B007  mistake
        total += n
    return total


def dict_of_mixed_types(n):
    names = {"a": 1, 2: "b"}  # mistake
    return n + len(names)


def function_that_numba_lacks(n):
    return einsum("i->", n)  # mistake


def class_of_our_own(n):
    return n + Counter().count  # mistake


def undefined_name(n):
    doubled = 2 * n
    return doubled + no_such_name  # noqa: F821  mistake


def unknown_method(n):
    return n.no_such_method()  # mistake


def number_that_is_indexed(n):
    return n[0]  # mistake


def variable_of_two_types(n):
    if n > 3:  # noqa: SIM108
        answer = 1
    else:
        answer = "none"
    return answer  # mistake


def empty_list_of_nothing(n):
    unused = []  # noqa: F841  mistake
    return n


def import_inside(n):
    import math  # mistake

    return math.sqrt(n)


def structural_match(n):
    match (n, n):
        case [1, *_]:  # mistake
            return 1
    return 2


MISTAKES = [
    (set_of_mixed_types, "element"),
    (dict_of_mixed_types, "setitem"),
    (function_that_numba_lacks, "einsum"),
    (class_of_our_own, "Counter"),
    (undefined_name, "'no_such_name' is not defined"),
    (unknown_method, "Unknown attribute 'no_such_method' of type int64"),
    (number_that_is_indexed, "getitem(int64, Literal[int](0))"),
    (variable_of_two_types, "unify"),
    (empty_list_of_nothing, "list(undefined)"),
    (import_inside, "IMPORT_NAME"),
    (structural_match, "unsupported opcode"),
]

mistakes = pytest.mark.parametrize(("function", "words"), MISTAKES, ids=[function.__name__ for function, _ in MISTAKES])


def refusal(kernel, *arguments):
    with pytest.raises(CannotCompile) as caught, compiling(kernel):
        kernel(*arguments)
    return str(caught.value)


def line_of_the_mistake(function):
    lines, first = inspect.getsourcelines(function)
    return first + next(number for number, line in enumerate(lines) if "mistake" in line)


@mistakes
def test_the_function_its_file_and_the_line_are_named(function, words):
    message = refusal(jit(function), 5)
    place = f"cannot compile {function.__qualname__} ({__file__}, line {line_of_the_mistake(function)}): "
    assert message.startswith(place)
    assert words in message
    assert message.endswith("It still runs with --backend python.")
    assert "\n" not in message


@mistakes
def test_a_function_deep_below_the_kernel_is_named_rather_than_the_kernel(function, words):
    inner = jit(function)

    @jit
    def middle(n):
        return inner(n)

    @jit
    def kernel(n):
        doubled = 2 * n
        return middle(doubled)

    message = refusal(kernel, 5)
    assert f"{function.__qualname__} ({__file__}, line {line_of_the_mistake(function)})" in message
    assert words in message


def test_code_that_numba_itself_stumbles_over_is_named_too():
    @jit
    def set_of_tuples(n):
        pairs = {(1, "a"), 2}  # noqa: F841
        return n

    message = refusal(set_of_tuples, 5)
    assert "set_of_tuples" in message
    assert f"({__file__}, line " in message
    assert "Numba's compiler fails on it" in message


def test_a_missing_argument_names_the_function_that_wants_it():
    @jit
    def wants_two(n, m):
        return n + m

    @jit
    def kernel(n):
        return wants_two(n)

    message = refusal(kernel, 5)
    assert "wants_two" in message
    assert "missing a required argument: 'm'" in message


def test_a_function_without_a_source_file_is_named_all_the_same():
    scope = {}
    exec("def typed_in(n):\n    return n.no_such_method()\n", scope)
    assert "cannot compile typed_in (<string>, line 2): Unknown attribute" in refusal(jit(scope["typed_in"]), 5)


def test_numbas_own_report_is_kept_as_the_cause():
    with pytest.raises(CannotCompile) as caught, compiling(jit(undefined_name)):
        jit(undefined_name)(5)
    assert "no_such_name" in str(caught.value.__cause__)


def test_an_error_of_a_compiled_function_that_runs_is_not_a_refusal():
    @jit
    def divide(n):
        if n == 0:
            raise ZeroDivisionError("by nothing")
        return 1 // n

    with pytest.raises(ZeroDivisionError, match="by nothing"), compiling(divide):
        divide(0)
