"""A table for the tests of Cryptid's screen: positions, matches, their words, and fingers."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.game import Accepted, Outcome, Seat
from companion.games.cryptid import Cryptid
from companion.games.cryptid import reports as r
from companion.games.cryptid.deal import deal
from companion.games.cryptid.evolve import put_cube, put_disc
from companion.games.cryptid.maps import MAP, Hex, spread
from companion.games.cryptid.model import AskOrSearch, Disc, Facts, HexContents, Hue, Stage, State
from companion.games.cryptid.setups import habitats
from companion.games.cryptid.view import View, view
from tests.ui.by_fingers import board_of, dealt_to, front, rest, settle, state_of, texts
from tests.ui.described import DescribedMatch
from tests.ui.desk import Desk
from ui.games.cryptid import words
from ui.games.cryptid.pending import At, Searching
from ui.games.cryptid.presenter import CryptidPresenter
from ui.main.hands import Finger
from ui.screens.side import RevealPad
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.stage.kivy_types import Widget

GAME = Cryptid()
PLATES = theme.plates()[:2]
FOX, OWL, BEAR, WOLF, LYNX = map(Seat, range(5))
NAMES = [plate.name for plate in theme.plates()[:5]]
ORANGE, BLUE, GREEN, PURPLE, RED = Hue.ORANGE, Hue.BLUE, Hue.GREEN, Hue.PURPLE, Hue.RED
SETUP = deal(1)
MAP_ALONE = SETUP.map_alone
SEALED, OPEN = Facts(setup=SETUP), Facts(setup=MAP_ALONE)
FOUR = Facts(4, deal(1, players=4))
FOUR_OPEN = Facts(4)
D7, E2, A1, I12 = Hex(3, 6), Hex(4, 1), Hex(0, 0), Hex(8, 11)
HABITAT = next(spread(habitats(SETUP)))
Pieces = Mapping[Hex, Sequence[Hue]]


def position(
    stage: Stage | None = None,
    turn: Seat = FOX,
    *,
    cubes: Mapping[Hex, Hue] | None = None,
    discs: Pieces | None = None,
    facts: Facts = SEALED,
    ended: Outcome | None = None,
) -> State:
    state = replace(GAME.opening(facts), stage=stage or AskOrSearch(), turn=turn, ended=ended)
    for at, hue in (cubes or {}).items():
        state = put_cube(state, hue, at)
    for at, hues in (discs or {}).items():
        for hue in hues:
            state = put_disc(state, hue, at)
    return state


def view_of(state: State) -> View:
    return view(state, None)


def words_of(facts: Facts = SEALED) -> CryptidPresenter:
    return CryptidPresenter(facts, theme.plates()[: facts.players])


class Table(DescribedMatch):
    def __init__(self, facts: Facts = SEALED) -> None:
        super().__init__("cryptid", facts)


def cube_report(state: State, *, truly: bool = True) -> r.PlaceCube:
    """Return a cube that the player on turn may place; or one that contradicts a clue."""
    for hue in state.own(state.turn):
        for at in MAP:
            if state.spot(at) == HexContents() and state.allows(hue, at) is not truly:
                return r.PlaceCube(state.turn, hue, at)
    raise AssertionError(f"no cube can be put down\n{as_text(state)}")


def answers(state: State, seat: Seat, at: Hex, *, truly: bool = True) -> Iterator[r.GiveAnswer]:
    """Yield the true answers for a space; or the false ones."""
    against = [hue for hue in state.own(seat) if not state.allows(hue, at)]
    if (not against) is truly:
        yield r.GiveAnswer(seat)
    for hue in state.own(seat):
        if (hue in against) is truly:
            yield r.GiveAnswer(seat, hue)


def sharing(state: State) -> Iterator[r.PlaceCube]:
    """Yield the true cubes of the opening, two for each player."""
    for _ in range(2 * state.players):
        report = cube_report(state)
        yield report
        ruling = GAME.judge(state, report)
        assert isinstance(ruling, Accepted), ruling
        for event in ruling.events:
            state = GAME.evolve(state, event)


def cubes() -> tuple[r.PlaceCube, ...]:
    return (
        r.PlaceCube(FOX, ORANGE, Hex(0, 0)),
        r.PlaceCube(OWL, GREEN, Hex(0, 2)),
        r.PlaceCube(FOX, BLUE, Hex(8, 9)),
        r.PlaceCube(OWL, PURPLE, Hex(8, 11)),
    )


def search(seat: Seat, at: Hex, *elsewhere: Hex) -> r.Search:
    """Return a search in which no, one (the second colour's) or both discs go elsewhere."""
    own = (ORANGE, BLUE) if seat == FOX else (GREEN, PURPLE)
    places = (*(at for _ in range(2 - len(elsewhere))), *elsewhere)
    return r.Search(seat, at, tuple(Disc(hue, place) for hue, place in zip(own, places, strict=True)))


def plain(report: object) -> object:
    """Return a report with its discs in a fixed order: they may be reported in any."""
    if not isinstance(report, r.Search):
        return report
    return replace(report, discs=tuple(sorted(report.discs, key=str)))


def as_text(state: State) -> str:
    """Return a position as text, for a failing test."""
    pieces = [(at, spot) for at, spot in zip(MAP, state.spots, strict=True) if spot.cube or spot.discs]
    lying = [f"{words.space(at)}: {spot.cube or '-'} {' '.join(spot.discs)}".rstrip() for at, spot in pieces]
    clues = [] if state.setup is None or not state.sealed else list(map(words.clue_words, state.setup.clues))
    return f"seat {state.turn}, {state.stage}; {'; '.join(lying)}; clues: {clues}; ended: {state.ended}"


def dealt(desk: Desk, facts: Facts = SEALED) -> TableScreen:
    return dealt_to(desk, "cryptid", facts)


def situation(desk: Desk) -> str:
    entries = [str(entry.body) for entry in front(desk).session.match.entries[1:]]
    return "\n".join((as_text(state_of(desk)), *entries[-6:]))


def touch(desk: Desk, at: Hex) -> None:
    board = board_of(front(desk))
    desk.rig.tap_at(*board.to_window(*board.scene.middle(at)))
    desk.pump(2)


def choose(desk: Desk, at: Hex) -> None:
    """Tap a space, unless it is chosen already; leave a search that was begun."""
    if isinstance(front(desk).pending, Searching):
        desk.tap(front(desk).bar.back)
    if front(desk).pending != At(at):
        touch(desk, at)


def enter(desk: Desk, report: r.AnyReport) -> None:
    """Make a report by touch, like a player who reads the screen."""
    match report:
        case r.PlaceCube(_, hue, at):
            choose(desk, at)
            desk.tap_on(words.CUBE[hue])
        case r.Ask(seat, at, of):
            choose(desk, at)
            asked = Seat(1 - seat) if of is None else of
            desk.tap_on(words.asks(front(desk).presenter.seat_name(asked)))
        case r.Search(_, at, discs):
            lying = state_of(desk).spot(at).discs
            choose(desk, at)
            desk.tap_on(words.SEARCH)
            places = {laid.hue: laid.at for laid in discs}
            for hue in state_of(desk).own(report.seat):
                if hue in lying:
                    touch(desk, places[hue])
        case r.GiveAnswer(_, None):
            desk.tap(front(desk).side.pads[-1])
        case r.GiveAnswer(_, hue) if hue is not None:
            desk.tap_on(words.CUBE[hue])
        case _:
            raise AssertionError(f"{report} isn't told with sealed clues")
    settle(desk)


def hold(desk: Desk, pad: Widget) -> None:
    """Hold a pad until its ring has closed, within a few frames."""
    finger = Finger()
    finger.down(*pad.to_window(*pad.center))
    desk.pump(2)
    desk.rig.time.seconds += 1.0
    desk.pump(2)
    finger.up()
    desk.pump(3)


def share(desk: Desk) -> None:
    for report in sharing(state_of(desk)):
        front(desk).tell_now(report)
    rest(desk)


def reveal_pad_of(desk: Desk, seat: Seat) -> RevealPad:
    return next(pad for pad in front(desk).held.pads if pad.reveal.seat == seat)


def resting(desk: Desk, seat: Seat) -> Finger:
    """Put a finger on the pad with a player's name, and leave it there."""
    finger, pad = Finger(), reveal_pad_of(desk, seat)
    finger.down(*pad.to_window(*pad.center))
    desk.pump(1)
    desk.rig.time.seconds += theme.REST_SECONDS
    desk.pump(3)
    return finger


def whispered(desk: Desk) -> list[str]:
    """Return the texts for one player alone."""
    panel = front(desk).notes.panel
    return [] if panel is None else texts(panel)


def pixels(desk: Desk) -> bytes:
    desk.pump(2)
    return desk.rig.picture(desk.frame)[2]
