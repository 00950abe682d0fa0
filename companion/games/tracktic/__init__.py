"""Tracktic: patterns laid on a grid, no T of one colour, and the longest path at the end."""
