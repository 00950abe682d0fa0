"""The history in sentences: what every report says, and every event. Everybody may read it."""

from collections.abc import Sequence

from companion.games.cryptid import events as e
from companion.games.cryptid import reports as r
from companion.games.cryptid.hexes import Hex
from companion.games.cryptid.model import Disc
from ui.games.cryptid import words
from ui.games.cryptid.names import Names, discs
from ui.telling import listed, wins
from ui.words import _


def report_sentence(names: Names, report: r.AnyReport) -> str:
    """Return what was claimed."""
    match report:
        case r.PlaceCube(seat, hue, at):
            return put(names.known(seat), words.A_CUBE[hue], at)
        case r.Ask(seat, at):
            return asked(names, names.known(seat), at)
        case r.Search(seat, at, laid):
            return searched(names.known(seat), at, laid)
        case r.Answer(seat, None):
            return _("{who} answered with discs.").format(who=names.known(seat))
        case r.Answer(seat, hue) if hue is not None:
            return _("{who} answered with {cube}.").format(who=names.known(seat), cube=words.A_CUBE[hue])
        case r.CorrectPiece(seat, hue, at, to):
            return corrected(names.known(seat), words.HUES[hue], at, to)
        case r.NoSpace(seat):
            return no_space(names.known(seat))
        case r.GiveUp():
            return words.ALL_GAVE_UP
    return ""


def event_sentence(names: Names, event: e.AnyEvent) -> str:
    """Return what happened."""
    match event:
        case e.CubeShared(seat, hue, at) | e.CubeAnswered(seat, hue, at) | e.CubePaid(seat, hue, at):
            return put(names.subject(seat), words.A_CUBE[hue], at)
        case e.Asked(seat, at):
            return asked(names, names.subject(seat), at)
        case e.Searched(seat, at, laid):
            return searched(names.subject(seat), at, laid)
        case e.DiscsAnswered(seat, at, ()):
            return _("{who}'s discs lie on {where} already.").format(
                who=names.subject(seat), where=words.space(at)
            )
        case e.DiscsAnswered(seat, at, hues):
            return put(names.subject(seat), discs(hues), at)
        case e.PieceCorrected(seat, hue, at, to):
            return corrected(names.subject(seat), words.HUES[hue], at, to)
        case e.QuestionFell(seat, at):
            return _("There is a cube on {where} now: {who} asks or searches again.").format(
                who=names.subject(seat), where=words.space(at)
            )
        case e.CubeWaived(seat):
            return no_space(names.subject(seat))
        case e.GivenUp():
            return words.ALL_GAVE_UP
        case e.TurnPassed(to):
            return _("{who} is next.").format(who=names.subject(to))
        case e.Ended(outcome) if not outcome.winners:
            return words.NOBODY_WON_SAID
        case e.Ended(outcome):
            won = wins([names.subject(seat) for seat in outcome.winners])
            return _("The game is over: {wins}.").format(wins=won)


def follow_up(names: Names, events: Sequence[e.AnyEvent]) -> tuple[str, ...]:
    """Return what happened in one line, and who is next in another."""
    return tuple(event_sentence(names, event) for event in events)


def put(who: str, pieces: str, at: Hex) -> str:
    """Return that somebody put pieces on a space."""
    return _("{who} put {pieces} on {where}.").format(who=who, pieces=pieces, where=words.space(at))


def asked(names: Names, who: str, at: Hex) -> str:
    """Return that somebody asked about a space."""
    return _("{who} asked about {where}.").format(who=who, where=words.space(at))


def searched(who: str, at: Hex, laid: Sequence[Disc]) -> str:
    """Return that somebody searched a space, and where the discs were put."""
    pieces = listed(
        [
            words.A_DISC[disc.hue]
            if disc.at == at
            else _("{disc} on {where}").format(disc=words.A_DISC[disc.hue], where=words.space(disc.at))
            for disc in laid
        ]
    )
    return _("{who} searched {where}, and put down {pieces}.").format(
        who=who, where=words.space(at), pieces=pieces
    )


def no_space(who: str) -> str:
    """Return that somebody places no cube, for want of a space."""
    return _("{who} has no space left for a cube.").format(who=who)


def corrected(who: str, hue: str, at: Hex, to: Hex) -> str:
    """Return that a piece was changed, and the other one moved."""
    return _("{who}'s {hue} piece on {where} was wrong: changed, and the old one is on {to}.").format(
        who=who, hue=hue, where=words.space(at), to=words.space(to)
    )
