"""A sheet's sentences about its record: reports, events, violations and remedies."""

from collections.abc import Sequence
from typing import Any

from companion.game import Seat
from companion.games.sheet import events as e
from companion.games.sheet import reports as r
from companion.games.sheet.game import SheetGame
from companion.games.sheet.model import Facts
from companion.games.sheet.parsed_sheet import parse_sheet
from companion.games.sheet.sheet import SheetColumn
from companion.journal import NamePlate
from ui.language.phrases import _, translated
from ui.language.words import labelled
from ui.table.grabbed import grab_fields
from ui.table.names import Names, listed
from ui.table.sentences import ENDED, SentencePlural, Sentences, Templates, Wording, number, value

# Names of the players, teams, columns and figures of a match.


class SheetNames(Names):
    """Names of seats, teams, columns and figures."""

    def __init__(self, facts: Facts, plates: tuple[NamePlate, ...]) -> None:
        super().__init__(facts, plates)
        self.sheet = facts.sheet
        self.sides = facts.sheet.sides(facts.players)

    def members(self, side: int) -> tuple[Seat, ...]:
        """Return the seats of a team, or a side's only player."""
        return tuple(Seat(seat) for seat in range(len(self.plates)) if seat % self.sides == side)

    def side(self, side: int) -> str:
        """Return a side's name."""
        return listed(self.subjects(self.members(side)))

    def owner(self, of: str, number: int) -> str:
        """Return the name of a figure's owner; "" for the whole table."""
        return {"seat": self.known(number), "team": self.side(number), "table": ""}[of]

    def column(self, number: object) -> SheetColumn | None:
        """Return a column by its number, None if there is none."""
        known = isinstance(number, int) and 0 <= number < len(self.sheet.columns)
        return self.sheet.columns[number] if known else None  # type: ignore[call-overload]

    def figure(self, column: SheetColumn, figure: int) -> str:
        """Return a figure in words: a choice's word, a seat's name, or digits."""
        if column.picks:
            return self.known(figure) or str(figure)
        if column.words and figure in column.choices:
            return translated(column.words[column.choices.index(figure)])
        return str(figure)

    def figures(self, column: SheetColumn, figures: Sequence[int]) -> str:
        """Return a column's figures, such as "Fox 2, Owl 0", or the table's single one."""
        pairs = [(self.owner(column.of, n), self.figure(column, figure)) for n, figure in enumerate(figures)]
        return ", ".join(" ".join(map(str, filter(None, pair))) for pair in pairs)


NOBODY = _("Nobody knew it.")
MOST_NAMED = 6
"""Most sides or players listed in a line; for more, the sheet shows the figures."""

VOIDED = _("That press counts for nobody: {why}. Press again.")


def first_hand(subject: r.TellGrab | e.Grabbed) -> Templates:
    """Return the sentence for who was first, and by how much; if several were at once, for all of them."""
    grab = subject.grab
    if len(first_of(subject)) > 1:
        return _("{first} pressed at the same time.")
    # An order that was entered by hand has no times.
    timed = grab.band > 0 and grab.first == first_of(subject)
    with_margin = (_("{first} was first, {margin} before {nearest}."),) if timed else ()
    return (*with_margin, _("{first} was first."), _("Somebody pressed."))


def first_of(subject: r.TellGrab | e.Grabbed) -> tuple[Seat, ...]:
    """Return whose hands came first, among those that count once that is known."""
    return subject.order[0] if isinstance(subject, e.Grabbed) else subject.grab.first


def wrong_answer(event: e.SaidWrong) -> Templates:
    """Return the sentence for a wrong answer, and for whose hand is next."""
    alone = bool(event.order) and len(event.order[0]) == 1
    return _("{who} was wrong; {next} answers.") if alone else _("{who} was wrong.")


TEMPLATES: dict[type[Any], Wording] = {
    r.TellRow: _("A row was entered."),
    r.TellTurn: (_("{who}: {figures}."), _("{who}'s turn was entered.")),
    r.PassRound: (_("{who} passes."), _("A player passes.")),
    r.TurnRound: _("Play goes the other way round."),
    r.StartClock: _("The clock is started."),
    r.PauseClock: _("The clock is stopped."),
    r.TellFlag: (_("{who}'s flag falls."), _("A flag falls.")),
    r.GiveUp: (_("{who} gives up, or is beaten."), _("A player gives up, or is beaten.")),
    r.TellGrab: first_hand,
    r.VoidGrab: VOIDED,
    r.CallRight: _("That was right."),
    r.CallWrong: _("That was wrong."),
    r.CallNobody: NOBODY,
    r.CallEnd: _("The table ends the game."),
    e.PartTold: (_("Written down. {row}."), _("That is written down.")),
    e.RoundScored: (_("The round scores {points}."), _("The round is written down.")),
    e.TurnScored: (
        SentencePlural(
            "{who}: {figures}. That scores {points} point.",
            "{who}: {figures}. That scores {points} points.",
            "points",
        ),
        _("{who}'s turn is over."),
    ),
    e.Passed: (
        _("{who} is left out until the round is over."),
        _("Who passed is left out until the round is over."),
    ),
    e.TurnedRound: _("Play goes the other way round."),
    e.ClockStarted: _("Time runs."),
    e.ClockPaused: _("The table takes a pause."),
    e.FlagFell: (_("{who}'s time is up."), _("The time is up.")),
    e.GaveUp: (_("{who} has lost."), _("A player has lost.")),
    e.Grabbed: first_hand,
    e.HeatCalled: _("{heat} press again, and nobody else."),
    e.GrabVoided: VOIDED,
    e.SaidRight: _("{who} was right."),
    e.SaidWrong: wrong_answer,
    e.NobodyKnew: NOBODY,
    e.Ended: ENDED,
}


FAULTS: dict[str, Wording] = {
    "sh.told": _("That isn't how this sheet works"),
    "sh.told rounds": _("This sheet is filled in round by round, for the whole table"),
    "sh.told turns": _("This sheet is filled in turn by turn"),
    "sh.row": _("Something is missing"),
    "sh.figure": _("That can't be right"),
    "sh.figure range": (
        _("{whose}, {column}: {least} to {most}, not {figure}"),
        _("{column}: {least} to {most}, not {figure}"),
    ),
    "sh.figure step": (
        _("{whose}, {column}: {least} to {most} in steps of {step}, not {figure}"),
        _("{column}: {least} to {most} in steps of {step}, not {figure}"),
    ),
    "sh.figure choice": (
        _("{whose}, {column}: {figure} isn't a choice"),
        _("{column}: {figure} isn't a choice"),
    ),
    "sh.figure seat": (_("{column}: nobody sits there"), _("Nobody sits there")),
    "sh.figure once": (
        _("{whose}, {column}: {figure} was chosen before in this match"),
        _("{column}: {figure} was chosen before in this match"),
    ),
    "sh.figure rests": (
        _("{who} isn't in this row: 0, not {figure}"),
        _("That player isn't in it"),
    ),
    "sh.figure memory": _("In all, that is more than the referee can count"),
    "sh.figure total": _("{Side} would have more points than the referee can count"),
    "sh.sum": (_("{column}: {sum} in all, but it must be {wanted}"), _("That doesn't add up")),
    "sh.check": (_("{says}"), _("That can't be on this sheet")),
    "sh.turn": _("It isn't that player's turn"),
    "sh.turn turn": (_("It's {turn}'s turn, not {who}'s"), _("It's {turn}'s turn")),
    "sh.turn had": (_("{who} has had a turn in this round"), _("That player has had a turn in this round")),
    "sh.pass": _("Nobody can pass now"),
    "sh.pass never": _("On this sheet nobody passes"),
    "sh.way": _("Play can't turn round now"),
    "sh.way never": _("On this sheet play always goes the same way round"),
    "sh.clock": _("That time can't be right"),
    "sh.clock none": _("This sheet has no clock"),
    "sh.clock took": _("A turn can't take that long"),
    "sh.pause": _("Clock already running or stopped"),
    "sh.pause paused": _("The table takes a pause"),
    "sh.pause runs": _("The clock is running"),
    "sh.flag": _("No flag can fall now"),
    "sh.flag fallen": (_("{who}'s time was up before that"), _("The time was up before that")),
    "sh.flag left": (_("{who} has time left"), _("There is time left")),
    "sh.flag again": _("You entered that this turn"),
    "sh.lost": _("Nobody can lose like that here"),
    "sh.lost gone": (_("{who} has lost already"), _("That player has lost already")),
    "sh.lost never": _("On this sheet nobody loses before the end"),
    "sh.grab": _("You can't say that of a grab now"),
    "sh.grab none": _("Nobody grabs in this game"),
    "sh.grab open": _("Nobody has pressed yet"),
    "sh.grab says": (_("It is {who} who answers"), _("Somebody is answering")),
    "sh.grab settled": _("That is settled already"),
    "sh.heat": _("They can't be told apart"),
    "sh.heat outside": (_("{who} wasn't in the dead heat"), _("That hand wasn't in the dead heat")),
    "sh.again": _("That player has answered already"),
    "sh.again answered": (_("{who} has answered already"), _("That player has answered already")),
    "sh.again partner": (_("{who}'s partner has answered already"), _("A partner has answered already")),
    "sh.nobody": _("It can't be given up now"),
    "sh.nobody bell": _("With a bell there is nothing to give up"),
    "sh.target": _("The target isn't reached"),
    "sh.rounds": _("That wasn't the last round"),
    "sh.ends": _("That isn't the end yet"),
    "sh.end": _("The game can't end now"),
    "sh.end nothing": _("No round or turn is over yet"),
}

ACTS: dict[str, Wording] = {
    "enter_again": (
        _("Look where {off} too many or too few were entered, and fix it."),
        _("{whose}: enter {column} again."),
        _("Enter {column} again."),
        _("Enter it again."),
    ),
    "tell_turn": (_("Enter {who}'s turn."), _("Enter one player's turn.")),
    "start_clock": _("Start the clock."),
    "pause_clock": _("Take a pause first."),
    "tell_flag": _("Say that the time is up."),
    "press": _("Wait for a player who may press."),
    "tell_answer": (_("Say whether {who} was right."), _("Say whether the answer was right.")),
    "call_end": _("End the game when it is over."),
    "tell_row": _("Enter a row for the whole table."),
}


class SheetSentences(Sentences):
    """The sentences of one match on a sheet."""

    templates, faults, acts = TEMPLATES, FAULTS, ACTS
    catalogue = SheetGame.catalogue
    began = _("An empty sheet for {who}.")

    def __init__(self, names: SheetNames) -> None:
        super().__init__(names)
        self._names = names
        self.fields |= {
            "column": self._column,
            "whose": self._whose,
            "figure": self._figure,
            "figures": self._figures,
            "row": self._row,
            "points": self._points,
            "side": lambda subject: "" if (side := number(subject, "side")) is None else names.side(side),
            **grab_fields(self.names_of),
            "first": lambda subject: self.names_of(first_of(subject)),
            "heat": lambda subject: self.names_of(subject.seats),
            "next": lambda subject: self.names_of(subject.order[0]),
            # The template adds the full stop; a sheet's own sentence may have one too.
            "says": lambda subject: translated(str(value(subject, "says") or "")).removesuffix("."),
        }

    def _column(self, subject: Any) -> str:
        column = self._names.column(value(subject, "column"))
        return "" if column is None else translated(column.heading)

    def _whose(self, subject: Any) -> str:
        team = number(subject, "team")
        return self._names.known(subject.seat) if team is None else self._names.side(team)

    def _figure(self, subject: Any) -> str:
        column, figure = self._names.column(value(subject, "column")), number(subject, "figure")
        return "" if column is None or figure is None else self._names.figure(column, figure)

    def _figures(self, subject: Any) -> str:
        """Return a turn's figures, each after its column's name if there are several."""
        columns = self._columns_of(0)
        if len(columns) != len(subject.figures):
            return ""
        named = zip(columns, subject.figures, strict=True)
        pairs = [
            (translated(column.heading) if len(columns) > 1 else "", self._names.figure(column, figure))
            for column, figure in named
        ]
        return ", ".join(" ".join(map(str, filter(None, pair))) for pair in pairs)

    def _row(self, subject: Any) -> str:
        """Return the figures of one part of a round."""
        if len(self._names.plates) > MOST_NAMED:
            return ""
        columns = zip(self._columns_of(subject.part), subject.figures, strict=True)
        return "; ".join(
            labelled(translated(column.heading), self._names.figures(column, figures))
            for column, figures in columns
        )

    def _columns_of(self, part: int) -> list[SheetColumn]:
        sheet = self._names.sheet
        return [sheet.columns[number] for number in parse_sheet(sheet).parts[part]]

    def _points(self, subject: Any) -> str:
        points = subject.points
        if isinstance(points, int):
            return str(points)
        if len(points) > MOST_NAMED:
            return ""
        counts = (f"{count:+d}" if count else "0" for count in points)
        return ", ".join(f"{self._names.side(side)} {count}" for side, count in enumerate(counts))
