"""A refusal in words: what is wrong, the rule, and what hands must do."""

from collections import Counter
from collections.abc import Iterator

from companion.game import Details, Remedy, Seat, Violation
from companion.games.tracktic.game import Tracktic
from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.model import Piece
from ui import telling
from ui.games.tracktic import words
from ui.games.tracktic.names import Names
from ui.presenting import Explanation
from ui.telling import CANT_BE, capital
from ui.words import _, _many

CATALOGUE = Tracktic.catalogue

ALIKE = 2
"""So many faults of one kind are told."""
LISTED = 8
"""Of so many pieces it is told where each of them lies."""

TITLES = telling.TITLES | {
    "tt.players": _("That many can't play"),
    "tt.turn": _("That card can't be played now"),
    "tt.skip": _("Whoever has skipped is out until the end"),
    "tt.pattern": _("That isn't the pattern"),
    "tt.connect": _("The pattern doesn't touch your path"),
    "tt.no-t": _("Four pieces form a T"),
    "tt.flip": _("That piece can't be turned over"),
    "tt.token": _("No token can be played there"),
    "tt.white": _("A white piece is never turned back"),
    "tt.end": _("The game is over"),
    "tt.score": _("That isn't the longest path"),
    "tt.winner": _("That isn't who wins"),
}


def explanation(names: Names, violations: tuple[Violation, ...]) -> Explanation:
    """Return the faults of a report in one explanation; the first gives the title.

    Of many alike, such as a T around every cell of a large heap, the first two tell enough.
    """
    alike: Counter[object] = Counter()
    enough = []
    for violation in violations:
        kind = (violation.rule, violation.seat, violation.details.get("why"))
        alike[kind] += 1
        if alike[kind] <= ALIKE:
            enough.append(violation)
    return telling.explained(
        tuple(enough),
        lambda violation: title(names, violation),
        lambda remedies: steps(remedies),
        lambda rule: telling.rule_text(CATALOGUE, rule),
    )


def title(names: Names, violation: Violation) -> str:
    """Return what is wrong, with names and places where they help."""
    return _told(names, violation) or TITLES.get(violation.rule, CANT_BE)


def _told(names: Names, violation: Violation) -> str:
    details = violation.details
    who, cell, piece = names.known(violation.seat), _cell(details), _piece(details)
    where = words.place(cell) if cell is not None else ""
    match violation.rule, details.get("why"):
        case "tt.turn", "used_up":
            return _("All of {card} are used already").format(card=words.card(str(details.get("card"))))
        case "tt.turn", "not_open":
            return _("That is {card}, and it doesn't lie open").format(
                card=words.card(str(details.get("card")))
            )
        case "tt.turn", "all_open":
            return _("All open cards are told already")
        case "tt.turn", "no_copy":
            return _("No more of {card} can be turned up").format(card=words.card(str(details.get("card"))))
        case "tt.turn", "untold":
            return _("The open cards aren't told in this match")
        case "tt.turn", None if isinstance(turn := details.get("turn"), int):
            return _("It is {turn}'s turn, not {who}'s").format(turn=names.known(Seat(turn)), who=who)
        case "tt.skip", _ if who:
            return _("{who} has skipped, and is out").format(who=who)
        case "tt.pattern", "shape" if "card" in details:
            return _("That isn't {card}").format(card=words.card(str(details["card"])))
        case "tt.pattern", "shape":
            return _("No card has that pattern")
        case "tt.pattern", "outside" if where:
            return _("{where} is no part of the grid").format(where=capital(where))
        case "tt.pattern", "own" | "white" if where and piece is not None:
            return _("{piece} lies on {where} already").format(
                piece=capital(words.A_PIECE[piece]), where=where
            )
        case "tt.pattern", "supply" if isinstance(left := details.get("left"), int):
            return _many("{who} has only {n} piece left", "{who} has only {n} pieces left", left).format(
                who=who, n=left
            )
        case "tt.pattern", "none_laid" if who:
            return _("At least one of {who}'s own pieces must be laid").format(who=who)
        case "tt.connect", _ if who:
            return _("The pattern doesn't touch {who}'s path").format(who=who)
        case "tt.no-t", _ if where and who:
            return _("Four of {who}'s pieces form a T around {where}").format(who=who, where=where)
        case "tt.white", _ if where:
            return _("The white piece on {where} is never turned back").format(where=where)
    return _told_of_turning(violation, who, where, piece)


def _told_of_turning(violation: Violation, who: str, where: str, piece: Piece | None) -> str:
    match violation.rule, violation.details.get("why"):
        case "tt.flip", "not_opponents" if where:
            return _("No opponent's piece lies on {where}").format(where=where)
        case "tt.flip", "touch" if where and who:
            return _("The piece on {where} touches none of {who}'s").format(where=where, who=who)
        case "tt.flip", "apart":
            return _("The new piece doesn't lie beside the one that was turned over")
        case "tt.flip", "covered" if where:
            return _("There is already a piece on {where}").format(where=where)
        case "tt.flip", "start" if where:
            return _("The start piece on {where} stays as it is").format(where=where)
        case "tt.token", "in_way" if where and piece is not None:
            return _("{piece} is in the way on {where}: that takes a token").format(
                piece=capital(words.A_PIECE[piece]), where=where
            )
        case "tt.token", "none" if who:
            return _("{who} has no token left").format(who=who)
        case "tt.token", "nothing":
            return _("No opponent's piece is in the way: that takes no token")
        case "tt.token", "closed":
            return _("Tokens aren't played at this table")
    return ""


def steps(remedies: tuple[Remedy, ...]) -> Iterator[str]:
    """Yield what hands must do; pieces that are taken off are one step, and those of a colour turned back."""
    off = [cell for remedy in remedies if remedy.act == "take_off" and (cell := _cell(remedy.details))]
    if off:
        yield _taken_off(off)
    back: dict[Piece, list[Cell]] = {}
    for remedy in remedies:
        cell, piece = _cell(remedy.details), _piece(remedy.details)
        if remedy.act == "turn_back" and cell is not None and piece is not None:
            back.setdefault(piece, []).append(cell)
    for piece, cells in back.items():
        yield _turned_back(piece, cells)
    for remedy in remedies:
        lies = _cell(remedy.details) is not None
        match remedy.act:
            case "take_off" if lies:
                continue
            case "turn_back" if lies and _piece(remedy.details) is not None:
                continue
            case "look_again":
                yield _("Look at the grid again, and tap what lies there.")
            case _:
                yield _("Put it right on the table, then go on.")


def _taken_off(cells: list[Cell]) -> str:
    if len(cells) > LISTED:
        return _("Take the {n} new pieces off, from {where} on.").format(
            n=len(cells), where=words.place(min(cells))
        )
    return _many(
        "Take the new piece off {where}.", "Take the {n} new pieces off: {where}.", len(cells)
    ).format(n=len(cells), where=words.places(cells))


def _turned_back(piece: Piece, cells: list[Cell]) -> str:
    if len(cells) == 1:
        return _("Turn {piece} on {where} back.").format(
            piece=words.THE_PIECE[piece], where=words.place(cells[0])
        )
    pieces = words.THE_PIECES[piece].format(n=len(cells))
    return _("Turn {pieces} back: {where}.").format(pieces=pieces, where=words.places(cells))


def _cell(details: Details) -> Cell | None:
    row, column = details.get("row"), details.get("column")
    if isinstance(row, int) and isinstance(column, int) and 0 <= row < MOST and 0 <= column < MOST:
        return Cell(row, column)
    return None


def _piece(details: Details) -> Piece | None:
    told = details.get("colour")
    return next((piece for piece in Piece if piece == told), None)
