"""Sequence States & Capitals on the screen."""
