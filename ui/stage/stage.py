"""The one widget of all boards: it shows a scene, follows the one finger, and says what was tapped."""

from collections import Counter
from collections.abc import Callable, Iterator
from math import ceil, dist
from typing import Any

from kivy.clock import Clock
from msgspec import Struct
from msgspec.structs import replace

from companion.journal import Plate
from ui import theme
from ui.kivy_types import Touch, Widget
from ui.stage.painter import Painter, room_in
from ui.stage.parts import lighted, ringed
from ui.stage.rect import Point, Rect, Sides
from ui.stage.scene import (
    Changed,
    Drawing,
    Item,
    PlacedArt,
    Room,
    Running,
    Scene,
    Sight,
    Spot,
    Spots,
    Table,
    Trails,
    unmarked,
)
from ui.stage.shapes import Letters, Rim

# What a tap changed on a table, shown where it happened: the scenes between two scenes. Pure.

MOVE_SECONDS, SEEN_SECONDS = 0.2, 1.0
"""How long things move after a tap, and how long a line around them shows where that was."""
MOST = 24
"""More things than a tap changes: another position, as after a correction, in which nothing moves."""
NEAR = 1.0
"""Pixels; what lies no further from where something lay has taken its place."""
FALL = 0.6
"""What is put down falls so far, in its own sides."""
LINE_MM, OFF_MM = 0.7, 0.4
"""Width of the line around what changed, and how far off it lies."""


class Change(Struct, frozen=True):
    """One thing of a scene that wasn't so before; `before` is None for what wasn't there."""

    slot: int
    after: PlacedArt | Letters
    before: PlacedArt | None = None

    def at(self, share: float) -> PlacedArt | Letters:
        """Return it after a share of the time: put down, turned over, on its way, or written."""
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
    """The way from one scene to the next, of which the spots hold from its beginning."""

    scene: Scene
    changes: tuple[Change, ...]
    gone: tuple[PlacedArt, ...]

    def at(self, share: float, room: Room) -> Scene:
        """Return what is seen after a share of the time; 1: all is in place, with a line around it."""
        if share >= 1:
            return replace(self.scene, items=(*self.scene.items, *self._lines(room)))
        items: list[Item | None] = [*self.scene.items]
        for change in self.changes:
            items[change.slot] = change.at(share)
        leaving = (replace(item, opacity=item.opacity * (1 - share)) for item in self.gone)
        return replace(self.scene, items=(*items, *leaving))

    def _lines(self, room: Room) -> list[Rim]:
        pieces = [change.after for change in self.changes if isinstance(change.after, PlacedArt)]
        around = [_square(piece) for piece in (*pieces, *self.gone)] or [
            change.after.room for change in self.changes if isinstance(change.after, Letters)
        ]
        line, off = room.mm(LINE_MM), room.mm(OFF_MM)
        rects = (rect.inset(-off) for rect in dict.fromkeys(around))
        return [Rim(rect, theme.READY, line, room.mm(theme.RADIUS_MM)) for rect in rects]


def between(before: Scene, after: Scene) -> Movement | None:
    """Return what moves from one scene to the next; None where nothing does, or all is another.

    What only fades, or has more drawn on it, is where it was.
    """
    known = Counter(_thing(item) for item in before.items if isinstance(item, PlacedArt))
    stays = known & Counter(_thing(item) for item in after.items if isinstance(item, PlacedArt))
    lost = _others(before, stays)
    new = _others(after, stays)
    if len(lost) + len(new) > 2 * MOST:
        return None
    was: dict[int, PlacedArt] = {}
    for alike in (_took_its_place, _is_like_it):
        for slot, item in new.items():
            far = {n: dist(old.middle, item.middle) for n, old in lost.items() if alike(old, item)}
            if far and slot not in was:
                was[slot] = lost.pop(min(far, key=far.__getitem__))
    changes = [
        Change(slot, item, was.get(slot)) for slot, item in new.items() if not _grew(was.get(slot), item)
    ]
    written = {item.room: item.text for item in before.items if isinstance(item, Letters)}
    changes += [
        Change(slot, item)
        for slot, item in enumerate(after.items)
        if isinstance(item, Letters) and item.text and written.get(item.room, item.text) != item.text
    ]
    if not 0 < len(changes) + len(lost) <= MOST:
        return None
    return Movement(after, tuple(changes), tuple(lost.values()))


def _thing(item: PlacedArt) -> PlacedArt:
    """Return a thing as it is, however much of it is seen."""
    return replace(item, opacity=1.0)


def _others(scene: Scene, stays: Counter[PlacedArt]) -> dict[int, PlacedArt]:
    """Return by its slot what of a scene isn't among what stays."""
    left, found = stays.copy(), dict[int, PlacedArt]()
    for slot, item in enumerate(scene.items):
        if isinstance(item, PlacedArt):
            if left[_thing(item)]:
                left[_thing(item)] -= 1
            else:
                found[slot] = item
    return found


def _took_its_place(before: PlacedArt, after: PlacedArt) -> bool:
    return dist(before.middle, after.middle) <= NEAR


def _is_like_it(before: PlacedArt, after: PlacedArt) -> bool:
    return before.art == after.art


def _grew(before: PlacedArt | None, after: PlacedArt) -> bool:
    """Tell whether one thing stayed where it was, with more or less drawn on it, as a piece with bridges."""
    if before is None or not _took_its_place(before, after):
        return False
    one, other = {*before.art.shapes}, {*after.art.shapes}
    return one <= other or other <= one


def _square(item: PlacedArt) -> Rect:
    (x, y), half = item.middle, item.side / 2
    return Rect(x - half, y - half, item.side, item.side)


# The one finger on a scene, from when it is put down until it is lifted. Pure.


class FingerOnSpots(Struct, frozen=True):
    """A finger: on which spot it is now (None: on none any more), and where it was put down.

    `among` counts the scene's `spots`; those that a finger was put down among are the only ones it comes to.
    `trail` are those that it has been on, each once.
    """

    among: int
    began: Spot
    at: Spot | None
    point: Point
    trail: tuple[Spot, ...]


def put_down(scene: Scene, point: Point) -> FingerOnSpots | None:
    """Return the finger that is put down at a point, None where it is on nothing."""
    for among, spots in enumerate(scene.spots):
        spot = spots.at(*point, None)
        if spot is not None:
            return FingerOnSpots(among, spot, spot, point, (spot,))
    return None


def moved(scene: Scene, touch: FingerOnSpots, point: Point) -> FingerOnSpots:
    """Return the finger where it has come to."""
    if touch.among >= len(scene.spots):
        return FingerOnSpots(touch.among, touch.began, None, point, touch.trail)
    spots, at, trail = scene.spots[touch.among], touch.at, touch.trail
    for place in _way(spots, touch.point, point):
        at = spots.at(*place, trail[-1] if at is None else at)
        if at is not None and at not in trail:
            trail = (*trail, at)
    if spots.apart and at != touch.began:
        at = None
    return FingerOnSpots(touch.among, touch.began, at, point, trail)


def lifted(scene: Scene, touch: FingerOnSpots, point: Point) -> Spot | None:
    """Return what a finger tells that is lifted at a point: its trail, or the spot that it is still on."""
    if touch.among >= len(scene.spots):
        return None
    spots = scene.spots[touch.among]
    if isinstance(spots, Trails) and len(touch.trail) > 1:
        return spots.told(touch.trail)
    spot = moved(scene, touch, point).at
    return spot if spot == touch.at else None


def _way(spots: Spots, start: Point, end: Point) -> Iterator[Point]:
    """Yield where a finger is looked at that comes from one point to another."""
    (x, y), (u, v) = start, end
    steps = max(1, ceil(dist(start, end) / spots.step)) if isinstance(spots, Trails) else 1
    for n in range(1, steps + 1):
        yield (x + (u - x) * n / steps, y + (v - y) * n / steps)


BEAT_SECONDS = 0.06
"""From one step of what runs on a table to the next."""


class Stage(Widget):
    """Shows a drawing; `on_tap` is told the spot that a finger was lifted from, or what its trail tells.

    `on_slide` is told each spot that the finger comes to, and None when it leaves, before `on_tap` is.
    `on_stroke` is told all spots that a finger has been on when it comes to a new one, and once more, with
    True, when it is lifted. Where neither it nor `on_tap` is there nobody listens. Around the spots that are
    `ringed` a ring is drawn, and those that are `lit` shine, from the next drawing on.
    """

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None))
        self.scene = Scene()
        self.on_tap: Callable[[Spot], None] | None = None
        self.on_slide: Callable[[Spot | None], None] | None = None
        self.on_stroke: Callable[[tuple[Spot, ...], bool], None] | None = None
        self.ringed: tuple[Spot, ...] = ()
        self.lit: tuple[Spot, ...] = ()
        self._drawing: Drawing | None = None
        self._painter = Painter()
        self._finger: Touch | None = None
        self._touch: FingerOnSpots | None = None
        self._seen_in: Room | None = None
        self._movement: Movement | None = None
        self._moved_for = 0.0
        self._moves = Clock.create_trigger(self.pass_time, 0, interval=True)
        self._drawn: Callable[[], None] = Clock.create_trigger(self._draw, -1)
        self.canvas.add(self._painter.group)
        self.bind(pos=lambda *_: self._drawn(), size=lambda *_: self._drawn())

    def draw(self, drawing: Drawing) -> None:
        """Show something else."""
        self._drawing = drawing
        self._draw()

    def light(self, spots: tuple[Spot, ...]) -> None:
        """Let these spots shine, and no others."""
        if spots != self.lit:
            self.lit = spots
            self._draw()

    def _draw(self, *_: object) -> None:
        self._movement = None
        self._moves.cancel()
        self._seen_in = self._room
        if self._drawing is not None:
            scene = lighted(self._drawing(self._room, self._spot), self._room, self.lit)
            self.scene = ringed(scene, self._room, self.ringed)
            self._painter.show(self.scene)

    @property
    def _room(self) -> Room:
        return room_in(Rect(self.x, self.y, self.width, self.height))

    # What moves after a tap; a finger hits all where it is in the end.

    def move(self, before: Scene) -> None:
        """Show how the scene came from the one before, unless things are to stand still."""
        movement = None if theme.now.still else between(before, self.scene)
        if movement is not None:
            self._movement, self._moved_for = movement, 0.0
            self._painter.show(movement.at(0.0, self._room))
            self._moves()

    @property
    def moving(self) -> bool:
        """Whether what a tap changed is still being shown."""
        return self._movement is not None

    def pass_time(self, seconds: float) -> None:
        """Have things move on by so much of the frame's time."""
        movement, before = self._movement, self._moved_for
        if movement is None:
            return
        self._moved_for += seconds
        if self._moved_for >= SEEN_SECONDS:
            self.stand()
        elif before < MOVE_SECONDS:
            self._painter.show(movement.at(self._moved_for / MOVE_SECONDS, self._room))

    def stand(self, *_: object) -> None:
        """Have all in its place at once."""
        if self._movement is not None:
            self._movement = None
            self._moves.cancel()
            self._painter.show(self.scene)

    # Fingers.

    @property
    def _spot(self) -> Spot | None:
        return None if self._touch is None else self._touch.at

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Show what the finger is on, in the same frame."""
        heard = self.on_tap or self.on_stroke
        if heard is None or touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return super().on_touch_down(touch)
        if self._finger is not None:
            # One finger at a time; another one is a hand that rests on the screen.
            return True
        found = put_down(self.scene, touch.pos)
        if found is None:
            return super().on_touch_down(touch)
        self._finger = touch
        touch.grab(self)
        self._follow(found)
        return True

    def on_touch_move(self, touch: Touch) -> bool | None:
        """Follow the finger."""
        if touch.grab_current is not self or self._touch is None:
            return super().on_touch_move(touch)
        self._follow(moved(self.scene, self._touch, touch.pos))
        return True

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Tell what the finger was on."""
        if touch.grab_current is not self or self._touch is None:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        spot, trail = lifted(self.scene, self._touch, touch.pos), self._touch.trail
        self._finger = None
        self._follow(None)
        if self.get_root_window() is None:
            # Another finger turned the page meanwhile: nobody asks any more.
            return True
        if self.on_stroke is not None:
            self.on_stroke(trail, True)
        if spot is not None:
            self._tell(spot)
        return True

    def _tell(self, spot: Spot) -> None:
        if self.on_tap is not None:
            self.on_tap(spot)

    def _follow(self, touch: FingerOnSpots | None) -> None:
        before, spot, self._touch = self._touch, self._spot, touch
        if self._spot != spot:
            self._draw()
            if self.on_slide is not None:
                self.on_slide(self._spot)
        if (
            self.on_stroke is not None
            and touch is not None
            and (before is None or before.trail != touch.trail)
        ):
            self.on_stroke(touch.trail, False)


class TableStage(Stage):
    """A game's table: `table` draws what there is to see, and `changed` says what the last move changed.

    Where that is `Running`, it runs on while the table is seen, and what is tapped of it isn't told.
    """

    def __init__(self, table: Table, plates: tuple[Plate, ...], changed: Changed = unmarked) -> None:
        super().__init__()
        self._table, self._plates, self._changed = table, plates, changed
        self._before: tuple[Scene, Room | None] = (self.scene, None)
        self.sides: Sides = {}
        self.sight: Sight[Any, Any, Any] | None = None
        self._beat = Clock.create_trigger(self.step, BEAT_SECONDS, interval=True)
        self._looked = Clock.create_trigger(self._look)
        self.bind(parent=self._moved)

    def show(self, view: Any, aim: Any = None) -> None:  # each game's own
        """Show the table as it is now, and what has been begun."""
        before, self._before = self.sight, (self.scene, self._seen_in)
        last = self._changed(before and before.view, view, before and before.last)
        self._see(Sight(view, aim, self._plates, last, self.sides))

    def show_change(self) -> None:
        """Show how what was shown last came from what was shown before it, where that can be seen."""
        scene, room = self._before
        if room == self._seen_in and not self._covered:
            self.move(scene)

    @property
    def running(self) -> bool:
        """Whether something moves."""
        return bool(self._beat.is_triggered)

    def step(self, *_: object) -> None:
        """Let a beat pass."""
        then = None if self.sight is None or self._run is None else self._run.next()
        if self.sight is not None and then is not None:
            self._see(replace(self.sight, last=then))
        self._look()

    def _tell(self, spot: Spot) -> None:
        then = None if self._run is None else self._run.tapped(spot)
        if self.sight is None or then is None:
            super()._tell(spot)
        else:
            self._see(replace(self.sight, last=then))

    def _see(self, sight: Sight[Any, Any, Any]) -> None:
        self.sight = sight
        self.draw(lambda room, finger: self._table(sight, room, finger))
        self._looked()

    # What runs on by itself.

    @property
    def _run(self) -> Running | None:
        last = None if self.sight is None else self.sight.last
        return last if isinstance(last, Running) else None

    def _moved(self, _stage: object, parent: object) -> None:
        if isinstance(parent, Widget):
            parent.bind(children=self._looked)

    def _look(self, *_: object) -> None:
        """Let beats pass only while there is more to come, and nothing lies over it."""
        run = self._run
        if run is not None and run.next() is not None and not self._covered:
            self._beat()
        else:
            self._beat.cancel()

    @property
    def _covered(self) -> bool:
        if self.get_root_window() is None:
            return True
        above = self.parent.children[: self.parent.children.index(self)]
        mine = Rect(self.x, self.y, self.width, self.height)
        return any(
            other.collide_point(*mine.center) and other.width >= mine.width and other.height >= mine.height
            for other in above
        )
