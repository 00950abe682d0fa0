"""The dialog of a grab: who was first, by how much, and what it may have been."""

from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import SymbolCard
from companion.games.ungle_speed.model import Choosing, Grab, Sharing, Tied, Touch, Unexplained
from companion.games.ungle_speed.view import View
from ui.games.ungle_speed import words
from ui.games.ungle_speed.sentences import Names, arrows_in, by_lot, who_takes_all, whose_arrows
from ui.table import presenting
from ui.table.grabbed import by_how_much, exactness, finish, press_time, runner_up
from ui.table.names import joined, listed
from ui.table.presenting import Choice, Dialog, Enter, PhotoFinish, Picking

MANY = 3
"""Least size of a duel whose players are picked; duels of two are listed."""
MOST_NAMED = 2
"""Most players who tied without right that have a pad each; with more of them one pad asks who."""
SHORT = (r.CallWrongGrab, r.CallInward)
"""Answers right after the likeliest one, in this order, as duels fill whole pages at a large table."""


def verdict(names: Names, view: View) -> Dialog:
    """Return the dialog of the grab that is being ruled on. `view.chase` must not be None."""
    chase = view.chase
    assert chase is not None
    grab = chase.grab
    if isinstance(chase, Tied):
        return Dialog(
            title=words.DEAD_HEAT,
            exact=exactness(grab),
            finish=_finish(grab, {}),
            question=words.WHO_HAS_THE_LOT,
            choices=(
                *(
                    Choice(names.label(seat), "", r.DrawLots(seat), primary=not i)
                    for i, seat in enumerate(grab.first)
                ),
                *wrong_heat(names, view),
            ),
        )
    if isinstance(chase, Sharing):
        return _split(names, chase)
    winner = grab.first[0]
    notes: dict[Seat, str] = {}
    if isinstance(chase, Choosing):
        # Inward arrows are open to all, so anybody outside the duel had a right too.
        outside = {touch.seat for touch in grab.touches} - set(chase.duel.seats)
        notes = dict.fromkeys(outside, words.INWARD)
    dialog = Dialog(
        title=words.first(names.subject(winner)), subtitle=_margin(names, grab), exact=exactness(grab),
        winners=(winner,), finish=_finish(grab, notes),
    )  # fmt: skip
    if view.asks_again:
        return replace(dialog, question=words.HAD_TURNED_AGAIN, choices=_turned_again(view))
    question, late = words.WHICH_COUNTS, tuple[Choice, ...]()
    if isinstance(chase, Unexplained):
        question, late = words.WHAT_WAS_IT, _late(names, view, chase)
    # If the referee sees every card, a card that wasn't entered is likelier than any other answer.
    card_missing = bool(late) and view.level is Level.WATCHING
    reports = [answer for report in view.answers for answer in _with_late(view, report)]
    reports = _by_likelihood(reports, grab)
    answers = [
        Choice(*_answer(names, view, report, winner), report, primary=not i and not card_missing)
        for i, report in enumerate(reports)
    ]
    place = 0 if card_missing else 1 + sum(isinstance(report, SHORT) for report in reports[1:])
    answers[place:place] = late
    return replace(dialog, question=question, choices=tuple(answers), picking=_larger_duel(view, winner))


def _by_likelihood(reports: list[r.AnyReport], grab: Grab) -> list[r.AnyReport]:
    """Return answers in the order a table needs: the likeliest, a wrong grab, inward arrows, then all others.

    Of unknown duels of two, the one with the runner-up is the likeliest.
    """
    nearest = runner_up(grab)
    pair = set() if nearest is None else {grab.first[0], nearest.seat}
    likeliest = reports[:1]
    if likeliest and isinstance(likeliest[0], r.CallDuel):
        duels = (report for report in reports if isinstance(report, r.CallDuel) and set(report.seats) == pair)
        likeliest = [next(duels, likeliest[0])]
    rest = [report for report in reports if report not in likeliest]
    short = [report for kind in SHORT for report in rest if isinstance(report, kind)]
    return [*likeliest, *short, *(report for report in rest if report not in short)]


def _split(names: Names, chase: Sharing) -> Dialog:
    """Return the dialog that asks for the split after a duel, or among those who grabbed wrongly."""
    wrong, winner, cards = chase.wrong == chase.losers, chase.grab.first[0], chase.cards
    title, small = words.won_duel(names.subject(winner)), words.splits(names.subject(winner), cards)
    if wrong:
        losers = listed([names.brief(seat) for seat in chase.losers])
        title, small = words.WRONG_GRAB, words.split_by(losers, cards)
    return Dialog(
        title=title, subtitle=small, winners=chase.losers if wrong else (winner,),
        split=presenting.SplitAsked(cards, chase.losers, share),
    )  # fmt: skip


def wrong_heat(names: Names, view: View) -> tuple[Choice, ...]:
    """Return the answers to a dead heat in which nobody had a right, if that costs at this table."""
    up = sum(seat.pile for seat in view.seats) + view.pot
    if view.rulings.dead_heat_wrong == "both" and view.tied:
        return (Choice(words.NOBODY_HAD_A_RIGHT, words.all_split(up) if up else "", r.CallWrongHeat()),)
    if len(view.tied) > MOST_NAMED:
        who = who_takes_all(names, view)
        return (Choice(words.NOBODY_HAD_A_RIGHT, words.takes_all(up) if up else "", Enter(who)),)
    return tuple(
        Choice(words.had_no_right(names.brief(seat)), _takes(names.brief(seat), up), r.CallWrongHeat(seat))
        for seat in view.tied
    )


def _with_late(view: View, report: r.AnyReport) -> tuple[r.AnyReport, ...]:
    """Return an answer including those who pressed later without a part in it, if that costs.

    When counting, those who pressed after a wrong grab may have been in a duel, so it is offered without them
    too.
    """
    if isinstance(report, r.CallDuel):
        return (replace(report, late=tuple(seat for seat in view.late if seat not in report.seats)),)
    if not view.late or not isinstance(report, r.CallWrongGrab):
        return (report,)
    several = replace(report, late=view.late)
    return (several, report) if view.level is Level.COUNTING else (several,)


def _larger_duel(view: View, winner: Seat) -> Picking | None:
    """Return the choice of who was in a duel of three or more; None when watching, as the cards show it."""
    with_cards = tuple(seat.seat for seat in view.seats if _up(view, seat.seat))
    if not isinstance(view.chase, Unexplained) or view.level is Level.WATCHING:
        return None
    if len(with_cards) < MANY or winner not in with_cards:
        return None
    title, hint = words.LARGER_DUEL, words.LARGER_DUEL_HINT
    return Picking(title, hint, words.WHO_WAS_IN, with_cards, (winner,), MANY, r.CallDuel)


def share(seats: tuple[Seat, ...], cards: tuple[int, ...], starts: Seat) -> r.ShareCards:
    """Return the report of a split: the cards of each of these seats, and the seat that turns next."""
    shares = tuple(r.Share(seat, count) for seat, count in zip(seats, cards, strict=True))
    return r.ShareCards(shares, starts)


def _late(names: Names, view: View, chase: Unexplained) -> tuple[Choice, ...]:
    if not chase.late:
        return ()
    if view.waiting:
        # Everybody in a flip has turned once there is a grab. When counting, only arrows among the cards
        # matter.
        if view.level is Level.COUNTING:
            whose = Enter(whose_arrows(names, view, arrows_in(view)))
            arrows_too = Choice(words.ARROWS_TOO, words.WHICH_AND_WHOSE, whose)
            # Outward arrows came up again: what else the grab may have been depends on who turned again.
            asks = not any(isinstance(answer, r.CallWrongGrab) for answer in view.answers)
            no_more = Choice(words.NO_MORE_ARROWS, words.NO_DUEL, r.TurnAll())
            return (arrows_too, no_more) if asks else (arrows_too,)
        seat = view.waiting[0]
    else:
        seat = view.turn
    if not view.seats[seat].stack:
        return ()
    title = words.card_first(names.brief(seat))
    return (Choice(title, words.FORGOTTEN, r.TurnCard(seat), primary=view.level is Level.WATCHING),)


def _turned_again(view: View) -> tuple[Choice, ...]:
    """Return the answers to whether all had turned for second outward arrows before the grab."""
    yes = Choice(words.ALL_HAD_TURNED, "", r.TurnAll(), primary=view.level is Level.COUNTING)
    no = Choice(words.NOT_YET, words.ARROWS_LAST, r.CallNotTurned())
    if view.level is Level.COUNTING:
        return (yes, no)
    enter = Choice(words.ALL_HAD_TURNED, words.CARD_ENTRY, Enter(view.waiting[0]), primary=True)
    return (enter, replace(yes, subtitle=words.WITHOUT_NAMING), no)


def _answer(names: Names, view: View, report: r.AnyReport, winner: Seat) -> tuple[str, str]:
    """Return what a grab may have been, and what that costs."""
    winner_name, to_the_pot = names.brief(winner), words.to_the_pot(names.pile(winner))
    all_cards = sum(_up(view, seat.seat) for seat in view.seats) + view.pot
    match report:
        case r.CallDuel(seats, late):
            losers = [names.brief(seat) for seat in seats if seat != winner]
            face_up = sum(_up(view, seat) for seat in seats) + (0 if view.two_handed else view.pot)
            hint = words.splits(winner_name, face_up) if len(losers) > 1 else _takes(losers[0], face_up)
            cost = words.all_split(all_cards) if late else joined(_same(view, seats), hint)
            return words.duel(listed(losers)), cost
        case r.CallInward((seat,)) if not view.seats[seat].stack - (seat in view.waiting):
            # The arrows would be this seat's last card.
            cost = to_the_pot if seat == winner else _takes(names.brief(seat), all_cards)
            return words.inward_of(names.brief(seat)), cost
        case r.CallInward(whose):
            return words.INWARD_OF_OTHERS if whose else words.INWARD, to_the_pot
        case r.CallThreeColours():
            return words.THREE_COLOURS, to_the_pot
        case r.CallWrongGrab(late) if late:
            several = listed([names.brief(seat) for seat in (winner, *late)])
            return words.WRONG_GRAB, words.split_by(several, all_cards)
        case r.CallWrongGrab():
            return words.WRONG_GRAB, _takes(winner_name, all_cards)
        case r.CallDropped(seat):
            return words.DROPPED, _takes(names.brief(seat), all_cards)
        case _:
            return words.TOTEM_FELL, words.ALL_TO_POT


def _takes(who: str, cards: int) -> str:
    """Return who takes how many cards, "" for none."""
    return words.takes(who, cards) if cards else ""


def _up(view: View, seat: Seat) -> int:
    """Return a seat's number of face-up cards, including one not entered yet after outward arrows."""
    return view.seats[seat].pile + (seat in view.waiting and not view.second)


def _same(view: View, seats: tuple[Seat, ...]) -> str:
    """Return what the cards of a duel show, "" unless all of them are known."""
    features = set()
    for seat in seats:
        top = view.seats[seat].top
        if not isinstance(top, SymbolCard) or (seat in view.waiting and not view.second):
            return ""
        features.add(top.colour if view.by_colour else top.symbol)
    if len(features) != 1:
        return ""
    (feature,) = features
    return words.colour(feature) if view.by_colour else words.symbol(feature)


def _margin(names: Names, grab: Grab) -> str:
    if by_lot(grab):
        return words.BY_LOT
    return by_how_much(grab, names.subject)


def _finish(grab: Grab, notes: dict[Seat, str]) -> PhotoFinish | None:
    """Return the photo finish; None for a grab entered by hand.

    Those who pressed in a dead heat with the winner of the lot, or before, lost the lot.
    """
    lots = len(grab.first) == 1 and by_lot(grab)
    winner_time = press_time(grab, grab.first[0])

    def note(touch: Touch) -> str:
        if lots and touch.after - winner_time <= grab.band:
            return words.WON_LOT if touch.seat in grab.first else words.LOST_LOT
        return notes.get(touch.seat, "")

    return finish(grab, note)
