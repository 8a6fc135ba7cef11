"""Min-conflicts finds solutions where there are many, and otherwise says that it gave up."""

import random

import pytest

from csp.answer import Question, Unsupported, conclude
from csp.model import AllDifferent, Linear, Model, NotEqual, Predicate, Table
from csp.strategies.min_conflicts import MinConflicts


def queens(size: int) -> Model:
    columns = range(size)
    return Model(
        [columns] * size,
        [AllDifferent(columns), AllDifferent(columns, columns), AllDifferent(columns, [-column for column in columns])],
    )


DEFAULT = MinConflicts()


def solve(model: Model, strategy: MinConflicts = DEFAULT, **question):
    return strategy.prepare(model, Question(**{"backend": "python", **question}))()


def holds(model: Model, solution) -> bool:
    return all(constraint.holds(*(solution[x] for x in constraint.scope)) for constraint in model.constraints)


def test_twenty_queens_are_placed_with_few_moves():
    for seed in range(5):
        answer = solve(queens(20), seed=seed)
        assert holds(queens(20), answer.solutions[0])
        assert answer.nodes < 2_000
        assert conclude(answer) == "satisfied"
        assert not answer.complete


MIXED = Model(
    [range(5)] * 5,
    [
        NotEqual(0, 1, 1),
        AllDifferent((1, 2, 3)),
        Linear((0, 1, 2), (1, 1, -1), "<=", 3),
        Linear((2, 3, 4), (1, 1, 1), "=", 6),
        Table((0, 3, 4), [(a, b, (a + b) % 5) for a in range(5) for b in range(5)]),
        Predicate((0, 2), lambda a, b: a * b != 4),
    ],
)


def test_both_backends_walk_the_same_way():
    strategy = MinConflicts(steps=2_000, noise=0.1)
    for model in (queens(8), MIXED):
        for seed in range(8):
            walks = [solve(model, strategy, seed=seed, backend=backend) for backend in ("python", "compiled")]
            assert walks[0] == walks[1]
            assert all(holds(model, solution) for solution in walks[0].solutions)


def test_a_seed_gives_one_walk_and_other_seeds_others():
    nodes = [solve(queens(12), seed=seed).nodes for seed in range(8)]
    assert nodes == [solve(queens(12), seed=seed).nodes for seed in range(8)]
    assert len(set(nodes)) > 1


@pytest.mark.parametrize(
    "model",
    [
        Model([(0, 1)] * 3, [AllDifferent(range(3))]),
        Model([(1,), (1,)], [NotEqual(0, 1)]),
        Model([(0, 1)], [Linear((0,), (1,), "=", 7)]),
        Model([], [Linear((), (), "=", 1)]),
    ],
    ids=["pigeons", "givens that clash", "empty domain", "false from the start"],
)
def test_where_there_is_no_solution_it_gives_up_and_proves_nothing(model):
    answer = solve(model, MinConflicts(steps=50))
    assert (conclude(answer), answer.complete) == ("gave-up", False)
    assert "proves nothing" in answer.stopped


def test_givens_are_never_moved():
    model = Model([(2,), *[range(4)] * 3], [AllDifferent(range(4))])
    for seed in range(5):
        assert solve(model, seed=seed).solutions[0][0] == 2


def test_it_stops_at_its_node_limit():
    for limit in (0, 3, 30):
        answer = solve(Model([(0, 1)] * 5, [AllDifferent(range(5))]), node_limit=limit)
        assert (answer.nodes, answer.stopped) == (limit, f"node limit of {limit}")


def test_all_noise_is_a_random_walk_that_still_ends_with_a_solution():
    answer = solve(Model([(0, 1)] * 3, [NotEqual(0, 1), NotEqual(1, 2)]), MinConflicts(noise=1.0))
    assert answer.solutions[0] in {(0, 1, 0), (1, 0, 1)}


def test_more_than_one_solution_is_refused():
    with pytest.raises(Unsupported, match="one solution at most"):
        MinConflicts().prepare(MIXED, Question(2))


@pytest.mark.parametrize("wrong", [{"steps": -1}, {"noise": -0.1}, {"noise": 1.5}, {"noise": float("nan")}])
def test_parameters_that_make_no_sense_are_refused(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong))):
        MinConflicts(**wrong)


def test_the_walk_repairs_random_colourings():
    rng = random.Random(1)
    pairs = {tuple(sorted(rng.sample(range(30), 2))) for _ in range(55)}
    model = Model([range(4)] * 30, [NotEqual(*pair) for pair in pairs])
    assert holds(model, solve(model).solutions[0])
