"""Cryptid's side of the screen: its facts, its set-up, and the picture after the game."""

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
from ui.table.presenting import GameSpecific, Presenter
from ui.table.session import Session
from ui.table.telling import listed

if TYPE_CHECKING:
    from ui.games.cryptid.presenter import CryptidPresenter
    from ui.games.guide import Guide
    from ui.games.people import SimulatedPeople
    from ui.stage.scene import Item, TableDrawing, Viewport


FIRST_SEED = 1
"""Of the set-up that a match has before another one is dealt, laid or typed in."""


class CryptidFace(GameFace):
    """Cryptid on the screen."""

    api = 1
    game = Cryptid()
    counts = tuple(OWNERS)
    fresh = True

    def facts(self, players: int, rulings: dict[str, str], level: Level, first: Seat) -> Facts:
        """Return the facts of a match with a set-up that is known; the last step brings another."""
        setup = deal(FIRST_SEED, Mode.NORMAL, players)
        return Facts(players, setup, rulings=rulings, first=first)

    def asks(self, ruling: str, players: int) -> bool:
        """Only of two discs one can lie there alone."""
        return players == PAIR

    def last_step(self) -> LastStep:
        """Return the choice of a set-up, the guide to lay it, and the clues, each for its player."""
        from ui.games.cryptid.setup import SetupScreen

        return SetupScreen

    def guide(self) -> "Guide":
        """Return the base game on five cards; beside it, the variant for two."""
        from ui.games.cryptid.lessons import GUIDE

        return GUIDE

    def guide_to(self, facts: Facts) -> "Guide":
        """Return the cards for so many players."""
        from ui.games.cryptid.lessons import FOR_TWO, GUIDE

        return FOR_TWO if facts.players == PAIR else GUIDE

    def presenter(self, facts: Facts, plates: tuple[NamePlate, ...]) -> Presenter:
        """Return the words of one match."""
        from ui.games.cryptid.presenter import CryptidPresenter

        return CryptidPresenter(facts, plates)

    def look(self, presenter: "CryptidPresenter") -> "TableDrawing":
        """Return the map, with the players beside it."""
        from ui.games.cryptid.table import table
        from ui.stage.scene import TableDrawing

        return TableDrawing(table, presenter.names.plates)

    def entry(
        self, presenter: Presenter, session: Session, subject: str, told: Callable[[GameSpecific], None]
    ) -> EntryPage:
        """Return where all give up, or what is looked at afterwards: the field, the set-up as a QR code."""
        from ui.games.cryptid.entries import Agreeing, Narrowing
        from ui.games.cryptid.pending import GIVE_UP, SHARE
        from ui.games.entries import page
        from ui.games.owners_item import write_json
        from ui.parts.values import Drawing
        from ui.stage.icons import code_of

        if subject == GIVE_UP:
            first, *others = session.view.seats
            names = [presenter.seat_name(seat) for seat in session.view.seats]
            # What is told is submitted as any report; that it is one of the game's own, the match knows.
            give_up = GiveUp(first, tuple(others))
            return EntryPage(words.GIVE_UP_TITLE, Agreeing(names, lambda: told(give_up)))
        if subject == SHARE:
            code = Drawing(code_of(write_json(session.view.setup)), name="code")
            return page(words.SHARE_TITLE, code, looked=True)
        return EntryPage(words.FIELD, Narrowing(session.past, presenter), looked=True)

    def people(self, seed: int) -> "SimulatedPeople":
        """Return simulated people."""
        from ui.games.cryptid.players import Players

        return Players(seed)

    def shown(self, spot: HexContents, room: "Viewport") -> Iterable["Item | None"]:
        """Return the pieces that a pad stands for."""
        from ui.games.cryptid.table import on_pad

        return on_pad(spot, room.rect)

    def emblem(self) -> Emblem:
        """Return some hexes of the map with pieces on them."""
        from ui.games.cryptid.table import emblem

        return emblem

    # The map compared with the table: which space is which spot, and what may lie there in words.

    def spot(self, place: Hex) -> Hex:
        """Return the space."""
        return place

    def lies(self, presenter: Presenter, place: Hex, thing: HexContents) -> Named:
        """Return which pieces that is, and where, in words."""
        cubes = [] if thing.cube is None else [words.A_CUBE[thing.cube]]
        pieces = [*(words.A_DISC[disc] for disc in thing.discs), *cubes]
        return listed(pieces) if pieces else frame.NOTHING, words.space(place), thing

    def named(self, thing: Violation | Remedy) -> tuple[Hex, ...]:
        """Return the space that a fault, or something to be done about it, names."""
        at = hex_of(thing)
        return () if at is None else (at,)
