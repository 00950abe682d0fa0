"""Cryptid's face: facts, set-up, drawing, and pages."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from companion.game import Level, Remedy, Seat, Violation
from companion.games.cryptid import Cryptid
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import PAIR, Facts, HexContents
from companion.games.cryptid.reports import GiveUp
from companion.games.cryptid.setups import OWNERS
from companion.journal import NamePlate
from ui.games.cryptid import words
from ui.games.cryptid.sentences import hex_of
from ui.games.face import Emblem, EntryPage, GameFace, LastStep, Named
from ui.language import words as frame
from ui.table.names import listed
from ui.table.presenting import GameSpecific, Presenter
from ui.table.session import Session

if TYPE_CHECKING:
    from ui.games.cryptid.presenter import CryptidPresenter
    from ui.games.guide import Guide
    from ui.games.players import SimulatedPlayers
    from ui.stage.scene import Slot, TableDrawing, Viewport


FIRST_SEED = 1
"""Seed of the set-up that a match has until the last step replaces it."""


class CryptidFace(GameFace):
    """Cryptid on the screen."""

    api = 1
    game = Cryptid()
    counts = tuple(OWNERS)
    fresh = True

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return the facts of a match with a fixed set-up; the last step replaces it."""
        setup = deal(FIRST_SEED, Mode.NORMAL, players)
        return Facts(players, setup, rulings=rulings, first=first)

    def asks(self, ruling: str, players: int) -> bool:
        """Return whether there are two players: only with two discs each, one can be on a space alone."""
        return players == PAIR

    def last_step(self) -> LastStep:
        """Return the screen that chooses a set-up, guides through building it, and shows the clues."""
        from ui.games.cryptid.setup import SetupScreen

        return SetupScreen

    def guide(self) -> "Guide":
        """Return the guide to the base game, which leads to the variant for two."""
        from ui.games.cryptid.lessons import GUIDE

        return GUIDE

    def guide_to(self, facts: Facts) -> "Guide":
        """Return the guide for the number of players in a match."""
        from ui.games.cryptid.lessons import FOR_TWO, GUIDE

        return FOR_TWO if facts.players == PAIR else GUIDE

    def presenter(self, facts: Facts, plates: tuple[NamePlate, ...]) -> Presenter:
        """Return the presenter of a match."""
        from ui.games.cryptid.presenter import CryptidPresenter

        return CryptidPresenter(facts, plates)

    def look(self, presenter: "CryptidPresenter") -> "TableDrawing":
        """Return how the table is drawn: the map, with the players beside it."""
        from ui.games.cryptid.table import table
        from ui.stage.scene import TableDrawing

        return TableDrawing(table, presenter.names.plates)

    def entry(
        self, presenter: Presenter, session: Session, subject: str, done: Callable[[GameSpecific], None]
    ) -> EntryPage:
        """Return the page on which all give up, or a page for after the game: set-up as QR code, or field."""
        from ui.games.cryptid.entries import Agreeing, Narrowing
        from ui.games.cryptid.pending import GIVE_UP, SHARE
        from ui.games.entries import page
        from ui.games.owners_item import write_json
        from ui.parts.values import Drawing
        from ui.stage.icons import code_of

        if subject == GIVE_UP:
            first, *others = session.view.seats
            names = [presenter.seat_name(seat) for seat in session.view.seats]
            # The match submits it like any other report.
            give_up = GiveUp(first, tuple(others))
            return EntryPage(words.GIVE_UP_TITLE, Agreeing(names, lambda: done(give_up)))
        if subject == SHARE:
            code = Drawing(code_of(write_json(session.view.setup)), name="code")
            return page(words.SHARE_TITLE, code, view_only=True)
        return EntryPage(words.FIELD, Narrowing(session.past, presenter), view_only=True)

    def players(self, seed: int) -> "SimulatedPlayers":
        """Return simulated players."""
        from ui.games.cryptid.players import Players

        return Players(seed)

    def draw_choice(self, spot: HexContents, room: "Viewport") -> Iterable["Slot"]:
        """Return the pieces drawn on a pad."""
        from ui.games.cryptid.table import on_pad

        return on_pad(spot, room.rect)

    def emblem(self) -> Emblem:
        """Return some hexes of the map with pieces on them."""
        from ui.games.cryptid.table import emblem

        return emblem

    # Comparing the screen with the table.

    def spot(self, place: Hex) -> Hex:
        """Return the spot of a space: the space itself."""
        return place

    def describe(self, presenter: Presenter, place: Hex, contents: HexContents) -> Named:
        """Return the pieces and their space in words, and the pieces for the picture."""
        cubes = [] if contents.cube is None else [words.A_CUBE[contents.cube]]
        pieces = [*(words.A_DISC[disc] for disc in contents.discs), *cubes]
        return listed(pieces) if pieces else frame.NOTHING, words.space(place), contents

    def named(self, subject: Violation | Remedy) -> tuple[Hex, ...]:
        """Return the space that a violation or remedy is about, if any."""
        at = hex_of(subject)
        return () if at is None else (at,)
