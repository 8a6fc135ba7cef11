"""Sudoku of any box shape: grids, reading and writing them, their model, a checker, a generator, and its banks."""
