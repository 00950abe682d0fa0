"""The wiring guide: every board with its wires and the seats' marks; a pressed button's pin lights up."""

from collections.abc import Callable
from functools import partial

from kivy.clock import Clock

from companion.game import Seat
from companion.journal import NamePlate
from ui.language import words
from ui.parts.shown import PartScreen
from ui.parts.values import Button, Column, Drawing, Header, Part, Screen, Text, column, marked, row, sides
from ui.stage import theme
from ui.stage.scene import Scene, Spot, Viewport
from ui.table import wires
from ui.table.buttons import ButtonChanged, Buttons, ButtonTurn, News
from ui.table.wire_board import ACROSS, CHAIN_MM, ROWS, chains, circuits, label, title_of, wire_board
from ui.table.wires import WirePin, WirePlug
from ui.widgets.text import LEAST_MM

DOWN = ("pressed", "held", "stuck")
TURN_SECONDS = 1.0
"""Seconds for which the turn button's pin is lit: its release isn't reported."""

NOTED_ON = {"console": "pi", "serial_clash": "pi", "chip": "pi", "power": "pico"}
"""The board model with which a note is shown; other notes are shown with all."""

CARD_MM, MARK_MM = 23.0, 8.0


class WiringGuide(PartScreen):
    """Where the wires of a table go. `seats`: the players' marks and names.

    `kept` is called after saving the proposed wiring, with "" or the reason why that failed.
    """

    seats: list[tuple[NamePlate, str]]
    buttons: Buttons
    back: Callable[[], None]
    kept: Callable[[str], None]
    shown: int = 0
    reading: WirePin | None = None

    def start(self) -> None:
        """Read the wiring plan."""
        self.plan = self.buttons.wires(len(self.seats))
        self._turning = Clock.create_trigger(self._turned, TURN_SECONDS)
        self._turn_down = False

    def show(self, board: int) -> None:
        """Show another board, by its index."""
        self.shown, self.reading = board, None
        self.compose()

    def read(self, pin: Spot | None) -> None:
        """Show the pin under a finger enlarged; the last one stays when the finger is lifted."""
        if pin is not None:
            self.reading = pin
            self.compose()

    def hear(self, news: News) -> None:
        """Light the pin of a pressed button, and show its board."""
        if isinstance(news, ButtonChanged):
            if news.state.state in DOWN:
                self._point_at("button", news.seat)
            self.compose()
        elif isinstance(news, ButtonTurn):
            self._turn_down = True
            self._turning()
            self._point_at("turn", None)
            self.compose()

    def _turned(self, *_: object) -> None:
        self._turn_down = False
        self.compose()

    def _point_at(self, role: str, seat: Seat | None) -> None:
        """Show a button's pin enlarged, and its board."""
        for number, board in enumerate(self.plan.boards):
            for pin in board.pins:
                if pin.end is not None and (pin.end.role, pin.end.seat) == (role, seat):
                    self.shown, self.reading = number, pin

    @property
    def lit(self) -> tuple[WirePin, ...]:
        """The pins of pressed buttons on the shown board."""

        def down(end: WirePlug) -> bool:
            if end.role == "button" and end.seat is not None:
                return self.buttons.state(end.seat).state in DOWN
            return end.role == "turn" and self._turn_down

        pins = self.plan.boards[self.shown].pins
        return tuple(pin for pin in pins if pin.end is not None and down(pin.end))

    # Layout.

    def part(self) -> Screen:
        """Return the board, and next to it the pin that is read, the circuits and notes."""
        plan = self.plan
        hint = wires.PLUGGED if plan.plugged else wires.WIRED
        if not plan.wired:
            hint = wires.PROPOSED
        elif plan.proposes:
            hint = wires.PARTLY
        keep = self._keep if plan.proposes and self.buttons.can_learn else None
        word, held = wires.CONFIRM, wires.CONFIRM_HINT
        header = Header(wires.GUIDE, hint, self.back, keep, word, on_hint=held, held=True)
        tabs = (
            Button(title, on_tap=tap, chosen=n == self.shown, role=theme.body, name=f"board {n}")
            for n, board in enumerate(plan.boards)
            for title, tap in [(title_of(board), partial(self.show, n))]
        )
        pages = [row(*tabs, gap=1, mm=theme.TARGET_MM)] if len(plan.boards) > 1 else []
        side = column(
            *pages,
            self._card(),
            Drawing(lambda room, _: Scene((*circuits(plan, room),)), mm=CHAIN_MM * len(chains(plan))),
            # Read from close up, with a wire in hand.
            Text(self._notes(), _near, dim=True, wraps=True, top=True, cut=True, share=1, name="notes"),
            gap=2,
            share=1,
        )
        board = Drawing(self._board, ACROSS / ROWS, self.read, self.read, share=3, name="board")
        return Screen(header, sides(board, side))

    def _board(self, room: Viewport, _finger: Spot | None) -> Scene:
        board, read = self.plan.boards[self.shown], self.reading
        reading = () if read is None else (read, board.pins[(read.rail or read.position) - 1])
        return wire_board(board, self._who, room, faint=self.plan.wired, lit=self.lit, read=reading)

    def _card(self) -> Part:
        """Return the card of the pin that is read, or an instruction."""
        pin, board = self.reading, self.plan.boards[self.shown]
        if pin is None:
            read = wires.READ_ONLY if self.plan.plugged else wires.READ
            return Column((Text(read, wraps=True, share=1, name="place"),), panel=True, mm=CARD_MM)
        at = wires.at_pin(pin.name, pin.position)
        if pin.end is not None:
            rail = ""
            if pin.rail is not None:
                other = board.pins[pin.rail - 1]
                rail = wires.other_wire(other.name, other.position)
            if pin.end.proposed and self.plan.wired:
                rail = f"{rail}\n{wires.NOT_WIRED}"
            plate = None if pin.end.seat is None else self._who(pin.end.seat)[0]
            return _pin_card(label(pin.end, self._who), at, rail, plate)
        if pin.link:
            return _pin_card(at, wires.to_other(board.model, pin.link))
        if pin.returns:
            return _pin_card(at, " · ".join(label(owner, self._who) for owner in pin.returns))
        return _pin_card(at, wires.FREE if pin.kind == "line" else wires.KEEP_OFF)

    def _keep(self) -> None:
        self.kept(self.buttons.save_wires(len(self.seats)))

    def _who(self, seat: Seat) -> tuple[NamePlate, str, bool]:
        if seat < len(self.seats):
            return (*self.seats[seat], True)
        return NamePlate("", "", "circle", str(seat + 1)), words.seat_number(seat), False

    def _notes(self) -> str:
        missing = (wire for board in self.plan.boards for wire in board.missing)
        lost = [wires.nothing_goes(wire.name, label(wire.end, self._who)) for wire in missing]
        without = self.plan.without(len(self.seats))
        lack = wires.untaught if self.plan.unwired else wires.no_pin_for
        lacking = [lack(without)] if without and not lost else []
        board = self.plan.boards[self.shown]
        model = board.model
        here = [note for note in self.plan.notes if NOTED_ON.get(note, model) == model]
        notes = [wires.NOTES[note] for note in here]
        return "\n".join(map(str, (wires.viewed_from(model, board.name or ""), *lost, *lacking, *notes)))


def _pin_card(title: str, place: str, rail: str = "", plate: NamePlate | None = None) -> Part:
    """Return a pin's card: what it is for, where it is, and where the second wire goes."""
    mark = [] if plate is None else [marked(plate, MARK_MM)]
    head = Text(title, theme.heading, bold=True, wraps=True, share=1, name="pin")
    under = Text(rail, theme.small, dim=True, wraps=True, top=True, share=1, name="rail")
    parts = (row(*mark, head, gap=1.5, mm=MARK_MM), Text(place, wraps=True, name="place"), under)
    return Column(parts, gap=0.5, panel=True, mm=CARD_MM)


def _near() -> float:
    return theme.mm(LEAST_MM)
