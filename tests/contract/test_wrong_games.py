"""The contract of game packages, tested on small wrong games: a race to 100 with a die, one fault in each."""

import random
import time
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from halves.face import HalvesFace
from halves.model import TakePile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from companion.catalogue import Catalogue, Rule
from companion.errors import SetupError
from companion.game import (
    Accepted,
    Level,
    Outcome,
    Prompt,
    Refused,
    Remedy,
    Results,
    Ruling,
    Seat,
    Viewer,
    Violation,
    standings,
)
from tests.ui.sixth.rules import Facts, Keeper, Score, Scored, Won, standings_of
from tests.ui.sixth.rules import State as Points
from tests.ui.sixth.screen import SCORED, KeeperFace, KeeperPresenter, KeeperSentences
from ui.contract.properties import PROPERTIES, reports_and_events_are_frozen_tagged_structs
from ui.contract.suite import case_with
from ui.contract.walk import Case
from ui.contract.whole_matches import MATCH_PROPERTIES
from ui.games.players import HandStep, Submitted
from ui.stage import theme
from ui.stage.scene import Pads, Scene, TableDrawing
from ui.stage.shapes import Letters
from ui.table.names import Names
from ui.table.presenting import Banner, Begin, Choice, Dialog, PrivateView
from ui.table.sentences import ENDED

GOAL = 100


class State(Points, frozen=True):
    turn: Seat = Seat(0)


class Unheard(Struct, frozen=True, tag="other.roll", tag_field="type"):
    """A report whose tag doesn't begin with the game's name."""

    seat: Seat
    points: int


def deal(facts: Facts, catalogue: Catalogue) -> State:
    """Return a state without points."""
    return State((0,) * facts.players, turn=facts.first)


def deal_to_somebody(facts: Facts, catalogue: Catalogue) -> State:
    """Return a state without points; SetupError if nobody plays."""
    if not facts.players:
        raise SetupError("nobody")
    return deal(facts, catalogue)


class Race(Keeper):
    """A race to 100 with a die, in turn."""

    catalogue = Catalogue(
        {
            "rc.turn": Rule("One turn after the other."),
            "rc.die": Rule("A die shows one to six."),
            "rc.end": Rule("Whoever has a hundred has won."),
        }
    )
    deal = staticmethod(deal)

    def judge(self, state: Any, report: Score) -> Ruling[Any]:
        """Accept a roll by the player in turn."""
        if state.ended is not None:
            return Refused((Violation("rc.end"),))
        if report.seat not in range(len(state.points)):
            return Refused((Violation("match.no-such-seat"),))
        faults = []
        if report.seat != state.turn:
            faults.append(Violation("rc.turn", report.seat, {}, (Remedy("look_again"),)))
        if not 1 <= report.points <= 6:
            faults.append(Violation("rc.die", report.seat, {}, (Remedy("look_again"),)))
        if faults:
            return Refused(tuple(faults))
        rolled = Scored(report.seat, report.points)
        if state.points[report.seat] + report.points < GOAL:
            return Accepted((rolled,))
        return Accepted((rolled, Won(Outcome((report.seat,), "rc.end"))))

    def evolve(self, state: Any, event: Scored | Won) -> Any:
        """Add points and pass the turn, or end."""
        after = super().evolve(state, event)
        if isinstance(event, Won):
            return after
        return replace(after, turn=Seat((event.seat + 1) % len(state.points)))

    def awaited(self, state: Any) -> tuple[Prompt, ...]:
        return () if state.ended else (Prompt("roll", (state.turn,)),)

    def legal(self, state: Any) -> Iterator[Score]:
        """Yield each roll of a die."""
        if state.ended is None:
            yield from (Score(state.turn, points) for points in range(1, 7))


FAULTS = {"rc.turn": "It isn't {who}'s turn", "rc.die": "No die shows that", "rc.end": "It is over"}


class RaceSentences(KeeperSentences):
    """The sentences of the race."""

    catalogue = Race.catalogue
    faults = FAULTS


class RaceWords(KeeperPresenter):
    """A pad for each side of the die."""

    def banner(self, view: Any, pending: Any = None) -> Banner:
        return Banner(view.turn, self.names.subject(view.turn))

    def routine(self, view: Any, pending: Any = None) -> tuple[Choice, ...]:
        return () if view.ended else tuple(Choice(f"+{n}", "", Score(view.turn, n)) for n in range(1, 7))


class RaceFace(KeeperFace):
    """The race's face; its picture looks at the points and stays empty."""

    game: Any = Race()
    words: type = RaceWords
    sentences: type = RaceSentences

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Any:
        return Facts(players, rulings, first)

    def presenter(self, facts: Any, plates: Any) -> Any:
        names = Names(facts, plates)
        return self.words(names, self.sentences(names))

    def draw(self, view: State) -> None: ...

    def look(self, presenter: Any) -> TableDrawing:
        def table(props: Any, room: Any, finger: Any) -> Scene:
            self.draw(props.view)
            return Scene((), ())

        return TableDrawing(table, presenter.names.plates)

    def plan(self, session: Any) -> tuple[HandStep, ...]:
        return (HandStep(Submitted(Score(session.view.turn, 4))),)

    def players(self, seed: int) -> Any:
        """Return players who roll the same number again and again."""
        face = self

        class People:
            def next(self, session: Any, presenter: Any) -> tuple[HandStep, ...]:
                return face.plan(session)

        return People()


def on(**other: Any) -> type[RaceFace]:
    return type("Wrong", (RaceFace,), other)


def rules(**other: Any) -> type[RaceFace]:
    return on(game=type("WrongRace", (Race,), other)())


def words(**other: Any) -> type[RaceFace]:
    return on(words=type("WrongWords", (RaceWords,), other))


def sentences(**other: Any) -> type[RaceFace]:
    return on(sentences=type("WrongSentences", (RaceSentences,), other))


def drawn(fails: Callable[[State], bool]) -> type[RaceFace]:
    """Return the game with a picture that raises in some positions."""

    def draw(self: RaceFace, view: State) -> None:
        if fails(view):
            raise ZeroDivisionError

    return on(draw=draw)


def pictured(*items: Callable[[Any], Any]) -> type[RaceFace]:
    """Return the game with these things in its picture, each made for the room."""

    def table(props: Any, room: Any, finger: Any) -> Scene:
        return Scene(tuple(item(room) for item in items), ())

    return on(look=lambda self, presenter: TableDrawing(table, presenter.names.plates))


def results(**other: Any) -> type[RaceFace]:
    return rules(results=Results(**{"standings": standings_of, "turns": (Scored,), **other}))


def judged(change: Callable[[State, Score, Any], Any]) -> type[RaceFace]:
    return rules(judge=lambda self, state, report: change(state, report, Race.judge(self, state, report)))


def where(kind: type, change: Callable[[Any], Any]) -> type[RaceFace]:
    """Return the game with its rulings of one kind changed."""
    return judged(lambda state, report, ruling: change(ruling) if isinstance(ruling, kind) else ruling)


def taking(points: int) -> type[RaceFace]:
    """Return the game whose judge accepts points that no die shows."""

    def change(state: State, report: Score, ruling: Any) -> Any:
        fits = report.points == points and report.seat == state.turn and state.ended is None
        return Accepted((Scored(report.seat, points),)) if fits else ruling

    return judged(change)


def refusing(*violations: Violation) -> type[RaceFace]:
    """Return the game whose judge refuses 99 points with these violations."""

    def change(state: State, report: Score, ruling: Any) -> Any:
        return Refused(violations) if report.points == 99 else ruling

    return judged(change)


def asking(question: Callable[[], object]) -> type[RaceFace]:
    """Return the game whose judge calls something apart from its report."""
    return judged(lambda state, report, ruling: (question(), ruling)[1])


class Passed(Struct, frozen=True, tag="keeper.passed", tag_field="type"):
    """A report whose seat is an int, not a Seat."""

    seat: int
    points: int


class Ignored(Struct, frozen=True, tag="keeper.ignored", tag_field="type"):
    """An event that the game doesn't declare."""


def with_one(otherwise: Callable[[Any], Any]) -> type[RaceFace]:
    """Return the game with its ruling on an accepted one changed."""
    return judged(
        lambda state, report, ruling: (
            otherwise(ruling) if report.points == 1 and isinstance(ruling, Accepted) else ruling
        )
    )


def without_ones(self: Race, state: State, event: Scored | Won) -> Any:
    """Add points, except for a one."""
    if isinstance(event, Scored) and event.points == 1:
        return state
    return Race.evolve(self, state, event)


def half_points(state: State, outcome: Outcome) -> tuple[Any, ...]:
    """Return the standings, each with half a point more."""
    return tuple(replace(one, points=one.points + 0.5) for one in standings_of(state, outcome))  # type: ignore[operator]


def pads(*, after: int) -> type[RaceFace]:
    """Return the game whose pads are for the player `after` seats further on."""

    def routine(self: RaceWords, view: State, pending: None = None) -> tuple[Choice, ...]:
        seat = Seat((view.turn + after) % len(view.points))
        return () if view.ended else (Choice("+1", "", Score(seat, 1)),)

    return words(routine=routine)


def hiding(self: Race, state: State, viewer: Viewer) -> State:
    """Show players only their own points, but all at the end."""
    visible = (points * (state.ended is not None or viewer == n) for n, points in enumerate(state.points))
    return replace(state, points=tuple(visible))


def knowing(self: Race, state: State, viewer: Viewer) -> State:
    """Show players more than the table before the first roll."""
    return state if viewer is None or any(state.points) else replace(state, points=(1,) * len(state.points))


def told_at_the_end(self: Race, state: State, event: Scored | Won) -> tuple[Seat, ...]:
    return tuple(map(Seat, range(len(state.points)))) if isinstance(event, Won) else ()


def tapping(means: Callable[[State], Any]) -> type[RaceFace]:
    """Return the game whose whole picture can be tapped; `means` is what a tap returns."""

    def look(self: RaceFace, presenter: Any) -> TableDrawing:
        plates = presenter.names.plates
        return TableDrawing(lambda props, room, finger: Scene((), (Pads(((7, room.rect),)),)), plates)

    def tapped(self: RaceWords, view: State, pending: Any, place: int) -> Any:
        assert place == 7
        return means(view)

    return on(look=look, words=type("WrongWords", (RaceWords,), {"tapped": tapped}))


class Crowded(RaceWords):
    """Six pads, next to GRAB."""

    def banner(self, view: Any, pending: Any = None) -> Banner:
        return Banner(None, "Wait")

    def routine(self, view: Any, pending: Any = None) -> tuple[Choice, ...]:
        return (Choice("Wait", "", None),) * 6


def grabbing(**other: Any) -> type[Any]:
    """Return the example game with grabs, with some of its methods replaced."""
    return type("Wrong", (HalvesFace,), other)


def raising(self: Race, state: State, viewer: Viewer) -> Any:
    """Raise for the last seat."""
    return state if viewer != len(state.points) - 1 else state.points[99]


NO_PICTURE = "the picture raises ZeroDivisionError"
WRONG: dict[str, tuple[type[RaceFace], str]] = {
    "legal leaves something out": (
        rules(legal=lambda self, state: islice(Race.legal(self, state), 5)),
        "judge and legal don't agree on Score(seat=0, points=6)",
    ),
    "legal lists too much": (
        rules(legal=lambda self, state: (Score(state.turn, n) for n in range(1, 8))),
        "legal lists what judge refuses: Score(seat=0, points=7)",
    ),
    "judge takes any points": (taking(10**6), "judge and legal don't agree on Score(seat=0, points=1000000)"),
    "judge takes points below zero": (taking(-1), "judge and legal don't agree on Score(seat=0, points=-1)"),
    "judge fails on who isn't here": (
        judged(lambda state, report, ruling: (state.points[report.seat], ruling)[1]),
        "tuple index out of range",
    ),
    "judge asks the clock": (asking(time.time), "the rules ask time: clock and chance come in as reports"),
    "judge asks chance": (asking(random.random), "the rules ask random: clock and chance come in as reports"),
    "a rule that isn't in the catalogue": (refusing(Violation("rc.gone")), "no rule is called 'rc.gone'"),
    "a refusal without a fault": (refusing(), "a refusal without a fault"),
    "a fault that names nobody here": (refusing(Violation("rc.die", Seat(9))), "it names who isn't here"),
    "a fault without a sentence": (
        sentences(faults={"rc.turn": "It isn't {who}'s turn", "rc.end": "Over"}),
        "no sentence for Violation(rule='rc.die'",
    ),
    "an event without a sentence": (
        sentences(templates={Score: SCORED, Won: ENDED}),
        "`templates` has none for Scored",
    ),
    "a step without a sentence": (
        refusing(Violation("rc.die", Seat(0), {}, (Remedy("waitt", Seat(0)),))),
        "no sentence for Remedy(act='waitt', seat=0, details={}): give `acts` one",
    ),
    "it never ends": (
        where(Accepted, lambda ruling: Accepted(ruling.events[:1])),
        "no match of 2 ends within 4000 reports: what is awaited?",
    ),
    "a dead end above ninety": (
        rules(legal=lambda self, state: () if max(state.points) > 90 else Race.legal(self, state)),
        "nothing is legal any more, and nobody has won: end it, or have `legal` yield what can be done",
    ),
    "something is awaited at the end": (
        rules(awaited=lambda self, state: (Prompt("roll", (state.turn,)),)),
        "await nothing then",
    ),
    "nothing is awaited above ninety": (
        rules(awaited=lambda self, state: () if max(state.points) > 90 else Race.awaited(self, state)),
        "play goes on, and nothing is awaited",
    ),
    "points of too few": (rules(score=lambda self, state: {"points": list(state.points[1:])}), "for 2 seats"),
    "places the wrong way round": (
        results(standings=lambda state, end: standings(end.winners, list(state.points), state.points)),
        "whose place is it?",
    ),
    "places without the winner": (
        results(standings=lambda state, end: standings((), [-n for n in state.points], state.points)),
        "player 0: won or not?",
    ),
    "a race of too few": (results(race=lambda state: state.points[:1]), "a race of 1 where 2 play"),
    "no picture with the most players": (drawn(lambda view: len(view.points) == 6), NO_PICTURE),
    "no picture at the end": (drawn(lambda view: view.ended is not None), NO_PICTURE),
    "a pad without words above ninety": (
        words(routine=lambda self, view, _=None: (Choice("" if max(view.points) > 90 else "Go", "", None),)),
        "write what people should read",
    ),
    "a banner without words above ninety": (
        words(banner=lambda self, view, pending=None: Banner(None, "" if max(view.points) > 90 else "Roll")),
        "the banner at State",
    ),
    "a result of somebody else": (
        words(result=lambda self, outcome, view: Dialog("Over", winners=(Seat(9),))),
        "the dialog of the end names others than the rules",
    ),
    "people who stop": (on(plan=lambda self, session: ()), "people look on for ever"),
    "people who never stop": (
        on(plan=lambda self, session: (HandStep(Submitted(Score(session.view.turn, 9))),)),
        "people play on after 4000 reports",
    ),
    "a foreign report": (
        rules(report_type=Unheard | Score),
        "the tag of Unheard doesn't begin with",
    ),
    "somebody who isn't there is awaited": (
        rules(awaited=lambda self, state: () if state.ended else (Prompt("roll", (Seat(9),)),)),
        "seat 9 is awaited, and nobody sits there: await one of",
    ),
    "somebody else begins": (
        rules(deal=staticmethod(lambda facts, catalogue: deal(replace(facts, first=Seat(0)), catalogue))),
        "have `opening` begin with `facts.first`",
    ),
    "who begins is forgotten": (
        on(facts=lambda self, players, rulings, level, first: Facts(players, rulings)),
        "facts() is told that seat 1 begins, and keeps 0",
    ),
    "a report that is accepted without an event": (
        with_one(lambda ruling: Accepted(())),
        "points=1) without an event: say what happened, or refuse it",
    ),
    "an event that isn't declared": (
        with_one(lambda ruling: Accepted((*ruling.events, Ignored()))),
        "add Ignored to `event_type`",
    ),
    "an event that nothing comes of": (
        rules(evolve=without_ones),
        "evolve changes nothing for Scored(seat=1, points=1): take it in",
    ),
    "legal lists a report twice": (
        rules(legal=lambda self, state: iter([*Race.legal(self, state), *Race.legal(self, state)])),
        "yield each report once",
    ),
    "legal leaves the first out": (
        rules(legal=lambda self, state: islice(Race.legal(self, state), 1, None)),
        "judge and legal don't agree on Score(seat=1, points=1)",
    ),
    "a score that isn't whole": (
        rules(score=lambda self, state: {"points": [points + 0.5 for points in state.points]}),
        "score, 'points': 0.5 is no whole number",
    ),
    "points that aren't whole": (results(standings=half_points), "is no whole number; count in those"),
    "a race that isn't whole": (
        results(race=lambda state: [points / 2 for points in state.points]),
        "the race: 0.0 is no whole number",
    ),
    "a banner of two lines": (
        words(banner=lambda self, view, pending=None: Banner(None, "Roll\nthe die")),
        "'Roll\\nthe die' has a line break or a tab in it; write one line",
    ),
    "a pad of two lines": (
        words(referee_menu=lambda self, view: (Choice("Stop", "for\ttoday", None),)),
        "'for\\ttoday' has a line break or a tab in it",
    ),
    "a letter that can't be shown": (
        words(banner=lambda self, view, pending=None: Banner(None, "Roll a ⚅")),
        "'Roll a ⚅': the font has no '⚅'; write a word, or draw a shape",
    ),
    "a letter in the picture that can't be shown": (
        pictured(lambda room: Letters("7 ♠", room.rect, theme.TEXT, 20)),
        "'7 ♠': the font has no '♠'; write a word, or draw a shape",
    ),
    "private pads that don't say whose": (
        words(
            routine=lambda self, view, pending=None: (
                *RaceWords.routine(self, view),
                *(Choice("Your number", f"of {seat}", PrivateView(Seat(seat))) for seat in (0, 1)),
            )
        ),
        "two pads to be held are called 'Your number': only titles are sure to be seen, so name each player",
    ),
    "the same secret when they play again": (
        rules(view=knowing, revealed=lambda self, state, event: ()),
        "a secret is in the facts, and *Play again* would deal it once more: set `fresh`, and draw it "
        "anew on the screen of `last_step`",
    ),
    "public facts that nothing can be opened with": (
        rules(public=lambda self, facts: replace(facts, players=0), deal=staticmethod(deal_to_somebody)),
        "opening raises SetupError('nobody') for what public returns, and phones open the table with that",
    ),
    "pads for somebody else": (pads(after=1), "let `routine` offer what these can tell"),
    "more pads than a finger can tell apart": (
        words(routine=lambda self, view, pending=None: (Choice("Wait", "", None),) * 8),
        "8 pads, and 7 fit: return fewer from `routine`",
    ),
    "more pads than fit beside buttons": (
        grabbing(presenter=lambda self, facts, plates: Crowded(Names(facts, plates), None)),  # type: ignore[arg-type]
        "6 pads, and 5 fit beside GRAB: return fewer from `routine`",
    ),
    "no pads at all": (
        words(routine=lambda self, view, pending=None: ()),
        "return a pad from `routine`, or a spot in the Scene",
    ),
    "a view that raises for one seat": (rules(view=raising), "view raises for seat 1: return what 1 may see"),
    "all refusals on the table": (
        where(Refused, lambda ruling: replace(ruling, on_table=True)),
        "leave `on_table` out",
    ),
    "a dialog that fails": (words(dialog=lambda self, view: 1 // 0), "division"),
    "an evolve that returns nothing": (
        rules(evolve=lambda self, state, event: None),
        "evolve returns None for Scored(seat=0, points=",
    ),
    "an evolve that asks chance of its own": (
        rules(
            evolve=lambda self, state, event: replace(
                Race.evolve(self, state, event), turn=Seat(random.Random().randrange(2))
            )
        ),
        "evolve changes its mind on Scored",
    ),
    "an opening that asks the clock": (
        rules(deal=staticmethod(lambda facts, catalogue: (time.time(), deal(facts, catalogue))[1])),
        "the rules ask time: clock and chance come in as reports",
    ),
    "a seat that is any number": (rules(report_type=Score | Passed), "Passed.seat is an int: write Seat"),
    "a banner of nothing": (words(banner=lambda self, view, pending=None: None), "banner returns None"),
    "a result of nothing": (
        words(result=lambda self, outcome, view: None, dialog=lambda self, view: None),
        "result returns None",
    ),
    "a picture of nothing": (
        on(still=lambda self, presenter, view, pending=None: lambda room, finger: None),
        "the picture returns None",
    ),
    "a tap that means no report": (
        tapping(lambda view: "roll"),
        "tapped returns 'roll' for spot 7: return a report, a Begin, an Enter or None",
    ),
    "a tap that begins what has no banner": (
        on(
            look=tapping(lambda view: None).look,
            words=type(
                "WrongWords",
                (RaceWords,),
                {
                    "tapped": lambda self, view, pending, place: Begin(place),
                    "banner": lambda self, view, pending=None: Banner(None, "" if pending else "Roll"),
                },
            ),
        ),
        "the banner at State",
    ),
    "a secret that nobody is asked about": (rules(view=hiding), "override `revealed`"),
    "a secret in a sentence": (rules(view=hiding, revealed=told_at_the_end), "are told in other words"),
    "a secret that everybody sees": (
        rules(revealed=told_at_the_end),
        "made a secret known, and `view` hides nothing from the table: cut it there",
    ),
    "buttons by half": (
        on(grabbed=lambda self, news: None),
        "it lacks button_of, open_to_grabs, pictured, voided: write all",
    ),
    "buttons of too few": (
        grabbing(button_of=lambda self, players: [0]),
        "button_of(2) is [0]: return for each button whose it is, so that each of 2 players has one",
    ),
    "buttons that may never grab": (grabbing(open_to_grabs=lambda self, view: ()), "nobody may ever grab"),
    "buttons that aren't there": (
        grabbing(open_to_grabs=lambda self, view: (Seat(9),)),
        "open_to_grabs names button 9 of 2",
    ),
    "winners in a list": (
        where(
            Accepted,
            lambda ruling: Accepted(
                tuple(
                    Won(Outcome([*event.outcome.winners], "rc.end")) if isinstance(event, Won) else event  # type: ignore[arg-type]
                    for event in ruling.events
                )
            ),
        ),
        "reads back as Won(outcome=Outcome(winners=(0,), reason='rc.end')): give its fields",
    ),
    "a grab that is no report": (grabbing(grabbed=lambda self, news: news), "grabbed returns Seized"),
    "a grab that no record holds": (
        grabbing(grabbed=lambda self, news: TakePile(list(news.first))),  # type: ignore[arg-type]
        "TakePile(hands=[0]) reads back as TakePile(hands=(0,)): give its fields",
    ),
    "a grab that can't be decided, and raises": (
        grabbing(voided=lambda self, news: news.gone),
        "no attribute 'gone'",
    ),
    "later presses that lose the view": (
        grabbing(pictured=lambda self, view, presses: None),
        "pictured returns None: return the view",
    ),
}
"""Likely faults, each with part of the message that the game's author gets.

Half of them show only at the end, or with the most players.
"""


def found(face: type[RaceFace]) -> str:
    """Return the first property of the contract that a game breaks, with its message; "" for none."""
    for keeps in MATCH_PROPERTIES:
        try:
            keeps(face())
        except Exception as error:  # noqa: BLE001 - whatever it raises, it is found
            return f"{keeps.__name__}: {error}"
    case = case_with(face())
    try:
        reports_and_events_are_frozen_tagged_structs(case)
        for holds in PROPERTIES:
            _tried(holds, case)
    except Exception as error:  # noqa: BLE001 - likewise
        return f"a property of every game: {error}"
    return ""


def _tried(holds: Callable[[st.DataObject, Case], None], case: Case) -> None:
    @settings(max_examples=3, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def tried(data: st.DataObject) -> None:
        holds(data, case)

    tried()


def test_the_good_game_is_good() -> None:
    assert found(RaceFace) == ""


@pytest.mark.parametrize(("face", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_game_is_found_out(face: type[RaceFace], message: str) -> None:
    assert message in found(face)
