"""A box that is being entered, as it is kept: JSON. Pure."""

import msgspec
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.tracktic.box import MOST_PATTERNS, PATTERN_SIDE, STARTS
from companion.games.tracktic.grid import MOST
from companion.games.tracktic.profile_faults import fits
from ui.games.tracktic.profile_draft import CELL, GAP, Draft, Sheet
from ui.games.tracktic.profile_steps import Step, steps


def draft_to_text(draft: Draft) -> str:
    """Return a draft as it is kept."""
    return msgspec.json.encode(draft).decode()


def draft_from_text(text: str) -> Draft | None:
    """Read a draft as it was kept, None where there is none; SetupError where it is damaged."""
    if not text:
        return None
    try:
        draft = msgspec.json.decode(text, type=Draft)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise SetupError(f"the box that is being entered can't be read: {error}") from None
    for rows in (draft.box.area, draft.box.area_two):
        if not drawable(rows):
            raise SetupError("the box that is being entered can't be read: a grid is none")
    sheet = draft.sheet or Sheet(0)
    within = all(cell.row < PATTERN_SIDE and cell.column < PATTERN_SIDE for cell in sheet.cells)
    tidy = all(fits(pattern) for pattern in draft.box.patterns) and within
    tidy = tidy and 0 <= sheet.at <= len(draft.box.patterns)
    if not draft.box.area or len(draft.box.patterns) > MOST_PATTERNS or not tidy:
        raise SetupError("the box that is being entered can't be read: too little or too much is in it")
    lost = draft.step not in steps(draft.two_alike)
    return replace(draft, step=Step.TWO) if lost else draft


def drawable(rows: tuple[str, ...]) -> bool:
    """Tell whether rows can be drawn on as a grid: straight edges, known signs, and not too large."""
    wide = {len(line) for line in rows}
    known = {*"".join(rows)} <= {CELL, GAP, *STARTS}
    return known and len(rows) <= MOST and len(wide) <= 1 and all(1 <= width <= MOST for width in wide)
