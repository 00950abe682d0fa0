"""Whose arrows, whose turn, who leaves: one tap on a seat tells it."""

from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import Arrows, ArrowsCard
from tests.ui.rig import Rig
from tests.ui.ungle_speed.table import OWL, Table
from ui.games.ungle_speed.sentences import whose_arrows
from ui.widgets.pages import ChoicePads


def test_a_tap_on_a_seat_tells_whose_arrows_they_were(rig: Rig) -> None:
    table = Table()
    table.tell(r.TurnNext(ArrowsCard(Arrows.OUTWARD)))
    told: list[r.AnyReport] = []
    pads = ChoicePads(whose_arrows(table.words.names, table.view, (Arrows.COLOURED,)).choices, told.append)
    pads.size = (700, 395)
    rig.show(pads)
    rig.pump(2)
    assert [pad.title.text for pad in pads.pads] == ["Fox", "Owl", "Bear", "Wolf"]
    rig.tap_at(*pads.pads[1].center)
    assert told == [r.TurnCard(OWL, ArrowsCard(Arrows.COLOURED))]
