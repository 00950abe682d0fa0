"""A simulated table: made-up cards in hands that grab, miss, err and drop the totem.

It moves its own cards by its own implementation of the rulebook, and reports what a player would; the test is
whether the referee's counts still fit the cards. It never calls `judge`.
"""

from collections.abc import Sequence
from random import Random

from companion.game import Level, Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, Card, Deck, SymbolCard
from companion.games.ungle_speed.model import Choosing, Grab, State, Touch, Unexplained

MISS, ERR, FALL, DROP, OUT_OF_TURN = 0.15, 0.02, 0.01, 0.01, 0.02

ANSWERS = (r.CallDuel, r.CallInward, r.CallThreeColours, r.CallWrongGrab, r.CallNotTurned)


def wanted(report: r.AnyReport, state: State) -> bool:
    """Return whether a player would report this: nobody reports what the referee has ruled by itself."""
    return not isinstance(report, ANSWERS) or isinstance(state.chase, Unexplained | Choosing)


class Table:
    """Cards on a table. `stacks` are face down, top card last, as are `piles` and `pot`."""

    def __init__(self, players: int, deck: Deck, level: Level, seed: int) -> None:
        self.random = Random(seed)
        self.players = players
        self.level = level
        seats = 4 if players == 2 else players
        cards = [c for c in deck.cards() if players > 3 or c != ArrowsCard(Arrows.COLOURED)]
        self.random.shuffle(cards)
        left = len(cards) % seats if players == 2 else 0
        self.pot = [cards.pop() for _ in range(left)]
        self.stacks = [cards[seat::seats] for seat in range(seats)]
        self.piles: list[list[Card]] = [[] for _ in range(seats)]
        self.turn = 0
        self.colours = False
        self.last_turned = [0] * seats
        self.clock = 0
        self.over = False

    def player(self, seat: int) -> int:
        return seat % 2 if self.players == 2 else seat

    def round(self) -> list[r.AnyReport]:
        """Play until the next thing has happened, and return the table's reports of it, in order."""
        chance = self.random.random()
        if chance < FALL and any(self.piles):
            return self._fall()
        if chance < FALL + DROP:
            return self._penalty(self._anybody(), dropped=True)
        if not any(self.stacks):
            self.over = True
            return [r.CallEnd()]
        return self._turn()

    def _anybody(self) -> int:
        return self.random.randrange(len(self.stacks))

    def _turn(self) -> list[r.AnyReport]:
        self._pay_for_coloured()
        if self.over:
            return [r.TurnNext()]
        seat, reports = self.turn, list[r.AnyReport]()
        card = self._turn_card(seat)
        reports.append(r.TurnCard(Seat(seat), self._card_reported(card)))
        last = not self.stacks[seat]
        self.turn = self._next(seat + 1)
        if isinstance(card, ArrowsCard):
            self.colours = False
            if card.arrows is Arrows.COLOURED and last:
                self._take(seat)
                self.turn = self._next(self.turn)
                self._check_over()
                return reports
            self.colours = card.arrows is Arrows.COLOURED
            if card.arrows is Arrows.OUTWARD and last:
                self._win((seat,))
                self.turn = self._next(self.turn)
                return reports
            if card.arrows is Arrows.OUTWARD:
                return reports + self._flip_all(seat)
        return reports + self._reaction([seat])

    def _flip_all(self, owner: int) -> list[r.AnyReport]:
        """All turn at once, and again whenever that turns up outward arrows."""
        reports: list[r.AnyReport] = []
        missed = False
        while True:
            self._pay_for_coloured()
            if self.over:
                return [*reports, r.TurnAll()]
            turned = [seat for seat in range(len(self.stacks)) if self.stacks[seat]]
            cards = {seat: self._turn_card(seat, together=seat != turned[0]) for seat in turned}
            card_reports = self._reports_of(cards)
            self.turn = self._next(owner)
            clockwise = sorted(turned, key=lambda seat: (seat - owner) % len(self.stacks))
            by_arrows = {kind: [s for s in clockwise if cards[s] == ArrowsCard(kind)] for kind in Arrows}
            inward, outward = by_arrows[Arrows.INWARD], by_arrows[Arrows.OUTWARD]
            self.colours = any(self.stacks[s] for s in by_arrows[Arrows.COLOURED]) and not inward + outward
            duel = any(set(group) & set(turned) for group in self._matches())
            # At the counting level nobody has reported a duel next to the arrows.
            known = duel and self.level is Level.WATCHING
            second = [] if known else outward
            winners = [seat for seat in second if not self.stacks[seat]]
            if winners:
                self._win(winners)
                second = []
                if self.over:
                    return reports + card_reports
                self.turn = self._next(owner)
            grab = self._reaction(turned)
            duelled = any(isinstance(report, r.CallDuel) for report in grab)
            if second and not inward and any(isinstance(report, r.CallWrongGrab) for report in grab):
                grab.insert(1, r.CallNotTurned())
            # Hands are faster than reports of cards.
            early = bool(grab) and self.random.random() < 0.3
            # If inward arrows were ignored before, the referee would take the grab for them.
            early = early and not (missed and self.level is Level.WATCHING)
            missed = bool(inward) and not grab
            reports += [grab[0], *card_reports, *grab[1:]] if early else card_reports + grab
            # At the counting level, a card that isn't reported may have set off a race.
            unseen = self.level is Level.COUNTING and any(isinstance(c, SymbolCard) for c in cards.values())
            # Only the grab itself takes the second arrows away; the penalty for coloured ones comes with
            # them.
            acts = not duelled and second and self.piles[second[0]][-1:] == [cards[second[0]]]
            if grab or not (inward or known or unseen):
                self._pay_for_coloured()
            self._check_over()
            if self.over or not acts:
                return reports
            owner = second[0]

    def _reports_of(self, cards: dict[int, Card]) -> list[r.AnyReport]:
        """Return the reports of a flip's cards: all of them, or only the arrows."""
        if self.level is Level.WATCHING:
            seats = self.random.sample(list(cards), len(cards))
            return [r.TurnCard(Seat(seat), cards[seat]) for seat in seats]
        arrows = {seat: card for seat, card in cards.items() if isinstance(card, ArrowsCard)}
        reports: list[r.AnyReport] = [r.TurnCard(Seat(seat), card) for seat, card in arrows.items()]
        return reports if len(arrows) == len(cards) else [*reports, r.TurnAll()]

    def _win(self, seats: Sequence[int]) -> None:
        """Outward arrows as a last card: a win, or with two players a hand that is done."""
        if self.players != 2:
            self.over = True
            return
        for seat in seats:
            self.pot += self.piles[seat]
            self.piles[seat] = []
        self._check_over()

    def _due(self) -> int | None:
        clockwise = [(self.turn + step) % len(self.stacks) for step in range(len(self.stacks))]
        coloured = [ArrowsCard(Arrows.COLOURED)]
        return next((s for s in clockwise if not self.stacks[s] and self.piles[s][-1:] == coloured), None)

    def _pay_for_coloured(self) -> None:
        """Coloured arrows as a last card cost their owner everything that is still face up."""
        due = self._due()
        if due is not None and not self.over:
            self._take(due)
            self._check_over()

    def _reaction(self, turned: list[int]) -> list[r.AnyReport]:
        """Let a player grab, or nobody; most grabs are right, some are not."""
        matches = [group for group in self._matches() if set(group) & set(turned)]
        tops = [pile[-1] for pile in self.piles if pile]
        inward = [s for s in turned if self.piles[s] and self.piles[s][-1] == ArrowsCard(Arrows.INWARD)]
        three = self.players == 3 and len(tops) == 3 and all(isinstance(c, SymbolCard) for c in tops)
        three = three and len({c.colour for c in tops if isinstance(c, SymbolCard)}) == 1
        entitled = sorted({seat for group in matches for seat in group})
        arrow_hands = self._hands_for_arrows() if inward else []
        entitled += [seat for seat in arrow_hands if seat not in entitled]
        if three:
            entitled = list(range(3))
        if self.random.random() < ERR:
            seat = self._anybody()
            return [] if seat in entitled or self._in_a_match(seat) else self._penalty(seat, dropped=False)
        if not entitled or self.random.random() < MISS:
            return []
        winner = self.random.choice(entitled)
        match = next((group for group in matches if winner in group), None)
        if match is not None and not (winner in arrow_hands and self.random.random() < 0.5):
            return self._duel(winner, match)
        reports: list[r.AnyReport] = [self._grab(winner)]
        reports.append(r.CallThreeColours() if three and not inward else r.CallInward())
        loser = next((seat for seat in inward if not self.stacks[seat] and seat != winner), None)
        if three and not inward:
            loser = None
        if loser is not None:
            self._take(loser)
        else:
            self.pot += self.piles[winner]
            self.piles[winner] = []
        self.turn = self._next(winner)
        self._check_over()
        return reports

    def _hands_for_arrows(self) -> list[int]:
        """Return all seats; with two players, the hand of each whose face-up cards were placed last."""
        seats = range(len(self.stacks))
        if self.players != 2:
            return list(seats)
        allowed: list[int] = []
        for hands in ((0, 2), (1, 3)):
            with_pile = [hand for hand in hands if self.piles[hand]]
            newest = max((self.last_turned[hand] for hand in with_pile), default=0)
            allowed += [hand for hand in with_pile if self.last_turned[hand] == newest] or hands
        return allowed

    def _duel(self, winner: int, group: list[int]) -> list[r.AnyReport]:
        reports: list[r.AnyReport] = [self._grab(winner), r.CallDuel(tuple(map(Seat, sorted(group))))]
        losers = [seat for seat in group if seat != winner]
        heap = [card for seat in group for card in self.piles[seat]]
        if self.players != 2:
            heap += self.pot
            self.pot = []
        for seat in group:
            self.piles[seat] = []
        starts = losers[0]
        if len(losers) > 1:
            counts = [0] * len(losers)
            for _ in heap:
                counts[self.random.randrange(len(losers))] += 1
            starts = max(losers, key=lambda seat: counts[losers.index(seat)])
            shares = tuple(r.Share(Seat(s), n) for s, n in zip(losers, counts, strict=True))
            reports.append(r.ShareCards(shares, Seat(starts)))
            for seat, count in zip(losers, counts, strict=True):
                self._under(seat, [heap.pop() for _ in range(count)])
        else:
            self._under(starts, heap)
        self.colours = False
        self.turn = starts
        self._check_over()
        return reports

    def _penalty(self, seat: int, *, dropped: bool) -> list[r.AnyReport]:
        reports: list[r.AnyReport] = (
            [r.CallDropped(Seat(seat))] if dropped else [self._grab(seat), r.CallWrongGrab()]
        )
        self._take(seat)
        self.colours = self.colours and not dropped
        self.turn = self._next(seat)
        self._check_over()
        return reports

    def _fall(self) -> list[r.AnyReport]:
        for pile in self.piles:
            self.pot += pile
        self.piles = [[] for _ in self.piles]
        self.colours = False
        self._check_over()
        return [r.CallFell()]

    def _grab(self, winner: int) -> r.TakeTotem:
        late = [Touch(Seat(self._anybody()), 3_000_000 + n) for n in range(self.random.randrange(2))]
        return r.TakeTotem(Grab((Seat(winner),), (Touch(Seat(winner), 0), *late), 100_000, "simulated"))

    def _card_reported(self, card: Card) -> Card | None:
        return card if self.level is Level.WATCHING or isinstance(card, ArrowsCard) else None

    def _turn_card(self, seat: int, *, together: bool = False) -> Card:
        self.clock += not together
        self.last_turned[seat] = self.clock
        card = self.stacks[seat].pop()
        self.piles[seat].append(card)
        return card

    def _under(self, seat: int, cards: list[Card]) -> None:
        self.stacks[seat] = cards + self.stacks[seat]

    def _take(self, seat: int) -> None:
        heap = [card for pile in self.piles for card in pile] + self.pot
        self.piles = [[] for _ in self.piles]
        self.pot = []
        self._under(seat, heap)

    def _next(self, seat: int) -> int:
        clockwise = [(seat + step) % len(self.stacks) for step in range(len(self.stacks))]
        due = self._due()
        return next((c for c in clockwise if self.stacks[c] or c == due), seat % len(self.stacks))

    def _matches(self) -> list[list[int]]:
        groups: dict[str, list[int]] = {}
        for seat, pile in enumerate(self.piles):
            if pile and isinstance(pile[-1], SymbolCard):
                groups.setdefault(pile[-1].colour if self.colours else pile[-1].symbol, []).append(seat)
        return [group for group in groups.values() if len(group) > 1]

    def _in_a_match(self, seat: int) -> bool:
        return any(seat in group for group in self._matches())

    def _check_over(self) -> None:
        cards = zip(self.stacks, self.piles, strict=True)
        empty = {self.player(seat) for seat, (stack, pile) in enumerate(cards) if not stack and not pile}
        self.over = self.over or (empty == {0, 1} if self.players == 2 else bool(empty))

    def sizes(self) -> str:
        """Return stacks+piles by seat and the pot, in the form of `board.sizes`."""
        seats = " ".join(f"{len(s)}+{len(p)}" for s, p in zip(self.stacks, self.piles, strict=True))
        return f"{seats} pot {len(self.pot)}"
