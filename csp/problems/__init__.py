"""Families of constraint problems: how their instances are made and read, modelled, written and checked."""
