"""Tests of grab boards, and the simulated boards they use."""
