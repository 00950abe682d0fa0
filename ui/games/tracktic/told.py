"""The history in sentences: what every report says, and every event."""

from collections.abc import Sequence

from companion.games.tracktic import events as e
from companion.games.tracktic import reports as r
from companion.games.tracktic.grid import Cell
from ui.games.tracktic import words
from ui.games.tracktic.names import Names
from ui.telling import capital, wins
from ui.words import _, _many


def report_sentence(names: Names, report: r.AnyReport) -> str:
    """Return what was claimed."""
    match report:
        case r.LayPattern(seat, cells, token):
            return laid(names.known(seat), cells, ()) if not token else with_token(names.known(seat), cells)
        case r.FlipPiece(seat, flipped, at):
            return turned(names.known(seat), flipped, at)
        case r.Skip(seat):
            return skipped(names.known(seat))
        case r.OpenCard(card):
            return opened(card)


def event_sentence(names: Names, event: e.AnyEvent) -> str:
    """Return what happened."""
    match event:
        case e.CardOpened(card):
            return opened(card)
        case e.PatternLaid(seat, _card, cells, flipped):
            return laid(names.subject(seat), cells, flipped)
        case e.PieceFlipped(seat, flipped, at):
            return turned(names.subject(seat), flipped, at)
        case e.Skipped(seat):
            return skipped(names.subject(seat))
        case e.TurnPassed(to):
            return _("{who} is next.").format(who=names.subject(to))
        case e.Ended(outcome):
            return _("The game is over: {wins}.").format(wins=wins(names.subjects(outcome.winners)))


def follow_up(names: Names, events: Sequence[e.AnyEvent]) -> tuple[str, ...]:
    """Return what happened, and who is next."""
    return tuple(event_sentence(names, event) for event in events)


def laid(who: str, cells: Sequence[Cell], flipped: Sequence[Cell]) -> str:
    """Return that somebody laid a pattern, and turned pieces over with a token."""
    done = _("{who} laid nothing.").format(who=who)
    if cells:
        done = _("{who} laid {pieces} from {place} on.").format(
            who=who, pieces=words.pieces(len(cells)), place=words.place(min(cells))
        )
    if not flipped:
        return done
    over = _many("A token turned {n} piece over.", "A token turned {n} pieces over.", len(flipped)).format(
        n=len(flipped)
    )
    return f"{done} {over}"


def with_token(who: str, cells: Sequence[Cell]) -> str:
    """Return that somebody laid a pattern with a token."""
    if not cells:
        return laid(who, cells, ())
    return _("{who} laid a pattern on {n} cells with a token, from {place} on.").format(
        who=who, n=len(cells), place=words.place(min(cells))
    )


def turned(who: str, flipped: Cell, at: Cell) -> str:
    """Return that somebody turned a piece over, and laid one beside it."""
    return _("{who} turned over the piece on {flipped}, and laid one on {at}.").format(
        who=who, flipped=words.place(flipped), at=words.place(at)
    )


def skipped(who: str) -> str:
    """Return that somebody skipped."""
    return _("{who} skipped, and is out until the end.").format(who=who)


def opened(card: str) -> str:
    """Return that a card was turned up."""
    return _("{card} was turned up.").format(card=capital(words.card(card)))
