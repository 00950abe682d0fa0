"""The phones lane: a real browser opens the real program's page and sees what the table shows.

`python -m tests.phones.lane [FOLDER]` looks at a turn that changes, and at every game on a phone and on a
wall; it saves pictures in the folder if one is named.
"""

import signal
import sys
import tempfile
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random

from companion.game import Seat
from tests.phones.browser import Browser, browser
from tests.phones.program import Program, a_match, opened, picture, program
from ui.games.registry import FACES
from ui.phones.feed import pack_picture
from ui.table.overlay import GameOver, RulingShown
from ui.table.presenting import Dialog, Mark, PhotoFinish, PrivateNote, ResultLine
from ui.table.session import Session

PHONE, WALL = (360, 640), (1920, 1080)
SCREENS = {"phone": (PHONE, False), "light": (PHONE, True), "wall": (WALL, False)}
BOX = "(at => [at.left, at.top, at.right, at.bottom])(document.getElementById('%s').getBoundingClientRect())"
DRAWN = "document.title !== 'Table Companion' && document.querySelector('#slots *')"
FONTS = "document.fonts.ready.then(all => [...all].filter(font => font.status === 'loaded').length)"
TOLD = 24
"""Random reports before a match is looked at."""


def play(match: Session, chance: Random, steps: int) -> None:
    """Submit random legal reports until `steps` are done or the match ends."""
    for _ in range(steps):
        able = list(islice(match.match.game.legal(match.match.state), 200))
        if not able:
            return
        match.submit(chance.choice(able))


def every_game(run: Program, page: Browser, pictures: Path | None) -> None:
    """Look at each game on each screen: everything is drawn, and the board is as wide as the phone."""
    for game in FACES:
        match = a_match(game, 2 if game == "speed-mode" else 3)
        play(match, Random(1), TOLD)
        url = opened(run, match)
        for name, (size, light) in SCREENS.items():
            page.look(url, size, light=light)
            page.until(DRAWN)
            assert page.value("document.documentElement.scrollWidth") == size[0], f"{game} is cut on a {name}"
            wide = page.value("document.getElementById('board').getBoundingClientRect().width")
            assert wide == PHONE[0] or size == WALL
            left, _, right, bottom = page.value(BOX % "slots")
            assert bottom <= size[1], f"{game}: all of the board is seen at once on a {name}"
            assert size != WALL or abs(left + right - size[0]) < size[0] / 4, f"{game} is in the middle"
            found = page.ask("Runtime.evaluate", expression=FONTS, awaitPromise=True, returnByValue=True)
            assert found["result"]["value"] > 0, "letters are those of the table"
            if pictures is not None:
                page.picture(pictures / f"{game}-{name}.png")
        run.feed.close()


def a_turn_changes(run: Program, page: Browser) -> None:
    """See a turn change, a window close, and the match again through another code."""
    match = a_match()
    page.look(opened(run, match), PHONE)
    page.until('document.title === "Fox\'s turn"')
    before = page.value(BOX % "board")
    match.submit(next(iter(match.match.game.legal(match.match.state))))
    run.feed.show("m", lambda: picture(match, "Fox has told it."))
    read = page.until('document.title === "Owl\'s turn"')
    assert "Fox has told it." in read
    assert page.value(BOX % "board") == before, "the board never moves"
    assert page.value("document.getElementById('title').getAttribute('aria-live')") == "polite"
    run.feed.close()
    page.until("!document.getElementById('lost').hidden")
    page.look(opened(run, match), WALL)
    page.until('document.title === "Owl\'s turn"')
    before = page.value(BOX % "board")
    match.submit(next(iter(match.match.game.legal(match.match.state))))
    run.feed.show("m", lambda: picture(match, "Owl has told it."))
    assert "Owl has told it." in page.until('document.title === "Bear\'s turn"')
    assert page.value(BOX % "board") == before, "the board never moves"


def a_table_that_says_nothing_is_missed(run: Program, page: Browser) -> None:
    """Hear that a silent table is missed, as after a phone's sleep, and see it again once it speaks.

    No connection breaks: neither end may notice that a net or the power has gone.
    """
    match = a_match()
    page.look(opened(run, match), PHONE)
    page.until(DRAWN)
    for seconds, missed in ((20, False), (60, True)):
        run.process.send_signal(signal.SIGSTOP)
        page.value(f"var now = Date.now; Date.now = () => now() + {1000 * seconds}")
        page.value("document.dispatchEvent(new Event('visibilitychange', {bubbles: true}))")
        assert page.value("!document.getElementById('lost').hidden") == missed
        run.process.send_signal(signal.SIGCONT)
        run.feed.show("m", partial(picture, match, f"after {seconds} s"))
        assert f"after {seconds} s" in page.until(f"document.body.innerText.includes('after {seconds} s')")
        assert page.value("document.getElementById('lost').hidden")
        page.value("Date.now = now")
    # As with the page of a match before this one: the table is there, and knows no such address.
    page.value("history.replaceState(null, '', '/old/'); dispatchEvent(new Event('hashchange'))")
    assert "Scan the new one" in page.until("document.body.innerText.includes('This code is old')")
    run.feed.close()


def a_verdict_and_the_end_are_seen(run: Program, page: Browser, pictures: Path | None) -> None:
    """See who was first and by how much, with the photo finish; then the end with everybody's figures."""
    match = a_match("ungle-speed")
    marks = (Mark(Seat(1), 0), Mark(Seat(0), 12_400_000), Mark(Seat(2), 31_000_000))
    asked = Dialog("Owl was first.", "by 12.4 ms", (Seat(1),), PhotoFinish(marks, 1_000_000), "Right?")
    banner = FACES["ungle-speed"]().presenter(match.match.facts, match.plates).banner(match.view)
    url = opened(run, match)
    for name, size in (("wall", WALL), ("phone", PHONE)):
        run.feed.show("m", lambda: picture(match))
        page.look(url, size)
        page.until(f"{DRAWN} && document.getElementById('lies').hidden")
        before = page.value(BOX % "board")
        run.feed.show("m", lambda: pack_picture(match, banner, "", RulingShown(asked, read=False)))
        read = page.until("document.querySelector('#finish svg text')")
        assert "Owl was first." in read
        assert page.value(BOX % "board") == before, "the board never moves"
        assert page.value(BOX % "why")[3] <= size[1], "who was first and by how much is seen at once"
        assert page.value("document.documentElement.scrollWidth") == size[0]
        if pictures is not None:
            page.picture(pictures / f"verdict-{name}.png")
    figures = (ResultLine((Seat(1),), "Owl", "0", "cards"), ResultLine((Seat(0),), "Fox", "21", "cards"))
    end = GameOver(Dialog("Owl wins", "No cards are left.", (Seat(1),), figures=figures))
    run.feed.show("m", lambda: pack_picture(match, banner, "", end))
    read = page.until("document.getElementById('lines').children.length === 2")
    assert "Fox · 21 · cards" in read
    assert page.value("document.querySelector('#finish svg')") is None
    run.feed.close()


def the_own_clues_are_folded_in(run: Program, page: Browser, pictures: Path | None) -> None:
    """See a player's private note only once it is unfolded, and not after its code is void."""
    match = a_match("cryptid", 2)
    note = PrivateNote("Only for Fox", (("Orange", "within one space of water"),))
    url = opened(run, match)
    run.feed.allow_notes(True)
    page.look(run.feed.code(Seat(0)), PHONE)
    run.feed.show("m", lambda: picture(match, "now"), lambda _: note)
    assert "Only for Fox" in page.until(f"{DRAWN} && document.getElementById('mine').textContent")
    assert "within one space" not in page.value("document.body.innerText")
    before = page.value(BOX % "board")
    page.value("document.getElementById('mine').click()")
    assert "Orange: within one space of water" in page.until("document.getElementById('own').open")
    assert page.value(BOX % "board") == before, "the board never moves"
    if pictures is not None:
        page.picture(pictures / "own.png")
    run.feed.allow_notes(False)
    run.feed.show("m", lambda: picture(match, "then"), lambda _: note)
    read = page.until("document.getElementById('own').hidden")
    assert "water" not in page.value("document.body.textContent")
    assert url.split("/")[3] in page.value("location.href"), read
    run.feed.close()


def main(pictures: Path | None = None) -> None:
    """Run the lane; AssertionError says what wasn't seen."""
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
    with (
        # The browser's child processes may still write into its profile for a moment.
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        program(Path(folder)) as run,
        browser("chromium", Path(folder)) as page,
    ):
        a_turn_changes(run, page)
        a_table_that_says_nothing_is_missed(run, page)
        a_verdict_and_the_end_are_seen(run, page, pictures)
        the_own_clues_are_folded_in(run, page, pictures)
        every_game(run, page, pictures)
    sys.stdout.write("phones lane: a browser saw each game on a phone and a wall, and a turn that changed\n")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:2]))
