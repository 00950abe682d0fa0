"""The last step before a match in each game with a board or box of one's own: chosen, entered, remembered."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.games.sequence_states import model as sequence
from companion.games.sequence_states.layout import OWN, demo, draft_of
from companion.games.speed_mode import model as speed
from companion.games.speed_mode.board import Place
from companion.games.speed_mode.board_file import derived
from companion.games.tracktic import model as tracktic
from companion.games.tracktic import profile
from companion.games.ungle_speed import model as ungle
from companion.games.ungle_speed.deck import STANDARD
from tests.ui.by_fingers import texts
from tests.ui.desk import the
from tests.ui.rig import Rig
from tests.ui.sequence_states.setting import FakeStore, show_screen
from ui.games.drafted import OwnEditor
from ui.games.own_setup import OwnSetup
from ui.games.owners_item import SavedForm, damaged_key
from ui.games.sequence_states.drafts import FORM as LAYOUT
from ui.games.sequence_states.setup import SetupScreen as SequenceSetup
from ui.games.speed_mode.drafts import FORM as BOARD
from ui.games.speed_mode.drafts import draft_of as board_draft
from ui.games.speed_mode.setup import SetupScreen as SpeedSetup
from ui.games.tracktic import drafts as boxes
from ui.games.tracktic.setup import SetupScreen as TrackticSetup
from ui.games.ungle_speed.editor import form as deck_form
from ui.games.ungle_speed.setup import SetupScreen as UngleSetup
from ui.main.frame import memory
from ui.stage import theme
from ui.storage.saver import Saver
from ui.table.session import Inbox
from ui.widgets.pad import HOLD_SECONDS


class Game(Struct):
    """A game's set-up. `item` returns what the facts are played with; the last built-in item is usual.

    Each of the `drafts` differs from one's `own` item; a finished one is the item at once.
    """

    step: type[OwnSetup[Any, Any]]
    form: SavedForm[Any, Any]
    facts: Any
    item: Callable[[Any], Any]
    built_in: dict[str, Any]
    own: Any
    drafts: tuple[Any, Any]
    over: str = "start over"

    @property
    def usual(self) -> Any:
        """The item that is played with where nothing is known."""
        return [*self.built_in.values()][-1]


def first_states(count: int) -> Any:
    return dict([*draft_of(demo()).items()][:count])


SWAPPED = board_draft().exchanged(Place(0, 0), Place(2, 3))
BOX = boxes.draft_of(profile.demo())
GAMES = {
    "sequence": Game(
        SequenceSetup, LAYOUT, sequence.Facts(2), lambda facts: facts.layout,
        {"made_up": demo(), "none": None}, replace(demo(), name=OWN, made_up=False),
        (first_states(63), first_states(64)),
    ),
    "speed": Game(
        SpeedSetup, BOARD, speed.Facts(), lambda facts: facts.board, {"derived": derived()}, SWAPPED.board,
        (SWAPPED.scored("lone", 3), SWAPPED.scored("circle", 7)),
    ),
    "tracktic": Game(
        TrackticSetup, boxes.FORM, tracktic.Facts(2, profile.demo()), lambda facts: facts.profile,
        {"made_up": profile.demo()}, BOX.box,
        (boxes.new_draft().resized("area", 4, 5), boxes.new_draft().resized("area", 6, 7)),
    ),
    "ungle": Game(
        UngleSetup, deck_form(STANDARD), ungle.Facts(4), lambda facts: facts.deck, {"box": STANDARD},
        replace(STANDARD, missing=("inward",)),
        (replace(STANDARD, missing=("inward", "inward")), replace(STANDARD, missing=("outward",))),
        "none missing",
    ),
}  # fmt: skip


class Step:
    """The step on the screen with what was saved before it, and the items that it goes on with."""

    def __init__(
        self, rig: Rig, game: Game, store: FakeStore | None = None, own: str = "", draft: str = ""
    ) -> None:
        self.rig, self.game, self.store = rig, game, store or FakeStore()
        self.saved.update({game.form.name: own} if own else {})
        self.saved.update({game.form.draft_name: draft} if draft else {})
        self.items: list[Any] = []
        self.left = 0
        plates = theme.plates()[: game.facts.players]
        step = game.step(game.facts, plates, self.store.memory, self._leave, self._go_on)
        self.screen: Any = show_screen(rig, step)

    def _leave(self) -> None:
        self.left += 1

    def _go_on(self, facts: Any) -> None:
        self.items.append(self.game.item(facts))

    @property
    def saved(self) -> dict[str, str]:
        return self.store.texts

    def tap(self, *pads: str) -> None:
        for pad in pads:
            self.rig.tap(self.screen[pad])

    def go(self) -> Any:
        """Go on, and return the item to play with."""
        self.tap("next")
        return self.items.pop()

    @property
    def chosen(self) -> list[str]:
        """The items that look chosen."""
        part = self.screen.part()
        return [name for name in ("own", *self.game.built_in) if part[name].chosen]

    def edit(self, pad: str = "own") -> OwnEditor[Any, Any]:
        self.tap(pad)
        self.rig.pump(3)
        return the(OwnEditor, self.screen.over)


EACH = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
IN_STEPS = pytest.mark.parametrize("game", [*GAMES.values()][:3], ids=[*GAMES][:3])
"""Games whose item isn't whole after every tap."""


@EACH
def test_without_one_s_own_the_usual_one_is_chosen(rig: Rig, game: Game) -> None:
    step = Step(rig, game)
    assert step.chosen == [[*game.built_in][-1]]
    assert step.go() == game.usual
    step.tap("back")
    assert step.left == 1


@EACH
def test_one_s_own_is_taken_and_the_last_choice_is_offered_again(rig: Rig, game: Game) -> None:
    step = Step(rig, game, own=game.form.write(game.own))
    assert (step.chosen, step.go()) == (["own"], game.own)
    for name, item in game.built_in.items():
        step.tap(name)
        assert step.go() == item
        step = Step(rig, game, step.store)
        assert (step.chosen, step.go()) == ([name], item)
    step.tap("own", "back")
    assert Step(rig, game, step.store).go() == game.own


@EACH
def test_nothing_is_chosen_or_entered_before_all_that_was_saved_is_known(rig: Rig, game: Game) -> None:
    store = FakeStore(late=True)
    step = Step(rig, game, store, game.form.write(game.own))
    step.tap("next", "own", *game.built_in)
    assert (step.items, step.screen.over, step.chosen, store.written) == ([], None, [], [])
    store.arrive()
    assert step.go() == game.own


@IN_STEPS
def test_every_step_of_entering_is_saved_and_gone_on_with(rig: Rig, game: Game) -> None:
    step = Step(rig, game)
    editor, usual = step.edit(), step.screen.part()["own"].title
    for draft in game.drafts:
        editor.change(draft)
        assert game.form.read_draft(step.saved[game.form.draft_name]) == draft
    rig.tap(editor["back"])
    assert step.screen.over is None
    assert step.screen.part()["own"].title != usual
    assert step.go() == game.usual
    assert Step(rig, game, step.store).edit().draft == game.drafts[1]


@EACH
def test_one_s_own_is_looked_at_or_corrected_and_stays_until_that_is_done(rig: Rig, game: Game) -> None:
    step = Step(rig, game, own=game.form.write(game.own))
    step.tap(*game.built_in)
    editor, usual = step.edit("correct"), step.screen.part()["correct"].title
    assert editor.draft == game.form.begin(game.own)
    editor.on(game.own)
    assert (step.screen.over, step.store.written, step.screen.part()["correct"].title) == (None, [], usual)
    assert step.chosen == ["own"]
    editor = step.edit("correct")
    editor.change(game.drafts[0])
    rig.tap(editor["back"])
    done = game.form.finished(game.drafts[0])
    assert (step.screen.part()["correct"].title == usual) is (done is not None)
    assert step.go() == (done or game.own)


@EACH
def test_starting_over_must_be_held_and_is_undone(rig: Rig, game: Game) -> None:
    editor = Step(rig, game, draft=game.form.write_draft(game.drafts[0])).edit()
    before = editor.draft
    rig.tap(editor[game.over])
    assert editor.draft == before
    rig.hold(editor[game.over], HOLD_SECONDS + 0.1)
    assert editor.draft == game.form.begin(None)
    rig.tap(editor["undo"])
    assert editor.draft == before


@EACH
@pytest.mark.parametrize("text", ["{", '{"name":"x"}', "null", "[" * 5000, "\0", "\ud800"])
def test_what_is_damaged_is_said_stops_nobody_and_is_put_aside(rig: Rig, game: Game, text: str) -> None:
    form, store = game.form, FakeStore()
    store.texts[game.step.choice_key] = text
    step = Step(rig, game, store, text, text)
    assert step.screen.setup_words.DAMAGED in texts(step.screen)
    assert step.go() == game.usual
    assert step.saved[form.name] == step.saved[form.draft_name] == text
    editor = step.edit()
    assert step.screen.setup_words.DAMAGED_DRAFT in texts(editor)
    editor.change(game.drafts[0])
    assert step.screen.setup_words.DAMAGED_DRAFT not in texts(editor)
    assert step.saved[damaged_key(form.draft_name)] == text
    step.screen.entered(game.own)
    assert step.saved[damaged_key(form.name)] == text
    assert step.go() == game.own


@EACH
def test_it_goes_on_from_the_disk(rig: Rig, tmp_path: Path, game: Game) -> None:
    for draft in (None, *game.drafts):
        inbox, store = Inbox(), FakeStore()
        saver = Saver(tmp_path / "matches.db", inbox.post)
        store.memory = memory(saver)
        step = Step(rig, game, store)

        def known(step: Step = step, inbox: Inbox = inbox) -> bool:
            inbox.drain()
            return bool(step.screen.part()["own"].live)

        rig.until(known)
        step.screen.edit()
        rig.pump(3)
        editor = step.screen.over
        assert editor.draft == (draft or game.form.begin(None))
        editor.change(game.drafts[0 if draft is None else 1])
        saver.close()
