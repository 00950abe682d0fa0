"""The desk's pages: files that anything can show, written whole when something has changed.

They refresh by themselves and count their own age. Nothing else in them is run by a browser: each text that
a table said is escaped.
"""

from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from html import escape
from pathlib import Path

from companion.book import bgstats, tables
from companion.book.figures import Book
from companion.book.played import Played
from companion.club.rounds import Pod, met
from companion.club.standings import standings
from companion.errors import SetupError
from companion.people import People, Person, PersonId
from companion.whole_file import make_folder, write_whole
from ui.desk import database, words
from ui.desk.database import Database, Result, Results
from ui.desk.glance import Glance, read_glance
from ui.language.words import game_names

MISSING = 90.0
"""Seconds without a word after which a table is missing: it says every 30 s that it is there."""
EXPORT = 30.0
"""Seconds between two times that the files for other programs are written beside the pages."""
LONGEST = 86_400.0
"""Seconds for which a match can have stood still."""
MOST_SHOWN = 3
"""Last results of a table on the wall."""

_STYLE = (
    "body{font:1.3rem sans-serif;margin:1rem;background:#14171c;color:#f2f2f2}"
    "a{color:#9cf}nav a{margin-right:1em}td,th{padding:.2rem .8rem;text-align:left}"
    "section{display:inline-block;vertical-align:top;width:21rem;margin:.4rem;padding:.6rem;background:#232833}"
    "h2{margin:0}.bad{color:#fb8}table{border-collapse:collapse}"
    "small{color:#aab}iframe{border:0;width:100%;aspect-ratio:24/29}"
)
_SCRIPT = (
    "let b=Date.now(),n=+document.body.dataset.now;setInterval(()=>document.querySelectorAll('[data-at]')"
    ".forEach(e=>{let s=Math.max(0,Math.round((n-e.dataset.at)+(Date.now()-b)/1000));"
    "e.textContent=s<60?s+' s ago':s<5400?Math.round(s/60)+' min ago':Math.round(s/3600)+' h ago'}),1000)"
)
FILES = {
    "wall.html": words.WALL,
    "standings.html": words.STANDINGS,
    "tables.html": words.TABLES,
    "round.html": words.ROUND,
}
# A table's picture is shown as an image alone: whatever it holds, a browser runs nothing of it.
_BOARD = (
    '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\'; img-src data:; '
    "style-src 'unsafe-inline'\"><style>body{margin:0;overflow:hidden}img{width:100%;display:block}</style>"
    '<img alt="" src="data:image/svg+xml;base64,'
)
Seen = tuple[Glance, datetime]
"""What a table shows, and since when."""


class Pages:
    """The folder of the pages, and what was read for them so far."""

    def __init__(self, folder: Path, known: Iterable[str]) -> None:
        self.folder, self.known = folder, tuple(known)
        self._results = Results()
        self._written: dict[str, bytes] = {}
        self._exported: datetime | None = None
        self._seen: dict[str, tuple[bytes, datetime, Seen | None]] = {}

    def write(self, db: Database, shown: Mapping[str, bytes]) -> None:
        """Write the pages that have changed; where the disk won't take one, it is tried again.

        `shown` is what each table shows, as it came.
        """
        make_folder(self.folder)
        now, results, people = database.now(), self._results.read(db), database.people(db)
        seen = database.seen(db)
        names = sorted({*self.known, *seen})
        drawn, pods = database.this_round(db)
        bodies = {
            "wall.html": wall(names, results, seen, self._shown(db, shown, now), now),
            "standings.html": table_of_standings(results, people),
            "tables.html": troubles(names, results, seen, drawn, pods, database.troubles(db), now),
            "round.html": this_round(database.rounds(db), people),
        }
        for name, body in bodies.items():
            # Two seconds apart only the clock in it differs.
            if self._written.get(name) != body or name in ("wall.html", "tables.html"):
                with suppress(OSError):
                    write_whole(self.folder / name, page(FILES[name], body, now), durable=False)
                    self._written[name] = body
        # Of ten thousand results these take a second.
        if self._exported is not None and (now - self._exported).total_seconds() < EXPORT:
            return
        self._exported = now
        with suppress(OSError):
            for name, content in exports(results, people).items():
                if self._written.get(name) != content:
                    write_whole(self.folder / name, content, durable=False)
                    self._written[name] = content

    def _shown(self, db: Database, shown: Mapping[str, bytes], now: datetime) -> dict[str, Seen]:
        """Return what tables show that aren't missing, and write the pictures that are new."""
        for table, text in list(shown.items()):
            if table in self._seen and self._seen[table][0] is text:
                continue
            found = None
            try:
                glance = read_glance(text)
                if glance is not None:
                    found = glance, now - timedelta(seconds=min(max(glance.age, 0.0), LONGEST))
                    picture = f'{_BOARD}{b64encode(glance.picture()).decode()}">'.encode()
                    if self._written.get(f"{table}-board.html") != picture:
                        write_whole(self.folder / f"{table}-board.html", picture, durable=False)
                        self._written[f"{table}-board.html"] = picture
            except SetupError as error:
                database.name_trouble(db, table, error.short)
            except OSError:
                continue
            self._seen[table] = text, now, found
        return {
            table: found
            for table, (_, at, found) in self._seen.items()
            if found is not None and (now - at).total_seconds() <= MISSING
        }


def page(title: str, body: bytes, now: datetime) -> bytes:
    """Return a whole page."""
    ways = "".join(f'<a href="{name}">{escape(said)}</a>' for name, said in FILES.items())
    ways += '<a href="results.csv">CSV</a><a href="results.bgsplay">BG Stats</a>'
    head = (
        f'<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="2"><title>{escape(title)}'
        f'</title><style>{_STYLE}</style><body data-now="{now.timestamp():.0f}"><nav>{ways}</nav>'
        f"<h1>{escape(title)}</h1><p><small>{escape(words.stands(now))}, {age(now, now)}</small></p>"
    )
    return f"{head}{body.decode()}<script>{_SCRIPT}</script>\n".encode()


def age(at: datetime, now: datetime) -> str:
    """Return how old something is, as a text that goes on counting."""
    said = words.age((now - at).total_seconds())
    return f'<span data-at="{at.timestamp():.0f}">{escape(said)}</span>'


def named(one: Played) -> str:
    """Return what is played and by whom."""
    return f"{game(one)}: {', '.join(escape(plate.name) for plate in one.plates)}"


def game(one: Played) -> str:
    """Return how what is played is called."""
    return escape(str(one.called or game_names().get(one.game, one.game)))


def came_out(one: Result) -> str:
    """Return how a match came out, the best first."""
    assert one.about.came is not None
    both = sorted(
        zip(one.about.came.standings, one.about.plates, strict=True), key=lambda pair: pair[0].place
    )
    said = ", ".join(
        f"{at.place}. {escape(plate.name)}" + (f" ({at.points})" if at.points is not None else "")
        for at, plate in both
    )
    why = f' <span class="bad">{escape(one.held)}</span>' if one.held else ""
    why += f" <small>{escape(words.corrected(one.reason))}</small>" if one.reason else ""
    return f"{game(one.about)}: {said}{why} <small>{escape(one.about.match[:8])}</small>"


def _by_table(results: Iterable[Result]) -> defaultdict[str, list[Result]]:
    found: defaultdict[str, list[Result]] = defaultdict(list)
    for one in results:
        found[one.table].append(one)
    return found


def wall(
    names: Sequence[str],
    results: Sequence[Result],
    seen: Mapping[str, datetime],
    shown: Mapping[str, Seen],
    now: datetime,
) -> bytes:
    """Return a box for each table: what goes on there, its last results, and how old each is."""
    boxes, by_table = [], _by_table(results)
    for name in names:
        mine = by_table[name]
        going = mine[0] if mine and not mine[0].over else None
        ended = [one for one in mine if one.about.came is not None][:MOST_SHOWN]
        plays = f"{named(going.about)} {age(going.at, now)}" if going else escape(words.PLAYS_NOTHING)
        if name in shown:
            plays = showing(name, *shown[name], now)
        last = "".join(f"<p>{came_out(one)} {age(one.at, now)}</p>" for one in ended)
        heard = age(seen[name], now) if name in seen else escape(words.NEVER_HEARD)
        boxes.append(f"<section><h2>{escape(name)} <small>{heard}</small></h2><p>{plays}</p>{last}</section>")
    return ("".join(boxes) or f"<p>{escape(words.NOTHING_YET)}</p>").encode()


def showing(name: str, glance: Glance, at: datetime, now: datetime) -> str:
    """Return what everybody at a table sees now."""
    said = [glance.subtitle, glance.said, glance.verdict, *glance.lines]
    said += [f"{who} {points}" for who, points in glance.score.items()]
    board = f'<iframe sandbox title="" src="{escape(name)}-board.html"></iframe>' if glance.board else ""
    head = f"{escape(glance.game)} {age(at, now)}<br><b>{escape(glance.title)}</b>"
    return "<br>".join([head, *map(escape, filter(None, said))]) + board


def table_of_standings(results: Sequence[Result], people: Mapping[PersonId, str]) -> bytes:
    """Return the standings of everybody who has played, by the names of the club's list."""
    rows = standings((one.about for one in results if one.counts), known(results, people))
    names = known(results, people)
    head = "".join(f"<th>{escape(column)}" for column in words.COLUMNS)
    body = "".join(
        f"<tr><td>{row.place}<td>{escape(names[row.person])}<td>{row.matches}<td>{row.won}<td>{row.points:g}"
        for row in rows
    )
    return f"<table><tr>{head}{body}</table><p><small>{escape(words.POINTS)}</small></p>".encode()


def known(results: Iterable[Result], people: Mapping[PersonId, str]) -> dict[PersonId, str]:
    """Return who can be in the standings: the club's list or, without one, everybody whom tables know."""
    if people:
        return dict(people)
    plates = [plate for one in results if one.counts for plate in one.about.plates if plate.person]
    return {PersonId(plate.person): plate.name for plate in reversed(plates)}


def troubles(
    names: Sequence[str],
    results: Sequence[Result],
    seen: Mapping[str, datetime],
    drawn: datetime | None,
    pods: Mapping[str, Sequence[str]],
    listed: Sequence[tuple[str, str, int, datetime]],
    now: datetime,
) -> bytes:
    """Return how each table is: missing, late in this round, or here; and what can't be that tables said."""
    rows, by_table = [], _by_table(results)
    for name in names:
        missing = name not in seen or (now - seen[name]).total_seconds() > MISSING
        done = drawn is None or any(one.counts and one.at >= drawn for one in by_table[name])
        how = words.MISSING if missing else words.LATE if name in pods and not done else words.HERE
        heard = age(seen[name], now) if name in seen else escape(words.NEVER_HEARD)
        kind = "" if how == words.HERE else ' class="bad"'
        rows.append(f"<tr><td>{escape(name)}<td{kind}>{escape(how)}<td>{heard}")
    wrong = "".join(
        f"<tr><td>{escape(table)}<td>{escape(what)}<td>{times}<td>{age(at, now)}"
        for table, what, times, at in listed
    )
    bad = f'<table class="bad">{wrong}</table>' if wrong else f"<p>{escape(words.NO_TROUBLES)}</p>"
    return f"<table>{''.join(rows)}</table><h2>{escape(words.TROUBLES)}</h2>{bad}".encode()


def this_round(rounds: Mapping[int, Mapping[str, Sequence[str]]], people: Mapping[PersonId, str]) -> bytes:
    """Return who sits where, and why."""
    if not rounds:
        return f"<p>{escape(words.NO_ROUND)}</p>".encode()
    *earlier, last = sorted(rounds)
    before = met(rounds[number].values() for number in earlier)
    boxes = []
    for table, sat in rounds[last].items():
        who = ", ".join(people.get(PersonId(one), one) for one in sat)
        pod = Pod.of(sat, before)
        said = words.why(pod, len(earlier), people)
        boxes.append(
            f"<section><h2>{escape(table)}</h2><p>{escape(who)}</p><small>{escape(said)}</small></section>"
        )
    return "".join(boxes).encode()


def exports(results: Sequence[Result], people: Mapping[PersonId, str]) -> dict[str, bytes]:
    """Return the files for other programs: a table (CSV), and plays for BG Stats."""
    persons = {
        one: Person(one, name, "ivory", "circle", name[:1] or "?")
        for one, name in known(results, people).items()
    }
    book = Book.of([one.about for one in results if one.counts], People(persons))
    return {"results.csv": tables.as_csv(book), "results.bgsplay": bgstats.plays(book, game_names())}
