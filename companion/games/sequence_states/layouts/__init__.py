"""Boards as data files: the made-up one that a table can try the referee with."""
