"""The command line's sentences for Two Player Speed Mode."""

from gettext import gettext as _

# The tally of a final board.
SHARED = _("Both have equally many: they share the win.")


def points_on_pairs(player: str, points: int, pairs: int, extra: int, unpaired: int) -> str:
    """Say how many points a player has, and what for."""
    return _("{player} {n}: pairs {pairs}, between them {extra}, unpaired groups {unpaired}").format(
        player=player.upper(), n=points, pairs=pairs, extra=extra, unpaired=unpaired
    )


# A board of pairs of one's own.
NO_PAIRS = _(
    "No board of your own is kept, so the derived one is played on: write it with --export, change it, "
    "and take it in with --import."
)


def is_pairs(path: str, pairs: int) -> str:
    """Say that a file is a board that can be played on."""
    return _("{path}: a board of {n} pairs.").format(path=path, n=pairs)


def odd(what: str) -> str:
    """Say what may be a slip, though it can be played on."""
    return _("Look again: {what}.").format(what=what)


def pairs_kept(name: str, pairs: int) -> str:
    """Say which board is kept."""
    return _("Your own board is kept: {name}, {n} pairs.").format(name=name, n=pairs)


def derived_exported(path: str) -> str:
    """Say that the board which comes with the program was written, for none of one's own is kept."""
    return _("{path}: the derived board, written; none of your own is kept.").format(path=path)
