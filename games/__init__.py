"""Rules of games and the searchers that play them. No game is registered yet."""
