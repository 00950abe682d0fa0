"""How a page of the record book must look: drawn offscreen from the store, in a separate process.

`python -m tests.window.page STORE NAME FILE` writes a person's page as grey pixels, row by row.
"""

import sys
import tempfile
from pathlib import Path

from companion.book import counting
from companion.store import Store
from tests.window.window import HEIGHT, WIDTH
from ui.stage import offscreen


def main() -> None:
    """Draw the page."""
    store, name, target = sys.argv[1:]
    size = f"{WIDTH}x{HEIGHT}"
    offscreen.prepare(size)
    from tests.documents.pictures import Studio
    from ui.records.book import book_pages
    from ui.screens.matches import FiguresScreen

    with Store(Path(store), reading=True) as kept:
        pages = book_pages(counting.compute(kept)[0])
    (page,) = [page for page in pages.people if page.title == name]
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(size, Path(folder))
        studio.frame.show(FiguresScreen(page, studio.frame.home, studio.frame.home))
        studio.pump()
        _, _, found = offscreen.pixels(studio.frame)
    shares = zip(found[0::4], found[1::4], found[2::4], strict=True)
    greys = (round(0.2126 * red + 0.7152 * green + 0.0722 * blue) for red, green, blue in shares)
    Path(target).write_bytes(bytes(greys))


if __name__ == "__main__":
    main()
