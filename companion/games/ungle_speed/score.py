"""Who has how many cards, and when that ends the game."""

from collections.abc import Iterator, Sequence

from companion.game import Chases, Duelled, Outcome, Remark, Results, Scoring, Seat, Standing, most, standings
from companion.games.ungle_speed import events as e
from companion.games.ungle_speed.model import Grab, State
from companion.games.ungle_speed.reports import AnyReport
from companion.grab import rounded
from companion.line import Position


def score(state: State) -> dict[str, list[int]]:
    """Return each seat's number of cards: face down, face up, and in total."""
    return {
        "stack": list(state.stacks),
        "pile": [len(pile) for pile in state.piles],
        "cards": [state.cards(seat) for seat in state.seats],
    }


def ending(state: State) -> Outcome | None:
    """Return the outcome if the state ends the game, otherwise None."""
    empty = [seat for seat in state.playing if not state.cards(seat)]
    if state.two_handed:
        # Two players: over when each has got rid of the cards of one hand.
        if {state.player(seat) for seat in empty} == {0, 1}:
            return fewest(state, "us.two-end")
        return None
    # Out, and the winner: no stack and no face-up pile.
    return Outcome(tuple(empty), "us.out") if empty else None


def fewest(state: State, reason: str) -> Outcome:
    """Return the outcome by fewest cards; equal numbers are a draw."""
    totals = {player: cards for player, cards in enumerate(cards_left(state)) if cards is not None}
    least = [player for player, cards in totals.items() if cards == min(totals.values())]
    if len(least) > 1:
        return Outcome((), reason)
    return Outcome(state.seats_of(least[0]), reason)


# Results: places by fewest cards, and what players did at the totem.


def standings_of(state: State, outcome: Outcome) -> tuple[Standing, ...]:
    """Return each player's place and points: cards left, in both hands with two players.

    A player who has left has no points, and is placed behind everybody who stayed.
    """
    cards = cards_left(state)
    keys = [(count is None, count or 0) for count in cards]
    return standings({state.player(seat) for seat in outcome.winners}, keys, cards)


def cards_left(state: State) -> tuple[int | None, ...]:
    """Return each player's cards left, in both hands with two players; None for a player who has left."""
    left = {state.player(seat) for seat in state.left}
    return tuple(
        None if player in left else sum(map(state.cards, state.seats_of(player)))
        for player in range(state.players)
    )


def chases(line: Sequence[Position[State, AnyReport, e.AnyEvent]]) -> Chases:
    """Return what happened at the totem along a line of positions."""
    first = line[0].state
    players = range(first.players)
    duels: list[Duelled] = []
    races: list[tuple[Seat, Seat]] = []
    wrong, heats, chances = ([0] * first.players for _ in range(3))
    grab: Grab | None = None
    left: tuple[Seat, ...] = ()
    again = 0
    for position in line:
        for event in position.events:
            match event:
                case e.CardTurned():
                    gone = {first.player(seat) for seat in left}
                    for player in set(players) - gone:
                        chances[player] += 1
                case e.TotemTaken(taken):
                    grab = taken
                    races += _race(taken)
                case e.GrabVoided():
                    again += 1
                case e.HeatCalled(taken) | e.LotsCalled(taken):
                    grab = taken
                    for player in {first.player(seat) for seat in taken.first}:
                        heats[player] += 1
                case e.DuelWon(winner, losers):
                    margin = _margin(grab, winner, losers)
                    losing_players = tuple(first.player(seat) for seat in losers)
                    duels.append(Duelled(first.player(winner), losing_players, margin))
                case e.WrongGrabRuled(seat):
                    wrong[first.player(seat)] += 1
        left = position.state.left
    return Chases(tuple(duels), tuple(wrong), tuple(heats), tuple(chances), tuple(races), again)


def _race(grab: Grab) -> Iterator[tuple[Seat, Seat]]:
    if len(grab.touches) > 1:
        first, second = sorted(grab.touches, key=lambda touch: touch.after)[:2]
        if second.after - first.after > grab.band:
            yield first.seat, second.seat


def _margin(grab: Grab | None, winner: Seat, losers: tuple[Seat, ...]) -> int | None:
    times = {touch.seat: touch.after for touch in grab.touches} if grab is not None else {}
    loser_times = [times[seat] for seat in losers if seat in times]
    if grab is None or winner not in times or not loser_times:
        return None
    margin = min(loser_times) - times[winner]
    return rounded(margin, grab.band) if margin > grab.band else None


def remarks(line: Sequence[Position[State, AnyReport, e.AnyEvent]]) -> tuple[Remark, ...]:
    """Return the closest duel, who won most duels, and who grabbed wrongly most often."""
    totem = chases(line)
    won = [sum(duel.winner == player for duel in totem.duels) for player in range(line[0].state.players)]
    timed = [(duel.margin, duel.winner) for duel in totem.duels if duel.margin is not None]
    closest = [Remark("closest", (winner,), margin) for margin, winner in sorted(timed)[:1]]
    return (*closest, *most("duels", won), *most("wrong", totem.wrong))


RESULTS = Results(
    standings_of,
    (e.CardTurned,),
    Scoring(high_wins=False, bgg=8098),
    player=State.player,
    chases=chases,
    remarks=remarks,
    race=cards_left,
)
