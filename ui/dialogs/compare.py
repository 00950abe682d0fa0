"""The real table differs from the record: entering what differs, and finding out what went wrong."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any

from kivy.clock import Clock
from msgspec import Struct
from msgspec.structs import replace

from companion.comparing import Comparable, Contents, ContentsOf, Way, entries_changing, mends, pairs, ways
from companion.game import Accepted, Refused, Seat, Steps
from companion.journal import Entered, Entry, Faulted
from companion.match_reports import Replace
from companion.putting_back import HasPieces, steps
from ui.dialogs.questions import answer, asking
from ui.games.face import Comparing, Counting, CountLine, Form, GameFace, Showing
from ui.language import words
from ui.language.phrases import capital
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Drawing, Figure, Pages, Part, Text, column, headed, marked, row, sides
from ui.stage import theme
from ui.stage.parts import ringed
from ui.stage.scene import Scene, Spot, Viewport
from ui.table.presenting import Choice, GameSpecific, MendingPresenter, Presenter
from ui.table.session import AnyAnswer, Session

MOST_TRIED = 40_000
"""Steps of the search for two changes: about 2 s of one core in Cryptid, where each takes least."""


class Difference(Struct, frozen=True):
    """How the real table differs from the record, in what `seen` returns of a state.

    `contents`: what is really there, by place. `places`: further places that differ, without saying how.
    `recount`: the report that accepts the count as it is, None if nothing was counted. `at_once`: see `ways`.
    """

    seen: ContentsOf
    contents: Contents
    places: tuple[Any, ...] = ()
    recount: Any = None  # a report of the game
    at_once: bool = False


class Mended(Struct, frozen=True):
    """Reports to submit in order to correct the record.

    `then` is the report that was refused, to be submitted again.
    """

    reports: tuple[Any, ...]
    then: Any = None


class AskWhich(Struct, frozen=True):
    """One of several reports happened before an entry, or `instead` of it: players must enter which."""

    entry: int
    instead: bool


class LookAt(Struct, frozen=True):
    """Opens an entry in the history."""

    entry: int


def figures(counting: Counting, presenter: Presenter, view: GameSpecific) -> Contents:
    """Return a view's count as figures by (line, column) of the form."""
    form = counting.form(view, presenter)
    lines = [] if form is None else [tally.figures for tally in form.tallies]
    return _by_place(lines)


def counted(
    seen: ContentsOf, state: GameSpecific, counts: Sequence[tuple[int, ...]], recount: GameSpecific
) -> Difference:
    """Return how a count differs from a state; `counts` are figures by line and column."""
    now = seen(state)
    differs = {place: count for place, count in _by_place(counts).items() if count != now[place]}
    return Difference(seen, differs, recount=recount)


def _by_place(lines: Sequence[tuple[int, ...]]) -> Contents:
    return {(row, column): count for row, line in enumerate(lines) for column, count in enumerate(line)}


def explanations(session: Session, presenter: Presenter, difference: Difference) -> Iterator[Choice | None]:
    """Yield each change that explains the difference, as a choice; None wherever the caller may pause.

    Of changes with the same result only the first is yielded. Pairs of changes are only tried if no single
    one is enough.
    """
    if difference.places:
        return
    match, contents_of, contents = session.match, difference.seen, difference.contents
    tables: list[Any] = []
    for way in ways(match, contents_of, contents, at_once=difference.at_once):
        if way is None or way.table in tables:
            yield None
            continue
        tables.append(way.table)
        yield _choice(session, presenter, way, session.length)
    two = pairs(match, contents_of, contents, at_once=difference.at_once)
    for pair in islice(two, MOST_TRIED) if not tables else ():
        if pair is None or pair.table in tables:
            yield None
            continue
        tables.append(pair.table)
        both = [_choice(session, presenter, way, session.length) for way in pair.ways]
        both_sentences = " ".join(words.labelled(choice.title, choice.subtitle) for choice in both)
        yield Choice(words.TWO_CHANGES, both_sentences, Mended(pair.reports))


def _choice(session: Session, presenter: Presenter, way: Way[Any, Any], length: int) -> Choice:
    entry, correction = way.entry, Mended((way.report_for(length),), way.then)
    if way.report is None:
        return Choice(words.never_happened(entry), _sentence_of(session, presenter, entry), correction)
    at = session.match.entries[-1].at
    sentence = presenter.describe(Entry(entry, at, Entered(way.report, way.events)))[0]
    title = words.forgotten_before(entry) if entry < length else words.FORGOTTEN_NOW
    if way.instead:
        title = words.entry_instead(entry)
    if way.one_of:
        return Choice(title, words.ONE_OF_SEVERAL, AskWhich(entry, way.instead))
    return Choice(title, sentence, correction)


def otherwise(session: Session, presenter: Presenter, difference: Difference) -> list[Choice]:
    """Return what players can do without an explanation: accept the count, or look at relevant entries."""
    countable = difference.recount is not None and session.match.outcome is None
    recount = (_as_counted(session, difference),) if countable else ()
    entries = entries_changing(session.match, difference.seen, (*difference.contents, *difference.places))
    sentence = partial(_sentence_of, session, presenter)
    return [*recount, *(Choice(words.look_at(entry), sentence(entry), LookAt(entry)) for entry in entries)]


def _as_counted(session: Session, difference: Difference) -> Choice:
    """Return the choice to accept the count; if cards are missing, the table plays on without them."""
    recount = difference.recount
    missing = lacks(session, recount)
    if missing <= 0:
        return Choice(words.AS_COUNTED, words.AS_COUNTED_HINT, recount)
    return Choice(words.cards_short(missing), words.CARDS_SHORT_HINT, replace(recount, short=missing))


def lacks(session: Session, recount: GameSpecific) -> int:
    """Return how many cards are missing from a count; negative for too many, 0 if the rules don't mind."""
    ruling = session.match.game.judge(session.match.state, recount)
    missing = ruling.violations[0].details.get("missing") if isinstance(ruling, Refused) else None
    return missing if isinstance(missing, int) else 0


def to_fix(session: Session, difference: Difference) -> Steps:
    """Return the steps that make the table agree with the record; none if there can't be any."""
    game, state = session.match.game, session.match.state
    if not isinstance(game, HasPieces) or session.match.hold is not None:
        return ()
    if difference.recount is None:
        return steps(game, game.with_reported(state, difference.contents), game.pieces(state))
    ruling = game.judge(state, difference.recount)
    if not isinstance(ruling, Accepted):
        return ()
    # Only the count itself describes the table, not what follows from it.
    return steps(game, game.pieces(game.evolve(state, ruling.events[0])), game.pieces(state))


def _sentence_of(session: Session, presenter: Presenter, entry: int) -> str:
    return presenter.describe(session.position(entry))[0]


# Refusals due to earlier entries: which they are, and what may really have happened.


def offers(session: Session, presenter: Presenter, refused: AnyAnswer) -> tuple[str, list[Choice]]:
    """Return what is wrong, and a choice for each earlier entry that could explain the refusal.

    A choice's `report` is a pair: the correction, and the refused report to submit again; None if no
    correction would help.
    """
    body = None if refused.entry is None else refused.entry.body
    if not isinstance(presenter, MendingPresenter) or not isinstance(body, Faulted):
        return "", []
    choices = []
    found = mends(session.match, body.report, body.violations)
    # For a single entry without a correction, `against` says as much in a sentence.
    for mend in found if len(found) > 1 or any(mend.report is not None for mend in found) else ():
        correction: tuple[Any, Any] | None = None
        title = words.entry(mend.entry)
        if mend.report is not None:
            title = words.entry_was(mend.entry, presenter.instead(mend.report))
            correction = Replace(mend.entry, mend.report), body.report
        choices.append(Choice(title, _sentence_of(session, presenter, mend.entry), correction))
    return presenter.explain(body.violations[:1]).title, choices


def against(session: Session, presenter: Presenter, refused: AnyAnswer) -> str:
    """Return whose entry a refused report contradicts, and its number; empty if none or if more is wrong."""
    body = None if refused.entry is None else refused.entry.body
    if not isinstance(body, Faulted) or len(body.violations) > 1:
        return ""
    for mend in mends(session.match, body.report, body.violations):
        report = getattr(session.position(mend.entry).body, "report", None)
        seat: Seat | None = getattr(report, "seat", None)
        number = words.entry_number(mend.entry)
        return number if seat is None else words.comma(presenter.seat_name(seat), number)
    return ""


# The dialogs.

SIDE_MM, MANY_MM, WIDE_MM = 34.0, 63.0, 25.0
"""Width of the pads next to the board, or height below it; for more than FEW; least width of one."""
FEW = 2
"""Up to this many things to choose from fit next to the board at its usual size."""
ROW_MM, FIGURE_MM, OUT_MM = 14.0, 40.0, 44.0
"""Height of a line, and width of a figure and of the pad that ends a search."""
NAME_MM = 8.0
"""Size of a mark, and height of a name above its figure."""
SECONDS = 0.008
"""Seconds of search in each frame, few enough for the screen to stay responsive."""
MOST_SHARES = 250
"""Frames that a search may take: 2 s of one core. Where each change takes longer, fewer are tried."""
MOST = 12
"""Changes found after which a search ends, because nobody reads more."""


class CompareDialog(PartDialog):
    """The recorded board, with rings around places that differ; `on_done` gets the difference.

    `contents`: what is really on a place. `unexplained`: places that differ, without saying how. `place`: the
    place that the dialog is asking about.
    """

    session: Session
    game: GameFace
    presenter: Presenter
    close: Callable[[], None]
    on_done: Callable[[Difference], None]
    contents: dict[Any, Any] = field(default_factory=dict)
    unexplained: tuple[Any, ...] = ()
    place: Any = None

    def start(self) -> None:
        """Read the recorded board."""
        assert isinstance(self.game, Comparing)
        assert isinstance(self.game.game, Comparable)
        self._words, self._rules = self.game, self.game.game
        self._recorded = self._rules.contents(self.session.match.state)
        self._places = {self._words.spot(place): place for place in self._recorded}

    def tap(self, spot: Spot) -> None:
        """Ask what is on a place; if nothing can be chosen there, toggle that it differs."""
        if spot in self._places:
            self._ask(self._places[spot])

    def _ask(self, place: Any) -> None:
        if self._rules.possible_things(self.session.match.state, place):
            self.place = place
        elif place in self.unexplained:
            self.unexplained = tuple(other for other in self.unexplained if other != place)
        else:
            self.unexplained = (*self.unexplained, place)
        self.compose()

    def enter(self, thing: Any) -> None:
        """Set what is on the place that the dialog is asking about."""
        if thing == self._recorded[self.place]:
            self.contents.pop(self.place, None)
        else:
            self.contents[self.place] = thing
        self.place = None
        self.compose()

    def part(self) -> Part:
        """Return a title, the board, and next to it what differs, or what may be on a place."""
        if self.place is None:
            title, first = words.COMPARE_TITLE, self._done_pad()
            others = [*map(self._difference_pad, self._differs[::-1])]
        else:
            possible = self._rules.possible_things(self.session.match.state, self.place)
            others = [self._thing_pad(thing) for thing in possible if thing != self._recorded[self.place]]
            title = words.what_lies(capital(others[0].hint))
            others = [replace(pad, hint="") for pad in others]
            first = Button(words.AS_SHOWN, on_tap=partial(self.enter, self._recorded[self.place]))
        first = replace(first, primary=True, mm=theme.PRIMARY_MM, name="first")
        pads = Pages(tuple(others), theme.TARGET_MM, WIDE_MM, ROW_MM, name="places")
        # Words that are next to a picture need more room.
        wide = self.place is not None and isinstance(self.game, Showing)
        many = len(others) > FEW and (self.upright or wide)
        return column(
            headed(title, Button(words.CANCEL, on_tap=self.close, name="cancel"), role=theme.heading),
            sides(
                Drawing(self._board, on_tap=self.tap, name="board"),
                column(pads, first, mm=MANY_MM if many else SIDE_MM),
            ),
            gap=2,
        )

    @property
    def _differs(self) -> tuple[Any, ...]:
        return (*self.contents, *self.unexplained)

    def _done_pad(self) -> Button:
        difference = Difference(self._rules.contents, dict(self.contents), self.unexplained, at_once=True)
        on_tap = partial(self.on_done, difference)
        return Button(words.WHAT_WENT_WRONG, words.LOOK_IN_RECORD, on_tap, live=bool(self._differs))

    def _board(self, room: Viewport, finger: Spot | None) -> Scene:
        still = self.game.still(self.presenter, self._rules.with_contents(self.session.view, self.contents))
        marked = self._differs if self.place is None else (self.place,)
        return ringed(still(room, finger), room, tuple(map(self._words.spot, marked)))

    def _difference_pad(self, place: Any) -> Button:
        """Return the pad of a difference; a tap asks again."""
        pad = self._pad(place, self.contents.get(place))
        pad = replace(pad, on_tap=partial(self._ask, place), picture=None)
        return replace(pad, title=words.OTHERWISE) if place in self.unexplained else pad

    def _thing_pad(self, thing: Any) -> Button:
        return replace(self._pad(self.place, thing), on_tap=partial(self.enter, thing))

    def _pad(self, place: Any, thing: Any) -> Button:
        title, where, shows = self._words.describe(self.presenter, place, thing)
        pad = Button(title, where, role=theme.body)
        if shows is None or not isinstance(self.game, Showing):
            return pad
        return replace(pad, picture=partial(self.game.draw_choice, shows))


class RecountDialog(PartDialog):
    """Asks for a count of the cards on the table; `on_done` gets the figures by line.

    `lacks` returns how many cards are missing from a count, negative for too many. Too many are never
    accepted; with too few, the table may play on without the missing ones.
    """

    form: Form
    presenter: Presenter
    close: Callable[[], None]
    on_done: Callable[[list[tuple[int, ...]]], None]
    lacks: Callable[[list[tuple[int, ...]]], int]

    def start(self) -> None:
        """Begin with the recorded count."""
        self.figures = [[*tally.figures] for tally in self.form.tallies]

    def count(self, line: int, column_: int, figure: int) -> None:
        """Change one figure."""
        self.figures[line][column_] = figure
        self.compose()

    def part(self) -> Part:
        """Return pads, then lines of a name and figures; on an upright panel figures are below the name."""
        lines = (self._line(n, tally) for n, tally in enumerate(self.form.tallies))
        high = NAME_MM * self.upright
        lacks, counted = self.lacks(self._counted), sum(map(sum, self.figures))
        wrong = words.miscounted(counted, counted + lacks) if lacks else ""
        return column(
            asking(
                words.RECOUNT_TITLE,
                self.close,
                self._finish,
                upright=self.upright,
                live=lacks >= 0,
                wrong=wrong,
            ),
            Pages(
                tuple(part for line in lines for part in line),
                theme.TARGET_MM + high, highest_mm=ROW_MM + high, name="lines",
            ),
        )  # fmt: skip

    def _line(self, line: int, tally: CountLine) -> Iterator[Part]:
        headings = self.form.headings
        named = headings if len(tally.figures) == len(headings) else ("",) * len(tally.figures)
        figures = [
            Figure(figure, partial(self.count, line, n), mm=FIGURE_MM, name=f"{line} {n}")
            for n, figure in enumerate(self.figures[line])
        ]
        mark = () if tally.seat is None else (marked(self.presenter.seat_plate(tally.seat), NAME_MM),)
        title = (*mark, Text(tally.title, theme.heading, bold=True, wraps=True, share=1))
        if not self.upright:
            parts = (replace(figure, caption=heading) for figure, heading in zip(figures, named, strict=True))
            yield row(*title, *parts, gap=2)
            return
        for figure, heading in zip(figures, named, strict=True):
            caption = Text(heading, dim=True, align="right", share=1)
            yield column(row(*title, caption, mm=NAME_MM), replace(figure, mm=0, share=1), gap=0)

    @property
    def _counted(self) -> list[tuple[int, ...]]:
        return [tuple(line) for line in self.figures]

    def _finish(self) -> None:
        self.on_done(self._counted)


class WaysDialog(PartDialog):
    """Lists changes of the record that explain the real table, as a `search` finds them.

    The search yields None when it has tried something without success. Below the changes is what players
    can do `otherwise`.
    """

    search: Iterator[Choice | None]
    otherwise: Sequence[Choice]
    close: Callable[[], None]
    on_choice: Callable[[Any], None]
    ended: bool = False

    def start(self) -> None:
        """Search a little in every frame from now on."""
        self.choices: list[Choice] = []
        self._shares = 0
        self._frame = Clock.schedule_interval(self._look, 0)

    def look_on(self, most: int) -> None:
        """Take up to `most` further results of the search, which ends when none is left or enough found."""
        before, tried = len(self.choices), 0
        for choice in islice(self.search, most):
            tried += 1
            if choice is not None:
                self.choices.append(choice)
        self.ended = tried < most or len(self.choices) >= MOST or self._shares >= MOST_SHARES
        if self.ended:
            self._frame.cancel()
        if self.ended or len(self.choices) > before:
            self.compose()

    def _look(self, *_: object) -> None:
        if self.parent is None:
            self._frame.cancel()
            return
        until = perf_counter() + SECONDS
        self._shares += 1
        while not self.ended and perf_counter() < until:
            self.look_on(1)

    def part(self) -> Part:
        """Return the way out, the search's progress, and what was found."""
        pads = [answer(n, choice, self.on_choice) for n, choice in enumerate(self.choices)]
        # These have names of their own, so that a finger stays on its pad when more is found.
        others = [answer(n, choice, self.on_choice) for n, choice in enumerate(self.otherwise)]
        pads += [replace(pad, name=f"otherwise {n}") for n, pad in enumerate(others)]
        so_far = (words.looked if self.ended else words.looking)(len(self.choices))
        out = Button(
            words.TABLE_WRONG, words.TABLE_WRONG_HINT, self.close, role=theme.body, mm=OUT_MM, name="close"
        )
        return column(
            headed(words.WHAT_WENT_WRONG, out),
            Text(so_far, dim=True, name="so far"),
            Pages(tuple(pads), theme.TARGET_MM, highest_mm=theme.PRIMARY_MM, name="ways"),
            gap=2,
        )
