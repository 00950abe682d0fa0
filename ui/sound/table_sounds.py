"""What is heard at a table: a sound for every change, played softly while the voice says the same."""

from companion.game import Seat, Violation
from ui.sound.sounds import Sounds
from ui.sound.voice import Voice
from ui.table import spoken
from ui.table.overlay import Overlay, RulingShown, ToPutBack
from ui.table.presenting import Announcement, Explanation, Presenter
from ui.table.session import Session


class TableSounds:
    """The sounds and the voice of one table; only what everybody may know is heard."""

    def __init__(self, presenter: Presenter, sounds: Sounds, voice: Voice) -> None:
        self._presenter, self._sounds, self._voice = presenter, sounds, voice
        self._turn: tuple[Seat | None, ...] = ()  # whose turn was heard last

    def refuse(self, sound: str, explained: Explanation, violations: tuple[Violation, ...]) -> None:
        """Play the sound of a refusal, and say what is wrong."""
        self._sounds.play(sound, softly=self._voice.say(spoken.refusal(explained.title, violations)))

    def change(
        self, session: Session, turn: Seat | None, overlay: Overlay | None, announced: Announcement | None
    ) -> None:
        """Play and say what a change led to: a fault, the end, what is announced, a ruling, the next turn.

        Whose turn it is waits until hands have put the table right.
        """
        if isinstance(overlay, ToPutBack):
            wanted = spoken.Spoken((), spoken.readable(overlay.explanation.title))
            self._sounds.play("verdict", softly=self._voice.say(wanted))
            return
        presenter, match = self._presenter, session.match
        seat, begins, said, level = turn, self._turn != (turn,), None, "verdicts"
        if match.hold is not None:
            sound = "illegal"
        elif match.outcome is not None:
            sound, said = "win", spoken.win(presenter.result(match.outcome, session.view), presenter)
        else:
            ruled = overlay.dialog if isinstance(overlay, RulingShown) else None
            sound = "verdict" if ruled is not None else "turn" if begins else "tap"
            if announced is not None:
                sound, seat = announced.sound, announced.seat
            if ruled is not None and ruled.split is None:
                said = spoken.ruling(ruled, presenter)
            elif announced is not None:
                said = spoken.Spoken((), spoken.readable(announced.title))
            elif begins and turn is not None:
                said, level = spoken.turn(presenter.seat_name(turn)), "turns"
        self._sounds.play(sound, seat, softly=self._voice.say(said, level))
        self._turn = (turn,)
