"""Whatever the screen offers in a match is accepted: a pad that is refused would be the screen's fault."""

from collections.abc import Iterable
from random import Random

import pytest
from msgspec.structs import replace

from companion.game import Accepted, Level, Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Card
from companion.games.ungle_speed.model import Grab, Touch
from tests.ui.ungle_speed.table import GAME, Table
from ui.games.ungle_speed.sentences import Enquiry
from ui.table.presenting import Choice, Enter

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
    sheet = table.words.dialog(view)
    choices = _entered((*table.words.routine(view), *table.words.referee_menu(view)))
    if sheet is not None and sheet.split is not None:
        counts = [0] * len(sheet.split.seats)
        counts[0] = sheet.split.cards
        report = sheet.split.report(sheet.split.seats, tuple(counts), sheet.split.seats[0])
        return [*choices, Choice("split", "", report)]
    return [*choices, *_entered(sheet.choices if sheet is not None else ())]


def _entered(choices: Iterable[Choice]) -> list[Choice]:
    """Return choices with the answers in place of those that ask on a sheet of their own."""
    answers: list[Choice] = []
    for choice in choices:
        if not isinstance(choice.report, Enter):
            answers.append(choice)
        elif isinstance(choice.report.subject, Enquiry):
            answers += choice.report.subject.choices
        else:
            answers.append(replace(choice, report=r.TurnCard(choice.report.subject)))
    return answers


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("players", [2, 3, 4, 7])
@pytest.mark.parametrize("seed", range(4))
def test_everything_offered_is_accepted(seed: int, players: int, level: Level) -> None:
    chance = Random(f"{seed} {players} {level}")
    table = Table(
        players,
        level,
        dead_heat=chance.choice(["lots", "regrab"]),
        dead_heat_wrong=chance.choice(["regrab", "named", "both"]),
        late_grab=chance.choice(["nothing", "share"]),
        leaver=chance.choice(["aside", "dealt"]),
    )
    cards: list[Card] = list(table.view.deck.cards())
    for _ in range(STEPS):
        view = table.view
        assert table.words.banner(view).title
        if view.ended is not None:
            assert table.words.result(view.ended, view).figures
            break
        choices = offered(table)
        for choice in choices:
            assert choice.title
            ruling = GAME.judge(table.match.state, choice.report)
            assert isinstance(ruling, Accepted), (choice, ruling)
        questions = [choice for choice in choices if choice.primary]
        if view.chase is not None:
            questions = [choice for choice in choices if not isinstance(choice.report, r.SetLevel)]
        elif chance.random() < 0.3:
            # Now and then somebody leaves, or the turn is set straight, or arrows turn up in a flip.
            questions = choices
        tapped = chance.choice(questions).report
        if view.chase is None and chance.random() < 0.25:
            tapped = grab(chance, len(view.seats))
        elif isinstance(tapped, r.TurnCard) and view.level is Level.WATCHING and chance.random() < 0.9:
            tapped = r.TurnCard(tapped.seat, chance.choice(cards))
        assert table.said(tapped)
