"""The grab board's firmware, without a board."""
