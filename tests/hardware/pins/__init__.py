"""Tests of the pin factory."""
