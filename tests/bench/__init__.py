"""`make bench`: the design's budgets, each also as a ratio to a baseline measured in the same run."""
