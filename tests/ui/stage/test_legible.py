"""The letters on the tables of all games can be read, in the dark theme and in the light one.

Their background is the most frequent tone of their room without them, pieces included.
"""

from collections import Counter
from collections.abc import Iterator

import pytest
import resvg_py
from msgspec.structs import replace

from companion.game import TABLE
from companion.games.shelf import GAMES as PLAYED
from tests.companion.ended import ended
from tests.ui.stage.positions import GAMES, positions
from tests.ui.stage.test_stage import pixels_of
from ui.games.registry import FACES, presenter_of
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import PlacedArt, Scene, Viewport
from ui.stage.shapes import Letters, scaled
from ui.stage.svg import svg

DARK, LIGHT = theme.Theme(), theme.Theme(light=True)
FADED = 0.99
"""Anything less opaque is faded on purpose: it is out of the game, or not active now."""
LEAST_SIDE = 6
"""Letters smaller than this, in pixels, aren't meant to be read: a table in the distance."""


def in_both(waited_for: theme.Theme) -> pytest.MarkDecorator:
    """Run a test in both themes: one in normal runs, the other in long ones."""
    marks = {waited_for: ()}
    both = (("dark", DARK), ("light", LIGHT))
    cases = [pytest.param(each, id=name, marks=marks.get(each, pytest.mark.long)) for name, each in both]
    return pytest.mark.parametrize("chosen", cases)


def letters_of(scene: Scene) -> Iterator[Letters]:
    """Yield the letters of a scene, including those on its pieces."""
    for item in scene.items:
        if isinstance(item, Letters):
            yield item
        if isinstance(item, PlacedArt) and item.opacity > FADED:
            x, y = item.middle[0] - item.side / 2, item.middle[1] - item.side / 2
            for shape in item.art.shapes:
                sign = scaled(shape, item.side)
                if isinstance(sign, Letters):
                    at = Rect(sign.room.x + x, sign.room.y + y, sign.room.width, sign.room.height)
                    yield replace(sign, room=at)


def bare(scene: Scene, room: Viewport) -> bytes:
    """Return a scene drawn without any font: rows of RGBA from the top."""
    text = svg(scene, room.rect, theme.GROUND)
    return pixels_of(bytes(resvg_py.svg_to_bytes(text, skip_system_fonts=True)))[2]


def faint(scene: Scene, room: Viewport) -> list[str]:
    """Return the letters that hardly stand out from their background."""
    wide, high = int(room.rect.width), int(room.rect.height)
    drawn = bare(scene, room)
    found = []
    for letters in letters_of(scene):
        if not letters.text or letters.size < LEAST_SIDE or letters.tone[3] < FADED:
            continue
        rect = letters.room
        least = min(rect.width, rect.height, letters.size)
        middle = rect.x + least / 2 + (rect.width - least) * letters.along, rect.center[1]
        seen: Counter[bytes] = Counter()
        for y in range(int(middle[1] - least / 3), int(middle[1] + least / 3) + 1):
            for x in range(int(middle[0] - least / 3), int(middle[0] + least / 3) + 1):
                if 0 <= x < wide and 0 <= y < high:
                    at = 4 * ((high - 1 - y) * wide + x)
                    seen[drawn[at : at + 3]] += 1
        if not seen:
            continue
        red, green, blue = (part / 255 for part in seen.most_common(1)[0][0])
        ratio = theme.contrast(letters.tone, (red, green, blue, 1.0))
        if ratio < theme.LEAST_CONTRAST - 0.05:
            found.append(f"{letters.text!r}: {ratio:.1f} on {seen.most_common(1)[0][0].hex()}")
    return found


@in_both(LIGHT)
@pytest.mark.parametrize("game", PLAYED)
def test_the_end_of_a_match_can_be_read(game: str, chosen: theme.Theme) -> None:
    theme.use(chosen)
    match, room = ended(game), Viewport(Rect(0, 0, 480, 300))
    scene = FACES[game]().still(presenter_of(match), match.game.view(match.state, TABLE))(room, None)
    assert faint(scene, room) == []


@in_both(DARK)
@pytest.mark.parametrize("game", GAMES)
def test_a_table_in_play_can_be_read(game: str, chosen: theme.Theme) -> None:
    theme.use(chosen)
    room = Viewport(Rect(0, 0, 480, 300))
    assert faint(GAMES[game](positions(game)[0], room, None), room) == []
