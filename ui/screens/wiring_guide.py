"""The wiring guide: every board with its wires in the seats' marks; the pin of a pressed button lights up."""

from collections.abc import Callable

from kivy.clock import Clock

from companion.game import Seat
from companion.journal import Plate
from ui import theme, words
from ui.table import wiring_words
from ui.table.buttons import ButtonChanged, Buttons, News, TurnPressed
from ui.table.wires import WireBoard, WireEnd, WirePin
from ui.widgets.circuits import CHAIN_MM, Circuits
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, cut_pads, put, put_row
from ui.widgets.pad import HoldPad, Pad
from ui.widgets.panel import Panel
from ui.widgets.seat_mark import SeatMark
from ui.widgets.text import Text
from ui.widgets.wire_board import ACROSS, ROWS, WireBoardView, label

DOWN = ("pressed", "held", "stuck")
TURN_SECONDS = 1.0
"""How long the turn button's pin is lit: only its press is told, not its release."""

NOTED_ON = {"console": "pi", "serial_clash": "pi", "chip": "pi", "power": "pico"}
"""The board with which a note is shown; the others hold for all."""

SIDE_MM = 45.0
KEEP_MM = 36.0
MARK_MM = 8.0


class PinCard(Panel):
    """One pin in large: whose it is, where it is, and where the other wire goes."""

    def __init__(self) -> None:
        super().__init__(theme.PANEL)
        self._mark: SeatMark | None = None
        self.title = Text("", role=theme.heading(), bold=True, wraps=True)
        self.place = Text("", role=theme.body(), wraps=True)
        self.rail = Text("", role=theme.small(), tone=theme.DIM, wraps=True, valign="top")
        self.add_parts(self.title, self.place, self.rail)

    def invite(self, what: str) -> None:
        """Say what can be done, while no pin is read."""
        self.show(None, "", what, "")

    def show(self, plate: Plate | None, title: str, place: str, rail: str) -> None:
        """Show a pin, with the mark of its seat if it has one."""
        if self._mark is not None:
            self.remove_widget(self._mark)
            self._mark = None
        if plate is not None:
            self._mark = SeatMark(plate)
            self.add_widget(self._mark)
        self.title.text, self.place.text, self.rail.text = title, place, rail
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The mark and whose it is above, where it is below."""
        inner = rect.inset(theme.mm(1.6))
        if not self.title.text:
            put(self.place, inner)
            return
        head, rest = inner.cut_top(theme.mm(MARK_MM), theme.mm(0.5))
        if self._mark is not None:
            mark, head = head.cut_left(theme.mm(MARK_MM), theme.mm(1.5))
            put(self._mark, mark)
        put(self.title, head)
        upper, lower = rest.cut_top(theme.body() * 1.3)
        put(self.place, upper)
        put(self.rail, lower)


class WiringGuide(Face):
    """Where the wires of a table go. `seats` are the marks and names of those at the table.

    `kept` is called when what was proposed is in the seats file, with the reason why it isn't, or "".
    """

    def __init__(
        self,
        seats: list[tuple[Plate, str]],
        buttons: Buttons,
        back: Callable[[], None],
        kept: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._seats, self._buttons = seats, buttons
        self.plan = buttons.wires(len(seats))
        self._turning = Clock.create_trigger(self._turned, TURN_SECONDS)
        self._turn_down = False
        hint = wiring_words.PLUGGED if self.plan.plugged else wiring_words.WIRED
        if not self.plan.wired:
            hint = wiring_words.PROPOSED
        elif self.plan.proposes:
            hint = wiring_words.PARTLY
        self.header = TitleLine(wiring_words.GUIDE, hint, back, None)
        self.keep = HoldPad(
            wiring_words.KEEP,
            wiring_words.KEEP_HINT,
            on_held=lambda: kept(buttons.keep_wires(len(seats))),
            role=theme.body(),
        )
        self.view = WireBoardView(self._who, self._read)
        self.tabs = [self._tab(number, board) for number, board in enumerate(self.plan.boards)]
        self.card = PinCard()
        self.circuits = Circuits(self.plan)
        self.notes = Text("", role=theme.small(), tone=theme.DIM, wraps=True, valign="top")
        self.shown = 0
        self._reading: WirePin | None = None
        tabs = self.tabs if len(self.tabs) > 1 else []
        self.add_parts(self.header, self.view, *tabs, self.card, self.circuits, self.notes)
        if self.plan.proposes and buttons.can_learn:
            self.add_widget(self.keep)
        self.show(0)

    def show(self, board: int) -> None:
        """Show another board."""
        self.shown = board
        self._reading = None
        for number, tab in enumerate(self.tabs):
            tab.choose(number == board)
        self.view.show(self.plan.boards[board], faint=self.plan.wired)
        self.notes.text = self._notes()
        self.card.invite(wiring_words.READ_ONLY if self.plan.plugged else wiring_words.READ)
        self._light()

    def hear(self, news: News) -> None:
        """Light the pin of a button that is pressed, on whichever board it is."""
        if isinstance(news, ButtonChanged):
            if news.state.state in DOWN:
                self._point_at("button", news.seat)
            self._light()
        elif isinstance(news, TurnPressed):
            self._turn_down = True
            self._turning()
            self._point_at("turn", None)
            self._light()

    def arrange(self, rect: Rect) -> None:
        """The board, and beside it, upright below it, what its pins are and how things are connected."""
        head, body = body_of(rect)
        if self.keep.parent is not None:
            keep, head = head.cut_right(theme.mm(KEEP_MM), theme.mm(theme.GAP_MM))
            put(self.keep, keep)
        put(self.header, head)
        if body.height > body.width:
            room, side = body.cut_top(body.width / ACROSS * ROWS, theme.mm(theme.GAP_MM))
        else:
            side, room = cut_pads(body, theme.mm(SIDE_MM), theme.mm(theme.GAP_MM))
        put(self.view, room)
        if len(self.tabs) > 1:
            top, side = side.cut_top(theme.mm(theme.TARGET_MM), theme.mm(theme.GAP_MM))
            put_row(self.tabs, top, theme.mm(1))
        card, side = side.cut_top(theme.mm(23), theme.mm(2))
        put(self.card, card)
        circuits, notes = side.cut_top(theme.mm(CHAIN_MM) * self.circuits.count, theme.mm(1))
        put(self.circuits, circuits)
        put(self.notes, notes)

    def _who(self, seat: Seat) -> tuple[Plate, str, bool]:
        if seat < len(self._seats):
            return (*self._seats[seat], True)
        return Plate("", "", "circle", str(seat + 1)), words.seat_number(seat), False

    def _name(self, board: WireBoard) -> str:
        return wiring_words.PI if board.name is None else wiring_words.board(board.name)

    def _tab(self, number: int, board: WireBoard) -> Pad:
        return Pad(self._name(board), on_tap=lambda: self.show(number), role=theme.body())

    def _notes(self) -> str:
        lost = [
            wiring_words.nothing_goes(missing.name, label(missing.end, self._who))
            for board in self.plan.boards
            for missing in board.missing
        ]
        without = self.plan.without(len(self._seats))
        lack = wiring_words.untaught if self.plan.unwired else wiring_words.no_pin_for
        lacking = [lack(without)] if without and not lost else []
        board = self.plan.boards[self.shown]
        model = board.model
        here = [note for note in self.plan.notes if NOTED_ON.get(note, model) == model]
        notes = [wiring_words.NOTES[note] for note in here]
        return "\n".join([wiring_words.seen(model, board.name or ""), *lost, *lacking, *notes])

    def _point_at(self, role: str, seat: Seat | None) -> None:
        """Show the pin of a button in large, and its board."""
        for number, board in enumerate(self.plan.boards):
            for pin in board.pins:
                if pin.end is not None and (pin.end.role, pin.end.seat) == (role, seat):
                    if number != self.shown:
                        self.show(number)
                    self._read(pin)

    def _light(self) -> None:
        def down(end: WireEnd) -> bool:
            if end.role == "button" and end.seat is not None:
                return self._buttons.state(end.seat).state in DOWN
            return end.role == "turn" and self._turn_down

        pins = self.plan.boards[self.shown].pins
        lit = [pin.position for pin in pins if pin.end is not None and down(pin.end)]
        reading = self._reading
        self.view.light(lit, () if reading is None else (reading.position, reading.rail or reading.position))

    def _turned(self, *_: object) -> None:
        self._turn_down = False
        self._light()

    def _read(self, pin: WirePin) -> None:
        self._reading = pin
        at = wiring_words.at_pin(pin.name, pin.position)
        if pin.end is None:
            title = at
            if pin.link:
                place = wiring_words.to_other(self.plan.boards[self.shown].model, pin.link)
            elif pin.returns:
                place = " · ".join(label(owner, self._who) for owner in pin.returns)
            else:
                place = wiring_words.FREE if pin.kind == "line" else wiring_words.KEEP_OFF
            self.card.show(None, title, place, "")
        else:
            plate = None if pin.end.seat is None else self._who(pin.end.seat)[0]
            rail = ""
            if pin.rail is not None:
                other = self.plan.boards[self.shown].pins[pin.rail - 1]
                rail = wiring_words.other_wire(other.name, other.position)
            if pin.end.proposed and self.plan.wired:
                rail = f"{rail}\n{wiring_words.NOT_WIRED}"
            self.card.show(plate, label(pin.end, self._who), at, rail)
        self._light()
