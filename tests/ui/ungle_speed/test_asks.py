"""Whose arrows, whose turn, who leaves: one tap on a seat tells it."""

from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Arrows, ArrowsCard
from tests.ui.rig import Rig
from tests.ui.ungle_speed.table import OWL, Table
from ui.games.entries import choices, page
from ui.games.ungle_speed.sentences import whose_arrows
from ui.parts.shown import PartScreen


def test_a_tap_on_a_seat_tells_whose_arrows_they_were(rig: Rig) -> None:
    table = Table()
    table.tell(r.TurnNext(ArrowsCard(Arrows.OUTWARD)))
    told: list[r.AnyReport] = []
    asked = whose_arrows(table.words.names, table.view, (Arrows.COLOURED,)).choices
    pads = page("", choices(asked, told.append)).widget
    assert isinstance(pads, PartScreen)
    pads.size = (700, 395)
    rig.show(pads)
    rig.pump(2)
    assert [pads[f"pick {n}"].title.text for n in range(len(asked))] == ["Fox", "Owl", "Bear", "Wolf"]
    rig.tap_at(*pads["pick 1"].center)
    assert told == [r.TurnCard(OWL, ArrowsCard(Arrows.COLOURED))]
