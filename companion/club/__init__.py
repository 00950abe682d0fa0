"""A club of many tables: the results that each sends to the desk, and the pairings of the next round."""
