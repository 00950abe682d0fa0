"""The end's sheet: the result as a code for a phone, read by a program that isn't ours; another match."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
import zxingcpp

from companion.errors import SetupError
from companion.game import Seat
from companion.games.ungle_speed.reports import CallEnd, TurnNext
from companion.match_reports import Abandon
from tests.ui.desk import Desk, pads_in
from ui.dialogs.notice import EntryDialog
from ui.language import words
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.table.session import link_of


def ended(desk: Desk, players: int) -> TableScreen:
    table = desk.seat(players)
    with table.picture:
        while not table.session.view.stuck:
            table.tell_now(TurnNext())
        table.tell_now(CallEnd())
    desk.settle()
    assert table.session.outcome is not None
    return table


@pytest.mark.parametrize("players", [3, 15])
@pytest.mark.usefixtures("each_panel")
def test_a_phone_reads_the_code_off_the_panel(desk: Desk, players: int) -> None:
    table = ended(desk, players)
    desk.tap_on(words.POST, table.dialog)
    assert isinstance(table.overlay, EntryDialog)
    wide, high, pixels = desk.rig.picture(desk.frame)
    grey = memoryview(bytes(pixels[0::4])).cast("B", (high, wide))
    found = zxingcpp.read_barcodes(grey)
    assert [code.text for code in found] == [link_of(table.session)]
    play = json.loads(parse_qs(urlsplit(found[0].text).query)["data"][0])
    assert play["game"]["name"] == "Ungle Speed"
    assert len(play["players"]) == players
    assert play["players"][0]["name"] == theme.plates()[0].name
    # Android's reader stops where one of these is left out.
    assert all({"winner", "startPlayer"} <= player.keys() for player in play["players"])


def test_what_was_broken_off_is_not_shared_and_after_it_the_same_one_begins(desk: Desk) -> None:
    """All of its players would have lost."""
    before = desk.seat(3)
    before.tell_now(TurnNext())
    before.tell_now(Abandon())
    desk.settle()
    assert "Share" not in [pad.title.text for pad in pads_in(desk.front[0])]
    with pytest.raises(SetupError, match="wasn't played to its end"):
        link_of(before.session)
    desk.tap_on(words.AGAIN, before.dialog)
    desk.until(lambda: desk.frame.table is not before)
    assert desk.table.session.view.turn == Seat(0)


def test_in_another_match_the_next_one_begins(desk: Desk) -> None:
    before = ended(desk, 3)
    assert desk.pad(words.AGAIN, before.dialog).subtitle.text == words.begins(theme.plates()[1].name)
    desk.tap_on(words.AGAIN, before.dialog)
    desk.until(lambda: desk.frame.table is not before)
    assert desk.table.session.view.turn == Seat(1)
    assert desk.table.session.plates == before.session.plates
