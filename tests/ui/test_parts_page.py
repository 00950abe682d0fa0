"""What to buy, counted from the owner's own seats file: right numbers, on one page."""

from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from click.testing import CliRunner

from hardware.wiring.plan import plan, proposal
from hardware.wiring.seats_file import load
from hardware.wiring.wiring import Wiring
from tests.ui.test_wiring_page import FULL
from ui.cli import main
from ui.stage.theme import DP_PER_MM
from ui.table.wire_board import Parts, lines, parts_of, parts_page
from ui.table.wires import WirePlan

DOCS = Path(__file__).parents[2] / "docs"
PLUGGED = (
    '[[usb]]\nname = "left"\nport = "usb-1.1"\n[[usb]]\nname = "right"\nport = "usb-1.2"\n'
    '[[seat]]\nseat = 1\nusb = "left"\ncode = "BTN_TRIGGER"\n'
    '[[seat]]\nseat = 2\nusb = "left"\ncode = "BTN_THUMB"\n'
    '[[seat]]\nseat = 3\nusb = "right"\ncode = "BTN_THUMB"\n'
)


def counted(wiring: Wiring, pads: int = 0) -> Parts:
    return parts_of(msgspec.convert(plan(wiring), WirePlan, from_attributes=True), pads)


def test_four_buttons_on_pins_need_eight_wires_and_lamps_share_theirs() -> None:
    table = counted(proposal(Wiring(seats=()), 4))
    assert (table.buttons, table.lamps, table.boards, table.pads) == (4, 4, 0, 0)
    plain = counted(
        Wiring(
            seats=tuple(msgspec.structs.replace(on, lamp=None) for on in proposal(Wiring(seats=()), 4).seats)
        )
    )
    assert plain == Parts(4, wires=8)


def test_a_board_is_bought_once_and_what_is_not_there_is_not_listed() -> None:
    both = counted(load(DOCS / "seats_board.toml"))
    assert (both.buttons, both.boards) == (10, 1)
    assert "turn button" not in [part for _, part, _ in lines(Parts(2))]
    assert counted(FULL).turn


def test_the_command_counts_usb_pads_too(tmp_path: Path) -> None:
    seats, picture = tmp_path / "seats.toml", tmp_path / "parts.svg"
    seats.write_text(PLUGGED)
    result = CliRunner().invoke(main, ["wiring", "--parts", str(seats), str(picture)])
    assert result.exit_code == 0, result.output
    said = [element.text or "" for element in ElementTree.parse(picture).iter() if element.text]
    assert said[said.index("USB encoders or pads") - 1] == "2"
    assert said[said.index("buttons") - 1] == "3"
    assert "wires" not in said


@pytest.mark.parametrize(
    "parts", [Parts(2), Parts(99, 99, 999, 9, 9, turn=True, totem=True)], ids=["few", "all"]
)
def test_all_of_it_is_on_one_page_and_large_enough(parts: Parts) -> None:
    drawn = ElementTree.fromstring(parts_page(parts))
    assert (drawn.attrib["width"], drawn.attrib["height"]) == ("210mm", "297mm")
    letters = [element for element in drawn.iter() if element.tag.endswith("text")]
    assert len(letters) >= 3 * len([*lines(parts)])
    for element in letters:
        assert float(element.attrib["font-size"]) / DP_PER_MM >= 2.4, element.text
        assert 0 < float(element.attrib["y"]) / DP_PER_MM < 290, element.text
