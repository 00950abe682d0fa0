"""The look: tones, seat colours and shapes, and sizes in millimetres.

A density of 1.0 is an 800x480 panel and 1.6 a 1280x720 one, both 7 inches: 5.2 dp are then a millimetre.

`use` rebinds `TEXT` and its like for whatever is drawn afterwards, so read them as `theme.TEXT` and import
none of them by name.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import cycle
from typing import Any, TypeVar

from msgspec import Struct

from companion.journal import NamePlate
from ui.language import languages

Tone = tuple[float, float, float, float]
"""Red, green, blue and opacity, 0 to 1."""

DP_PER_MM = 5.2


def tone(code: str, opacity: float = 1.0) -> Tone:
    """Return a tone from its hexadecimal code, `"#101418"`."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return (red, green, blue, opacity)


GROUND = tone("#101418")
BAR = tone("#0a0e11")
PANEL = tone("#1a2026")
RAISED = tone("#252d35")
PRESSED = tone("#3a4651")
LINE = tone("#36414b")
EDGE = tone("#6b7782")
"""Outline of pads: 3:1 against the ground and against the pad (WCAG 2.2, 1.4.11)."""
TEXT = tone("#f4f1e8")
DIM = tone("#9aa6b0")
FAINT = tone("#7d8892")
"""The numbers along the edges of boards."""
PRIMARY = tone("#e9e4d4")
PRIMARY_PRESSED = tone("#bdb8a8")
ON_PRIMARY = tone("#101418")
ON_PRIMARY_DIM = tone("#4a525a")
WARNING = tone("#ea7418")
WARNING_GROUND = tone("#2b1c1e")
FIXING = tone("#2a1f47")
"""Ground of the table while a past entry is being corrected."""
READY = tone("#00a97a")
CELL = tone("#202931")
"""An empty cell of a board."""
LATTICE = tone("#4d5b68")
"""The cells of a grid in a small picture."""
FELT = tone("#1d2a26")
FELT_LINE = tone("#2d4139")

# Okabe and Ito's colours, which differ with every kind of colour blindness, and an ivory. Their blue is left
# out because it is too dark for letters on our ground.
COLOURS: dict[str, Tone] = {
    "orange": tone("#e69f00"),
    "sky": tone("#56b4e9"),
    "green": tone("#009e73"),
    "yellow": tone("#f0e442"),
    "purple": tone("#cc79a7"),
    "vermilion": tone("#d55e00"),
    "ivory": tone("#dcd7c6"),
}

SHAPES = ("circle", "triangle", "square", "diamond", "star", "hexagon", "pentagon", "cross")
"""Seven colours and eight shapes, stepped through together, repeat only after 56 seats."""

LEAST_CONTRAST = 4.5
"""Least contrast of letters and lines with their ground (WCAG 2.2, 1.4.3, level AA)."""
ON_SEAT = tone("#101418")
"""The letter on a seat's shape."""
INK = tone("#0b0f12")
"""Ink for outlines of pieces and letters on them, in either theme; pieces have the box's colours.

Without the outline a yellow piece would vanish on light ground.
"""

# Font sizes by role, in mm: GLANCE is read in passing, SMALL only from close by.
GLANCE_MM = 12.0
FIGURE_MM = 8.5
TITLE_MM = 6.2
HEADING_MM = 4.6
BODY_MM = 3.7
SMALL_MM = 3.2
LARGER = 1.0
"""How much larger they are than usual; text that doesn't fit still shrinks to its usual minimum."""

LIGHT: dict[str, Any] = {
    "GROUND": tone("#f1ede2"),
    "BAR": tone("#e2dccd"),
    "PANEL": tone("#fbf9f3"),
    "RAISED": tone("#e3ddce"),
    "PRESSED": tone("#cbc4b2"),
    "LINE": tone("#b3ab98"),
    "EDGE": tone("#827a68"),
    "TEXT": tone("#14181c"),
    "DIM": tone("#454d55"),
    "FAINT": tone("#5a636c"),
    "PRIMARY": tone("#1f2c35"),
    "PRIMARY_PRESSED": tone("#43525d"),
    "ON_PRIMARY": tone("#fbf9f3"),
    "ON_PRIMARY_DIM": tone("#b9c1c7"),
    "WARNING": tone("#9c3d00"),
    "WARNING_GROUND": tone("#fbe6da"),
    "FIXING": tone("#d9cdf2"),
    "READY": tone("#00694c"),
    "CELL": tone("#dfd9ca"),
    "LATTICE": tone("#b5ac97"),
    "FELT": tone("#d3dfd3"),
    "FELT_LINE": tone("#a3b8a8"),
    # The same hues, dark enough for letters on light ground.
    "COLOURS": {
        "orange": tone("#835200"),
        "sky": tone("#14618c"),
        "green": tone("#00694c"),
        "yellow": tone("#645d00"),
        "purple": tone("#8f3a6b"),
        "vermilion": tone("#a83a00"),
        "ivory": tone("#59564c"),
    },
    "ON_SEAT": tone("#fbf9f3"),
}
"""What the light theme changes, because sun on a terrace outshines a dark screen."""

ANIMALS = (
    "Fox",
    "Owl",
    "Bear",
    "Wolf",
    "Lynx",
    "Hare",
    "Crane",
    "Deer",
    "Mole",
    "Newt",
    "Panda",
    "Raven",
    "Seal",
    "Tiger",
    "Viper",
    "Yak",
    "Zebra",
    "Goose",
    "Ibex",
    "Jay",
    "Kite",
    "Auk",
)
"""Names to pick from, each with its own initial; fewer than the pairs of colour and shape."""


def plates() -> tuple[NamePlate, ...]:
    """Return a plate for each of `ANIMALS`: no two share a letter, or both colour and shape."""
    looks = zip(ANIMALS, cycle(COLOURS), cycle(SHAPES), strict=False)
    return tuple(NamePlate(name, colour, shape, name[0]) for name, colour, shape in looks)


def contrast(one: Tone, other: Tone) -> float:
    """Return the contrast ratio of WCAG 2, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(tone: Tone) -> float:
    """Return the relative luminance of WCAG 2."""
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in tone[:3]]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def line(tone: Tone) -> Tone:
    """Return a piece's tone for a line, with as little `TEXT` mixed in as contrast on the ground needs."""
    for n in range(20):
        red, green, blue = (a + (b - a) * n / 20 for a, b in zip(tone[:3], TEXT[:3], strict=True))
        if contrast((red, green, blue, 1.0), GROUND) >= LEAST_CONTRAST:
            return (red, green, blue, tone[3])
    return TEXT


def seat_tone(plate: NamePlate, opacity: float = 1.0) -> Tone:
    """Return a seat's tone; ivory for a plate in an older record whose colour no longer exists."""
    red, green, blue, _ = COLOURS.get(plate.colour, COLOURS["ivory"])
    return (red, green, blue, opacity)


SWITCHES, IN = ("light", "large", "left", "still"), "language:"


class Theme(Struct, frozen=True):
    """The display settings, as chosen on the screen.

    `left`: for a left hand; `still`: nothing moves; `language`: its code, empty for English.
    """

    light: bool = False
    large: bool = False
    left: bool = False
    still: bool = False
    language: str = ""

    @property
    def setting(self) -> str:
        """The theme as it is saved: the names of the switches that are on, and the language."""
        on = [name for name in SWITCHES if getattr(self, name)]
        return " ".join([*on, *([f"{IN}{self.language}"] if self.language else [])])

    @classmethod
    def read(cls, setting: str) -> "Theme":
        """Return the theme of a saved setting; unknown words in it are ignored."""
        known = setting.split()
        language = next((word.removeprefix(IN) for word in known if word.startswith(IN)), "")
        return cls(**{name: name in known for name in SWITCHES}, language=language)


now = Theme()
"""The theme in use."""

LARGE: dict[str, Any] = {
    # Glance is read from a metre away; the others grow as far as pads have room for them.
    "GLANCE_MM": 16.3,
    "FIGURE_MM": 11.5,
    "TITLE_MM": 8.4,
    "HEADING_MM": 6.0,
    "BODY_MM": 4.8,
    "SMALL_MM": 3.8,
    "LARGER": 1.3,
}
"""What large text changes."""

_ORDINARY = {name: globals()[name] for name in (*LIGHT, *LARGE)}
CHANGED = frozenset(_ORDINARY)
"""The names of all constants that a theme may change."""
_forget: list[Callable[[], None]] = []

Drawn = TypeVar("Drawn", bound=Callable[..., Any])


def cached_by_theme(draw: Drawn) -> Drawn:
    """Cache what a function draws in the theme's tones, until another theme is used."""
    cached: Any = cache(draw)
    _forget.append(cached.cache_clear)
    return cached  # type: ignore[no-any-return]  # the same calls, as functools says it


def use(chosen: Theme) -> None:
    """Draw in this theme from now on; whatever is on the screen must be built again by the caller."""
    global now
    if chosen.language != now.language:
        languages.use(chosen.language)
    now = chosen
    globals().update(_ORDINARY | (LIGHT if chosen.light else {}) | (LARGE if chosen.large else {}))
    for forget in _forget:
        forget()


_density: float | None = None


@contextmanager
def drawn_at(density: float) -> Iterator[None]:
    """Use the millimetres of a panel of this density, for documents, which have no screen."""
    global _density
    before, _density = _density, density
    try:
        yield
    finally:
        _density = before


def mm(length: float) -> float:
    """Return millimetres on the panel as pixels."""
    if _density is not None:
        return DP_PER_MM * length * _density
    # Imported late: tones are also used where Kivy isn't running.
    from kivy.metrics import dp

    return float(dp(DP_PER_MM * length))


PRIMARY_MM = 16.0
"""Size of a target that is hit in the heat of play."""
TARGET_MM = 12.0
"""Size of every other target."""
REST_SECONDS = 0.3
"""How long a finger must stay on a pad to rest on it: a stray tap must not show a secret."""
GAP_MM = 3.0
"""Gap between two targets, so that a finger can't hit both."""
RADIUS_MM = 2.2
"""Corner radius of pads and panels."""


def glance() -> float:
    """Return the font size of what must be read in passing, in pixels."""
    return mm(GLANCE_MM)


def figure() -> float:
    """Return the font size of scores and counts, in pixels."""
    return mm(FIGURE_MM)


def title() -> float:
    """Return the font size of titles, such as whose turn it is, in pixels."""
    return mm(TITLE_MM)


def heading() -> float:
    """Return the font size of pads and headings, in pixels."""
    return mm(HEADING_MM)


def body() -> float:
    """Return the font size of sentences, in pixels."""
    return mm(BODY_MM)


def small() -> float:
    """Return the font size of the small print, in pixels."""
    return mm(SMALL_MM)
