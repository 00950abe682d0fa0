"""The words of a table with a sheet: the pure half of its screen. Rules are elsewhere."""

import re
from collections.abc import Iterator

from msgspec import Struct

from companion.game import Outcome, Seat
from companion.games.sheet import reports as r
from companion.games.sheet.model import Facts
from companion.games.sheet.view import View
from companion.grab import Grab
from companion.journal import NamePlate
from ui.games.match_words import MatchWords
from ui.games.sheet import words
from ui.games.sheet.grabbing import grab_banner, verdict
from ui.games.sheet.sentences import SheetNames, SheetSentences
from ui.language.phrases import inside, translated
from ui.language.words import labelled
from ui.table.names import listed, turn_of
from ui.table.presenting import Banner, Choice, Dialog, Enter, ResultLine


class FiguresFor(Struct, frozen=True):
    """What the pad for figures enters: a row of the whole table (None), or a seat's turn."""

    seat: Seat | None = None


class SheetPresenter(MatchWords[SheetNames]):
    """The words and answers of one match; `plates` are by seat."""

    def __init__(self, facts: Facts, plates: tuple[NamePlate, ...]) -> None:
        names = SheetNames(facts, plates)
        super().__init__(names, SheetSentences(names))

    def banner(self, view: View, pending: None = None) -> Banner:
        """Return the round, or whose turn it is, and who deals."""
        if view.ended is not None:
            return Banner(None, self._ending(view))
        number = words.round_of(view.round, view.last)
        if not view.settled:
            return grab_banner(self.names, view, number)
        if view.sheet.clock is not None and not view.runs:
            return Banner(view.turn, words.PAUSED if view.rows or view.used else number, words.PAUSED_HINT)
        if view.turn is not None:
            hint = words.TIME_UP if view.fell else number
            return Banner(view.turn, turn_of(self.names.subject(view.turn)), hint)
        if view.sheet.told == "turns":
            return Banner(None, words.TAP_SEAT, number)
        about = _first_sentence(str(translated(view.sheet.about)))
        if view.dealer is not None:
            about = words.dealt(self.names.subject(view.dealer), self.names.subject(view.begins))
        return Banner(None, labelled(translated(view.sheet.name), number), about)

    def routine(self, view: View, pending: None = None) -> tuple[Choice, ...]:
        """Return the main pads, such as the one that opens the pad for figures."""
        if view.ended is not None:
            return ()
        if not view.settled:
            # A question is given up on purpose only, so a button at the table doesn't do it: the pad isn't
            # primary.
            able = view.may_grab and view.sheet.grab is not None and view.sheet.grab.kind == "buzzer"
            return (Choice(words.NOBODY_KNOWS, words.NOBODY_KNOWS_HINT, r.CallNobody()),) if able else ()
        if view.sheet.told == "turns" and view.turn is None:
            named = ((seat, self.names.subject(seat)) for seat in view.to_come)
            return tuple(Choice(name, "", Enter(FiguresFor(seat)), primary=True) for seat, name in named)
        if view.sheet.clock is not None:
            return self._timed(view)
        columns = self.names.sheet.columns
        what = listed([inside(translated(columns[asked.column].heading)) for asked in view.asked[:2]])
        hint = words.ENTER_HINT.format(n=view.round)
        title = words.ENTER.format(what=what)
        return (Choice(title, hint, Enter(FiguresFor(view.turn)), primary=True), *self._in_turn(view))

    def _in_turn(self, view: View) -> Iterator[Choice]:
        """Yield what else the player whose turn it is may do."""
        if view.turn is not None and view.sheet.passes:
            title = words.PASS.format(who=self.names.subject(view.turn))
            yield Choice(title, words.PASS_HINT, r.PassRound(view.turn))
        if view.sheet.reverses:
            yield Choice(words.OTHER_WAY, words.OTHER_WAY_HINT, r.TurnRound())

    def _timed(self, view: View) -> tuple[Choice, ...]:
        """Return the pads of a sheet with a clock: start, or the end of the turn, and the pause."""
        assert view.turn is not None
        if not view.runs:
            title = words.GO_ON if view.rows or view.used else words.START
            hint = words.START_HINT.format(who=self.names.subject(view.turn))
            return (Choice(title, hint, r.StartClock(), primary=True),)
        report: Enter | r.TellTurn = Enter(FiguresFor(view.turn)) if view.asked else r.TellTurn(view.turn, ())
        over = Choice(words.TURN_OVER, self.names.subject(view.turn), report, primary=True)
        return (over, *self._in_turn(view), Choice(words.PAUSE, "", r.PauseClock()))

    def tapped(self, view: View, pending: None, place: Seat) -> Enter | r.TellGrab | None:
        """Return what a tap on a player means: the row, that player's turn, or that their hand was first."""
        if not view.settled:
            return r.TellGrab(Grab((place,))) if view.may_grab else None
        clock = view.sheet.clock is not None
        if view.ended is not None or (clock and (not view.runs or not view.asked)):
            return None
        if view.sheet.told == "turns" and view.turn is None and place not in view.to_come:
            return None
        return Enter(FiguresFor(place if view.sheet.told == "turns" else None))

    def referee_menu(self, view: View) -> tuple[Choice, ...]:
        """Return who may have lost, and the end, which the table may call at any time after the first row."""
        if view.ended is not None:
            return ()
        clock = view.sheet.clock
        lost: tuple[Choice, ...] = ()
        if clock is not None and clock.runs_out == "loses":
            lost = tuple(
                Choice(
                    words.GIVES_UP.format(who=self.names.subject(seat)), words.GIVES_UP_HINT, r.GiveUp(seat)
                )
                for seat in map(Seat, range(len(view.team_of)))
                if seat not in view.out
            )
        if not view.rows:
            return lost
        return (*lost, Choice(words.END, words.END_HINT, r.CallEnd()))

    def dialog(self, view: View) -> Dialog | None:
        """Return the question of a grab."""
        return verdict(self.names, view)

    def result(self, outcome: Outcome, view: View) -> Dialog:
        """Return the result: the winners large, and everybody's points, best first.

        Winners come first, even if players who are out have better points.
        """
        sign = -1 if view.sheet.wins == "high" else 1
        won = {view.team_of[seat] for seat in outcome.winners}
        order = sorted(range(len(view.totals)), key=lambda side: (side not in won, sign * view.totals[side]))
        figures = tuple(
            ResultLine(self.names.members(side), self.names.side(side), words.standing_of(view, side))
            for side in order
        )
        # Points are in the list; without them the name can be twice as large.
        winners = self.names.winners(outcome.winners)
        title = words.wins(listed(winners), len(winners))
        return Dialog(title, self._lost(view), winners=outcome.winners, figures=figures)

    def _lost(self, view: View) -> str:
        """Return why players who are out have lost; with a clock, on time if they have none left."""
        clock = view.sheet.clock is not None
        reasons = (words.LOST_ON_TIME if clock and view.had[seat] == 0 else words.LOST for seat in view.out)
        players = map(self.names.subject, view.out)
        return " ".join(lost.format(who=who) for lost, who in zip(reasons, players, strict=True))

    def _ending(self, view: View) -> str:
        assert view.ended is not None
        winners = self.names.winners(view.ended.winners)
        if not view.sheet.columns or not winners:
            return words.wins(listed(winners), len(winners))
        sentence = words.wins_with if len(winners) == 1 else words.win_with
        return sentence(listed(winners), view.totals[view.team_of[view.ended.winners[0]]])


def _first_sentence(about: str) -> str:
    """Return the beginning of a sheet's description, as a banner has only a line for it."""
    return re.split(r"(?<=[.!?]) |[:;] ", about)[0]
