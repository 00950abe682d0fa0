"""Sounds that the program makes, and a voice."""
