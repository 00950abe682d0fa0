"""The README's film: a grab, its verdict and the next turns, recorded from the real screens.

An animated PNG, which browsers play as they show a picture. Time is advanced by hand, so the film is always
the same.
"""

import os
import sys
import tempfile
from pathlib import Path

from tests.documents.animated import FilmFrame, film
from tests.documents.pictures import Studio
from ui.stage import offscreen

SIZE, STEP = "800x480", 1 / 15
"""Size of the picture, and seconds from frame to frame."""
TURNS = 4
"""Cards turned after the verdict."""


class Camera:
    """Records a studio's frame while its time passes; equal frames become one longer one."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self.frames: list[FilmFrame] = []

    def roll(self, seconds: float) -> None:
        """Let time pass, and record it."""
        for _ in range(round(seconds / STEP)):
            self._studio.pump(1, STEP)
            width, height, pixels = offscreen.pixels(self._studio.frame)
            if self.frames and self.frames[-1].pixels == pixels:
                last = self.frames.pop()
                self.frames.append(FilmFrame(width, height, pixels, last.seconds + STEP))
            else:
                self.frames.append(FilmFrame(width, height, pixels, STEP))


def take(target: Path) -> int:
    """Write the film; return the size of the file in bytes."""
    os.environ["TZ"] = "UTC"
    offscreen.prepare(SIZE)
    with tempfile.TemporaryDirectory(prefix="companion-film-") as folder:
        studio = Studio(SIZE, Path(folder))
        try:
            written = film(_story(studio))
        finally:
            studio.frame.close()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(written)
    return len(written)


def _story(studio: Studio) -> list[FilmFrame]:
    from companion.clock import Instant
    from companion.game import Level, Seat
    from companion.games.ungle_speed.deck import SymbolCard
    from companion.games.ungle_speed.reports import TurnCard
    from ui.games.registry import FACES
    from ui.stage import theme

    studio.frame.start()
    studio.until(lambda: studio.frame.screen is not None)
    face = FACES["ungle-speed"]()
    studio.frame.deal(face, face.facts(4, {}, Level.WATCHING, Seat(0)), theme.plates()[:4])
    studio.pump()
    table = studio.frame.table
    assert table is not None
    symbols = [symbol.id for symbol in face.game.facts_type(4).deck.symbols]
    colours = ("purple", "green", "orange", "yellow")

    def turn(number: int) -> None:
        card = SymbolCard(symbols[number * 5 % len(symbols)], colours[number % 4])
        table.tell_now(TurnCard(table.session.view.turn, card))

    for number in range(3):
        turn(number)
    table.banner.tell_change("")
    camera = Camera(studio)
    camera.roll(0.5)
    # The fourth card has the second one's symbol: hands grab.
    matching = table.session.match.state.top(Seat(1))
    assert isinstance(matching, SymbolCard)
    other = next(colour for colour in colours if colour != matching.colour)
    table.tell_now(TurnCard(table.session.view.turn, SymbolCard(matching.symbol, other)))
    camera.roll(0.5)
    start = studio.clock.now()
    for seat, after in ((1, 0), (3, 6_218_000)):
        studio.hands.press_at(Seat(seat), Instant(start + after))
    studio.alarm.advance_ms(100)
    studio.hands.let_go()
    studio.alarm.advance_ms(300)
    camera.roll(3.2)
    table.front.read_on()
    camera.roll(2.0)
    for number in range(5, 5 + TURNS):
        table.settle()
        if table.front.reading:
            table.front.read_on()
        turn(number)
        camera.roll(1.1)
    return camera.frames


if __name__ == "__main__":
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures/film.png")
    sys.stdout.write(f"{path}: {take(path) // 1024} KB\n")
