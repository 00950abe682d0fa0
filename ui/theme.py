"""The look: a dozen tones, seat colours and shapes, and sizes in millimetres.

A density of 1.0 is an 800x480 panel and 1.6 a 1280x720 one, both 7 inches: 5.2 dp are then a millimetre.
"""

from itertools import islice

from companion.journal import Plate

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
TEXT = tone("#f4f1e8")
DIM = tone("#9aa6b0")
PRIMARY = tone("#e9e4d4")
PRIMARY_PRESSED = tone("#bdb8a8")
ON_PRIMARY = tone("#101418")
ON_PRIMARY_DIM = tone("#4a525a")
WARNING = tone("#ea7418")
WARNING_GROUND = tone("#2b1c1e")
READY = tone("#009e73")
FELT = tone("#1d2a26")
FELT_LINE = tone("#2d4139")
WOOD = tone("#b9834d")
WOOD_LINE = tone("#8a5c33")

# Okabe and Ito's colours, told apart with every kind of colour-blindness, and an ivory; their blue is left
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

ON_SEAT = tone("#101418")
"""The letter on a seat's shape: dark on every one of the seat colours."""

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
"""Names to pick from, each with a letter of its own; words.py translates them for the eye."""


def plates() -> tuple[Plate, ...]:
    """Return everybody who can sit at the table: no two share a letter, or both colour and shape."""
    colours = tuple(COLOURS)
    return tuple(
        Plate(name, colours[n % len(colours)], SHAPES[n % len(SHAPES)], name[0])
        for n, name in enumerate(islice(ANIMALS, len(colours) * len(SHAPES)))
    )


def seat_tone(plate: Plate, opacity: float = 1.0) -> Tone:
    """Return the tone of a seat; one from an older record whose colour is gone is drawn in ivory."""
    red, green, blue, _ = COLOURS.get(plate.colour, COLOURS["ivory"])
    return (red, green, blue, opacity)


def mm(length: float) -> float:
    """Return millimetres on the panel as pixels."""
    # Not before something is put on the screen: tones are also used where there is no Kivy.
    from kivy.metrics import dp

    return float(dp(DP_PER_MM * length))


# Font sizes by role, in mm of the line: glance is read in passing, small only from near by.
GLANCE_MM = 12.0
FIGURE_MM = 8.5
TITLE_MM = 6.2
HEADING_MM = 4.6
BODY_MM = 3.7
SMALL_MM = 2.9

PRIMARY_MM = 16.0
"""A target that is hit in the heat of play."""
TARGET_MM = 12.0
"""Every other target."""
GAP_MM = 3.0
"""Between two targets, so that a finger can't hit both."""
RADIUS_MM = 2.2
"""Of the corners of pads and panels."""


def glance() -> float:
    """Return the font size of what must be read in passing, in pixels."""
    return mm(GLANCE_MM)


def figure() -> float:
    """Return the font size of scores and counts, in pixels."""
    return mm(FIGURE_MM)


def title() -> float:
    """Return the font size of whose turn it is, in pixels."""
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
