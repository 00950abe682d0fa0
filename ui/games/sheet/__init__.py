"""The screen's and the console's words for games on a sheet."""
