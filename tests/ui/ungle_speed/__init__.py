"""Ungle Speed on the screen."""
