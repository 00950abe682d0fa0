"""What a tap changed on a table, shown where it happened: the scenes between two scenes. Pure.

No game says what moves. Pieces are matched by their looks and their places; letters by their rooms, or as a
list that went on by a line.
"""

from collections import Counter
from math import dist

from msgspec import Struct
from msgspec.structs import replace

from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import PlacedArt, Scene, Slot, Viewport
from ui.stage.shapes import Letters, Rim

MOVE_SECONDS, SEEN_SECONDS = 0.2, 1.0
"""How long things move after a tap, and how long until the line around them goes."""
MOST = 24
"""More changes than a tap makes: another position, as after a correction, in which nothing moves."""
NEAR = 1.0
"""Pixels within which a new piece counts as taking the place of an old one."""
FALL = 0.6
"""How far a new piece falls into place, in its own sides."""
LINE_MM, OFF_MM = 0.7, 0.4
"""Width of the line around what changed, and its distance."""


class Change(Struct, frozen=True):
    """One item of a scene that has changed; `before` is None for a new one."""

    slot: int
    after: PlacedArt | Letters
    before: PlacedArt | None = None

    def at(self, share: float) -> PlacedArt | Letters:
        """Return the item after a share of the time: falling, turning over, moving, or fading in."""
        item, before = self.after, self.before
        if isinstance(item, Letters):
            return replace(item, tone=(*item.tone[:3], item.tone[3] * share))
        (x, y), late = item.middle, (1 - share) ** 2
        if before is None:
            return replace(item, middle=(x, y + late * FALL * item.side), opacity=item.opacity * share)
        if before.art != item.art:
            return replace(before if share < 0.5 else item, wide=max(0.04, abs(1 - 2 * share)))
        u, v = before.middle
        faded = before.opacity + (item.opacity - before.opacity) * share
        return replace(item, middle=(x + (u - x) * late, y + (v - y) * late), opacity=faded)


class Movement(Struct, frozen=True):
    """The way from one scene to the next; the next scene's spots hold from its beginning."""

    scene: Scene
    changes: tuple[Change, ...]
    removed: tuple[PlacedArt, ...]

    def at(self, share: float, room: Viewport) -> Scene:
        """Return what is seen after a share of the time; at 1 all is in place, with a line around changes."""
        if share >= 1:
            return replace(self.scene, items=(*self.scene.items, *self._lines(room)))
        items: list[Slot] = [*self.scene.items]
        for change in self.changes:
            items[change.slot] = change.at(share)
        leaving = (replace(item, opacity=item.opacity * (1 - share)) for item in self.removed)
        return replace(self.scene, items=(*items, *leaving))

    def _lines(self, room: Viewport) -> list[Rim]:
        pieces = [change.after for change in self.changes if isinstance(change.after, PlacedArt)]
        around = [_square(piece) for piece in (*pieces, *self.removed)] or [
            change.after.room for change in self.changes if isinstance(change.after, Letters)
        ]
        line, off = room.mm(LINE_MM), room.mm(OFF_MM)
        rects = (rect.inset(-off) for rect in dict.fromkeys(around))
        return [Rim(rect, theme.TEXT, line, room.mm(theme.RADIUS_MM)) for rect in rects]


def between(before: Scene, after: Scene) -> Movement | None:
    """Return the movement from one scene to the next, None if nothing changed or more than `MOST` did.

    A piece that only fades, or has more drawn on it, hasn't moved.
    """
    counts = Counter(_opaque(item) for item in before.items if isinstance(item, PlacedArt))
    stays = counts & Counter(_opaque(item) for item in after.items if isinstance(item, PlacedArt))
    lost = _unmatched(before, stays)
    new = _unmatched(after, stays)
    if len(lost) + len(new) > 2 * MOST:
        return None
    earlier: dict[int, PlacedArt] = {}
    for alike in (_same_place, _same_art):
        for slot, item in new.items():
            far = {n: dist(old.middle, item.middle) for n, old in lost.items() if alike(old, item)}
            if far and slot not in earlier:
                earlier[slot] = lost.pop(min(far, key=far.__getitem__))
    changed = {slot: item for slot, item in new.items() if not _grew(earlier.get(slot), item)}
    changes = [Change(slot, item, earlier.get(slot)) for slot, item in changed.items()]
    written = {_line(item.room): item.text for item in before.items if isinstance(item, Letters)}
    changes += [
        Change(slot, item)
        for slot, item in enumerate(after.items)
        if isinstance(item, Letters) and item.text and _was_written(item, written)
    ]
    if not 0 < len(changes) + len(lost) <= MOST:
        return None
    return Movement(after, tuple(changes), tuple(lost.values()))


def _line(room: Rect, lines: int = 0) -> tuple[int, int, int, int]:
    """Return where a line is, or the line `lines` above it, in whole pixels."""
    return (round(room.x), round(room.y + lines * room.height), round(room.width), round(room.height))


def _was_written(item: Letters, before: dict[tuple[int, int, int, int], str]) -> bool:
    """Return whether a line has other words than before, and not those of a list that went on by a line."""
    room, text = item.room, item.text
    near = (before.get(_line(room, lines)) for lines in (-1, 1))
    return before.get(_line(room), text) != text and text not in near


def _opaque(item: PlacedArt) -> PlacedArt:
    """Return a piece at full opacity, to compare it."""
    return replace(item, opacity=1.0)


def _unmatched(scene: Scene, stays: Counter[PlacedArt]) -> dict[int, PlacedArt]:
    """Return by slot the pieces of a scene that aren't in `stays`."""
    matched, unmatched = stays.copy(), dict[int, PlacedArt]()
    for slot, item in enumerate(scene.items):
        if isinstance(item, PlacedArt):
            if matched[_opaque(item)]:
                matched[_opaque(item)] -= 1
            else:
                unmatched[slot] = item
    return unmatched


def _same_place(before: PlacedArt, after: PlacedArt) -> bool:
    return dist(before.middle, after.middle) <= NEAR


def _same_art(before: PlacedArt, after: PlacedArt) -> bool:
    return before.art == after.art


def _grew(before: PlacedArt | None, after: PlacedArt) -> bool:
    """Return whether a piece stayed where it was, with more or less drawn on it, such as bridges."""
    if before is None or not _same_place(before, after):
        return False
    shapes_before, shapes_after = {*before.art.shapes}, {*after.art.shapes}
    return shapes_before <= shapes_after or shapes_after <= shapes_before


def _square(item: PlacedArt) -> Rect:
    (x, y), half = item.middle, item.side / 2
    return Rect(x - half, y - half, item.side, item.side)
