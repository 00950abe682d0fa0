"""Part screens: layout, which widgets are reused, and what a finger does."""

import pytest
from kivy.core.window import Window

from tests.ui.composed import out_of_date
from tests.ui.desk import there
from tests.ui.rig import Rig
from ui.games.ungle_speed.face import UngleFace
from ui.parts.layout import cells
from ui.parts.shown import PartScreen
from ui.parts.values import (
    Button,
    Column,
    Drawing,
    Figure,
    Header,
    Many,
    Pages,
    Part,
    Row,
    Screen,
    Text,
    Turned,
    column,
    grid,
    row,
    sides,
)
from ui.screens.rulings import RulingsScreen
from ui.stage import fonts, icons, theme
from ui.stage.painter import Painter
from ui.stage.rect import Rect, Side
from ui.stage.scene import Scene
from ui.widgets.layout import place_widget, rect_of
from ui.widgets.pad import LinePad
from ui.widgets.text import LEAST_MM


def seen(rig: Rig, part: Part) -> PartScreen:
    screen = PartScreen()
    screen.see(part)
    rig.fill(screen, Rect(0, 0, *Window.size))
    return screen


def widths(*parts: Part, room: float = 100.0) -> list[float]:
    """Return the widths of a row's parts in millimetres, without gaps between them."""
    rects = cells(Row(parts, 0), Rect(0, 0, theme.mm(room), 10))
    return [round(rect.width / theme.mm(1), 3) for rect in rects]


@pytest.mark.parametrize(("parts", "wide"), [
    ((Column(), Column()), [50, 50]),
    ((Column(mm=20), Column()), [20, 80]),
    ((Column(share=1), Column(share=3)), [25, 75]),
    # What one part can't take goes to the others.
    ((Column(most_mm=10), Column(), Column()), [10, 45, 45]),
    ((Column(most_mm=10), Column(most_mm=30)), [10, 30]),
    # If there is too little, all get less.
    ((Column(mm=150), Column(mm=50)), [75, 25]),
    # Every pad is large enough for a finger, as long as all can be.
    ((Button("a"), Column(share=19)), [theme.TARGET_MM, 100 - theme.TARGET_MM]),
    ((Button("b", primary=True), Column(share=19)), [theme.PRIMARY_MM, 100 - theme.PRIMARY_MM]),
    (tuple(Button("abcdefghijk"[n]) for n in range(10)), [10] * 10),
])  # fmt: skip
def test_a_row_is_cut_into_millimetres_and_shares(parts: tuple[Part, ...], wide: list[float]) -> None:
    assert widths(*parts) == wide


def test_a_pad_and_a_text_have_room_for_their_words_before_the_others_have_their_shares() -> None:
    word, said = "Leerzeichen", "Töne: 80 %"
    pad, text, _ = widths(Button(f"das {word}"), Text(said), Column(share=50))
    assert theme.mm(pad) >= fonts.width(word, theme.mm(LEAST_MM), bold=True)
    assert theme.mm(text) >= fonts.width(said, theme.mm(LEAST_MM))
    assert widths(Text(said, cut=True), Column(share=9)) == [10, 90]


def test_a_text_takes_its_lines_and_a_drawing_no_more_room_than_its_shape() -> None:
    room = Rect(0, 0, theme.mm(50), theme.mm(100))
    short, long = Text("One line.", wraps=True), Text("As many lines as it takes. " * 4, wraps=True)
    one, many, rest = (rect.height for rect in cells(column(short, long, Column(), gap=0), room))
    assert one < many / 2
    assert one + many + rest == pytest.approx(room.height)
    board = Drawing(lambda room, finger: Scene(), wide=1.5)
    across, beside = cells(row(board, Column(), gap=0), Rect(0, 0, 700, 200))
    assert (across.width, beside.width) == (300, 400)
    down, below = cells(column(board, Column(), gap=0), Rect(0, 0, 300, 900))
    assert (down.height, below.height) == (200, 700)


def test_a_grid_keeps_its_columns_where_the_last_row_is_short() -> None:
    part = grid((Button(str(n), name=f"{n}") for n in range(5)), 3, gap=0)
    upper, lower = cells(part, Rect(0, 0, 300, 200))
    first, last = part.parts
    assert isinstance(first, Row)
    assert isinstance(last, Row)
    assert [cell.width for cell in (*cells(first, upper), *cells(last, lower))] == [100] * 6


def test_tools_lie_at_the_hand_and_upright_below(monkeypatch: pytest.MonkeyPatch) -> None:
    board, tools = Column(name="board"), Column(name="tools", mm=40)
    lying, standing = Rect(0, 0, 500, 300), Rect(0, 0, 300, 500)
    main, pads = cells(sides(board, tools), lying)
    assert main.right < pads.x
    below, low = cells(sides(board, tools), standing)
    assert low.top < below.y
    monkeypatch.setattr(theme, "now", theme.Theme(left=True))
    main, pads = cells(sides(board, tools), lying)
    assert pads.right < main.x


def test_a_part_is_found_by_its_name_which_only_one_has() -> None:
    part = column(Text("First"), row(Button("second", "third", name="it"), Figure(4, print)))
    assert part["it"].hint == "third"
    assert "that" not in part
    with pytest.raises(KeyError, match="'that' is not among \\['it'\\]"):
        part["that"]
    assert part.texts == ("First", "second", "third", "4")
    with pytest.raises(ValueError, match="several parts are called 'it'"):
        PartScreen().see(column(Button("a", name="it"), Button("b", name="it")))


def test_a_screen_equals_only_itself_and_never_writes_out_what_it_was_given() -> None:
    class Sealed(PartScreen):
        clue: str
        opened: bool = False

    first, second = Sealed("within three of a cube"), Sealed("within three of a cube", opened=True)
    assert (first.clue, first.opened, second.opened) == ("within three of a cube", False, True)
    assert "cube" not in repr(first)
    assert first in {first}
    assert first != Sealed("within three of a cube")


def test_a_pad_that_is_done_with_is_told_from_the_others_and_can_be_tapped(rig: Rig) -> None:
    told: list[int] = []

    def of(*, done: bool) -> Part:
        return column(Button("Hawaii", on_tap=lambda: told.append(1), done=done, name="hi"))

    screen = seen(rig, of(done=False))
    open_ = (screen["hi"].title.color, screen["hi"].tone)
    screen.see(of(done=True))
    assert screen["hi"].title.color == theme.DIM
    assert screen["hi"].tone != open_[1]
    rig.tap(screen["hi"])
    assert told == [1]
    screen.see(of(done=False))
    assert (screen["hi"].title.color, screen["hi"].tone) == open_


def test_a_widget_is_kept_by_its_name_and_does_what_it_does_now(rig: Rig) -> None:
    screen = seen(rig, column(Button("Play", name="play")))
    pad = screen["play"]
    screen.see(column(Text("Fox starts"), Button("Play on", name="play")))
    rig.pump(2)
    assert screen["play"] is pad
    assert (pad.title.text, pad.top < screen.top) == ("Play on", True)
    told: list[int] = []
    screen = seen(rig, column(Button("More", on_tap=lambda: told.append(1))))
    screen.see(column(Button("More", on_tap=lambda: told.append(2))))
    rig.tap(screen)
    assert told == [2]


class Forgetful(PartScreen):
    """A screen that isn't composed when its state changes."""

    count: int = 0

    def part(self) -> Part:
        return column(Button(f"{self.count} in the box", name="count"))


def test_a_screen_that_still_shows_what_was_is_found_out(rig: Rig) -> None:
    screen = Forgetful()
    rig.fill(screen, Rect(0, 0, *Window.size))
    assert out_of_date(screen) == []
    screen.count = 1
    ((name, shown, now),) = out_of_date(screen)
    assert name == "Forgetful"
    assert "0 in the box" in str(shown)
    assert "1 in the box" in str(now)


def test_a_figure_that_is_held_counts_on_while_the_screen_is_composed_anew(rig: Rig) -> None:
    told: list[int] = []

    def change(value: int) -> None:
        told.append(value)
        screen.see(column(Text(f"{value} in the box"), Figure(value, change, most=30, name="count")))

    screen = seen(rig, column(Figure(3, change, most=30, name="count")))
    rig.hold(screen["count plus"], 1.2)
    assert told[:4] == [4, 5, 6, 7]
    assert len(told) > 6
    assert screen["count"].text == str(told[-1])


def test_a_pad_that_went_under_a_finger_does_nothing_nor_does_the_one_in_its_place(rig: Rig) -> None:
    told: list[str] = []
    screen = seen(rig, column(Button("Keep it", on_tap=lambda: told.append("kept"))))
    finger = rig.finger_on(screen)
    rig.pump()
    screen.see(column(Button("Delete it", on_tap=lambda: told.append("deleted"))))
    rig.pump(2)
    finger.up()
    rig.pump(2)
    assert told == []


@pytest.mark.parametrize("turned", [False, True])
def test_what_went_under_a_finger_does_nothing_on_a_turned_page_either(rig: Rig, turned: bool) -> None:
    """Another player's finger had left the page, and the first finger's pad still acted."""
    told: list[str] = []
    page: Part = Screen(Header("Owl's page", on=lambda: told.append("on")), Column())
    screen = seen(rig, Turned(page, Side.FAR) if turned else page)
    finger = rig.finger_on(screen["next"])
    screen.see(column(Text("That was it.")))
    rig.pump(2)
    finger.up()
    rig.pump(2)
    assert told == []


def test_a_pad_that_comes_again_is_the_same_one_but_not_for_a_finger_that_was_on_it(rig: Rig) -> None:
    told: list[str] = []

    def letters(*names: str) -> Part:
        return row(*(Button(name, on_tap=lambda name=name: told.append(name), name=name) for name in names))  # type: ignore[misc]

    screen = seen(rig, letters("A", "B"))
    pad = screen["A"]
    screen.see(letters("C", "D"))
    rig.pump(2)
    screen.see(letters("A", "B"))
    rig.pump(2)
    assert screen["A"] is pad, "building pads again takes longer than a tap may"
    rig.tap(pad)
    assert told == ["A"]
    finger = rig.finger_on(pad)
    screen.see(letters("C", "D"))
    rig.pump(2)
    screen.see(letters("A", "B"))
    rig.pump(2)
    finger.move(pad.center_x + 2, pad.center_y)
    finger.up()
    rig.pump(2)
    assert told == ["A"]


def test_pages_turn_to_what_is_shown_and_by_their_pads(rig: Rig) -> None:
    def of(shows: int | None) -> Part:
        items = tuple(Button(str(n), name=f"item {n}") for n in range(60))
        return Pages(items, 14, wide_mm=14, shows=shows, name="list")

    screen = seen(rig, of(None))
    assert "item 0" in screen
    assert "item 59" not in screen
    assert not screen["list up"].live
    screen.see(of(59))
    assert "item 59" in screen
    rig.pump(2)
    rig.tap(screen["list up"])
    assert "item 59" not in screen
    # The page that was turned to stays.
    screen.see(of(59))
    assert "item 59" not in screen
    assert screen["item 30"].width >= theme.mm(13.9)


def test_few_things_that_fit_share_the_room_evenly(rig: Rig) -> None:
    pads = tuple(Button(str(n), name=f"pad {n}") for n in range(4))
    screen = seen(rig, Pages(pads, 20, wide_mm=40, name="few"))
    # Three could be side by side: two above two are larger.
    at = [rect_of(screen[f"pad {n}"]) for n in range(4)]
    assert at[0].y == at[1].y > at[2].y == at[3].y
    assert len({rect.width for rect in at}) == 1
    assert "few up" not in screen


def test_what_lies_over_a_screen_takes_all_its_room_and_its_pads_do_nothing(rig: Rig) -> None:
    told: list[str] = []
    screen = seen(rig, column(Button("Edit", on_tap=lambda: told.append("edit"), name="edit")))
    over = PartScreen()
    over.see(column(Button("Done", on_tap=lambda: told.append("done"), name="done")))
    finger = rig.finger_on(screen["edit"])
    screen.lay_over(over)
    rig.pump(2)
    finger.up()
    assert told == []
    assert rect_of(over) == rect_of(screen)
    rig.tap(over["done"])
    screen.lay_over(None)
    rig.pump(2)
    rig.tap(screen["edit"])
    assert told == ["done", "edit"]
    assert over.parent is None


def test_a_pad_tells_when_a_finger_rests_on_it_and_when_none_does(rig: Rig) -> None:
    told: list[bool] = []
    screen = seen(rig, column(Button("Hold", on_rest=told.append, name="hold")))
    rig.tap(screen["hold"])
    assert True not in told, "a tap is not a hold"
    finger = rig.finger_on(screen["hold"])
    rig.pump(30)
    assert told[-1] is True
    finger.up()
    assert told[-1] is False


def test_a_turned_part_is_read_and_touched_from_its_side(rig: Rig) -> None:
    told: list[str] = []
    begin = Button("Begin", on_tap=lambda: told.append("begins"), name="begin")
    screen = seen(rig, Turned(Screen(Header("Owl takes the screen"), begin), Side.FAR))
    assert screen["header/title"].text == "Owl takes the screen"
    assert screen.part()["begin"] == begin
    # Seen from the far side, what is below the header is above it on the screen.
    wide, high = Window.size
    rig.tap_at(wide / 2, high * 0.4)
    assert told == ["begins"]
    rig.tap_at(wide / 2, theme.mm(5))
    assert told == ["begins"], "the header is there"


def test_a_screen_may_differ_where_the_panel_stands_upright(rig: Rig) -> None:
    class Both(PartScreen):
        def part(self) -> Part:
            return column(Text("below" if self.upright else "beside", name="where"))

    screen = Both()
    screen.compose()
    place_widget(screen, Rect(0, 0, 480, 800))
    rig.show(screen)
    assert screen["where"].text == "below"
    place_widget(screen, Rect(0, 0, 800, 480))
    rig.pump(2)
    assert screen["where"].text == "beside"


def test_a_header_says_what_is_wrong_in_place_of_what_to_do(rig: Rig) -> None:
    screen = seen(rig, Screen(Header("How big is it?"), Column()))
    screen.see(Screen(Header("It is too large.", warns="title", on_live=False, on=print), Column()))
    rig.pump(2)
    assert screen["header/title"].color == theme.WARNING
    assert not screen["next"].live


# The house rules: a whole screen without a window.
def house_rules(**chosen: str) -> RulingsScreen:
    face = UngleFace()
    return RulingsScreen(face.game.catalogue, lambda ruling: face.asks(ruling, 4), lambda _: None, chosen)


def test_one_rule_is_chosen_by_a_tap_and_the_usual_ones_before_and_where_one_is_gone() -> None:
    part = house_rules().part()
    assert part.header.title == "House rules"
    usual = part["dead_heat regrab"]
    assert (usual.title, usual.hint, usual.chosen) == ("Totem back, grab again.", "usual", True)
    assert (part["dead_heat lots"].hint, part["dead_heat lots"].chosen) == ("", False)
    screen = house_rules()
    before = screen.rulings
    screen.part()["dead_heat lots"].on_tap()
    assert screen.rulings == {**before, "dead_heat": "lots"}
    part = screen.part()
    assert [part[name].chosen for name in ("dead_heat lots", "dead_heat regrab")] == [True, False]
    assert house_rules(dead_heat="wrestling").part()["dead_heat regrab"].chosen


def test_what_there_is_nothing_to_choose_about_is_behind_the_last_pad() -> None:
    screen = house_rules()
    assert "Who wins?" not in " ".join(screen.part().texts)
    screen.part()["more"].on_tap()
    assert "Fewest cards; a tie is a draw." in screen.part().texts
    assert "usual" not in screen.part().texts
    there(screen.part().header.back)()
    assert screen.part().header.title == "House rules"


def test_many_are_made_as_they_are_seen_and_an_icon_without_room_is_no_error(rig: Rig) -> None:
    made: list[int] = []

    def make(n: int) -> Text:
        made.append(n)
        return Text(f"{n}", name=f"line {n}")

    rig.tap(seen(rig, Pages(Many(20_000, make), 12, name="list"))["list down"])
    assert 0 < len({*made}) < 40
    # Kivy refuses a line without a width: a screen that was 1 x 1 for a moment crashed the app.
    for icon in (icons.eye, icons.back, icons.warning):
        Painter().draw(icon(0, 0, 0.0, theme.TEXT))


def test_a_sentence_of_a_list_has_as_many_lines_as_its_room(rig: Rig) -> None:
    """Upright, in a row with room for three lines and more, the third was left out."""
    pad = LinePad()
    pad.wraps = pad.struck = True
    told = "Wolf laid 2 pieces from row 5, column 14 on. A token turned 3 pieces over. Fox is next."
    pad.tell("12 · 12:00", told, on=None, leads=True, warning=False)
    for room, lines, whole in ((Rect(0, 0, 274, 104), 3, True), (Rect(0, 0, 274, 62), 2, False)):
        rig.fill(pad, room)
        pad.title.draw()
        assert pad.title.is_shortened is not whole
        assert len([*pad._strikes()]) == lines
