"""What the last step before a match keeps, as text: the box, the one being entered, the choice. Pure."""

from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.tracktic.box import MOST_PATTERNS, PATTERN_SIDE, STARTS
from companion.games.tracktic.grid import MOST
from companion.games.tracktic.model import Piece
from companion.games.tracktic.profile import Profile, read_profile, write_profile
from companion.games.tracktic.profile_faults import fits
from ui.games.own import KeptForm, read_json, write_json
from ui.games.tracktic.kept import BOX, DRAFT
from ui.games.tracktic.profile_draft import CELL, GAP, BoxDraft, PatternSheet, draft_of, new_draft
from ui.games.tracktic.profile_steps import BoxStep, steps


class Chosen(Struct, frozen=True):
    """What was chosen last time; offered again."""

    which: Literal["own", "made_up"] | None = field(default=None, name="box")
    colours: tuple[Piece, ...] = ()


def draft_from_text(text: str) -> BoxDraft | None:
    """Read a draft as it was kept, None where there is none; SetupError where it is damaged."""
    draft = read_json(text, BoxDraft, "the box that is being entered")
    if draft is None:
        return None
    for rows in (draft.box.area, draft.box.area_two):
        if not drawable(rows):
            raise SetupError("the box that is being entered can't be read: a grid is none")
    sheet = draft.sheet or PatternSheet(0)
    within = all(cell.row < PATTERN_SIDE and cell.column < PATTERN_SIDE for cell in sheet.cells)
    tidy = all(fits(pattern) for pattern in draft.box.patterns) and within
    tidy = tidy and 0 <= sheet.at <= len(draft.box.patterns)
    if not draft.box.area or len(draft.box.patterns) > MOST_PATTERNS or not tidy:
        raise SetupError("the box that is being entered can't be read: too little or too much is in it")
    lost = draft.step not in steps(draft.two_alike)
    return replace(draft, step=BoxStep.TWO) if lost else draft


def drawable(rows: tuple[str, ...]) -> bool:
    """Tell whether rows can be drawn on as a grid: straight edges, known signs, and not too large."""
    wide = {len(line) for line in rows}
    known = {*"".join(rows)} <= {CELL, GAP, *STARTS}
    return known and len(rows) <= MOST and len(wide) <= 1 and all(1 <= width <= MOST for width in wide)


def box_from_text(text: str) -> Profile:
    """Read a box as it was kept; SetupError where it is damaged."""
    return read_profile(text.encode("utf-8", "replace"))


def unchanged(draft: BoxDraft, box: Profile | None) -> bool:
    """Tell whether a draft is no more than the owner's box."""
    return box is not None and draft.sheet is None and draft.box == draft_of(box).box


def begun(box: Profile | None) -> BoxDraft:
    """Return the draft to begin with: the owner's box, or where there is none a new one."""
    return new_draft() if box is None else draft_of(box)


FORM = KeptForm(
    BOX, DRAFT, box_from_text, write_profile, draft_from_text, write_json, begin=begun, idle=unchanged
)  # fmt: skip
