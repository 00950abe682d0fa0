"""Every English sentence of Speed Mode's board and of its tally: what the widgets say, and only here."""

from ui.phrases import _, phrase, plural

# Beside the pairs.
UNTOLD = _("?")
STUCK = _("says: nothing to make")
DECK = _("in the deck")
FACE_UP = _("face up")

tokens = plural("{n} circle left", "{n} circles left")
from_backs = plural("{n} from backs", "{n} from backs")

# The tally.
TAP = _("Tap a half: A, B, none. Both halves of a pair make a circle.")
UNPAIRED = _("Unpaired groups")
UNPAIRED_COUNT = _("count")
UNPAIRED_LEFT = _("don't count")

leads = phrase("{who} leads with {n}", str, int)
ties = phrase("A tie at {n}", int)
circles = plural("{n} circle", "{n} circles")
extras = plural("{n} extra", "{n} extra")
unpaired = plural("{n} unpaired", "{n} unpaired")
halves = plural("{n} half", "{n} halves")
