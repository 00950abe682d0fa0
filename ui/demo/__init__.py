"""A simulated table that plays by itself, and the hands it plays with."""
