"""How a game is set up: what stays in the box, what is dealt, what goes where, and who begins."""

from itertools import chain
from pathlib import Path

import pytest
from kivy.metrics import Metrics
from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.sheet.model import Facts
from companion.games.sheet.sheet_file import shipped, shipped_sheet
from companion.games.ungle_speed.model import Facts as UngleFacts
from companion.journal import NamePlate
from tests.ui.desk import Desk, there
from tests.ui.rig import Rig
from tests.ui.stage import written
from tests.ui.test_layout import faults
from ui.games.face import GameFace
from ui.games.guide import Step
from ui.games.registry import FACES
from ui.language import words
from ui.main.new_match import MatchToBe
from ui.screens.home import HomeScreen
from ui.screens.how_to import HowToScreen, SetUpScreen, WhichGame, set_up_cards
from ui.screens.players import PlayersScreen
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Viewport
from ui.storage.habits import Seating
from ui.table.names import all_plates
from ui.table.presenting import GameSpecific

ROOM = Viewport(Rect(0, 0, 440, 350))
MOST = 5
GAMES = ("ungle-speed", "sequence-states", "tracktic", "cryptid", "speed-mode")
EVERY = [(game, players) for game in GAMES for players in FACES[game]().counts]


def steps_of(face: GameFace, facts: GameSpecific, plates: tuple[NamePlate, ...]) -> tuple[Step, ...]:
    return there(face.guide_to(facts)).set_up(facts, plates)


def steps(game: str, players: int) -> tuple[Step, ...]:
    face = FACES[game]()
    plates = all_plates(theme.plates()[:players], players)
    return steps_of(face, face.facts(players, {}, Level.COUNTING, Seat(0)), plates)


def said(game: str, players: int) -> str:
    """Return all lines of the steps."""
    each = steps(game, players)
    lines = ((step.title, step.text, *(under for _picture, under in step.pictures)) for step in each)
    return "\n".join(chain.from_iterable(lines))


@pytest.fixture
def new(rig: Rig, tmp_path: Path) -> Desk:
    """A table at which nothing has been played yet."""
    return Desk(rig, tmp_path / "matches.db", new=True)


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_a_set_up_has_five_steps_at_most_and_each_a_picture_and_words(game: str, players: int) -> None:
    face = FACES[game]()
    plates = all_plates(theme.plates()[:players], players)
    facts = face.facts(players, {}, Level.COUNTING, Seat(0))
    cards = set_up_cards(face, facts, plates)
    assert 3 <= len(cards) <= MOST
    for step, (title, text, picture) in zip(steps_of(face, facts, plates), cards, strict=True):
        assert title
        assert text.endswith(".")
        items = picture()(ROOM, None).items
        assert any(item is not None for item in items)
        # What a step handles is inside its room, each thing above its caption.
        lines = written.letters(items)
        for _picture, under in step.pictures:
            assert any(line.text and under.startswith(line.text.rstrip("…")) for line in lines), under
        if step.pictures:
            assert all(ROOM.rect.holds(*line.room.center) for line in lines)


@pytest.mark.parametrize(
    ("players", "dealt"), [(2, "19 in each stack"), (3, "26 each"), (4, "20 each"), (7, "12 / 11 each")]
)
def test_the_eighty_cards_of_ungle_speed_are_dealt_as_evenly_as_they_go(players: int, dealt: str) -> None:
    assert dealt in said("ungle-speed", players).splitlines()


@pytest.mark.parametrize(
    ("players", "said_so"),
    [
        (4, "deal them all, face down."),
        (6, "2 get one card more: Fox and Owl."),
        (9, "8 get one card more: Fox to {8}, clockwise."),
        (11, "3 get one card more: Fox, Owl and Bear."),
    ],
)
def test_who_gets_a_card_more_is_said_by_name(players: int, said_so: str) -> None:
    names = [plate.name for plate in all_plates(theme.plates()[:players], players)]
    steps_ = steps("ungle-speed", players)
    dealt = next(step.text for step in steps_ if step.title == "Deal the cards")
    assert dealt.endswith(said_so.format(*["", *names]))
    opening = FACES["ungle-speed"]().game.opening(UngleFacts(players))
    most = max(opening.stacks)
    more = [name for name, stack in zip(names, opening.stacks, strict=True) if stack == most]
    assert len(more) == players or more[0] in dealt


def test_where_cards_are_left_over_for_the_pot_not_all_are_dealt() -> None:
    face = FACES["ungle-speed"]()
    facts = face.facts(6, {"leftovers": "pot"}, Level.COUNTING, Seat(0))
    dealt = steps_of(face, facts, all_plates(theme.plates()[:6], 6))[1]
    assert dealt.text == "Shuffle the 80 cards and deal 13 to each, face down."
    assert [under for _, under in dealt.pictures] == ["13 each", "2 left over: face up under the totem"]


@pytest.mark.parametrize("first", [0, 1])
def test_with_two_hands_each_the_order_is_that_of_the_rulebook(first: int) -> None:
    face = FACES["ungle-speed"]()
    plates = all_plates(theme.plates()[:2], 2)
    last = steps_of(face, face.facts(2, {}, Level.COUNTING, Seat(first)), plates)[-1]
    hands = ["Fox's right hand", "Owl's right hand", "Fox's left hand", "Owl's left hand"]
    one, *others = hands[first:] + hands[:first]
    assert last.text == f"{one} turns the first card. Then {', '.join(others)}."


def test_the_steps_say_what_a_box_and_a_rulebook_say() -> None:
    for players in (2, 3):
        assert "2 cards stay in the box" in said("ungle-speed", players)
    assert "stay in the box" not in said("ungle-speed", 4)
    assert "2 left over: face up under the totem" in said("ungle-speed", 2)
    assert "Fox and Bear" in said("sequence-states", 4).splitlines()
    assert "the colours alternate" in said("sequence-states", 4)
    assert "Partners" not in said("sequence-states", 3)
    assert "Nobody plays" in said("tracktic", 3)
    assert "Nobody plays" not in said("tracktic", 4)
    assert "smaller part" in said("tracktic", 2)
    assert "discs of two colours" in said("cryptid", 2)
    assert "discs of one colour" in said("cryptid", 4)
    text = said("speed-mode", 2)
    assert "36 cards stay in the box" in text
    assert "all 18" in text.splitlines()
    assert text.splitlines().count("3") == 6
    assert "Shuffle the 72 cards" in text
    assert "10 each" in text
    assert "5 face up" in text
    assert "47 in the deck" in text


@pytest.mark.parametrize(
    ("players", "hand"), [(2, 7), (3, 6), (4, 6), (6, 5), (8, 4), (9, 4), (10, 3), (12, 3)]
)
def test_everybody_is_dealt_what_the_table_of_the_rulebook_says(players: int, hand: int) -> None:
    assert f"{hand} each" in said("sequence-states", players).splitlines()


@pytest.mark.parametrize(("players", "books"), [(2, "two clue books"), (4, "a clue book")])
def test_clue_books_are_taken_only_where_the_clues_aren_t_on_the_screen(players: int, books: str) -> None:
    face = FACES["cryptid"]()
    sealed = face.facts(players, {}, Level.COUNTING, Seat(0))
    plates = all_plates(theme.plates()[:players], players)
    for facts, on_screen in ((sealed, True), (replace(sealed, setup=None), False)):
        text = " ".join(step.text for step in steps_of(face, facts, plates))
        assert (books in text) is not on_screen
        assert ("on this screen" in text) is on_screen


def test_where_tokens_aren_t_played_nobody_has_or_takes_any() -> None:
    face = FACES["tracktic"]()
    for ruling, tokens in (("stands", True), ("closed", False)):
        facts = face.facts(3, {"token_cell": ruling}, Level.COUNTING, Seat(0))
        steps = steps_of(face, facts, all_plates(theme.plates()[:3], 3))
        assert any("token" in step.text for step in steps) is tokens
        assert any(face.game.opening(facts).tokens) is tokens


@pytest.mark.parametrize("game", GAMES)
def test_who_begins_is_said_by_name(game: str) -> None:
    face = FACES[game]()
    players = max(face.counts)
    plates = all_plates(theme.plates()[:players], players)
    for first in (0, 1):
        facts = face.facts(players, {}, Level.COUNTING, Seat(first))
        owner = plates[first % players].name
        assert steps_of(face, facts, plates)[-1].title == f"{owner} begins"


def test_the_set_up_is_three_taps_from_home_for_any_number_of_players(desk: Desk) -> None:
    desk.tap(desk.screen(HomeScreen)["how to"])
    desk.tap(desk.screen(WhichGame)["game ungle-speed"])
    screen = desk.screen(HowToScreen)
    desk.tap(screen["set-up"])
    assert screen.part().texts[0] == "Set up Ungle Speed"
    assert len(screen.cards) == 4, "all cards of the deck are dealt to four"
    for _ in range(2):
        desk.tap(screen["players minus"])
    assert screen.cards[1][0] == "2 cards stay in the box"
    desk.tap(screen["back"])
    assert screen.part().texts[0] == "How to play Ungle Speed"
    assert "set-up" in screen


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_can_be_read_before_it_is_broken(desk: Desk, game: str) -> None:
    desk.frame._teach(game)
    screen = desk.screen(HowToScreen)
    desk.tap(screen["rules"])
    read = set(screen.part().texts)
    assert {rule.text for rule in FACES[game]().game.catalogue.rule.values()} <= read
    desk.tap(screen["back"])
    assert "rules" in screen


def test_the_set_up_stands_before_the_first_match_of_a_game_and_never_again(new: Desk) -> None:
    new.frame.choose("speed-mode")
    new.sit(0)
    new.sit(6)
    people = new.screen(PlayersScreen)
    new.tap(people["next"])
    new.until(lambda: new.frame.screen is not people)
    screen = new.screen(SetUpScreen)
    assert screen.part().texts[:2] == ("Set up Speed Mode", words.SET_UP_HINT)
    new.tap(screen["after"])
    new.tap(screen["next"])
    new.settle()
    assert new.table.session.length == 1, "the deal"
    new.frame._new_match.begin(FACES["speed-mode"]())
    people = new.screen(PlayersScreen)
    new.tap(people["next"])
    new.settle()
    assert new.table is not None


@pytest.mark.parametrize(
    ("game", "played", "now", "new_to_them"),
    [
        ("ungle-speed", 4, 2, True),
        ("ungle-speed", 4, 3, True),
        ("ungle-speed", 4, 4, False),
        ("ungle-speed", 4, 6, True),
        ("tracktic", 4, 3, True),
        ("tracktic", 4, 2, True),
        ("sequence-states", 2, 3, True),
        ("cryptid", 3, 5, False),
        ("cryptid", 3, 2, True),
    ],
)
def test_a_set_up_is_shown_again_where_another_number_of_players_lays_other_things(
    new: Desk, game: str, played: int, now: int, new_to_them: bool
) -> None:
    """A family that first plays with four wouldn't be told, with two, what to take out of the deck."""
    face, go = FACES[game](), new.frame._new_match

    def to_be(players: int) -> MatchToBe:
        facts = face.facts(players, {}, Level.COUNTING, Seat(0))
        return MatchToBe(face, theme.plates()[:players], facts)

    # An older version stored the game without the number of players.
    new.frame.habits = replace(new.frame.habits, set_up=(game,))
    assert go._show_set_up(to_be(played))
    new.tap(new.screen(SetUpScreen)["next"])
    new.settle()
    assert new.frame.habits.set_up == (game, f"{game} {played}")
    assert go._show_set_up(to_be(now)) is new_to_them


def test_a_sheet_says_itself_how_its_game_is_set_up_once_and_each_sheet_its_own(new: Desk) -> None:
    def choose(sheet: str) -> None:
        new.frame.choose_called("sheet", shipped_sheet(sheet).name)
        new.sit_at(Seating({n: plate.name for n, plate in enumerate(theme.plates()[:4])}, 0))
        new.play()

    choose("wizard")
    screen = new.screen(SetUpScreen)
    assert screen.part().texts[0] == "Set up Wizard"
    assert [text for _title, text, _picture in screen.cards] == list(shipped_sheet("wizard").setup)
    new.tap(screen["back"])
    assert new.screen(PlayersScreen).part().header.title == "Wizard", "it is still the page of this sheet"
    new.play()
    screen = new.screen(SetUpScreen)
    new.tap(screen["next"])
    new.settle()
    assert new.table is not None
    choose("spades")
    assert new.screen(SetUpScreen).part().texts[0] == "Set up Spades"
    choose("wizard")
    assert not isinstance(new.frame.screen, SetUpScreen), "it was shown before the first match"


@pytest.mark.usefixtures("each_panel")
def test_what_a_sheet_says_of_its_set_up_fits(desk: Desk) -> None:
    longest = replace(shipped_sheet("wizard"), setup=("Shuffle " * 12, "WWWW " * 20))
    for sheet in (*map(shipped_sheet, shipped()), longest):
        facts = Facts(sheet.players[0], sheet)
        cards = set_up_cards(FACES["sheet"](), facts, all_plates(theme.plates(), facts.players))
        assert len(cards) == len(sheet.setup)
        if cards:
            screen = SetUpScreen(sheet.name, cards, desk.frame.home, desk.frame.home)
            desk.frame.show(screen)
            for _ in cards:
                desk.pump(2)
                assert faults(screen) == [], (sheet.name, screen.number)
                screen.turn(1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("each_panel")
def test_every_step_and_the_list_of_rules_fit(desk: Desk, game: str) -> None:
    whole = Rect(0, 0, desk.frame.width, desk.frame.height)
    face = FACES[game]()
    for players in {min(face.counts), max(face.counts)}:
        facts = face.facts(players, {}, Level.COUNTING, Seat(0))
        plates = all_plates(theme.plates()[:players], players)
        cards = set_up_cards(face, facts, plates)
        screen = SetUpScreen(words.GAME_NAMES[game], cards, desk.frame.home, desk.frame.home)
        desk.frame.show(screen)
        for _ in screen.cards:
            desk.pump(2)
            assert faults(screen, whole) == [], screen.number
            screen.turn(1)
    desk.frame._teach(game)
    how = desk.screen(HowToScreen)
    assert faults(how, whole) == []
    for what in ("set-up", "cards", "rules"):
        desk.tap(how[what])
        desk.pump(2)
        assert faults(how, whole) == [], what
        desk.tap(how["back"])
    assert Metrics.density > 0


def test_the_page_before_a_sheet_calls_it_as_its_card_does(new: Desk) -> None:
    theme.use(theme.Theme(language="de"))
    new.frame.choose_called("sheet", shipped_sheet("turn_timer").name)
    assert new.screen(PlayersScreen).part().header.title == "Zuguhr"
