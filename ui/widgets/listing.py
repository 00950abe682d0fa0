"""A screen that is a list: a header, and things below it page by page."""

from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pages import Pages


class Listing(Face):
    """Lays out a header above and pages below."""

    def __init__(self, header: TitleLine, pages: Pages) -> None:
        super().__init__()
        self.header, self.pages = header, pages
        self.add_parts(header, pages)

    def arrange(self, rect: Rect) -> None:
        """The header above, the pages below."""
        head, room = body_of(rect)
        put(self.header, head)
        put(self.pages, room)
