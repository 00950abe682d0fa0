"""A window for phones: what crosses the socket, the program with real connections, and a real browser."""
