"""How a name is said: recorded by a microphone, heard, and kept or deleted."""

from collections.abc import Callable
from typing import Literal

from companion.errors import CompanionError
from ui.language.phrases import spoken
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Part, Text, column, row
from ui.records import words
from ui.sound.recordings import BadRecording, Microphone, NothingHeard
from ui.sound.voice import Speaker
from ui.stage import theme
from ui.storage.saver import Saver

PADS_MM = 20.0


class RecordNameDialog(PartDialog):
    """Records a name; `heard_by` is the microphone as ALSA calls it, `close` ends it."""

    name: str
    saver: Saver
    speaker: Speaker
    heard_by: str
    close: Callable[[], None]

    def start(self) -> None:
        """Begin with what is kept."""
        self.said: bytes = b""
        """What was recorded, and isn't kept yet."""
        self.trouble = ""
        self.kept = self.speaker.recordings.has(self.name)
        self.listening: Microphone | None = None

    # What is tapped.

    def record(self) -> None:
        """Listen."""
        microphone = Microphone(self.heard_by)
        self.listening, self.said, self.trouble = microphone, b"", ""
        self.compose()

        def listen() -> bytes | str:
            try:
                return microphone.name()
            except NothingHeard:
                return words.NOTHING_HEARD
            except BadRecording:
                return words.NO_MICROPHONE

        def listened(heard: bytes | str) -> None:
            # One that was stopped says nothing any more.
            if self.listening is microphone:
                self.listening = None
                self.said, self.trouble = (heard, "") if isinstance(heard, bytes) else (b"", heard)
                self.compose()

        self.saver.beside(listen, listened)

    def hear(self) -> None:
        """Play what was recorded, or else what is kept."""
        said = self.said

        def write() -> bool:
            try:
                self.speaker.trial(said or self.speaker.recordings.samples(self.name))
            except (OSError, BadRecording):
                return False
            return True

        def written(well: bool) -> None:
            self._tell("" if well and self.speaker.hear_trial() else words.CANT_PLAY)

        self.saver.beside(write, written)

    def keep(self) -> None:
        """Have the voice say the name so."""
        said = self.said
        self._change(lambda: self.speaker.recordings.keep(self.name, said))

    def delete(self) -> None:
        """Have the voice say the name as it reads it."""
        self._change(lambda: self.speaker.recordings.remove(self.name))

    def leave(self) -> None:
        """Listen no more, and leave nothing that isn't kept: another screen is shown."""
        self.speaker.end_trial()
        if self.listening is not None:
            self.listening.stop()
            self.listening = None

    def _change(self, change: Callable[[], None]) -> None:
        def changed() -> str:
            try:
                change()
            except CompanionError as error:
                return spoken(error)
            return ""

        def done(trouble: str) -> None:
            if not trouble:
                self.said, self.kept = b"", self.speaker.recordings.has(self.name)
            self._tell(trouble)

        self.saver.beside(changed, done)

    def _tell(self, trouble: str) -> None:
        self.trouble = trouble
        self.compose()

    # How it looks.

    @property
    def step(self) -> Literal["listening", "said", "kept", "nothing"]:
        """How far it is."""
        if self.listening is not None:
            return "listening"
        if self.said:
            return "said"
        return "kept" if self.kept else "nothing"

    def part(self) -> Part:
        """The question above; then what to do, or what is wrong, and what can be done; and close."""
        listens = self.step == "listening"
        told = Text(
            self.trouble or TOLD[self.step],
            theme.figure if listens else theme.heading,
            bold=listens,
            warning=bool(self.trouble),
            wraps=True,
            share=1,
            name="told",
        )
        return column(
            Text(words.how_said(self.name), theme.title, bold=True),
            told,
            row(*self._pads(), mm=PADS_MM),
            row(Button(words.CLOSE, on_tap=self.close, name="close"), mm=theme.TARGET_MM),
        )

    def _pads(self) -> tuple[Button, ...]:
        hear = Button(words.HEAR_IT, on_tap=self.hear, name="hear")
        again = Button(words.RECORD_AGAIN, on_tap=self.record, name="record")
        match self.step:
            case "listening":
                return ()
            case "said":
                return (hear, again, Button(words.KEEP_IT, on_tap=self.keep, primary=True, name="keep"))
            case "kept":
                delete = Button(words.DELETE_RECORDING, words.HOLD, self.delete, held=True, name="delete")
                return (hear, again, delete)
            case "nothing":
                return (Button(words.RECORD, on_tap=self.record, primary=True, name="record"),)


TOLD = {
    "listening": words.SAY_NOW,
    "said": words.IS_IT_GOOD,
    "kept": words.IS_KEPT,
    "nothing": words.TO_RECORD,
}
"""What is said at each step."""
