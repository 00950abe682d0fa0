"""The contract suite's cases: each game with openings to try and reports to make."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice, product
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.cryptid import Cryptid
from companion.games.cryptid import reports as cr
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import MAP, Hex
from companion.games.cryptid.model import PAIR, Disc, Hue
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.cryptid.model import State as CryptidState
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states import reports as ss
from companion.games.sequence_states.layout import ADD, KINDS, REMOVE, demo
from companion.games.sequence_states.lines import SPACES
from companion.games.sequence_states.model import Facts as SequenceFacts
from companion.games.sequence_states.model import Side
from companion.games.sequence_states.model import State as SequenceState
from companion.games.sheet import SheetGame
from companion.games.sheet import reports as sh
from companion.games.sheet.model import Facts as SheetFacts
from companion.games.sheet.model import State as SheetState
from companion.games.sheet.sheet import Sheet, SheetColumn
from companion.games.sheet.sheet_file import shipped, shipped_sheet
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode import reports as sm
from companion.games.speed_mode.board import Kind, Place
from companion.games.speed_mode.model import Facts as SpeedFacts
from companion.games.speed_mode.model import State as SpeedState
from companion.games.tracktic import Tracktic
from companion.games.tracktic import reports as tt
from companion.games.tracktic.grid import orientations, placed_at
from companion.games.tracktic.model import Facts as TrackticFacts
from companion.games.tracktic.model import Piece
from companion.games.tracktic.model import State as TrackticState
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed import reports as us
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, Card
from companion.games.ungle_speed.model import Facts, Sharing, State
from companion.grab import Grab, Touch
from tests.games.tracktic.board import BOX
from ui.contract.walk import WIDTH, Case


def some_legal(game: Any, state: Any, chance: Random) -> Any:
    """Return a random legal report, None if there is none; the first are likelier, as listing all is slow."""
    number = int(WIDTH ** chance.random())
    listed = list(islice(game.legal(state), number))
    return listed[-1] if len(listed) == number else chance.choice(listed or [None])


def _groups(seats: tuple[Seat, ...]) -> Iterator[tuple[Seat, ...]]:
    for members in range(2 ** len(seats)):
        yield tuple(seat for seat in seats if members >> seat & 1)


def _ungle_speed(state: State) -> Iterator[us.AnyReport]:
    seats = [Seat(seat) for seat in state.seats]
    faces: list[Card | None] = [None, *(ArrowsCard(arrows) for arrows in Arrows)]
    faces += [card for card in state.deck.cards() if not isinstance(card, ArrowsCard)][::7]
    for seat in seats:
        yield from (us.TurnCard(seat, face) for face in faces)
        yield us.TakeTotem(Grab((seat,)))
        yield us.DrawLots(seat)
        yield us.CallDropped(seat)
    yield from (us.CallDuel(group) for group in _groups(state.seats))
    yield from (
        us.TurnAll(),
        us.CallInward(),
        us.CallThreeColours(),
        us.CallWrongGrab(),
        us.CallFell(),
        us.CallEnd(),
    )
    if isinstance(state.chase, Sharing) and len(state.chase.losers) == 2:
        for first in range(-1, state.chase.cards + 2):
            shares = zip(state.chase.losers, (first, state.chase.cards - first), strict=True)
            split = tuple(us.Share(seat, cards) for seat, cards in shares)
            yield from (us.ShareCards(split, starts) for starts in seats)


def _sequence_states(state: SequenceState) -> Iterator[ss.AnyReport]:
    seats = [Seat(seat) for seat in state.seats]
    chips = [space for space in SPACES if state.chip(space) is not None]
    for space in {*chips, *SPACES[::11], *SPACES[4::23]}:
        printed = state.layout.at(space) if state.layout else "TX"
        for seat in (state.turn, state.after(state.turn)):
            yield from (ss.PlaceChip(seat, space, card) for card in (None, printed, "OH", ADD, REMOVE))
            other = state.colours[state.sides[state.after(seat)]]
            yield ss.PlaceChip(seat, space, None, other)
            yield ss.RemoveChip(seat, space)
    for seat in seats:
        yield from (ss.DrawCard(seat), ss.PassTurn(seat))
        yield from (ss.SwapDead(seat, card) for card in (None, *KINDS))
        yield from (ss.Forfeit(seat, card) for card in (None, *KINDS))
    yield ss.ForfeitAll()
    yield from (ss.CallTalk(Side(side)) for side in range(len(state.colours) + 1))
    for longer in state.longer:
        yield from (ss.ChooseFive(five) for five in (longer.five, *longer.others))
    yield ss.ChooseFive(SPACES[:5])


def _cryptid(state: CryptidState) -> Iterator[cr.AnyReport]:
    places, hues, nobody = MAP[::5], state.hues, Seat(state.players)
    for seat in sorted({Seat(0), Seat(1), state.turn, state.mover, nobody}):
        for at in places:
            yield from (cr.PlaceCube(seat, hue, at) for hue in hues)
            yield from (cr.Ask(seat, at, of) for of in (None, seat, Seat(1), nobody))
            for discs in _discs(state, at):
                yield cr.Search(seat, at, discs)
        yield from (cr.GiveAnswer(seat, cube) for cube in (None, *hues))
        yield cr.NoSpace(seat)


def _discs(state: CryptidState, at: Hex) -> Iterator[tuple[Disc, ...]]:
    hues = state.hues
    pairs = (hues[:2], hues[2:4], hues[1::-1], hues[:1] * 2) if state.players == PAIR else ()
    for one, other in ((at, at), (at, MAP[7]), (MAP[7], MAP[7])):
        for pair in pairs:
            yield tuple(Disc(hue, where) for hue, where in zip(pair, (one, other), strict=True))
    yield from ((Disc(hue, where),) for hue in state.own(state.turn) for where in (at, MAP[7]))


def _tracktic(state: TrackticState) -> Iterator[tt.AnyReport]:
    cells = sorted(state.area)
    for seat in range(len(state.colours) + 1):
        yield tt.Skip(Seat(seat))
        for n, cell in enumerate(cells[::7]):
            for pattern in state.profile.patterns[n % 3 :: 3]:
                shape = orientations(pattern.shape)[n % len(orientations(pattern.shape))]
                placed = placed_at(shape, cell) or frozenset()
                yield tt.LayPattern(Seat(seat), tuple(sorted(placed)), token=bool(n % 2))
                yield tt.LayPattern(Seat(seat), tuple(sorted(placed)), card="none of them")
        for cell in list(state.pieces)[::3]:
            yield from (tt.FlipPiece(Seat(seat), cell, other) for other in cells[::9])
    yield from (tt.OpenCard(card) for card in (*state.profile.cards, "none of them"))
    yield tt.LayPattern(Seat(0), ())


def _speed_mode(state: SpeedState) -> Iterator[sm.AnyReport]:
    taken: list[sm.Taken] = [*range(5), *((kind,) for kind in Kind)]
    taken += combinations_with_replacement(list(Kind)[::2], 3)
    taken += combinations_with_replacement(sorted(state.open, key=list(Kind).index), 2)
    for seat in (Seat(0), Seat(1), Seat(2)):
        for place in (*state.board.places, Place(5, 5)):
            yield from (sm.MakeCombination(seat, place, half) for half in (-1, 0, 1, 2))
        yield from (sm.Exchange(seat, face_up) for face_up in taken)
        yield from (sm.Replenish(seat, face_up) for face_up in taken)
        yield from (sm.Pass(seat), sm.CallStuck(seat))
    yield from map(sm.TurnUp, Kind)
    yield from (sm.AnswerEnd(True), sm.AnswerEnd(False))
    yield from map(sm.CountGroups, ((0, 0), (1, 2), (41, 0), (-1, 0), (1,)))


FEW_FIGURES, FEW_CHOICES, FEW_PLAYERS = 3, 3, 4
"""The most of a sheet that can be listed completely: figures above the least, choices, and players."""


def narrowed(sheet: Sheet) -> Sheet:
    """Return a sheet with the same rules but few figures in each column, so that all rows can be listed."""
    columns = tuple(map(_narrow, sheet.columns))
    least, most = sheet.players
    return replace(sheet, columns=columns, players=(least, max(least, min(most, FEW_PLAYERS))))


def _narrow(column: SheetColumn) -> SheetColumn:
    if column.choices and not column.once:
        return replace(column, choices=column.choices[:FEW_CHOICES], words=column.words[:FEW_CHOICES])
    if column.once or column.formula or column.picks or column.sum != "" or isinstance(column.least, str):
        return column
    if isinstance(column.most, str):
        return column
    near = 0 if column.least <= 0 <= column.most else column.least
    return replace(column, least=near, most=min(column.most, near + FEW_FIGURES * column.step))


WIDE = ("barbu", "bowling", "catan", "golf", "phase_10", "seven_wonders", "spades", "yahtzee")
"""Sheets with too many rows to list; tests/games/sheet/test_shipped*.py model them."""


def _sheet_facts() -> Iterator[SheetFacts]:
    for name in shipped():
        if name in WIDE:
            continue
        sheet = narrowed(shipped_sheet(name))
        few = next(count for count in range(max(2, sheet.players[0]), FEW_PLAYERS + 1) if sheet.able(count))
        yield SheetFacts(few, sheet, Seat(few - 1))


def _sheet(state: SheetState) -> Iterator[sh.AnyReport]:
    yield sh.CallEnd()
    yield from (sh.StartClock(), sh.PauseClock(), sh.PauseClock(-1), sh.PauseClock(10**1000))
    for who in map(Seat, range(state.players + 1)):
        yield sh.GiveUp(who)
        yield sh.TellTurn(who, (), -1)
        yield from (sh.TellFlag(who, took) for took in (-1, 0, 10**1000))
    yield from _grabs(state)
    yield sh.TellRow(())
    yield sh.TellRow(((),) * 9)
    columns = state.parsed.parts[state.part]
    for figure in (-1000000, -1, 0, 1, 2, 26, 99999):
        yield sh.TellRow(tuple((figure,) * state.size(column) for column in columns))
        yield sh.TellRow(tuple((figure,) for _ in columns))
        for seat in range(state.players + 1):
            yield sh.TellTurn(Seat(seat), (figure,) * len(columns))
            yield sh.TellTurn(Seat(seat), ())
    for first in range(3):
        for second in range(2):
            rows = ((first, *(second + n for n in range(state.size(column) - 1))) for column in columns)
            yield sh.TellRow(tuple(rows))


def _grabs(state: SheetState) -> Iterator[sh.AnyReport]:
    seats = [Seat(seat) for seat in range(-1, state.players + 1)]
    yield from (sh.CallRight(), sh.CallWrong(), sh.CallNobody(), sh.TellGrab(Grab(())))
    yield from (sh.TellGrab(Grab((seat,))) for seat in seats)
    nobody = Touch(seats[-1], 0)
    yield from (sh.CallWrong((nobody,)), sh.TellGrab(Grab((Seat(0),), (nobody,))))


CASES = {
    "ungle_speed": Case(
        UngleSpeed(),
        tuple(
            Facts(players, level=level, rulings={"dead_heat": dead_heat})
            for players, level, dead_heat in product((2, 3, 4), Level, ("regrab", "lots"))
        ),
        _ungle_speed,
    ),
    "sequence_states": Case(
        SequenceStates(),
        (
            SequenceFacts(2),
            SequenceFacts(2, layout=demo()),
            SequenceFacts(3, layout=demo(), first=Seat(2)),
            SequenceFacts(4, layout=demo(), rulings={"draws": "granted"}),
            SequenceFacts(6, layout=demo(), rulings={"teams": "three"}),
        ),
        _sequence_states,
    ),
    "cryptid": Case(
        Cryptid(),
        (
            CryptidFacts(),
            CryptidFacts(rulings={"answer_on_own_disc": "closed"}, first=Seat(1)),
            CryptidFacts(setup=deal(1)),
            CryptidFacts(setup=deal(2, Mode.ADVANCED)),
            CryptidFacts(3, deal(3, Mode.ADVANCED, 3), first=Seat(2)),
            CryptidFacts(4),
            CryptidFacts(5, deal(4, players=5), tuple(Hue)[::-1]),
        ),
        _cryptid,
    ),
    "tracktic": Case(
        Tracktic(),
        (
            TrackticFacts(2, BOX),
            TrackticFacts(3, BOX, level=Level.WATCHING, first=Seat(2)),
            TrackticFacts(4, BOX, rulings={"refill": "all_used", "start_piece_flippable": "no"}),
            TrackticFacts(2, BOX, colours=(Piece.RED, Piece.BLUE), rulings={"token_cell": "closed"}),
        ),
        _tracktic,
    ),
    "speed_mode": Case(
        SpeedMode(),
        (
            SpeedFacts(),
            SpeedFacts(level=Level.WATCHING, first=Seat(1)),
            SpeedFacts(rulings={"unpaired_groups": "by_hand", "replenish_strict": "up_to_ten"}),
            SpeedFacts(level=Level.WATCHING, rulings={"unpaired_groups": "none"}),
        ),
        _speed_mode,
    ),
    "sheet": Case(SheetGame(), tuple(_sheet_facts()), _sheet),
}
"""Cases by the game's package; the suite fails for a package without one."""
