"""Shared parts of dialogs in which one thing is picked. Nothing changes on them until then."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from ui.games.face import EntryPage
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Pages, Part, small_pad
from ui.stage import theme
from ui.table.presenting import Choice

PAD_MM, WIDE_MM = theme.TARGET_MM, 36.0
"""Least height and width of a pad: three fit side by side on a landscape panel."""


def page(title: str, part: Part, *, view_only: bool = False) -> EntryPage:
    """Return a dialog with a part; `view_only`: it is only for looking."""
    screen = PartScreen()
    screen.see(part)
    return EntryPage(title, screen, view_only)


def pads(buttons: Iterable[Button]) -> Pages:
    """Return pages of pads to pick from."""
    return Pages(tuple(buttons), PAD_MM, WIDE_MM, theme.PRIMARY_MM, name="picks")


def choices(offered: Sequence[Choice], on_pick: Callable[[Any], None]) -> Pages:
    """Return pages with a pad for each choice; a tap calls `on_pick` with the choice's report."""
    return pads(
        small_pad(choice.title, choice.subtitle, partial(on_pick, choice.report), name=f"pick {n}")
        for n, choice in enumerate(offered)
    )
