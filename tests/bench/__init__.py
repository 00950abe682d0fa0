"""`make bench`: the budgets of the design, each as a ratio against a named baseline of the same run."""
