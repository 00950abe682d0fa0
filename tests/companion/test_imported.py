"""Importing another table's results from its file of plays: no result twice, nothing from a bad file."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import register
from companion.book import counting, imported
from companion.book.bgstats import plays_file
from companion.book.figures import Book
from companion.errors import SetupError
from companion.games.sheet import SheetGame
from companion.games.sheet.model import Facts
from companion.games.sheet.reports import CallEnd, TellRow
from companion.games.sheet.sheet import MOST_PLAYERS
from companion.games.sheet.sheet_file import read_sheet, shipped_sheet
from companion.games.shelf import GAMES
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_copies import taken
from tests.companion.test_people import ADA, BOB, CEM
from tests.matches import keep, new_match, submit

NAMES = {game: game.title() for game in GAMES}


@pytest.fixture(name="there")
def another_table(tmp_path: Path) -> Iterator[Store]:
    """Yield a table at which Ada and Bob, and guests, played a match of each game."""
    with Store(tmp_path / "there.db") as store:
        register.add(store, [ADA, BOB])
        for n, game in enumerate(GAMES):
            keep(store, seated(ended(game), f"m{n}", (ADA.plate, BOB.plate), n))
        yield store


@pytest.fixture(name="here")
def this_table(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "here.db") as store:
        yield store


def book(store: Store) -> Book:
    return counting.compute(store)[0]


def take_in(here: Store, file: bytes) -> int:
    """Import a file; people unknown here are added as they are there."""
    found = imported.read(file)
    known = here.people()
    new = [who for who in (ADA, BOB) if who.id in found.people]
    return imported.save(here, found, [who for who in new if who.id not in {*known.known, *known.forgotten}])


def test_results_of_another_table_count_here_as_they_do_there(there: Store, here: Store) -> None:
    assert take_in(here, plays_file(book(there), NAMES)) == len(GAMES)
    mine, theirs = book(here), book(there)
    people, true = mine.persons(), theirs.persons()
    assert {who: one.games for who, one in people.items()} == {who: one.games for who, one in true.items()}
    assert [one.against for one in people.values()] == [one.against for one in true.values()]
    for game, figures in theirs.games().items():
        found = mine.games()[game]
        assert (found.matches, found.begins) == (figures.matches, figures.begins)
        best, true_best = found.highest, figures.highest
        assert best is None or true_best is None or best.points == true_best.points
        # A file of plays has no turns and no grabs; none are invented.
        assert (found.turns, found.seats) == (None, ())


def test_nothing_comes_in_twice_by_whichever_way(there: Store, here: Store, tmp_path: Path) -> None:
    file = plays_file(book(there), NAMES)
    take_in(here, file)
    assert take_in(here, file) == 0
    # Results that go on to a third table and come back are the same.
    assert take_in(there, plays_file(book(here), NAMES)) == 0
    assert take_in(here, plays_file(book(here), NAMES)) == 0
    # The records themselves arrive later, and replace the imported results.
    there.copy_to(tmp_path / "copy.db")
    taken(here, tmp_path / "copy.db")
    assert book(here) == book(there)
    assert take_in(here, file) == 0


def test_two_who_sat_at_one_table_elsewhere_are_counted_before_they_are_one(
    there: Store, here: Store
) -> None:
    take_in(here, plays_file(book(there), NAMES))
    assert imported.together(here, ADA.id, BOB.id) == len(GAMES)


def test_a_deleted_match_does_not_go_on_counting_as_an_imported_result(
    there: Store, here: Store, tmp_path: Path
) -> None:
    take_in(here, plays_file(book(there), NAMES))
    there.copy_to(tmp_path / "copy.db")
    taken(here, tmp_path / "copy.db")
    imported.delete(here, "m0")
    assert [match.id for match in book(here).matches] == [f"m{n}" for n in range(1, len(GAMES))]


def test_what_was_brought_goes_along_with_a_copy(there: Store, here: Store, tmp_path: Path) -> None:
    take_in(here, plays_file(book(there), NAMES))
    here.copy_to(tmp_path / "copy.db")
    with Store(tmp_path / "third.db") as third:
        taken(third, tmp_path / "copy.db")
        assert book(third) == book(here)


def test_who_was_forgotten_here_stays_so_whatever_file_comes(there: Store, here: Store) -> None:
    file = plays_file(book(there), NAMES)
    take_in(here, file)
    register.forget(here, ADA.id)
    with here.changing() as db:
        db.execute("delete from brought")
    assert take_in(here, file) == len(GAMES)
    assert here.people().name(ADA.id) == "somebody"
    assert not any(b"Ada" in path.read_bytes() for path in here.path.parent.glob("here.db*"))


def test_who_had_two_seats_there_can_be_forgotten_here_to_the_last_byte(there: Store, here: Store) -> None:
    """Ada and Bob turned out to be one: the seat that isn't theirs in the file has their name too."""
    register.merge(there, BOB.id, ADA.id)
    assert take_in(here, plays_file(book(there), NAMES)) == len(GAMES)
    register.forget(here, ADA.id)
    assert not any(b"Ada" in path.read_bytes() for path in here.path.parent.glob("here.db*"))


Change = Callable[[Any], object]


def at(*path: str | int, to: object) -> Change:
    """Return a change that sets a field of a file."""

    def change(file: Any) -> None:
        for step in path[:-1]:
            file = file[step]
        file[path[-1]] = to

    return change


PLAY = ("plays", 1)
SCORE = (*PLAY, "playerScores", 0)
BAD: dict[str, tuple[Change, str]] = {
    "another program's game": (at("games", 0, "uuid", to="00000000-0000-4000-8000-000000000000"), "games[0]"),
    "no uuid": (at(*PLAY, "uuid", to="x"), "plays[1]"),
    "a player without a uuid": (at("players", 0, "uuid", to="../../etc"), "players[0]"),
    "a name that steers": (at("players", 1, "name", to="A\x1b[2J"), "players[1]"),
    "a name too long": (at("players", 0, "name", to="A" * 25), "players[0]"),
    "no date": (at(*PLAY, "playDate", to="yesterday"), "plays[1]"),
    "nobody's score": (at(*SCORE, "playerRefId", to=99), "plays[1]"),
    "no such game": (at(*PLAY, "gameRefId", to=99), "plays[1]"),
    "a score that is a sum": (at(*SCORE, "score", to="1+2"), "plays[1]"),
    "a huge score": (at(*SCORE, "score", to="9" * 30), "plays[1]"),
    "an endless score": (at(*SCORE, "score", to="9" * 5_000), "plays[1]"),
    "a place that is none": (at(*SCORE, "rank", to=0), "plays[1]"),
    "a team that is none": (at(*SCORE, "team", to="\u2603"), "plays[1]"),
    "a team of two letters": (at(*SCORE, "team", to="AB"), "plays[1]"),
    "nobody": (at(*PLAY, "playerScores", to=[]), "plays[1]"),
    "a long match": (at(*PLAY, "durationMin", to=1 << 40), "plays[1]"),
    "a wrong type": (at(*PLAY, "durationMin", to="5"), "$.plays[1].durationMin"),
    "a missing field": (lambda file: file["plays"][1].pop("uuid"), "$.plays[1]"),
    "a crowd": (at("players", to=[{}] * 10_001), "$.players[0]"),
    "many at a table": (
        lambda file: file["plays"][1].update(playerScores=file["plays"][1]["playerScores"][:1] * 10_000),
        "plays[1]",
    ),
}


def test_a_bad_file_is_refused_with_its_place(there: Store) -> None:
    good = plays_file(book(there), NAMES)
    for kind, (change, place) in BAD.items():
        file = json.loads(good)
        change(file)
        with pytest.raises(SetupError) as refused:
            imported.read(json.dumps(file).encode())
        error = str(refused.value)
        assert place in error, kind
        assert error.isprintable(), kind
        assert len(error) < 400, kind


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"[" * 100_000, b'{"players": [', b"\xff", b"null"])
def test_what_is_no_file_of_plays_is_refused(text: bytes) -> None:
    with pytest.raises(SetupError, match="not a file of plays"):
        imported.read(text)


UNREADABLE = pytest.mark.parametrize(
    "body",
    [b"", b"{}", b'{"match":1}', b"\xff", b'{"match":"\xff"}'],
    ids=["empty", "nothing", "wrong type", "no text", "a damaged letter"],
)


@UNREADABLE
def test_a_made_up_result_in_a_copy_is_left_out_and_named(body: bytes, here: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "other.db") as other:
        register.add(other, [CEM], [("ABCDEF00-0000-4000-8000-000000000000", body)])
        wrong = imported.copy_results(here, other)
    assert len(wrong) == 1
    assert here.imported_results() == {}


@UNREADABLE
def test_a_damaged_result_is_said_and_all_others_count(body: bytes, there: Store, here: Store) -> None:
    """One flipped bit on the card used to take the whole book away."""
    take_in(here, plays_file(book(there), NAMES))
    assert imported.damage(here) == []
    with here.changing() as db:
        db.execute("update brought set body = ? where id = (select min(id) from brought)", (body,))
    assert len(book(here).matches) == len(GAMES) - 1
    assert imported.damage(here) == ["results from another table that can't be read: 1"]


def test_a_result_of_a_game_that_is_not_here_now_is_no_damage(there: Store, here: Store) -> None:
    take_in(here, plays_file(book(there), NAMES))
    with here.changing() as db:
        db.execute("update brought set body = cast(replace(body, 'tracktic', 'gone') as blob)")
    assert imported.damage(here) == []
    assert len(book(here).matches) == len(GAMES) - 1


def test_a_result_under_another_id_is_left_out(there: Store, here: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "other.db") as other:
        take_in(other, plays_file(book(there), NAMES))
        with other.changing() as db:
            db.execute("update brought set id = 'x' where id = (select min(id) from brought)")
        assert len(imported.copy_results(here, other)) == 1
    assert len(here.imported_results()) == len(GAMES) - 1


def test_what_was_played_on_a_sheet_comes_with_its_name(there: Store, here: Store) -> None:
    wizard = new_match(SheetGame(), Facts(3, shipped_sheet("wizard")), "w")
    for report in (TellRow(((0, 0, 1),)), TellRow(((0, 0, 1),)), CallEnd()):
        submit(wizard, report, at=1_000 * wizard.length)
    assert wizard.outcome is not None
    keep(there, wizard)
    file = plays_file(book(there), NAMES)
    games = {game["name"]: game["uuid"] for game in json.loads(file)["games"]}
    assert len(games) == len(set(games.values())) == len(GAMES) + 1
    take_in(here, file)
    ours = sorted((one.game, one.called) for one in book(here).matches)
    assert ours == sorted((one.game, one.called) for one in book(there).matches)
    assert ("sheet", "Wizard") in ours


def test_a_sheet_of_as_many_players_as_there_can_be_comes_in_too(there: Store, here: Store) -> None:
    """Otherwise one large round would keep out all other results of that table."""
    text = f'name = "Crowd"\nplayers = [2, {MOST_PLAYERS}]\npoints = "pips"\nwins = "high"\n'
    sheet = read_sheet((text + '[[column]]\nname = "pips"\n').encode())
    crowd = new_match(SheetGame(), Facts(MOST_PLAYERS, sheet), "c")
    for report in (TellRow((tuple(range(MOST_PLAYERS)),)), CallEnd()):
        submit(crowd, report, at=1_000 * crowd.length)
    keep(there, crowd)
    assert take_in(here, plays_file(book(there), NAMES)) == len(GAMES) + 1
