"""The board while it is recorded: what each space shows so far, which one is next, which are marked. Pure."""

from collections.abc import Collection, Iterator

from companion.games.sequence_states.cards import TWICE
from companion.games.sequence_states.layout import Draft
from companion.games.sequence_states.lines import SPACES, Space
from ui import theme
from ui.games.sequence_states.aims import SpaceTap
from ui.games.sequence_states.spaces import CORNER, Spaces, ground
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room, Scene, Spot
from ui.stage.shapes import Letters, Rim
from ui.theme import Tone

GAP = 0.08
"""Between two spaces, as a share of one."""
LETTERS = 0.46
LINE_MM = 0.6


def recording(
    draft: Draft, current: Space | None, marked: Collection[Space], room: Room, finger: Spot | None
) -> Scene:
    """Return the board in the middle of a room; its spots are `SpaceTap`."""
    side = min(room.rect.width, room.rect.height)
    x, y = room.rect.center
    spaces = Spaces(Rect(x - side / 2, y - side / 2, side, side))
    return Scene(tuple(_items(spaces, draft, current, marked, room.mm(LINE_MM), finger)), (spaces,))


def _items(
    spaces: Spaces,
    draft: Draft,
    current: Space | None,
    marked: Collection[Space],
    line: float,
    finger: Spot | None,
) -> Iterator[Item | None]:
    for space in SPACES:
        rect, card = _space(spaces, space), draft.get(space)
        told = theme.PANEL if card is None else theme.RAISED
        yield ground(rect, theme.PRESSED if finger == SpaceTap(space) else told)
        yield Letters(card or "", rect, theme.TEXT, rect.width * LETTERS, bold=True)
    # A state has two spaces, and no more are marked.
    marks: list[tuple[Space, Tone]] = [(space, theme.WARNING) for space in marked][:TWICE]
    if current is not None:
        marks.append((current, theme.PRIMARY))
    for space, tone in marks:
        rect = _space(spaces, space)
        yield Rim(rect, tone, line, rect.width * CORNER)


def _space(spaces: Spaces, space: Space) -> Rect:
    return spaces.of(space).inset(max(1.0, spaces.side * GAP / 2)).on_pixels()
