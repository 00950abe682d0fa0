"""Whole matches of a game, to the end and with as many people as can play: rules, words, picture."""

import gc
import os
import random
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, reduce
from itertools import islice, pairwise
from random import Random
from types import BuiltinFunctionType, FrameType
from typing import Any, TypeAlias

from companion.clock import Instant, Nanoseconds, WallTime
from companion.game import LOOK_AGAIN, TABLE, Accepted, Level, Refused, Seat
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import PutRight
from ui.contract.properties import MOST_LISTED
from ui.contract.walk import WIDTH, any_reports, kinds, near
from ui.games.face import GameFace
from ui.games.people import Tapped, ToldAloud
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Viewport
from ui.table.presenting import Banner, Choice, GameSpecific
from ui.table.sentences import CANT_BE
from ui.table.session import Session

MOST_STEPS, MATCHES = 4000, 3
"""Reports after which a match that is told at random is over, in one of so many matches."""
SHORTEST = 60
"""Reports before which a match that is told at random doesn't end where it can go on."""
MOST_TOLD = 8
"""Where more people can play, no whole match of theirs is told: only its first picture is looked at."""
LOOKED_AT = 12
"""Positions of a match that are drawn and reported to wrongly."""
WRONG = 40
"""Reports at random for each of these positions."""
PATIENCE = 60
"""Times that people at the table may look on, one after the other."""
NO_SEAT = "match.no-such-seat"
PANELS = ((800, 480), (1280, 720))

Whole: TypeAlias = Callable[[GameFace], None]
Position: TypeAlias = tuple[GameSpecific, GameSpecific]
"""A state, and the report that was told in it; at the end None."""


def told(face: GameFace, players: int, chance: Random) -> Iterator[Position]:
    """Yield the positions of a match that is told at random: each kind of report is as likely as another.

    What ends it is told late, where there is anything else to tell.
    """
    game = face.game
    state = game.opening(face.facts(players, {}, Level.COUNTING, Seat(0)))
    for n in range(MOST_STEPS):
        kinds: dict[type, list[GameSpecific]] = {}
        for report in islice(game.legal(state), 200):
            kinds.setdefault(type(report), []).append(report)
        if not kinds:
            break
        before = state
        for its in chance.sample([*kinds.values()], len(kinds)):
            report = chance.choice(its)
            state = reduce(game.evolve, _happens(game, before, report), before)
            if n >= SHORTEST or game.outcome(state) is None:
                break
        yield before, report
    yield state, None


def _happens(game: GameSpecific, state: GameSpecific, report: GameSpecific) -> tuple[GameSpecific, ...]:
    """Return the events of a legal report."""
    ruling, known = game.judge(state, report), kinds(game.event_type)
    assert isinstance(ruling, Accepted), f"legal lists what judge refuses: {report}"
    assert ruling.events, f"judge accepts {report} without an event: say what happened, or refuse it"
    for event in ruling.events:
        name = type(event).__name__
        assert type(event) in known, f"judge accepts {report} with {event}: add {name} to `event_type`"
    return ruling.events


def _ends(face: GameFace) -> Iterator[tuple[int, list[Position]]]:
    """Yield a whole match for the fewest and the most people."""
    for players in _fewest_and_most(face):
        yield players, _whole_match(type(face), players)


def _fewest_and_most(face: GameFace) -> list[int]:
    most = max(count for count in face.counts if count <= MOST_TOLD or count == face.counts[0])
    return sorted({face.counts[0], most})


@lru_cache(maxsize=4)
def _whole_match(kind: type[GameFace], players: int) -> list[Position]:
    """Return a match that was told to its end: every property looks at the same ones."""
    face = kind()
    for seed in range(MATCHES):
        positions = [*told(face, players, Random(seed))]
        if face.game.outcome(positions[-1][0]) is not None:
            return positions
    raise AssertionError(f"no match of {players} ends within {MOST_STEPS} reports: what is awaited?")


def _seats(face: GameFace, players: int) -> set[Seat]:
    """Return the seats of a match: in some games a player has several."""
    return {*face.game.known(face.facts(players, {}, Level.COUNTING, Seat(0)))[Seat]}


def a_match_ends_and_then_nothing_is_awaited(face: GameFace) -> None:
    game = face.game
    for players, positions in _ends(face):
        seats = _seats(face, players)
        end, _ = positions[-1]
        assert not game.awaited(end), f"it is over, and {game.awaited(end)} is awaited: await nothing then"
        assert next(iter(game.legal(end)), None) is None, "something is legal although it is over"
        outcome = game.outcome(end)
        assert outcome is not None
        assert {*outcome.winners} <= seats, f"{outcome.winners} sit at no table of {players}"
        assert len({*outcome.winners}) == len(outcome.winners), "somebody wins twice: name each winner once"
        assert outcome.reason.startswith("match.") or game.catalogue.text(outcome.reason)
        for state, report in positions[:-1]:
            assert report is not None
            assert game.awaited(state), "play goes on, and nothing is awaited"
            assert game.outcome(state) is None
            for seat in (seat for prompt in game.awaited(state) for seat in prompt.seats):
                assert seat in seats, f"seat {seat} is awaited, and nobody sits there: await one of {seats}"


def the_seat_that_begins_is_that_of_the_facts(face: GameFace) -> None:
    for players in _fewest_and_most(face):
        for first in map(Seat, range(players)):
            facts = face.facts(players, {}, Level.COUNTING, first)
            assert facts.first == first, f"facts() is told that seat {first} begins, and keeps {facts.first}"
            prompts = face.game.awaited(face.game.opening(facts))
            awaited = {seat for prompt in prompts for seat in prompt.seats}
            # In some games all begin at once, or the referee doesn't know who does.
            assert len(awaited) != 1 or awaited == {first}, (
                f"seat {first} begins, and {awaited} is awaited: have `opening` begin with `facts.first`"
            )


def evolve_takes_in_every_event(face: GameFace) -> None:
    """Something may happen that changes nothing, such as a pile that stays: by a name of its own."""
    game = face.game
    changes: set[type] = set()
    without: list[GameSpecific] = []
    for _, positions in _ends(face):
        for (state, report), (after, _) in pairwise(positions):
            first, *others = _happens(game, state, report)
            if after != state:
                changes.update(map(type, (first, *others)))
            elif not others:
                without.append(first)
    for event in without:
        assert type(event) not in changes, (
            f"evolve changes nothing for {event}: take it in, or give what changes nothing a type of its own"
        )


def figures_and_views_are_for_every_seat(face: GameFace) -> None:
    game = face.game
    for players, positions in _ends(face):
        seats = _seats(face, players)
        for state, _ in positions:
            for name, figures in game.score(state).items():
                assert len(figures) == len(seats), f"score, {name!r}: {figures} for {len(seats)} seats"
                _whole(figures, f"score, {name!r}")
        for state, _ in _some(positions):
            for seat in seats:
                try:
                    game.view(state, seat)
                except Exception as error:
                    raise AssertionError(
                        f"view raises for seat {seat}: return what {seat} may see at {state}"
                    ) from error


def legal_lists_each_report_once(face: GameFace) -> None:
    for _, positions in _ends(face):
        for state, _ in _some(positions):
            listed = Counter(map(repr, islice(face.game.legal(state), WIDTH)))
            twice = [report for report, times in listed.items() if times > 1]
            assert not twice, f"legal lists {twice[0]} twice: yield each report once"


def _some(positions: list[Position]) -> list[Position]:
    """Return some positions of a match, from its first to its last."""
    last = len(positions) - 1
    return [positions[n] for n in sorted({0, 1, last - 1, last, *range(0, last, max(1, last // LOOKED_AT))})]


def _whole(figures: Iterable[int | None], what: str) -> None:
    for figure in figures:
        assert figure is None or type(figure) is int, f"{what}: {figure!r} is no whole number; count in those"


def places_are_those_of_the_outcome(face: GameFace) -> None:
    results = face.game.results
    for players, positions in _ends(face):
        end, _ = positions[-1]
        outcome = face.game.outcome(end)
        assert outcome is not None
        found = results.standings(end, outcome)
        assert len(found) == players, f"{len(found)} places for {players} players"
        won = {results.player(end, seat) for seat in outcome.winners}
        for player, one in enumerate(found):
            assert one.won == (player in won), f"player {player}: won or not?"
            assert (one.place == 1) == one.won or not won, f"player {player} has place {one.place}"
            assert (one.points is not None) >= results.has_points
        _whole((one.points for one in found), "points of the standings")
        behind = [one for one in found if not one.won and one.points is not None]
        for one in behind:
            for other in behind:
                ahead = (one.points or 0) > (other.points or 0)
                better = one.place <= other.place if results.high_wins else one.place >= other.place
                assert better or not ahead, f"{one} and {other}: whose place is it?"
        if results.race is not None:
            for race in [results.race(state) for state, _ in positions]:
                assert len(race) == players, f"a race of {len(race)} where {players} play"
                _whole(race, "the race")


def every_position_has_pads_and_a_picture(face: GameFace) -> None:
    player = face.game.results.player
    _picture(face, face.counts[-1])
    for players, positions in _ends(face):
        facts = face.facts(players, {}, Level.COUNTING, Seat(0))
        presenter = face.presenter(facts, theme.plates()[:players])
        looked_at = _some(positions)
        for state, _ in positions:
            view = face.game.view(state, TABLE)
            dialog = presenter.dialog(view)
            pads = [
                *presenter.routine(view),
                *presenter.referee_menu(view),
                *(dialog.choices if dialog else ()),
            ]
            _banner_and_pads(presenter.banner(view), pads, state)
            _pads_for_who_is_awaited(face.game, state, presenter.routine(view), _seats(face, players))
            if any(state is one for one, _ in looked_at):
                spots = _drawn(face, presenter, view)
                assert pads or dialog or spots or face.game.outcome(state), (
                    f"nothing can be tapped at {state}: return a pad from `routine`, or a spot in the Scene"
                )
        match = Match.begin(face.game, facts, MatchHeader("m", face.game.name), WallTime(0))
        for _, report in positions[:-1]:
            match.submit(report, seen=match.length, at=WallTime(0))
        for entry in match.entries:
            said = presenter.told(entry)
            assert said, f"nothing is told of {entry.body}"
            for sentence in said:
                _line(sentence, f"a sentence of {entry.body}")
        end, _ = positions[-1]
        outcome = face.game.outcome(end)
        assert outcome is not None
        shown = presenter.result(outcome, face.game.view(end, TABLE))
        _line(shown.title, "the title of the result")
        # A player with two hands has two seats.
        won, named = ({player(end, seat) for seat in seats} for seats in (outcome.winners, shown.winners))
        assert won == named, "the dialog of the end names others than the rules"


def _banner_and_pads(banner: Banner, pads: list[Choice], state: GameSpecific) -> None:
    _line(banner.title, f"the banner at {state}")
    _line(banner.subtitle, f"what stands below the banner at {state}", empty=True)
    for pad in pads:
        _line(pad.title, f"the title of a pad at {state}")
        _line(pad.subtitle, f"the small print of the pad {pad.title!r}", empty=True)


def _line(text: str, where: str, *, empty: bool = False) -> None:
    """Have a text be one line: where it breaks is for the screen to say."""
    assert text or empty, f"{where} says nothing: write what people should read"
    broken = any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in text)
    assert not broken, f"{where}: {text!r} has a line break or a tab in it; write one line"


def _pads_for_who_is_awaited(
    game: GameSpecific, state: GameSpecific, pads: tuple[Choice, ...], seats: set[Seat]
) -> None:
    """A pad of who isn't awaited may say that it comes too early, but only where the rules take it."""
    awaited = {seat for prompt in game.awaited(state) for seat in prompt.seats} or seats
    for pad in pads:
        seat = getattr(pad.report, "seat", None)
        told = pad.live and type(pad.report) in kinds(game.report_type) and type(seat) is int
        if told and seat not in awaited and game.outcome(state) is None:
            ruling = game.judge(state, pad.report)
            assert not isinstance(ruling, Refused), (
                f"the pad {pad.title!r} tells of seat {seat}, and {awaited} are awaited at {state}: "
                "let `routine` offer what these can tell"
            )


def _picture(face: GameFace, players: int) -> None:
    """Draw the first picture of a match."""
    facts = face.facts(players, {}, Level.COUNTING, Seat(0))
    presenter = face.presenter(facts, theme.plates()[:players])
    _drawn(face, presenter, face.game.view(face.game.opening(facts), TABLE))


def _drawn(face: GameFace, presenter: GameSpecific, view: GameSpecific) -> bool:
    """Draw a position on both panels, and tell whether there is anything to tap in it."""
    try:
        scenes = [face.still(presenter, view)(Viewport(Rect(0, 0, *panel), 1.0), None) for panel in PANELS]
    except Exception as error:
        raise AssertionError(f"the picture raises {error!r} at {view}") from error
    return any(scene.spots for scene in scenes)


def what_is_not_legal_is_refused_in_words(face: GameFace) -> None:
    """Both ways: reports at random, and those of other positions, are tried beside the legal ones.

    Corrections of the record are legal at any time and never listed: those may be accepted. So may what says
    the same as a listed report in other words, such as the spaces of a row from the other end.
    """
    game = face.game
    for players, positions in _ends(face):
        facts = face.facts(players, {}, Level.COUNTING, Seat(0))
        presenter = face.presenter(facts, theme.plates()[:players])
        chance = Random(players)
        pool = [report for _, report in positions[:-1]]
        step = max(1, len(positions) // LOOKED_AT)
        # What is told behind the end is refused by the match, whatever the game is.
        looked_at = [
            (state, [*islice(game.legal(state), MOST_LISTED)]) for state, _ in positions[:-1][::step]
        ]
        play = {type(report) for report in pool} | {type(one) for _, able in looked_at for one in able}
        for state, able in looked_at:
            listed = {repr(report) for report in able}
            others = chance.sample(pool, min(len(pool), WRONG))
            next_to = [found for report in others if (found := near(game, report, chance)) is not None]
            tried = [*any_reports(game, players, chance, WRONG), *others, *next_to]
            for report in tried if len(listed) < MOST_LISTED else []:
                ruling = game.judge(state, report)
                fits = isinstance(ruling, Accepted) == (repr(report) in listed)
                assert fits or type(report) not in play or _told_otherwise(game, state, ruling), (
                    f"judge and legal don't agree on {report}: {ruling}"
                )
                if isinstance(ruling, Refused):
                    _in_words(presenter, ruling, game, _seats(face, players))


def _told_otherwise(game: GameSpecific, state: GameSpecific, ruling: GameSpecific) -> bool:
    """Tell whether an accepted report comes to the same position as one that is listed."""
    if not isinstance(ruling, Accepted):
        return False
    position = reduce(game.evolve, ruling.events, state)
    others = (game.judge(state, other) for other in islice(game.legal(state), MOST_LISTED))
    return any(reduce(game.evolve, other.events, state) == position for other in others)


def _in_words(presenter: GameSpecific, refused: Refused[Any], game: GameSpecific, seats: set[Seat]) -> None:
    assert refused.violations, "a refusal without a fault"
    for violation in refused.violations:
        assert violation.rule.startswith("match.") or game.catalogue.text(violation.rule)
        assert violation.seat is None or violation.seat in seats, "it names who isn't here"
        said = presenter.explain((violation,))
        assert said.title != CANT_BE, f"no sentence for {violation}"
        for line in (said.title, *said.steps, *said.also):
            _line(line, f"a line about {violation}")
    steps = {remedy.act for violation in refused.violations for remedy in violation.remedy}
    assert not refused.lies or steps - {LOOK_AGAIN}, (
        f"{refused} lies on the table, and nothing puts it right: name the step in a Remedy, or where hands "
        "did nothing yet, leave `lies` out"
    )
    assert not refused.lies or NO_SEAT not in {violation.rule for violation in refused.violations}, (
        f"nobody sits there, so that no hand did it: leave `lies` out of {refused}"
    )


CLOCKS = {"now", "today", "utcnow"} | {
    f"{clock}{unit}" for clock in ("time", "monotonic", "perf_counter") for unit in ("", "_ns")
}


@contextmanager
def _neither_clock_nor_chance() -> Iterator[None]:
    """Find out whether the clock or chance is asked within; AssertionError names what was asked."""
    asked: list[str] = []

    def look(frame: FrameType, kind: str, function: object) -> None:
        if kind == "c_call" and isinstance(function, BuiltinFunctionType):
            of = function.__self__
            clock = function.__name__ in CLOCKS and "time" in str(getattr(of, "__name__", of))
            if clock or of is random._inst or function is os.urandom:
                asked.append(function.__name__)

    # What looks on as memory is cleared up asks the clock, and isn't part of any rules.
    collects, before = gc.isenabled(), sys.getprofile()
    gc.disable()
    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(before)
        if collects:
            gc.enable()
    assert not asked, f"the rules ask {', '.join(sorted({*asked}))}: clock and chance come in as reports"


def rules_ask_neither_clock_nor_chance(face: GameFace) -> None:
    game, players = face.game, face.counts[0]
    for state, report in islice(told(face, players, Random(7)), 200):
        if report is not None:
            with _neither_clock_nor_chance():
                ruling = game.judge(state, report)
                assert ruling == game.judge(state, report), f"judge changes its mind on {report}"
                assert isinstance(ruling, Accepted)
                for event in ruling.events:
                    game.evolve(state, event)
                game.awaited(state)
                game.view(state, TABLE)


class _NoClock:
    """A clock that stands still."""

    def wall(self) -> WallTime:
        """Return the same time, always."""
        return WallTime(0)

    def now(self) -> Instant:
        """Return the same instant, always."""
        return Instant(0)

    def steered(self) -> Nanoseconds:
        """Nobody steers it."""
        return Nanoseconds(0)


def its_people_play_to_the_end(face: GameFace) -> None:
    """As far as they tell aloud, or tap pads that lie there anyway; a board is tapped in `companion demo`."""
    try:
        people = face.people(1)
    except NotImplementedError:
        return
    players, idle = face.counts[-1], 0
    facts, plates = face.facts(players, {}, Level.COUNTING, Seat(0)), theme.plates()[:players]
    presenter = face.presenter(facts, plates)
    session = Session.begin(face.game, facts, plates, "m", _NoClock(), lambda *_: None)
    for _ in range(MOST_STEPS):
        if session.outcome is not None:
            return
        if session.hold is not None:
            session.submit(PutRight(), session.shown)
            continue
        steps = people.next(session, presenter)
        idle = 0 if steps else idle + 1
        assert idle < PATIENCE, "people look on for ever"
        for step in steps:
            report = _means(step.deed, presenter, session)
            if report is None:
                return
            session.submit(report, session.shown)
    raise AssertionError(f"people play on after {MOST_STEPS} reports")


def _means(deed: GameSpecific, presenter: GameSpecific, session: Session) -> GameSpecific:
    """Return the report of a deed; None where it takes a board, a dialog or a button."""
    if isinstance(deed, ToldAloud):
        return deed.report
    pads = {choice.title: choice.report for choice in presenter.routine(session.view)}
    report = pads.get(deed.title) if isinstance(deed, Tapped) else None
    return report if type(report) in kinds(session.game.report_type) else None


WHOLE: tuple[Whole, ...] = (
    a_match_ends_and_then_nothing_is_awaited,
    the_seat_that_begins_is_that_of_the_facts,
    evolve_takes_in_every_event,
    figures_and_views_are_for_every_seat,
    legal_lists_each_report_once,
    places_are_those_of_the_outcome,
    every_position_has_pads_and_a_picture,
    what_is_not_legal_is_refused_in_words,
    rules_ask_neither_clock_nor_chance,
    its_people_play_to_the_end,
)
