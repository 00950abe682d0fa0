"""Try this table: its steps as values, and on the screen, with buttons and lamps on simulated lines."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPin
from kivy.metrics import Metrics
from msgspec.structs import replace

from companion.clock import MILLISECOND, SECOND
from companion.game import Seat
from companion.places import tryout_path
from hardware.grab.contacts import Seat as ButtonSeat
from hardware.pads.grab_pad import open_pad
from hardware.wiring.wiring import SeatWires, Wiring
from tests.ui.desk import Desk, there
from tests.ui.panels import LOOKS
from tests.ui.rig import DENSITIES, Rig
from tests.ui.test_layout import faults
from ui.appliance import tryout
from ui.appliance import tryout_words as said
from ui.appliance.crash_message import CheckResult
from ui.appliance.machine import Machine
from ui.appliance.tryout import STEPS, At, Step, TableParts, Tryout, TryoutResult
from ui.language import words
from ui.main.hands import Finger
from ui.main.table_report import tried_lines
from ui.parts.values import Line, Part
from ui.screens.home import HomeScreen
from ui.screens.sticks import ReportScreen
from ui.screens.table import TableScreen
from ui.screens.tryout import BEAT, COUNT, DIM_SECONDS, WAIT, TryoutScreen
from ui.stage import theme
from ui.stage import tryout_picture as picture
from ui.table.buttons import ButtonChanged, Buttons, ButtonState, Voided
from ui.widgets.layout import Rect, place_widget
from ui.wiring import PadButtons

LAMPS = {0: 14, 2: 16}
WIRING = Wiring(seats=tuple(SeatWires(ButtonSeat(n), 4 + n, LAMPS.get(n)) for n in range(3)))
OFFERED = Tryout(offered=True)


class Panel:
    """An appliance's machine that records what it was asked."""

    def __init__(self, boot: str) -> None:
        self.bright = [6]
        self.woken: list[object] = []
        self.found: list[CheckResult] = []
        self.machine = Machine(
            appliance=True,
            brightness=lambda: self.bright[-1],
            brighten=self.bright.append,
            nap=self.woken.append,
            boot=boot,
            checks=lambda: self.found,
        )


class Table(Desk):
    """Three buttons and two lamps on gpiozero's mock pins; `was`: how far the table was tried before."""

    def __init__(self, rig: Rig, folder: Path, boot: str = "monday", was: Tryout | None = OFFERED) -> None:
        self.factory = MockFactory()
        self.panel = Panel(boot)
        self.path = tryout_path(folder / "matches.db")
        self.panel.machine.report = lambda: tried_lines(tryout.load(self.path))
        if was is not None:
            tryout.save(self.path, was)
        super().__init__(rig, folder / "matches.db", machine=self.panel.machine)

    def wired(self) -> Buttons:
        self.lines = open_pad(WIRING, self.factory, self.clock, self.alarm)
        return PadButtons(self.lines, self.inbox, wiring=WIRING)

    def edge(self, seat: int, *, down: bool) -> None:
        pin: MockPin = self.factory.pin(4 + seat)
        pin._state = not down
        if pin.when_changed is not None:
            pin.when_changed(self.clock.now() / SECOND, not down)

    def pass_ms(self, milliseconds: int) -> None:
        self.alarm.advance_ms(milliseconds)
        self.pump(2)

    def push(self, seat: int) -> None:
        self.edge(seat, down=True)
        self.pass_ms(100)
        self.edge(seat, down=False)
        self.pass_ms(300)

    def lit(self) -> list[int]:
        """The seats whose lamp's pin is high."""
        return [seat for seat, pin in LAMPS.items() if self.factory.pin(pin).state]

    @property
    def trying(self) -> TryoutScreen:
        return self.screen(TryoutScreen)

    @property
    def step(self) -> str:
        return self.trying.state.at

    def said(self) -> str:
        """The large text."""
        return str(self.trying.part()["message"].text)

    @property
    def hint(self) -> str:
        """The small text below the title."""
        return str(self.trying.part()["header"].hint)

    def hit(self, name: str) -> None:
        self.tap(self.trying[name])

    def at(self, step: Step) -> TryoutScreen:
        if not isinstance(self.frame.screen, TryoutScreen):
            self.frame.upkeep._show_tryout(Tryout().go("begin"), self.frame.home)
        self.trying._to(self.trying.state.go(step, self.panel.machine.boot))
        self.pump(3)
        return self.trying

    def touch(self, x: float, y: float) -> None:
        self.rig.tap_at(x, y)

    def kept(self) -> Tryout:
        """What is on the disk once all is written."""
        self.read(lambda store: True)
        return tryout.load(self.path)

    def beats(self, count: int) -> None:
        for _ in range(count):
            self.rig.pump(round(BEAT * 60) + 1)
            self.pump(1)


@pytest.fixture
def table(rig: Rig, tmp_path: Path) -> Table:
    """A table that has been asked whether to try it."""
    return Table(rig, tmp_path)


def settings(table: Table) -> None:
    table.tap(table.screen(HomeScreen)["settings"])
    table.tap(table.setting("try_table"))


def test_a_whole_table_is_tried_in_one_go(table: Table) -> None:
    settings(table)
    table.hit("on")
    assert (table.step, table.hint) == ("buttons", "Step 1 of 9")
    for seat in (1, 0, 2):
        table.push(seat)
    assert table.said() == "3 of 3 answered."
    table.tap(table.trying["next"])

    assert (table.step, table.lit()) == ("lamps", [0])
    assert "yes" not in table.trying, "buttons work, so a press answers"
    assert table.said() == "Press the button beside the lamp that is lit."
    table.push(0)
    assert table.lit() == [2]
    table.push(2)
    assert (table.said(), table.lit()) == ("2 of 2 lit up.", [])
    table.tap(table.trying["next"])

    for n in range(4):
        assert table.step == "corners"
        x, y = picture.corner(Rect(0, 0, 800, 480), n, theme.mm(1))
        table.touch(x + theme.mm(2), y)
    assert table.said() == "2.0 mm off at most."
    table.tap(table.trying["next"])

    hand = [Finger() for _ in range(5)]
    for n, finger in enumerate(hand):
        finger.down(200 + 60 * n, 260)
    table.pump()
    assert table.said() == "5 at once."
    for finger in hand:
        finger.up()
    table.pump()
    assert table.step == "fingers", "lifting a finger taps nothing"
    table.tap(table.trying["next"])

    table.hit("do it")
    assert table.sounds.played[-1] == "win"
    table.hit("yes")
    table.tap(table.trying["next"])

    table.hit("do it")
    assert table.panel.bright == [6, 1]
    table.rig.pump(round(DIM_SECONDS * 60) + 3)
    assert table.panel.bright == [6, 1, 6]
    table.hit("yes")
    table.tap(table.trying["next"])

    table.hit("do it")
    (woke,) = table.panel.woken
    assert "yes" not in table.trying
    assert callable(woke)
    woke()
    table.hit("yes")
    table.tap(table.trying["next"])

    table.hit("do it")
    assert table.lines.armed
    table.beats(COUNT)
    table.edge(2, down=True)
    table.pass_ms(14)
    table.edge(0, down=True)
    table.pass_ms(400)
    assert table.said() == "Seat 3 was first, by 14 ms before Seat 1."
    assert "finish" not in table.trying
    assert table.lit() == [2]
    table.edge(0, down=False)
    table.edge(2, down=False)
    table.tap(table.trying["next"])

    assert (table.step, table.lit(), table.lines.armed) == ("plug", [], False)
    table.until(lambda: table.trying.saved)
    assert table.said() == said.ASKS["plug"]
    assert table.kept().running
    assert tried_lines(table.kept())[-1] == "tried, two hands: yes, 14 ms apart"


def test_a_pulled_plug_comes_back_to_its_page(rig: Rig, tmp_path: Path) -> None:
    before = Table(rig, tmp_path)
    before.seat(3)
    before.turn()
    before.table.go_back()
    before.screen(HomeScreen)
    before.at("plug")
    before.until(lambda: before.trying.saved)
    assert before.kept().matches == 1
    before.close()
    after = Table(rig, tmp_path, "tuesday", was=None)
    assert (after.step, after.said()) == ("plug", "The table came back with everything it knew.")
    after.tap(after.trying["next"])
    assert after.step == "end"
    after.tap(after.trying["next"])
    after.screen(HomeScreen)
    after.frame.home()
    assert not after.kept().running
    after.close()
    Table(rig, tmp_path, "wednesday", was=None).screen(HomeScreen)


def test_a_plug_pulled_in_the_middle_goes_on_in_the_middle(rig: Rig, tmp_path: Path) -> None:
    before = Table(rig, tmp_path)
    before.at("buttons")
    before.push(1)
    before.kept()
    before.close()
    after = Table(rig, tmp_path, "tuesday", was=None)
    assert (after.step, after.trying.state.seen) == ("buttons", (1,))
    assert said.CAME_BACK in after.hint
    for seat in (0, 2):
        after.push(seat)
    assert after.said() == "3 of 3 answered."
    after.hit("not now")
    after.screen(HomeScreen)


def test_the_match_on_the_table_comes_after_it(rig: Rig, tmp_path: Path) -> None:
    before = Table(rig, tmp_path)
    before.seat(3)
    before.turn()
    before.saver.ask(lambda store: True, lambda _: None)
    before.until(lambda: before.table.session.saved)
    before.close()
    tryout.save(tryout_path(tmp_path / "matches.db"), Tryout().go("sound", "monday"))
    after = Table(rig, tmp_path, "tuesday", was=None)
    assert after.step == "sound"
    after.hit("not now")
    after.screen(TableScreen)


def test_real_buttons_are_offered_it_once_even_if_nobody_answers(rig: Rig, tmp_path: Path) -> None:
    first = Table(rig, tmp_path, was=None)
    assert first.step == "begin"
    assert first.kept().offered
    first.close()
    Table(rig, tmp_path, "tuesday", was=None).screen(HomeScreen)


def test_a_table_without_buttons_is_not_asked_and_has_no_step_with_them(desk: Desk) -> None:
    desk.screen(HomeScreen)
    desk.frame.upkeep._try_table()
    assert desk.screen(TryoutScreen)._steps == ("corners", "fingers", "sound")


def test_what_the_table_has_no_more_leads_to_the_first_page(rig: Rig, tmp_path: Path) -> None:
    tryout.save(tryout_path(tmp_path / "matches.db"), Tryout().go("dimming", "monday"))
    assert Desk(rig, tmp_path / "matches.db").screen(TryoutScreen).state.at == "begin"


def test_a_press_that_lasts_is_said_twice_and_is_one_press(table: Table) -> None:
    table.at("lamps")
    for landed in (False, True):
        table.frame.hear(ButtonChanged(Seat(0), ButtonState("pressed", True, landed)))
    assert (table.trying.state.seen, table.trying.state.missed) == ((0,), ())


def test_a_lamp_at_another_seat_is_found_and_a_seat_has_a_mark_whatever_its_number(table: Table) -> None:
    table.at("buttons")
    assert [table.trying.tools.seat_plate(Seat(n)).letter for n in (0, 98)] == ["1", "99"]
    table.at("lamps")
    table.push(1)
    table.push(2)
    assert table.said() == "1 of 2 lit up."
    assert said.REMEDIES["lamps"] in table.trying.part().texts


def test_who_has_a_dead_button_says_that_its_lamp_is_lit(table: Table) -> None:
    table.at("buttons")
    table.push(0)
    table.push(1)
    table.hit("no")
    assert table.said() == "2 of 3 answered."
    table.at("lamps")
    assert table.said() == "Is the lamp of this seat lit?"
    table.hit("yes")
    table.hit("no")
    assert table.trying.state.results["lamps"] == TryoutResult(False, (1, 2))


def test_touch_that_does_not_hit_says_by_how_much(table: Table) -> None:
    table.at("corners")
    x, y = picture.corner(Rect(0, 0, 800, 480), 0, theme.mm(1))
    table.touch(x + theme.mm(14), y)
    assert table.said() == "14 mm off. Tap the ring again."
    table.touch(x, y)
    assert table.said() == said.ASKS["corners"]
    table.hit("no")
    assert table.trying.state.results["corners"] == TryoutResult(False)


def test_one_hand_is_no_grab_and_none_at_all_neither(table: Table) -> None:
    table.at("grab")
    table.hit("do it")
    table.beats(COUNT - WAIT + 1)
    assert (table.said(), table.lines.armed) == (said.NOBODY, False)
    table.hit("do it")
    table.beats(COUNT)
    table.push(1)
    table.pass_ms(1500)
    table.beats(-WAIT + 1)
    assert table.said() == said.ONE_HAND
    assert table.trying.state.result is None
    table.hit("no")
    assert table.said() == "Two hands didn't come through."
    assert said.REMEDIES["grab"] in table.trying.part().texts


def test_a_verdict_that_turns_out_void_is_taken_back(table: Table) -> None:
    table.at("grab")
    table.hit("do it")
    table.edge(2, down=True)
    table.pass_ms(14)
    table.edge(0, down=True)
    table.pass_ms(400)
    table.frame.hear(Voided(there(table.trying.grab._seized).arming, "late_edge", (), 0))
    assert table.trying.state.result is None
    assert table.said() == ("Grab again: somebody else was earlier; the signal came late.")


def test_two_hands_too_close_to_tell_are_a_tie(table: Table) -> None:
    table.at("grab")
    table.hit("do it")
    table.edge(0, down=True)
    table.edge(1, down=True)
    table.pass_ms(400)
    assert table.said() == "Seat 1 and Seat 2: too close to tell. That is a tie."
    assert table.trying.state.result is not None
    assert tried_lines(table.trying.state) == ("tried, two hands: yes, too close to tell",)


def test_a_pad_is_given_back_when_the_grab_is_left(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else the doctor, which opens from there, finds it taken, and a keyboard types nothing."""
    rested: list[bool] = []
    monkeypatch.setattr(table.lines.banks[0], "rest", lambda: rested.append(True))
    table.at("grab")
    table.hit("do it")
    table.hit("not now")
    table.screen(HomeScreen)
    assert rested


def test_a_disk_that_takes_nothing_says_pull_no_plug(table: Table, tmp_path: Path) -> None:
    (tmp_path / "tryout.json.part").mkdir()
    table.at("plug")
    table.until(lambda: table.trying.saved is False)
    assert table.said() == said.CANT_SAVE


def test_leaving_puts_out_what_was_lit_and_brightens_what_was_dimmed(table: Table) -> None:
    table.at("lamps")
    assert table.lit() == [0]
    table.at("dimming")
    assert table.lit() == []
    table.hit("do it")
    table.hit("not now")
    table.screen(HomeScreen)
    assert table.panel.bright == [6, 1, 6]
    table.at("grab")
    table.hit("do it")
    table.hit("not now")
    table.screen(HomeScreen)
    assert not table.lines.armed


def test_sound_that_is_off_is_heard_once(table: Table) -> None:
    table.sounds.muted = True
    table.at("sound")
    table.hit("do it")
    assert table.sounds.muted
    table.hit("no")
    assert table.said() == "Nothing is heard."


def lines(table: Table) -> dict[str, str]:
    """Return the result next to each step at the end."""
    found = table.trying.part()["results"].items
    return {line.name: line.value for line in found if isinstance(line, Line)}


def test_the_end_says_what_to_do_in_the_doctors_words_and_leads_to_each_again(table: Table) -> None:
    table.panel.found = [CheckResult("touch", False, "No permission", "add your user to the group input")]
    table.at("corners")
    table.hit("no")
    table.at("sound")
    table.hit("do it")
    table.hit("yes")
    table.trying._to(table.trying.state.go("end"))
    table.until(lambda: table.trying.checks)
    assert table.trying.part()["header"].title == "1 thing needs a look"
    told = lines(table)
    assert [*told][:2] == ["corners", "buttons"], "what needs a look comes first"
    assert told["corners"] == ("Touch misses its target. No permission. add your user to the group input")
    assert (told["buttons"], told["sound"]) == ("not tried yet", "It sounds.")
    table.tap(table.trying["corners"])
    assert (table.step, table.said()) == ("corners", "Touch misses its target.")
    table.hit("again")
    assert table.trying.state.result is None


def test_the_report_is_one_tap_behind_the_end_and_leads_back(table: Table) -> None:
    table.at("sound")
    table.hit("do it")
    table.hit("yes")
    table.trying._to(table.trying.state.go("end"))
    table.kept()
    table.hit("report")
    report = table.screen(ReportScreen)
    table.until(lambda: report.lines)
    assert report.lines == ("tried, sound: yes",)
    table.tap(report["back"])
    assert table.step == "end"


def pages(table: Table) -> Iterator[tuple[str, Part]]:
    """Show every page there is, and yield its name."""
    table.frame.upkeep._show_tryout(Tryout().go("begin"), table.frame.home)
    screen = table.trying
    figures: dict[str, tuple[int, ...]] = {"buttons": (2, 3), "grab": (14 * MILLISECOND, 100_000)}
    for at in ("begin", *STEPS, "end"):
        screen._to(Tryout().go(at, "monday"))  # type: ignore[arg-type]  # one of them
        table.pump(2)
        yield at, screen.part()
        if at in ("begin", "end"):
            continue
        screen.done, screen.message, screen.back = True, words.seat_number(22), True
        screen.grab.beat = 0 if at == "grab" else None
        screen.compose()
        yield f"{at}, asked", screen.part()
        screen.grab.beat = None
        for ok in (True, False):
            result = TryoutResult(ok, figures.get(at, ()))
            screen._to(Tryout(results={at: result}).go(at, "monday"))  # type: ignore[dict-item,arg-type]
            screen.message = ""
            screen.compose()
            yield f"{at}, {ok}", screen.part()
    screen._to(Tryout(results={step: TryoutResult(False) for step in STEPS}).go("end"))
    yield "the end of a bad evening", screen.part()


FORMS = {(look, size): density for look in LOOKS for size, density in DENSITIES.items()}


@pytest.mark.parametrize(
    ("look", "size"),
    [
        pytest.param(
            *form, marks=() if density == 1.0 and form[0] in (LOOKS[0], LOOKS[-1]) else pytest.mark.long
        )
        for form, density in FORMS.items()
    ],
    ids=str,
)
def test_every_page_can_be_read_and_left(table: Table, look: theme.Theme, size: tuple[int, int]) -> None:
    table.frame.use(look)
    Metrics.density = FORMS[look, size]
    place_widget(table.frame, Rect(0, 0, *size))
    wrong = {}
    for name, part in pages(table):
        table.pump(2)
        if found := faults(table.trying, Rect(0, 0, *size)):
            wrong[name] = found
        assert "not now" in part or name.startswith(("end", "the end")), name
    assert wrong == {}


ALL = TableParts((0, 1, 2, 3), (0, 2), dimming=True, sleep=True, plug=True)


def at(step: At) -> Tryout:
    return replace(Tryout().go(step, boot="monday"), matches=12)


@pytest.mark.parametrize(("has", "steps"), [
    (ALL, STEPS),
    (TableParts(touch=False, sound=False), ()),
    (TableParts(), ("corners", "fingers", "sound")),
    (TableParts((4,), touch=False), ("buttons", "sound")),
    (TableParts((4, 9), touch=False, sound=False), ("buttons", "grab")),
])  # fmt: skip
def test_what_a_table_has_not_is_left_out(has: TableParts, steps: tuple[str, ...]) -> None:
    assert has.steps == steps


def test_every_button_answers_once_and_a_lamp_is_known_by_the_button_beside_it() -> None:
    state = at("buttons")
    for seat in (2, 2, 0, 7, 3):
        state = state.pressed(seat, ALL.buttons)
    assert (state.seen, state.result) == ((2, 0, 3), None)
    assert state.pressed(1, ALL.buttons).result == TryoutResult(True, (4, 4))
    assert state.buttons_end(ALL.buttons).result == TryoutResult(False, (3, 4))
    state = at("lamps")
    assert state.lamp(ALL.lamps) == 0
    state = state.lamp_was(0, ALL.lamps)
    assert (state.lamp(ALL.lamps), state.result) == (2, None)
    assert state.lamp_was(2, ALL.lamps).result == TryoutResult(True, (2, 2))
    swapped = state.lamp_was(1, ALL.lamps)
    assert swapped.result == TryoutResult(False, (1, 2))
    assert swapped.lamp(ALL.lamps) is None
    assert state.lamp_was(None, ALL.lamps).result == TryoutResult(False, (1, 2))


def test_four_corners_are_hit_and_fingers_count_when_they_are_down_together() -> None:
    state = at("corners")
    for beside in (0.4, 9.0, 1.94, 0.0):
        state = state.corner(beside)
    assert (len(state.seen), state.result) == (3, None)
    assert state.corner(1.0).result == TryoutResult(True, (19,))
    state = at("fingers")
    for count in (1, 2, 1, 2, 0):
        state = state.fingers(count)
    assert (state.seen, state.result) == ((2,), None)
    assert state.fingers(5).result == TryoutResult(True, (5,))


def test_a_step_is_left_out_where_there_is_nothing_for_it_and_the_others_go_on_and_back() -> None:
    steps = TableParts((0, 1), sound=False).steps
    assert [at(here).after(steps) for here in ("begin", "buttons", "grab", "end")] == [
        "buttons", "corners", "end", "end",
    ]  # fmt: skip
    assert [at(here).after(steps, -1) for here in ("begin", "buttons", "end")] == ["begin", "begin", "grab"]
    # The table has changed since: a step that it doesn't have any more leads to the next that it has.
    assert at("lamps").after(steps) == "buttons"
    state = at("buttons").with_result(True, 4, 4).go("corners").with_result(False).paused()
    assert not state.running
    assert state.open_step(ALL.steps) == "lamps"
    assert state.open_step(("buttons", "corners")) == "end"


def test_a_step_is_tried_again_from_the_start_or_followed_by_what_has_none_yet() -> None:
    state = at("lamps").lamp_was(None, ALL.lamps).lamp_was(2, ALL.lamps)
    assert state.result == TryoutResult(False, (1, 2))
    assert state.again() == at("lamps")
    state = at("buttons").with_result(True, 4, 4).go("lamps").with_result(True, 2, 2).go("buttons")
    assert state.after_result(ALL.steps) == "corners"
    assert state.go("plug").after_result(ALL.steps) == "end", "nobody has to do what was skipped"


def test_a_pulled_plug_is_seen_by_another_boot_and_elsewhere_changes_nothing() -> None:
    pulled = at("plug")
    assert pulled.started("monday", 12) == (pulled, False), "only the program was started again"
    back, told = pulled.started("tuesday", 12)
    assert (back.result, told, back.running) == (TryoutResult(True), True, True)
    lost, _ = pulled.started("tuesday", 10)
    assert lost.result == TryoutResult(False, (2,))
    assert said.outcome("plug", TryoutResult(False, (2,))) == "2 matches are missing."
    state = at("buttons").pressed(2, ALL.buttons)
    back, told = state.started("tuesday", 12)
    assert told
    assert (back.at, back.seen, back.results) == ("buttons", (2,), {})
    assert state.paused().started("tuesday", 12) == (state.paused(), False)
    assert Tryout().started("tuesday", 0) == (Tryout(), False)


def test_it_is_kept_and_what_cannot_be_read_was_not_tried(tmp_path: Path) -> None:
    path = tmp_path / "state" / "tryout.json"
    assert tryout.load(path) == Tryout()
    state = at("lamps").lamp_was(0, ALL.lamps).with_result(True, 2, 2)
    tryout.save(path, state)
    assert tryout.load(path) == state
    for wrong in (b"", b"\xff{", b'{"at": "the moon"}', b'{"results": {"plug": 3}}', b"[" * 5000):
        path.write_bytes(wrong)
        assert tryout.load(path) == Tryout(), wrong


TOLD = {
    "buttons": TryoutResult(False, (3, 4)),
    "lamps": TryoutResult(True, (2, 2)),
    "corners": TryoutResult(True, (19,)),
    "fingers": TryoutResult(False, (2,)),
    "sound": TryoutResult(True),
    "dimming": TryoutResult(False),
    "sleep": TryoutResult(True),
    "grab": TryoutResult(True, (12 * MILLISECOND, MILLISECOND // 10)),
    "plug": TryoutResult(True),
}


def test_each_step_has_its_words_and_its_line_in_the_report() -> None:
    for step in STEPS:
        for result in (TryoutResult(True), TryoutResult(False), TOLD[step]):
            assert said.outcome(step, result).endswith(".")
        for words_of in (said.NAMES, said.TITLES, said.ASKS, said.REMEDIES):
            assert words_of[step], step
    assert said.outcome("grab", TryoutResult(True, (50, 100))) == "Too close to tell."
    assert tried_lines(Tryout(results=TOLD)) == (  # type: ignore[arg-type]  # its keys are steps
        "tried, buttons: no, 3 of 4 answered",
        "tried, lamps: yes, 2 of 2 lit up",
        "tried, touch at the corners: yes, 1.9 mm off at most",
        "tried, five fingers: no, 2 at once",
        "tried, sound: yes",
        "tried, dimming: no",
        "tried, sleep and wake: yes",
        "tried, two hands: yes, 12 ms apart",
        "tried, the plug: yes",
    )
    assert tried_lines(Tryout()) == ("tried: nothing yet",)
