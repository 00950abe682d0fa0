"""Judge: decides every report by the rules. Each rule has a comment where it is decided.

In open mode a piece is on the table before it is reported; one that breaks a rule stays pending until the
table has put it right. With sealed clues a piece is reported in private before it is placed. A refusal goes
to its player alone, changes nothing and leaves no trace; rules that everybody can check never use a clue.
"""

from collections.abc import Callable, Iterator
from itertools import permutations, product, takewhile
from typing import Any

from msgspec.structs import replace

from companion.game import (
    UNSEATED,
    Accepted,
    Details,
    Faults,
    Outcome,
    Refused,
    Remedy,
    Seat,
    Steps,
    Violation,
)
from companion.games.cryptid import events as e
from companion.games.cryptid import reports as r
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import (
    PAIR,
    Answering,
    AskOrSearch,
    Disc,
    Hue,
    OpeningCubes,
    Paying,
    Stage,
    State,
)

MOST_DISCS = 4
"""A refused search lists at most this many discs to take off."""

ONE_CLUE = {
    "cr.setup": "cr.one-clue",
    "cr.answer-both": "cr.answer",
    "cr.answer-one": "cr.answer",
    "cr.search-two-own": "cr.search-own",
    "cr.one-cube-or-two-discs": "cr.one-piece",
}
"""Rules of the two-player variant, about two clues, and the base game's equivalents, about one."""


def judge(state: State, report: r.AnyReport) -> e.AnyRuling:
    """Rule on a report. The match never passes a state that has ended."""
    if report.seat not in state.seats:
        return UNSEATED
    return _JUDGES[type(report)](state, report)


def askable(state: State, seat: Seat) -> tuple[Seat | None, ...]:
    """Return the players that a player may ask; (None,) with two players, where no name is needed."""
    return (None,) if state.players == PAIR else state.others(seat)


def _rule(state: State, rule: str) -> str:
    return rule if state.players == PAIR else ONE_CLUE.get(rule, rule)


def _refuse(state: State, faults: Faults, seat: Seat, steps: Steps = ()) -> e.AnyRuling:
    """Refuse with every fault. In open mode the first one carries the `steps` that take pieces off again."""
    if state.sealed:
        return Refused(tuple(replace(fault, audience=(seat,)) for fault in faults))
    first, *others = faults
    return Refused((replace(first, remedy=steps), *others), on_table=bool(steps))


def _place_cube(state: State, report: r.PlaceCube) -> e.AnyRuling:
    seat, hue, at = report.seat, report.hue, report.at
    faults = (
        *_turn_faults(state, seat, OpeningCubes, Paying),
        *_hue_faults(state, seat, hue),
        *_cube_faults(state, hue, at, seat),
    )
    if faults:
        return _refuse(state, faults, seat, (_take_off(seat, hue, at),))
    # A cube goes only where its colour's clue forbids the creature.
    if state.sealed and state.allows(hue, at):
        return _refuse_in_private("cr.truth", seat, hue, at)
    if isinstance(state.stage, OpeningCubes):
        return Accepted((e.CubeShared(seat, hue, at), _next_turn(state)))
    return Accepted((e.CubePaid(seat, hue, at), _next_turn(state)))


def _ask(state: State, report: r.Ask) -> e.AnyRuling:
    seat, at, of = report.seat, report.at, report.of
    spot = state.spot(at)
    faults = list(_turn_faults(state, seat, AskOrSearch))
    # A space with a cube can't be asked about.
    if spot.cube is not None:
        faults.append(_violation("cr.dead-space", seat, at))
    # A question goes to one other player.
    if of not in askable(state, seat):
        faults.append(_violation("cr.ask", seat, at))
        return Refused(tuple(faults))
    asked = state.others(seat)[0] if of is None else of
    own, there = state.own(asked), [hue for hue in state.own(asked) if hue in spot.discs]
    about: Details = {"asked": asked, **_place(at)}
    # With all discs of the asked player there, nothing is left to ask; with one of two, the ruling decides.
    if there == [*own]:
        rule, why = ("cr.answer-both", "both") if state.players == PAIR else ("cr.one-own", "asked")
        faults.append(Violation(rule, seat, {"why": why, **about}))
    elif there and state.rulings.answer_on_own_disc == "closed":
        faults.append(Violation("cr.answer-both", seat, {"why": "closed", **about}))
    return Refused(tuple(faults)) if faults else Accepted((e.Asked(seat, at, of),))


def _search(state: State, report: r.Search) -> e.AnyRuling:
    seat, at, discs = report.seat, report.at, report.discs
    steps = tuple(_take_off(seat, disc.hue, disc.at) for disc in discs[:MOST_DISCS])
    faults = list(_turn_faults(state, seat, AskOrSearch))
    if state.spot(at).cube is not None:
        # A space with a cube can't be searched.
        faults.append(_violation("cr.dead-space", seat, at))
    own = state.own(seat)
    # A disc of each colour goes on the searched space. If that colour's disc is there already, another goes
    # elsewhere, as long as there is a legal space.
    waived = _waived(state, seat, at, discs)
    if sorted((*(disc.hue for disc in discs), *waived)) != sorted(own):
        faults.append(_violation(_rule(state, "cr.one-cube-or-two-discs"), seat, at))
    for disc in discs[: len(own)]:
        already_there = disc.hue in state.spot(at).discs
        if disc.hue in own and (disc.at == at) == already_there:
            rule = "cr.search-two-own" if _all_discs_there(state, seat, at) else "cr.search-one-own"
            faults.append(_violation(_rule(state, rule) if already_there else "cr.search", seat, disc.at))
        faults += _disc_faults(state, disc, seat, searched=at)
    if faults:
        return _refuse(state, _distinct(faults), seat, steps)
    # The searcher's clues must all allow the searched space, and each disc's clue the disc's space.
    all_discs = (*(Disc(hue, at) for hue in own), *discs)
    forbidden = [disc for disc in all_discs if state.sealed and not state.allows(disc.hue, disc.at)]
    if forbidden:
        return _refuse_in_private("cr.search", seat, forbidden[0].hue, forbidden[0].at)
    for hue in waived:
        places = places_elsewhere(state, hue) if state.sealed else ()
        if places:
            return _refuse_in_private("cr.no-disc", seat, hue, places[0])
    return Accepted((e.Searched(seat, at, discs), *_automatic_answers(state, at, state.others(seat))))


def _waived(state: State, seat: Seat, at: Hex, discs: tuple[Disc, ...]) -> list[Hue]:
    """Return the seat's colours that have a disc on the searched space and got none elsewhere."""
    placed = {disc.hue for disc in discs}
    return [hue for hue in state.own(seat) if hue in state.spot(at).discs and hue not in placed]


def places_elsewhere(state: State, hue: Hue) -> tuple[Hex, ...]:
    """Return where a disc may go whose colour already has one on the searched space."""
    return tuple(
        at
        for at in MAP
        if state.spot(at).cube is None
        and hue not in state.spot(at).discs
        and (not state.sealed or state.allows(hue, at))
    )


def _automatic_answers(state: State, at: Hex, others: tuple[Seat, ...]) -> e.Events:
    """Return events for `others` whose discs are all there already, up to the first who has to answer.

    If nobody has to, the search wins: the last event is `Ended`.
    """
    answered: list[e.AnyEvent] = []
    for seat in others:
        if not _all_discs_there(state, seat, at):
            return tuple(answered)
        answered.append(e.DiscsAnswered(seat, at, ()))
    return (*answered, e.Ended(Outcome((state.turn,), "cr.search")))


def _answer(state: State, report: r.GiveAnswer) -> e.AnyRuling:
    seat, cube = report.seat, report.cube
    stage = state.stage
    # Only the player who was asked may answer.
    if not isinstance(stage, Answering) or seat != stage.asked:
        steps = () if cube is None else (Remedy("take_off", seat, {"hue": cube}),)
        return _refuse(state, _turn_faults(state, seat, Answering), seat, steps)
    at, own = stage.at, state.own(seat)
    missing = tuple(hue for hue in own if hue not in state.spot(at).discs)
    if cube is None and state.spot(at).cube is not None:
        # Nothing is placed on a space with a cube.
        return _refuse(state, (_violation("cr.dead-space", seat, at),), seat)
    if cube is None:
        # If all their clues allow the space: a disc of each colour; one that is there already stays.
        if state.sealed and not all(state.allows(hue, at) for hue in own):
            return _refuse_in_private(_rule(state, "cr.answer-both"), seat, None, at)
        event = e.DiscsAnswered(seat, at, missing)
        if not stage.search:
            return Accepted((event, _next_turn(state)))
        # In a search the next player clockwise answers; discs from everybody win at once.
        others = tuple(takewhile(lambda other: other != state.turn, state.others(seat)))
        return Accepted((event, *_automatic_answers(state, at, others)))
    faults = (*_hue_faults(state, seat, cube), *_cube_faults(state, cube, at, seat))
    if faults:
        return _refuse(state, faults, seat, (_take_off(seat, cube, at),))
    # If a clue forbids it: a cube of its colour. If both do, either colour, and nobody can see that.
    if state.sealed and state.allows(cube, at):
        return _refuse_in_private(_rule(state, "cr.answer-one"), seat, cube, at)
    return Accepted((e.CubeAnswered(seat, cube, at),))


def _correct_piece(state: State, report: r.CorrectPiece) -> e.AnyRuling:
    seat, hue, at, to = report.seat, report.hue, report.at, report.to
    spot = state.spot(at)
    faults = list(_hue_faults(state, seat, hue))
    # Sealed clues keep wrong pieces off the table. In open mode one is changed as soon as it is found.
    if state.sealed:
        faults.append(_violation("cr.mistake", seat, at))
    # The wrong piece must be the player's own, and the removed one must go to another space.
    if hue not in (spot.cube, *spot.discs) or to == at:
        faults.append(_violation("cr.mistake", seat, at))
    elif spot.cube == hue:
        faults += _cube_faults(state, hue, to, seat)
        # A disc moved onto the space in question would end the question without an answer.
        if isinstance(state.stage, Answering) and to == state.stage.at:
            faults.append(Violation("cr.mistake", seat, {"why": "asked", **_place(to)}))
    else:
        faults += _disc_faults(state, Disc(hue, to), seat, searched=None)
        if spot.cube is not None:
            faults.append(_violation("cr.one-cube", seat, at))
    if faults:
        return Refused(_distinct(faults))
    event = e.PieceCorrected(seat, hue, at, to)
    if not isinstance(state.stage, Answering) or at != state.stage.at:
        # The stage stays as it was.
        return Accepted((event,))
    # A disc on the space in question became a cube: if its player still has to answer, that is the answer.
    if seat == state.stage.asked or (state.stage.search and seat != state.turn):
        return Accepted((event, e.CubeAnswered(seat, hue, at)))
    return Accepted((event, e.QuestionFell(seat, at)))


def _no_space(state: State, report: r.NoSpace) -> e.AnyRuling:
    seat = report.seat
    faults = _turn_faults(state, seat, Paying)
    if faults:
        return _refuse(state, faults, seat)
    # The cube must go down if its colour's clue forbids the creature on any legal space.
    for hue, at in product(state.own(seat), MAP if state.sealed else ()):
        if not state.allows(hue, at) and not _cube_faults(state, hue, at, seat):
            details: Details = {"hue": hue, **_place(at)}
            steps = (Remedy("think_again", seat),)
            return Refused((Violation("cr.no-space", seat, details, steps, (seat,)),))
    return Accepted((e.CubeWaived(seat), _next_turn(state)))


def _give_up(state: State, report: r.GiveUp) -> e.AnyRuling:
    # Everybody must agree.
    for seat in state.seats:
        if seat not in (report.seat, *report.agreed):
            return Refused((Violation("cr.give-up", seat),))
    return Accepted((e.GivenUp(), e.Ended(Outcome((), "cr.give-up"))))


def _next_turn(state: State) -> e.TurnPassed:
    return e.TurnPassed(state.others(state.turn)[0])


def _all_discs_there(state: State, seat: Seat, at: Hex) -> bool:
    return set(state.own(seat)) <= set(state.spot(at).discs)


def _turn_faults(state: State, seat: Seat, *stages: type[Stage]) -> Faults:
    # Players act in turn, and only as the stage allows.
    if seat == state.mover and isinstance(state.stage, stages):
        return ()
    kind = str(type(state.stage).__struct_config__.tag)
    rule = {"sharing": "cr.sharing", "paying": "cr.penalty"}.get(kind, "cr.turn")
    # In a search the others answer clockwise.
    if isinstance(state.stage, Answering) and state.stage.search and state.players != PAIR:
        rule = "cr.clockwise"
    return (Violation(rule, seat, {"awaited": kind, "turn": state.mover}),)


def _hue_faults(state: State, seat: Seat, hue: Hue) -> Faults:
    # Players place only their own colours.
    if hue in state.own(seat):
        return ()
    return (Violation(_rule(state, "cr.setup"), seat, {"hue": hue}),)


def _cube_faults(state: State, hue: Hue, at: Hex, seat: Seat) -> Faults:
    spot = state.spot(at)
    # At most one cube on a space, and nothing on a space with a cube.
    if spot.cube is not None:
        return (_violation("cr.one-cube", seat, at),)
    # No second piece of a colour on a space.
    return (_violation("cr.one-own", seat, at),) if hue in spot.discs else ()


def _disc_faults(state: State, disc: Disc, seat: Seat, *, searched: Hex | None) -> list[Violation]:
    faults: list[Violation] = []
    spot = state.spot(disc.at)
    # A legal space for a disc has no cube, and no disc of that colour.
    if spot.cube is not None and disc.at != searched:
        faults.append(_violation("cr.legal-disc", seat, disc.at))
    if disc.hue in spot.discs and disc.at != searched:
        faults.append(_violation("cr.one-own", seat, disc.at))
    return faults


def _refuse_in_private(rule: str, seat: Seat, hue: Hue | None, at: Hex) -> e.AnyRuling:
    """Refuse, shown only to the owner of the clue; everybody else sees nothing."""
    details: Details = {"why": "clue", **({"hue": hue} if hue else {}), **_place(at)}
    return Refused((Violation(rule, seat, details, (Remedy("think_again", seat),), (seat,)),))


def _violation(rule: str, seat: Seat, at: Hex) -> Violation:
    return Violation(rule, seat, _place(at))


def _take_off(seat: Seat, hue: Hue, at: Hex) -> Remedy:
    return Remedy("take_off", seat, {"hue": hue, **_place(at)})


def _place(at: Hex) -> Details:
    return {"row": at.row, "column": at.column}


def _distinct(faults: list[Violation]) -> Faults:
    return tuple(fault for n, fault in enumerate(faults) if fault not in faults[:n])


# Each function takes reports of exactly its key's type.
_JUDGES: dict[type, Callable[[State, Any], e.AnyRuling]] = {
    r.PlaceCube: _place_cube,
    r.Ask: _ask,
    r.Search: _search,
    r.GiveAnswer: _answer,
    r.CorrectPiece: _correct_piece,
    r.NoSpace: _no_space,
    r.GiveUp: _give_up,
}

# The reports that judge accepts.


def legal(state: State) -> Iterator[r.AnyReport]:
    """Yield every report that judge accepts, likeliest first, except `CorrectPiece` and `GiveUp`.

    The list gives sealed clues away: show it to nobody. A search with two discs comes in both orders.
    """
    if state.ended is None:
        yield from (report for report in _candidates(state) if isinstance(judge(state, report), Accepted))


def _candidates(state: State) -> Iterator[r.AnyReport]:
    mover = state.mover
    if isinstance(state.stage, Answering):
        yield r.GiveAnswer(mover)
        yield from (r.GiveAnswer(mover, hue) for hue in state.own(mover))
        return
    if not isinstance(state.stage, AskOrSearch):
        yield from (r.PlaceCube(mover, hue, at) for at in MAP for hue in state.own(mover))
        yield r.NoSpace(mover)
        return
    yield from (r.Ask(mover, at, of) for at in MAP for of in askable(state, mover))
    for at in MAP:
        yield from _searches(state, mover, at)


def _searches(state: State, seat: Seat, at: Hex) -> Iterator[r.Search]:
    """Yield searches of a hex, each disc there, or elsewhere if its colour already has one there."""
    for discs in product(*(_discs(state, hue, at) for hue in state.own(seat))):
        yield from (r.Search(seat, at, order) for order in permutations(filter(None, discs)))


def _discs(state: State, hue: Hue, at: Hex) -> list[Disc | None]:
    """Return the discs of a colour worth judging in a search; None stands for no disc."""
    if hue not in state.spot(at).discs:
        return [Disc(hue, at)]
    return [*(Disc(hue, other) for other in places_elsewhere(state, hue)), None]
