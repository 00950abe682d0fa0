"""Where hardware meets the screen: verdicts become news, in the UI thread and in words of ours."""

from pathlib import Path

import pytest

from companion.clock import MILLISECOND, HandClock, Instant, Nanoseconds
from companion.errors import SetupError
from companion.game import Seat
from hardware.alarm import HandAlarm
from ui import places
from ui.buttons import ButtonChanged, News, Pictured, Seized, TurnPressed, Voided
from ui.inbox import Inbox
from ui.wiring import HandButtons, open_buttons


class Table:
    """Simulated buttons, and what the screen hears of them."""

    def __init__(self) -> None:
        self.clock = HandClock(Instant(1_000_000_000))
        self.alarm = HandAlarm(self.clock)
        self.inbox = Inbox()
        self.hands = HandButtons(self.inbox, self.clock, self.alarm)
        self.buttons = self.hands.buttons
        self.heard: list[News] = []
        self.buttons.hear = self.heard.append

    def press(self, seat: int, after_ms: float = 0.0) -> None:
        """Press a button, so long after now."""
        self.hands.press_at(Seat(seat), Instant(self.clock.now() + round(after_ms * MILLISECOND)))

    def pass_ms(self, milliseconds: float) -> None:
        """Let time pass, and news arrive."""
        self.alarm.advance(Nanoseconds(round(milliseconds * MILLISECOND)))
        self.inbox.drain()

    def of(self, kind: type) -> list[News]:
        """Return the news of one kind."""
        return [news for news in self.heard if isinstance(news, kind)]


@pytest.fixture
def table() -> Table:
    """A table that waits for a grab."""
    table = Table()
    table.buttons.arm(True)
    return table


def test_a_grab_tells_who_was_first_and_by_how_much(table: Table) -> None:
    table.press(2)
    table.pass_ms(3)
    table.press(0)
    assert table.of(Seized) == []
    table.pass_ms(20)
    (news,) = table.of(Seized)
    assert isinstance(news, Seized)
    assert (news.first, news.source) == ((2,), "simulated")
    assert [(press.seat, press.after) for press in news.presses] == [(2, 0), (0, 3_000_000)]
    assert not table.buttons.armed


def test_a_late_press_only_changes_the_picture(table: Table) -> None:
    table.press(2)
    table.pass_ms(20)
    table.press(1)
    table.pass_ms(20)
    assert len(table.of(Seized)) == 1
    (news,) = table.of(Pictured)
    assert isinstance(news, Pictured)
    assert [(press.seat, press.standing) for press in news.presses] == [(2, "counts"), (1, "late")]


def test_two_nearer_than_the_band_are_a_dead_heat(table: Table) -> None:
    table.press(0)
    table.pass_ms(0.4)
    table.press(3)
    table.pass_ms(20)
    (news,) = table.of(Seized)
    assert isinstance(news, Seized)
    assert news.first == (0, 3)


def test_a_resting_hand_voids_what_only_it_does() -> None:
    table = Table()
    table.press(1)
    table.pass_ms(100)
    table.buttons.arm(True)
    assert table.buttons.state(Seat(1)).state == "held"
    table.press(1)
    table.pass_ms(50)
    assert [news.reason for news in table.of(Voided) if isinstance(news, Voided)] in ([], ["held"])
    assert table.of(Seized) == []


def test_states_and_the_turn_button_arrive(table: Table) -> None:
    table.press(4)
    table.pass_ms(1)
    changed = table.of(ButtonChanged)[0]
    assert isinstance(changed, ButtonChanged)
    assert (changed.seat, changed.state.state, changed.state.tried) == (4, "pressed", True)
    table.hands.let_go()
    table.pass_ms(100)
    assert table.buttons.state(Seat(4)).shown == "ready"
    table.hands.pad.press_turn()
    table.pass_ms(1)
    assert len(table.of(TurnPressed)) == 1
    table.hands.pad.unplug(Seat(5))  # type: ignore[arg-type]  # the same number in the other house
    table.pass_ms(1)
    assert table.buttons.state(Seat(5)).shown == "unplugged"
    assert table.buttons.state(Seat(99)).shown == "missing"


def test_no_seats_file_means_pads_and_keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    buttons = open_buttons(places.seats_path(), Inbox(), HandClock())
    assert buttons.simulated
    assert buttons.notice
    buttons.close()


def test_a_named_seats_file_must_be_there_and_right(tmp_path: Path) -> None:
    path = tmp_path / "seats.toml"
    with pytest.raises(SetupError, match="can't be read"):
        open_buttons(path, Inbox(), HandClock())
    path.write_text("[[seat]]\nseat = 1\ngrab = 17\n[[seat]]\nseat = 2\ngrab = 17\n")
    with pytest.raises(SetupError, match="GPIO17"):
        open_buttons(path, Inbox(), HandClock())


def test_a_machine_without_pins_says_so_and_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "no-such-factory")
    path = tmp_path / "seats.toml"
    path.write_text("[[seat]]\nseat = 1\ngrab = 17\n")
    buttons = open_buttons(path, Inbox(), HandClock())
    assert buttons.simulated
    assert "stand in" in buttons.notice
    buttons.close()
