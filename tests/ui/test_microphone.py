"""Names by microphone: speech without silence, and no trace of it where a name goes."""

import shutil
from array import array
from contextlib import suppress
from math import sin
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion import register
from companion.people import People, PersonId, checked_name
from companion.store import Store
from tests.companion.test_people import ADA, BOB
from tests.ui.desk import Desk, there
from tests.ui.rig import SIZES, Rig
from tests.ui.test_layout import faults
from tests.ui.test_voice import Heard, program
from ui.console import people as console
from ui.dialogs.notice import NoticeDialog
from ui.main.people_screens import PeopleScreens, PersonDialog
from ui.parts.naming import NamingDialog
from ui.records import words
from ui.screens.matches import BookScreen, OptionsScreen
from ui.screens.record_name import RecordNameDialog
from ui.sound import recordings
from ui.sound.recordings import RATE, BadRecording, Microphone, NameRecordings, NothingHeard, trimmed
from ui.table.spoken import Spoken

WHOLE = RATE * recordings.SECONDS
ALSA = pytest.mark.skipif(shutil.which(recordings.PROGRAM) is None, reason="alsa-utils isn't installed")
PCM = """00-00: vc4-hdmi-0 : MAI PCM i2s-hifi-0 : playback 1
01-00: USB Audio : USB Audio : playback 1 : capture 1
02-01: Webcam : USB Audio : capture 1
"""


def noise(length: int, loud: int, seed: int = 1) -> "array[int]":
    random = Random(seed)
    return array("h", (random.randint(-loud, loud) for _ in range(length)))


def tone(length: int, loud: int) -> "array[int]":
    """Return a tone that stands for a voice."""
    return array("h", (int(loud * sin(n / 9)) for n in range(length)))


def say(at: float, long: float, loud: int, hiss: int = 60) -> "array[int]":
    """Return three seconds of hiss with a tone in it, from `at` on and `long` seconds long."""
    heard = noise(WHOLE, hiss)
    for n, sample in enumerate(tone(round(long * RATE), loud), round(at * RATE)):
        heard[n] += sample
    return heard


# What counts as a voice in a recording.
@pytest.mark.parametrize(
    ("at", "long", "hiss"), [(0.0, 0.3, 600), (1.1, 0.5, 0), (1.1, 0.5, 600), (2.4, 0.6, 60), (0.4, 2.4, 600)]
)
def test_silence_is_cut_at_both_ends(at: float, long: float, hiss: int) -> None:
    found = trimmed(say(at, long, 8_000, hiss))
    assert long <= len(found) / RATE + 0.02 <= long + 0.30
    assert max(map(abs, found)) == pytest.approx(recordings.PEAK, rel=0.02)


def test_a_pause_within_a_name_stays() -> None:
    heard = say(0.5, 0.3, 8_000)
    for n, sample in enumerate(tone(RATE // 3, 8_000), round(1.2 * RATE)):
        heard[n] += sample
    assert len(trimmed(heard)) / RATE == pytest.approx(1.2 + 1 / 3 - 0.5, abs=0.3)


def test_a_microphone_with_a_level_of_its_own_is_held_at_none() -> None:
    even = trimmed(say(1, 0.5, 4_000))
    moved = trimmed(array("h", (sample + 3_000 for sample in say(1, 0.5, 4_000))))
    assert abs(sum(moved) / len(moved)) < 200
    assert len(moved) == len(even)


def test_a_soft_voice_becomes_as_loud_as_the_others_but_no_noise_does() -> None:
    assert max(map(abs, trimmed(say(1, 0.5, 2_000)))) > 18_000
    assert max(map(abs, trimmed(say(1, 0.5, 500, 20)))) <= 600 * recordings.MOST


@pytest.mark.parametrize("heard", [
    array("h"), array("h", [0]), array("h", bytes(2 * WHOLE)), noise(WHOLE, 100), noise(WHOLE, 9_000),
    tone(WHOLE, 9_000), array("h", [-32_768]) * WHOLE, array("h", [32_767, -32_768]) * (WHOLE // 2),
    say(1, 0.03, 20_000),
], ids=["none", "one", "silence", "hiss", "roar", "hum", "low", "square", "knock"])  # fmt: skip
def test_what_is_no_voice_is_not_taken_for_one(heard: "array[int]") -> None:
    with pytest.raises(NothingHeard):
        trimmed(heard)


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Fake a kernel that lists a microphone and a recorder that plays a file; return the file."""
    (tmp_path / "pcm").write_text(PCM)
    monkeypatch.setattr(recordings, "DEVICES", tmp_path / "pcm")
    tape = tmp_path / "tape"
    tape.write_bytes(say(1, 0.5, 8_000).tobytes())
    program(tmp_path / "bin" / recordings.PROGRAM, f'echo "$@" >{tmp_path}/asked\ncat {tape}', monkeypatch)
    return tape


def test_the_first_that_captures_is_listened_to(plugged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert recordings.device() == "plughw:1,0"
    assert 0.5 <= len(Microphone(recordings.device()).name()) / 2 / RATE <= 0.8
    asked = (plugged.parent / "asked").read_text().split()
    assert " ".join(asked) == "-q -D plughw:1,0 -t raw -f S16_LE -c 1 -r 22050 -d 3"
    recordings.DEVICES.write_text(PCM.splitlines()[0])
    assert recordings.device() == ""
    recordings.DEVICES.write_bytes(b"\xff\n99-99 capture\n: capture 1\n")
    assert recordings.device() == ""
    recordings.DEVICES.write_text(PCM)
    monkeypatch.setenv("PATH", "")
    assert recordings.device() == ""
    recordings.DEVICES.unlink()
    assert recordings.device() == ""


@pytest.mark.parametrize(
    "script", ["exit 1", "kill -9 $$", "exec sleep 60", "head -c 99999", "echo no such device >&2; exit 1"]
)
def test_a_lost_microphone_is_said(plugged: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    monkeypatch.setattr(recordings, "PATIENCE", 0.2)
    program(plugged.parent / "bin" / recordings.PROGRAM, script, monkeypatch)
    with pytest.raises(BadRecording, match="has ended"):
        Microphone("plughw:1,0").name()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BadRecording, match="has ended"):
        Microphone("plughw:1,0").name()


def test_an_endless_one_is_heard_for_three_seconds_and_a_stopped_one_not_at_all(
    plugged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(plugged.parent / "bin" / recordings.PROGRAM, "exec cat /dev/zero", monkeypatch)
    with pytest.raises(NothingHeard):
        Microphone("plughw:1,0").name()
    stopped = Microphone("plughw:1,0")
    stopped.stop()
    with pytest.raises(BadRecording):
        stopped.name()


@ALSA
def test_alsas_recorder_is_asked_as_it_wants_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the real recorder, with files instead of microphones: ALSA has a device for that."""
    (tmp_path / "tape").write_bytes(say(1, 0.5, 8_000).tobytes())
    tapes = {"tape": tmp_path / "tape", "mute": "/dev/zero"}
    played = "type file slave.pcm nothing file /dev/null format raw"
    devices = (f"pcm.{name} {{ {played} infile {tape} }}\n" for name, tape in tapes.items())
    (tmp_path / "alsa.conf").write_text("".join(devices) + "pcm.nothing { type null }\n")
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path / "alsa.conf"))
    assert 0.5 <= len(Microphone("tape").name()) / 2 / RATE <= 0.8
    with pytest.raises(NothingHeard):
        Microphone("mute").name()
    with pytest.raises(BadRecording, match="has ended"):
        Microphone("nowhere").name()


@pytest.fixture
def kept(tmp_path: Path) -> NameRecordings:
    """Return a folder of recordings, with one of Ada."""
    names = NameRecordings(tmp_path / "voice")
    names.keep("Ada", tone(999, 9).tobytes())
    return names


PEOPLE = People({ADA.id: ADA, BOB.id: BOB})


def test_a_recording_goes_with_its_name_unless_another_has_it(kept: NameRecordings, tmp_path: Path) -> None:
    kept.forget(People({ADA.id: ADA, BOB.id: replace(BOB, name="Ada")}), ADA)
    assert kept.has("Ada")
    assert kept.samples("Ada") == tone(999, 9).tobytes()
    kept.forget(PEOPLE, ADA)
    assert not kept.has("Ada")
    assert [*(tmp_path / "voice").iterdir()] == []
    kept.forget(PEOPLE, ADA)
    (tmp_path / "voice" / "Ada.wav").write_bytes(b"RIFF")
    kept.forget(PEOPLE, ADA)
    assert not kept.has("Ada")


@pytest.mark.parametrize("name", ["ADA", "Áda", "A-da", "Ada"])
def test_another_spelling_keeps_it(kept: NameRecordings, name: str) -> None:
    kept.rename(PEOPLE, ADA, name)
    assert kept.has(name)
    assert kept.has("Ada") == (name == "Ada")


def test_another_name_is_not_said_as_the_old_one(kept: NameRecordings) -> None:
    kept.keep("Zoe", b"12")
    kept.rename(PEOPLE, ADA, "Zoe")
    assert not kept.has("Ada")
    assert kept.samples("Zoe") == b"12", "a name keeps the recording made for it"


@pytest.mark.parametrize("name", ["..", "-D", ".", "a\\b", "Ada.wav", "🦊", "ß" * 80])
def test_the_file_of_a_name_lies_in_the_folder(kept: NameRecordings, tmp_path: Path, name: str) -> None:
    kept.keep(name, b"12")
    assert kept.samples(name) == b"12"
    assert {path.parent for path in tmp_path.rglob("*.wav")} == {tmp_path / "voice"}
    kept.remove(name)
    assert not kept.has(name)


def test_a_name_that_no_file_can_bear_is_left_alone(kept: NameRecordings, tmp_path: Path) -> None:
    kept.keep("../Ada", b"12")
    kept.remove("../Ada")
    assert not kept.has("/etc/passwd")
    with pytest.raises(BadRecording):
        kept.samples("../voice/Ada")
    kept.keep("🦊" * 80, b"12")
    kept.remove("🦊" * 80)
    assert not kept.has("🦊" * 80)
    assert [path.name for path in tmp_path.rglob("*.wav*")] == ["Ada.wav"]


def test_a_recording_goes_along_with_a_renamed_person_and_with_all_that_is_forgotten(tmp_path: Path) -> None:
    store, names = tmp_path / "matches.db", NameRecordings(tmp_path / "voice")
    with Store(store) as opened:
        register.add(opened, [ADA, BOB])
    for name in ("Ada", "Bob"):
        names.keep(name, b"12")
    console.rename(store, "Ada", "Ädä")
    assert (names.has("Ada"), names.has("Ädä")) == (False, True)
    console.merge(store, "Bob", "Ädä", sat_together=False)
    assert names.has("Bob"), "the two may be separated again"
    console.forget(store, ADA.id)
    console.forget(store, ADA.id)
    assert [*(tmp_path / "voice").iterdir()] == []


@pytest.mark.parametrize("tones", [60, 61, 62, 79])
def test_a_name_too_long_for_a_file_can_be_changed_and_forgotten(tmp_path: Path, tones: int) -> None:
    """A name has at most 80 characters of four bytes, a file name 255 bytes."""
    store = tmp_path / "matches.db"
    long = replace(ADA, name=checked_name("👍" + "🏽" * tones))
    with Store(store) as opened:
        register.add(opened, [long])
    (tmp_path / "voice").mkdir()
    with suppress(OSError):
        (tmp_path / "voice" / f"{long.name}.wav").write_bytes(b"12")
    console.rename(store, ADA.id, "Ada")
    console.rename(store, ADA.id, long.name)
    console.forget(store, ADA.id)
    with Store(store) as opened:
        assert not opened.people().known
    assert not [*(tmp_path / "voice").iterdir()]


@pytest.fixture
def heard(tmp_path: Path) -> Heard:
    return Heard(tmp_path)


@pytest.fixture
def desk(rig: Rig, tmp_path: Path, heard: Heard) -> Desk:
    """A table that knows Ada and Bob."""
    with Store(tmp_path / "matches.db") as store:
        register.add(store, [ADA, BOB])
    desk = Desk(rig, tmp_path / "matches.db")
    desk.until(lambda: ADA.id in desk.frame.people.known)
    return desk


def about(desk: Desk, heard: Heard, person: PersonId = ADA.id) -> PersonDialog:
    people = PeopleScreens(desk.saver, desk.frame, heard.voice, desk.frame._book.open)
    people.open(person, desk.frame.home)
    return desk.screen(PersonDialog)


def recorder(desk: Desk, heard: Heard) -> RecordNameDialog:
    desk.tap(about(desk, heard)["record"])
    return desk.screen(RecordNameDialog)


def test_without_a_microphone_there_is_no_such_pad(desk: Desk, heard: Heard) -> None:
    assert "record" not in about(desk, heard)


def test_a_name_is_recorded_heard_kept_and_deleted(desk: Desk, heard: Heard, plugged: Path) -> None:
    heard.voice.open(["Ada"])
    heard.go_on()
    sheet = recorder(desk, heard)
    assert sheet.part()["text"].text == words.TO_RECORD
    desk.tap(sheet["record"])
    desk.until(lambda: step(sheet) != "listening")
    assert step(sheet) == "said"
    desk.tap(sheet["hear"])
    desk.until(lambda: heard.files)
    assert heard.files == [sheet.recording]
    desk.tap(sheet["keep"])
    desk.until(lambda: step(sheet) == "kept")
    heard.go_on()
    heard.voice.say(spoken_name())
    heard.go_on()
    assert heard.files[-1] == heard.files[0]
    desk.tap(sheet["close"])
    assert desk.screen(PersonDialog).part()["record"].hint == words.RECORDED
    assert not [*(plugged.parent / "cache").glob("trial*")], "a trial recording is removed"
    desk.tap(desk.screen(PersonDialog)["record"])
    sheet = desk.screen(RecordNameDialog)
    desk.tap(sheet["delete"])
    assert step(sheet) == "kept", "a tap isn't enough"
    sheet.part()["delete"].on_tap()
    desk.until(lambda: step(sheet) == "nothing")
    heard.voice.say(spoken_name())
    heard.go_on()
    assert heard.files[-1] == "Ada".encode("utf-16-le")


def step(sheet: RecordNameDialog) -> str:
    return sheet.step


def spoken_name() -> Spoken:
    return Spoken((), "Ada")


@pytest.mark.parametrize(
    ("script", "said"), [("exit 1", words.NO_MICROPHONE), ("exec cat /dev/zero", words.NOTHING_HEARD)]
)
def test_what_went_wrong_is_said_with_what_to_do(
    desk: Desk, heard: Heard, plugged: Path, monkeypatch: pytest.MonkeyPatch, script: str, said: str
) -> None:
    program(plugged.parent / "bin" / recordings.PROGRAM, script, monkeypatch)
    sheet = recorder(desk, heard)
    desk.tap(sheet["record"])
    desk.until(lambda: step(sheet) != "listening")
    assert (step(sheet), sheet.part()["text"].text) == ("nothing", said)


def test_a_full_disk_is_said_and_nothing_is_lost(desk: Desk, heard: Heard, plugged: Path) -> None:
    (plugged.parent / "voice").rmdir()
    (plugged.parent / "voice").write_text("no folder")
    sheet = recorder(desk, heard)
    desk.tap(sheet["record"])
    desk.until(lambda: step(sheet) != "listening")
    desk.tap(sheet["keep"])
    desk.until(lambda: sheet.trouble)
    assert step(sheet) == "said"


def test_a_recording_is_heard_or_it_is_said_why_not(desk: Desk, heard: Heard, plugged: Path) -> None:
    heard.device = False
    heard.speaker.recordings.keep("Ada", tone(999, 9).tobytes())
    sheet = recorder(desk, heard)
    desk.tap(sheet["hear"])
    desk.until(lambda: sheet.trouble)
    assert sheet.trouble == words.CANT_PLAY


def test_who_left_is_mute(desk: Desk, heard: Heard, plugged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(plugged.parent / "bin" / recordings.PROGRAM, "exec sleep 60", monkeypatch)
    sheet = recorder(desk, heard)
    desk.tap(sheet["record"])
    listening = there(sheet.listening)
    assert step(sheet) == "listening"
    desk.tap(sheet["close"])
    desk.until(lambda: listening._process is None or listening._process.poll() is not None)
    assert step(sheet) == "nothing"


def test_each_step_has_room(desk: Desk, heard: Heard, plugged: Path) -> None:
    dialog, sheet = about(desk, heard), recorder(desk, heard)
    for size in SIZES:
        desk.rig.size(*size)
        desk.frame.show(dialog)
        desk.resize()
        desk.pump(3)
        assert faults(dialog) == []
        desk.frame.show(sheet)
        for step in ("nothing", "said", "kept", "listening"):
            sheet.recording, sheet.saved = b"12" if step == "said" else b"", step == "kept"
            sheet.listening = Microphone("null") if step == "listening" else None
            sheet.compose()
            desk.pump(3)
            assert sheet.step == step
            assert faults(sheet) == []


def test_names_that_go_on_the_screen_take_their_recording_along(desk: Desk, heard: Heard) -> None:
    names = heard.speaker.recordings
    for name in ("Ada", "Bob"):
        names.keep(name, tone(999, 9).tobytes())
    desk.tap(about(desk, heard)["rename"])
    desk.screen(NamingDialog).on_done("ADA")
    desk.until(lambda: isinstance(desk.frame.screen, BookScreen))
    assert (names.has("Ada"), names.has("ADA")) == (False, True)
    desk.tap(about(desk, heard, BOB.id)["merge"])
    desk.tap_on("ADA", desk.screen(OptionsScreen))
    asked = desk.screen(NoticeDialog)
    asked.part()["pad 1"].on_tap()
    desk.until(lambda: desk.frame.screen is not asked)
    assert names.has("Bob"), "the two may be separated again"
    desk.tap(desk.screen(NoticeDialog)["pad 0"])
    desk.until(lambda: isinstance(desk.frame.screen, BookScreen))
    about(desk, heard).part()["forget"].on_tap()
    desk.until(lambda: isinstance(desk.frame.screen, BookScreen))
    assert not names.has("ADA")
    assert not names.has("Bob"), "the person whom Bob was merged into is forgotten"
