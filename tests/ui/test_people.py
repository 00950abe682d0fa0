"""People on the screen: picked by name; their names are on the table but in no saved entry."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion import register
from companion.errors import NotSaved
from companion.journal import NamePlate
from companion.match_reports import Abandon
from companion.people import LONGEST_NAME, People, Person, PersonId, checked_name, letters
from companion.store import Store
from tests.companion.test_people import ADA, BOB, CEM
from tests.ui.desk import Desk, there
from tests.ui.rig import FRAME, Rig
from tests.ui.test_correcting import correcting
from ui.dialogs.notice import NoticeDialog
from ui.language import words
from ui.main.new_match import everybody
from ui.parts import naming as naming_pads
from ui.parts.naming import (
    CYRILLIC,
    GREEK,
    LATIN,
    OWN_LETTERS,
    SCRIPTS,
    NamingDialog,
    Script,
    script_named,
    script_of,
    written,
)
from ui.parts.values import Button, names_of, walk
from ui.screens.home import HomeScreen
from ui.screens.players import PlayersScreen, distinct
from ui.stage import fonts, theme
from ui.stage.rect import Side, side_of
from ui.storage.habits import Seating
from ui.widgets.layout import Rect, place_widget

ADA_ = replace(ADA, name="Adalgisa", colour="sky", shape="star")
BOB_ = replace(BOB, name="Bobadil", colour="sky", shape="star", hidden=False)
EVE = Person(PersonId("0000000e-0000-4000-8000-000000000000"), "Evelyn", "red", "moon", "E")
HID = Person(PersonId("0000000c-0000-4000-8000-000000000000"), "Hidden", "sky", "star", "H", True)


@pytest.fixture(name="store")
def known_people(tmp_path: Path) -> Path:
    """A store that knows two people, and one who isn't offered a seat."""
    with Store(tmp_path / "matches.db") as store:
        register.add(store, [ADA_, BOB_, HID])
    return tmp_path / "matches.db"


@pytest.fixture(name="desk")
def open_desk(rig: Rig, store: Path) -> Desk:
    return Desk(rig, store)


def chairs(desk: Desk) -> PlayersScreen:
    """Tap a game on the home screen and return its players' page."""
    desk.tap(desk.screen(HomeScreen)["game ungle-speed"])
    return desk.screen(PlayersScreen)


def offered(screen: PlayersScreen) -> list[str]:
    buttons = (part for part in walk(screen.part()) if isinstance(part, Button))
    return [button.title for button in buttons if button.name.startswith("sit ")]


def pick(desk: Desk, place: int, name: str) -> None:
    screen = desk.screen(PlayersScreen)
    desk.sit(place)
    assert name in offered(screen)
    desk.tap_on(name, screen)


def deal(desk: Desk) -> None:
    chairs(desk)
    pick(desk, 0, "Adalgisa")
    pick(desk, 4, "Bobadil")
    pick(desk, 9, "Fox")
    desk.play()
    desk.settle()


def test_people_are_offered_by_name_before_guests_and_the_hidden_are_not(desk: Desk) -> None:
    screen = chairs(desk)
    desk.sit(3)
    assert offered(screen)[:3] == ["Adalgisa", "Bobadil", "Fox"]
    assert "Hidden" not in offered(screen)
    # The chair is empty: nobody to remove, and nobody to go first.
    assert not screen["leaves"].live
    assert not screen["first"].live
    desk.tap_on("Bobadil", screen)
    assert [plate.name for plate in screen.plates] == ["Bobadil"]
    desk.sit(5)
    assert "Bobadil" not in offered(screen)


def test_who_gets_up_leaves_the_chair_to_others_and_no_longer_begins(desk: Desk) -> None:
    screen = chairs(desk)
    pick(desk, 0, "Adalgisa")
    pick(desk, 4, "Bobadil")
    desk.sit(4)
    desk.tap(screen["first"])
    assert screen.first == 4
    desk.sit(4)
    desk.tap(screen["leaves"])
    assert [plate.name for plate in screen.plates] == ["Adalgisa"]
    assert screen.first is None
    desk.sit(4)
    assert "Bobadil" in offered(screen)


def test_names_are_on_the_table_and_in_no_record(desk: Desk, store: Path) -> None:
    deal(desk)
    table = there(desk.frame.table)
    assert [plate.name for plate in table.session.plates] == ["Adalgisa", "Bobadil", "Fox"]
    (dealt,) = table.presenter.describe(table.session.match.entries[0])
    assert dealt == "The cards were dealt to Adalgisa, Bobadil, Fox."
    desk.until(lambda: table.session.saved)
    record = b"".join(row.entry for row in table.session.match.rows())
    assert ADA.id.encode() in record
    for name in (b"Adalgisa", b"Bobadil"):
        assert name not in record
    desk.frame.home()
    assert "Adalgisa, Bobadil, Fox" in desk.screen(HomeScreen)["go on"].subtitle.text


def test_a_person_whose_name_is_forgotten_is_called_so_in_the_tables_language(desk: Desk) -> None:
    deal(desk)
    theme.use(theme.Theme(language="de"))
    table = there(desk.frame.table)

    def forget(store: Store) -> People:
        register.forget(store, BOB.id)
        return store.people()

    desk.frame.learned(desk.read(forget))
    assert [plate.name for plate in table.session.plates] == ["Adalgisa", "Jemand", "Fox"]
    desk.frame.home()
    assert "Adalgisa, Jemand, Fox" in desk.screen(HomeScreen)["go on"].subtitle.text


def test_the_names_and_who_sits_where_outlast_a_start(desk: Desk, rig: Rig, store: Path) -> None:
    deal(desk)
    desk.until(lambda: desk.frame.table is not None and desk.frame.table.session.saved)
    desk.close()
    with Store(store) as kept:
        assert [match.title for match in kept.matches()] == ["Adalgisa, Bobadil, Fox"]
        register.forget(kept, BOB.id)
    again = Desk(rig, store)
    try:
        assert again.frame.table is not None
        assert [plate.name for plate in again.frame.table.session.plates] == ["Adalgisa", "Somebody", "Fox"]
        again.frame.home()
        again.until(lambda: isinstance(again.frame.screen, HomeScreen))
        seated = chairs(again).seating
        # A person who was forgotten has left the table; the others keep their chairs.
        assert seated == Seating({0: ADA.id, 9: "Fox"})
    finally:
        again.close()


def typing(desk: Desk, place: int) -> NamingDialog:
    screen = desk.screen(PlayersScreen)
    desk.sit(place)
    desk.tap(screen["new"])
    return desk.screen(NamingDialog)


def test_somebody_new_has_a_colour_that_nobody_at_the_table_has(desk: Desk) -> None:
    screen = chairs(desk)
    desk.sit(0)
    # Wolf gets the colour after those of three people.
    desk.tap_on(theme.plates()[3].name, screen)
    naming = typing(desk, 3)
    naming.type("Mia")
    desk.tap(naming["ready"])
    desk.until(lambda: 3 in screen.seated)
    assert [plate.colour for plate in screen.plates] == ["yellow", "purple"]


def test_somebody_new_sits_down_in_three_taps_beside_the_typing(desk: Desk, store: Path) -> None:
    screen, naming = chairs(desk), typing(desk, 3)
    assert not naming.part()["ready"].live
    for letter in "zoe":
        desk.tap(naming[f"key {letter}"])
    desk.tap(naming["ready"])
    desk.until(lambda: 3 in screen.seated)
    assert desk.screen(PlayersScreen) is screen
    assert [plate.name for plate in screen.plates] == ["Zoe"]
    assert screen.picking is None
    desk.sit(5)
    assert "Zoe" not in offered(screen)
    with Store(store, reading=True) as kept:
        assert "Zoe" in [person.name for person in kept.people().known.values()]
    # Next time the new person is offered like everybody else.
    desk.tap_on(offered(screen)[0], screen)
    desk.frame.home()
    again = chairs(desk)
    desk.sit(8)
    assert "Zoe" in offered(again)


def test_a_name_that_is_typed_once_more_is_the_person_who_has_it(desk: Desk, store: Path) -> None:
    screen = chairs(desk)
    for place, people in ((3, 3), (5, 4)):
        naming = typing(desk, place)
        for letter in "bobadil":
            tap(naming, f"key {letter}")
        desk.tap(naming["ready"])
        desk.until(lambda place=place: place in screen.seated)
        with Store(store, reading=True) as kept:
            assert len(kept.people().known) == people, "with one of them seated, it is another person"
    assert [plate.name for plate in screen.plates] == ["Bobadil", "Bobadil"]
    assert screen.seated[3] == BOB_.id


def test_who_is_offered_no_seat_is_the_person_of_that_name_and_offered_again(desk: Desk, store: Path) -> None:
    """It made a second person of that name, and split the records between them."""
    screen, naming = chairs(desk), typing(desk, 3)
    for letter in "hidden":
        tap(naming, f"key {letter}")
    desk.tap(naming["ready"])
    desk.until(lambda: 3 in screen.seated)
    assert screen.seated == {3: HID.id}
    with Store(store, reading=True) as kept:
        assert kept.people().known == {one.id: one for one in (ADA_, BOB_, replace(HID, hidden=False))}
    desk.frame.choose("tracktic")
    screen = desk.screen(PlayersScreen)
    screen.take(Seating())
    desk.sit(3)
    assert "Hidden" in offered(screen)


@pytest.mark.parametrize(("told", "name"), [
    ("ada", "Ada"),
    ("mary ann", "Mary Ann"),
    ("o'brien", "O'Brien"),
    ("jean-luc", "Jean-Luc"),
    ("  a  b ", "A B"),
    ("x" * 30, "X" + "x" * 23),
])  # fmt: skip
def test_capitals_come_by_themselves_and_a_name_ends_in_time(told: str, name: str) -> None:
    found: list[str] = []
    naming = NamingDialog(found.append, lambda: None)
    for sign in told:
        tap(naming, "space" if sign == " " else f"key {sign}")
    tap(naming, "ready")
    assert found == [name]


def test_keys_that_would_do_nothing_are_dim_once_a_name_is_full() -> None:
    naming = NamingDialog(lambda name: None, lambda: None, "x" * (LONGEST_NAME - 1))
    keys = ("key a", "key -", "space")
    assert all(naming.part()[key].live for key in keys)
    tap(naming, "key a")
    assert not any(naming.part()[key].live for key in keys)
    tap(naming, "rub")
    assert all(naming.part()[key].live for key in keys)


def test_a_new_name_that_a_full_disk_refuses_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise NotSaved("not saved: the disk is full; free some space")

    monkeypatch.setattr(register, "add", full)
    screen = chairs(desk)
    naming = typing(desk, 0)
    naming.type("Mia")
    desk.tap(naming["ready"])
    said = desk.screen(NoticeDialog)
    assert said.text == "Not saved: the disk is full; free some space"
    desk.tap(said["pad 0"])
    assert desk.screen(PlayersScreen) is screen
    assert not screen.seated


def test_a_key_of_a_keyboard_does_no_harm_while_a_name_is_typed(desk: Desk) -> None:
    chairs(desk)
    naming = typing(desk, 0)
    for key in "a2 ":
        desk.frame.key_down(ord(key), 4)
        desk.frame.key_up(ord(key))
    assert desk.screen(NamingDialog) is naming


def tap(naming: NamingDialog, name: str) -> None:
    """Tap a key by its current action."""
    naming.part()[name].on_tap()


def keyboard(rig: Rig, found: list[str]) -> NamingDialog:
    """Fill the window with the keyboard for a name; a finished one is added to `found`."""
    naming = NamingDialog(found.append, lambda: None)
    rig.fill(naming)
    return naming


def test_accents_come_by_holding_a_letter_and_are_kept_as_one_sign(rig: Rig) -> None:
    found: list[str] = []
    naming = keyboard(rig, found)
    naming.type("Zo")
    rig.hold(naming["key e"], 0.6)
    assert "key e" not in naming.part(), "no letter can be hit behind its accents"
    tap(naming, "key ë")
    assert naming.typed == "Zoë", "the finger that held the letter typed nothing"
    rig.hold(naming["key e"], 0.6)
    tap(naming, "rub")
    naming.type("x")
    tap(naming, "rub")
    tap(naming, "ready")
    assert found == ["Zoë"]


def test_a_key_that_went_under_a_finger_offers_nothing(rig: Rig) -> None:
    """Somebody else switches to the other script while the key is held."""
    naming = keyboard(rig, [])
    finger = rig.finger_on(naming["key e"])
    rig.pump(2)
    naming.switch()
    rig.pump(round(0.6 / FRAME))
    assert naming.accents == ""
    finger.up()
    assert naming.typed == ""


def test_a_tone_is_held_on_the_letter_that_has_one_mark_already(rig: Rig) -> None:
    found: list[str] = []
    naming = keyboard(rig, found)
    rig.hold(naming["key a"], 0.6)
    rig.pump(2)
    rig.hold(naming["key â"], 0.6)
    tap(naming, "key ấ")
    naming.type("n")
    tap(naming, "ready")
    assert found == ["Ấn"]


NAMES_TYPED = {
    "Αλεξάνδρα": GREEK, "Γιώργος": GREEK, "Ξένια": GREEK,
    "Юлия": CYRILLIC, "Пётр": CYRILLIC, "Андрій": CYRILLIC, "Љубица": CYRILLIC, "Ґалина": CYRILLIC,
    "Яўген": CYRILLIC, "Өнөрбек": CYRILLIC,
    "Şükrü": LATIN, "İbrahim": LATIN, "Þóra": LATIN, "Łukasz": LATIN, "Ngọc": LATIN, "Trần": LATIN,
}  # fmt: skip


@pytest.mark.parametrize("name", NAMES_TYPED)
def test_a_name_is_typed_in_its_own_script(name: str) -> None:
    """By taps and holds alone."""
    found: list[str] = []
    naming = NamingDialog(found.append, lambda: None)
    while naming.script is not NAMES_TYPED[name]:
        tap(naming, "other")
    for letter in name:
        type_letter(naming, letter)
    tap(naming, "ready")
    assert found == [name]


def type_letter(naming: NamingDialog, letter: str) -> None:
    """Hold the key that leads to a letter, and tap the letter."""
    script = naming.script
    way = [letter if letter in script.letters else letter.lower()]
    while way[0] not in "".join(script.rows):
        way.insert(0, next(key for key, offered in script.held.items() if way[0] in offered))
    for step in way:
        key = naming.part()[f"key {step}"]
        if step == way[-1]:
            assert key.title == letter
            key.on_tap()
        else:
            key.on_rest(True)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_every_letter_can_be_drawn_and_kept(script: Script) -> None:
    drawn = fonts._widths(bold=True).keys() & fonts._widths(bold=False).keys()
    for letter in script.letters:
        for sign in {letter, letter.upper() if len(letter.upper()) == 1 else letter}:
            assert ord(sign) in drawn, sign
            if sign.isalpha():
                assert (checked_name(sign), letters(sign)) == (sign, 1)
                assert script_of(sign) is script
    assert len(set(script.letters)) == len(script.letters), "each letter is in one place"
    assert set(script.held) <= set(script.letters)
    assert script_named(script.name) is script
    assert script_named("") is LATIN


@pytest.mark.parametrize("code", OWN_LETTERS)
def test_letters_stand_where_those_who_speak_a_language_look_for_them(code: str) -> None:
    pad, own = written(LATIN, code), OWN_LETTERS[code]
    assert sorted(pad.letters) == sorted(LATIN.letters), "each letter is there, in one place"
    for offered in pad.held.values():
        mine = [sign for sign in offered if sign in own]
        assert [*offered[: len(mine)]] == mine, "the language's own come first"


def test_the_first_letters_are_those_of_the_language() -> None:
    assert [written(LATIN, code).rows[0][:6] for code in ("fr", "de", "en")] == ["azerty", "qwertz", "qwerty"]
    assert script_named("", "uk") is written(CYRILLIC, "uk") is CYRILLIC
    assert script_named(GREEK.name, "uk") is GREEK, "the script chosen before"


def test_the_letters_are_those_of_the_last_time_or_of_the_name_that_is_changed(rig: Rig, store: Path) -> None:
    desk = Desk(rig, store)
    chairs(desk)
    naming = typing(desk, 3)
    assert naming.script is LATIN
    desk.tap(naming["other"])
    assert naming.part()["other"].title == CYRILLIC.name, "it names the next script"
    assert naming.script is GREEK
    desk.tap(naming["close"])
    desk.close()
    again = Desk(rig, store)
    chairs(again)
    assert typing(again, 3).script is GREEK
    again.close()
    assert NamingDialog(lambda name: None, lambda: None, "Юлия", GREEK).script is CYRILLIC
    assert NamingDialog(lambda name: None, lambda: None, "李", GREEK).script is GREEK


@pytest.mark.parametrize("script", [*SCRIPTS, written(LATIN, "de")], ids=lambda script: script.rows[0])
@pytest.mark.parametrize(
    "size", [(800, 480), (480, 800), pytest.param((1280, 720), marks=pytest.mark.long)], ids=str
)
def test_every_key_is_nine_millimetres_and_more(
    rig: Rig, size: tuple[int, int], script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(naming_pads, "written", lambda *_: script)
    naming = NamingDialog(lambda name: None, lambda: None, script=script_named(script.name))
    rig.show(naming)
    # The longer side of a 7-inch panel has 154 mm, in either orientation.
    mm = max(size) / 154
    place_widget(naming, Rect(0, 0, *size))
    rig.pump()
    for letter in ("", *script.held):
        naming.offer(letter)
        rig.pump()
        for name in names_of(naming.part()):
            if name.startswith("key "):
                assert naming[name].width / mm >= 9
                assert naming[name].height / mm >= 9


def test_no_two_at_a_table_look_alike() -> None:
    alike = [NamePlate(str(n), "sky", "star", "A", f"id{n}") for n in range(4)]
    apart = distinct([*theme.plates()[:5], *alike])
    assert len({(plate.colour, plate.shape) for plate in apart}) == len(apart)
    assert apart[:6] == (*theme.plates()[:5], alike[0])


def test_the_people_of_the_last_matches_are_offered_first(desk: Desk, store: Path) -> None:
    def seat(*wanted: tuple[int, str]) -> None:
        desk.frame.choose("tracktic")
        screen = desk.screen(PlayersScreen)
        screen.take(Seating())
        for place, name in wanted:
            desk.sit(place)
            desk.tap_on(name, screen)
        desk.play()
        desk.frame.home()
        desk.screen(HomeScreen)

    def first() -> list[str]:
        desk.frame.choose("tracktic")
        screen = desk.screen(PlayersScreen)
        screen.take(Seating())
        desk.sit(9)
        return offered(screen)[:3]

    assert first() == ["Adalgisa", "Bobadil", "Fox"]
    seat((2, "Bobadil"), (5, "Fox"))
    assert first() == ["Bobadil", "Adalgisa", "Fox"]
    seat((4, "Bobadil"), (1, "Adalgisa"))
    assert first() == ["Adalgisa", "Bobadil", "Fox"], "clockwise, as they sat"


def test_who_can_sit_down_has_a_key_and_a_rematch_writes_no_name_down(store: Path, rig: Rig) -> None:
    with Store(store) as kept:
        fox = Person(PersonId("0000000f-0000-4000-8000-000000000000"), "Fox", "sky", "star", "F")
        register.add(kept, [fox])
        found = everybody(kept.people())
    assert [plate.name for plate in found.values()].count("Fox") == 2
    assert HID.id not in found
    with Store(store) as kept:
        people = replace(kept.people(), given={("m", 0): ADA.id})
    plates = people.current_plates("m", theme.plates()[:2])
    names = [(plate.name, plate.recorded.name, plate.person) for plate in plates]
    assert names == [("Adalgisa", "F", ADA.id), ("Owl", "Owl", "")]


def test_who_plays_again_is_who_the_card_names_whoever_they_were_then(desk: Desk, store: Path) -> None:
    deal(desk)
    desk.table.tell_now(Abandon())
    match = desk.table.session.name

    def found_out(kept: Store) -> None:
        register.add(kept, [EVE, CEM])
        register.merge(kept, BOB_.id, EVE.id)
        assert register.give(kept, "Fox", CEM.id) == ((match, 2),)

    desk.until(lambda: desk.table.session.saved)
    desk.saver.ask(found_out, lambda _: desk.frame.home())
    home = desk.screen(HomeScreen)
    assert home.part()["again"].title == "Play again: Adalgisa, Evelyn, Cem"
    desk.tap(home["again"])
    people = desk.screen(PlayersScreen)
    assert [plate.name for plate in people.plates] == ["Adalgisa", "Evelyn", "Cem"]


@pytest.mark.parametrize("into", ["Evelyn", "Adalgisa"])
def test_a_chair_is_whose_its_owner_turned_out_to_be(desk: Desk, into: str) -> None:
    """Two people who were merged leave one chair empty; everybody else keeps theirs."""
    deal(desk)
    desk.frame.keep(replace(desk.frame.habits, seating=Seating({0: ADA_.id, 4: BOB_.id, 9: "Fox"})))
    desk.table.tell_now(Abandon())

    def found_out(kept: Store) -> None:
        register.add(kept, [EVE])
        register.merge(kept, BOB_.id, {"Evelyn": EVE.id, "Adalgisa": ADA_.id}[into])

    desk.saver.ask(found_out, lambda _: desk.frame.home())
    desk.screen(HomeScreen)
    desk.frame.choose("ungle-speed")
    people = desk.screen(PlayersScreen)
    assert [plate.name for plate in people.plates] == [*dict.fromkeys(("Adalgisa", into)), "Fox"]


def test_nobody_sits_on_two_chairs_when_two_who_played_were_one(desk: Desk, store: Path) -> None:
    deal(desk)
    desk.table.tell_now(Abandon())
    desk.until(lambda: desk.table.session.saved)
    desk.saver.ask(lambda kept: register.merge(kept, BOB_.id, ADA_.id), lambda _: desk.frame.home())
    desk.tap(desk.screen(HomeScreen)["again"])
    people = desk.screen(PlayersScreen)
    assert [plate.name for plate in people.plates] == ["Adalgisa", "Fox"]


def test_everybody_keeps_their_edge_whoever_they_turned_out_to_be(desk: Desk, store: Path, rig: Rig) -> None:
    """README: each player's pads lie along that player's edge."""
    sit_around(desk, "ungle-speed", {1: BOB_.id, 6: "Fox", 11: "Owl"})
    before, match = edges(desk), desk.table.session.name
    assert before == {"Bobadil": Side.LEFT, "Fox": Side.FAR, "Owl": Side.RIGHT}

    def found_out(kept: Store) -> People:
        register.add(kept, [EVE, CEM])
        register.merge(kept, BOB_.id, EVE.id)
        register.give(kept, "Fox", CEM.id)
        return kept.people()

    change(desk, found_out)
    after = {"Evelyn": Side.LEFT, "Cem": Side.FAR, "Owl": Side.RIGHT}
    desk.frame.open_match(match)
    assert edges(desk) == after
    desk.turn(2)
    correcting(desk, 2, "replace")
    assert edges(desk) == after
    desk.close()
    again = Desk(rig, store)
    again.until(lambda: again.frame.table is not None)
    assert edges(again) == after
    # Home's card seats them where they sat, so they keep their edges in the next match.
    again.table.tell_now(Abandon())
    again.until(lambda: again.table.session.saved)
    again.frame.home()
    again.tap(again.screen(HomeScreen)["again"])
    people = again.screen(PlayersScreen).seating
    assert (people.places, people.flat) == ({1: EVE.id, 6: CEM.id, 11: "Owl"}, True)


def test_people_keep_their_names_while_a_record_is_put_right(desk: Desk) -> None:
    deal(desk)
    desk.turn(2)
    place = correcting(desk, 2, "replace")
    assert [plate.name for plate in place.session.plates] == ["Adalgisa", "Bobadil", "Fox"]


def sit_around(desk: Desk, game: str, places: dict[int, str]) -> None:
    """Sit around a screen in the middle of the table, and begin."""
    desk.frame.choose(game)
    desk.sit_at(Seating(places, flat=True))
    desk.play()
    desk.until(lambda: desk.frame.table is not None)


def edges(desk: Desk) -> dict[str, Side]:
    """Return each player's edge, where their pads are."""
    return {plate.name: side_of(plate, desk.table.sides) for plate in desk.table.session.plates}


def change(desk: Desk, found_out: Callable[[Store], People]) -> None:
    """Go home and change what the book knows of people."""
    desk.frame._leave()
    desk.screen(HomeScreen)
    learned: list[People] = []
    desk.saver.ask(found_out, lambda people: learned.extend([people] if people else []))
    desk.until(lambda: learned)
    desk.frame.learned(learned[0])


def play_again(desk: Desk, found_out: Callable[[Store], People]) -> None:
    """Abandon a match and tap *Play again* on it, after the book has changed."""
    sit_around(desk, "ungle-speed", {1: ADA_.id, 6: BOB_.id, 11: "Fox"})
    match = desk.table.session.name
    desk.table.tell_now(Abandon())
    desk.until(lambda: desk.table.session.saved)
    change(desk, found_out)
    desk.frame.open_match(match)
    desk.until(lambda: desk.frame.table is not None)
    desk.settle()
    old = desk.frame.screen
    desk.tap_on(words.AGAIN, desk.table.dialog)
    desk.until(lambda: desk.frame.screen is not old)


@pytest.mark.parametrize("leaves", ["forgotten", "hidden", "merged"])
def test_who_isnt_there_any_more_isnt_seated_by_a_rematch(desk: Desk, leaves: str) -> None:
    """The players' page is shown, as from home's card."""

    def found_out(kept: Store) -> People:
        if leaves == "forgotten":
            register.forget(kept, BOB_.id)
        elif leaves == "hidden":
            register.change(kept, replace(BOB_, hidden=True))
        else:
            register.merge(kept, BOB_.id, ADA_.id)
        return kept.people()

    play_again(desk, found_out)
    assert desk.screen(PlayersScreen).seating == Seating({1: ADA_.id, 11: "Fox"}, flat=True)


def test_a_rematch_is_of_the_people_of_today_at_their_edges(desk: Desk) -> None:

    def found_out(kept: Store) -> People:
        register.add(kept, [EVE, CEM])
        register.change(kept, ADA_.renamed("Zoe"))
        register.merge(kept, BOB_.id, EVE.id)
        register.give(kept, "Fox", CEM.id)
        return kept.people()

    play_again(desk, found_out)
    people = [(plate.letter, plate.person) for plate in desk.table.session.match.header.plates]
    assert people == [("Z", ADA_.id), ("E", EVE.id), (CEM.letter, CEM.id)]
    assert edges(desk) == {"Zoe": Side.LEFT, "Evelyn": Side.FAR, CEM.name: Side.RIGHT}
