"""Results imported without a record, from another table's `.bgsplay` file.

They are stored apart from the matches, because there is no record to show, and count unless a match with the
same id is here.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion import register
from companion.book.bgstats import PLAY_ID, BgGame, Play, Player, PlaysFile, play_id, uuid
from companion.book.played import MatchResult, Played
from companion.clock import WallTime
from companion.decoding import NOT_OURS, from_json
from companion.errors import SetupError, UnknownGame
from companion.game import Scoring, Standing
from companion.games.shelf import GAMES
from companion.journal import NamePlate
from companion.people import ID, Person, PersonId, checked_name
from companion.store import MOST_PEOPLE, Copy, Store, StoreReader

T = TypeVar("T")
R = TypeVar("R")

MOST_BGG = 10_000_000
"""Above any game's number at boardgamegeek.com."""
MOST_BYTES = 64 << 20
MOST_SEATS = 22
"""As many players as a sheet has room for."""
MOST_POINTS = 1_000_000
MOST_TEAMS = 26
MINUTE = 60_000
LONGEST = 7 * 24 * 60 * MINUTE
"""The longest match: a week, in milliseconds."""


class ImportedResults(Struct, frozen=True):
    """A file's results, and its people's names by id; a file has no colours or shapes."""

    results: tuple[Played, ...]
    people: Mapping[PersonId, str]


def results(store: StoreReader, recorded: Collection[str]) -> Iterator[Played]:
    """Yield the readable imported results, without matches whose records are `recorded` (ids)."""
    recorded_ids = {play_id(match) for match in recorded}
    return (match for match in _read_all(store)[0] if match.id not in recorded_ids)


def sittings(store: StoreReader) -> list[tuple[PersonId, ...]]:
    """Return the persons at each match, recorded or imported, by player; NO_PERSON for a guest."""
    people, recorded = store.people(), dict(register.plates(store))
    imported = ((match.id, match.plates) for match in results(store, recorded))
    return [people.sat(match, plates) for match, plates in (*recorded.items(), *imported)]


def together(store: StoreReader, one: PersonId, other: PersonId) -> int:
    """Return in how many matches both people sat; if in any, they can't be the same person."""
    return sum({one, other} <= {*players} for players in sittings(store))


def damage(store: StoreReader) -> list[str]:
    """Return a line if imported results are unreadable, else none. Raises StoreError if the store is."""
    # A result of a game that isn't installed is sound; it counts again once the game is back.
    count = sum(not isinstance(error, UnknownGame) for error in _read_all(store)[1])
    return [f"results from another table that can't be read: {count}"] if count else []


def _read_all(store: StoreReader) -> tuple[list[Played], list[Exception]]:
    """Return a store's imported results, and an error for each one that can't be read."""
    results, errors = list[Played](), list[Exception]()
    for name, body in store.imported_results().items():
        try:
            match = checked_result(from_json(body, Played))
            if match.id != name:
                raise SetupError("it has the id of another one")
            results.append(match)
        except (*NOT_OURS, SetupError) as error:
            errors.append(error)
    return results, errors


def read(text: bytes) -> ImportedResults:
    """Read a file of plays written by another table. Raises SetupError that says what is wrong, and where."""
    if len(text) > MOST_BYTES:
        raise SetupError("this is larger than any file of plays")
    try:
        file = from_json(text, PlaysFile)
    except NOT_OURS as error:
        raise SetupError(f"not a file of plays from a table of ours: {error}") from None
    if len(file.players) > MOST_PEOPLE or len(file.plays) > Copy.MOST_MATCHES:
        raise SetupError("it holds more people or plays than there can be")
    games = dict(_converted("games", file.games, _game))
    players = dict(_converted("players", file.players, _player))
    people = {PersonId(plate.person): plate.name for plate in players.values() if plate.person}
    for n, plate in players.items():
        # A person's second seat is a guest with their name. Drop it: that name must not outlive the person.
        if not plate.person and plate.name in people.values():
            players[n] = replace(plate, name=plate.letter)
    results = list(_converted("plays", file.plays, lambda play: _played(play, games, players)))
    return ImportedResults(tuple(results), people)


def _converted(section: str, items: Iterable[T], convert: Callable[[T], R]) -> Iterator[R]:
    for n, item in enumerate(items):
        try:
            yield convert(item)
        except (SetupError, ValueError, LookupError, TypeError) as error:
            reason = str(error) if isinstance(error, SetupError) else "it says something impossible"
            raise SetupError(f"{section}[{n}]: {reason}") from None


def _game(game: BgGame) -> tuple[int, tuple[str, str, Scoring]]:
    """Return a game's number in the file, and our game's name, its sheet's name or "", and its scoring."""
    bgg = game.bgg_id if 0 < game.bgg_id <= MOST_BGG else None
    scoring = Scoring(not game.no_points, game.highest_wins, bgg)
    for name in GAMES:
        for called in ("", game.name):
            if game.uuid == uuid(f"game {name} {called}".strip()):
                return game.id, (name, called and checked_name(called), scoring)
    raise SetupError("this isn't one of our games; only plays from one of our tables can be imported")


def _player(player: Player) -> tuple[int, NamePlate]:
    name = checked_name(player.name)
    if not PLAY_ID.fullmatch(player.uuid):
        raise SetupError("its uuid isn't valid")
    person = "" if player.is_anonymous else player.uuid.lower()
    return player.id, NamePlate(name, "ivory", "circle", name[0], person)


def _played(play: Play, games: dict[int, tuple[str, str, Scoring]], players: dict[int, NamePlate]) -> Played:
    scores = play.player_scores
    began = datetime.strptime(play.play_date, "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    standings = tuple(
        Standing(
            score.rank,
            score.winner,
            int(score.score) if score.score else None,
            ord(score.team) - ord("A") if score.team else n,
        )
        for n, score in enumerate(scores)
    )
    first = next((n for n, score in enumerate(scores) if score.start_player), 0)
    game, called, scoring = games[play.game_ref_id]
    length = play.duration_min * MINUTE
    result = MatchResult(standings, first, 0, length, "", scoring=scoring if called else None)
    plates = tuple(players[score.player_ref_id].recorded for score in scores)
    began_ms = WallTime(round(began.timestamp() * 1000))
    return checked_result(Played(play.uuid, game, began_ms, 0, plates, result, called))


def checked_result(match: Played) -> Played:
    """Return an imported result if it is valid, else raise SetupError; UnknownGame for one not installed."""
    result, count = match.result, len(match.plates)
    if match.game not in GAMES:
        raise UnknownGame("this result isn't from one of our tables")
    if not PLAY_ID.fullmatch(match.id) or result is None:
        raise SetupError("this result isn't from one of our tables")
    if match.called:
        checked_name(match.called)
    if not 1 <= count <= MOST_SEATS or len(result.standings) != count or not 0 <= result.first < count:
        raise SetupError("its players don't fit together")
    for plate in match.plates:
        if plate.person and not ID.fullmatch(plate.person):
            raise SetupError("a person in it has no id")
        for word in (plate.name, plate.colour, plate.shape, plate.letter):
            checked_name(word)
    for standing in result.standings:
        if not 1 <= standing.place <= count or not 0 <= standing.side < MOST_TEAMS:
            raise SetupError("a place or a team in it isn't valid")
        if standing.points is not None and abs(standing.points) > MOST_POINTS:
            raise SetupError("points in it aren't valid")
    watched = result.turns != 0 or result.chases is not None
    if watched or not 0 <= result.played <= LONGEST or len(result.ending) > MOST_TEAMS:
        raise SetupError("it says something that no file of plays says")
    return match


def save(store: Store, imported: ImportedResults, people: Iterable[Person]) -> int:
    """Save the results that aren't here yet, and `people`, all or nothing; return the number of results.

    Raises SetupError if a person can't be added, NotSaved if the store can't be written.
    """
    matches = store.read("select id from match")
    here = {*(play_id(match) for (match,) in matches), *store.imported_results()}
    new = {match.id: match for match in imported.results if match.id not in here}
    register.add(store, people, [(name, msgspec.json.encode(match)) for name, match in new.items()])
    return len(new)


def delete(store: Store, match: str) -> None:
    """Delete a match together with its imported result, which would count in its place. Raises NotSaved."""
    with store.changing() as db:
        db.execute("delete from brought where id = ?", (play_id(match),))
        store.delete(match)


def copy_results(store: Store, copy: StoreReader) -> tuple[str, ...]:
    """Save the results that were imported into a copy; return a sentence for each one that can't be read."""
    results, errors = _read_all(copy)
    save(store, ImportedResults(tuple(results), {}), ())
    return tuple(map(str, errors))
