"""Tracktic on the screen."""
