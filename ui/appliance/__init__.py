"""What a machine of the table's own adds: its start, its screen, its power, its sticks, and its end."""
