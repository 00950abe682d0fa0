"""The tally screen: people who played without the referee tap in the final board and see the sequences."""

from functools import partial

from companion.errors import SetupError
from companion.games.owned_toml import board_lines
from companion.games.sequence_states.boards import LETTERS, OPEN, read_board
from companion.games.sequence_states.layout import Layout
from companion.games.sequence_states.lines import SIDE, SPACES, Space
from companion.games.sequence_states.model import Colour, Side
from companion.games.sequence_states.tally import Tally, tally
from companion.games.sequence_states.view import SpaceView
from ui.games.sequence_states import art, table, words
from ui.games.sequence_states.art import DARK, TONES
from ui.games.tally import TallyFrame
from ui.language import words as frame
from ui.language.phrases import error_text
from ui.parts.values import Drawing, Part, small_pad
from ui.stage import theme
from ui.stage.parts import alone
from ui.stage.scene import Scene, Spot, Viewport

TOOLS_MM = (45.0, 57.0)
"""Width of the pads beside the board, and their height below it."""
WORDS_MM = 21.0
"""Height of the text: four lines, for what is wrong with a board."""
BARE = "\n".join([OPEN * SIDE] * SIDE)
SIDES = (None, 2, 3)
"""Choices for the number of sides; None for as many as there are colours on the board."""


def tapped(text: str, space: Space, colour: Colour) -> str:
    """Return a board after a tap on a space, which cycles through a chip of the colour, locked, and none."""
    letter = next(letter for letter, other in LETTERS.items() if other is colour)
    at = space.row * (SIDE + 1) + space.column
    turned = {letter: letter.upper(), letter.upper(): OPEN}.get(text[at], letter)
    return text[:at] + turned + text[at + 1 :]


def scene(
    text: str, layout: Layout | None, result: Tally | None, room: Viewport, finger: Spot | None
) -> Scene:
    """Return the board with its chips, and a line through each sequence that counts."""
    at = table.spaces_in(room)
    tiles = []
    for space, letter in zip(SPACES, text.replace("\n", ""), strict=True):
        colour = LETTERS.get(letter.lower())
        card = None if layout is None else layout.at(space)
        space_view = SpaceView(space, card, None if colour is None else Side(0), letter.isupper())
        ink = theme.TEXT if colour is None else DARK
        tiles.append(table.Tile(at.of(space), space_view, colour, table.tint(space_view), ink))
    lines = (
        table.line_between((at.of(five[0]), at.of(five[-1])), theme.line(TONES[colour]))
        for colour, fives in (result.sequences.items() if result is not None else ())
        for five in fives
    )
    gap, most = max(1.0, round(at.side * table.GAP)), room.mm(table.MOST_LETTERS_MM)
    items = [*table.tile_items(tiles, gap, lines, most), *table.numbers(at, room, finger)]
    pointed = finger if isinstance(finger, Space) else None
    items.append(table.frame(at, pointed, room.mm(table.FINGER_MM), 1.0))
    return Scene(tuple(items), (at,))


class TallyScreen(TallyFrame[Layout | None, str]):
    """The board, with a pad for each colour beside it that shows its number of sequences.

    The draft is a board as text, as in `boards`. Without a layout the spaces have numbers.
    """

    colour = Colour.RED
    sides: int | None = None

    # Taps.

    def take(self, colour: Colour) -> None:
        """Make the next taps place chips of a colour."""
        self.colour = colour
        self.compose()

    def go_sides(self) -> None:
        """Switch to the next choice for the number of sides."""
        self.sides = SIDES[(SIDES.index(self.sides) + 1) % len(SIDES)]
        self.compose()

    def tap(self, at: Space) -> None:
        """Turn what lies on a space to the next thing that can."""
        wanted = tapped(self.draft, at, self.colour)
        try:
            read_board(wanted)
        except SetupError:
            self.warning = words.TOO_MANY
            self.compose()
        else:
            self.change(wanted)

    # The board.

    @staticmethod
    def read(text: str) -> str:
        """Return a saved board, or a bare one if it can't be read."""
        try:
            read_board(text)
        except SetupError:
            return BARE
        return "\n".join(board_lines(text))

    def text(self) -> str:
        """Return the board as text to be saved."""
        return self.draft

    # Drawing.

    def part(self) -> Part:
        """Return the board, each colour's number of sequences, and who has won."""
        result: Tally | None = None
        prompt = self.warning or words.TAP
        try:
            result = tally(read_board(self.draft), self.sides)
        except SetupError as error:
            prompt = error_text(error)
        winner = None if result is None else result.winner
        title = frame.TALLY_ONLY if winner is None else words.wins(words.COLOURS[winner])
        board = Drawing(partial(scene, self.draft, self.item, result), on_tap=self.tap, name="spaces")
        pads = tuple(
            small_pad(
                words.COLOURS[colour],
                words.sequences(len(result.sequences.get(colour, ())) if result else 0),
                partial(self.take, colour), chosen=colour is self.colour, picture=alone(art.chip(colour)),
                name=f"colour {colour}",
            )
            for colour in Colour
        )  # fmt: skip
        hint = words.SIDES_HINTS[self.sides]
        teams = small_pad(words.SIDES, hint, self.go_sides, name="teams")
        return self.framed(title, prompt, board, (*pads, teams), TOOLS_MM, words_mm=WORDS_MM)
