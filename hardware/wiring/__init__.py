"""Which wire goes where: the file that says so, what it can't say, and the pictures to wire from."""
