"""The result of a match for a phone: a link in a QR code, with no port open and no net."""

from companion.book.bgstats import link
from companion.book.figures import Book
from companion.book.played import played
from ui.table.session import Session
from ui.words import GAME_NAMES


def link_of(session: Session) -> str:
    """Return the link that posts a match which was played to its end; SetupError for any other."""
    one = played(session.match.rows())
    return link(Book.of([one], session.people), one, GAME_NAMES)
