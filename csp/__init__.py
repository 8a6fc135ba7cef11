"""Constraint satisfaction: problems made of variables, domains and constraints, and the strategies that solve them."""
