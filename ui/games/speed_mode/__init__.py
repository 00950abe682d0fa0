"""Two Player Speed Mode on the screen."""
