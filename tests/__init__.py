"""Tests: rules stated, tables shown, outcomes asserted."""
