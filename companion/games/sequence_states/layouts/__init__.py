"""Layouts as data files: a made-up one for trying out the referee."""
