"""What is known of each family from elsewhere, against an oracle that shares nothing with the strategies."""

import pytest


@pytest.mark.parametrize(("size", "known"), [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40), (8, 92)])
def test_queens_have_as_many_solutions_as_known(families, solutions_of, size, known):
    queens = families["queens"]
    board = queens.generate(size)
    assert len(solutions_of(queens.model(board))) == queens.count(board) == known


def test_nine_and_ten_queens_are_known_to_have_352_and_724(families):
    queens = families["queens"]
    assert [queens.count(queens.generate(size)) for size in (9, 10)] == [352, 724]


@pytest.mark.parametrize(("size", "known"), [(1, 1), (2, 2), (3, 12), (4, 576)])
def test_a_square_of_holes_alone_has_all_latin_squares(families, solutions_of, size, known):
    quasigroup = families["quasigroup"]
    square = quasigroup.generate(size, share=1)
    assert len(solutions_of(quasigroup.model(square))) == quasigroup.count(square) == known


@pytest.mark.parametrize(("size", "known"), [(1, 1), (2, 0), (3, 8)])
def test_magic_squares_are_counted_with_their_turns_and_mirrors(families, solutions_of, size, known):
    magic = families["magic"]
    assert len(solutions_of(magic.model(magic.generate(size)))) == magic.count(magic.generate(size)) == known


@pytest.mark.parametrize(("pairs", "known"), [(2, 0), (3, 1), (4, 1), (5, 0), (6, 0), (7, 26)])
def test_langford_pairs_count_once_for_both_directions_unless_reversals_are_asked_for(
    families, solutions_of, pairs, known
):
    langford = families["langford"]
    one_way, both_ways = langford.generate(pairs), langford.generate(pairs, reversals=True)
    assert len(solutions_of(langford.model(one_way))) == langford.count(one_way) == known
    both = {langford.write(both_ways, values) for values in solutions_of(langford.model(both_ways))}
    assert len(both) == langford.count(both_ways) == 2 * known
    assert {row[::-1] for row in both} == both


@pytest.mark.parametrize(("name", "known"), [("australia", 18), ("usa-3", 0)])
def test_maps_have_as_many_colourings_as_known(families, solutions_of, name, known):
    colouring = families["colouring"]
    _, content = colouring.named[name]
    assert len(solutions_of(colouring.model(content))) == colouring.count(content) == known


def test_the_48_states_have_105_borders_and_as_many_colourings_as_chromatic_counting_says(families):
    """The oracle goes over the states once and keeps, of all colourings so far, only how many there are for each way to
    colour the states that have neighbours left."""
    content = families["colouring"].named["usa"][1]
    assert (content["vertices"], len(content["edges"])) == (48, 105)
    counts, frontier = {(): 1}, []
    for state in range(1, 49):
        before = {one for one, other in content["edges"] if other == state}
        frontier = [*frontier, state]
        kept = [
            at
            for at, each in enumerate(frontier)
            if any(one == each and other > state for one, other in content["edges"])
        ]
        following = {}
        for colours, ways in counts.items():
            near = {colour for each, colour in zip(frontier, colours, strict=False) if each in before}
            for colour in {1, 2, 3, 4} - near:
                key = tuple((*colours, colour)[at] for at in kept)
                following[key] = following.get(key, 0) + ways
        counts, frontier = following, [frontier[at] for at in kept]
    assert counts == {(): families["colouring"].count(content)} == {(): 12_811_591_729_152}


def test_the_norwegian_drinks_water_and_the_japanese_owns_the_zebra(families, solutions_of):
    zebra = families["zebra"]
    puzzle = zebra.generate()
    (only,) = solutions_of(zebra.model(puzzle))
    assert zebra.count(puzzle) == 1
    assert zebra.write(puzzle, only).startswith(
        "water: Norwegian, zebra: Japanese; 1 Norwegian, yellow, fox, water, Kools | 2 Ukrainian, blue,"
    )


def test_send_more_money_is_9567_and_1085(families, solutions_of):
    cryptarithm = families["cryptarithm"]
    puzzle = cryptarithm.parse("send + more = money")
    (only,) = solutions_of(cryptarithm.model(puzzle))
    assert cryptarithm.write(puzzle, only) == "9567 + 1085 = 10652"


@pytest.mark.parametrize("name", ["two-two-four", "donald-gerald-robert", "planets", "violin"])
def test_known_sums_have_as_many_solutions_as_it_says(families, solutions_of, name):
    cryptarithm = families["cryptarithm"]
    _, content = cryptarithm.named[name]
    assert len(solutions_of(cryptarithm.model(content))) == cryptarithm.count(content)


@pytest.mark.parametrize(("marks", "shortest"), [(3, 3), (4, 6), (5, 11), (6, 17)])
def test_no_golomb_ruler_is_shorter_than_the_shortest_known(families, first_solution, marks, shortest):
    golomb = families["golomb"]
    ruler = golomb.generate(marks)
    assert golomb.best(ruler) == shortest <= ruler["longest"]
    model = golomb.model(golomb.generate(marks, longest=shortest))
    assert first_solution(model)[model.minimise] == shortest
    if shortest - 1 >= marks * (marks - 1) // 2:
        assert first_solution(golomb.model(golomb.generate(marks, longest=shortest - 1))) is None


def test_the_ruler_that_bounds_nine_marks_keeps_values_below_63(families):
    golomb = families["golomb"]
    assert [golomb.generate(marks)["longest"] for marks in range(1, 10)] == [0, 1, 3, 7, 12, 20, 30, 44, 59]
    assert [golomb.best(golomb.generate(marks)) for marks in range(2, 10)] == [1, 3, 6, 11, 17, 25, 34, 44]
