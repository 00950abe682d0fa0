"""A grab on the beat: two hands are counted in, and the buttons say who was first and how far apart."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from kivy.clock import Clock

from companion.game import Seat
from companion.grab import rounded
from ui.appliance import tryout_words as said
from ui.appliance.tryout import HANDS
from ui.language import words
from ui.sound.sounds import Sounds
from ui.table import grabbed
from ui.table.buttons import Buttons, LaterPresses, Press, Seized, Voided
from ui.table.presenting import PhotoFinish
from ui.table.telling import listed

BEAT, COUNT, WAIT = 0.7, 3, -6
"""Seconds of a beat, from which number it is counted down to the grab, and how long hands are waited for."""


@dataclass(eq=False, repr=False)
class CountIn:
    """Counts down; hands are heard from the start on. `changed` shows it.

    `came` gets the nanoseconds between two hands and the error band, or None: what it got is void.
    `beat` is counted down, 0 and below: hands are awaited; None: nothing is counted. `told` is what came of
    the last grab, with its photo `finish`.
    """

    buttons: Buttons
    sounds: Sounds
    changed: Callable[[], None]
    came: Callable[[tuple[int, int] | None], None]
    beat: int | None = None
    told: str = ""
    finish: PhotoFinish | None = None

    def __post_init__(self) -> None:
        self._seized: Seized | None = None
        self._beats = Clock.create_trigger(self._count, BEAT)

    def start(self, seats: Collection[int]) -> None:
        """Count these seats in."""
        self.rest()
        self.beat = COUNT
        self.buttons.play(tuple(map(Seat, seats)))
        self.buttons.arm(True)
        self.sounds.play("tap")
        self._beats()
        self.changed()

    def rest(self) -> None:
        """Count no more, forget what came, and put out the lamp of who was first."""
        if self.beat is not None:
            self._stop("")
        if self._seized is not None:
            self.buttons.light(())
        self.told, self.finish, self._seized = "", None, None

    def hear(self, news: Seized | LaterPresses | Voided) -> None:
        """Take what the buttons say."""
        if isinstance(news, Voided):
            if self.beat is not None or self._seized is not None:
                self._stop(said.again_for(grabbed.why_again(news.reason)))
                self.finish = None
                self.came(None)
        elif self.beat is not None:
            if isinstance(news, Seized):
                self._seized = news
            if self._seized is not None and news.arming == self._seized.arming:
                self._rank(self._seized, news.presses)

    def _count(self, _seconds: float) -> None:
        if self.beat is None:
            return
        self.beat -= 1
        if self.beat >= 0:
            self.sounds.play("tap" if self.beat else "grab")
        if self.beat > WAIT:
            self._beats()
        else:
            self._stop(said.NOBODY if self._seized is None else said.ONE_HAND)
        self.changed()

    def _stop(self, told: str) -> None:
        self._beats.cancel()
        self.beat, self.told = None, told
        self.buttons.arm(False)

    def _rank(self, seized: Seized, presses: tuple[Press, ...]) -> None:
        """Say who was first and how far apart, once two hands have come."""
        counted = grabbed.ranked(presses)
        if len({press.seat for press in counted}) < HANDS:
            return
        grab = grabbed.with_presses(grabbed.grab_of(seized), presses)
        self.finish = grabbed.finish(grab, lambda _touch: "")
        names = listed([words.seat_number(seat) for seat in seized.first])
        margin = rounded(counted[1].after - counted[0].after, seized.band)
        if len(seized.first) == 1:
            self._stop(said.first(names, grabbed.by_how_much(grab, words.seat_number)))
        else:
            margin = min(margin, seized.band)
            self._stop(said.tie(names))
        self.came((margin, seized.band))
