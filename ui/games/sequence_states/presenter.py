"""The presenter of Sequence States & Capitals: texts and choices for the table. No Kivy, and no rules."""

from collections.abc import Sequence

from companion.game import Outcome, Seat
from companion.games.sequence_states import events as e
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.layout import REMOVE
from companion.games.sequence_states.lines import Five, Space
from companion.games.sequence_states.model import Colour, Facts
from companion.games.sequence_states.view import View
from companion.journal import NamePlate
from ui.games.match_words import MatchWords
from ui.games.pending import OutOfTurn, SeatTap
from ui.games.sequence_states import art, words
from ui.games.sequence_states.pending import (
    CARD,
    DEAD,
    Pending,
    PlayAdd,
    PlayRemove,
    PlayState,
    Tap,
    WrongChip,
)
from ui.games.sequence_states.sentences import Names, SequenceSentences
from ui.stage.art import Art
from ui.table.names import joined, listed, plays_out_of_turn, wins
from ui.table.presenting import Banner, Begin, Choice, Dialog, Enter, ResultLine


class SequencePresenter(MatchWords[Names]):
    """The texts and choices of one match; `plates` are by seat."""

    def __init__(self, facts: Facts, plates: tuple[NamePlate, ...]) -> None:
        names = Names(facts, plates)
        super().__init__(names, SequenceSentences(names))

    def banner(self, view: View, pending: Pending = None) -> Banner:
        """Return whose turn it is and what must happen next."""
        if view.ended is not None:
            return Banner(None, self._ending(view.ended))
        if view.state.forfeits:
            return Banner(None, words.TABLE_TALK, self._still_owe(view))
        if isinstance(pending, OutOfTurn):
            who = self.names.subject(pending.seat)
            turn = self.names.subject(view.turn)
            return Banner(pending.seat, plays_out_of_turn(who), words.out_of_turn(turn, who))
        who = self.names.subject(view.turn)
        if pending is not None:
            card, awaited = _pending_words(view, pending)
            return Banner(view.turn, words.plays_what(who, card), awaited)
        for_hands = self._for_hands(view)
        if for_hands is not None:
            return for_hands
        # A player without cards draws one before moving.
        title = words.plays(who) if view.seats[view.turn].hand else words.draws_first(who)
        return Banner(view.turn, title, self._awaited(view))

    def routine(self, view: View, pending: Pending = None) -> tuple[Choice, ...]:
        """Return the choices for this turn; the first is the large pad."""
        if view.ended is not None or view.state.forfeits:
            return ()
        return (
            self._large_pad(view, pending),
            Choice(
                words.ADD_CARD, words.STOP_AIM if pending == PlayAdd() else words.ANY_OPEN, Begin(PlayAdd())
            ),
            Choice(words.REMOVE_CARD, _remove_hint(view, pending), Begin(PlayRemove())),
            _swap(view, pending),
            *(
                Choice(words.OTHER_FIVE, words.line(five), r.ChooseFive(five))
                for five in (next_five(longer.five, longer.others) for longer in view.state.longer)
            ),
        )

    def tapped(self, view: View, pending: Pending, place: Tap) -> r.AnyReport | Begin | None:
        """Return what a tap on the table means; the rules judge it later."""
        if view.ended is not None:
            return None
        match place:
            case SeatTap(seat):
                if view.seats[seat].owes:
                    return r.DrawCard(seat)
                return None if seat == view.turn else Begin(OutOfTurn(seat))
            case Space() as space:
                match pending:
                    case PlayState(card):
                        return r.PlaceChip(view.turn, space, card)
                    case PlayAdd():
                        return r.PlaceChip(view.turn, space, "ADD")
                    case PlayRemove():
                        return r.RemoveChip(view.turn, space)
                    case WrongChip(colour):
                        return r.PlaceChip(view.turn, space, None, colour)
                    case OutOfTurn(seat):
                        return r.PlaceChip(seat, space)
                return r.PlaceChip(view.turn, space)

    def referee_menu(self, view: View) -> tuple[Choice, ...]:
        """Return rare choices: a pass, table talk of a team, and chips of a wrong colour."""
        if view.ended is not None or view.state.forfeits:
            return ()
        own = self.names.colour_of(view.turn)
        return (
            Choice(words.cannot_play(self.names.subject(view.turn)), words.PASS_HINT, r.PassTurn(view.turn)),
            *(
                Choice(words.talk_in(words.COLOURS[side.colour]), words.TALK_HINT, r.CallTalk(side.side))
                for side in view.sides
                if len(side.seats) > 1
            ),
            *(
                Choice(words.WRONG_CHIP[colour], words.WRONG_CHIP_HINT, Begin(WrongChip(colour)))
                for colour in Colour
                if colour != own
            ),
        )

    def instead(self, report: r.AnyReport) -> str:
        """Return the card with which an entry that counts one too many may really have been played."""
        assert isinstance(report, r.PlaceChip)
        return words.state(report.card or "")

    def pictured(self, events: Sequence[e.AnyEvent]) -> Art | None:
        """Return a locked chip of the side that made a sequence, None if nobody did."""
        made = next((event for event in events if isinstance(event, e.SequenceMade)), None)
        return None if made is None else art.chip(self.names.colours[made.side], locked=True)

    def dialog(self, view: View) -> Dialog | None:
        """Return the dialog that asks who has put a card down for table talk, None if nobody must."""
        payers = view.state.forfeits
        if not payers:
            return None
        side = view.seats[payers[0]].side
        return Dialog(
            title=words.talk_title(words.COLOURS[self.names.colours[side]]),
            subtitle=self.sentences.rule("ss.table-talk"),
            question=self._still_owe(view),
            choices=(
                Choice(words.ALL_HAVE, "", r.ForfeitAll(), primary=True),
                *(
                    Choice(words.put_one_down(self.names.subject(seat)), "", r.Forfeit(seat))
                    for seat in payers
                ),
            ),
        )

    def result(self, outcome: Outcome, view: View) -> Dialog:
        """Return the dialog at the end: the winners, or why nobody won, and everybody's sequences."""
        order = sorted(view.sides, key=lambda side: (side.seats[0] not in outcome.winners, -side.sequences))
        return Dialog(
            title=self._ending(outcome),
            subtitle="" if outcome.winners else self.sentences.rule(outcome.reason),
            winners=outcome.winners,
            figures=tuple(
                ResultLine(
                    side.seats,
                    words.COLOURS[side.colour],
                    str(side.sequences),
                    listed(self.names.subjects(side.seats)),
                )
                for side in order
            ),
        )

    def _still_owe(self, view: View) -> str:
        return words.still_owe(listed(self.names.subjects(view.state.forfeits)))

    def _ending(self, outcome: Outcome) -> str:
        names = self.names.winners(outcome.winners)
        return wins(names) if names else words.DRAW

    def _large_pad(self, view: View, pending: Pending) -> Choice:
        """Return the large pad: a draw that is due, else the card that is played."""
        owing = self._owing(view)
        if owing:
            who, then = self.names.subject(owing[0]), self.names.subject(view.turn)
            if len(owing) > 1:
                hint = words.drew_before(self.names.subject(owing[1]))
            else:
                hint = words.then_plays(then) if owing[0] != view.turn else ""
            return Choice(words.has_drawn(who), hint, r.DrawCard(owing[0]), primary=True)
        if isinstance(pending, PlayState):
            return Choice(words.state(pending.card), words.ANOTHER_CARD, Enter(CARD), primary=True)
        hint = words.FIND_SPACES if view.laid_out else words.NAME_CARD
        return Choice(words.WHICH_CARD, hint, Enter(CARD), primary=True)

    def _for_hands(self, view: View) -> Banner | None:
        """Return a banner about chips to turn over, or discards to shuffle; None if there is neither."""
        then = words.then_plays(self.names.subject(view.turn))
        if view.made and (self._owing(view) or self.names.granted):
            side = next(made.side for made in view.sequences if made.five == view.made[0])
            colour = self.names.colours[side]
            lines = listed([words.line(five) for five in view.made])
            return Banner(None, words.FIVE_CHIPS[colour], joined(lines, then))
        if view.state.last is not None and view.state.deck and not any(seat.discards for seat in view.seats):
            # The discards have just been shuffled into the draw deck.
            return Banner(None, words.SHUFFLE, joined(words.NEW_DECK, then))
        return None

    def _awaited(self, view: View) -> str:
        """Return the banner's second line, most urgent first."""
        owing = self._owing(view)
        late = [seat for seat in owing if view.seats[seat].late]
        todo = [words.turn_over(words.line(five)) for five in view.made]
        if late:
            todo.append(words.would_lose(listed(self.names.subjects(late))))
        todo += [words.must_draw(self.names.subject(seat)) for seat in owing if seat not in late]
        if len(todo) > 1:
            # More than two would be too small to read.
            return joined(*todo[:2])
        side = view.sides[view.seats[view.turn].side]
        if not any(space.side == side.side for space in view.spaces):
            return joined(*todo, words.how_to_enter(words.A_CHIP[side.colour]))
        return joined(*todo, words.needs(side.colour, view.state.needed - side.sequences))

    def _owing(self, view: View) -> list[Seat]:
        """Return the seats that have a card to draw, late ones first, then clockwise from the turn."""
        count = len(view.seats)
        clockwise = [Seat((view.turn + n) % count) for n in range(count)]
        owing = [seat for seat in clockwise if view.seats[seat].owes]
        return sorted(owing, key=lambda seat: not view.seats[seat].late)


def _pending_words(view: View, pending: PlayState | PlayAdd | PlayRemove | WrongChip) -> tuple[str, str]:
    """Return the card that is being played, and what to do."""
    match pending:
        case PlayState(card):
            dead = view.laid_out and card in (*view.swappable, *view.counted)
            return words.state(card), words.BOTH_COVERED if dead else words.TAP_STATE
        case PlayAdd():
            return words.ADD_CARD, words.TAP_ADD
        case WrongChip(colour):
            return words.A_CHIP[colour], words.TAP_WRONG
        case PlayRemove():
            stuck = REMOVE in view.swappable
            return words.REMOVE_CARD, words.NOTHING_TO_TAKE if stuck else words.TAP_REMOVE


def _swap(view: View, pending: Pending) -> Choice:
    """Return the pad for a dead card; it asks which one unless that was said or only one is possible."""
    named = pending.card if isinstance(pending, PlayState) else None
    only = view.swappable[0] if len(view.swappable) == 1 else None
    card = named or only
    hint = words.SWAP_FIRST if card is None else words.swap_this(words.state(card))
    report = Enter(DEAD) if view.laid_out and card is None else r.SwapDead(view.turn, named)
    return Choice(words.DEAD_CARD, words.SWAPPED if view.state.swapped else hint, report)


def next_five(five: Five, others: tuple[Five, ...]) -> Five:
    """Return the next of the fives that could be locked, starting over after the last."""
    able = sorted((five, *others))
    return able[(able.index(five) + 1) % len(able)]


def _remove_hint(view: View, pending: Pending) -> str:
    if pending == PlayRemove():
        return words.STOP_AIM
    return words.AN_OPPONENTS if view.removable else words.NO_TARGET
