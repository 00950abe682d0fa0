"""The grab board's firmware, tested without a board."""
