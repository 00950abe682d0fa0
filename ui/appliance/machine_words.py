"""The sentences about the machine itself: what it found to draw on, how it is cared for, what stopped it.

Kivy isn't needed to say them: some are written where no window opens.
"""

from ui.words import _

# What was decided at the start, a line each.
PANEL = _("panel")
TURNED = _("picture")
DENSITY = _("density")
TOUCH = _("touch")
SOUND = _("sound")
FOUND = _("there is a card")
SILENT = _("none, silent")
DESKTOP = _("the desktop's own")
TOUCH_OF_DESKTOP = _("as the desktop gives it")
NO_PANEL = _("none is connected")
NO_TOUCH = _("no touchscreen; a mouse does as well")
AS_BUILT = _("as the panel is built")
UPRIGHT = _("the panel stands upright")
TOLD_KERNEL = _("the kernel was told so")


def driver_by_hand(name: str) -> str:
    """Say that somebody chose how to draw."""
    return _("{name}, chosen by SDL_VIDEODRIVER").format(name=name)


def panel(connector: str, card: int, width: int, height: int) -> str:
    """Say which panel is used."""
    return _("{connector} on card{card}, {width}x{height}").format(
        connector=connector, card=card, width=width, height=height
    )


def passed_over(connector: str, card: int) -> str:
    """Say that a connected panel isn't used."""
    return _("{connector} on card{card} is connected too, and left alone").format(
        connector=connector, card=card
    )


def turned(degrees: int, why: str) -> str:
    """Say how the picture is turned."""
    if not degrees:
        return _("not turned: {why}").format(why=why)
    return _("turned by {degrees} degrees, touch with it: {why}").format(degrees=degrees, why=why)


def and_around(why: str) -> str:
    """Say that the table turned the picture around."""
    return _("{why}, and turned around by the table's setting").format(why=why)


def density(density: float, width: int, height: int) -> str:
    """Say how large things are drawn."""
    return _("{density:.2f}, for {width}x{height} on 7 inches").format(
        density=density, width=width, height=height
    )


def touch(name: str, path: str) -> str:
    """Say which touchscreen is used."""
    return _("{name} at {path}").format(name=name, path=path)


def touch_closed(path: str) -> str:
    """Say that the touchscreen may not be read."""
    return _("no permission to read {path}").format(path=path)


# Why no window opens, and what to do.
NO_WINDOW = _("The companion can't open its screen.")
MEND_PANEL = _("Connect a panel or a screen, and start the Pi again.")
MEND_WINDOW = _("Run `companion doctor` for everything that it needs.")


def card_closed(path: str) -> str:
    """Say that the display may not be used."""
    return _("There is no permission to use {path}.").format(path=path)


def mend_card(user: str) -> str:
    """Say how that is mended."""
    return _("Add the user {user} to the groups video and render, and start it again.").format(user=user)


def window_refused(why: str) -> str:
    """Say in the system's own words why no window came."""
    return _("The graphics system says: {why}.").format(why=why)


def problem(what: str, remedy: str) -> str:
    """Return a problem and its remedy in a line."""
    return f"{what} {remedy}".strip()


def sentence(text: str) -> str:
    """Return a finding as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
