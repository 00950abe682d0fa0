"""Sheets on which something is picked: what they have in common. Nothing on them changes until it is."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from ui.games.face import EntryPage
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Pages, Part
from ui.stage import theme
from ui.table.presenting import Choice

PAD_MM, WIDE_MM = theme.TARGET_MM, 36.0
"""A pad is so high and wide at least: three stand beside each other on a panel that lies."""


def page(title: str, part: Part, *, looked: bool = False) -> EntryPage:
    """Return a dialog with a part; `looked`: it is only looked at."""
    screen = PartScreen()
    screen.see(part)
    return EntryPage(title, screen, looked)


def pads(buttons: Iterable[Button]) -> Pages:
    """Return pads to pick from, in pages."""
    return Pages(tuple(buttons), PAD_MM, WIDE_MM, theme.PRIMARY_MM, name="picks")


def choices(offered: Sequence[Choice], told: Callable[[Any], None]) -> Pages:
    """Return a pad for each choice; `told` gets the report of the one that is tapped."""
    return pads(
        Button(choice.title, choice.subtitle, partial(told, choice.report), role=theme.body, name=f"pick {n}")
        for n, choice in enumerate(offered)
    )
