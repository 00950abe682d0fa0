"""Which wire goes where: the seats file, the errors it can have, and the plan to wire from."""
