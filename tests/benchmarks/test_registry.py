"""The registry: what the decorators take and refuse, and how a strategy's fields become parameters."""

from dataclasses import dataclass
from typing import ClassVar, Literal

import pytest

from benchmarks.registry import PROBLEMS, RESERVED, STRATEGIES, Parameter, Register, UnknownName, strategy, unknown


@pytest.fixture(autouse=True)
def untouched(monkeypatch):
    """What a test registers is forgotten afterwards."""
    monkeypatch.setattr(STRATEGIES, "_items", dict(STRATEGIES._items))


class Strategy:
    """Everything that a strategy must have but fields."""

    backends: ClassVar = ("python",)

    def prepare(self, model, question): ...


# Names.


def test_a_near_name_is_offered():
    assert unknown("strategy", "mvr", ["naive", "mrv", "fc"]).startswith("unknown strategy 'mvr'; did you mean mrv?")


def test_all_names_are_listed_when_none_is_near():
    assert unknown("strategy", "zzz", ["naive", "mrv"]) == "unknown strategy 'zzz' (known: naive, mrv)"


def test_nothing_registered_is_said_so():
    assert unknown("figure", "x", []) == "unknown figure 'x' (known: none)"


def test_a_register_keeps_the_order_and_refuses_a_taken_name():
    register: Register[int] = Register("number")
    register.add("two", 2)
    register.add("one", 1)
    assert (list(register), register.names()) == ([2, 1], ("two", "one"))
    with pytest.raises(ValueError, match="there is already a number named 'two'"):
        register.add("two", 22)
    with pytest.raises(UnknownName, match=r"unknown number 'tow'; did you mean two\?"):
        register.get("tow")


# What the decorator takes.


def test_a_frozen_dataclass_is_registered_and_given_back():
    @strategy("tried")
    @dataclass(frozen=True)
    class Tried(Strategy):
        """The first line is the summary.

        This is not.
        """

        depth: int = 4

    entry = STRATEGIES.get("tried")
    assert entry.factory is Tried
    assert (entry.summary, entry.origin, entry.backends) == (
        "The first line is the summary.",
        __name__.partition(".")[0],
        ("python",),
    )
    assert entry.make() == Tried(4)
    assert entry.make(depth=7) == Tried(7)


def test_one_class_under_several_names_has_some_fields_fixed():
    @dataclass(frozen=True)
    class Search(Strategy):
        order: Literal["static", "mrv"] = "static"
        depth: int = 1

    strategy("fewest", summary="fewest first", order="mrv")(Search)
    entry = STRATEGIES.get("fewest")
    assert [parameter.name for parameter in entry.parameters] == ["depth"]
    assert entry.make(depth=2) == Search("mrv", 2)
    assert entry.summary == "fewest first"


def test_fields_become_parameters_with_their_types_and_defaults():
    @strategy("all-kinds")
    @dataclass(frozen=True)
    class AllKinds(Strategy):
        some_words: Literal["x", "y"] = "y"
        whole: int = 1
        real: float = 0.5
        truth: bool = True
        text: str = "z"

    assert STRATEGIES.get("all-kinds").parameters == (
        Parameter("some_words", "choice", "y", ("x", "y")),
        Parameter("whole", "int", 1),
        Parameter("real", "float", 0.5),
        Parameter("truth", "bool", True),
        Parameter("text", "str", "z"),
    )
    assert STRATEGIES.get("all-kinds").parameters[0].option == "--some-words"


# What it refuses.


def test_what_is_not_a_frozen_dataclass_is_refused():
    @dataclass
    class Thawed(Strategy):
        depth: int = 1

    for factory in (Thawed, Strategy, lambda: None):
        with pytest.raises(TypeError, match=r"strategy odd: .* is not a frozen dataclass"):
            strategy("odd")(factory)


def test_a_class_without_prepare_or_backends_is_refused():
    @dataclass(frozen=True)
    class Unprepared:
        backends: ClassVar = ("python",)

    @dataclass(frozen=True)
    class Nowhere:
        def prepare(self, model, question): ...

    with pytest.raises(TypeError, match="strategy odd: Unprepared has no 'prepare'"):
        strategy("odd")(Unprepared)
    with pytest.raises(TypeError, match="strategy odd: Nowhere has no 'backends'"):
        strategy("odd")(Nowhere)


@pytest.mark.parametrize("backends", [(), ("rust",), "python", ("python", "rust"), None])
def test_backends_that_do_not_exist_are_refused(backends):
    @dataclass(frozen=True)
    class Rusty(Strategy):
        pass

    Rusty.backends = backends
    with pytest.raises(TypeError, match=r"strategy odd: the backends of Rusty are .*, not a tuple of python, compiled"):
        strategy("odd")(Rusty)


def test_a_field_without_a_default_is_refused():
    @dataclass(frozen=True)
    class Undecided(Strategy):
        depth: int

    with pytest.raises(TypeError, match="strategy odd: the parameter depth needs a default"):
        strategy("odd")(Undecided)


@pytest.mark.parametrize("name", sorted(RESERVED))
def test_a_field_may_not_have_the_name_of_an_option(name):
    taken = dataclass(frozen=True)(type("Taken", (Strategy,), {"__annotations__": {name: int}, name: 1}))
    with pytest.raises(TypeError, match=f"the field {name} is the name of an option of run-bench"):
        strategy("odd")(taken)


def test_a_field_that_the_name_fixes_is_no_option_and_may_be_called_like_one():
    @dataclass(frozen=True)
    class Bounded(Strategy):
        positions: int = 7

    strategy("bounded", positions=9)(Bounded)
    assert STRATEGIES.get("bounded").parameters == ()
    assert STRATEGIES.get("bounded").make() == Bounded(9)


PROBLEM_NAMES = ["sudoku", "tictactoe", "connect-four", "othello", "nim", "tree", "uniform", "gamble"]


@pytest.mark.parametrize("name", PROBLEM_NAMES)
def test_every_option_of_the_command_is_reserved(name):
    import benchmarks.catalogue  # noqa: F401  (registers the problems)
    from benchmarks.problem_command import problem_command

    entry = PROBLEMS.get(name)
    # The parameters of a game give way to the fields of searchers instead.
    giving_way = set(entry.read_options()) if entry.family == "games" else set()
    own = {
        option.name
        for option in problem_command(entry).params
        if getattr(option, "metavar", "") != "VALUE[,VALUE...]"  # those come from the strategies' fields
        and option.opts[0].removeprefix("--") not in giving_way
    }
    assert own <= RESERVED
    assert {entry.noun, f"{entry.noun}s"} <= own


@pytest.mark.parametrize("name", PROBLEM_NAMES)
def test_no_two_options_of_a_command_are_called_alike(name):
    import benchmarks.catalogue  # noqa: F401  (registers the problems)
    from benchmarks.problem_command import problem_command

    options = problem_command(PROBLEMS.get(name)).params
    for words in ([option.name for option in options], [word for option in options for word in option.opts]):
        assert len(words) == len(set(words))


@pytest.mark.parametrize("kind", [list, "int | None", "tuple[int, ...]", Literal[1, 2], Literal["a", 1], complex])
def test_a_field_of_another_type_is_refused(kind):
    odd = dataclass(frozen=True)(type("Odd", (Strategy,), {"__annotations__": {"knob": kind}, "knob": None}))
    with pytest.raises(TypeError, match=r"strategy odd: the .*parameter knob"):
        strategy("odd")(odd)


def test_fixing_a_field_that_is_not_there_is_refused():
    @dataclass(frozen=True)
    class Bare(Strategy):
        pass

    with pytest.raises(TypeError, match="strategy odd: Bare has no field depth"):
        strategy("odd", depth=1)(Bare)


def test_a_taken_name_is_refused():
    @dataclass(frozen=True)
    class Bare(Strategy):
        pass

    strategy("taken")(Bare)
    with pytest.raises(ValueError, match="there is already a strategy named 'taken'"):
        strategy("taken")(Bare)


@pytest.mark.parametrize("name", ["", "two words", "a,b", "1..3"])
def test_a_name_that_cannot_be_typed_in_a_list_is_refused(name):
    @dataclass(frozen=True)
    class Bare(Strategy):
        pass

    with pytest.raises(ValueError, match="is no name for a strategy"):
        strategy(name)(Bare)


# Words -> values.


@pytest.mark.parametrize(
    ("parameter", "text", "value"),
    [
        (Parameter("x", "int", 0), "12", 12),
        (Parameter("x", "int", 0), "-3", -3),
        (Parameter("x", "float", 0.0), "2.5", 2.5),
        (Parameter("x", "float", 0.0), "1e-3", 0.001),
        (Parameter("x", "float", 0.0), "4", 4.0),
        (Parameter("x", "bool", False), "true", True),
        (Parameter("x", "bool", False), "False", False),
        (Parameter("x", "str", ""), "any words", "any words"),
        (Parameter("x", "choice", "a", ("a", "b")), "b", "b"),
    ],
)
def test_words_are_read_as_the_field_has_them(parameter, text, value):
    found = parameter.parse(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("parameter", "text", "message"),
    [
        (Parameter("x", "int", 0), "1.5", "'1.5' is not a number of type int"),
        (Parameter("x", "int", 0), "", "'' is not a number of type int"),
        (Parameter("x", "float", 0.0), "much", "'much' is not a number of type float"),
        (Parameter("x", "float", 0.0), "nan", "'nan' is not a finite number"),
        (Parameter("x", "float", 0.0), "-inf", "'-inf' is not a finite number"),
        (Parameter("x", "bool", False), "yes", "'yes' is neither true nor false"),
        (Parameter("x", "choice", "a", ("a", "b")), "B", "'B' is not one of a, b"),
    ],
)
def test_words_that_mean_no_value_are_refused(parameter, text, message):
    with pytest.raises(ValueError, match=message):
        parameter.parse(text)
