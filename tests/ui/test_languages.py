"""Catalogues: complete, in step with the English, in letters that the font has; bad ones change nothing."""

import json
import os
import pickle
import re
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion import places
from companion.clock import Nanoseconds, WallTime
from companion.errors import NotSaved, SetupError
from companion.game import Level, Seat
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import Facts, Hue
from companion.games.sequence_states.model import Side
from companion.games.sequence_states.reports import CallTalk
from companion.games.ungle_speed.deck import Arrows, ArrowsCard
from companion.games.ungle_speed.reports import TurnCard
from companion.people import People, Person, PersonId
from tests.documents.texts import renewed, texts
from tests.ui.desk import Desk, the
from tests.ui.rig import Rig, python
from tests.ui.test_layout import faults
from ui.appliance import care_words
from ui.appliance.machine import Machine
from ui.cli import main
from ui.console import doctor
from ui.dialogs.questions import VerdictDialog
from ui.games.cryptid.art import cross, cube, disc_art
from ui.games.registry import FACES
from ui.games.ungle_speed import words as ungle_words
from ui.language import languages, words
from ui.language.languages import BadCatalogue, catalogues, read
from ui.language.phrases import (
    FAULT,
    _,
    capital,
    error_text,
    inside,
    many,
    phrase,
    plural,
    say_in,
    translated,
)
from ui.language.words import DATE_NOT_SET, day, in_figures, iso_day
from ui.records.words import date, wrong_grabs
from ui.screens import care
from ui.screens.care import CareScreen, LanguagesScreen
from ui.screens.home import HomeScreen
from ui.stage import theme
from ui.stage.art import Art
from ui.stage.fonts import has_letter
from ui.stage.lettering import extents
from ui.stage.rect import player_key
from ui.stage.shapes import Letters
from ui.storage.copying import made_by, minute_of, size
from ui.storage.habits import PLACES, Habits, Seating

SHIPPED = catalogues()
HEAD = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


@pytest.fixture(autouse=True)
def english_afterwards() -> Iterator[None]:
    yield
    say_in(None)
    languages.learned(People())


@pytest.mark.parametrize("code", SHIPPED)
def test_a_catalogue_is_whole_and_in_step_with_the_english(code: str) -> None:
    catalogue = read(SHIPPED[code])
    assert not [entry.msgid for entry in catalogue.untranslated_entries()]
    fresh = renewed(catalogue)
    keys = [{(e.msgid, e.msgid_plural, e.msgctxt) for e in each} for each in (catalogue, fresh)]
    assert keys[0] == keys[1], "run `make words` to bring the catalogues into step"
    # Every form that a sentence asks for exists for some text.
    said = [text for e in catalogue for text in (e.msgstr, *e.msgstr_plural.values())]
    asked = {form for text in said for form in languages.IN_FORM.findall(text)}
    assert asked == {e.msgctxt for e in catalogue if e.msgctxt} - {found.context for found in texts()}


@pytest.mark.parametrize("code", SHIPPED)
def test_every_letter_is_in_the_font(code: str) -> None:
    said = (text for entry in read(SHIPPED[code]) for text in (entry.msgstr, *entry.msgstr_plural.values()))
    letters = {*"".join(said)} - {"\n"}
    assert letters, "nothing is translated"
    for bold in (False, True):
        assert not {letter for letter in letters if not has_letter(letter, bold=bold)}


@pytest.mark.parametrize(("entry", "why"), [
    ('msgid "{who} wins"\nmsgstr "{who.__class__} gewinnt"', "{who.__class__} is not in the English"),
    ('msgid "{who} wins"\nmsgstr "gewinnt"', "{who} is lost"),
    ('msgid "{who} wins"\nmsgstr "{who} gewinnt {"', "a brace is lost"),
    ('msgid "{who} wins"\nmsgstr "{who!r} gewinnt"', "{who!r} is not in the English"),
    ('msgid "{who} wins"\nmsgstr "{who:>99999999} gewinnt"', "{who:>99999999} is not in the English"),
    ('msgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] "{n} Karte"\nmsgstr[1] "Karten"', "{n} is lost"),
    ('msgid "yes"\nmsgstr "j\\ta\\b"', "a letter that isn't one"),
    ('msgid "yes"\nmsgstr "ja\u202e"', "a letter that isn't one"),
    ('rubbish "yes"', "line 6"),
])  # fmt: skip
def test_a_catalogue_with_wrong_fields_is_refused_with_its_line(tmp_path: Path, entry: str, why: str) -> None:
    path = tmp_path / "xx.po"
    path.write_text(HEAD + entry + "\n")
    with pytest.raises(BadCatalogue, match=r"line [67]") as refused:
        read(path)
    assert why in str(refused.value)


def test_one_that_is_no_text_or_far_too_long_is_refused(tmp_path: Path) -> None:
    for data in (b"\xff\xfe\x00", b"#" * (languages.MOST_BYTES + 1)):
        path = tmp_path / "xx.po"
        path.write_bytes(data)
        with pytest.raises(BadCatalogue, match=r"xx\.po"):
            read(path)


@pytest.mark.parametrize(
    "rule", ["nplurals=2; plural=(n != 1) or __import__('os');", "nplurals=0;", "nonsense"]
)
def test_a_rule_for_plurals_is_no_program(tmp_path: Path, rule: str) -> None:
    path = tmp_path / "xx.po"
    path.write_text(HEAD.replace("nplurals=2; plural=(n != 1);", rule) + 'msgid "yes"\nmsgstr "ja"\n')
    with pytest.raises(BadCatalogue, match="line 1"):
        read(path)


def test_a_bad_catalogue_leaves_the_table_in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(places, "languages_path", lambda: tmp_path)
    (tmp_path / "de.po").write_text(HEAD + 'msgid "Back"\nmsgstr "{x}"\n')
    theme.use(theme.Theme(language="de"))
    assert str(_("Back")) == "Back"
    assert "de.po, line 6" in languages.trouble


def test_an_owners_catalogue_goes_before_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(places, "languages_path", lambda: tmp_path)
    (tmp_path / "nl.po").write_text(HEAD + 'msgid "Back"\nmsgstr "Terug"\n')
    theme.use(theme.Theme(language="nl"))
    assert (str(_("Back")), str(_("Undo"))) == ("Terug", "Undo"), "what isn't translated stays English"
    assert "nl" in catalogues(tmp_path)


def test_the_language_changes_what_was_marked_before() -> None:
    back, takes = _("Back"), phrase("{who}'s turn")
    english = (str(back), takes("Fox"), many("{n} card", "{n} cards", 2).format(n=2))
    theme.use(theme.Theme(language="de"))
    german = (f"{back}", takes("Fox"), many("{n} card", "{n} cards", 2).format(n=2))
    theme.use(theme.Theme())
    assert german[0] == "Zurück"
    assert not {*english} & {*german}
    assert back == "Back", "it is looked up by its English"
    assert (str(back), takes("Fox"), many("{n} card", "{n} cards", 2).format(n=2)) == english


def test_german_has_its_decimal_sign_keeps_capitals_of_nouns_and_what_an_owner_wrote() -> None:
    assert (words.duration(Nanoseconds(14_218_000)), size(2_500_000)) == ("14.218 ms", "2.5 MB")
    assert inside("Cards") == "cards"
    theme.use(theme.Theme(language="de"))
    assert (words.duration(Nanoseconds(14_218_000)), size(2_500_000)) == ("14,218 ms", "2,5 MB")
    assert "1,5" in wrong_grabs(0.015 * 100)
    assert words.duration(Nanoseconds(14_000_000)) == "14 ms"
    assert inside("Karten") == "Karten"
    assert translated("Aunt Ada's own game") == "Aunt Ada's own game"


def test_a_torn_catalogue_in_the_cache_is_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(places, "cache_path", lambda: tmp_path)
    for _again in range(2):
        theme.use(theme.Theme(language="de"))
        assert str(_("Back")) == "Zurück"
        theme.use(theme.Theme())
    (made,) = (tmp_path / "languages").iterdir()
    whole = made.read_bytes()
    for torn in (b"", whole[:100], whole[: len(whole) // 2]):
        made.write_bytes(torn)
        theme.use(theme.Theme(language="de"))
        assert str(_("Back")) == "Zurück"
        theme.use(theme.Theme())
        assert made.read_bytes() == whole


FAULTS = """
msgctxt "fault"
msgid "not saved: {what}"
msgstr "niet bewaard: {what}"

msgctxt "fault"
msgid "the disk is full; free some space"
msgstr "de schijf is vol; maak ruimte"

msgctxt "fault"
msgid "{what} has at most {most} letters: {what2} is longer"
msgstr "hoogstens {most} letters: {what2} ({what})"
"""


def test_errors_are_said_with_what_they_quote(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(places, "languages_path", lambda: tmp_path)
    (tmp_path / "nl.po").write_text(HEAD + FAULTS)
    full = NotSaved("not saved: the disk is full; free some space")
    assert error_text(full) == "not saved: the disk is full; free some space"
    theme.use(theme.Theme(language="nl"))
    assert error_text(full) == "niet bewaard: de schijf is vol; maak ruimte"
    long = SetupError("a name has at most 40 letters: 'a {b} \\1' is longer", "line 2: not saved: {x}")
    assert error_text(long) == "hoogstens 40 letters: 'a {b} \\1' (a name)\nline 2: niet bewaard: {x}"
    assert error_text("what nobody knows") == "what nobody knows"


@pytest.mark.parametrize("code", SHIPPED)
def test_every_error_a_family_may_meet_is_said(code: str) -> None:
    theme.use(theme.Theme(language=code))
    alike = {entry.msgid for entry in read(SHIPPED[code]) if entry.msgstr == entry.msgid}
    faults = {found.text for found in texts() if found.context == FAULT} - alike
    assert len(faults) > 200
    for template in sorted(faults):
        assert error_text(re.sub(r"{\w+}", "7", template)) != re.sub(r"{\w+}", "7", template), template


@pytest.mark.parametrize(
    ("code", "board", "pad"),
    [
        (
            "de",
            ("Platine „left“", "keine Platine mit der Kennung e66 ist eingesteckt", "steckt sie ein"),
            ("USB-Pad „right“", "an usb-9 ist kein Pad eingesteckt", "steckt es dort ein"),
        ),
        (
            "fr",
            ("carte électronique « left »", "aucune carte d'identifiant e66 n'est branchée", "branchez-la"),
            ("manette USB « right »", "aucune manette n'est branchée à usb-9", "branchez-la là"),
        ),
    ],
)
def test_the_doctor_says_of_boards_and_pads_in_the_readers_language_what_to_do(
    code: str, board: tuple[str, ...], pad: tuple[str, ...], tmp_path: Path
) -> None:
    (tmp_path / "seats.toml").write_text(
        '[[board]]\nname = "left"\nport = "e66"\n[[usb]]\nname = "right"\nport = "usb-9"\n'
        '[[seat]]\nseat = 1\nboard = "left"\ngrab = 2\n'
        '[[seat]]\nseat = 2\nusb = "right"\ncode = "BTN_TRIGGER"\n'
    )
    theme.use(theme.Theme(language=code))
    checks = doctor.checks(tmp_path / "seats.toml", tmp_path / "matches.db", {})
    # French sets quotes apart with spaces that don't break.
    found = [tuple(said.replace("\xa0", " ") for said in (c.name, c.what, c.remedy)) for c in checks]
    assert board in found
    assert pad in found


def test_the_command_line_helps_in_the_terminals_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setattr(languages, "catalogues", lambda own=None: {"de": SHIPPED["de"]})
    catalogue = {entry.msgid: entry.msgstr for entry in read(SHIPPED["de"]) if entry.msgstr}
    helped = CliRunner().invoke(main, ["people", "--help"]).output
    assert catalogue["Add somebody; two may share a name."][:20] in helped
    assert catalogue["Write everybody to a file (JSON)."][:20] in helped
    checks = json.loads(CliRunner().invoke(main, ["doctor", "--json"]).output)
    assert catalogue["sound"] not in {check["name"] for check in checks}, "JSON is never translated"
    monkeypatch.setenv("LC_ALL", "C")
    assert "Add somebody" in CliRunner().invoke(main, ["people", "--help"]).output


ADA = Person(PersonId("0000000a-0000-4000-8000-000000000000"), "Ada", "sky", "star", "A", language="fr")
BOB = Person(PersonId("0000000b-0000-4000-8000-000000000000"), "Bob", "green", "circle", "B")


@pytest.mark.parametrize("code", SHIPPED)
def test_what_is_lost_is_counted_as_what_is_won(code: str) -> None:
    theme.use(theme.Theme(language=code))
    one, several = (f"{{who}}: {{figures}}. That scores {{points}} {word}." for word in ("point", "points"))
    assert str(many(one, several, -180)) == str(many(one, several, 180))


def test_somebody_is_spoken_to_in_a_language_of_their_own() -> None:
    back = _("Back")
    languages.learned(People({ADA.id: ADA, BOB.id: BOB}))
    theme.use(theme.Theme(language="de"))
    said = []
    for plate in (ADA.plate, BOB.plate, theme.plates()[0], None):
        with languages.spoken_to(plate):
            said.append(str(back))
    assert said == ["Retour", "Zurück", "Zurück", "Zurück"]
    with pytest.raises(RuntimeError), languages.spoken_to(ADA.plate):
        raise RuntimeError
    assert str(back) == "Zurück"
    languages.learned(People({ADA.id: replace(ADA, language="xx")}))
    with languages.spoken_to(ADA.plate):
        assert str(back) == "Zurück", "that language isn't installed any more"


def test_what_is_turned_to_somebody_is_in_their_language(desk: Desk) -> None:
    desk.frame.learned(People({ADA.id: ADA, BOB.id: BOB}))
    plates = (ADA.plate, BOB.plate)
    face = FACES["tracktic"]()
    sat = Seating({n * 6: player_key(plate) for n, plate in enumerate(plates)}, flat=True)
    desk.frame.habits = Habits(sat)
    desk.frame.deal(face, face.facts(2, {}, Level.WATCHING, Seat(0)), plates)
    people = face.players(7)
    said: dict[str, str] = {}
    while len(said) < 2:
        table = desk.table
        table.flash.end()
        said[table.presenter.banner(table.session.view, None).title] = table.banner.title.text
        desk.go_on(people)
    assert said == {"Ada's turn": "À Ada de jouer", "Bob's turn": "Bob's turn"}


FORMS = """
msgid "{cards}: put them under the totem."
msgstr "Pod totem: {cards:instrumental}."

msgctxt "instrumental"
msgid "one card"
msgid_plural "{n} cards"
msgstr[0] "jedna karta i."
msgstr[1] "{n} karty i."

msgid "one card"
msgid_plural "{n} cards"
msgstr[0] "jedna karta"
msgstr[1] "{n} karty"

msgctxt "instrumental"
msgid "a red chip"
msgstr "czerwonym"

msgid "{a} and {b}"
msgstr "{a:instrumental} i {b:instrumental}"

msgid "Chips"
msgstr "Żetony"
"""


def test_things_have_the_form_their_sentence_needs(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(places, "languages_path", lambda: tmp_path)
    (tmp_path / "xx.po").write_text(HEAD + FORMS)
    put, cards = phrase("{cards}: put them under the totem."), plural("one card", "{n} cards")
    both = phrase("{a} and {b}", str, str)
    assert put(cards(2)) == "2 cards: put them under the totem."
    theme.use(theme.Theme(language="xx"))
    assert cards(2) == "2 karty", "outside a sentence it keeps its basic form"
    assert put(cards(1)) == "Pod totem: jedna karta i.."
    assert put(cards(2)) == "Pod totem: 2 karty i.."
    chip = _("a red chip")
    assert both(chip, capital(cards(2))) == "czerwonym i 2 karty i."
    assert both(inside(capital(chip)), "Ada") == "czerwonym i Ada", "changed twice, it keeps both changes"
    assert put(both(chip, "Ada")) == "Pod totem: czerwonym i Ada.", "names have no forms"
    assert put(inside(_("Chips"))) == "Pod totem: żetony.", "a missing form falls back to the basic one"
    assert pickle.loads(pickle.dumps(cards(2))) == "2 karty"


def test_polish_and_dutch_bend_what_stands_inside_a_sentence() -> None:
    theme.use(theme.Theme(language="pl"))
    assert [date("2026-11"), date("2026-11-22")] == ["listopad 2026", "22 listopada 2026"]
    theme.use(theme.Theme(language="nl"))
    back = _("Put the top card of {pile} back on the stack, face down.")
    assert ungle_words.pile_of("Fox") == "open stapel van Fox"
    assert "van de open stapel van Fox gedekt" in back.format(pile=ungle_words.pile_of("Fox"))


DATES = {"de": "22.11.2026", "es": "22/11/2026", "fr": "22/11/2026", "nl": "22-11-2026", "pl": "22.11.2026"}


@pytest.mark.parametrize("code", SHIPPED)
def test_a_list_has_dates_as_the_language_writes_them_and_a_file_never(code: str) -> None:
    theme.use(theme.Theme(language=code))
    assert in_figures("2026-11-22") == DATES[code]
    at = WallTime(1_795_000_000_000)
    assert day(at) == in_figures(iso_day(at))
    assert made_by(Path("companion-2026-11-22-0907.db")) == f"{DATES[code]} 09:07"
    assert minute_of(at).startswith(iso_day(at))
    assert str(day(WallTime(0))) == str(DATE_NOT_SET) != "date not set"


def test_forms_are_kept_when_a_catalogue_is_made_new() -> None:
    catalogue = polib.POFile()
    catalogue.metadata = {"Plural-Forms": "nplurals=2; plural=(n != 1);"}
    catalogue.append(polib.POEntry(msgid="{who}'s turn", msgstr="Tura {who:genitive}"))
    catalogue.append(polib.POEntry(msgid="right hand", msgctxt="genitive", msgstr="prawej ręki"))
    catalogue.append(polib.POEntry(msgid="right hand", msgctxt="nonsense", msgstr="?"))
    kept = {(e.msgid, e.msgctxt): e.msgstr for e in renewed(catalogue) if e.msgid == "right hand"}
    assert kept == {("right hand", None): "", ("right hand", "genitive"): "prawej ręki"}


def test_a_pipe_and_the_name_of_a_file_are_no_catalogues(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "xx.po")
    (tmp_path / "yy.po").write_text("/etc/passwd")
    assert not languages.unread(tmp_path / "xx.po")
    with pytest.raises(BadCatalogue, match=r"xx\.po"):
        read(tmp_path / "xx.po")
    with pytest.raises(BadCatalogue, match="line 1"):
        read(tmp_path / "yy.po")


def test_the_first_start_speaks_the_systems_language_and_then_the_chosen_one() -> None:
    assert languages.of_system({"LANG": "fr_CA.UTF-8"}) == "fr"
    assert languages.of_system({"LANG": "fr_FR.UTF-8", "LC_ALL": "de_AT"}) == "de"
    assert languages.of_system({"LANG": "C.UTF-8"}) == languages.of_system({}) == ""
    chosen = theme.Theme(light=True, language="fr")
    assert theme.Theme.read(chosen.setting) == chosen
    assert theme.Theme.read("light") == theme.Theme(light=True)


def test_a_machine_asks_its_language_once(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(languages, "of_system", lambda: "de")

    def started(language: str = "") -> Desk:
        return Desk(rig, tmp_path / "matches.db", machine=Machine(appliance=True), language=language)

    table = started()
    first = table.screen(LanguagesScreen)
    assert first.part()["language de"].chosen, "it starts with the system's language"
    assert "back" not in first, "there is nothing before it"
    table.close()
    table = started("fr")
    assert table.screen(HomeScreen).part()["settings"].title == "Réglages"
    table.close()
    table = started()
    table.screen(HomeScreen)
    table.close()


def test_the_screen_names_languages_nobody_has_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    part = LanguagesScreen("", lambda _: None, lambda: None).part()
    assert part["language en"].chosen
    assert part["language de"].hint == ""
    assert str(care_words.ALL_UNREAD) in part.texts
    (tmp_path / "nl.po").write_text(HEAD)
    monkeypatch.setattr(care, "languages_path", lambda: tmp_path)
    part = LanguagesScreen("", lambda _: None, lambda: None).part()
    assert (part["language nl"].hint, part["language de"].hint) == ("", "no native speaker has read it")
    assert str(care_words.ALL_UNREAD) not in part.texts


def test_pieces_have_the_letter_of_the_language_that_is_spoken_now() -> None:
    def letters(art: Art) -> list[str]:
        return [shape.text for shape in art.shapes if isinstance(shape, Letters)]

    said = []
    for code in ("", "pl", ""):
        theme.use(theme.Theme(language=code))
        said.append([letters(draw(Hue.BLUE)) for draw in (cube, disc_art, cross)])
    assert said == [[["B"]] * 3, [["N"]] * 3, [["B"]] * 3]


def test_it_is_changed_under_settings_at_once_and_the_board_stands_still_in_mid_match(desk: Desk) -> None:
    table = desk.seat(4)
    match, before = table.session.name, (*table.board.pos, *table.board.size)
    english = table.banner.title.text
    desk.frame.upkeep.open()
    desk.settle()
    desk.screen(CareScreen)["language"].tap()
    desk.settle()
    desk.screen(LanguagesScreen)["language fr"].tap()
    desk.settle()
    part = desk.screen(CareScreen).part()
    assert part.header.title == "Réglages"
    assert part["language"].value == "Français"
    desk.frame.open_match(match)
    desk.settle()
    assert desk.table.session.name == match
    assert desk.table.banner.title.text != english
    assert (*desk.table.board.pos, *desk.table.board.size) == before


def test_a_banner_that_names_nobody_is_measured_and_drawn_in_the_language_that_was_chosen(desk: Desk) -> None:
    table = desk.seat(4)
    table.tell_now(TurnCard(Seat(0), ArrowsCard(Arrows.OUTWARD)))
    said = []
    for code in ("", "pl", "de"):
        desk.frame.use(theme.Theme(language=code))
        desk.frame.open_match(table.session.name)
        desk.settle()
        title = desk.table.banner.title
        title.draw()
        assert title.texture_size[0] == extents(title.text, title.font_size, title.bold)[0]
        said.append((title.text, title.natural_width))
    wanted = ("All turn a card at once", "Wszyscy naraz odkrywają", "Alle drehen zugleich um")
    assert said == [(text, extents(text, round(title.role), True)[0]) for text in wanted]


@pytest.mark.parametrize("code", SHIPPED)
def test_the_bar_has_room_for_its_words_in_large_text(desk: Desk, code: str) -> None:
    desk.frame.use(theme.Theme(large=True, language=code))
    bar = desk.seat(2).bar
    assert [pad.title.text for pad in bar.pads if pad.title.is_shortened] == []


@pytest.mark.parametrize("desk", [(720, 1280)], indirect=True)
@pytest.mark.parametrize("code", SHIPPED)
def test_whose_team_talked_is_read_whole_upright(desk: Desk, code: str) -> None:
    desk.frame.use(theme.Theme(language=code, large=True))
    table = desk.deal("sequence-states", 4)
    table.tell_now(CallTalk(Side(1)))
    desk.settle()
    assert faults(the(VerdictDialog, table.dialog)) == []


@pytest.mark.parametrize("code", SHIPPED)
def test_what_helps_a_player_of_cryptid_is_read_whole_beside_pads_at_two_edges(desk: Desk, code: str) -> None:
    desk.frame.use(theme.Theme(language=code))
    sat = zip((2, 3, 0), map(player_key, theme.plates()), strict=False)
    desk.frame.habits = Habits(Seating(dict(sat), flat=True))
    face = FACES["cryptid"]()
    desk.frame.deal(face, Facts(3, deal(1, players=3)), theme.plates()[:3])
    table = desk.table
    desk.settle()
    assert table.banner.subtitle.text.count("·") == 2
    assert faults(table) == []


@pytest.mark.parametrize("code", SHIPPED)
def test_that_all_turn_is_read_whole_beside_the_pads_of_four(desk: Desk, code: str) -> None:
    """With eleven around the screen four of them have their pads beside the banner."""
    desk.frame.use(theme.Theme(language=code, large=True))
    plates = theme.plates()[:11]
    places = [n * PLACES // 11 + 1 for n in range(11)]
    desk.frame.habits = Habits(Seating(dict(zip(places, map(player_key, plates), strict=True)), flat=True))
    table = desk.seat(11)
    table.tell_now(TurnCard(Seat(0), ArrowsCard(Arrows.OUTWARD)))
    desk.settle()
    assert not table.banner.title.is_shortened, table.banner.title.text


AT_IMPORT = """
import importlib, pkgutil, sys, traceback
from ui.stage import offscreen
from ui.language import phrases
offscreen.prepare("800x480")
import ui
real = phrases._translate
def said(text, context):
    if any(frame.name == "<module>" and "/ui/" in frame.filename for frame in traceback.extract_stack()):
        print("WHILE IT IS IMPORTED:", text)
    return real(text, context)
phrases._translate = said
for module in pkgutil.walk_packages(ui.__path__, "ui."):
    if not module.name.startswith(("ui.contract", "ui.main.kivy_app")):
        importlib.import_module(module.name)
print("all imported")
"""


def test_nothing_is_said_while_a_module_is_imported() -> None:
    done = python("-c", AT_IMPORT)
    assert "all imported" in done.stdout, done.stderr[-2000:]
    assert "WHILE IT IS IMPORTED" not in done.stdout, done.stdout


def test_a_template_has_what_a_translator_needs() -> None:
    catalogue = polib.POFile()
    catalogue.metadata = {"Plural-Forms": "nplurals=3; plural=0;"}
    entries = [*renewed(catalogue)]
    assert all(entry.occurrences for entry in entries)
    assert all(len(entry.msgstr_plural) == 3 for entry in entries if entry.msgid_plural)
