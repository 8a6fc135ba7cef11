"""Strategies: our own search under its textbook settings, and adapters to other people's solvers."""
