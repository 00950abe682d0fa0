"""Every screen at both sizes: nothing overlaps, nothing is cut off, and fingers hit what they aim at."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import TypeVar

import pytest
from kivy.core.text import Label as CoreLabel
from kivy.core.window import Window
from kivy.graphics.texture import Texture
from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.ungle_speed.deck import Arrows, ArrowsCard
from companion.games.ungle_speed.model import Grab
from companion.games.ungle_speed.reports import Recount, TakeTotem, TurnCard
from companion.match_reports import Abandon, PutRight
from tests.ui.desk import Desk, pads_in
from tests.ui.panels import LOOKS, PANELS
from tests.ui.rig import DENSITIES, Rig
from ui.dialogs.refusal import RefusalDialog
from ui.games.registry import FACES
from ui.language import languages, words
from ui.parts.layout import MARGIN_MM
from ui.parts.shown import PartScreen
from ui.parts.values import Screen
from ui.screens.players import PlayersScreen
from ui.screens.rulings import LevelScreen, RulingsScreen
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.stage.lettering import extents
from ui.storage.habits import Seating
from ui.table.buttons import TotemLeft
from ui.widgets.layout import Arranged, Panel, Rect, Rotated, place_widget, rect_of
from ui.widgets.pad import Pad
from ui.widgets.text import Lettering, fits

LEAST_MM = 2.8
"""Smallest letters on a part screen, in mm: it says less before it shrinks its text."""
Look = tuple[Desk, Callable[[str], None]]


Found = TypeVar("Found")


def texts_of(widget: Widget) -> list[Lettering]:
    """Return the visible texts of a widget, without those of its children."""
    return [text for text in widget.lettering if text.visible] if isinstance(widget, Arranged) else []


def shown(widget: Widget, kind: type[Found]) -> list[Found]:
    """Return the visible widgets or texts of a kind in a widget, itself included."""
    if widget.opacity == 0:
        return []
    found = [one for one in (widget, *texts_of(widget)) if isinstance(one, kind)]
    for child in widget.children:
        found += shown(child, kind)
    return found


def rect(widget: Widget) -> Rect:
    """Return where a widget is in the window."""
    x, y = widget.to_window(widget.x, widget.y)
    u, v = widget.to_window(widget.x + widget.width, widget.y + widget.height)
    return Rect(min(x, u), min(y, v), abs(u - x), abs(v - y))


def faults(front: Widget, window: Rect | None = None) -> list[str]:
    """Return the faults of what is in front of the window, a sentence each."""
    window = window or Rect(0, 0, *map(float, Window.size))
    found = []
    pads = [pad for pad in pads_in(front) if pad.opacity > 0]
    for pad in pads:
        at, name = rect(pad), f"{type(pad).__name__} {pad.title.text!r}"
        if at.x < -1 or at.y < -1 or at.right > window.width + 1 or at.top > window.height + 1:
            found.append(f"{name} lies outside the window")
        least = theme.mm(theme.TARGET_MM - 0.6)
        if min(at.width, at.height) < least - 1:
            found.append(f"{name} is too small: {at.width:.0f} x {at.height:.0f}, not {least:.0f}")
        if pad.primary and min(at.width, at.height) < theme.mm(14.5):
            found.append(f"{name} is too small for the heat of play")
    for one, other in combinations(pads, 2):
        a, b = rect(one), rect(other)
        if a.x < b.right - 1 and b.x < a.right - 1 and a.y < b.top - 1 and b.y < a.top - 1:
            found.append(f"{one.title.text!r} overlaps {other.title.text!r}")
    for screen in shown(front, PartScreen):
        if (far := from_their_place(screen, window)) > 1:
            found.append(f"Back and Next are {far} pixels off where they are on every screen")
    for text in shown(front, Lettering):
        text.draw()
        (wide, high), room = text.texture_size, text.rect
        if text.text and (wide > room.width + 2 or high > room.height * 1.12 + 2):
            found.append(f"{text.text!r} is cut off: {wide} x {high} in {room.width} x {room.height}")
        if text.text and text.font_size < theme.mm(LEAST_MM) - 1:
            found.append(f"{text.text!r} is too small to read")
        if not text.cuts and (text.is_shortened or (text.text.strip() and min(room.width, room.height) < 2)):
            found.append(f"{text.text!r} doesn't fit: say it shorter")
    least = round(theme.mm(LEAST_MM))
    for screen in shown(front, PartScreen):
        small = (text.text for text in shown(screen, Lettering) if text.text and text.font_size < least)
        found += [f"{text!r} is smaller than {LEAST_MM} mm" for text in small]
    return [*found, *faint(front, theme.GROUND)]


def all_fits(desk: Desk, what: str) -> None:
    """Fail if a part leaves its room, hides another, or is too small for a finger or an eye."""
    window = Rect(0, 0, desk.frame.width, desk.frame.height)
    wrong = [fault for front in desk.front for fault in faults(front, window)]
    assert not wrong, f"{what}: {wrong}"


def from_their_place(screen: PartScreen, window: Rect) -> float:
    """Return how far, in pixels, Back and Next are from their standard place, as their reader sees them."""
    if screen.over is not None or not isinstance(screen.part(), Screen):
        return 0.0
    turned = isinstance(screen.parent, Rotated)
    seen, room = (rect_of, rect_of(screen)) if turned else (rect, window)
    ends = []
    if "back" in screen:
        at = seen(screen["back"])
        ends += [at.x - room.x, room.top - at.top]
    if "next" in screen:
        at = seen(screen["next"])
        ends += [room.right - at.right, room.top - at.top]
    return max((abs(end - theme.mm(MARGIN_MM)) for end in ends), default=0.0)


def faint(widget: Widget, ground: theme.Tone) -> Iterator[str]:
    """Yield the texts with too little contrast, except on pads that are disabled or pressed."""
    if widget.opacity == 0 or (isinstance(widget, Pad) and (widget.pressed or not widget.live)):
        return
    if isinstance(widget, Panel):
        ground = over(widget.tone, ground)
    for text in texts_of(widget):
        seen = theme.contrast(over(text.color, ground), ground)
        if text.text and seen < theme.LEAST_CONTRAST:
            yield f"{text.text!r} is faint: {seen:.1f}"
    for child in widget.children:
        yield from faint(child, ground)


def over(tone: Sequence[float], ground: theme.Tone) -> theme.Tone:
    """Return a tone as it appears over a ground."""
    opaque = tone[3]
    parts = zip(tone[:3], ground[:3], strict=True)
    red, green, blue = (part * opaque + below * (1 - opaque) for part, below in parts)
    return (red, green, blue, 1.0)


@pytest.fixture(params=PANELS)
def look(request: pytest.FixtureRequest, rig: Rig, tmp_path: Path) -> tuple[Desk, Callable[[str], None]]:
    """The app at one of the sizes, and a check of what is in front."""
    rig.size(*request.param)
    desk = Desk(rig, tmp_path / "matches.db")
    window = Rect(0, 0, *map(float, request.param))

    def check(what: str) -> None:
        desk.pump(4)
        assert [f"{what}: {fault}" for widget in desk.front for fault in faults(widget, window)] == []
        _, _, pixels = rig.picture(desk.frame)
        assert len(set(pixels[:: 4 * 97])) > 3, f"{what} is blank"

    return (desk, check)


def eleven_sit() -> PartScreen:
    """Return the players' page with eleven people where ten or twelve can play: it says what is wrong."""
    seating = Seating({n: plate.name for n, plate in enumerate(theme.plates()[:11])})
    screen = PlayersScreen((2, 3, 4, 6, 8, 9, 10, 12), nothing, nothing, seating)
    assert not screen.part().header.on_live
    return screen


def nothing(*_: object) -> None:
    """Do nothing where a screen would lead on."""


UNGLE = FACES["ungle-speed"]()
BEFORE: dict[str, Callable[[], PartScreen]] = {
    "eleven sit": eleven_sit,
    "house rules": lambda: RulingsScreen(UNGLE.game.catalogue, lambda _: True, nothing),
    "settled": lambda: RulingsScreen(UNGLE.game.catalogue, lambda _: True, nothing, reads_more=True),
    "what the referee is told": lambda: LevelScreen(UNGLE.levels, Level.COUNTING, nothing, nothing),
}


@pytest.mark.parametrize("size", DENSITIES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("name", BEFORE)
def test_what_is_chosen_before_a_match_fits_page_by_page(rig: Rig, name: str, size: tuple[int, int]) -> None:
    """In every look, and in other languages on the panel with the least room."""
    rig.size(*size)
    least = size == (720, 1280)
    said = [replace(look, language=code) for look in LOOKS[1:3] for code in languages.catalogues() if least]
    for look in (*LOOKS, *said):
        theme.use(look)
        screen = BEFORE[name]()
        rig.fill(screen, Rect(0, 0, *map(float, size)))
        assert faults(screen) == [], look
        while on := next((pad for pad in screen.turners() if pad.live), None):
            rig.tap(on)
            rig.pump(2)
            assert faults(screen) == [], look


@pytest.mark.parametrize("players", [15, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3, 6))])
def test_the_table_and_its_sheets(look: Look, players: int) -> None:
    desk, check = look
    table = desk.seat(players)
    check("table")
    for _ in range(players + 1):
        desk.turn()
    check("table in play")
    desk.grab((1, 0.0), (0, 14.218), (2, 41.9))
    check("verdict")
    desk.tap(desk.verdict["answer 0"])
    desk.settle()
    table.dialogs.open_history()
    check("history")
    table.dialogs.open_referee()
    check("referee")
    table.dialogs.open_recount()
    check("recount")
    table.dialogs.close()
    table.tell_now(TurnCard(Seat((table.session.view.turn + 1) % len(table.session.view.seats))))
    assert isinstance(table.dialog, RefusalDialog)
    check("refusal")
    table.dialog.explain()
    check("refusal, explained")
    table.session.submit(PutRight())
    table.hear(TotemLeft())
    check("the totem fell")
    table.front.read_on()
    table.troubled("the disk is full; free some space")
    check("not saved")
    table.tell_now(Abandon())
    check("ended early")


def test_the_entry_and_the_result(look: Look) -> None:
    desk, check = look
    table = desk.seat(3, level="watching")
    check("watching")
    table.routine()
    check("entry")
    table.dialogs.close()
    table.tell_now(Recount((1, 38, 38), (1, 0, 0), 0))
    table.tell_now(TakeTotem(Grab((Seat(0),))))
    table.go_back()
    check("a look at the table")
    table.front.unpeek()
    check("told by hand")
    table.undo()
    desk.settle()
    table.tell_now(Recount((1, 38, 39), (0, 0, 0), 0))
    table.tell_now(TurnCard(Seat(0), ArrowsCard(Arrows.OUTWARD)))
    desk.settle()
    assert table.session.match.outcome is not None
    check("result")
    desk.tap_on(words.SHOW_TABLE)
    check("the table at the end")
    desk.tap_on(words.SHOW_RESULT)
    desk.tap_on(words.AGAIN)
    assert desk.table is not table
    assert desk.table.session.length == 1


def test_a_no_break_space_breaks_no_line() -> None:
    wide = extents("Pourquoi", 20, True)[0] + 2
    assert fits("Pourquoi", 20, True, Rect(0, 0, wide, 200))
    assert not fits("Pourquoi\u00a0?", 20, True, Rect(0, 0, wide, 200))


LONG_ENTRY = (
    "Zoe made orange square 2 and green square 4: the right half of row 2, column 1, and so on to here.\n"
    "The left half of row 2, column 1 is undone: the token goes back to Maximiliane Alexandrina. Nobody can"
    " make a combination any more. Zoe puts an extra point between row 2, column 1 and row 3, column 1. The"
    " game is over: both share it."
)


def test_the_last_line_of_two_paragraphs_is_drawn_where_it_has_room(rig: Rig) -> None:
    """Kivy leaves out lines of a second paragraph that would fit into a limited height."""
    whole = CoreLabel(text=LONG_ENTRY, font_size=19, text_size=(665, None))
    whole.refresh()
    text = Lettering(LONG_ENTRY, role=19, wraps=True)
    place_widget(text, Rect(0, 0, 665, whole.texture.height + 4))
    text.draw()
    assert text.font_size == 19
    assert inked_rows(text.group.children[-1].texture) == inked_rows(whole.texture)


def inked_rows(texture: Texture) -> int:
    """Return how many rows of pixels have letters in them."""
    wide, high = texture.size
    alphas = texture.pixels[3::4]
    return sum(any(alphas[row * wide : (row + 1) * wide]) for row in range(high))
