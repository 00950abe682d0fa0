"""Tracktic's sentences: reports, events, faults and what hands must do."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from companion.game import Remedy, Violation
from companion.games.tracktic import events as e
from companion.games.tracktic import reports as r
from companion.games.tracktic.game import Tracktic
from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.model import Piece
from ui.games.tracktic import setup_words, words
from ui.language.phrases import _, many
from ui.table.names import Names, row_column
from ui.table.presenting import Explanation
from ui.table.sentences import (
    ENDED,
    FIX_PLACE,
    NEXT,
    SentencePlural,
    Sentences,
    Templates,
    Todo,
    Wording,
    named,
    number,
    one_of,
    place_of,
    value,
)

ALIKE = 2
"""Most faults of one kind that are listed."""
LISTED = 8
"""Most pieces whose cells are listed one by one."""

LAID_NOTHING = _("{who} laid nothing.")
LAID = (_("{who} laid {pieces} from {start} on."), LAID_NOTHING)
OPENED = _("{Card} was turned up.")
TURNED = _("{who} turned over the piece on {flipped}, and laid one on {laid}.")
SKIPPED = _("{who} skipped, and is out until the end.")
LIES_ALREADY = _("{Piece} lies on {where} already")


TEMPLATES: dict[type[Any], Wording] = {
    r.LayPattern: lambda report: (
        (_("{who} laid a pattern on {cells} with a token, from {start} on."), LAID_NOTHING)
        if report.token
        else LAID
    ),
    r.FlipPiece: TURNED,
    r.Skip: SKIPPED,
    r.OpenCard: OPENED,
    e.CardOpened: OPENED,
    e.PatternLaid: LAID,
    e.PieceFlipped: TURNED,
    e.Skipped: SKIPPED,
    e.TurnPassed: NEXT,
    e.Ended: ENDED,
}


def left_in_supply(violation: Any) -> Templates:
    """Return how many pieces a player has, of whom more were laid."""
    if number(violation, "left") == 0:
        return _("{who} has no piece left")
    return SentencePlural("{who} has only {left} piece left", "{who} has only {left} pieces left", "left")


FAULTS: dict[str, Wording] = {
    "tt.players": _("That many can't play"),
    "tt.players area": _("{Where} is outside the area for two"),
    "tt.turn": (_("It is {turn}'s turn, not {who}'s"), _("That card can't be played now")),
    "tt.turn used_up": _("No {card} is left"),
    "tt.turn not_open": _("That is {card}, and it isn't open"),
    "tt.turn all_open": _("All open cards are entered already"),
    "tt.turn no_copy": _("No more of {card} can be turned up"),
    "tt.turn untold": _("You don't enter open cards in this match"),
    "tt.skip": (_("{who} has skipped, and is out"), _("A player who has skipped is out until the end")),
    "tt.pattern": _("That isn't the pattern"),
    "tt.pattern shape": (_("That isn't {card}"), _("No card has that pattern")),
    "tt.pattern outside": _("{Where} isn't part of the grid"),
    "tt.pattern own": LIES_ALREADY,
    "tt.pattern white": LIES_ALREADY,
    "tt.pattern supply": left_in_supply,
    "tt.pattern none_laid": _("At least one of {who}'s own pieces must be laid"),
    "tt.connect": (_("The pattern doesn't touch {who}'s path"), _("The pattern doesn't touch your path")),
    "tt.no-t": (_("Four of {who}'s pieces form a T around {where}"), _("Four pieces form a T")),
    "tt.flip": _("That piece can't be turned over"),
    "tt.flip not_opponents": _("No opponent's piece lies on {where}"),
    "tt.flip touch": _("The piece on {where} touches none of {who}'s"),
    "tt.flip apart": _("The new piece isn't beside the one that was turned over"),
    "tt.flip covered": _("There is already a piece on {where}"),
    "tt.flip start": _("The start piece on {where} stays as it is"),
    "tt.token": _("No token can be played there"),
    "tt.token in_way": _("{Piece} is in the way on {where}: that takes a token"),
    "tt.token none": _("{who} has no token left"),
    "tt.token nothing": _("No opponent's piece is in the way: that takes no token"),
    "tt.token closed": _("Tokens aren't played at this table"),
    "tt.white": (
        _("The white piece on {where} is never turned back"),
        _("A white piece is never turned back"),
    ),
    "tt.winner": _("That isn't who wins"),
}


def turned_over(step: Any) -> Templates:
    """Return the sentence that puts a piece right; turning it over is enough if its white back is wanted."""
    over = value(step, "should") == Piece.WHITE and value(step, "lies")
    return _("Turn {old} on {where} over.") if over else FIX_PLACE


ACTS: dict[str, Todo] = {
    "piece": turned_over,
    "look_again": _("Look at the grid again, and tap what lies there."),
    "close_card": _("The card that was turned up last goes back on the deck, face down."),
    "card_back": (_("{Card} goes back among the open cards."), _("The card goes back among the open cards.")),
    "token_back": (_("The token goes back to {who}."), _("The token goes back to its owner.")),
}


class TrackticSentences(Sentences):
    """The sentences of one match of Tracktic."""

    catalogue = Tracktic.catalogue
    began = words.BEGAN
    templates, faults, acts = TEMPLATES, FAULTS, ACTS

    def __init__(self, naming: Names) -> None:
        super().__init__(naming)
        self.fields |= {
            "start": lambda subject: row_column(min(cells)) if (cells := cells_of(subject)) else "",
            "pieces": lambda subject: words.pieces(len(cells_of(subject))),
            "cells": lambda subject: setup_words.cells(len(cells_of(subject))),
            "flipped": lambda subject: row_column(subject.flipped),
            "laid": lambda subject: row_column(subject.laid),
            "where": lambda fault: row_column(cell) if (cell := cell_of(fault)) is not None else "",
            "piece": named(words.A_PIECE, "colour"),
            "old": named(words.THE_PIECE, "lies"),
            "new": named(words.A_PIECE, "should"),
            "card": lambda subject: (
                words.card(card) if isinstance(card := value(subject, "card"), str) else ""
            ),
        }

    def sentence_of(self, subject: Any) -> str:
        """Return a report or an event in words; pieces that a token turned over get their own sentence."""
        sentence = super().sentence_of(subject)
        if not isinstance(subject, e.PatternLaid) or not subject.flipped:
            return sentence
        over = many("A token turned {n} piece over.", "A token turned {n} pieces over.", len(subject.flipped))
        return f"{sentence} {over.format(n=len(subject.flipped))}"

    def explanation(self, violations: tuple[Violation, ...]) -> Explanation:
        """Return the faults of a report in one explanation; the first gives the title.

        Of many alike, such as a T around every cell of a large group, only the first two are listed.
        """
        counts: Counter[object] = Counter()
        listed = []
        for violation in violations:
            kind = (violation.rule, violation.seat, violation.details.get("why"))
            counts[kind] += 1
            if counts[kind] <= ALIKE:
                listed.append(violation)
        return super().explanation(tuple(listed))

    def steps(self, remedies: tuple[Remedy, ...]) -> Iterator[str]:
        """Yield what hands must do; taking pieces off is one step, turning back those of a colour another."""
        off: list[Cell] = []
        back: dict[Piece, list[Cell]] = {}
        others = []
        for remedy in remedies:
            cell, piece = cell_of(remedy), piece_of(remedy)
            if remedy.act == "take_off" and cell is not None:
                off.append(cell)
            elif remedy.act == "turn_back" and cell is not None and piece is not None:
                back.setdefault(piece, []).append(cell)
            else:
                others.append(remedy)
        if off:
            yield taken_off(off)
        for piece, cells in back.items():
            yield turned_back(piece, cells)
        yield from super().steps(tuple(others))


def taken_off(cells: list[Cell]) -> str:
    """Return the sentence that takes new pieces off."""
    if len(cells) > LISTED:
        where = row_column(min(cells))
        return _("Take the {n} new pieces off, from {where} on.").format(n=len(cells), where=where)
    return many(
        "Take the new piece off {where}.", "Take the {n} new pieces off: {where}.", len(cells)
    ).format(n=len(cells), where=words.places(cells))


def turned_back(piece: Piece, cells: list[Cell]) -> str:
    """Return the sentence that turns pieces of a colour back."""
    if len(cells) == 1:
        where = row_column(cells[0])
        return _("Turn {piece} on {where} back.").format(piece=words.THE_PIECE[piece], where=where)
    pieces = words.THE_PIECES[piece].format(n=len(cells))
    return _("Turn {pieces} back: {where}.").format(pieces=pieces, where=words.places(cells))


def cells_of(subject: r.LayPattern | e.PatternLaid) -> tuple[Cell, ...]:
    """Return the cells of a laid pattern."""
    return subject.cells if isinstance(subject, r.LayPattern) else subject.laid


def cell_of(subject: Any) -> Cell | None:
    """Return the cell of a violation or a remedy."""
    return place_of(subject, Cell, MOST, MOST)


def piece_of(subject: Any) -> Piece | None:
    """Return the colour of a violation or a remedy."""
    return one_of(Piece, value(subject, "colour"))
