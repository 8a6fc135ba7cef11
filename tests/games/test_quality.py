"""The share of optimal moves and the regret of a player, against the exact values of a solved game."""

from games.match import Played, Work
from games.quality import Quality, quality, solution_of
from games.rules import GAMES

WORK = (Work(), Work())


def test_a_move_that_gives_a_draw_away_is_a_regret_of_one_and_the_rest_are_nobodys():
    game = GAMES["tictactoe"]()
    solution = solution_of(game, "compiled")
    # 0 4 is the opening. 2: O must take 1 (optimal), and takes 3 (a draw lost); X wins with 1.
    played = Played(True, (0, 4, 2, 3, 1), 1.0, WORK)
    assert quality(game, solution, 2, [played]) == (Quality(2, 2, 0), Quality(1, 0, 1))


def test_a_win_thrown_away_to_a_loss_is_a_regret_of_two():
    game = GAMES["nim"]((1, 2))
    # The first player should take one of the two; taking all two leaves the other the last one.
    solution = solution_of(game, "python")
    taken = next(
        move for move in game.moves(game.initial) if game.move_name(game.initial, move) == "take 2 from heap 2"
    )
    played = Played(False, (taken, next(game.moves(game.play(game.initial, taken)))), 1.0, WORK)
    assert quality(game, solution, 0, [played]) == (Quality(1, 1, 0), Quality(1, 0, 2))


def test_a_game_too_large_is_not_solved():
    assert solution_of(GAMES["connect-four"](), "python") is None
    assert solution_of(GAMES["gamble"](), "python") is None
