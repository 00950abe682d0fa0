"""A club of many tables: what each has to say, and who meets whom in the next round. Pure."""
