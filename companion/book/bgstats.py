"""Exports matches to BG Stats, the play tracker: as a link that its app opens, and as a .bgsplay file.

Both are made offline. To suit its readers, all flags of players and games are written, numbers are JSON
numbers, times are UTC without a "T", and ids never change.
"""

import re
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha1

import msgspec
from msgspec import UNSET, Struct, UnsetType

from companion.book.figures import Book
from companion.book.played import MatchResult, Played
from companion.clock import WallTime
from companion.errors import SetupError
from companion.people import ID, LONGEST_NAME, SOMEBODY, first_letters

# Who sat at a match and when it began, for other programs: people's ids, and their present names.


class SharedName(Struct, frozen=True):
    """A player for another program; `key` never changes: a person's id, or made from a guest's plate.

    A forgotten person is SOMEBODY, with a key that doesn't identify them.
    """

    key: str
    name: str
    guest: bool


def shared_names(book: Book, match: Played) -> tuple[SharedName, ...]:
    """Return the names at a match, by player; equal keys are numbered."""
    names: list[SharedName] = []
    uses: Counter[str] = Counter()
    who = book.who(match)
    best = match.best_seats(who)
    for player, (person, plate) in enumerate(zip(who, match.plates, strict=True)):
        if person in book.people.known:
            name, guest = book.people.name(person), best[person] != player
            key = f"guest-{person}" if guest else str(person)
        elif person:
            key, name, guest = SOMEBODY, SOMEBODY, True
        else:
            key, name, guest = f"guest-{plate.name}", plate.name, True
        uses[key] += 1
        names.append(SharedName(key if uses[key] == 1 else f"{key}-{uses[key]}", name, guest))
    return tuple(names)


def utc_text(at: WallTime) -> str:
    """Return a time as `2026-11-22 17:30:00`, UTC; the start of 1970 if it is out of range."""
    try:
        when = datetime.fromtimestamp(at / 1000, UTC)
    except (OverflowError, ValueError, OSError):
        when = datetime.fromtimestamp(0, UTC)
    return when.strftime("%Y-%m-%d %H:%M:%S")


SOURCE = "Table Companion"
"""The sender's name, by which BG Stats remembers how it has mapped players and games."""

LINK = "https://app.bgstatsapp.com/createPlay.html?data="

MOST_LINK = 2_400
"""The longest link: it fits a QR code of version 36, which phones can read off a panel of 480 pixels."""

NAMES_CUT = (16, 10, 6, 3, 1, 0)
"""Letters that are left of each name, tried in turn while the link is too long; 0: the first code point."""

_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:,/!*()'")
"""Bytes that need no escape in a link's query; the fewer escapes, the coarser the QR code."""


class _LinkGame(Struct, frozen=True, rename="camel"):
    name: str
    source_game_id: str
    highest_wins: bool
    no_points: bool
    bgg_id: int | UnsetType = UNSET


class _LinkPlayer(Struct, frozen=True, rename="camel"):
    name: str
    source_player_id: str
    start_player: bool
    winner: bool
    score: int | UnsetType = UNSET
    rank: int | UnsetType = UNSET
    team: str | UnsetType = UNSET


class _LinkPlay(Struct, frozen=True, rename="camel"):
    source_name: str
    source_play_id: str
    play_date: str
    game: _LinkGame
    players: tuple[_LinkPlayer, ...]
    duration_min: int


def link(book: Book, match: Played, names: Mapping[str, str]) -> str:
    """Return the link that posts a match; `names` are those of games, by game.

    If it would be too long for a QR code that phones read well, people's names are cut: BG Stats recognizes
    people by their keys. Raises SetupError for a match that wasn't finished, which BG Stats would take for
    one that everybody lost.
    """
    text = ""
    for most in (LONGEST_NAME, *NAMES_CUT):
        text = _link(book, match, names, most)
        if len(text) <= MOST_LINK:
            break
    return text


def _link(book: Book, match: Played, names: Mapping[str, str], most: int) -> str:
    result = match.result
    if result is None:
        raise SetupError("this match wasn't played to its end")
    scoring, teams = match.scoring, _teams(result)
    bgg = UNSET if scoring.bgg is None else scoring.bgg
    game = _LinkGame(match.called or names[match.game], match.key, scoring.high_wins, not scoring.points, bgg)
    players = tuple(
        _LinkPlayer(
            first_letters(who.name, most).strip() if most else who.name[:1],
            _short(who.key),
            player == result.first,
            standing.won,
            UNSET if standing.points is None else standing.points,
            # With points the place is redundant; leaving it out saves room.
            UNSET if scoring.points else standing.place,
            teams[player] or UNSET,
        )
        for player, (who, standing) in enumerate(
            zip(shared_names(book, match), result.standings, strict=True)
        )
    )
    play = _LinkPlay(SOURCE, match.id, utc_text(match.began), game, players, max(1, result.minutes))
    encoded = msgspec.json.encode(play)
    return LINK + "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in encoded)


class Player(Struct, frozen=True, rename="camel"):
    id: int
    uuid: str
    name: str
    is_anonymous: bool
    modification_date: str
    bgg_username: str = ""


class BgGame(Struct, frozen=True, rename="camel"):
    id: int
    uuid: str
    name: str
    modification_date: str
    highest_wins: bool
    no_points: bool
    uses_teams: bool
    bgg_id: int
    cooperative: bool = False
    bgg_name: str = ""
    bgg_year: int = 0


class Score(Struct, frozen=True, rename="camel"):
    player_ref_id: int
    score: str
    winner: bool
    start_player: bool
    rank: int
    seat_order: int
    new_player: bool = False
    role: str = ""
    team: str = ""
    team_role: str = ""
    start_position: str = ""


class Play(Struct, frozen=True, rename="camel"):
    uuid: str
    play_date: str
    entry_date: str
    modification_date: str
    duration_min: int
    game_ref_id: int
    uses_teams: bool
    player_scores: tuple[Score, ...]
    manual_winner: bool = True
    ignored: bool = False
    rating: int = 0
    scoring_setting: int = 0
    rounds: int = 0
    board: str = ""
    comments: str = ""
    location_ref_id: int = 0
    expansion_plays: tuple[()] = ()


class _Me(Struct, frozen=True, rename="camel"):
    me_ref_id: int = 0


class PlaysFile(Struct, frozen=True, rename="camel"):
    players: list[Player]
    games: list[BgGame]
    plays: list[Play]
    locations: tuple[()] = ()
    user_info: _Me = _Me()


def plays_file(book: Book, names: Mapping[str, str]) -> bytes:
    """Return a .bgsplay file of all finished matches; the same book always makes the same file."""
    players: dict[str, Player] = {}
    games: dict[str, BgGame] = {}
    plays: list[Play] = []
    team_games = {match.key for match, result in book.finished() if any(_teams(result))}
    for match, result in book.finished():
        scoring, teams = match.scoring, _teams(result)
        date, who = utc_text(match.began), shared_names(book, match)
        if match.key not in games:
            games[match.key] = BgGame(
                len(games) + 1,
                uuid(f"game {match.key}"),
                match.called or names[match.game],
                date,
                scoring.high_wins,
                not scoring.points,
                match.key in team_games,
                scoring.bgg or 0,
            )
        for player in who:
            if player.key not in players:
                players[player.key] = _player(len(players) + 1, player, date)
        scores = tuple(
            Score(
                players[who[player].key].id,
                "" if standing.points is None else str(standing.points),
                standing.won,
                player == result.first,
                standing.place,
                player + 1,
                team=teams[player],
            )
            for player, standing in enumerate(result.standings)
        )
        minutes, game = max(1, result.minutes), games[match.key].id
        plays.append(Play(play_id(match.id), date, date, date, minutes, game, any(teams), scores))
    return msgspec.json.encode(PlaysFile(list(players.values()), list(games.values()), plays))


def _player(number: int, who: SharedName, date: str) -> Player:
    player_id = uuid(f"guest {who.key}") if who.guest else who.key.upper()
    return Player(number, player_id, who.name, who.guest, date)


def play_id(match: str) -> str:
    """Return a match's id in a file of plays; an imported one keeps its own."""
    return match if PLAY_ID.fullmatch(match) else uuid(f"match {match}")


def uuid(name: str) -> str:
    """Return the UUID of a name (version 5, upper case): the same for the same name, at every table."""
    digest = bytearray(sha1(NAMESPACE + name.encode(errors="replace")).digest()[:16])
    digest[6], digest[8] = digest[6] & 0x0F | 0x50, digest[8] & 0x3F | 0x80
    digits = digest.hex().upper()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


PLAY_ID = re.compile(r"[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}")

NAMESPACE = bytes.fromhex("6f2c1b7a9d0e4c53a1f87b64d2e35c90")
"""Our namespace for UUIDs of version 5."""


def _teams(result: MatchResult) -> tuple[str, ...]:
    """Return each player's team, a letter; all "" if nobody has a team mate."""
    sides = [standing.side for standing in result.standings]
    if len(set(sides)) == len(sides):
        return ("",) * len(sides)
    return tuple(chr(ord("A") + side) for side in sides)


def _short(key: str) -> str:
    """Return a key for a link: the first 12 digits of a person's id, which are unique in practice."""
    return key.replace("-", "")[:12] if ID.fullmatch(key) else key
