"""Tests of grab boards, and their twins."""
