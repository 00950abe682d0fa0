"""The sentences about the machine itself: what it found to draw on, how it is cared for, what stopped it.

Kivy isn't needed to say them: some are written where no window opens.
"""

from ui.language.phrases import _, phrase

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

driver_by_hand = phrase("{name}, chosen by SDL_VIDEODRIVER")
panel = phrase("{connector} on card{card}, {width}x{height}", str, int, int, int)
passed_over = phrase("{connector} on card{card} is connected too, and left alone", str, int)


def turned(degrees: int, why: str) -> str:
    """Say how the picture is turned."""
    if not degrees:
        return _("not turned: {why}").format(why=why)
    return _("turned by {degrees} degrees, touch with it: {why}").format(degrees=degrees, why=why)


and_by_hand = phrase("{why}, and turned by the table's setting")
density = phrase("{density:.2f}, for {width}x{height} on 7 inches", float, int, int)
touch = phrase("{name} at {path}", str, str)
touch_closed = phrase("no permission to read {path}")

# Why no window opens, and what to do.
NO_WINDOW = _("The companion can't open its screen.")
MEND_PANEL = _("Connect a panel or a screen, and start the Pi again.")
MEND_WINDOW = _("Run `companion doctor` for everything that it needs.")

card_closed = phrase("There is no permission to use {path}.")
mend_card = phrase("Add the user {user} to the groups video and render, and start it again.")
window_refused = phrase("The graphics system says: {why}.")


def problem(what: str, remedy: str) -> str:
    """Return a problem and its remedy in a line."""
    return f"{what} {remedy}".strip()


def sentence(text: str) -> str:
    """Return a finding as a sentence."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")
