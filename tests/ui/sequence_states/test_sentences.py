"""The history: every report and event has a sentence, and what to move comes first."""

import pytest

from companion.game import Outcome
from companion.games.sequence_states import events as e
from companion.games.sequence_states import reports as r
from companion.games.sequence_states.layout import ADD, REMOVE
from companion.games.sequence_states.model import Colour, Side
from tests.games.sequence_states.board import DEMO, at, five
from tests.ui.sequence_states.table import BEAR, FOX, OWL, Table, words_of
from ui.table.latest_change import in_a_line

OHIO = DEMO.spaces_of("OH")[0]
"""Row 2, column 9."""
RED, BLUE = Side(0), Side(1)
ROW, COLUMN, RISING = five(4, 2, 0, 1), five(2, 4, 1, 0), five(2, 7, 1, -1)

REPORTS: dict[r.AnyReport, str] = {
    r.PlaceChip(FOX, OHIO): "Fox played a card: red chip on Ohio (row 2, column 9).",
    r.PlaceChip(OWL, OHIO, "OH"): "Owl played Ohio: blue chip on row 2, column 9.",
    r.PlaceChip(OWL, OHIO, "TX"): "Owl played Texas: blue chip on Ohio (row 2, column 9).",
    r.PlaceChip(FOX, OHIO, None, Colour.BLUE): "Fox played a card: blue chip on Ohio (row 2, column 9).",
    r.RemoveChip(FOX, OHIO): "Fox played REMOVE and took the chip off Ohio (row 2, column 9).",
    r.ChooseFive(ROW): "The sequence is row 4, columns 2 to 6.",
    r.SwapDead(FOX): "Fox swapped a dead card.",
    r.SwapDead(FOX, "OH"): "Fox swapped a dead card: Ohio.",
    r.DrawCard(FOX): "Fox drew a card.",
    r.CallTalk(BLUE): "Table talk in Blue.",
    r.Forfeit(FOX): "Fox put a card down.",
    r.Forfeit(FOX, "OH"): "Fox put Ohio down.",
    r.ForfeitAll(): "Everyone has put a card down.",
    r.PassTurn(FOX): "Fox can't play a card.",
    r.Recount(50, (6, 6, 6, 6)): "The cards were counted.",
}

EVENTS: dict[e.AnyEvent, str] = {
    e.ChipPlaced(FOX, OHIO, ADD): "Fox played ADD: red chip on Ohio (row 2, column 9).",
    e.ChipPlaced(FOX, OHIO, None): "Fox played a card: red chip on Ohio (row 2, column 9).",
    e.ChipRemoved(FOX, OHIO, BLUE): "Fox played REMOVE and took a blue chip off Ohio (row 2, column 9).",
    e.SequenceMade(RED, ROW): "Red has its first sequence: row 4, columns 2 to 6. Turn these five over.",
    e.FiveChosen(RED, ROW, five(4, 1, 0, 1)): (
        "Red's sequence is row 4, columns 2 to 6, not row 4, columns 1 to 5."
    ),
    e.DeadSwapped(FOX, REMOVE): "Fox swapped REMOVE: it had no chip to take off.",
    e.CardDrawn(OWL): "Owl drew a card.",
    e.DrawLost(FOX, 3, OWL): "Fox lost a card: Owl had already played and drawn.",
    e.DeckShuffled(71): "The draw deck is empty: shuffle the discards, 71 cards, into a new one.",
    e.TalkRuled(RED, (FOX, BEAR)): "Table talk in Red: Fox and Bear must each put a card down.",
    e.TalkRuled(RED, (BEAR,)): "Table talk in Red: Bear must put a card down.",
    e.CardForfeited(FOX, None): "Fox put a card down.",
    e.Passed(FOX): "Fox couldn't play a card.",
    e.TurnPassed(FOX): "Fox plays next.",
    e.Recounted(50, (6, 5, 6, 6)): "Counted: 50 in the draw deck; Fox 6, Owl 5, Bear 6, Wolf 6.",
    e.Ended(Outcome((FOX, BEAR), "ss.win")): "The game is over: Red wins.",
    e.Ended(Outcome((), "ss.stuck")): "The game is over: a draw.",
}


SENTENCES = words_of().sentences


def test_without_a_layout_only_the_place_is_named() -> None:
    sentence = words_of(layout=None).sentences.sentence_of(e.ChipPlaced(FOX, OHIO, None))
    assert sentence == "Fox played a card: red chip on row 2, column 9."


# Entries: what to move comes first.
def test_entries_in_one_line_or_two() -> None:
    # An ordinary move is one sentence.
    assert Table().describe(r.PlaceChip(FOX, OHIO)) == ("Fox played Ohio: red chip on row 2, column 9.",)
    # A lost card names the faster player.
    lines = Table().describe(r.PlaceChip(FOX, at(1, 1)), r.PlaceChip(OWL, at(2, 2)), r.DrawCard(OWL))
    assert lines == ("Owl drew a card.", "Fox lost a card: Owl had already played and drawn.")
    # Cards discarded together are one sentence.
    lines = Table().describe(r.CallTalk(RED), r.ForfeitAll())
    assert lines == ("Fox and Bear each put a card down.",)
    # Once Fox has, only Bear is left.
    assert Table().describe(r.CallTalk(RED), r.Forfeit(FOX), r.ForfeitAll()) == ("Bear put a card down.",)
    # A refusal says what was reported and why it can't be.
    assert Table().describe(r.PlaceChip(OWL, OHIO)) == (
        "Owl played a card: blue chip on Ohio (row 2, column 9).",
        "Refused: It is Fox's turn, not Owl's. Play stops until it is put right.",
    )


PLACED = e.ChipPlaced(FOX, ROW[2], None)
FIRST = "Red has its first sequence: row 4, columns 2 to 6. Turn these five over."


@pytest.mark.parametrize(("players", "follows", "begins", "ends"), [
    (4, [e.SequenceMade(RED, ROW)], FIRST, "(row 4, column 4)."),
    (4, [e.SequenceMade(RED, COLUMN, number=2), e.Ended(Outcome((FOX, BEAR), "ss.win"))],
     "Red has its second sequence: column 4, rows 2 to 6. Turn these five over.",
     "The game is over: Red wins."),
    (3, [e.SequenceMade(RED, ROW), e.Ended(Outcome((FOX,), "ss.win"))], FIRST,
     "The game is over: Fox wins."),
], ids=["before the move that made it", "the second wins", "of three sides the first wins"])  # fmt: skip
def test_a_sequence_is_told_first(players: int, follows: list[e.AnyEvent], begins: str, ends: str) -> None:
    first, rest = words_of(players).sentences.sentences_of((PLACED, *follows))
    assert first == in_a_line((first, rest)) == begins
    assert rest.startswith("Fox played a card")
    assert rest.endswith(ends)


def test_two_sequences_at_once_are_the_first_and_the_second() -> None:
    won = e.Ended(Outcome((FOX, BEAR), "ss.win"))
    made = e.SequenceMade(RED, ROW), e.SequenceMade(RED, RISING, number=2)
    first, rest = SENTENCES.sentences_of((PLACED, *made, won))
    assert "first sequence: row 4" in first
    assert "second sequence: row 2, column 7 to row 6, column 3" in rest


def test_a_new_draw_deck_is_told_before_who_took_the_last_card() -> None:
    first, then = SENTENCES.sentences_of((e.CardDrawn(OWL), e.DeckShuffled(71)))
    assert first == "The draw deck is empty: shuffle the discards, 71 cards, into a new one."
    assert then == "Owl drew a card."
