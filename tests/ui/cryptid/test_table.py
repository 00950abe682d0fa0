"""The whole table at both sizes: what a wrong piece leaves on the screen, and how reports are taken back."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from companion.game import Seat
from companion.games.cryptid import reports as r
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import Answering, AskOrSearch, Facts, Hue, OpeningCubes, Paying
from companion.match import CATALOGUE
from companion.match_reports import Abandon
from companion.store import Store
from tests.games.cryptid.board import where
from tests.ui.by_fingers import fit, front, last, rest, settle, state_of, texts
from tests.ui.cryptid.table import (
    BLUE,
    D7,
    E2,
    FOX,
    GREEN,
    OPEN,
    ORANGE,
    OWL,
    PLATES,
    PURPLE,
    SEALED,
    answers,
    cube_report,
    dealt,
    enter,
    hold,
    pixels,
    resting,
    search,
    share,
    situation,
    touch,
    whispered,
)
from tests.ui.desk import Desk, pads_in, said_at
from tests.ui.panels import PANELS
from tests.ui.rig import SIZES
from tests.ui.test_layout import faults
from ui.dialogs.history import HistoryDialog
from ui.games.cryptid import words
from ui.games.cryptid.pending import At, Correcting, Searching
from ui.games.cryptid.setup import SetupScreen
from ui.language import words as frame
from ui.stage import theme
from ui.stage.rect import player_key
from ui.storage.habits import Habits, Seating


@pytest.mark.parametrize("desk", PANELS, indirect=True)
@pytest.mark.parametrize("facts", [SEALED, OPEN, Facts()], ids=["sealed", "open", "without a map"])
def test_every_stage_at_both_sizes(desk: Desk, facts: Facts) -> None:
    table = dealt(desk, facts)

    def show(*begun: object) -> None:
        for table.pending in begun:
            table.picture.draw()
            fit(desk, f"{table.pending} at {state_of(desk).stage}")

    show(None, At(D7))
    for seat, hue in ((FOX, ORANGE), (OWL, PURPLE), (FOX, ORANGE), (OWL, PURPLE)):
        free = [Hex(8, n) for n in range(12) if state_of(desk).spot(Hex(8, n)).cube is None]
        cube = cube_report(state_of(desk)) if facts is SEALED else r.PlaceCube(seat, hue, free[0])
        table.tell_now(cube)
    assert isinstance(state_of(desk).stage, AskOrSearch), situation(desk)
    at = where(state_of(desk), (ORANGE, BLUE), (GREEN,)) if facts is SEALED else D7
    show(None, At(at), Searching(at, (), (ORANGE, BLUE)), None)
    table.tell_now(search(FOX, at))
    fit(desk, "an answer for a search")
    table.tell_now(r.GiveAnswer(OWL, GREEN))
    assert isinstance(state_of(desk).stage, Paying), situation(desk)
    show(At(E2))
    table.dialogs.open_history()
    fit(desk, "history")
    assert isinstance(table.opened, HistoryDialog)
    table.opened.open(table.opened.lines[1])
    fit(desk, "an entry of the history")
    table.dialogs.close()
    table.dialogs.open_referee()
    fit(desk, "referee")
    table.dialogs.close()
    if facts is not SEALED:
        show(Correcting(), Correcting(at), Correcting(at, FOX, BLUE))
    table.tell_now(Abandon())
    fit(desk, "ended early")


class Wrong(Struct, frozen=True):
    """A report that contradicts a clue: its player, its last tap, and what is said."""

    seat: Seat
    last: Callable[[], None]
    says: str


def asked(desk: Desk, allowed: tuple[Hue, ...] = (), forbidden: tuple[Hue, ...] = ()) -> Hex:
    """Have Fox ask, after the sharing, about a space that these clues allow and those forbid."""
    share(desk)
    at = where(state_of(desk), allowed, forbidden)
    front(desk).tell_now(r.Ask(FOX, at))
    rest(desk)
    return at


def no_cube(hue: Hue, at: Hex) -> str:
    """Return the sentence for an answer with a cube where its clue allows the creature."""
    return f"Your {words.HUES[hue]} clue allows {words.space(at)}: no {words.HUES[hue]} cube goes there"


def elsewhere(hue: Hue, at: Hex) -> str:
    """Return the sentence for a cube placed where its clue allows the creature."""
    return f"Your {words.HUES[hue]} clue allows {words.space(at)}: choose another space"


def no_disc(at: Hex) -> str:
    """Return the sentence for a blue disc where its clue forbids the creature."""
    return f"Your blue clue forbids {words.space(at)}: no blue disc goes there"


def wrong_cube(desk: Desk) -> Wrong:
    """Begin a cube, of the sharing or owed, where its clue allows the creature."""
    cube = cube_report(state_of(desk), truly=False)
    touch(desk, cube.at)
    return Wrong(FOX, lambda: desk.tap_on(words.CUBE[cube.hue]), elsewhere(cube.hue, cube.at))


def wrong_cube_in_answer(desk: Desk) -> Wrong:
    """Ask about a space where no cube of one colour may go."""
    at = asked(desk, (GREEN,), (PURPLE,))
    return Wrong(OWL, lambda: desk.tap_on("Green cube"), no_cube(GREEN, at))


def wrong_discs_in_answer(desk: Desk) -> Wrong:
    """Ask about a space where both clues forbid the creature."""
    at = asked(desk, (), (GREEN, PURPLE))
    says = f"One of your clues forbids {words.space(at)}: no discs go there"
    return Wrong(OWL, lambda: desk.tap_on("Two discs"), says)


def wrong_search(desk: Desk) -> Wrong:
    """Begin a search that contradicts a clue of the player's own."""
    share(desk)
    at = where(state_of(desk), (ORANGE,), (BLUE,))
    touch(desk, at)
    return Wrong(FOX, lambda: desk.tap_on("Search"), no_disc(at))


def wrong_disc_elsewhere(desk: Desk) -> Wrong:
    """Begin a search where both own discs are, with the second one going where its clue forbids."""
    share(desk)
    state = state_of(desk)
    at = where(state, (ORANGE, BLUE))
    theirs = where(state, (GREEN, PURPLE), besides=(at,))
    for report in (r.Ask(FOX, theirs), r.GiveAnswer(OWL), r.Ask(OWL, at), r.GiveAnswer(FOX)):
        front(desk).tell_now(report)
    rest(desk)
    state = state_of(desk)
    assert state.spot(at).discs == (ORANGE, BLUE), situation(desk)
    touch(desk, at)
    desk.tap_on("Search")
    touch(desk, where(state, (ORANGE,), besides=(at,)))
    to = where(state, (), (BLUE,), besides=(at,))
    return Wrong(FOX, lambda: touch(desk, to), no_disc(to))


def wrong_cube_in_return(desk: Desk) -> Wrong:
    """Have a cube owed, and begin one where its clue allows the creature."""
    asked(desk, (), (GREEN,))
    front(desk).tell_now(r.GiveAnswer(OWL, GREEN))
    rest(desk)
    return wrong_cube(desk)


WRONG: dict[str, Callable[[Desk], Wrong]] = {
    "a first cube": wrong_cube,
    "an answer with a cube": wrong_cube_in_answer,
    "an answer with discs": wrong_discs_in_answer,
    "a search": wrong_search,
    "a disc elsewhere": wrong_disc_elsewhere,
    "a cube in return": wrong_cube_in_return,
}


def public(desk: Desk) -> dict[str, Any]:
    """Return all that anybody can see or hear, and all that is recorded."""
    table = front(desk)
    return {
        "banner": texts(table.banner),
        "pads": texts(table.side),
        "toast": table.toast.text,
        "sounds": [*desk.sounds.played],
        "record": [row.entry for row in table.session.match.rows()],
        "kept": table.session.listing.length,
        "pending": table.pending,
        "sheet": table.dialog or table.opened,
        "pixels": pixels(desk),
    }


@pytest.mark.parametrize(
    ("case", "desk"),
    [*((case, (800, 480)) for case in WRONG), ("an answer with a cube", (1280, 720))],
    indirect=["desk"],
)
def test_a_wrong_piece_changes_nothing_that_anybody_can_see(desk: Desk, tmp_path: Path, case: str) -> None:
    dealt(desk)
    wrong = WRONG[case](desk)
    rest(desk)
    before, state = public(desk), state_of(desk)
    wrong.last()
    assert public(desk) == before, situation(desk)
    rest(desk)
    assert public(desk) == before, situation(desk)
    assert state_of(desk) == state
    assert front(desk).session.saved
    with Store(tmp_path / "matches.db", reading=True) as store:
        (kept,) = store.matches()
        assert [row.entry for row in store.rows(kept.id)] == before["record"], "nor on the disk"


def test_a_right_piece_does_change_the_screen_and_a_wrong_one_is_told_right_at_once(desk: Desk) -> None:
    # A right piece does change the screen: what the test above compares can differ.
    dealt(desk)
    cube = cube_report(state_of(desk))
    touch(desk, cube.at)
    rest(desk)
    before = public(desk)
    desk.tap_on(words.CUBE[cube.hue])
    after = public(desk)
    for field in ("banner", "pads", "sounds", "record", "kept", "pending", "pixels"):
        assert after[field] != before[field], field
    assert last(desk).report == cube
    # A wrong piece can be corrected at once: the second answer must not pass for a tap that came too soon.
    dealt(desk)
    asked(desk, (GREEN,), (PURPLE,))
    for title in ("Green cube", "Two discs", "Purple cube"):
        desk.tap_on(title)
    assert last(desk).report == r.GiveAnswer(OWL, PURPLE), situation(desk)
    assert front(desk).toast.text == ""
    # A mistake that everybody can see is announced to everybody.
    dealt(desk)
    share(desk)
    at = next(at for at in (Hex(row, column) for row in range(9) for column in range(12))
              if state_of(desk).spot(at).cube is not None)  # fmt: skip
    touch(desk, at)
    assert front(desk).banner.subtitle.text == f"{words.space(at)} has a cube: choose another space."
    desk.tap_on("Ask Owl")
    assert front(desk).toast.text.startswith(f"{words.space(at)} has a cube: nothing more goes there. ")
    assert desk.sounds.played[-1] == "warning"
    assert isinstance(state_of(desk).stage, AskOrSearch)
    assert last(desk).report == r.Ask(FOX, at), "it is in the history"


def test_a_space_is_chosen_left_and_exchanged(desk: Desk) -> None:
    table = dealt(desk)
    length = table.session.length
    desk.tap_on("Orange cube")
    assert (table.session.length, table.pending) == (length, None), "a pad that waits for a space"
    share(desk)
    touch(desk, D7)
    assert table.pending == At(D7)
    assert table.banner.title.text == "Fox: D7"
    touch(desk, E2)
    assert table.pending == At(E2)
    touch(desk, E2)
    assert table.pending is None
    touch(desk, D7)
    desk.tap(table.bar.back)
    assert table.pending is None
    assert table.banner.title.text == "Fox's turn"


def test_a_search_beside_own_discs_is_told_disc_by_disc(desk: Desk) -> None:
    table, wrong = dealt(desk), wrong_disc_elsewhere(desk)
    state = state_of(desk)
    assert isinstance(table.pending, Searching)
    at, (first,) = table.pending.at, table.pending.discs
    wrong.last()
    assert isinstance(table.pending, Searching), "the last disc can be placed elsewhere at once"
    to = where(state, (BLUE,), besides=(at, first.at))
    touch(desk, to)
    assert last(desk).report.discs[0] == first, situation(desk)
    assert last(desk).report.discs[1].at == to
    assert state_of(desk).stage == Answering(at, search=True, asked=OWL)
    assert table.pending is None


def test_a_mere_question_is_taken_back_with_one_tap_or_alone_in_the_history(desk: Desk) -> None:
    table, at = dealt(desk), asked(desk)
    desk.tap(table.bar.undo)
    assert isinstance(state_of(desk).stage, AskOrSearch), situation(desk)
    assert table.banner.subtitle.text.startswith("Taken back: Fox ")
    table.tell_now(r.Ask(FOX, at))
    rest(desk)
    sheet = desk.tap_entry(0)
    assert not any("agrees" in text for text in sheet.part().texts)
    hold(desk, sheet["back"])
    assert isinstance(state_of(desk).stage, AskOrSearch), situation(desk)


def test_a_piece_is_not_taken_back_with_one_tap_and_both_hold_their_own_pad(desk: Desk) -> None:
    table = dealt(desk)
    asked(desk, (), (GREEN,))
    table.tell_now(r.GiveAnswer(OWL, GREEN))
    rest(desk)
    length, state = table.session.length, state_of(desk)
    desk.tap(table.bar.undo)
    assert (table.session.length, state_of(desk)) == (length, state), situation(desk)
    assert table.toast.text == CATALOGUE.text("match.revealed")
    sheet = desk.tap_entry(0)
    assert {"Fox agrees", "Owl agrees"} <= {*sheet.part().texts}
    assert "strike" not in sheet.part(), "judging later entries again would reveal clues"
    fox, owl = sheet["agrees 0"], sheet["agrees 1"]
    desk.tap(fox)
    hold(desk, owl)
    assert state_of(desk) == state, "a tap isn't held long enough"
    hold(desk, owl)
    assert state_of(desk) == state, "nobody agrees for the other"
    hold(desk, fox)
    assert isinstance(state_of(desk).stage, Answering), situation(desk)


def test_undo_in_the_history_leads_to_the_pads_of_all_who_must_agree(desk: Desk) -> None:
    table = dealt(desk)
    asked(desk, (), (GREEN,))
    table.tell_now(r.GiveAnswer(OWL, GREEN))
    rest(desk)
    sheet = desk.history()
    desk.tap(table.bar.undo)
    # A note on the table would be under the history, and the pad would seem to do nothing.
    assert {"Fox agrees", "Owl agrees"} <= {*sheet.part().texts}


def test_without_clues_a_piece_is_taken_back_with_one_tap(desk: Desk) -> None:
    table = dealt(desk, OPEN)
    assert table.held.pads == [], "nor is there a pad to hold"
    enter(desk, r.PlaceCube(FOX, ORANGE, D7))
    desk.tap(table.bar.undo)
    assert state_of(desk).stage == OpeningCubes(4), situation(desk)
    # A wrong piece is on the table and is corrected.
    table = dealt(desk, OPEN)
    for seat, hue, at in ((FOX, ORANGE, D7), (OWL, GREEN, E2)):
        enter(desk, r.PlaceCube(seat, hue, at))
    enter(desk, r.PlaceCube(FOX, BLUE, E2))
    assert desk.refusal.part()["title"].text == "E2 has a cube: nothing more goes there"
    assert "Take the blue piece off E2 (row 5, column 2)." in " ".join(texts(desk.refusal))
    offered = [pad.title.text for pad in pads_in(desk.refusal)]
    assert frame.LET_STAND not in offered, "a second cube can't stand"
    desk.tap_on(frame.IS_PUT_RIGHT)
    settle(desk)
    assert state_of(desk).stage == OpeningCubes(2)
    enter(desk, r.PlaceCube(FOX, BLUE, Hex(0, 0)))
    assert state_of(desk).spot(Hex(0, 0)).cube == BLUE


@pytest.mark.parametrize("facts", [SEALED, OPEN], ids=["sealed", "open"])
def test_the_menu_has_no_count(desk: Desk, facts: Facts) -> None:
    table = dealt(desk, facts)
    desk.tap(table.bar.referee)
    assert table.opened is not None
    titles = {pad.title.text for pad in pads_in(table.opened)}
    assert frame.RECOUNT not in titles
    assert (words.WRONG_PIECE in titles) is (facts is OPEN)
    assert frame.ABANDON in titles
    table.dialogs.close()
    table.dialogs.open_recount()
    assert table.opened is None


def test_play_again_needs_other_clues(desk: Desk, tmp_path: Path) -> None:
    # A new match needs other clues: the players know those of that set-up, and must not get them again.
    dealt(desk).tell_now(Abandon())
    rest(desk)
    desk.tap_on(frame.AGAIN)
    desk.screen(SetupScreen)
    assert desk.frame.table is None
    with Store(tmp_path / "matches.db", reading=True) as store:
        assert len(store.matches()) == 1, "no other match has begun"


def test_play_again_after_the_end_goes_to_the_set_up_too(desk: Desk) -> None:
    table = dealt(desk)
    share(desk)
    at = where(state_of(desk), (ORANGE, BLUE, GREEN, PURPLE))
    enter(desk, search(FOX, at))
    enter(desk, r.GiveAnswer(OWL))
    assert next(answers(state_of(desk), OWL, at)) == r.GiveAnswer(OWL)
    said = said_at(desk.win.end)
    assert "Fox wins" in said
    assert any(words.lived(at) in text for text in said), said
    assert table.held.pads == [], "after the end everybody may read all clues"
    desk.tap_on(frame.AGAIN)
    desk.screen(SetupScreen)


def test_a_finger_on_one_of_five_pads_reads_the_own_clue_and_covers_no_pad(desk: Desk) -> None:
    facts = Facts(5, deal(3, players=5))
    assert facts.setup is not None
    dealt(desk, facts)
    said = [words.clue_words(clue) for clue in facts.setup.clues]
    for seat in state_of(desk).seats:
        finger = resting(desk, seat)
        assert [clue in whispered(desk) for clue in said] == [n == seat for n in range(5)]
        panel = front(desk).notes.panel
        assert panel is not None
        assert not any(panel.collide_widget(other) for other in front(desk).held.pads), "no pad is covered"
        finger.up()
        desk.pump(2)


@pytest.mark.parametrize("desk", [*SIZES, (720, 1280)], ids=str, indirect=True)
@pytest.mark.parametrize("players", [5, *(pytest.param(n, marks=pytest.mark.long) for n in (3, 4))])
def test_every_pad_is_for_fingers(desk: Desk, players: int) -> None:
    table = dealt(desk, Facts(players, deal(1, players=players)))
    fit(desk, "sharing")
    share(desk)
    fit(desk, "a turn")
    at = where(state_of(desk), forbidden=(BLUE,))
    touch(desk, at)
    fit(desk, "a space")
    enter(desk, r.Ask(FOX, at, OWL))
    fit(desk, "an answer")
    enter(desk, r.GiveAnswer(OWL, BLUE))
    fit(desk, "a cube to pay")
    desk.tap(table.bar.referee)
    desk.tap_on(words.GIVE_UP)
    fit(desk, "giving up")
    desk.tap_entry(0)
    fit(desk, "going back")


@pytest.mark.parametrize("desk", [(1280, 720)], indirect=True)
@pytest.mark.parametrize("look", [theme.Theme(language="fr"), theme.Theme(language="nl", large=True)])
def test_among_people_all_one_must_know_is_read_under_whose_turn_it_is(desk: Desk, look: theme.Theme) -> None:
    desk.frame.use(look)
    desk.frame.habits = Habits(Seating({0: player_key(PLATES[0]), 6: player_key(PLATES[1])}, flat=True))
    table = dealt(desk)
    small = table.banner.subtitle
    assert small.text.count("·") == 2, "where, who looks away, and what helps"
    assert faults(table) == []
