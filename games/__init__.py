"""Rules of games, evaluations, move orderings, and the searchers that play them."""
