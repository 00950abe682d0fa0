"""A sixth game, made up: what it takes to bring one to the screen."""
