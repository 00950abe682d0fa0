"""Grabs: edges become contacts, contacts become a verdict. Pure, except for the alarm's thread."""
