"""The history in sentences: what every report says, and every event."""

from collections.abc import Iterable, Sequence

from companion.game import Seat
from companion.games.ungle_speed import events as e
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.model import Duel, Grab, Touch
from ui.games.ungle_speed import words
from ui.games.ungle_speed.names import Names, card_name
from ui.telling import cards, listed, sentence, wins
from ui.widgets.durations import duration
from ui.words import _


def report_sentence(names: Names, report: r.AnyReport) -> str:
    """Return what was claimed."""
    match report:
        case r.TurnCard(seat, card):
            return turned(names.subject(seat), "" if card is None else card_name(card))
        case r.TurnNext(card):
            return (
                _("The next card was turned.")
                if card is None
                else _("Next card: {card}.").format(card=card_name(card))
            )
        case r.TurnAll():
            return _("All have turned a card.")
        case r.TakeTotem(grab):
            return totem_taken(names, grab)
        case r.VoidGrab(reason):
            return voided(reason)
        case r.DrawLots(seat):
            return _("The lot fell to {who}.").format(who=names.subject(seat))
        case r.CallDuel(seats, late):
            duel = _("It was a duel: {who}.").format(who=listed(names.subjects(seats)))
            return f"{duel} {too_late(names, late)}".strip()
        case r.CallInward((seat,)):
            return _("It was inward arrows, turned by {who}.").format(who=names.subject(seat))
        case r.CallInward():
            return _("It was inward arrows.")
        case r.CallThreeColours():
            return _("It was three of one colour.")
        case r.CallWrongGrab(late):
            return f"{_('It was a wrong grab.')} {too_late(names, late)}".strip()
        case r.CallWrongHeat(named):
            if named is None:
                return _("None of those who tied had a right to the totem.")
            return _("{who} had no right to the totem.").format(who=names.subject(named))
        case r.CallNotTurned():
            return _("Nobody had turned again yet.")
        case r.CallDropped(seat):
            return sentence(words.dropped(names.subject(seat)))
        case r.CallFell():
            return _("The totem fell; it was nobody's fault.")
        case r.ShareCards(shares, starts):
            split = listed([words.takes(names.subject(s.seat), s.cards) for s in shares])
            return f"{split}. {words.turns_next(names.subject(starts))}"
        case r.CallEnd():
            return _("Nobody grabs any more.")
        case r.Recount():
            return _("The cards were counted.")
        case r.SetTurn(seat):
            return _("It's {who}'s turn.").format(who=names.subject(seat))
        case r.LeaveTable(seat):
            return _("{who} leaves the table.").format(who=names.subject(seat))
        case r.SetLevel(level):
            return sentence(words.switch_level(level))


def event_sentence(names: Names, event: e.AnyEvent) -> str:
    """Return what happened."""
    match event:
        case e.CardTurned(seat, card):
            return turned(names.subject(seat), "" if card is None else card_name(card))
        case e.MatchMissed(duel):
            return _("Nobody had grabbed: {who} matched ({what}).").format(
                who=listed(names.subjects(duel.seats)), what=shown(duel)
            )
        case e.FlipCalled():
            return _("All turn a card at once.")
        case e.FlipPutOff():
            return _("Nobody had turned again yet.")
        case e.FlipEnded():
            return _("All have turned.")
        case e.InwardOpened():
            return _("Everybody may grab.")
        case e.ColoursBegan():
            return _("From now on the same colour is a match.")
        case e.ColoursEnded():
            return _("From now on the same symbol is a match again.")
        case e.TotemTaken(grab):
            return totem_taken(names, grab)
        case e.HeatCalled(grab):
            return f"{dead_heat(names, grab)} {sentence(words.GRAB_AGAIN)}"
        case e.LotsCalled(grab):
            return f"{dead_heat(names, grab)} {sentence(words.DRAW_LOTS)}"
        case e.GrabVoided(reason):
            return voided(reason)
        case e.ChoiceOffered(duel):
            return _("The duel ({what}) or the inward arrows: the first to grab chooses.").format(
                what=shown(duel)
            )
        case e.DuelWon(winner, losers):
            return _("{who} won the duel against {others}.").format(
                who=names.subject(winner), others=listed(names.subjects(losers))
            )
        case e.DuelsLapsed(duels):
            pairs = [listed(names.subjects(duel.seats)) for duel in duels]
            return _("No longer to be grabbed for: {who}.").format(who="; ".join(pairs))
        case e.SharingOpened(losers, _piles, count, wrong) if wrong == losers:
            return _("{cards} for {who}, who had no right to the totem: say how they split them.").format(
                cards=cards(count), who=listed(names.subjects(losers))
            )
        case e.SharingOpened(losers, _piles, count):
            return _("{cards} for {who}: the winner says how to split them.").format(
                cards=cards(count), who=listed(names.subjects(losers))
            )
        case e.InwardWon(seat):
            return _("{who} was first for the arrows.").format(who=names.subject(seat))
        case e.WrongGrabRuled(seat, rule):
            return wrong_grab(names.subject(seat), rule)
        case e.TotemDropped(seat):
            return sentence(words.dropped(names.subject(seat)))
        case e.TotemFell():
            return _("The totem fell; it was nobody's fault.")
        case e.CardsTaken():
            return cards_taken(names, event)
        case e.PilesPotted(seats):
            if not seats:
                return _("No pile goes to the pot.")
            return _("To the pot: {piles}.").format(piles=listed([names.pile(seat) for seat in seats]))
        case e.TurnPassed(to):
            return words.turns_next(names.subject(to))
        case e.Recounted(stacks, piles, pot):
            return _("Counted: {up} face up, {down} face down, {pot} in the pot.").format(
                up=sum(piles), down=sum(stacks), pot=pot
            )
        case e.SeatLeft(seat, dealt):
            if not dealt:
                return _("{who} has left; the cards go back into the box.").format(who=names.subject(seat))
            takers = listed([words.takes(names.subject(share.seat), share.cards) for share in dealt])
            return _("{who} has left. {takers}.").format(who=names.subject(seat), takers=takers)
        case e.LevelSet(level):
            return sentence(words.switch_level(level))
        case e.Ended(outcome):
            if not outcome.winners:
                return _("The game is over: a draw.")
            players = dict.fromkeys(names.winner(seat) for seat in outcome.winners)
            return _("The game is over: {wins}.").format(wins=wins(list(players)))


def follow_up(names: Names, events: Sequence[e.AnyEvent]) -> tuple[str, ...]:
    """Return one sentence for what came first, and one line for all that followed from it."""
    lines = [sentence for sentence in _merged(names, events) if sentence]
    return (lines[0], " ".join(lines[1:])) if len(lines) > 1 else tuple(lines)


UNUSUAL = (e.DuelWon, e.InwardWon, e.WrongGrabRuled, e.TotemDropped)
"""After these somebody else turns than whose turn it would be."""


def _merged(names: Names, events: Sequence[e.AnyEvent]) -> Iterable[str]:
    """Yield sentences; cards that nobody named become one, and what goes without saying is left out."""
    unnamed = [event.seat for event in events if isinstance(event, e.CardTurned) and event.card is None]
    left_out: tuple[type[e.Event], ...] = ()
    if len(events) > 1:
        # Clockwise goes without saying; who turns after a grab does not.
        ruled = any(isinstance(event, UNUSUAL) for event in events)
        left_out = (e.FlipEnded,) if ruled else (e.FlipEnded, e.TurnPassed)
    told = False
    for event in events:
        if isinstance(event, e.CardTurned) and event.card is None:
            if not told:
                yield turned(listed(names.subjects(unnamed)), "")
            told = True
        elif isinstance(event, e.HeatCalled | e.LotsCalled):
            yield dead_heat(names, event.grab)
            yield sentence(words.GRAB_AGAIN if isinstance(event, e.HeatCalled) else words.DRAW_LOTS)
        elif not isinstance(event, left_out):
            yield event_sentence(names, event)


def turned(who: str, what: str) -> str:
    """Return that a card was turned; `what` is empty where nobody said which."""
    if not what:
        return _("{who} turned a card.").format(who=who)
    return _("{who} turned a card: {what}.").format(who=who, what=what)


def totem_taken(names: Names, grab: Grab) -> str:
    """Return who took the totem, and by how much."""
    if len(grab.first) > 1:
        return _("{who} took the totem at the same time.").format(who=tied(names, grab))
    (winner,) = grab.first
    nearest = runner_up(grab)
    if nearest is None:
        return _("{who} took the totem.").format(who=names.subject(winner))
    if by_lot(grab):
        return _("The lot gave {who} the totem.").format(who=names.subject(winner))
    return _("{who} took the totem, {margin} before {other}.").format(
        who=names.subject(winner),
        margin=duration(nearest.after - own_time(grab, winner)),
        other=names.subject(nearest.seat),
    )


def too_late(names: Names, late: tuple[Seat, ...]) -> str:
    """Return who grabbed late and without right; empty where nobody did."""
    if not late:
        return ""
    return _("Late and without right: {who}.").format(who=listed(names.subjects(late)))


def own_time(grab: Grab, seat: int) -> int:
    """Return when a seat pressed, in nanoseconds after the first; 0 where there is no photo finish."""
    return next((touch.after for touch in grab.touches if touch.seat == seat), 0)


def runner_up(grab: Grab) -> Touch | None:
    """Return the press nearest to that of whoever has the totem."""
    (winner,) = grab.first
    others = [touch for touch in grab.touches if touch.seat != winner]
    return min(others, key=lambda touch: abs(touch.after - own_time(grab, winner)), default=None)


def by_lot(grab: Grab) -> bool:
    """Tell whether the sensors could not tell the first from another: then lots were drawn."""
    nearest = runner_up(grab)
    return nearest is not None and nearest.after - own_time(grab, grab.first[0]) <= grab.band


def tied(names: Names, grab: Grab) -> str:
    """Return who tied in a dead heat."""
    return listed(names.subjects(grab.first))


def dead_heat(names: Names, grab: Grab) -> str:
    """Return that nobody can tell who was first."""
    return _("Dead heat between {who}.").format(who=tied(names, grab))


def voided(reason: str) -> str:
    """Return why a grab could not be decided."""
    return _("The grab does not count: {why}. Totem back, grab again.").format(
        why=words.AGAIN.get(reason, reason.replace("_", " "))
    )


def wrong_grab(who: str, rule: str) -> str:
    """Return that somebody had no right to the totem, and why."""
    if rule == "us.look-alike":
        return _("{who} had no right to the totem: the cards only look alike.").format(who=who)
    if rule == "us.two-inward":
        return _("{who} had no right to the totem: it was the other hand's.").format(who=who)
    return _("{who} had no right to the totem.").format(who=who)


def cards_taken(names: Names, event: e.CardsTaken) -> str:
    """Return who takes which cards under the stack."""
    takers = listed([words.takes(names.subject(share.seat), share.cards) for share in event.takers])
    piles = [names.pile(seat) for seat in event.piles] + ([words.POT] if event.pot else [])
    if not any(share.cards for share in event.takers):
        return sentence(takers)
    return _("{takers}: {piles}.").format(takers=takers, piles=listed(piles))


def shown(duel: Duel) -> str:
    """Return what matching cards show."""
    return words.colour(duel.what) if duel.by == "colour" else words.symbol(duel.what)
