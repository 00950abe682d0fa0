"""Write the playthroughs of the simulated tables: `python -m tests.playthroughs.record`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.clock import WallTime
from companion.game import AnyGame, Level, Seat
from companion.games.cryptid import Cryptid
from companion.games.cryptid import reports as cr
from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.cryptid.setups import Setup
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states import reports as ss
from companion.games.sequence_states.layout import ADD, STATES, demo
from companion.games.sequence_states.lines import SPACES
from companion.games.sequence_states.model import Facts as SequenceFacts
from companion.games.sequence_states.model import State
from companion.games.sheet import SheetGame
from companion.games.sheet.model import Facts as SheetFacts
from companion.games.sheet.reports import CallEnd
from companion.games.sheet.sheet_file import shipped, shipped_sheet
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode import reports as sm
from companion.games.speed_mode.board import Kind, Place
from companion.games.speed_mode.model import Facts as SpeedFacts
from companion.games.speed_mode.model import State as SpeedState
from companion.games.tracktic import Tracktic
from companion.games.tracktic import reports as tt
from companion.games.tracktic.model import Facts as TrackticFacts
from companion.games.tracktic.model import State as TrackticState
from companion.games.tracktic.profile import demo as tracktic_demo
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import CallInward, TurnCard
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import LetStand, PutRight, TakeBack
from tests.games.cryptid.players import Table as CryptidTable
from tests.games.sequence_states.players import Table as SequenceTable
from tests.games.speed_mode.players import Table as SpeedTable
from tests.games.tracktic.players import Table as TrackticTable
from tests.games.ungle_speed.players import Table, wanted
from tests.playthroughs.script import FOLDER, play
from ui.games.sheet.players import Players as SheetPlayers

WRONG = 0.06


class Recorder:
    """Submits reports to a match and records those lines."""

    def __init__(self, game: AnyGame, facts: Any, first: str) -> None:
        self.facts = facts
        header = MatchHeader("m", game.name)
        self.match: Match[Any, Any, Any, Any] = Match.begin(game, facts, header, WallTime(0))
        self.lines = [first]

    def submit(self, report: Any) -> None:
        self.lines.append(msgspec.json.encode(report).decode())
        self.match.submit(report, seen=self.match.length, at=WallTime(0))


def ungle_speed(players: int, level: Level, seed: int) -> list[str]:
    """Return the reports of a whole match with wrong moves, mis-taps and impossible claims."""
    first = f'{{"players":{players},"level":"{level}"}}'
    recorder = Recorder(UngleSpeed(), Facts(players, level=level), first)
    table = Table(players, STANDARD, level, seed)
    while not table.over:
        state = recorder.match.state
        if table.random.random() < WRONG:
            seat = Seat((state.turn + 1) % len(state.stacks))
            recorder.submit(TurnCard(seat))
            held = recorder.match.hold is not None
            recorder.submit(PutRight() if held and table.random.random() < 0.5 else TakeBack())
            if not held:
                raise SystemExit(f"seed {seed}: a wrong move was not held; take another seed")
        elif table.random.random() < WRONG:
            recorder.submit(CallInward())
            recorder.submit(LetStand())
        for report in table.round():
            if wanted(report, recorder.match.state):
                recorder.submit(report)
    return recorder.lines


def sequence_states(players: int, seed: int) -> list[str]:
    """Return the reports of a whole match, with every kind of mistake between its turns."""
    facts = SequenceFacts(players, layout=demo())
    recorder = Recorder(SequenceStates(), facts, msgspec.json.encode(facts).decode())
    table = SequenceTable(players, 3 if players == 3 else 2, facts.layout, seed)
    faults = wrong_moves(recorder, table)
    while not table.over:
        for report in table.turn():
            recorder.submit(report)
        if not table.over and table.random.random() < 5 * WRONG:
            recorder.submit(next(faults))
            if recorder.match.hold is not None:
                recorder.submit(PutRight() if table.random.random() < 0.7 else TakeBack())
    return recorder.lines


def wrong_moves(recorder: Recorder, table: SequenceTable) -> Iterator[ss.AnyReport]:
    """Yield one wrong move after the other, of nine kinds in turn, for the position at the time."""
    layout = demo()
    while True:
        for kind in range(9):
            state: State = recorder.match.state
            turn, other = state.turn, state.after(state.turn)
            taken = [space for space in SPACES if state.chip(space) is not None]
            own = [space for space in taken if state.chip(space) == state.sides[turn]]
            locked = [space for sequence in state.sequences for space in sequence.five]
            free = table.random.choice([space for space in SPACES if state.chip(space) is None])
            match kind:
                case 0:
                    yield ss.PlaceChip(other, free)
                case 1:
                    yield ss.PlaceChip(turn, free, next(card for card in STATES if card != layout.at(free)))
                case 2 if own:
                    yield ss.RemoveChip(turn, own[0])
                case 3 if locked:
                    yield ss.RemoveChip(turn, locked[0])
                case 4:
                    yield ss.SwapDead(turn, layout.at(free))
                case 5:
                    yield ss.SwapDead(turn, ADD)
                case 6 if taken:
                    yield ss.PlaceChip(turn, taken[0])
                case 7:
                    yield ss.CallTalk(state.sides[turn]) if len(state.sides) < 4 else ss.PassTurn(turn)
                case 8 if not state.owes(turn):
                    yield ss.DrawCard(turn)


def cryptid(setup: Setup, seed: int, *, sealed: bool) -> list[str]:
    """Return the reports of a whole match, with lies, and pieces on forbidden spaces."""
    known = setup if sealed else setup.map_alone
    facts = CryptidFacts(setup.players, known)
    recorder = Recorder(Cryptid(), facts, msgspec.json.encode(facts).decode())
    table = CryptidTable(setup, seed)
    for report in table.share():
        recorder.submit(report)
    while table.winner is None:
        for report in table.turn():
            if table.random.random() < 6 * WRONG:
                recorder.submit(wrong_piece(report, table, sealed))
                if recorder.match.hold is not None:
                    recorder.submit(PutRight())
            recorder.submit(report)
    return recorder.lines


def wrong_piece(report: cr.AnyReport, table: CryptidTable, sealed: bool) -> cr.AnyReport:
    """Return a wrong report in place of a right one: on a dead space, or (with sealed clues) a lie."""
    dead = next(iter(table.cubes))
    match report:
        case cr.PlaceCube(seat, hue):
            return cr.PlaceCube(seat, hue, dead)
        case cr.Search(seat, _, discs):
            return cr.Search(seat, dead, discs)
        case cr.GiveAnswer(seat, cube):
            if not sealed:
                return cr.GiveAnswer(seat, table.own(table.others(seat)[0])[0])
            return cr.GiveAnswer(seat, None if cube is not None else table.own(seat)[0])
        case cr.Ask():
            return replace(report, at=dead)
    return report


def tracktic(players: int, level: Level, seed: int) -> list[str]:
    """Return the reports of a whole match, with wrong moves of many kinds."""
    facts = TrackticFacts(players, tracktic_demo(), level=level)
    recorder = Recorder(Tracktic(), facts, msgspec.json.encode(facts).decode())
    table = TrackticTable(facts.profile, players, seed)
    told: list[str] = []
    while not table.over:
        if level is Level.WATCHING:
            for card in table.open:
                if table.open.count(card) > told.count(card):
                    recorder.submit(tt.OpenCard(card))
                    told.append(card)
        if table.random.random() < 4 * WRONG:
            recorder.submit(wrong_lay(recorder.match.state, table))
            if recorder.match.hold is not None:
                recorder.submit(PutRight() if table.random.random() < 0.7 else TakeBack())
        before = list(table.open)
        recorder.submit(table.turn())
        # One card of that kind is gone from those reported.
        for card in set(told):
            if told.count(card) > table.open.count(card) and before.count(card) > table.open.count(card):
                told.remove(card)
    return recorder.lines


def wrong_lay(state: TrackticState, table: TrackticTable) -> tt.AnyReport:
    """Return an impossible move: another player's, no pattern, on pieces, apart, or a piece flipped back."""
    seat, cells = state.turn, sorted(state.area - state.pieces.keys())
    taken = sorted(state.pieces)
    match table.random.randrange(5 if cells else 1):
        case 0:
            return tt.Skip(Seat((seat + 1) % len(state.colours)))
        case 1:
            return tt.LayPattern(seat, tuple(cells[:2]))
        case 2:
            return tt.LayPattern(seat, (taken[0], *cells[:2]), token=True)
        case 3:
            return tt.FlipPiece(seat, table.random.choice(taken), cells[-1])
    middle = table.random.choice(cells)
    return tt.LayPattern(seat, tuple(cell for cell in cells if cell.row == middle.row)[:3])


def speed_mode(level: Level, groups: str, replenish: str, eager: float, seed: int) -> list[str]:
    """Return the reports of a whole match, with wrong moves of many kinds."""
    rulings = {"unpaired_groups": groups, "replenish_strict": replenish}
    told = msgspec.json.encode({"level": level, "rulings": rulings}).decode()
    recorder = Recorder(SpeedMode(), SpeedFacts(level=level, rulings=rulings), told)
    table = SpeedTable(seed, level, groups, replenish, eager)
    while not table.over:
        if table.random.random() < 4 * WRONG:
            recorder.submit(wrong_turn(recorder.match.state, table))
            if recorder.match.hold is not None:
                recorder.submit(PutRight() if table.random.random() < 0.7 else TakeBack())
        for report in table.turn():
            recorder.submit(report)
    return recorder.lines


def wrong_turn(state: SpeedState, table: SpeedTable) -> sm.AnyReport:
    """Return an impossible report: out of turn, on a covered place, too many cards, passed or misreported."""
    turn, other = state.turn, state.other(state.turn)
    covered = [place for place in state.board.places if not (state.free(place, 0) and state.free(place, 1))]
    free = [place for place in state.board.places if state.free(place, 0)]
    match table.random.randrange(7):
        case 0 if free:
            return sm.MakeCombination(other, table.random.choice(free), 0)
        case 1 | 2 if covered:
            place = table.random.choice(covered)
            return sm.MakeCombination(turn, place, 0 if not state.free(place, 0) else 1)
        case 3 if state.hands[turn] == 10:
            return sm.Replenish(turn)
        case 4:
            return sm.TurnUp(Kind.VIOLET_CIRCLE)
        case 5 if state.deck:
            return sm.CallStuck(turn)
    return sm.MakeCombination(turn, Place(3, 0), 0)


def sheet(name: str, players: int, seed: int) -> list[str]:
    """Return the reports of a match on a shipped sheet, with impossible figures."""
    facts = SheetFacts(players, shipped_sheet(name))
    recorder = Recorder(SheetGame(), facts, msgspec.json.encode(facts).decode())
    people = SheetPlayers(seed)
    recorder.submit(CallEnd())
    while recorder.match.outcome is None:
        recorder.submit(people.act(recorder.match.state))
    return recorder.lines


def write(game: AnyGame, path: Path, about: str, lines: list[str]) -> None:
    """Write a script with the outcome of each report."""
    text = "\n".join([f"# {about}", *play(game, lines)])
    path.parent.mkdir(exist_ok=True)
    path.write_text(text + "\n")


if __name__ == "__main__":
    for name, players, level, seed in (
        ("two", 2, Level.COUNTING, 52),
        ("three", 3, Level.WATCHING, 24),
        ("six", 6, Level.WATCHING, 52),
        ("six_counting", 6, Level.COUNTING, 44),
        ("second_arrows", 4, Level.COUNTING, 654),
    ):
        about = f"{players} players, {level}: a simulated table with wrong moves in it"
        write(UngleSpeed(), FOLDER / "ungle_speed" / f"{name}.txt", about, ungle_speed(players, level, seed))
    for name, players, seed in (("two", 2, 3), ("three", 3, 5), ("four", 4, 8)):
        how = "in teams" if players > 3 else "alone"
        about = f"{players} players {how}, the made-up board: a simulated table with wrong moves in it"
        lines = sequence_states(players, seed)
        write(SequenceStates(), FOLDER / "sequence_states" / f"{name}.txt", about, lines)
    for name, mode, seed, sealed, players in (
        ("open", Mode.NORMAL, 7, False, 2),
        ("sealed", Mode.NORMAL, 3, True, 2),
        ("sealed_advanced", Mode.ADVANCED, 5, True, 2),
        ("three_sealed_advanced", Mode.ADVANCED, 6, True, 3),
        ("four_open", Mode.NORMAL, 8, False, 4),
        ("five_sealed", Mode.NORMAL, 9, True, 5),
    ):
        how = name.replace("_", ", ")
        about = f"{how}: {players} simulated players who know their clues, with wrong pieces"
        lines = cryptid(deal(seed, mode, players), seed, sealed=sealed)
        write(Cryptid(), FOLDER / "cryptid" / f"{name}.txt", about, lines)
    for name, players, level, seed in (
        ("two", 2, Level.WATCHING, 4),
        ("three", 3, Level.COUNTING, 5),
        ("four", 4, Level.WATCHING, 8),
    ):
        about = f"{players} players, {level}: a simulated table with wrong moves in it"
        write(Tracktic(), FOLDER / "tracktic" / f"{name}.txt", about, tracktic(players, level, seed))
    for name, level, groups, replenish, eager, seed in (
        ("counting", Level.COUNTING, "adjacent", "seven_or_fewer", 0.95, 3),
        ("watching", Level.WATCHING, "adjacent", "seven_or_fewer", 0.9, 4),
        ("by_hand", Level.COUNTING, "by_hand", "up_to_ten", 0.4, 5),
    ):
        about = f"{level}, {groups}, {replenish}: a simulated table with wrong moves in it"
        lines = speed_mode(level, groups, replenish, eager, seed)
        write(SpeedMode(), FOLDER / "speed_mode" / f"{name}.txt", about, lines)
    for number, name in enumerate(shipped()):
        players = next(count for count in (3, 4, 2) if shipped_sheet(name).able(count))
        about = f"{shipped_sheet(name).name}, {players} players: simulated, with wrong figures in it"
        write(SheetGame(), FOLDER / "sheet" / f"{name}.txt", about, sheet(name, players, number))
