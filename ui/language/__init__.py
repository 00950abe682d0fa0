"""Texts and sentences as values, and the languages they are translated into."""
