"""The book for other programs: BG Stats, spreadsheets, JSON; and nothing that should stay at the table."""

import csv
import io
import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion import register
from companion.book import counting
from companion.book.bgstats import LINK, MOST_LINK, link, plays_file, shared_names, utc_text, uuid
from companion.book.figures import Book, WinCount
from companion.book.imported import read as read_plays
from companion.book.played import Played, played
from companion.book.ratings import rankings
from companion.book.tables import COLUMNS, as_csv, as_json
from companion.clock import WallTime
from companion.errors import SetupError
from companion.game import Scoring
from companion.games.sheet import SheetGame
from companion.games.sheet.model import Facts
from companion.games.sheet.reports import CallEnd, TellRow
from companion.games.sheet.sheet_file import read_sheet
from companion.games.shelf import GAMES
from companion.journal import MatchHeader, NamePlate
from companion.match import Match
from companion.people import People, Person, checked_name
from companion.store import Store
from tests.companion.ended import GUESTS, ended, seated
from tests.companion.test_book import KNOWN, A, B, C, match_of, result_of
from tests.companion.test_people import ADA, BOB, CEM, person
from tests.matches import keep

NAMES = {game: game.title() for game in GAMES}
FOX = GUESTS[0]
LETTER = "q\u0331\u0323\u0302"
"""One letter of four code points."""
OTHER = {"startPlayer": False, "winner": False}


def posted(text: str) -> Any:
    """Return the content of a link, as BG Stats reads it."""
    assert text.startswith(LINK)
    return json.loads(unquote(text.removeprefix(LINK)))


def book_of(*matches: Any, people: People = KNOWN) -> Book:
    return Book.of(matches, people)


def rows_in(book: Book) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(as_csv(book).decode("utf-8-sig"))))


# --- BG Stats ---


def test_a_link_has_all_that_bg_stats_needs_and_stumbles_over_nothing() -> None:
    one = match_of("m1", result_of(2, 1, 3, first=2), A, FOX, B, game="ungle-speed", at=1_780_000_000_000)
    assert posted(link(book_of(one), one, NAMES)) == {
        "sourceName": "Table Companion",
        "sourcePlayId": "m1",
        "playDate": "2026-05-28 20:26:40",
        "game": {
            "name": "Ungle-Speed",
            "sourceGameId": "ungle-speed",
            "bggId": 8098,
            "highestWins": False,
            "noPoints": False,
        },
        "players": [
            {"name": "Ada", "sourcePlayerId": "000000010000", **OTHER, "score": 20},
            {"name": "Fox", "sourcePlayerId": "guest-Fox", **OTHER, "winner": True, "score": 10},
            {"name": "Bob", "sourcePlayerId": "000000020000", **OTHER, "startPlayer": True, "score": 30},
        ],
        "durationMin": 5,
    }
    unfinished = match_of("m1", None, A, B)
    with pytest.raises(SetupError, match="wasn't played to its end"):
        link(book_of(unfinished), unfinished, NAMES)


def linked(*names: str) -> tuple[str, list[str]]:
    """Return the link of a match between people with these names, and the names in it."""
    everybody = [person(name, n + 1) for n, name in enumerate(names)]
    one = match_of("0" * 32, result_of(*range(1, len(names) + 1)), *(who.plate for who in everybody))
    said = link(book_of(one, people=People({who.id: who for who in everybody})), one, NAMES)
    return said, [player["name"] for player in posted(said)["players"]]


def test_a_name_is_cut_only_where_the_link_is_too_long() -> None:
    """A name of 24 letters may have more code points than that, as in Hindi and Vietnamese."""
    whole = ["श्रीनिवासन रामानुजन अय्यर", checked_name("b\u0323\u0302" * 24), "Ada"]
    assert max(map(len, whole)) > 24
    assert linked(*whole)[1] == whole


def test_a_name_that_is_cut_keeps_its_accents() -> None:
    said, names = linked(*[LETTER * 20] * 12)
    assert len(said) <= MOST_LINK
    assert set(names) <= {LETTER * most for most in range(1, 20)}


def test_a_heap_of_accents_makes_no_link_too_long() -> None:
    for heap in ("Z" + "\u0335" * 79, "\u0335" * 79 + "Z"):
        said, names = linked(*[checked_name(heap)] * 15)
        assert len(said) <= MOST_LINK
        assert all(names)


@pytest.mark.parametrize("letter", ["a", "李"])
@pytest.mark.parametrize(
    ("game", "players"),
    [*(("ungle-speed", n) for n in (2, 8, 15)), ("sequence-states", 12), ("cryptid", 5), ("tracktic", 4)],
)
def test_a_link_fits_a_qr_code_that_a_phone_reads(game: str, players: int, letter: str) -> None:
    everybody = [person(letter * 22 + f"{n:2}", n + 1) for n in range(players)]
    people, plates = {who.id: who for who in everybody}, [who.plate for who in everybody]
    one = match_of("0" * 32, result_of(*range(1, players + 1)), *plates, game=game)
    code = segno.make(link(book_of(one, people=People(people)), one, NAMES), error="l", micro=False)
    # In 480 pixels, white margin included, that is more than two pixels a module.
    assert int(code.version) <= 36


def test_names_and_signs_come_through_a_link_as_they_are() -> None:
    odd = Person(ADA.id, "Zoë & 李 #1+%?", "blue", "square", "Z")
    one = match_of("m", result_of(1, 2), odd.plate, FOX)
    said = link(book_of(one, people=People({odd.id: odd})), one, NAMES)
    assert posted(said)["players"][0]["name"] == odd.name
    assert not set(said) & set(' "<>#&+{}[]\\^`|')


def test_teams_are_teams_and_nobody_has_points_where_the_game_has_none() -> None:
    one = match_of("m", result_of(1, 2, 1, 2, sides=(0, 1, 0, 1)), A, B, C, FOX, game="cryptid")
    data = posted(link(book_of(one), one, NAMES))
    assert [player["team"] for player in data["players"]] == ["A", "B", "A", "B"]
    assert [player["rank"] for player in data["players"]] == [1, 2, 1, 2]
    assert data["game"]["noPoints"] is True


def sheet_match(name: str, *rows: tuple[int, ...], sheet: str, at: int, bgg: int | None = None) -> Played:
    """Return a one-column sheet match of Ada and Bob, which the table ended after these rows."""
    text = f'name = "{sheet}"\nplayers = [2, 6]\npoints = "pips"\nwins = "{name}"\n'
    text += f"bgg = {bgg}\n" if bgg else ""
    rules = read_sheet((text + '[[column]]\nname = "pips"\n').encode())
    match: Match[Any, Any, Any, Any] = Match.begin(
        SheetGame(), Facts(2, rules), MatchHeader(f"m{at}", "sheet", (A, B), called=sheet), WallTime(at)
    )
    for told in (*(TellRow((row,)) for row in rows), CallEnd()):
        assert match.submit(told, seen=match.length, at=WallTime(at)).entry is not None
    return played(match.rows())


def test_each_sheet_is_a_game_of_its_own_with_its_points_and_who_wins_by_them() -> None:
    """BG Stats got "Score sheet" with empty scores, and the highest score won at Hearts."""
    hearts = sheet_match("low", (26, 0), (3, 10), sheet="Hearts", at=1, bgg=6887)
    wizard = sheet_match("high", (30, 50), sheet="Wizard", at=2)
    book = book_of(hearts, wizard)
    file = json.loads(plays_file(book, NAMES))
    assert [(one["name"], one["highestWins"], one["noPoints"], one["bggId"]) for one in file["games"]] == [
        ("Hearts", False, False, 6887),
        ("Wizard", True, False, 0),
    ]
    scores = [[(one["score"], one["winner"]) for one in play["playerScores"]] for play in file["plays"]]
    assert scores == [[("29", False), ("10", True)], [("30", False), ("50", True)]]
    said = posted(link(book, hearts, NAMES))
    assert (said["game"]["highestWins"], said["game"]["bggId"]) == (False, 6887)
    assert [player["score"] for player in said["players"]] == [29, 10]
    # Points and direction survive the round trip through a file.
    back = read_plays(plays_file(book_of(hearts), NAMES)).results[0]
    assert (back.key, back.scoring) == ("sheet Hearts", hearts.scoring)
    assert back.scoring == Scoring(points=True, high_wins=False, bgg=6887)
    assert set(book.games()) == set(rankings(book)) == {"sheet Hearts", "sheet Wizard"}
    assert book.games()["sheet Hearts"].highest is not None
    assert book.persons()[BOB.id].games == {"sheet Hearts": WinCount(1, 1), "sheet Wizard": WinCount(1, 1)}


def test_a_file_of_plays_is_whole_and_its_numbers_point_at_each_other() -> None:
    matches = [
        match_of("m1", result_of(1, 2), A, FOX, at=1),
        match_of("m2", result_of(2, 1, 1, 2, sides=(0, 1, 1, 0)), A, B, C, FOX, at=2, game="sequence-states"),
        match_of("m3", None, A, B, at=3),
    ]
    book = book_of(*matches)
    assert plays_file(book, NAMES) == plays_file(book, NAMES)
    file = json.loads(plays_file(book, NAMES))
    assert file["plays"][0]["uuid"] == uuid("match m1") == "AAFA8931-8E68-589E-A1E1-FEE3330256A6"
    assert set(file) == {"players", "games", "plays", "locations", "userInfo"}
    assert len(file["plays"]) == 2
    players = {player["id"]: player for player in file["players"]}
    games = {game["id"]: game for game in file["games"]}
    assert [one["name"] for one in players.values()] == ["Ada", "Fox", "Bob", "Cem"]
    assert [one["isAnonymous"] for one in players.values()] == [False, True, False, False]
    assert players[1]["uuid"] == ADA.id.upper()
    for play in file["plays"]:
        assert play["gameRefId"] in games
        assert {score["playerRefId"] for score in play["playerScores"]} <= set(players)
        assert all(isinstance(score["score"], str) for score in play["playerScores"])
    assert [play["usesTeams"] for play in file["plays"]] == [False, True]
    assert [game["usesTeams"] for game in games.values()] == [False, True]
    assert all(isinstance(game["bggId"], int) for game in games.values())


# --- tables ---


def test_a_table_has_a_line_for_each_player_of_each_match_that_ended() -> None:
    book = book_of(match_of("m1", result_of(2, 1, first=1), A, FOX), match_of("m2", None, A, B))
    assert as_csv(book).startswith(b"\xef\xbb\xbfmatch,"), "Excel reads names in another encoding without it"
    assert as_csv(book).endswith(b"\r\n")
    rows = rows_in(book)
    assert list(rows[0]) == list(COLUMNS)
    assert [(row["name"], row["person"], row["place"], row["won"], row["began"]) for row in rows] == [
        ("Ada", ADA.id, "2", "0", "0"),
        ("Fox", "", "1", "1", "1"),
    ]


def test_who_was_merged_with_a_neighbour_has_as_many_matches_in_the_list_as_in_the_figures() -> None:
    """A file said 108 matches in one place and 89 in another: one person had two seats at a table."""
    one = People({ADA.id: ADA}, {BOB.id: ADA.id})
    book = book_of(match_of("m1", result_of(2, 1, first=1), A, B), people=one)
    rows = rows_in(book)
    (mine,) = [row for row in rows if row["person"]]
    assert (mine["person"], mine["place"]) == (ADA.id, "1")
    assert book.persons()[ADA.id].all.matches == 1
    whole = json.loads(as_json(book))
    assert [seat["person"] for seat in whole["matches"][0]["players"]] == [None, ADA.id]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", '=HYPERLINK("http://x")', 'a"b,c'])
def test_a_name_is_no_formula_in_a_spreadsheet(name: str) -> None:
    odd = Person(ADA.id, name, "blue", "square", "Z")
    guest = NamePlate(name, "orange", "circle", "G")
    book = book_of(match_of("=m", result_of(1, 2), odd.plate, guest), people=People({odd.id: odd}))
    rows = rows_in(book)
    assert [row["name"].removeprefix("'") for row in rows] == [name, name]
    assert not any(cell[:1] in tuple("=+-@") for row in rows for cell in row.values())


def test_json_has_the_matches_and_the_figures() -> None:
    three = [match_of(f"m{n}", result_of(1, 2), A, B, at=n) for n in range(3)]
    book = book_of(*three, match_of("x", None, A, B))
    whole = json.loads(as_json(book))
    assert [match["match"] for match in whole["matches"]] == ["m0", "m1", "m2"]
    assert whole["people"][ADA.id]["name"] == "Ada"
    assert whole["people"][ADA.id]["figures"]["all"] == {"matches": 3, "won": 3}
    assert whole["people"][ADA.id]["figures"]["against"][BOB.id] == {"before": 3, "equal": 0, "behind": 0}
    assert whole["games"]["tracktic"]["begins"]["of"] == 3


@pytest.mark.parametrize("at", [-(1 << 62), 1 << 62, 0])
def test_a_date_that_is_none_is_the_first_one(at: int) -> None:
    assert utc_text(WallTime(at)) == "1970-01-01 00:00:00"


# --- what stays at the table ---


def everything(book: Book) -> bytes:
    """Return everything that a book exports for others."""
    links = "".join(link(book, one, NAMES) for one in book.matches if one.result is not None)
    return as_csv(book) + as_json(book) + plays_file(book, NAMES) + unquote(links).encode()


def test_who_was_forgotten_is_somebody_in_every_file_and_no_id_leads_back(tmp_path: Path) -> None:
    gone, stays = person("Wilhelmina", 7), person("Bartholomew", 8)
    with Store(tmp_path / "matches.db") as store:
        register.add(store, [gone, stays])
        for n, game in enumerate(GAMES):
            keep(store, seated(ended(game), f"m{n}", (gone.plate, stays.plate)))
        before = counting.open_book(store)
        assert b"Wilhelmina" in everything(before)
        register.forget(store, gone.id)
        said = everything(counting.open_book(store))
    for trace in (b"Wilhelmina", gone.id.encode(), gone.id.upper().encode()):
        assert trace not in said
    assert b"Bartholomew" in said
    assert said.count(b"somebody") >= len(GAMES)
    assert b"Wilhelmina" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


def test_two_who_were_forgotten_are_two() -> None:
    people = People({ADA.id: ADA}, {}, frozenset({BOB.id, CEM.id}))
    one = match_of("m", result_of(1, 2, 3), B, C, A)
    keys = [who.key for who in shared_names(book_of(one, people=people), one)]
    assert keys == ["somebody", "somebody-2", ADA.id]


def test_nothing_of_a_match_that_goes_on_is_in_any_file() -> None:
    whole = seated(ended("cryptid"), "unmistakable", (A, B))
    ongoing = Book.of([played(Match(whole.game, whole.entries[:-1]).rows())], KNOWN)
    assert b"unmistakable" not in everything(ongoing)
    assert b"unmistakable" in everything(Book.of([played(whole.rows())], KNOWN))


def test_a_sheet_has_a_list_of_its_best_points_in_its_own_direction() -> None:
    hearts = [sheet_match("low", (26, n), sheet="Hearts", at=n) for n in range(1, 8)]
    wizard = sheet_match("high", (30, 50), sheet="Wizard", at=20)
    games = book_of(*hearts, wizard).games()
    best = games["sheet Hearts"].best
    assert [(one.points, one.match, one.player) for one in best] == [(n, f"m{n}", 1) for n in range(1, 6)]
    assert [one.points for one in games["sheet Wizard"].best] == [50, 30]
    assert book_of(match_of("m", result_of(1, 2), A, B)).games()["tracktic"].best == ()


def test_what_was_called_off_is_not_beside_what_was_played_to_its_end() -> None:
    """One hole of golf takes fewer strokes than eighteen."""
    whole = [sheet_match("low", (80 + n, 90), sheet="Golf", at=n) for n in range(1, 4)]
    ended = [replace(one, result=replace(one.result, ending="sh.rounds")) for one in whole if one.result]
    early = sheet_match("low", (4, 5), sheet="Golf", at=9)
    best = book_of(*ended, early).games()["sheet Golf"].best
    assert [one.points for one in best] == [81, 82, 83, 90, 90]


def test_results_out_of_a_file_push_none_that_was_played_here_off_the_list() -> None:
    """A file of plays doesn't say how a match ended, and may hold more matches than this table's own."""
    whole = [sheet_match("low", (70 + n, 95), sheet="Golf", at=n) for n in range(1, 3)]
    ended = [replace(one, result=replace(one.result, ending="sh.rounds")) for one in whole if one.result]
    strange = [sheet_match("low", (80 + n, 95), sheet="Golf", at=9 + n) for n in range(1, 5)]
    told = [replace(one, result=replace(one.result, ending="")) for one in strange if one.result]
    best = book_of(*ended, *told).games()["sheet Golf"].best
    assert [one.points for one in best] == [71, 72, 81, 82, 83]


def test_partners_are_listed_once() -> None:
    out = result_of(1, 2, 1, 2, sides=(0, 1, 0, 1))
    points = tuple(replace(one, points=100 - one.place) for one in out.standings)
    tichu = replace(out, standings=points, scoring=Scoring(points=True, high_wins=True))
    book = book_of(replace(match_of("m", tichu, A, B, C, FOX, game="sheet"), called="Tichu"))
    assert [(one.points, one.player) for one in book.games()["sheet Tichu"].best] == [(99, 0), (98, 1)]
    assert book.games()["sheet Tichu"].played is not None


@settings(max_examples=40)
@given(data=st.data())
def test_figures_tables_and_files_count_the_same_matches_of_everybody(data: st.DataObject) -> None:
    """However people were merged, at one table or not: one list had 108 matches, the next 89."""
    plates = (A, B, C, FOX)
    matches = []
    for n in range(data.draw(st.integers(1, 6))):
        who = data.draw(st.lists(st.sampled_from(plates), min_size=2, max_size=4), label="who")
        places = data.draw(st.permutations(range(1, len(who) + 1)), label="places")
        sides = data.draw(st.sampled_from(((), tuple(player % 2 for player in range(len(who))))))
        matches.append(match_of(f"m{n}", result_of(*places, sides=sides), *who, at=n))
    merged = data.draw(st.sampled_from(({}, {BOB.id: ADA.id}, {BOB.id: ADA.id, CEM.id: ADA.id})))
    known = {one.id: one for one in (ADA, BOB, CEM) if one.id not in merged}
    book = book_of(*matches, people=People(known, merged))
    figures = {person: found for person, found in book.persons().items() if found.all.matches}
    lines = rows_in(book)
    whole = json.loads(as_json(book))
    file = json.loads(plays_file(book, NAMES))
    of = {one["id"]: one["uuid"] for one in file["players"] if not one["isAnonymous"]}
    seats = [score for play in file["plays"] for score in play["playerScores"]]
    for who_is, found in figures.items():
        count = (found.all.matches, found.all.won)
        table = [line for line in lines if line["person"] == who_is]
        assert (len(table), sum(line["won"] == "1" for line in table)) == count
        listed = [seat for one in whole["matches"] for seat in one["players"] if seat["person"] == who_is]
        assert (len(listed), sum(seat["won"] for seat in listed)) == count
        assert whole["people"][who_is]["figures"]["all"] == {"matches": count[0], "won": count[1]}
        told = [seat for seat in seats if of.get(seat["playerRefId"]) == who_is.upper()]
        assert (len(told), sum(seat["winner"] for seat in told)) == count
        assert sum(game.matches for game in found.games.values()) == count[0]
    assert len(seats) == len(lines) == sum(one.players for one in matches)
