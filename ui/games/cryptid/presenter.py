"""Cryptid's presenter: texts and choices for the table. No Kivy, and no rules.

Before the end only `private_note` sees clues: it gets the view of one player.
"""

from typing import Any

from msgspec.structs import replace

from companion.game import Outcome, Seat, Violation
from companion.games.cryptid import reports as r
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import (
    PAIR,
    Answering,
    AskOrSearch,
    Disc,
    Facts,
    HexContents,
    Hue,
    OpeningCubes,
    Paying,
)
from companion.games.cryptid.setups import hexes_left, uneven
from companion.games.cryptid.view import View
from companion.journal import NamePlate
from ui.games.cryptid import words
from ui.games.cryptid.pending import FIELD, GIVE_UP, SHARE, At, Correcting, Pending, Searching, Tap
from ui.games.cryptid.sentences import CryptidSentences
from ui.games.match_words import MatchWords
from ui.games.pending import NOTHING
from ui.language.phrases import capital
from ui.language.words import labelled
from ui.table.names import Names, joined, row_column, turn_of, wins
from ui.table.presenting import Banner, Begin, Choice, Dialog, Enter, PrivateNote, PrivateView


class CryptidPresenter(MatchWords[Names]):
    """The texts and choices of one match; `plates` are by seat."""

    def __init__(self, facts: Facts, plates: tuple[NamePlate, ...]) -> None:
        names = Names(facts, plates)
        super().__init__(names, CryptidSentences(names, one_clue=facts.players != PAIR))

    def banner(self, view: View, pending: Pending = None) -> Banner:
        """Return whose turn it is and what must happen next."""
        if view.ended is not None:
            return Banner(None, self._ending(view.ended))
        if isinstance(pending, Correcting):
            return Banner(None, words.WRONG_PIECE, _correcting(view, pending))
        who = self.names.subject(view.turn)
        at, alone = pending.at if isinstance(pending, At) else None, self._alone(view, view.turn)
        # A search may follow, which is judged by clues: the others must look away.
        space_hint = "" if at is None else _dead(view, at) or joined(row_column(at), *alone)
        match view.stage:
            case Answering(about, search, asked):
                todo = words.searched(who, len(view.own(asked))) if search else ""
                hint = joined(row_column(about), todo, *self._alone(view, asked))
                return Banner(asked, words.answers(self.names.subject(asked), words.space(about)), hint)
            case AskOrSearch() if isinstance(pending, Searching):
                title = words.searches(who, words.space(pending.at))
                hint = joined(words.goes_elsewhere(words.THE_DISC[pending.left[0]]), *alone)
                return Banner(view.turn, title, hint)
            case AskOrSearch():
                if at is None:
                    return Banner(view.turn, turn_of(who), words.TAP_THEN_ASK)
                return Banner(view.turn, labelled(who, words.space(at)), space_hint)
            case OpeningCubes() | Paying():
                if at is None:
                    why = words.PENALTY if isinstance(view.stage, Paying) else words.FIRST_CUBES
                    return Banner(view.turn, words.puts_cube(who), joined(why, *alone))
                return Banner(view.turn, words.cube_where(who, words.space(at)), space_hint)

    def routine(self, view: View, pending: Pending = None) -> tuple[Choice, ...]:
        """Return the choices for this turn; none of them depends on clues."""
        if view.ended is not None:
            return ()
        if isinstance(pending, Correcting):
            return _pieces(view, pending)
        return (*self._turn_choices(view, pending), *self._reveals(view))

    def tapped(self, view: View, pending: Pending, place: Tap) -> r.AnyReport | Begin | None:
        """Return what a tap on the map means; the rules judge it later."""
        if view.ended is not None:
            return None
        match pending:
            case Searching(at, discs, (hue, *left)):
                discs = (*discs, Disc(hue, place))
                return Begin(Searching(at, discs, tuple(left))) if left else r.Search(view.turn, at, discs)
            case Correcting(Hex() as at, int() as seat, Hue() as hue):
                return r.CorrectPiece(seat, hue, at, place)
            case Correcting():
                return Begin(_wrong_at(view, place))
        return None if isinstance(view.stage, Answering) else Begin(At(place))

    def referee_menu(self, view: View) -> tuple[Choice, ...]:
        """Return rare choices: giving up, no space for a cube, and, in open mode, a wrong piece."""
        if view.ended is not None:
            return ()
        found = [Choice(words.GIVE_UP, words.GIVE_UP_HINT, Enter(GIVE_UP))]
        if isinstance(view.stage, Paying):
            found.insert(0, Choice(words.NO_SPACE, words.NO_SPACE_HINT, r.NoSpace(view.turn)))
        if not view.sealed:
            found.insert(0, Choice(words.WRONG_PIECE, words.WRONG_PIECE_HINT, Begin(Correcting())))
        return tuple(found)

    def private_note(self, view: View, pending: Pending, violations: tuple[Violation, ...]) -> PrivateNote:
        """Return a player's clues, whether they allow the space in question, and any refusal."""
        at = view.stage.at if isinstance(view.stage, Answering) else None
        at = pending.at if isinstance(pending, At) else at
        # Before the end, a view with clues is one player's, and has only that player's.
        seat = view.owner(view.clues[0].hue)
        lines = [
            (
                words.hue_title(own.hue) if at is None else words.allows_space(own.hue, at, at in own.allows),
                words.clue_words(own.clue),
            )
            for own in view.clues
        ]
        if violations:
            lines.insert(0, (words.REFEREE_SAYS, self.explain(violations).title))
        return PrivateNote(words.only_for(self.names.subject(seat)), tuple(lines))

    def result(self, outcome: Outcome, view: View) -> Dialog:
        """Return the dialog at the end: winner, habitat, everybody's clues, and the way to more pages."""
        lines = [words.lived(view.habitat), self._fair(view)] if view.habitat is not None else []
        if not outcome.winners:
            lines.append(self.sentences.rule(outcome.reason))
        looks = [Choice(words.FIELD, words.FIELD_HINT, Enter(FIELD))] if view.tiles else []
        if view.sealed:
            looks.append(Choice(words.SHARE, words.SHARE_HINT, Enter(SHARE)))
        return Dialog(
            title=self._ending(outcome),
            subtitle="\n".join(map(str, lines)),
            winners=outcome.winners,
            choices=tuple(looks),
            figures=tuple(
                self.line(
                    seat,
                    note=" · ".join(
                        words.clue_words(own.clue) for own in view.clues if own.hue in view.own(seat)
                    ),
                )
                for seat in sorted(view.seats, key=lambda seat: seat not in outcome.winners)
            ),
        )

    def _fair(self, view: View) -> str:
        """Return how many spaces each player's clues had left, and whether that was uneven."""
        left = hexes_left(view.setup)
        named = [f"{who} {count}" for who, count in zip(self.names.subjects(view.seats), left, strict=True)]
        return words.left_by_clues(named, uneven(left))

    def _ending(self, outcome: Outcome) -> str:
        names = self.names.winners(outcome.winners)
        return wins(names) if names else words.NOBODY_WON

    def _alone(self, view: View, seat: Seat) -> tuple[str, ...]:
        """Return hints that the others look away, and where to find the clues; nothing in open mode."""
        if not view.sealed:
            return ()
        others = view.others(seat)
        look_away = words.looks_away(self.names.subject(others[0])) if len(others) == 1 else words.OTHERS_AWAY
        return (look_away, words.SILENT)

    def _turn_choices(self, view: View, pending: Pending) -> tuple[Choice, ...]:
        at = pending.at if isinstance(pending, At) else None
        own = view.own(view.turn)
        match view.stage:
            case Answering(about, _, asked):
                return self._answers(view, about, asked)
            case AskOrSearch() if isinstance(pending, Searching):
                # The search pad stays where it was tapped; with more than two players, pads for asking go.
                stays = self._turn(view, pending.at, own)[: 2 if view.players == PAIR else 1]
                return (*stays, _without(view, pending))
            case AskOrSearch():
                return self._turn(view, at, own)
            case OpeningCubes() | Paying():
                return tuple(_cube(view.turn, hue, at) for hue in own)

    def _answers(self, view: View, at: Hex, seat: Seat) -> tuple[Choice, ...]:
        own = view.own(seat)
        missing = [hue for hue in own if hue not in view.spots[at.index].discs]
        title = words.TWO_DISCS if missing else words.NO_DISC
        if len(missing) == 1:
            title = words.DISC[missing[0]]
        allow = words.BOTH_ALLOW if len(own) > 1 else words.CLUE_ALLOWS
        return (
            # None is primary: anybody can press the button, so it mustn't answer for a player.
            Choice(title, allow, r.GiveAnswer(seat), shows=HexContents(discs=tuple(missing))),
            *(
                Choice(words.CUBE[hue], words.CLUE_FORBIDS, r.GiveAnswer(seat, hue), shows=HexContents(hue))
                for hue in own
            ),
        )

    def _turn(self, view: View, at: Hex | None, own: tuple[Hue, ...]) -> tuple[Choice, ...]:
        others = view.others(view.turn)
        if len(others) == 1:
            return (self._ask(view, at, others[0]), _search(view, at, own))
        # Asking anyone or searching is equally likely, so none is primary; the pads for asking are together.
        return (_search(view, at, own), *(self._ask(view, at, other) for other in reversed(others)))

    def _ask(self, view: View, at: Hex | None, other: Seat) -> Choice:
        title, alone = words.asks(self.names.subject(other)), view.players == PAIR
        shows = None if alone else HexContents(discs=view.own(other))
        if at is None:
            return Choice(title, words.TAP_SPACE, NOTHING, primary=alone, live=False, shows=shows)
        report = r.Ask(view.turn, at, None if alone else other)
        return Choice(title, words.about(words.space(at)), report, primary=alone, shows=shows)

    def _reveals(self, view: View) -> tuple[Choice, ...]:
        if not view.sealed:
            return ()
        # With more than two players these pads show the players' colours.
        many = len(view.seats) > PAIR
        return tuple(
            Choice(
                self.names.subject(seat),
                words.HOLD_CLUES,
                PrivateView(seat),
                shows=HexContents(discs=view.own(seat)) if many else None,
            )
            for seat in view.seats
        )


def _search(view: View, at: Hex | None, own: tuple[Hue, ...]) -> Choice:
    shows = HexContents(discs=own)
    if at is None:
        return Choice(words.SEARCH, words.TAP_SPACE, NOTHING, live=False, shows=shows)
    on_space = tuple(hue for hue in own if hue in view.spots[at.index].discs)
    discs = tuple(Disc(hue, at) for hue in own if hue not in on_space)
    search: Any = Begin(Searching(at, discs, on_space)) if on_space else r.Search(view.turn, at, discs)
    goes = words.elsewhere_too if on_space else words.goes_on
    return Choice(words.SEARCH, goes(words.space(at), len(own)), search, shows=shows)


def _without(view: View, pending: Searching) -> Choice:
    """Return the choice to go on without a disc, as there is no space for it."""
    left = pending.left[1:]
    search = r.Search(view.turn, pending.at, pending.discs)
    goes_on: Any = Begin(replace(pending, left=left)) if left else search
    return Choice(words.NO_SPACE_FOR_IT, words.WITHOUT_IT, goes_on)


def _cube(seat: Seat, hue: Hue, at: Hex | None) -> Choice:
    if at is None:
        return Choice(words.CUBE[hue], words.TAP_SPACE, NOTHING, live=False, shows=HexContents(hue))
    where = words.on(words.space(at))
    return Choice(words.CUBE[hue], where, r.PlaceCube(seat, hue, at), shows=HexContents(hue))


def _dead(view: View, at: Hex) -> str:
    return words.has_cube(words.space(at)) if view.spots[at.index].cube is not None else ""


def _correcting(view: View, pending: Correcting) -> str:
    if pending.at is None:
        return words.TAP_WRONG
    where, spot = words.space(pending.at), view.spots[pending.at.index]
    if pending.hue is None:
        return words.which_wrong(where) if spot.discs else words.no_piece(where)
    # The wrong piece becomes the other kind, and the removed one goes somewhere else.
    if spot.cube == pending.hue:
        return words.changes(capital(words.THE_CUBE[pending.hue]), words.A_DISC[pending.hue])
    return words.changes(capital(words.THE_DISC[pending.hue]), words.A_CUBE[pending.hue])


def _pieces(view: View, pending: Correcting) -> tuple[Choice, ...]:
    """Return a choice for each piece on a space, if it isn't clear yet which is wrong."""
    at = pending.at
    if at is None or pending.hue is not None:
        return ()
    spot, where = view.spots[at.index], words.on(words.space(at))
    pieces = [(hue, words.DISC[hue]) for hue in spot.discs]
    if spot.cube is not None:
        pieces.insert(0, (spot.cube, words.CUBE[spot.cube]))
    return tuple(Choice(title, where, Begin(Correcting(at, view.owner(hue), hue))) for hue, title in pieces)


def _wrong_at(view: View, at: Hex) -> Correcting:
    """Return a correction at a space, with the wrong piece if only one is there."""
    spot = view.spots[at.index]
    pieces = [*([spot.cube] if spot.cube is not None else []), *spot.discs]
    return Correcting(at, view.owner(pieces[0]), pieces[0]) if len(pieces) == 1 else Correcting(at)
