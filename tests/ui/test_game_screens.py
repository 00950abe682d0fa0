"""All screens of games other than their tables: they fit, whole, on every panel and in every look."""

from collections.abc import Callable

import pytest
from kivy.core.window import Window
from kivy.metrics import Metrics
from msgspec import json
from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.cryptid.clues import AFFIRMED, Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import Colour, Hex, StructureKind
from companion.games.cryptid.model import HUES
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.sequence_states.layout import demo as made_up_board
from companion.games.sequence_states.layout import draft_to_text, write_layout
from companion.games.sequence_states.model import Facts as SequenceFacts
from companion.games.sheet.model import Facts as SheetFacts
from companion.games.sheet.plain import Plain
from companion.games.sheet.sheet_file import shipped_sheet
from companion.games.speed_mode.board_file import derived, write_board
from companion.games.speed_mode.model import Facts as SpeedFacts
from companion.games.tracktic.model import Facts as TrackticFacts
from companion.games.tracktic.profile import demo as made_up_box
from companion.games.tracktic.profile import write_profile
from companion.games.ungle_speed.model import Facts as UngleFacts
from tests.games.sheet.table import Table as SheetTable
from tests.ui.desk import there
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import BOARD, FakeStore
from tests.ui.sequence_states.test_setup import Recording, first
from tests.ui.speed_mode.test_setup import DIFFERING, FAULTY, LARGE, NEW
from tests.ui.speed_mode.test_setup import OWN as OWN_PAIRS
from tests.ui.test_layout import faults, shown
from tests.ui.tracktic.setting_up import OWN, drafted
from ui.dialogs.notice import EntryDialog
from ui.games.cryptid import drafts
from ui.games.cryptid.clues import ClueEntry, CluesShown, Typed
from ui.games.cryptid.drafts import DealtFrom, MapDraft, palette
from ui.games.cryptid.editor import LayingGuide, MapEditor
from ui.games.cryptid.entries import Agreeing
from ui.games.cryptid.setup import SetupScreen as CryptidSetup
from ui.games.entries import page
from ui.games.face import EntryPage, Memory
from ui.games.owners_item import write_json
from ui.games.registry import FACES
from ui.games.sequence_states import drafts as sequence_names
from ui.games.sequence_states.setup import SetupScreen as SequenceSetup
from ui.games.sequence_states.tally import TallyScreen as SequenceTally
from ui.games.sheet.entry import FiguresEntry
from ui.games.sheet.face import SheetFace
from ui.games.sheet.filling import empty_filling
from ui.games.sheet.new_sheet import NewSheet
from ui.games.sheet.presenter import SheetPresenter
from ui.games.sheet.setup import SheetChoice
from ui.games.speed_mode import drafts as speed_names
from ui.games.speed_mode.drafts import BoardDraft
from ui.games.speed_mode.editor import BoardEditor as PairsEditor
from ui.games.speed_mode.entries import GroupsEntry, kinds
from ui.games.speed_mode.setup import SetupScreen as SpeedSetup
from ui.games.speed_mode.tally import TallyScreen as SpeedTally
from ui.games.tracktic import drafts as tracktic_names
from ui.games.tracktic.drafts import BoxStep
from ui.games.tracktic.entries import opened
from ui.games.tracktic.setup import SetupScreen as TrackticSetup
from ui.games.tracktic.tally import TallyScreen as TrackticTally
from ui.games.ungle_speed.setup import SetupScreen as UngleSetup
from ui.parts.shown import PartScreen
from ui.parts.values import names_of
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.widgets.layout import Leaving, Rect, place_widget

PANELS = {"lying": (800, 480, 1.0), "large": (1280, 720, 1.6), "upright": (720, 1280, 1.6)}
LOOKS = ("", "large", "left light")
ADVANCED = deal(7, Mode.ADVANCED)
T_EVERYWHERE = "RRR.YY..\n.R....B.\n...##.B.\n......B.\nGGGG..B.\n........"
WON = "\n".join(["..........", "..rrrrr...", *["......r..."] * 4, *[".........."] * 4])
FIRST = "pair 1 1"
LOCKED = "R" + "." * 9 + ("\n" + "." * 10) * 9
"""A chip that no sequence has locked: its refusal is the longest of all prompts."""


def nothing(*_: object) -> None:
    """Do nothing where a screen would lead on."""


def memory_with(**texts: str) -> Memory:
    store = FakeStore()
    store.texts.update(texts)
    return store.memory


def recorded(count: int, *more: str, letter: str | None = None) -> Widget:
    editor = Recording(first(count)).editor
    for card in more:
        editor.pick(card)
    editor.look(letter)
    return editor


def sequence(players: int, teams: str = "two", **texts: str) -> Widget:
    facts = SequenceFacts(players, rulings={"teams": teams})
    return SequenceSetup(facts, theme.plates()[:players], memory_with(**texts), nothing, nothing)


def new_match(players: int, **texts: str) -> Widget:
    plates, dealt = theme.plates()[:players], lambda: DealtFrom(7)
    return CryptidSetup(CryptidFacts(players), plates, memory_with(**texts), nothing, nothing, dealt)


def laying(steps: int, *, code: bool = False) -> Widget:
    guide = LayingGuide(ADVANCED, nothing, nothing)
    for _ in range(steps):
        guide.go_on()
    guide.show_code(code)
    return guide


def clues(players: int, held: int | None = None) -> Widget:
    """Return the screen of dealt clues, with one player's pad held if `held`."""
    setup = deal(7, Mode.NORMAL, players)
    shown = CluesShown(setup, theme.plates()[:players], palette(players, HUES), nothing, nothing)
    if held is not None:
        shown.hold(held, True)
    return shown


def clue(*taps: str, typed: bool = False) -> Widget:
    """Return the entry of one's own clues after some taps; `typed`: the first player's clues are entered."""
    clues = Typed(2)
    for number, each in enumerate(AFFIRMED[:2] if typed else ()):
        clues.take(number, each)
    entry = ClueEntry(ADVANCED, theme.plates()[:2], palette(2, HUES), clues, nothing, nothing)
    for tap in taps:
        entry.part()[tap].on_tap()
    return entry


def unfit(players: int) -> Widget:
    entry = ClueEntry(
        deal(7, Mode.NORMAL, players), theme.plates()[:players], palette(players, HUES), Typed(players),
        nothing, nothing,
    )  # fmt: skip
    entry.cover(None)
    return entry


def tapped_map(*taps: str, drafted_map: MapDraft | None = None) -> Widget:
    """Return the map editor with all pieces and structures, after some taps on its pads.

    Given another draft, which isn't complete, ask it to go on and show its refusal.
    """
    whole = MapDraft(Mode.ADVANCED, ADVANCED.tiles, ADVANCED.structures)
    editor = MapEditor(drafted_map or whole, nothing, nothing, nothing)
    for tap in taps:
        editor.part()[tap].on_tap()
    if drafted_map is not None:
        editor.go_on()
    return editor


def taken_space() -> Widget:
    """Return the editor with a space tapped that another structure has, which is the longest refusal."""
    editor = MapEditor(MapDraft(Mode.ADVANCED, ADVANCED.tiles), nothing, nothing, nothing)
    shack, stone = StructureKind.ABANDONED_SHACK, StructureKind.STANDING_STONE
    for shape in ((shack, Colour.GREEN), (stone, Colour.WHITE)):
        editor.choose(shape)
        editor.tap(Hex(4, 4))
    return editor


def tracktic(players: int, **texts: str) -> Widget:
    its = memory_with(**{getattr(tracktic_names, name): text for name, text in texts.items()})
    facts = TrackticFacts(players, made_up_box())
    return TrackticSetup(facts, theme.plates()[:players], its, nothing, nothing)


def speed_mode(**texts: str) -> SpeedSetup:
    its = memory_with(**{getattr(speed_names, name): text for name, text in texts.items()})
    return SpeedSetup(SpeedFacts(), theme.plates()[:2], its, nothing, nothing)


def pairs(*taps: str, **texts: str) -> Widget:
    """Return the editor of a pairs board after some taps; "" taps Done."""
    screen = speed_mode(**texts)
    screen.edit()
    assert isinstance(screen.over, PairsEditor)
    for tap in taps:
        part = screen.over.part()
        there(part[tap].on_tap if tap else part.header.on)()
    return screen


def figures(name: str, players: int) -> Widget:
    """Return the number pad for the first row of a sheet, on its sheet over the table."""
    names = SheetPresenter(SheetFacts(players, shipped_sheet(name)), theme.plates()[:players]).names
    filling = empty_filling(SheetFace.game.view(SheetTable(name, players).state, None), None)
    return over_table("Round 1", FiguresEntry(filling, names, nothing))


def over_table(title: str, widget: Widget) -> Widget:
    return EntryDialog(EntryPage(title, widget), nothing)


def new_sheet(draft: Plain, wrong: str = "") -> Widget:
    return NewSheet(draft, lambda _: wrong, nothing, nothing)


SPEED, TRACKTIC = FACES["speed-mode"](), FACES["tracktic"]()
OPEN = Level.WATCHING
DEALT = SPEED.game.view(SPEED.game.opening(SpeedFacts(level=OPEN)), None)
LAID = TRACKTIC.game.view(TRACKTIC.game.opening(TRACKTIC.facts(4, {}, OPEN, Seat(0))), None)
WHOLE = {sequence_names.BOARD: write_layout(made_up_board())}
CORRECTED = {sequence_names.DRAFT: draft_to_text(first(99))}
LONG = replace(OWN, name="an imported box with quite a long name")


SCREENS: dict[str, Callable[[], Widget]] = {
    "a board, begun": lambda: recorded(37, "NV"),
    "a board, its states": lambda: recorded(37, letter="N"),
    "a board, its longest names": lambda: recorded(37, letter="M"),
    "a board, a third time": lambda: recorded(0, "NV", "NV", "NV"),
    "a board, done": lambda: Recording(BOARD).editor,
    "Sequence, nothing recorded": lambda: sequence(2),
    "Sequence, twelve": lambda: sequence(12, **WHOLE),
    "Sequence, three teams": lambda: sequence(12, "three", **WHOLE),
    "Sequence, damaged": lambda: sequence(10, **{sequence_names.BOARD: "?"}),
    "Sequence, in the middle": lambda: sequence(9, **{sequence_names.DRAFT: draft_to_text(first(63))}),
    "Sequence, corrected": lambda: sequence(12, "three", **WHOLE, **CORRECTED),
    "Tracktic, no box": lambda: tracktic(2),
    "Tracktic, own box": lambda: tracktic(4, BOX=write_profile(made_up_box())),
    "Tracktic, in the middle": lambda: tracktic(3, DRAFT=drafted(BoxStep.TWO_STARTS)),
    "Tracktic, a long name": lambda: tracktic(2, BOX=write_profile(LONG), DRAFT=drafted(BoxStep.CHECK)),
    "Tracktic, damaged": lambda: tracktic(3, BOX="?"),
    "Speed Mode": lambda: speed_mode(),
    "Speed Mode, in the middle": lambda: speed_mode(DRAFT=write_json(BoardDraft(OWN_PAIRS))),
    "Speed Mode, entered": lambda: speed_mode(BOARD=write_board(DIFFERING.board)),
    "Speed Mode, large": lambda: speed_mode(BOARD=write_board(LARGE), DRAFT=write_json(NEW)),
    "Speed Mode, damaged": lambda: speed_mode(BOARD="?"),
    "pairs": lambda: pairs(),
    "pairs, a damaged draft": lambda: pairs(DRAFT="?"),
    "pairs, one chosen": lambda: pairs(FIRST, BOARD=write_board(OWN_PAIRS)),
    "pairs, one of many chosen": lambda: pairs(FIRST, BOARD=write_board(LARGE)),
    "pairs in two rows": lambda: pairs("shape", "shape", "shape", "shape", "shape", FIRST),
    "pairs in one column": lambda: pairs("shape", "shape", "shape", FIRST),
    "pairs with a fault": lambda: pairs("", DRAFT=write_json(FAULTY)),
    "cards of a pair": lambda: pairs(FIRST, "half 0", DRAFT=write_json(DIFFERING)),
    "cards of a faulty board": lambda: pairs(FIRST, "half 0", DRAFT=write_json(FAULTY)),
    "points of the pairs": lambda: pairs("points"),
    "Ungle Speed": lambda: UngleSetup(UngleFacts(4), theme.plates()[:4], memory_with(), nothing, nothing),
    "Cryptid, two": lambda: new_match(2),
    "Cryptid, two with a file": lambda: new_match(2, **{drafts.SETUP: json.encode(ADVANCED).decode()}),
    "Cryptid, four": lambda: new_match(4),
    "Cryptid, five with a file": lambda: new_match(5, **{drafts.SETUP: json.encode(ADVANCED).decode()}),
    "Cryptid, a damaged file": lambda: new_match(2, **{drafts.SETUP: "?"}),
    "laying a piece": lambda: laying(3),
    "laying a structure": lambda: laying(10),
    "all laid": lambda: laying(14),
    "a map as a code": lambda: laying(0, code=True),
    **{f"clues of {n}": lambda n=n: clues(n) for n in (2, 3, 4, 5)},  # type: ignore[misc]
    **{f"clues of {n}, held": lambda n=n: clues(n, n - 1) for n in (2, 3, 4, 5)},  # type: ignore[misc]
    "a cover": lambda: clue(),
    "all clues": lambda: clue("begin"),
    "a clue that is chosen": lambda: clue("begin", "clue 2"),
    "clues with not": lambda: clue("begin", "not", "clue 24"),
    "my clues": lambda: clue("begin", typed=True),
    "clues of two that don't fit": lambda: unfit(2),
    "clues of five that don't fit": lambda: unfit(5),
    "a map, empty": lambda: MapEditor(MapDraft(), nothing, nothing, nothing),
    "a map, a piece missing": lambda: tapped_map(drafted_map=MapDraft().with_tile((0, 0), 3)),
    "a map, whole": lambda: tapped_map(),
    "a map, a structure": lambda: tapped_map("green abandoned shack"),
    "a map, a taken space": taken_space,
    "all give up": lambda: over_table("Give up?", Agreeing([p.name for p in theme.plates()[:5]], nothing)),
    "Tracktic's tally, bare": lambda: TrackticTally(("." * 14,) * 14, nothing, nothing),
    "Tracktic's tally, with a T": lambda: TrackticTally(("." * 8,) * 6, nothing, nothing, T_EVERYWHERE),
    "Sequence's tally, won": lambda: SequenceTally(made_up_board(), nothing, nothing, WON),
    "Sequence's tally, locked": lambda: SequenceTally(None, nothing, nothing, LOCKED),
    "Speed Mode's tally": lambda: SpeedTally(derived(), nothing, nothing, "AAAA.ab.\nBBAA.bb.\nBB.aa..."),
    "sheets": lambda: SheetChoice(SheetFacts(4), memory_with(), nothing, nothing),
    "a new sheet": lambda: new_sheet(Plain("Camp games", ("Points",), target=100)),
    "a new sheet, six columns": lambda: new_sheet(Plain("Twelve lette", tuple("ABCDEF"), rounds=10)),
    "a new sheet, wrong": lambda: new_sheet(
        Plain("Camp games", ("A", "A")), "Two columns are called Points: rename one."
    ),
    "figures of three": lambda: figures("wizard", 3),
    "figures of six": lambda: figures("wizard", 6),
    "figures of twenty-two": lambda: figures("score_sheet", 22),
    "choices": lambda: figures("skat", 3),
    "teams": lambda: figures("tichu", 4),
    "kinds of cards": lambda: EntryDialog(page("Which?", kinds(DEALT, nothing)), nothing),
    "points of groups": lambda: over_table(
        "Groups", GroupsEntry(SPEED.presenter(SpeedFacts(), theme.plates()[:2]), nothing)
    ),
    "cards of a box": lambda: EntryDialog(page("Which?", opened(LAID, nothing)), nothing),
}


def hung(panel: str, look: str, name: str) -> object:
    """Return the parameters for a screen on a panel in a look; rarer combinations are long tests."""
    marks = () if (panel, look) in (("lying", "large"), ("upright", "left light")) else pytest.mark.long
    return pytest.param((panel, look), name, id=f"{panel} {look}-{name}", marks=marks)


@pytest.fixture
def panel(request: pytest.FixtureRequest, rig: Rig) -> Rect:
    """Set up a panel, landscape or upright, in a look."""
    name, look = request.param
    wide, high, Metrics.density = PANELS[name]
    Window.size = (wide, high)
    rig.pump(2)
    theme.use(theme.Theme.read(look))
    return Rect(0, 0, wide, high)


@pytest.mark.parametrize(
    ("panel", "name"),
    [hung(panel, look, name) for panel in PANELS for look in LOOKS for name in SCREENS],
    indirect=["panel"],
)
def test_it_is_whole_for_fingers_and_for_eyes(rig: Rig, panel: Rect, name: str) -> None:
    screen = SCREENS[name]()
    place_widget(screen, panel)
    # The layout settles within six frames; only the last is drawn.
    rig.show(screen)
    rig.pump(2)
    rig.draws = True
    rig.pump()
    try:
        assert faults(screen, panel) == []
    finally:
        if isinstance(screen, Leaving):
            screen.leave()


@pytest.mark.parametrize("name", SCREENS)
def test_upright_there_are_all_parts_that_there_are_lying(rig: Rig, name: str) -> None:
    screen = SCREENS[name]()
    found = []
    for wide, high in ((800, 480), (480, 800)):
        place_widget(screen, Rect(0, 0, wide, high))
        rig.show(screen)
        rig.pump(2)
        found.append([names_of(page.part()) for page in shown(screen, PartScreen)])
    assert found[0] == found[1]
    if isinstance(screen, Leaving):
        screen.leave()
