"""Players against each other: sides, openings, seeds, and who may lose to whom."""

import pytest

from games.game import UNDECIDED
from games.match import Choice, Entrant, NoOpening, PlayerFailed, move_seed, openings, play_pairs, player_of
from games.rules import GAMES
from games.strategies import AlphaBeta, Minimax, MonteCarloTreeSearch, RandomMove

TICTACTOE = GAMES["tictactoe"]()


def entrant(searcher, game=TICTACTOE, backend="compiled"):
    return Entrant(type(searcher).__name__, player_of(searcher, game, backend))


def games_of(first, second, games, plies=0, game=TICTACTOE, seed=0):
    pairs = play_pairs(game, first, second, openings(game, plies, games // 2, seed), seed)
    return [played for pair in pairs for played in pair]


def outcomes(games):
    return [(played.first_began, played.moves, played.points) for played in games]


def smallest(state, seed):
    """A player that takes the first legal move."""
    return Choice(next(TICTACTOE.moves(state)))


def test_perfect_players_always_draw_tictactoe():
    games = games_of(entrant(AlphaBeta(ordering="random")), entrant(Minimax()), 20)
    assert [played.points for played in games] == [0.5] * 20


def test_perfect_players_get_the_same_from_both_sides_of_any_opening():
    games = games_of(entrant(AlphaBeta()), entrant(AlphaBeta(ordering="centre")), 40, plies=3)
    assert all(one.points + other.points == 1 for one, other in zip(games[::2], games[1::2], strict=True))


@pytest.mark.parametrize("number", [100, pytest.param(1_000, marks=pytest.mark.slow)])
def test_alphabeta_never_loses_tictactoe_to_random_moves(number):
    games = games_of(entrant(AlphaBeta()), entrant(RandomMove()), number)
    points = [played.points for played in games]
    assert len(points) == number
    assert min(points) == 0.5
    assert sum(points) > 0.85 * number


def test_both_games_of_a_pair_have_one_opening_and_the_sides_swapped():
    games = games_of(entrant(RandomMove()), entrant(RandomMove()), 40, plies=3)
    for one, other in zip(games[::2], games[1::2], strict=True):
        assert one.moves[:3] == other.moves[:3]
        assert (one.first_began, other.first_began) == (True, False)
    assert len({played.moves[:3] for played in games}) > 10


def test_each_player_is_asked_at_its_own_plies_only():
    asked = {"first": [], "second": []}

    def player(name):
        def choose(state, seed):
            asked[name].append(9 - len(list(TICTACTOE.moves(state))))
            return smallest(state, seed)

        return Entrant(name, choose)

    (one, other) = games_of(player("first"), player("second"), 2)
    assert asked["first"] == [0, 2, 4, 6, 1, 3, 5]
    assert asked["second"] == [1, 3, 5, 0, 2, 4, 6]
    # 0 to 6 in turn: who begins has 2, 4 and 6 at the end, the diagonal.
    assert one.moves == other.moves == (0, 1, 2, 3, 4, 5, 6)
    assert (one.points, other.points) == (1.0, 0.0)


def test_an_opening_moves_the_turn():
    opened = [(0,)]
    (one, other) = next(play_pairs(TICTACTOE, Entrant("a", smallest), Entrant("b", smallest), opened, 0))
    assert (one.work[0].moves, one.work[1].moves) == (3, 3)
    assert (other.work[0].moves, other.work[1].moves) == (3, 3)
    assert (one.points, other.points) == (1.0, 0.0)


def test_the_work_of_both_is_counted():
    (one, _) = games_of(entrant(Minimax()), entrant(RandomMove()), 2)
    assert one.work[0].nodes > 549_946
    assert one.work[0].cpu_s > 0
    assert one.work[1].nodes == one.work[1].moves


def test_the_points_are_those_of_the_discs_where_outcomes_are_more_than_one():
    game = GAMES["othello"](width=4, height=4)
    games = games_of(entrant(RandomMove(), game), entrant(RandomMove(), game), 20, game=game)
    for played in games:
        state = game.initial
        for move in played.moves:
            state = game.play(state, move)
        sign = 1 if (len(played.moves) % 2 == 0) == played.first_began else -1
        outcome = sign * game.outcome(state)
        assert played.points == (outcome > 0) + (outcome == 0) / 2
    assert {played.points for played in games} >= {0.0, 1.0}


def test_the_same_seed_gives_the_same_games_and_another_seed_others():
    players = entrant(MonteCarloTreeSearch(20)), entrant(RandomMove())
    once, again, other = (outcomes(games_of(*players, 10, plies=1, seed=seed)) for seed in (7, 7, 8))
    assert once == again
    assert once != other


def test_both_backends_play_the_same_games():
    played = [
        outcomes(
            games_of(*(entrant(searcher, backend=backend) for searcher in (MonteCarloTreeSearch(20), AlphaBeta(3))), 6)
        )
        for backend in ("compiled", "python")
    ]
    assert played[0] == played[1]


def test_every_move_has_a_seed_of_its_own():
    seeds = {move_seed(seed, game, ply) for seed in range(3) for game in range(30) for ply in range(30)}
    assert len(seeds) == 2_700
    assert all(0 <= seed < 1 << 62 for seed in seeds)


@pytest.mark.parametrize("plies", [0, 1, 5])
def test_an_opening_leaves_the_game_undecided(plies):
    for opening in openings(TICTACTOE, plies, 50, seed=3):
        state = TICTACTOE.initial
        for move in opening:
            assert move in set(TICTACTOE.moves(state))
            state = TICTACTOE.play(state, move)
        assert len(opening) == plies
        assert TICTACTOE.outcome(state) == UNDECIDED


def test_an_opening_that_ends_every_game_is_refused():
    with pytest.raises(NoOpening, match=r"tictactoe was over .* 9 random plies"):
        next(openings(TICTACTOE, 9, 1, seed=0))


@pytest.mark.parametrize(
    ("choose", "problem"),
    [
        (lambda state, seed: Choice(9), "the move 9 is not legal"),
        (lambda state, seed: Choice(None, stopped="node limit of 1"), r"no move \(node limit of 1\)"),
        (lambda state, seed: Choice(1 // 0), "ZeroDivisionError: "),
        (lambda state, seed: "nonsense", "AttributeError: "),
    ],
)
def test_a_player_that_fails_is_named_with_the_game_and_the_position(choose, problem):
    with pytest.raises(PlayerFailed, match=f"^bad failed in game 1 at ply 2, in the position .*X.*: {problem}"):
        games_of(Entrant("good", smallest), Entrant("bad", choose), 2)


def test_a_searcher_that_returns_no_reply_fails_as_a_player():
    class Careless:
        def prepare(self, game, state, query):
            return lambda: 4

    with pytest.raises(PlayerFailed, match=r"Careless failed in game 1 at ply 1.*TypeError: it returned 4"):
        games_of(entrant(Careless()), Entrant("good", smallest), 2)
