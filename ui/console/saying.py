"""What the commands print: plain lines, whatever the names in them hold."""

import click

from companion.errors import printable


def say(text: str, *, err: bool = False) -> None:
    """Print lines; what would steer the terminal is shown instead."""
    click.echo("\n".join(map(printable, text.split("\n"))), err=err)
