"""Whatever the screen offers in a match is accepted: a pad that is refused would be the screen's fault."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.game import Accepted, Level, Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Card
from companion.games.ungle_speed.model import Grab, Touch
from tests.ui.ungle_speed.table import GAME, Table
from ui.presenting import Choice, Enter

STEPS = 150


def grab(chance: Random, seats: int) -> r.AnyReport:
    """Return what buttons may say: a grab, a dead heat, or that they can't tell."""
    if chance.random() < 0.1:
        return r.VoidGrab("sequence_gap")
    first, second = (Seat(seat) for seat in chance.sample(range(seats), 2))
    gap = chance.choice([20_000, 9_000_000])
    both = (Touch(first, 0), Touch(second, gap))
    return r.TakeTotem(Grab((first, second) if gap < 100_000 else (first,), both, 100_000, "kernel"))


def offered(table: Table) -> list[Choice]:
    """Return everything that can be tapped now, with the sentences that stand on it.

    A card that is asked for is told without its picture; the test fills it in.
    """
    view = table.view
    sheet = table.words.sheet(view)
    choices = [
        replace(choice, report=r.TurnCard(choice.report.subject))
        if isinstance(choice.report, Enter)
        else choice
        for choice in (*table.words.routine(view), *table.words.referee_menu(view))
    ]
    if sheet is not None and sheet.split is not None:
        counts = [0] * len(sheet.split.seats)
        counts[0] = sheet.split.cards
        report = sheet.split.report(sheet.split.seats, tuple(counts), sheet.split.seats[0])
        return [*choices, Choice("split", "", report)]
    return [*choices, *(sheet.choices if sheet is not None else ())]


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("players", [2, 3, 4, 7])
@pytest.mark.parametrize("seed", range(4))
def test_everything_offered_is_accepted(seed: int, players: int, level: Level) -> None:
    chance = Random(f"{seed} {players} {level}")
    table = Table(players, level, dead_heat=chance.choice(["lots", "regrab"]))
    cards: list[Card] = list(table.view.deck.cards())
    for _ in range(STEPS):
        view = table.view
        assert table.words.banner(view).title
        if view.ended is not None:
            assert table.words.result(view.ended, view).over
            break
        choices = offered(table)
        for choice in choices:
            assert choice.title
            ruling = GAME.judge(table.match.state, choice.report)
            assert isinstance(ruling, Accepted), (choice, ruling)
        questions = [choice for choice in choices if choice.primary]
        if view.chase is not None:
            questions = [choice for choice in choices if not isinstance(choice.report, r.SetLevel)]
        tapped = chance.choice(questions).report
        if view.chase is None and chance.random() < 0.25:
            tapped = grab(chance, len(view.seats))
        elif isinstance(tapped, r.TurnCard) and view.level is Level.WATCHING and chance.random() < 0.9:
            tapped = r.TurnCard(tapped.seat, chance.choice(cards))
        lines = table.said(tapped)
        assert lines
