"""Random positions of every game whose table is a scene, with something pending in some of them."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from random import Random
from typing import Any, TypeAlias

from companion.game import Accepted, Game, Level, Seat
from companion.games.cryptid import Cryptid
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import MAP
from companion.games.cryptid.model import HUES, Disc
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.layout import STATES, demo
from companion.games.sequence_states.model import Facts as SequenceFacts
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode.model import Facts as SpeedFacts
from companion.games.tracktic import Tracktic
from companion.games.tracktic.model import Facts as TrackticFacts
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts as UngleFacts
from companion.games.ungle_speed.model import State as UngleState
from companion.games.ungle_speed.reports import AnyReport as UngleReport
from companion.games.ungle_speed.reports import CallFell
from tests.ui.desk import the
from tests.ui.tracktic.table import ROOM
from ui.games.cryptid import table as cryptid
from ui.games.cryptid.pending import At, Correcting, Searching
from ui.games.cryptid.players import Players as CryptidPlayers
from ui.games.players import Submitted
from ui.games.sequence_states import table as sequence_states
from ui.games.sequence_states.pending import PlayAdd, PlayRemove, PlayState
from ui.games.sequence_states.players import Players as SequencePlayers
from ui.games.speed_mode import table as speed_mode
from ui.games.speed_mode.pending import DrawingCards
from ui.games.speed_mode.players import Players as SpeedPlayers
from ui.games.tracktic import table as tracktic
from ui.games.tracktic.pending import Flipping, LayingPattern
from ui.games.tracktic.players import Players as TrackticPlayers
from ui.games.tracktic.table import Last, changed
from ui.games.ungle_speed import table as ungle_speed
from ui.games.ungle_speed.players import Players as UnglePlayers
from ui.games.ungle_speed.sentences import Names as UngleNames
from ui.stage import theme
from ui.stage.scene import Table, TableProps

MATCHES, EACH = 10, 5
"""The number of matches of each game, and of positions in each."""
AnySight: TypeAlias = TableProps[Any, Any, Any]
Positions: TypeAlias = Callable[[Random], Iterator[AnySight]]


def walk(game: Game[Any, Any, Any, Any], state: Any, act: Callable[[Any], Any], chance: Random) -> Any:
    """Return a position a few reports later; one that has ended stays."""
    for _ in range(chance.randint(1, 12)):
        if game.outcome(state) is not None:
            break
        ruling = game.judge(state, act(state))
        for event in ruling.events if isinstance(ruling, Accepted) else ():
            state = game.evolve(state, event)
    return state


def speed_mode_sights(chance: Random) -> Iterator[AnySight]:
    """Yield positions of Speed Mode, with cards being drawn."""
    game = SpeedMode()
    for seed in range(MATCHES):
        level = Level.WATCHING if seed % 2 else Level.COUNTING
        people, state = SpeedPlayers(seed), game.opening(SpeedFacts(level=level))
        for _ in range(EACH):
            state = walk(game, state, people.act, chance)
            view = game.view(state, None)
            taken = tuple(state.open[: chance.randint(0, 3)])
            pending = DrawingCards("exchange", taken) if taken else None
            yield TableProps(view, pending, theme.plates()[:2], frozenset())


def cryptid_sights(chance: Random) -> Iterator[AnySight]:
    """Yield positions of Cryptid as everybody or one player sees them, with a space chosen or searched."""
    game = Cryptid()
    for seed in range(MATCHES):
        people = CryptidPlayers(seed)
        state = game.opening(CryptidFacts(setup=deal(seed, tuple(Mode)[seed % 2])))
        for _ in range(EACH):
            state = walk(game, state, people.act, chance)
            at, elsewhere = chance.sample(MAP, 2)
            search = Searching(at, (Disc(HUES[0], elsewhere),), (HUES[1],))
            pending = chance.choice((None, At(at), search, Correcting(at)))
            viewer = chance.choice((None, None, Seat(0), Seat(1)))
            yield TableProps(game.view(state, viewer), pending, theme.plates()[:2], None)


def sequence_states_sights(chance: Random) -> Iterator[AnySight]:
    """Yield positions of Sequence States & Capitals, with cards being played."""
    game = SequenceStates()
    aims = (None, PlayAdd(), PlayRemove(), *map(PlayState, STATES))
    for seed in range(MATCHES):
        players = (2, 3, 4, 6, 12)[seed % 5]
        people, state = SequencePlayers(seed), game.opening(SequenceFacts(players, layout=demo()))
        for _ in range(EACH):
            state = walk(game, state, people.act, chance)
            yield TableProps(game.view(state, None), chance.choice(aims), theme.plates()[:players], None)


def tracktic_sights(chance: Random) -> Iterator[AnySight]:
    """Yield positions of Tracktic, with patterns being placed, pieces flipped, and paths drawn."""
    game = Tracktic()
    for seed in range(MATCHES):
        level = Level.WATCHING if seed % 2 else Level.COUNTING
        facts = TrackticFacts(2 + seed % 3, ROOM, level=level)
        people, state = TrackticPlayers(seed), game.opening(facts)
        before, last = game.view(state, None), Last()
        for _ in range(EACH):
            state = walk(game, state, people.act, chance)
            view = game.view(state, None)
            before, last = view, changed(before, view, last)
            for _ in range(chance.randint(0, 40)):
                last = last.next() or last
            cells = tuple(chance.sample(sorted(state.area), 4))
            laying = LayingPattern(cells=cells), LayingPattern("hook", 0, cells, hints=True)
            aims = (None, *laying, Flipping(min(view.pieces)))
            yield TableProps(view, chance.choice(aims), theme.plates()[: facts.players], last)


FALLS = 0.08
"""How often the totem falls."""
UNSEEN = -1
"""The length of a record that its players ignore: nobody grabs."""


def ungle_speed_sights(chance: Random) -> Iterator[AnySight]:
    """Yield positions of Ungle Speed without a grab, with few and with many players."""
    game = UngleSpeed()
    for seed in range(MATCHES):
        players, level = (2, 3, 4, 6, 15)[seed % 5], Level.WATCHING if seed % 2 else Level.COUNTING
        people, state = UnglePlayers(seed), game.opening(UngleFacts(players, level=level))
        plates = UngleNames(players, theme.plates()[:players]).seat_plates

        def act(state: UngleState, people: UnglePlayers = people) -> UngleReport:
            happens = the(Submitted, people.act(state, UNSEEN))
            return CallFell() if chance.random() < FALLS else happens.report

        for _ in range(EACH):
            state = walk(game, state, act, chance)
            yield TableProps(game.view(state, None), None, plates, None)


GAMES: Mapping[str, Table] = {
    "cryptid": cryptid.table,
    "sequence states": sequence_states.table,
    "speed mode": speed_mode.table,
    "tracktic": tracktic.table,
    "ungle speed": ungle_speed.table,
}
"""The table of each game."""
SIGHTS: Mapping[str, Positions] = {
    "cryptid": cryptid_sights,
    "sequence states": sequence_states_sights,
    "speed mode": speed_mode_sights,
    "tracktic": tracktic_sights,
    "ungle speed": ungle_speed_sights,
}


@cache
def positions(game: str) -> tuple[AnySight, ...]:
    """Return positions to draw on the table of a game, the same ones every time."""
    return tuple(SIGHTS[game](Random(7)))
