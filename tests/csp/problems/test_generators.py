"""What the random instances of each family promise."""

from collections import Counter

import pytest

from backends import generator
from csp.problems.colouring import threshold
from csp.problems.family import InstanceError
from csp.problems.quasigroup import latin_square


def test_a_random_graph_has_the_edges_of_its_degree_each_once(families):
    graph = families["colouring"].generate(vertices=40, degree=5.0, seed=1)
    assert len({tuple(edge) for edge in graph["edges"]}) == len(graph["edges"]) == 100
    assert all(1 <= one < other <= 40 for one, other in graph["edges"])


def test_the_usual_degree_is_that_of_the_threshold(families):
    assert len(families["colouring"].generate(vertices=200)["edges"]) == round(200 * 4.69 / 2)
    assert [threshold(colours) for colours in (1, 3, 4)] == [0, 4.69, 8.90]
    assert threshold(11) == pytest.approx(49.4, abs=0.2)  # 2k ln k - ln k - 1


def test_a_small_graph_at_the_threshold_has_all_the_edges_that_there_can_be(families):
    colouring = families["colouring"]
    assert len(colouring.generate(vertices=4)["edges"]) == 6
    assert len(colouring.generate(vertices=4, planted=True)["edges"]) == 5
    assert colouring.generate(vertices=0)["edges"] == []


def test_a_planted_graph_can_be_coloured_however_many_edges_it_has(families, first_solution):
    colouring = families["colouring"]
    for seed in range(5):
        graph = colouring.generate(vertices=15, degree=9.0, planted=True, seed=seed)
        assert colouring.check(graph, first_solution(colouring.model(graph))) == ""


def test_more_edges_than_there_can_be_are_refused(families):
    with pytest.raises(InstanceError, match=r"degree 5.0 makes 15 edges; .* there can be 12"):
        families["colouring"].generate(vertices=6, degree=5.0, planted=True)


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_the_chain_of_jacobson_and_matthews_ends_in_a_latin_square(size):
    square = latin_square(size, generator(3, "a test"))
    values = list(range(1, size + 1))
    assert all(sorted(line) == values for line in (*square, *zip(*square, strict=True)))


def test_latin_squares_of_order_three_come_out_equally_often():
    rng = generator(1, "a test")
    found = Counter(str(latin_square(3, rng)) for _ in range(1200))
    assert len(found) == 12
    assert all(60 < often < 140 for often in found.values())  # 100 expected; four standard deviations


@pytest.mark.parametrize(("options", "holes"), [({"holes": 17}, 17), ({"share": 0.5}, 32), ({"share": 0}, 0)])
def test_a_square_has_as_many_holes_as_asked_for(families, options, holes):
    givens = families["quasigroup"].generate(size=8, **options)["givens"]
    assert sum(row.count(0) for row in givens) == holes


def test_balanced_holes_are_spread_over_rows_and_columns(families):
    givens = families["quasigroup"].generate(size=9, holes=30, balanced=True)["givens"]
    assert {line.count(0) for line in (*givens, *zip(*givens, strict=True))} == {3, 4}


def test_more_holes_than_cells_are_refused(families):
    with pytest.raises(InstanceError, match="holes is 17; it must be from 0 to 16: a square of size 4 has 16 cells"):
        families["quasigroup"].generate(size=4, holes=17)


@pytest.mark.parametrize("size", range(1, 8))
def test_a_jigsaw_has_connected_regions_of_n_cells_and_one_solution(families, solutions_of, size):
    jigsaw = families["jigsaw"]
    puzzle = jigsaw.generate(size=size, seed=size)
    for region in range(size):
        cells = {(r, c) for r in range(size) for c in range(size) if puzzle["regions"][r][c] == region}
        assert len(cells) == size
        reached = {min(cells)}
        for _ in cells:
            reached |= {(r, c) for r, c in cells if any(abs(r - a) + abs(c - b) == 1 for a, b in reached)}
        assert reached == cells
    if size < 7:
        assert len(solutions_of(jigsaw.model(puzzle))) == 1


def test_a_jigsaw_of_nine_has_two_fifths_of_its_cells_given(families):
    puzzle = families["jigsaw"].generate(seed=4)
    assert 32 <= sum(value > 0 for row in puzzle["givens"] for value in row) <= 40
    assert puzzle["regions"] != [[row] * 9 for row in range(9)]


def test_too_few_givens_for_one_solution_are_refused(families):
    with pytest.raises(InstanceError, match=r"was taken down to [1-9][0-9]* givens, not to 0"):
        families["jigsaw"].generate(size=6, givens=0)


def test_random_sums_and_streets_and_planted_tables_have_a_solution(families, first_solution):
    for name, options in (
        ("cryptarithm", {"digits": 3, "addends": 2}),
        ("zebra", {"houses": 4, "kinds": 3}),
        ("rb", {"variables": 8, "planted": True}),
    ):
        for seed in range(4):
            content = families[name].generate(**options, seed=seed)
            assert families[name].check(content, first_solution(families[name].model(content))) == ""


def test_model_rb_has_the_sizes_that_its_parameters_say(families):
    """30 variables give the sizes of the benchmarks frb30-15: 284 constraints over 15 values, a quarter forbidden."""
    content = families["rb"].generate(variables=30)
    assert (content["domain"], len(content["forbidden"])) == (15, 284)
    assert all(len(rows) == round(0.25 * 15 * 15) for _, rows in content["forbidden"])
    assert all(len({tuple(row) for row in rows}) == len(rows) for _, rows in content["forbidden"])
    assert all(0 <= one < other < 30 for (one, other), _ in content["forbidden"])


def test_random_clues_are_all_different(families):
    clues = families["zebra"].generate(houses=4, kinds=4, clues=40, seed=2)["clues"]
    assert len({str(clue) for clue in clues}) == 40


def test_a_ruler_that_is_too_short_for_its_marks_is_refused(families):
    with pytest.raises(InstanceError, match="longest is 9; it must be from 10"):
        families["golomb"].generate(marks=5, longest=9)
