"""How to play a game, on five cards with real positions; what is possible now; the example of a rule."""

from collections.abc import Callable
from typing import Any

import pytest
from kivy.metrics import Metrics
from msgspec import Struct

from companion.game import TABLE, Accepted, AnyGame, Level, Refused, Seat
from companion.games.cryptid.reports import GiveAnswer, PlaceCube
from companion.games.sequence_states.deck import dead_cards
from companion.games.sequence_states.reports import RemoveChip
from companion.games.shelf import GAMES
from companion.games.speed_mode.reports import Exchange
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.reports import FlipPiece, LayPattern, Skip
from companion.games.ungle_speed.deck import Arrows, ArrowsCard
from tests.ui.desk import Desk, pads_in, the, there
from tests.ui.panels import PANELS, UPRIGHT
from tests.ui.test_layout import faults
from ui.appliance import care_words
from ui.dialogs.notice import EntryDialog
from ui.dialogs.referee import RefereeDialog
from ui.dialogs.refusal import RefusalDialog, WaysOn
from ui.games import guide as guides
from ui.games.cryptid.players import Players
from ui.games.guide import Lesson
from ui.games.registry import FACES
from ui.games.sequence_states.pending import PlayRemove, PlayState
from ui.games.speed_mode.pending import DrawingCards
from ui.games.tracktic.pending import Flipping, LayingPattern
from ui.language import words
from ui.screens.home import HomeScreen
from ui.screens.how_to import Cards, HowToScreen, WhichGame, pictured
from ui.screens.players import PlayersScreen
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.stage.parts import lighted
from ui.stage.rect import Point, Rect
from ui.stage.scene import Pads, Scene, Spot, Viewport
from ui.stage.shapes import Rim
from ui.widgets.layout import place_widget
from ui.widgets.pad import HoldPad, Pad, PicturePad

ROOM = Viewport(Rect(0, 0, 440, 350))
CARDS = 5


def ask(desk: Desk) -> TableScreen:
    table = desk.table
    table.dialogs.open_referee()
    desk.tap(on_page(desk, the(RefereeDialog, table.opened), words.CAN_DO))
    assert table.opened is None
    desk.until(lambda: table.duty.possible)
    return table


def on_page(desk: Desk, sheet: RefereeDialog, title: str) -> Pad:
    desk.pump()
    while True:
        found = [pad for pad in pads_in(sheet) if pad.title.text == title]
        if found:
            return found[0]
        assert sheet["pads down"].live, f"{title!r} isn't in the menu"
        desk.tap(sheet["pads down"])


def every_guide(game: str) -> list[guides.Guide]:
    """Return a game's guides: its cards, and those for another number of players if it has any."""
    guide = there(FACES[game]().guide())
    return [each for each in (guide, guide.variant) if each is not None]


GUIDES = [(game, guide) for game in GAMES for guide in every_guide(game)]
AS_GUIDES = [f"{game} {guide.players}".strip() for game, guide in GUIDES]


@pytest.mark.parametrize(("game", "guide"), GUIDES, ids=AS_GUIDES)
def test_the_cards_are_of_positions_played_by_the_rules(game: str, guide: guides.Guide) -> None:
    face = FACES[game]()
    states = list(guides.positions(face.game, guide))
    assert len(states) == len(guide.reports) + 1
    assert len(guide.lessons) == CARDS
    assert all(lesson.after < len(states) for lesson in guide.lessons)
    for state in states:
        told = {type(report) for report in guide.able(face.game, state)}
        assert told <= guide.can.keys(), "each kind of report that is legal there has a word"
    rules = [rule for lesson in guide.lessons for rule in lesson.rules]
    assert len(set(rules)) == len(rules), "no rule is on two cards"
    scenes = [pictured(face, guide, number)(ROOM, None) for number in range(CARDS)]
    assert len({scene.items for scene in scenes}) == CARDS
    for lesson, scene in zip(guide.lessons, scenes, strict=True):
        assert 0 < len(guides.sentences(face.game, lesson)) <= 3, "at most three sentences are read"
        bare = Scene(scene.items, scene.spots)
        for spot in lesson.spots:
            bare.middle(spot)


def as_it_says(game: AnyGame, state: Any, lesson: Lesson) -> bool:
    """Return whether what is begun on a card's picture can be done there; or can't, if the card says so."""
    legal = list(game.legal(state))
    match lesson.pending:
        case Flipping(flipped=cell):
            return any(isinstance(report, FlipPiece) and report.flipped == cell for report in legal)
        case LayingPattern(cells=cells):
            ruling = game.judge(state, LayPattern(state.turn, cells))
            broken = [each.rule for each in ruling.violations] if isinstance(ruling, Refused) else []
            return ("tt.no-t" in broken) if "tt.no-t" in lesson.rules else not broken
        case PlayState(card=card):
            return (card in dead_cards(state)) is ("ss.dead" in lesson.rules)
        case PlayRemove():
            return any(isinstance(report, RemoveChip) for report in legal)
        case DrawingCards():
            return any(isinstance(report, Exchange) for report in legal)
        case None if "us.inward" in lesson.rules:
            return {ArrowsCard(arrows) for arrows in Arrows} <= set(map(state.top, lesson.spots))
    return lesson.pending is None


@pytest.mark.parametrize(("game", "guide"), GUIDES, ids=AS_GUIDES)
def test_what_has_been_begun_on_a_picture_is_what_its_card_says(game: str, guide: guides.Guide) -> None:
    face = FACES[game]()
    states = list(guides.positions(face.game, guide))
    for lesson in guide.lessons:
        assert as_it_says(face.game, states[lesson.after], lesson), lesson.title


def test_nobody_has_a_card_to_draw_once_sequence_is_won() -> None:
    face = FACES["sequence-states"]()
    *_, last = guides.positions(face.game, there(face.guide()))
    view = face.game.view(last, TABLE)
    assert view.ended is not None
    assert not any(seat.owes for seat in view.seats)


def test_who_plays_by_rules_of_their_own_has_cards_of_their_own(desk: Desk) -> None:
    face = FACES["cryptid"]()
    base, pair = every_guide("cryptid")
    for players in face.counts:
        assert face.guide_to(face.facts(players, {}, Level.COUNTING, Seat(0))) is (base, pair)[players == 2]
    desk.frame._teach("cryptid")
    screen = desk.screen(HowToScreen)
    for name, only in (("cards", "Each of you has one clue"), ("cards beside", "Each of you has two clues")):
        desk.tap(screen[name])
        assert any(only in text for text in screen.part().texts)
        desk.tap(screen["back"])


def test_the_cards_of_a_game_are_three_taps_from_home_and_lead_on_to_it(desk: Desk) -> None:
    desk.tap(desk.screen(HomeScreen)["how to"])
    desk.tap(desk.screen(WhichGame)["game tracktic"])
    screen = desk.screen(HowToScreen)
    assert screen.part().texts[0] == "How to play Tracktic"
    desk.tap(screen["cards"])
    assert not screen.part()["before"].live
    for number in range(1, CARDS):
        desk.tap(screen["after"])
        assert screen.number == number
    assert not screen.part()["after"].live
    desk.tap(screen["before"])
    assert screen.number == CARDS - 2
    assert "4 of 5" in screen.part().texts
    desk.tap(screen["next"])
    desk.screen(PlayersScreen)


@pytest.mark.parametrize("desk", [(1280, 720)], indirect=True)
@pytest.mark.parametrize("game", ["cryptid", "speed-mode", "ungle-speed"])
def test_in_a_match_every_card_fits_in_long_words_and_large_letters(desk: Desk, game: str) -> None:
    desk.frame.use(theme.Theme(large=True, language="de"))
    table = desk.deal(game, 2)
    table.dialogs.open_cards()
    cards = the(Cards, desk.entry)
    for n in range(len(cards.cards)):
        desk.settle()
        assert faults(the(EntryDialog, table.opened)) == [], n
        cards.turn(1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("each_way")
def test_every_card_fits(desk: Desk, game: str) -> None:
    desk.frame._teach(game)
    screen = desk.screen(HowToScreen)
    assert faults(screen) == []
    ways = [name for name in ("cards", "cards beside") if name in screen]
    for name in ways:
        desk.tap(screen[name])
        for _ in range(CARDS):
            desk.pump(2)
            assert faults(screen) == [], (name, screen.number)
            screen.turn(1)
        desk.tap(screen["back"])
    assert len(ways) == len(every_guide(game))


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_lie_open_from_the_referee_s_menu_and_the_match_stays(desk: Desk, game: str) -> None:
    table = desk.deal(game, 2)
    table.dialogs.open_referee()
    assert isinstance(table.opened, RefereeDialog)
    desk.tap(on_page(desk, table.opened, words.HOW_TO))
    assert isinstance(table.opened, EntryDialog)
    assert isinstance(table.opened.entry, Cards)
    desk.tap(table.opened.cancel)
    assert table.opened is None
    assert table.session.length == 1


# What is possible now.
def test_what_is_possible_shines_and_goes_when_it_is_read_or_play_goes_on(desk: Desk) -> None:
    table = desk.deal("speed-mode", 2)
    before = len(table.board.scene.items)
    ask(desk)
    assert table.duty.title.text == "You can make a combination, or exchange three cards."
    assert len(table.board.lit) == 24, "every combination of the board is free"
    assert len(table.board.scene.items) > before
    desk.tap(table.duty)
    assert table.board.lit == ()
    assert table.duty.parent is None
    ask(desk)
    table.tell_now(next(iter(table.session.match.game.legal(table.session.match.state))))
    assert table.board.lit == ()


class Dots(Struct, frozen=True):
    """Targets on a board of which only the middle is known."""

    pads: Pads
    apart = True

    def at(self, x: float, y: float, before: Spot | None) -> Spot | None:
        return self.pads.at(x, y, before)

    def middle(self, spot: Spot) -> Point | None:
        return self.pads.middle(spot)


def test_rings_around_what_is_possible_leave_what_is_written_there_and_each_other_free() -> None:
    spots = Pads(tuple((n, Rect(40.0 * n, 0, 30, 30)) for n in range(3)))
    drawn = Scene((), (Dots(spots),))
    rings = [item.rect for item in lighted(drawn, ROOM, (0, 1)).items if isinstance(item, Rim)]
    assert len({rect.center for rect in rings}) == 2
    assert all(ROOM.mm(2.5) <= rect.width < 40 for rect in rings)
    alone = [item.rect for item in lighted(drawn, ROOM, (0,)).items if isinstance(item, Rim)]
    assert alone[0].width >= rings[0].width


def test_what_is_possible_is_found_beside_the_screen_and_play_that_goes_on_comes_first(desk: Desk) -> None:
    """Drawing Tracktic's list took the drawing thread a second on a Pi."""
    table = desk.deal("tracktic", 2)
    waiting: list[Callable[[], None]] = []
    table.dialogs._go.run_in_thread = lambda work, told: waiting.append(lambda: told(work()))
    table.dialogs.open_referee()
    table.dialogs.show_possible()
    assert (table.opened, table.board.lit) == (None, ())
    table.tell_now(Skip(Seat(0)))
    waiting.pop()()
    assert (table.duty.possible, table.board.lit) == ("", ())
    table.dialogs.show_possible()
    table.dialogs.open_history()
    waiting.pop()()
    assert table.duty.possible == ""
    table.dialogs.close()
    table.dialogs.show_possible()
    waiting.pop()()
    assert table.duty.possible


@pytest.mark.parametrize("size", [*PANELS, *UPRIGHT])
@pytest.mark.parametrize("game", FACES)
def test_the_menu_begins_with_what_can_be_done(desk: Desk, game: str, size: tuple[int, int]) -> None:
    table = desk.deal(game, FACES[game]().counts[-1])
    Metrics.density = 1.6 if max(size) > 800 else 1.0
    place_widget(desk.frame, Rect(0, 0, *size))
    table.dialogs.open_referee()
    desk.pump(3)
    sheet = the(RefereeDialog, table.opened)
    first = sheet.part()["pads"].items[0]
    guide = table.game.guide_to(table.session.match.facts)
    assert first.title == (words.CAN_DO if guide else care_words.LOCK)
    shown = [pad for pad in pads_in(sheet) if isinstance(pad, HoldPad | PicturePad)]
    frame = {sheet[name] for name in ("close", "softer", "louder", "mute")}
    assert 0 < len(set(shown) - frame) <= 9


def test_what_the_menu_mutes_it_lets_be_heard_again_and_keeps(desk: Desk) -> None:
    """Otherwise one tap too many on it would silence the table for good."""
    table, sounds = desk.deal("tracktic", 2), desk.sounds
    kept: list[tuple[str, str]] = []
    table.go.save = lambda name, setting: kept.append((name, setting))
    table.dialogs.open_referee()
    desk.pump(3)
    sheet = the(RefereeDialog, table.opened)
    desk.tap(sheet["mute"])
    assert (sounds.muted, sheet.part()["mute"].title) == (True, words.UNMUTE)
    desk.tap(sheet["mute"])
    assert (sounds.muted, sheet.part()["mute"].title) == (False, words.MUTE)
    assert kept == [("sound", "80 muted"), ("sound", "80")]
    # Anyone who asks for more sound wants to hear it.
    desk.tap(sheet["mute"])
    desk.tap(sheet["louder"])
    assert (sounds.muted, sounds.percent, kept[-1]) == (False, 100, ("sound", "100"))
    desk.tap(sheet["close"])
    table.tell_now(Skip(Seat(0)))
    assert not sounds.muted


@pytest.mark.parametrize("seed", range(6))
def test_what_is_possible_tells_nothing_of_sealed_clues(seed: int) -> None:
    """Positions that differ only in the clues light the same spaces."""
    from msgspec.structs import replace

    face = FACES["cryptid"]()
    guide, people = there(face.guide()), Players(seed)
    state = face.game.opening(face.facts(2, {}, Level.COUNTING, Seat(0)))
    for _ in range(12):
        other = replace(state, sets=tuple(reversed(state.sets)))
        assert guides.possible(face.game, guide, state) == guides.possible(face.game, guide, other)
        ruling = face.game.judge(state, people.act(state))
        # People make mistakes, which change nothing.
        for event in ruling.events if isinstance(ruling, Accepted) else ():
            state = face.game.evolve(state, event)


def test_while_an_answer_is_awaited_it_says_so_by_the_stage_alone() -> None:
    face = FACES["cryptid"]()
    game, guide = face.game, there(face.guide())
    *before, _ = guides.positions(game, guide)
    kinds = {type(guide.reports[n]): guides.possible(game, guide, state) for n, state in enumerate(before)}
    assert kinds[PlaceCube][0] == (guide.can[PlaceCube],)
    assert kinds[GiveAnswer][0] == (guide.can[GiveAnswer],)
    assert kinds[PlaceCube][1] == kinds[GiveAnswer][1] == ()


@pytest.mark.usefixtures("each_way")
def test_why_says_the_rule_shows_the_card_about_it_and_leads_back_to_the_steps(desk: Desk) -> None:
    table = desk.deal("tracktic", 2)
    table.tell_now(LayPattern(Seat(0), tuple(Cell(9, column) for column in range(5))))
    desk.settle()
    sheet, hold = the(RefusalDialog, table.dialog), there(table.session.match.hold)
    guide = there(table.game.guide())
    assert faults(sheet) == []
    desk.tap(sheet["why"])
    assert sheet.part()["rule"].text == table.presenter.explain(hold.violations).rule
    assert faults(sheet) == []
    desk.tap(sheet["example"])
    assert isinstance(table.opened, EntryDialog)
    cards = the(Cards, table.opened.entry)
    numbers = [guide.lesson_of(each.rule) for each in hold.violations]
    assert cards.number == next(number for number in numbers if number is not None)
    desk.tap(table.opened.cancel)
    assert table.session.match.hold is hold
    assert table.session.match.game.view(table.session.match.state, TABLE).ended is None
    desk.settle()
    desk.tap(sheet["steps"])
    assert "rule" not in sheet.part()
    assert "step 1" in sheet.part()


def test_where_no_card_is_about_it_there_is_no_example(desk: Desk) -> None:
    table = desk.deal("tracktic", 2)
    sheet = RefusalDialog(table.presenter.explain(()), WaysOn(lambda: None))
    assert "rule" not in sheet.part()
    sheet.explain()
    assert "rule" in sheet.part()
    assert "example" not in sheet.part()
