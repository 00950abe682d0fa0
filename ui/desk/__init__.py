"""The desk of a club night, and the courier beside a table that joined one: programs of their own."""
