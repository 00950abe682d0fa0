"""The command line's sentences for Two Player Speed Mode."""

from ui.phrases import _, phrase

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

is_pairs = phrase("{path}: a board of {n} pairs.", str, int)
odd = phrase("Look again: {what}.")
pairs_kept = phrase("Your own board is kept: {name}, {n} pairs.", str, int)
derived_exported = phrase("{path}: the derived board, written; none of your own is kept.")
