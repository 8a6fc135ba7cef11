"""The searchers, one to a file, and what they are put together from. Each takes any game."""
