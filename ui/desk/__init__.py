"""The desk of a club night, and the courier of a table that joined one: separate programs."""
