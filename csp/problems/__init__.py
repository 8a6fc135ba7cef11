"""Families of constraint problems: how their instances are made and read, modelled, written and checked."""

from __future__ import annotations

from csp.problems.family import Family

FAMILIES: dict[str, Family] = {}
"""The families that ship with the project, by name."""
