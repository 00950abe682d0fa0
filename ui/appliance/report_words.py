"""The sentences of a table's report."""

from ui.language.phrases import _, phrase

TITLE = _("Report")
HINT = _("for those who build this table")
GATHERING = _("Checking everything …")
ABOUT = _(
    "This is all of it: no names, no matches, no serial numbers, no addresses. A phone can read the code."
)
PLUG_IN = _("To save it as a file, plug in a USB stick.")
WRITE = _("Save to the stick")
WRITING = _("Saving …")

YES = _("yes")
NO = _("none")
NOTHING = _("nothing")
NO_PANEL = _("panel: none, or a window on a desktop")
NO_BUTTONS = _("buttons: on the screen")
BAD_SEATS = _("buttons: the seats file is wrong")
UNREADABLE = _("grabs: the matches can't be read")

program = phrase("program: {version}, Python {python}, Kivy {kivy}", str, str, str)
machine = phrase("machine: {model}, {processor}", str, str)
release = phrase("system: {name}")
kernel = phrase("kernel: {name}")
panel = phrase("panel: {kind}, {wide} x {high}", str, int, int)
touch = phrase("touch: {name}")
sound = phrase("sound card: {there}")
buttons = phrase("buttons: {pins} on pins, {boards} on grab boards, {pads} on USB pads", int, int, int)
to_mend = phrase("doctor: look at {names}")
OTHERS = _("something else")
grabs = phrase('grabs: {matches} matches, {duels} duels decided, {again} times "again"', int, int, int)
margins = phrase("first by: {least} ms or more; quarters {low}, {half}, {high}", str, str, str, str)

saved = phrase("The report is on {stick} as {name}.", str, str)
not_saved = phrase("The report was not saved: {why}")
written = phrase("This is saved in {path}. Nothing was sent anywhere.")
