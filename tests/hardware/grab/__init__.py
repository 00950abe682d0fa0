"""Tests of contacts and verdicts."""
