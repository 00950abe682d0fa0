"""Records how a name is pronounced: with a microphone, to play back, save or delete."""

from collections.abc import Callable
from typing import Literal

from companion.errors import CompanionError
from ui.language.phrases import error_text
from ui.parts.shown import PartDialog
from ui.parts.values import Button, Part, Text, column, row
from ui.records import words
from ui.sound.recordings import BadRecording, Microphone, NothingHeard
from ui.sound.voice import Speaker
from ui.stage import theme
from ui.storage.saver import Saver

PADS_MM = 20.0


class RecordNameDialog(PartDialog):
    """Records a name; `heard_by` is the microphone's ALSA name."""

    name: str
    saver: Saver
    speaker: Speaker
    heard_by: str
    close: Callable[[], None]

    def start(self) -> None:
        """Begin with the saved recording, if any."""
        self.recording: bytes = b""
        """The new recording, not saved yet."""
        self.trouble = ""
        self.saved = self.speaker.recordings.has(self.name)
        self.listening: Microphone | None = None

    # Taps.

    def record(self) -> None:
        """Start recording."""
        microphone = Microphone(self.heard_by)
        self.listening, self.recording, self.trouble = microphone, b"", ""
        self.compose()

        def listen() -> bytes | str:
            try:
                return microphone.name()
            except NothingHeard:
                return words.NOTHING_HEARD
            except BadRecording:
                return words.NO_MICROPHONE

        def listened(heard: bytes | str) -> None:
            # Ignore a recording that was stopped.
            if self.listening is microphone:
                self.listening = None
                self.recording, self.trouble = (heard, "") if isinstance(heard, bytes) else (b"", heard)
                self.compose()

        self.saver.run_in_thread(listen, listened)

    def hear(self) -> None:
        """Play the new recording, or else the saved one."""
        recording = self.recording

        def write() -> bool:
            try:
                self.speaker.trial(recording or self.speaker.recordings.samples(self.name))
            except (OSError, BadRecording):
                return False
            return True

        def written(well: bool) -> None:
            self._say("" if well and self.speaker.hear_trial() else words.CANT_PLAY)

        self.saver.run_in_thread(write, written)

    def keep(self) -> None:
        """Save the recording: the voice will use it for the name."""
        recording = self.recording
        self._change(lambda: self.speaker.recordings.keep(self.name, recording))

    def delete(self) -> None:
        """Delete the saved recording: the voice will read the name."""
        self._change(lambda: self.speaker.recordings.remove(self.name))

    def leave(self) -> None:
        """Stop recording, and remove the file of what isn't saved."""
        self.speaker.end_trial()
        if self.listening is not None:
            self.listening.stop()
            self.listening = None

    def _change(self, change: Callable[[], None]) -> None:
        def changed() -> str:
            try:
                change()
            except CompanionError as error:
                return error_text(error)
            return ""

        def done(trouble: str) -> None:
            if not trouble:
                self.recording, self.saved = b"", self.speaker.recordings.has(self.name)
            self._say(trouble)

        self.saver.run_in_thread(changed, done)

    def _say(self, trouble: str) -> None:
        self.trouble = trouble
        self.compose()

    # How it looks.

    @property
    def step(self) -> Literal["listening", "said", "kept", "nothing"]:
        """The state that decides what is shown."""
        if self.listening is not None:
            return "listening"
        if self.recording:
            return "said"
        return "kept" if self.saved else "nothing"

    def part(self) -> Part:
        """Return the question, what to do or what is wrong, the pads, and the one that closes."""
        listens = self.step == "listening"
        text = Text(
            self.trouble or TEXTS[self.step],
            theme.figure if listens else theme.heading,
            bold=listens,
            warning=bool(self.trouble),
            wraps=True,
            share=1,
            name="text",
        )
        return column(
            Text(words.how_said(self.name), theme.title, bold=True),
            text,
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


TEXTS = {
    "listening": words.SAY_NOW,
    "said": words.IS_IT_GOOD,
    "kept": words.IS_KEPT,
    "nothing": words.TO_RECORD,
}
"""The text for each step."""
