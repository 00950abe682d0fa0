"""The last step before a match: which box lies on the table, and who plays which colour."""

from collections.abc import Callable
from functools import partial
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.tracktic.model import Facts, Piece
from companion.games.tracktic.profile import Profile, demo, read_profile, write_profile
from companion.journal import Plate
from ui import theme
from ui import words as frame
from ui.games.face import Memory
from ui.games.kept_texts import KeptTexts
from ui.games.tracktic import setup_words as words
from ui.games.tracktic.grid_picture import piece
from ui.games.tracktic.kept import BOX, CHOICE, DRAFT
from ui.games.tracktic.profile_draft import Draft, draft_of, new_draft
from ui.games.tracktic.profile_editor import ProfileEditor
from ui.games.tracktic.profile_kept import draft_from_text, draft_to_text
from ui.games.tracktic.setup_colours import able, changed, colours
from ui.games.tracktic.setup_pads import BoxPad
from ui.games.tracktic.words import COLOURS
from ui.stage.painter import drawing
from ui.widgets.face import Face
from ui.widgets.header import Header, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text

BOXES_SHARE = 0.62
"""How much of the height the boxes take; the players have the rest."""


class Choice(Struct, frozen=True):
    """What was chosen last time; offered again."""

    box: Literal["own", "made_up"] | None = None
    colours: tuple[Piece, ...] = ()


class SetupScreen(Face):
    """Box and colours; `on` gets the facts with both. The owner's box is entered from here."""

    def __init__(
        self,
        facts: Facts,
        plates: tuple[Plate, ...],
        memory: Memory,
        back: Callable[[], None],
        on: Callable[[Facts], None],
    ) -> None:
        super().__init__()
        self._facts, self._kept, self._on = facts, KeptTexts(memory), on
        self._made_up = demo()
        self._own: Profile | None = None
        self._draft: Draft | None = None
        self._choice = Choice(colours=facts.colours)
        self.editor: ProfileEditor | None = None
        self.header = Header(words.TITLE, words.HINT, back, self._go, frame.TO_THE_TABLE)
        self._which_box = Text(words.WHICH_BOX, role=theme.body(), bold=True)
        self._which_colours = Text(words.WHICH_COLOURS, role=theme.body(), bold=True)
        self.own = BoxPad(self._tap_own)
        self.correct = Pad(words.CORRECT, on_tap=self.edit, role=theme.body())
        self.made_up = BoxPad(lambda: self._choose("made_up"))
        self.made_up.say(words.MADE_UP, words.MADE_UP_HINT)
        self.made_up.picture(self._made_up.grid(facts.players))
        self.players = [
            Pad("", plate.name, on_tap=lambda n=n: self._change_colour(n), role=theme.heading())  # type: ignore[misc]
            for n, plate in enumerate(plates)
        ]
        self._show()
        takers = {BOX: self._take_box, DRAFT: self._take_draft, CHOICE: self._take_choice}
        self._kept.read(takers, self._show)

    @property
    def box(self) -> Profile:
        """The chosen box: the owner's, unless there is none, or the other one was wanted."""
        return self._made_up if self._own is None or self._choice.box == "made_up" else self._own

    @property
    def colours(self) -> tuple[Piece, ...]:
        """Who plays which colour, by seat: as wanted, where the box allows it."""
        players = self._facts.players
        return colours(players, able(self.box, players), self._choice.colours)

    def edit(self) -> None:
        """Open the editor; it takes the whole screen."""
        kept = draft_of(self._own) if self._own is not None else None
        draft = self._draft or kept or new_draft()
        warning = words.DAMAGED_DRAFT if self._kept.damaged(DRAFT) else ""
        self.editor = ProfileEditor(draft, self._keep, self._close, self._entered, kept=kept, warning=warning)
        self._show()

    # What was kept.

    def _take_box(self, text: str) -> None:
        try:
            self._own = read_profile(text.encode("utf-8", "replace")) if text else None
        except SetupError:
            self.header.hint.text = words.DAMAGED_BOX
            self.header.hint.color = theme.WARNING
            raise

    def _take_draft(self, text: str) -> None:
        # The editor says so, when it is opened and this one is damaged.
        self._draft = draft_from_text(text)

    def _take_choice(self, text: str) -> None:
        try:
            kept = msgspec.json.decode(text or "{}", type=Choice)
        except msgspec.MsgspecError:
            kept = Choice()
        self._choice = Choice(kept.box, kept.colours or self._facts.colours)

    # What a tap does.

    def _tap_own(self) -> None:
        if self._own is None:
            self.edit()
        else:
            self._choose("own")

    def _choose(self, box: Literal["own", "made_up"]) -> None:
        self._choice = replace(self._choice, box=box)
        self._show()

    def _change_colour(self, player: int) -> None:
        """Give a player the next colour that nobody has."""
        among = able(self.box, self._facts.players)
        self._choice = replace(self._choice, colours=changed(self.colours, player, among))
        self._show()

    def _go(self) -> None:
        taken = self.colours
        kept = Choice(self._choice.box, taken)
        self._kept.set(CHOICE, msgspec.json.encode(kept).decode())
        self._on(replace(self._facts, profile=self.box, colours=taken))

    # Entering the own box.

    def _keep(self, draft: Draft) -> None:
        """Keep every step at once: after a power cut it goes on from here."""
        unchanged = self._own is not None and draft.sheet is None and draft.box == draft_of(self._own).box
        self._draft = None if unchanged else draft
        self._kept.set(DRAFT, "" if unchanged else draft_to_text(draft))

    def _entered(self, box: Profile) -> None:
        if self._own is None or box != draft_of(self._own).box:
            self._own = box
            self._kept.set(BOX, write_profile(box))
        self._draft = None
        self._kept.set(DRAFT, "")
        self.header.hint.text, self.header.hint.color = words.HINT, theme.DIM
        self._choice = replace(self._choice, box="own")
        self._close()

    def _close(self) -> None:
        self.editor = None
        self._show()

    # How it looks.

    def _show(self) -> None:
        self.clear_widgets()
        if self.editor is not None:
            self.add_widget(self.editor)
            self.rearrange()
            return
        for part in (
            self.header,
            self._which_box,
            self.own,
            self.made_up,
            self._which_colours,
            *self.players,
        ):
            self.add_widget(part)
        self._show_own()
        known = self._kept.known
        self.own.choose(known and self.box is self._own)
        self.made_up.choose(known and self.box is self._made_up)
        for player, colour in zip(self.players, self.colours, strict=True):
            player.say(COLOURS[colour], player.subtitle.text)
            player.draw_beside(drawing(partial(piece, kind=colour)))
        for pad in (self.own, self.made_up, self.correct, *self.players, self.header.next):
            pad.live = known
        self.rearrange()

    def _show_own(self) -> None:
        if self._own is not None:
            self.own.say(words.own_box(self._own), words.contents(self._own, self._facts.players))
            self.own.picture(self._own.grid(self._facts.players))
            self.correct.say(words.GO_ON_CORRECTING if self._draft is not None else words.CORRECT)
            self.add_widget(self.correct)
        elif self._draft is not None:
            self.own.say(words.GO_ON, words.so_far(self._draft.step, self._draft.two_alike))
            self.own.picture(self._draft.grid("area"))
        else:
            self.own.say(words.ENTER, words.ENTER_HINT)
            self.own.picture(())

    def arrange(self, rect: Rect) -> None:
        """The boxes above, the players below."""
        if self.editor is not None:
            put(self.editor, rect)
            return
        head, room = body_of(rect)
        put(self.header, head)
        gap = theme.mm(theme.GAP_MM)
        upper, lower = room.cut_top((room.height - gap) * BOXES_SHARE, gap)
        lines: tuple[tuple[Rect, Text, list[Pad]], ...] = (
            (upper, self._which_box, [self.own, self.made_up]),
            (lower, self._which_colours, self.players),
        )
        for part, title, pads in lines:
            words_at, cells = part.cut_top(theme.body() * 1.4, theme.mm(0.8))
            put(title, words_at)
            for pad, cell in zip(pads, cells.columns([1] * len(pads), gap), strict=True):
                put(pad, cell)
        if self.correct.parent is not None:
            own = Rect(self.own.x, self.own.y, self.own.width, self.own.height)
            low, high = own.cut_bottom(theme.mm(theme.TARGET_MM), gap)
            put(self.own, high)
            put(self.correct, low)
