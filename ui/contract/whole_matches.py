"""Properties of a game's whole matches, with few and with many players: rules, words, picture."""

import gc
import os
import random
import sys
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice, pairwise
from random import Random
from types import BuiltinFunctionType, FrameType
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.clock import HandClock, WallTime
from companion.game import LOOK_AGAIN, TABLE, Accepted, Level, Outcome, Refused, Rules, Seat
from companion.grab import Touch
from companion.journal import Entered, Entry, MatchHeader
from companion.match import Match
from companion.match_reports import PutRight
from ui.contract.properties import MOST_LISTED, assert_reads_back, disagreement
from ui.contract.walk import WIDTH, any_reports, evolved, happens, kinds, near
from ui.games.face import GameFace, Grabbing, WithTotem
from ui.games.players import Submitted, Tapped
from ui.stage import theme
from ui.stage.fonts import has_letter
from ui.stage.rect import Rect
from ui.stage.scene import Scene, Viewport
from ui.stage.shapes import Letters
from ui.table.buttons import Seized, Voided
from ui.table.presenting import Banner, Begin, Choice, Dialog, GameSpecific, PrivateView
from ui.table.sentences import CANT_BE, PUT_RIGHT
from ui.table.session import Session

MOST_STEPS, MATCHES = 4000, 3
"""Reports within which a random match must end, in one of MATCHES tries."""
SHORTEST = 60
"""Reports before which a random match avoids its end."""
MOST_PLAYERS = 8
"""Greatest number of players for whole matches; with more, only the first picture is checked."""
LOOKED_AT = 12
"""Positions of a match that are drawn, and tried with wrong reports."""
WRONG = 40
"""Random reports for each of these positions."""
PATIENCE = 60
"""Times in a row that simulated players may look on."""
NO_SEAT = "match.no-such-seat"
PANELS = ((800, 480), (1280, 720))
MOST_PADS, MOST_PADS_AND_GRAB = 7, 5
"""Pads that fit next to a board of 800x480, large enough for a finger; and above a row of GRAB pads."""
FINGER = 12
"""Distance of trial taps on the smaller panel, in pixels: no spot for a finger fits between them."""

MatchProperty: TypeAlias = Callable[[GameFace], None]
Position: TypeAlias = tuple[GameSpecific, GameSpecific]
"""A state and the report made in it; None at the end."""


def random_match(game: GameSpecific, facts: GameSpecific, chance: Random) -> Iterator[Position]:
    """Yield the positions of a random match; each type of report is equally likely.

    A report that ends it is put off while others are possible, up to SHORTEST.
    """
    state = game.opening(facts)
    for n in range(MOST_STEPS):
        kinds: dict[type, list[GameSpecific]] = {}
        for report in islice(game.legal(state), 200):
            kinds.setdefault(type(report), []).append(report)
        if not kinds:
            break
        before = state
        for same_kind in chance.sample([*kinds.values()], len(kinds)):
            report = chance.choice(same_kind)
            state = evolved(game, before, happens(game, before, report))
            if n >= SHORTEST or game.outcome(state) is None:
                break
        yield before, report
    yield state, None


def _finished_matches(face: GameFace) -> Iterator[tuple[int, list[Position]]]:
    """Yield whole matches with the fewest and the most players, with their numbers."""
    for players in _fewest_and_most(face):
        yield players, _whole_match(type(face), players)


def _fewest_and_most(face: GameFace) -> list[int]:
    most = max(count for count in face.counts if count <= MOST_PLAYERS or count == face.counts[0])
    return sorted({face.counts[0], most})


@lru_cache(maxsize=4)
def _whole_match(kind: type[GameFace], players: int) -> list[Position]:
    """Return a random match that ends; cached, so that every property checks the same ones."""
    face = kind()
    for seed in range(MATCHES):
        positions = [*random_match(face.game, _facts(face, players), Random(seed))]
        if face.game.outcome(positions[-1][0]) is not None:
            return positions
    assert len(positions) > MOST_STEPS, (
        "nothing is legal any more, and nobody has won: end it, or have `legal` yield what can be done at "
        f"{positions[-1][0]}"
    )
    raise AssertionError(f"no match of {players} ends within {MOST_STEPS} reports: what is awaited?")


def _seats(face: GameFace, players: int) -> set[Seat]:
    """Return a match's seats, of which a player may have several."""
    return {*face.game.known(_facts(face, players))[Seat]}


def _facts(face: GameFace, players: int) -> GameSpecific:
    return face.facts(players, {}, Level.COUNTING, Seat(0))


def _presenter(face: GameFace, players: int) -> GameSpecific:
    return face.presenter(_facts(face, players), theme.plates()[:players])


def a_match_ends_and_then_nothing_is_awaited(face: GameFace) -> None:
    game = face.game
    for players, positions in _finished_matches(face):
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
            # In some games all begin together, or the referee doesn't know who begins.
            assert len(awaited) != 1 or awaited == {first}, (
                f"seat {first} begins, and {awaited} is awaited: have `opening` begin with `facts.first`"
            )


def evolve_takes_in_every_event(face: GameFace) -> None:
    """An event may change nothing, such as a pile that stays, if its type never does."""
    game = face.game
    changes: set[type] = set()
    without: list[GameSpecific] = []
    for _, positions in _finished_matches(face):
        for (state, report), (after, _) in pairwise(positions):
            first, *others = happens(game, state, report)
            for event in (first, *others):
                assert_reads_back(event, game.event_type)
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
    for players, positions in _finished_matches(face):
        seats = _seats(face, players)
        for state, _ in positions:
            for name, figures in game.score(state).items():
                assert len(figures) == len(seats), f"score, {name!r}: {figures} for {len(seats)} seats"
                _assert_whole_numbers(figures, f"score, {name!r}")
        for state, _ in _sample(positions):
            for seat in seats:
                try:
                    game.view(state, seat)
                except Exception as error:
                    raise AssertionError(
                        f"view raises for seat {seat}: return what {seat} may see at {state}"
                    ) from error


def legal_lists_each_report_once(face: GameFace) -> None:
    for _, positions in _finished_matches(face):
        for state, _ in _sample(positions):
            listed = Counter(map(repr, islice(face.game.legal(state), WIDTH)))
            twice = [report for report, times in listed.items() if times > 1]
            assert not twice, f"legal lists {twice[0]} twice: yield each report once"


def _sample(positions: list[Position]) -> list[Position]:
    """Return a sample of a match's positions, including the first and the last."""
    last = len(positions) - 1
    return [positions[n] for n in sorted({0, 1, last - 1, last, *range(0, last, max(1, last // LOOKED_AT))})]


def _assert_whole_numbers(figures: Iterable[int | None], what: str) -> None:
    for figure in figures:
        assert figure is None or type(figure) is int, f"{what}: {figure!r} is no whole number; count in those"


def places_are_those_of_the_outcome(face: GameFace) -> None:
    results = face.game.results
    for players, positions in _finished_matches(face):
        end, _ = positions[-1]
        outcome = face.game.outcome(end)
        assert outcome is not None
        standings = results.standings(end, outcome)
        assert len(standings) == players, f"{len(standings)} places for {players} players"
        won = {results.player(end, seat) for seat in outcome.winners}
        for player, standing in enumerate(standings):
            assert standing.won == (player in won), f"player {player}: won or not?"
            place = standing.place
            assert (place == 1) == standing.won or not won, f"player {player} has place {place}"
            assert (standing.points is not None) >= results.scoring.points
        _assert_whole_numbers((standing.points for standing in standings), "points of the standings")
        behind = [standing for standing in standings if not standing.won and standing.points is not None]
        for standing in behind:
            for other in behind:
                ahead = (standing.points or 0) > (other.points or 0)
                low_wins = not results.scoring.high_wins
                better = standing.place >= other.place if low_wins else standing.place <= other.place
                assert better or not ahead, f"{standing} and {other}: whose place is it?"
        if results.race is not None:
            for race in [results.race(state) for state, _ in positions]:
                assert len(race) == players, f"a race of {len(race)} where {players} play"
                _assert_whole_numbers(race, "the race")


def every_position_has_pads_and_a_picture(face: GameFace) -> None:
    player = face.game.results.player
    _draw_opening(face, face.counts[-1])
    for players, positions in _finished_matches(face):
        presenter, sample = _presenter(face, players), _sample(positions)
        grabs = face.grabs(_facts(face, players)) is not None
        most = MOST_PADS_AND_GRAB if grabs else MOST_PADS
        for state, _ in positions:
            view = face.game.view(state, TABLE)
            pads, routine = checked_pads(presenter, view), presenter.routine(view)
            count = sum(not isinstance(pad.report, PrivateView) for pad in routine)
            where = " beside GRAB" if grabs else ""
            assert count <= most, f"{count} pads, and {most} fit{where}: return fewer from `routine`"
            _pads_for_who_is_awaited(face.game, state, routine, _seats(face, players))
            if any(state is sampled_state for sampled_state, _ in sample):
                spots = drawn(face, presenter, view).spots
                assert pads or presenter.dialog(view) or spots or face.game.outcome(state), (
                    f"nothing can be tapped at {state}: return a pad from `routine`, or a spot in the Scene"
                )
        match = Match.begin(face.game, _facts(face, players), MatchHeader("m", face.game.name), WallTime(0))
        for _, report in positions[:-1]:
            match.submit(report, seen=match.length, at=WallTime(0))
        for entry in match.entries:
            sentences_of(presenter, entry)
        end, _ = positions[-1]
        outcome = face.game.outcome(end)
        assert outcome is not None
        dialog = result_of(presenter, outcome, face.game.view(end, TABLE))
        # A player with two hands has two seats.
        won, named = ({player(end, seat) for seat in seats} for seats in (outcome.winners, dialog.winners))
        assert won == named, "the dialog of the end names others than the rules"


def checked_pads(presenter: GameSpecific, view: GameSpecific, pending: GameSpecific = None) -> list[Choice]:
    """Return all pads of a position; raises AssertionError if the banner or a pad has no words."""
    banner, dialog = presenter.banner(view, pending), presenter.dialog(view)
    assert isinstance(banner, Banner), f"banner returns {banner!r} at {view}: return a Banner"
    _assert_one_line(banner.title, f"the banner at {view}")
    _assert_one_line(banner.subtitle, f"what stands below the banner at {view}", empty=True)
    answers = dialog.choices if dialog else ()
    pads = [*presenter.routine(view, pending), *presenter.referee_menu(view), *answers]
    for pad in pads:
        _assert_one_line(pad.title, f"the title of a pad at {view}")
        _assert_one_line(pad.subtitle, f"the small print of the pad {pad.title!r}", empty=True)
    held = Counter(str(pad.title) for pad in pads if isinstance(pad.report, PrivateView))
    for title, times in held.items():
        assert times == 1, (
            f"two pads to be held are called {title!r}: only titles are sure to be seen, so name each player"
        )
    return pads


def sentences_of(presenter: GameSpecific, entry: GameSpecific) -> tuple[str, ...]:
    """Return an entry's sentences; raises AssertionError if there are none, or one isn't a single line."""
    sentences: tuple[str, ...] = presenter.describe(entry)
    assert sentences, f"nothing is told of {entry.body}"
    for sentence in sentences:
        _assert_one_line(sentence, f"a sentence of {entry.body}")
    return sentences


def result_of(presenter: GameSpecific, outcome: Outcome, view: GameSpecific) -> Dialog:
    """Return the dialog of the end; raises AssertionError if it isn't a Dialog with a title."""
    dialog = presenter.result(outcome, view)
    assert isinstance(dialog, Dialog), f"result returns {dialog!r} for {outcome}: return a Dialog"
    _assert_one_line(dialog.title, "the title of the result")
    return dialog


def _assert_one_line(text: str, where: str, *, empty: bool = False) -> None:
    """Assert that a text is a single line: the screen decides where to break it."""
    assert text or empty, f"{where} says nothing: write what people should read"
    broken = any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in text)
    assert not broken, f"{where}: {text!r} has a line break or a tab in it; write one line"
    _assert_letters(text)


def _assert_letters(text: str) -> None:
    """Assert that the font has all letters of a text: any other would be an empty box."""
    for letter in str(text):
        assert has_letter(letter), f"{text!r}: the font has no {letter!r}; write a word, or draw a shape"


def _pads_for_who_is_awaited(
    game: GameSpecific, state: GameSpecific, pads: tuple[Choice, ...], seats: set[Seat]
) -> None:
    """Assert that pads for seats that aren't awaited have reports that the rules accept."""
    awaited = {seat for prompt in game.awaited(state) for seat in prompt.seats} or seats
    for pad in pads:
        seat = getattr(pad.report, "seat", None)
        submits = pad.live and type(pad.report) in kinds(game.report_type) and type(seat) is int
        if submits and seat not in awaited and game.outcome(state) is None:
            ruling = game.judge(state, pad.report)
            assert not isinstance(ruling, Refused), (
                f"the pad {pad.title!r} tells of seat {seat}, and {awaited} are awaited at {state}: "
                "let `routine` offer what these can tell"
            )


def _draw_opening(face: GameFace, players: int) -> None:
    """Draw a match's first picture."""
    opening = face.game.opening(_facts(face, players))
    drawn(face, _presenter(face, players), face.game.view(opening, TABLE))


def drawn(face: GameFace, presenter: GameSpecific, view: GameSpecific, pending: GameSpecific = None) -> Scene:
    """Return the picture on the smallest panel; raises AssertionError if it fails on any."""
    try:
        draw = face.still(presenter, view, pending)
        scenes = [draw(Viewport(Rect(0, 0, *panel), 1.0), None) for panel in PANELS]
    except Exception as error:
        raise AssertionError(f"the picture raises {error!r} at {view}") from error
    for scene in scenes:
        assert isinstance(scene, Scene), f"the picture returns {scene!r} at {view}: return a Scene"
    for item in scenes[0].items:
        if isinstance(item, Letters):
            _assert_letters(item.text)
    return scenes[0]


def what_a_tap_means_can_be_told(face: GameFace) -> None:
    """On every spot: a report that is ruled on in words, a `Begin` that can be shown, an `Enter`, or None."""
    game, (wide, high) = face.game, PANELS[0]
    points = [(x, y) for x in range(0, wide, FINGER) for y in range(0, high, FINGER)]
    for players, positions in _finished_matches(face):
        presenter = _presenter(face, players)
        for state, _ in _sample(positions[:-1]):
            view = game.view(state, TABLE)
            scene = drawn(face, presenter, view)
            spots = {repr(spot): spot for point in points if (spot := scene.at(*point)) is not None}
            for spot in spots.values():
                means = presenter.tapped(view, None, spot)
                if isinstance(means, Begin):
                    checked_pads(presenter, view, means.pending)
                    drawn(face, presenter, view, means.pending)
                elif type(means) in kinds(game.report_type):
                    _state_after(game, presenter, state, means, _seats(face, players))
                else:
                    assert means is None or isinstance(means, Struct | tuple) or callable(means), (
                        f"tapped returns {means!r} for spot {spot}: "
                        "return a report, a Begin, an Enter or None"
                    )


def _state_after(
    game: GameSpecific, presenter: GameSpecific, state: GameSpecific, report: GameSpecific, seats: set[Seat]
) -> GameSpecific:
    """Return the state after a report; a refusal leaves it the same and must have words."""
    ruling = game.judge(state, report)
    if isinstance(ruling, Refused):
        _assert_explained(presenter, ruling, game, seats)
    return evolved(game, state, ruling.events if isinstance(ruling, Accepted) else ())


def grab_buttons_are_whole(face: GameFace) -> None:
    """With a misspelt method, the whole protocol would silently be missing."""
    for part in (Grabbing, WithTotem):
        names = {name for name in vars(part) if not name.startswith("_")}
        lacking = sorted(name for name in names if not hasattr(face, name))
        assert len(lacking) in (0, len(names)), (
            f"{type(face).__name__} is no {part.__name__}, for it lacks {', '.join(lacking)}: "
            "write all of its methods, or none"
        )


def presses_become_reports(face: GameFace) -> None:
    game = face.game
    for players, positions in _finished_matches(face):
        presenter, grabs = _presenter(face, players), face.grabs(_facts(face, players))
        if grabs is None:
            continue
        owners, seats = grabs.button_of(players), _seats(face, players)
        assert {*owners} == {*range(players)}, (
            f"button_of({players}) is {owners}: return for each button whose it is, "
            f"so that each of {players} players has one"
        )
        able_in = [(state, [*grabs.open_to_grabs(game.view(state, TABLE))]) for state, _ in positions[:-1]]
        ready = [(state, able) for state, able in able_in if able]
        assert ready, "nobody may ever grab: have `open_to_grabs` return the seats whose presses count"
        for state, able in ready[:: max(1, len(ready) // LOOKED_AT)]:
            for button in able:
                assert button in range(len(owners)), f"open_to_grabs names button {button} of {len(owners)}"
            for first in ((able[0],), tuple(able)):
                touches = tuple(Touch(seat, n) for n, seat in enumerate(first))
                grab = _storable(game, grabs.grabbed(Seized(1, first, touches, 0, "simulated")), "grabbed")
                view = game.view(_state_after(game, presenter, state, grab, seats), TABLE)
                pictured = grabs.pictured(view, touches)
                assert type(pictured) is type(view), f"pictured returns {pictured!r}: return the view"
                void = _storable(game, grabs.voided(Voided(1, "gap", touches, 0)), "voided")
                _state_after(game, presenter, state, void, seats)


def _storable(game: GameSpecific, report: GameSpecific, by: str) -> GameSpecific:
    """Return a report that a method made; raises AssertionError if no record could hold it."""
    known = kinds(game.report_type)
    names = ", ".join(kind.__name__ for kind in known)
    assert type(report) in known, f"{by} returns {report!r}: return one of {names}"
    assert_reads_back(report, game.report_type)
    return report


def secrets_stay_where_they_are(face: GameFace) -> None:
    """No sentence has what `view` hides from the table, and `revealed` says when that becomes known."""
    game, hides, deals = face.game, False, False
    reveals = getattr(type(game), "revealed", None) is not Rules.revealed
    for players, positions in _finished_matches(face):
        seats = _seats(face, players)
        for n, (state, _) in enumerate(positions):
            if not hides:
                hides = any(game.view(state, seat) != game.view(state, TABLE) for seat in seats)
                deals = hides and n == 0
        assert reveals or not hides, (
            "view hides something from the table, and nobody has to consent to going back once it is seen: "
            "override `revealed`, and return () where nothing shows it"
        )
        for (state, report), (after, _) in pairwise(positions):
            for event in happens(game, state, report):
                assert hides or not game.revealed(after, event), (
                    f"revealed says that {event} made a secret known, and `view` hides nothing from the "
                    "table: cut it there"
                )
        if hides:
            _have_same_words(face, players, positions)
    assert not deals or (face.fresh and face.last_step() is not None), (
        "a secret is in the facts, and *Play again* would deal it once more: set `fresh`, and draw it "
        "anew on the screen of `last_step`"
    )


def _have_same_words(face: GameFace, players: int, positions: list[Position]) -> None:
    """Assert that reports have the same sentences if they lead to the same view but different states."""
    game = face.game
    presenter = _presenter(face, players)
    for state, _ in _sample(positions):
        by_view: dict[str, tuple[GameSpecific, GameSpecific, tuple[str, ...]]] = {}
        for report in islice(game.legal(state), WIDTH):
            events = happens(game, state, report)
            after = evolved(game, state, events)
            sentences = sentences_of(presenter, Entry(1, WallTime(0), Entered(report, events)))
            view = repr(game.view(after, TABLE))
            other, other_state, other_sentences = by_view.setdefault(view, (report, after, sentences))
            assert after == other_state or sentences == other_sentences, (
                f"the table can't tell {report} from {other} by its view, and they are told in other words: "
                f"{' '.join(sentences)!r} and {' '.join(other_sentences)!r}; leave out what is secret"
            )


def what_is_not_legal_is_refused_in_words(face: GameFace) -> None:
    """Random reports, and those of other positions, are tried as well as the legal ones.

    Corrections of the record, which are legal at any time and never listed, may be accepted. So may a report
    that means the same as a listed one, such as the spaces of a row from the other end.
    """
    game = face.game
    for players, positions in _finished_matches(face):
        presenter, chance = _presenter(face, players), Random(players)
        pool = [report for _, report in positions[:-1]]
        step = max(1, len(positions) // LOOKED_AT)
        # The end is left out: there the match refuses every report, whatever the game is.
        sample = [(state, [*islice(game.legal(state), MOST_LISTED)]) for state, _ in positions[:-1][::step]]
        listed_types = {type(report) for _, able in sample for report in able}
        play = {type(report) for report in pool} | listed_types
        for state, able in sample:
            listed = {repr(report) for report in able}
            others = chance.sample(pool, min(len(pool), WRONG))
            next_to = [changed for report in others if (changed := near(game, report, chance)) is not None]
            tried = [*any_reports(game, players, chance, WRONG), *others, *next_to]
            for report in tried if len(listed) < MOST_LISTED else []:
                ruling = game.judge(state, report)
                fits = isinstance(ruling, Accepted) == (repr(report) in listed) or type(report) not in play
                assert fits or _means_a_listed_one(game, state, ruling), disagreement(report, ruling, state)
                if isinstance(ruling, Refused):
                    _assert_explained(presenter, ruling, game, _seats(face, players))


def _means_a_listed_one(game: GameSpecific, state: GameSpecific, ruling: GameSpecific) -> bool:
    """Return whether an accepted report leads to the same state as a listed one."""
    if not isinstance(ruling, Accepted):
        return False
    position = evolved(game, state, ruling.events)
    others = (happens(game, state, other) for other in islice(game.legal(state), MOST_LISTED))
    return any(evolved(game, state, events) == position for events in others)


def _assert_explained(
    presenter: GameSpecific, refused: Refused[Any], game: GameSpecific, seats: set[Seat]
) -> None:
    assert refused.violations, "a refusal without a fault"
    for violation in refused.violations:
        assert violation.rule.startswith("match.") or game.catalogue.text(violation.rule)
        assert violation.seat is None or violation.seat in seats, "it names who isn't here"
        explanation = presenter.explain((violation,))
        assert explanation.title != CANT_BE, f"no sentence for {violation}"
        for line in (explanation.title, *explanation.steps, *explanation.also):
            _assert_one_line(line, f"a line about {violation}")
        for remedy in violation.remedy:
            steps = presenter.explain((replace(violation, remedy=(remedy,)),)).steps
            assert PUT_RIGHT not in steps, f"no sentence for {remedy}: give `acts` one"
    steps = {remedy.act for violation in refused.violations for remedy in violation.remedy}
    assert not refused.on_table or steps - {LOOK_AGAIN}, (
        f"{refused} is on the table, and nothing puts it right: name the step in a Remedy, or where hands "
        "did nothing yet, leave `on_table` out"
    )
    assert not refused.on_table or NO_SEAT not in {violation.rule for violation in refused.violations}, (
        f"nobody sits there, so that no hand did it: leave `on_table` out of {refused}"
    )


CLOCKS = {"now", "today", "utcnow"} | {
    f"{clock}{unit}" for clock in ("time", "monotonic", "perf_counter") for unit in ("", "_ns")
}


@contextmanager
def _neither_clock_nor_chance() -> Iterator[None]:
    """Raise AssertionError if the block calls a clock or a source of chance."""
    asked: list[str] = []

    def look(frame: FrameType, kind: str, function: object) -> None:
        if kind == "c_call" and isinstance(function, BuiltinFunctionType):
            of = function.__self__
            clock = function.__name__ in CLOCKS and "time" in str(getattr(of, "__name__", of))
            if clock or of is random._inst or function is os.urandom:
                asked.append(function.__name__)

    # Callbacks of the garbage collector may read the clock, and aren't part of any rules.
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
    game, facts = face.game, _facts(face, face.counts[0])
    with _neither_clock_nor_chance():
        game.opening(facts)
    for state, report in islice(random_match(game, facts, Random(7)), 200):
        if report is not None:
            with _neither_clock_nor_chance():
                ruling = game.judge(state, report)
                assert ruling == game.judge(state, report), f"judge changes its mind on {report}"
                assert isinstance(ruling, Accepted)
                after = state
                for event in ruling.events:
                    before, after = after, game.evolve(after, event)
                    assert game.evolve(before, event) == after, f"evolve changes its mind on {event}"
                game.awaited(state)
                next(game.legal(state), None)
                game.view(state, TABLE)


def its_people_play_to_the_end(face: GameFace) -> None:
    """Only as far as they report aloud or tap routine pads; `companion demo` taps the board as well."""
    people = face.players(1)
    players, idle = face.counts[-1], 0
    facts, plates = _facts(face, players), theme.plates()[:players]
    presenter = face.presenter(facts, plates)
    session = Session.begin(face.game, facts, plates, "m", HandClock(), lambda *_: None)
    for _ in range(MOST_STEPS):
        if session.match.outcome is not None:
            return
        if session.match.hold is not None:
            session.submit(PutRight())
            continue
        steps = people.next(session, presenter)
        idle = 0 if steps else idle + 1
        assert idle < PATIENCE, "people look on for ever"
        for step in steps:
            report = _means(step.deed, presenter, session)
            if report is None:
                return
            session.submit(report)
    raise AssertionError(f"people play on after {MOST_STEPS} reports")


def _means(deed: GameSpecific, presenter: GameSpecific, session: Session) -> GameSpecific:
    """Return a deed's report; None if it takes a board, a dialog or a button."""
    if isinstance(deed, Submitted):
        return deed.report
    pads = {choice.title: choice.report for choice in presenter.routine(session.view)}
    report = pads.get(deed.title) if isinstance(deed, Tapped) else None
    return report if type(report) in kinds(session.match.game.report_type) else None


MATCH_PROPERTIES: tuple[MatchProperty, ...] = (
    a_match_ends_and_then_nothing_is_awaited,
    the_seat_that_begins_is_that_of_the_facts,
    evolve_takes_in_every_event,
    figures_and_views_are_for_every_seat,
    legal_lists_each_report_once,
    places_are_those_of_the_outcome,
    every_position_has_pads_and_a_picture,
    what_a_tap_means_can_be_told,
    grab_buttons_are_whole,
    presses_become_reports,
    secrets_stay_where_they_are,
    what_is_not_legal_is_refused_in_words,
    rules_ask_neither_clock_nor_chance,
    its_people_play_to_the_end,
)
