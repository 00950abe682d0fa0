"""Tests of the grab pads."""
