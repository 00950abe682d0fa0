"""The desk's pages: files for any browser, each rewritten as a whole when something has changed.

They refresh by themselves and count their own age, even when nobody writes them any more. A browser runs
nothing else in them: all text from tables is escaped.
"""

import time
from base64 import b64encode
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from html import escape
from pathlib import Path
from typing import TypeAlias

from companion.book import bgstats, tables
from companion.book.figures import Book
from companion.book.played import Played
from companion.club.rounds import Pod, met, standings
from companion.errors import SetupError
from companion.people import People, Person, PersonId
from companion.whole_file import make_folder, write_whole
from ui.desk import database, words
from ui.desk.database import ClubResults, Database, Result
from ui.desk.glance import Glance, read_glance
from ui.language.words import game_names

MISSING = 90.0
"""Seconds without a message after which a table is missing; every table sends one each 30 s."""
EXPORT = 30.0
"""Seconds between exports of the files for other programs, next to the pages."""
LONGEST = 86_400.0
"""Most seconds for which a match can have stood still."""
MOST_SHOWN = 3
"""Most results of a table on the wall, the last ones."""

_STYLE = (
    "body{font:1.3rem sans-serif;margin:1rem;background:#14171c;color:#f2f2f2}"
    "a{color:#9cf}nav a{margin-right:1em}td,th{padding:.2rem .8rem;text-align:left}"
    "section{display:inline-block;vertical-align:top;width:21rem;margin:.4rem;padding:.6rem;background:#232833}"
    "h2{margin:0}.bad{color:#fb8}table{border-collapse:collapse}"
    "small{color:#aab}iframe{border:0;width:100%;aspect-ratio:24/29}"
)
# The page keeps its age from one refresh to the next in the browser's session storage.
_SCRIPT = (
    "let w=document.body.dataset.now,m=[w,Date.now()],k='age'+location.pathname;try{let s=JSON.parse("
    "sessionStorage[k]||'[]');if(s[0]==w)m=s;sessionStorage[k]=JSON.stringify(m)}catch(e){}"
    "let b=Math.max(0,Date.now()-m[1]);setInterval(()=>document.querySelectorAll('[data-age]').forEach(e=>{"
    "let s=Math.round(+e.dataset.age+(b+performance.now())/1000);e.textContent=s<60?s+' s ago':"
    "s<5400?Math.round(s/60)+' min ago':s<86400?Math.round(s/3600)+' h ago':'more than a day ago'}),1000)"
)
FILES = dict(zip(("wall.html", "standings.html", "tables.html", "round.html"), words.TITLES, strict=True))
# A table's picture is shown only as an image, so a browser runs nothing that it contains.
_BOARD = (
    '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
    "style-src 'unsafe-inline'\"><style>body{margin:0;overflow:hidden}img{width:100%;display:block}</style>"
    '<img alt="" src="data:image/svg+xml;base64,'
)
Seen: TypeAlias = tuple[Glance, float]
"""What a table shows, and for how many seconds it has shown it."""
Names: TypeAlias = Sequence[str]
Every: TypeAlias = Sequence[Result]
Pods: TypeAlias = Mapping[str, Sequence[str]]
Age: TypeAlias = Callable[[datetime], float]
Ago: TypeAlias = Mapping[str, float]
"""The age of a time in seconds; and by table, seconds since it was heard."""
Listed: TypeAlias = Sequence[tuple[str, str, int, float]]
"""Troubles: table, what, how often, and how many seconds ago."""


class Ages:
    """The ages of things in seconds by the monotonic clock; the database's clock may be set, and jump.

    Whatever was there at the first look is as old as the database says, up to a day. Anything later is no
    older than the look before it came.
    """

    def __init__(self, tick: Callable[[], float] = time.monotonic) -> None:
        self.tick = tick
        self._looked = self._before = float("-inf")
        self._born: dict[datetime, float] = {}
        self._born_before: dict[datetime, float] = {}

    def look(self, now: datetime) -> None:
        """Begin a look at `now`, the database's time; times not asked for at the last look are forgotten."""
        self._before, self._looked, self._now = self._looked, self.tick(), now
        self._born_before, self._born = self._born, {}

    def of(self, at: datetime) -> float:
        """Return the age of a time of the database's clock, in seconds."""
        if at not in self._born:
            seconds = min(max((self._now - at).total_seconds(), 0.0), LONGEST)
            self._born[at] = self._born_before.get(at, max(self._looked - seconds, self._before))
        return self._looked - self._born[at]


class DeskPages:
    """The folder of the pages, and everything read for them so far."""

    def __init__(
        self,
        folder: Path,
        table_names: Callable[[], Iterable[str]],
        tick: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the folder, and `table_names`: the tables let in change while the desk runs."""
        self.folder, self.table_names = folder, table_names
        self._results, self._ages = ClubResults(), Ages(tick)
        self._written: dict[str, bytes] = {}
        self._exported = float("-inf")
        self._glances: dict[str, tuple[bytes, float, Glance | None]] = {}

    def write(self, db: Database, packets: Mapping[str, bytes]) -> None:
        """Write the pages that have changed; one that can't be written is tried again.

        `packets` is what each table shows, as received.
        """
        make_folder(self.folder)
        now, results, people = database.now(db), self._results.read(db), database.people(db)
        self._ages.look(now)
        for result in results:
            self._ages.of(result.at)
        heard = {table: self._ages.of(at) for table, at in database.last_heard(db).items()}
        listed = [(who, trouble, n, self._ages.of(at)) for who, trouble, n, at in database.troubles(db)]
        table_names = sorted(self.table_names())
        rounds, after = database.rounds(db), max(database.before_rounds(db).values(), default=0)
        this_round = rounds[max(rounds)] if rounds else {}
        bodies = {
            "wall.html": wall(
                sorted({*table_names, *heard}), results, heard, self._read_glances(db, packets), self._ages.of
            ),
            "standings.html": table_of_standings(results, people),
            "tables.html": troubles(table_names, results, heard, after, this_round, listed),
            "round.html": seating(rounds, people),
        }
        for name, body in bodies.items():
            self._write_file(name, body, page(FILES[name], body, now))
        # With ten thousand results these take a second.
        if self._ages.tick() - self._exported >= EXPORT:
            self._exported = self._ages.tick()
            for name, content in exports(results, people).items():
                self._write_file(name, content)

    def _write_file(self, name: str, content: bytes, document: bytes = b"") -> bool:
        """Write a file unless it is up to date; return whether it is now."""
        if self._written.get(name) != content or not (self.folder / name).exists():
            with suppress(OSError):
                write_whole(self.folder / name, document or content, durable=False)
                self._written[name] = content
        return self._written.get(name) == content

    def _read_glances(self, db: Database, packets: Mapping[str, bytes]) -> dict[str, Seen]:
        """Return what tables show, without missing ones, and write the new pictures."""
        tick, glance = self._ages.tick(), None
        for table, text in list(packets.items()):
            if table in self._glances and self._glances[table][0] is text:
                continue
            try:
                glance = read_glance(text)
            except SetupError as error:
                database.name_trouble(db, table, error.short)
                glance = None
            picture = b64encode(glance.picture()).decode() if glance else ""
            if not glance or self._write_file(f"{table}-board.html", f'{_BOARD}{picture}">'.encode()):
                self._glances[table] = text, tick, glance
        return {
            table: (glance, tick - at + min(max(glance.age, 0.0), LONGEST))
            for table, (_, at, glance) in self._glances.items()
            if glance is not None and tick - at <= MISSING
        }


def page(title: str, body: bytes, now: datetime) -> bytes:
    """Return a whole page."""
    links = "".join(f'<a href="{name}">{escape(label)}</a>' for name, label in FILES.items())
    links += '<a href="results.csv">CSV</a><a href="results.bgsplay">BG Stats</a>'
    head = (
        f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>{escape(title)}'
        f'</title><style>{_STYLE}</style><body data-now="{now.timestamp()}"><nav>{links}</nav>'
        f"<h1>{escape(title)}</h1><p><small>{escape(words.STANDS.format(now))}, {age(0)}</small></p>"
    )
    return f"{head}{body.decode()}<script>{_SCRIPT}</script>\n".encode()


def age(seconds: float) -> str:
    """Return an age as an HTML element that keeps counting."""
    return f'<span data-age="{seconds:.0f}">{escape(words.age(seconds))}</span>'


def game(played: Played) -> str:
    """Return the name of what was played, escaped."""
    return escape(str(played.called or game_names().get(played.game, played.game)))


def result_line(result: Result) -> str:
    """Return a match's result, the best player first."""
    outcome, plates = result.about.result, result.about.plates
    assert outcome is not None
    places = ", ".join(
        f"{at.place}. {escape(plates[player].name)}" + ("" if at.points is None else f" ({at.points})")
        for player in result.about.best_first
        for at in [outcome.standings[player]]
    )
    remarks = f' <span class="bad">{escape(result.held)}</span>' if result.held else ""
    remarks += f" <small>{escape(words.CORRECTED.format(result.reason))}</small>" if result.reason else ""
    return f"{game(result.about)}: {places}{remarks} <small>{escape(result.about.id[:8])}</small>"


def _by_table(results: Every) -> defaultdict[str, list[Result]]:
    by_table: defaultdict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_table[result.table].append(result)
    return by_table


def wall(names: Names, results: Every, heard: Ago, glances: Mapping[str, Seen], old: Age) -> bytes:
    """Return a box for each table: its present match, its last results, and their ages.

    `heard` has the seconds since each table was heard.
    """
    boxes, by_table = [], _by_table(results)
    for name in names:
        mine = by_table[name]
        # Not the last one received: that may be a correction of an earlier match.
        going = max(mine, key=lambda result: result.begun, default=None)
        ended = [result for result in mine if result.about.result is not None][:MOST_SHOWN]
        plays = escape(words.PLAYS_NOTHING)
        if going and not going.over:
            players = ", ".join(plate.name for plate in going.about.plates)
            plays = f"{game(going.about)}: {escape(players)} {age(old(going.at))}"
        if name in glances:
            plays = showing(name, *glances[name])
        latest = "".join(f"<p>{result_line(result)} {age(old(result.at))}</p>" for result in ended)
        ago = age(heard[name]) if name in heard else escape(words.NEVER_HEARD)
        boxes.append(f"<section><h2>{escape(name)} <small>{ago}</small></h2><p>{plays}</p>{latest}</section>")
    return ("".join(boxes) or f"<p>{escape(words.NOTHING_YET)}</p>").encode()


def showing(name: str, glance: Glance, seconds: float) -> str:
    """Return what everybody at a table sees now."""
    lines = [glance.subtitle, glance.said, glance.verdict, *glance.lines]
    lines += [f"{player} {points}" for player, points in glance.points]
    board = f'<iframe sandbox title="" src="{escape(name)}-board.html"></iframe>' if glance.board else ""
    head = f"{escape(glance.game)} {age(seconds)}<br><b>{escape(glance.title)}</b>"
    return "<br>".join([head, *map(escape, filter(None, lines))]) + board


def table_of_standings(results: Every, people: Mapping[PersonId, str]) -> bytes:
    """Return the standings of everybody who has played, under the names on the club's list."""
    names = eligible(results, people)
    rows = standings((result.about for result in results if result.counts), names)
    head = "".join(f"<th>{escape(column)}" for column in words.COLUMNS)
    body = "".join(
        f"<tr><td>{row.place}<td>{escape(names[row.person])}<td>{row.matches}<td>{row.won}<td>{row.points:g}"
        for row in rows
    )
    return f"<table><tr>{head}{body}</table><p><small>{escape(words.POINTS)}</small></p>".encode()


def eligible(results: Every, people: Mapping[PersonId, str]) -> dict[PersonId, str]:
    """Return who can be in the standings: the club's list or, without one, everybody the tables know."""
    if people:
        return dict(people)
    plates = [plate for result in results if result.counts for plate in result.about.plates if plate.person]
    return {PersonId(plate.person): plate.name for plate in reversed(plates)}


def troubles(names: Names, results: Every, heard: Ago, after: int, pods: Pods, listed: Listed) -> bytes:
    """Return each table's condition (missing, late in this round, or here), and the troubles.

    A result belongs to this round if its end has an id greater than `after`; each trouble `listed` ends with
    its age.
    """
    rows, by_table = [], _by_table(results)
    for name in names:
        has_result = any(result.counts and result.first > after for result in by_table[name])
        missing = heard.get(name, LONGEST) > MISSING
        state = words.MISSING if missing else words.LATE if name in pods and not has_result else words.HERE
        ago = age(heard[name]) if name in heard else escape(words.NEVER_HEARD)
        kind = "" if state == words.HERE else ' class="bad"'
        rows.append(f"<tr><td>{escape(name)}<td{kind}>{escape(state)}<td>{ago}")
    wrong = "".join(
        f"<tr><td>{escape(table)}<td>{escape(trouble)}<td>{times}<td>{age(seconds)}"
        for table, trouble, times, seconds in listed
    )
    bad = f'<table class="bad">{wrong}</table>' if wrong else f"<p>{escape(words.NO_TROUBLES)}</p>"
    return f"<table>{''.join(rows)}</table><h2>{escape(words.TROUBLES)}</h2>{bad}".encode()


def seating(rounds: Mapping[int, Pods], people: Mapping[PersonId, str]) -> bytes:
    """Return who sits where, and why."""
    if not rounds:
        return f"<p>{escape(words.NO_ROUND)}</p>".encode()
    *earlier, newest = sorted(rounds)
    before = met(rounds[number].values() for number in earlier)
    boxes = ""
    for table, sat in rounds[newest].items():
        names = ", ".join(people.get(PersonId(person), person) for person in sat)
        reason = words.why(Pod.of(sat, before), len(earlier), people)
        boxes += f"<section><h2>{escape(table)}</h2><p>{escape(names)}</p>"
        boxes += f"<small>{escape(reason)}</small></section>"
    return boxes.encode()


def exports(results: Every, people: Mapping[PersonId, str]) -> dict[str, bytes]:
    """Return the files for other programs: a table (CSV), and plays for BG Stats."""
    names = eligible(results, people).items()
    persons = {person: Person(person, name, "ivory", "circle", name[:1] or "?") for person, name in names}
    book = Book.of([result.about for result in results if result.counts], People(persons))
    return {"results.csv": tables.as_csv(book), "results.bgsplay": bgstats.plays_file(book, game_names())}
