"""The voice, espeak-ng or Piper: what is heard, never late nor in the way, and only what all may know."""

import shutil
import subprocess
import threading
import wave
from array import array
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from companion.clock import MILLISECOND, HandClock, Nanoseconds
from companion.game import Seat, Violation
from companion.match_reports import PutRight, TakeBack
from tests.ui import tiny_voice
from tests.ui.desk import Desk, Listening
from ui.appliance import care_words, machine_words
from ui.console import doctor
from ui.games.registry import FACES
from ui.games.ungle_speed.players import Players as UnglePlayers
from ui.screens.care import CareScreen
from ui.screens.home import HomeScreen
from ui.sound import piper, recordings, voice
from ui.sound.piper import Piper
from ui.sound.recordings import BadRecording
from ui.sound.sounds import Sounds
from ui.sound.voice import Speaker, Voice
from ui.stage import theme
from ui.storage.startup import VOICE
from ui.table import spoken
from ui.table.presenting import Dialog, Mark, PhotoFinish, ResultLine
from ui.table.session import Inbox
from ui.table.spoken import Spoken

LONG = ("ungle-speed", "cryptid", "sequence-states", "tracktic")
HERE = pytest.mark.skipif(not voice.able(), reason="espeak-ng isn't installed")
TURN, FIRST = str(spoken.YOUR_TURN), str(spoken.FIRST)


class Heard:
    """A voice whose program and loudspeaker are made up; each text has samples of its own."""

    def __init__(self, folder: Path) -> None:
        self.rendered: list[tuple[str, str]] = []
        self.files: list[bytes] = []
        self.fails: Exception | None = None
        self.meanwhile: Callable[[], object] = lambda: None
        self.device = True
        self.clock, self.inbox = HandClock(), Inbox()
        self.sounds = Sounds(folder / "sounds", self.load)
        self.recordings = folder / "voice"
        self.recordings.mkdir()
        cache = folder / "cache"
        self.speaker = Speaker(
            self.sounds, self.clock, self.inbox.post, cache, self.recordings, self.render, threaded=False
        )
        self.voice = Voice(self.clock, self.speaker)
        self.voice.level = "turns"

    def render(self, language: str, text: str) -> bytes:
        """Stand in for espeak-ng."""
        self.rendered.append((language, text))
        self.meanwhile()
        if self.fails is not None:
            raise self.fails
        return samples(text)

    def load(self, path: str) -> Any:
        """Stand in for the loudspeaker."""
        if not self.device:
            raise RuntimeError("no device")
        with wave.open(path) as file:
            self.files.append(file.readframes(file.getnframes()))

        class Played:
            volume = 0.0

            def play(self) -> None:
                pass

            def stop(self) -> None:
                pass

        return Played()

    def go_on(self) -> None:
        """Do what waits for the thread and for the frame."""
        self.speaker.work()
        self.inbox.drain()

    def says(self, *names: str, text: str = FIRST) -> None:
        """Say something, and let it be played."""
        self.voice.say(Spoken(names, text))
        self.go_on()


def samples(text: str) -> bytes:
    return text.encode("utf-16-le")


@pytest.fixture
def heard(tmp_path: Path) -> Heard:
    return Heard(tmp_path)


def test_a_name_comes_before_its_sentence(heard: Heard) -> None:
    heard.voice.say(spoken.turn("Fox"), "turns")
    heard.go_on()
    assert heard.files == [samples("Fox") + samples(TURN)]


def test_what_is_said_often_is_ready_when_the_match_is_open(heard: Heard) -> None:
    heard.voice.open(["Fox", "Owl"])
    heard.go_on()
    ready = len(heard.rendered)
    assert {text for _, text in heard.rendered} == {"Fox", "Owl", *map(str, spoken.OFTEN)}
    heard.says("Owl")
    assert (len(heard.rendered), heard.files) == (ready, [samples("Owl") + samples(FIRST)])


def test_only_the_newest_is_said_whether_what_came_before_waits_or_is_rendered(heard: Heard) -> None:
    for name in ("Fox", "Owl"):
        heard.voice.say(Spoken((), name))
    heard.says(text="Bear")
    assert heard.files == [samples("Bear")]
    newer = iter([Spoken((), "newer")])
    heard.meanwhile = lambda: heard.voice.say(next(newer, None))
    heard.says(text="older")
    assert heard.files == [samples("Bear"), samples("newer")]


def test_names_that_are_only_made_ready_keep_no_verdict_waiting(heard: Heard) -> None:
    heard.voice.open([f"name {n}" for n in range(15)])
    heard.says(text="now")
    assert heard.rendered[0] == ("en", "now")


@pytest.mark.parametrize("late", [0, 1_999, 2_000, 2_001])
def test_what_is_two_seconds_old_is_said_and_nothing_older(heard: Heard, late: int) -> None:
    heard.voice.say(Spoken((), "now"))
    heard.clock.advance(Nanoseconds(late * MILLISECOND))
    heard.go_on()
    assert bool(heard.files) == bool(heard.rendered) == (late <= 2_000)


def test_what_is_older_is_never_said_wherever_the_time_went(heard: Heard) -> None:
    late = Nanoseconds(2_001 * MILLISECOND)
    heard.meanwhile = lambda: heard.clock.advance(late)
    heard.says(text="while the program worked")
    heard.meanwhile = lambda: None
    heard.voice.say(Spoken((), "while a frame took long"))
    heard.speaker.work()
    heard.clock.advance(late)
    heard.inbox.drain()
    assert not heard.files


@pytest.mark.parametrize(
    "fault", [FileNotFoundError(), subprocess.TimeoutExpired("espeak-ng", 2), ValueError("another rate")]
)
def test_a_missing_dead_or_hung_program_is_asked_once_a_match(heard: Heard, fault: Exception) -> None:
    heard.fails = fault
    for _ in range(5):
        heard.says("Fox")
    assert (len({*heard.rendered}), heard.files) == (1 + 1, [])
    assert heard.speaker.trouble == "program"
    heard.fails = None
    heard.voice.open(["Fox"])
    heard.says("Fox")
    assert heard.files


def test_without_a_sound_card_it_is_silent_and_says_so(heard: Heard) -> None:
    heard.device = False
    assert heard.voice.say(Spoken((), "now"))
    heard.go_on()
    assert heard.speaker.trouble == "device"
    assert not heard.voice.say(Spoken((), "again")), "then sounds are as loud as ever"


def test_a_muted_table_says_nothing(heard: Heard) -> None:
    heard.sounds.muted = True
    heard.says(text="now")
    assert (heard.files, heard.speaker.trouble) == ([], "")


def test_who_says_something_never_waits_for_a_program_that_hangs(tmp_path: Path) -> None:
    hangs, began = threading.Event(), threading.Event()

    def render(_language: str, _text: str) -> bytes:
        began.set()
        hangs.wait()
        return b"\0\0"

    speaker = Speaker(Sounds(tmp_path), HandClock(), Inbox().post, tmp_path, tmp_path, render)
    talks = Voice(HandClock(), speaker)
    talks.level = "turns"
    talks.open(["Fox"])
    assert began.wait(10)
    for n in range(1_000):
        assert talks.say(Spoken((), str(n)))
    hangs.set()


@pytest.mark.parametrize(("level", "said"), [("", 0), ("off", 0), ("verdicts", 1), ("turns", 2)])
def test_only_what_is_wanted_is_said_and_nothing_until_somebody_wants_it(level: str, said: int) -> None:
    talks = Voice()
    talks.read(level)
    talks.read("loudly")
    assert talks.level == (level or "off")
    talks.say(spoken.turn("Fox"), "turns")
    talks.say(Spoken(("Fox",), FIRST))
    assert len(talks.spoken_texts) == said


def record(path: Path, count: int = 4_000, rate: int = 16_000, channels: int = 1, width: int = 2) -> Path:
    """Write a recording that gets louder."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(array("h", (n % 3_000 for n in range(count) for _ in range(channels))).tobytes())
    return path


@pytest.mark.parametrize("rate", [8_000, 16_000, 22_050, 44_100, 48_000])
@pytest.mark.parametrize("channels", [1, 2])
def test_a_recording_lasts_as_long_as_it_did(tmp_path: Path, rate: int, channels: int) -> None:
    found = recordings.recording(record(tmp_path / "Fox.wav", rate, rate, channels))
    assert len(found) == 2 * recordings.RATE


def test_a_recording_of_a_name_goes_before_the_program(heard: Heard) -> None:
    path = record(heard.recordings / "Fox.wav")
    heard.says("Fox")
    assert heard.files == [recordings.recording(path) + samples(FIRST)]


def test_no_name_that_was_said_stays_in_a_file(heard: Heard, tmp_path: Path) -> None:
    """Who is forgotten later is in no cache, whether a sentence was heard, muted, late or never played."""
    heard.says("Ada")
    heard.sounds.muted = True
    heard.says("Ada")
    heard.voice.say(Spoken(("Ada",), FIRST))
    heard.speaker.work()
    heard.clock.advance(Nanoseconds(voice.OLD + 1))
    heard.inbox.drain()
    assert not [*(tmp_path / "cache").rglob("*.wav")]
    heard.voice.say(Spoken(("Ada",), FIRST))
    heard.speaker.work()
    assert [*(tmp_path / "cache").rglob("*.wav")], "what is to be played is there"
    # The power went; the app starts again.
    Speaker(heard.sounds, heard.clock, heard.inbox.post, tmp_path / "cache", heard.recordings, threaded=False)
    assert not [*(tmp_path / "cache").rglob("*.wav")]


@pytest.mark.parametrize("name", ["../Fox", "/Fox", "..", "", "Fox\0", "Fox/Owl", "x" * 5_000])
def test_no_name_leads_out_of_the_folder_or_breaks_it(heard: Heard, name: str) -> None:
    record(heard.recordings.parent / "Fox.wav")
    heard.says(name)
    assert heard.files == [samples(name[: voice.LONGEST]) + samples(FIRST)]


def spoilt(folder: Path) -> list[Path]:
    """Return recordings that can't be used."""
    good = record(folder / "good.wav").read_bytes()
    made = {
        "empty": b"",
        "text": b"hello",
        "cut": good[:30],
        "large": good + bytes(recordings.MOST_BYTES),
        "silent": good[:40] + bytes(4),
    }
    for name, content in made.items():
        (folder / f"{name}.wav").write_bytes(content)
    return [
        *(folder / f"{name}.wav" for name in made),
        record(folder / "long.wav", 16_000 * (recordings.MOST_SECONDS + 1)),
        record(folder / "wide.wav", channels=4),
        record(folder / "bytes.wav", width=1),
        record(folder / "slow.wav", rate=4_000),
    ]


def test_a_broken_recording_is_named_and_the_program_speaks(heard: Heard, tmp_path: Path) -> None:
    for path in spoilt(tmp_path):
        with pytest.raises(BadRecording, match=path.name):
            recordings.recording(path)
    (heard.recordings / "Fox.wav").write_bytes(b"RIFF")
    heard.says("Fox")
    assert heard.files == [samples("Fox") + samples(FIRST)]


def test_rubbish_for_a_recording_is_refused_or_played_and_nothing_else(tmp_path: Path) -> None:
    good, dice = record(tmp_path / "good.wav", 200).read_bytes(), Random(3)
    for _ in range(300):
        bad = bytearray(good)
        for _ in range(dice.randint(1, 6)):
            bad[dice.randrange(48)] = dice.randrange(256)
        (tmp_path / "bad.wav").write_bytes(bad)
        with suppress(BadRecording):
            heard = recordings.recording(tmp_path / "bad.wav")
            assert 0 < len(heard) <= 2 * recordings.RATE * recordings.MOST_SECONDS


WHO: Any = SimpleNamespace(seat_name=lambda seat: theme.ANIMALS[seat])
"""Who sits where."""


def finish(*after: float) -> PhotoFinish:
    """Return a photo finish: milliseconds after the first, in the order of the seats."""
    return PhotoFinish(tuple(Mark(Seat(n), round(ms * MILLISECOND)) for n, ms in enumerate(after)), 0)


@pytest.mark.parametrize(("race", "text"), [
    (None, spoken.FIRST),
    (finish(0), spoken.FIRST),
    (finish(0, 4), spoken.BY_A_HAIR),
    (finish(0, 400, 19), spoken.BY_A_HAIR),
    (finish(0, 20), spoken.JUST),
    (finish(0, 99), spoken.JUST),
    (finish(0, 100), spoken.FIRST),
])  # fmt: skip
def test_by_how_much_is_said_in_words(race: PhotoFinish | None, text: str) -> None:
    dialog = Dialog("Fox takes it by 19 ms", winners=(Seat(0),), finish=race)
    assert spoken.ruling(dialog, WHO) == Spoken(("Fox",), str(text))


@pytest.mark.parametrize(("text", "read"), [
    ("That card isn't Fox's.", True),
    ("2 cards too many", True),
    ("row 3, column 12", True),
    ("4.0 ahead", False),
    ("by 19 ms before Owl", False),
    ("4 against 200", False),
    ("Fox +3", False),
    ("Fox: -3", False),
    ("5:00", False),
    ("3 → 4", False),
    ("Fox · 3 cards", False),
    ("50 %", False),
    ("A4 is taken", False),
])  # fmt: skip
def test_figures_that_are_read_badly_are_never_said(text: str, read: bool) -> None:
    assert spoken.readable(text) == (text if read else str(spoken.LOOK))


@pytest.mark.parametrize(("figures", "said"), [
    (("20", "4", "7"), "You win! 20 against 7."),
    (("0", "23", ""), "You win! 0 against 23."),
    (("4.5", "4", "7"), "You win!"),
    (("200", "4", "7"), "You win!"),
    (("20", "4", "7 cards"), "You win!"),
    ((), "You win!"),
])  # fmt: skip
def test_a_win_has_its_figures_where_they_are_said_as_words(figures: tuple[str, ...], said: str) -> None:
    lines = tuple(ResultLine((Seat(n),), theme.ANIMALS[n], each) for n, each in enumerate(figures))
    assert spoken.win(Dialog("", winners=(Seat(0),), figures=lines), WHO) == Spoken(("Fox",), said)


def test_what_only_some_may_hear_is_never_said() -> None:
    assert spoken.refusal("Not your clue", [Violation("a"), Violation("b", audience=(Seat(0),))]) is None
    assert spoken.refusal("Not a card", [Violation("a")]) == Spoken((), "Not a card")


@pytest.mark.parametrize("level", ["turns", "off"])
def test_at_the_table_turns_and_verdicts_are_said_where_somebody_wants_it(desk: Desk, level: str) -> None:
    desk.services.voice.level = level
    desk.seat(2)
    desk.turn()
    turn, verdict = spoken.turn("Owl, right hand"), Spoken(("Fox, right hand",), str(spoken.BY_A_HAIR))
    assert desk.services.voice.spoken_texts == ([turn] if level == "turns" else [])
    desk.grab((0, 0), (1, 3))
    assert desk.services.voice.spoken_texts[1:] == ([verdict] if level == "turns" else [])
    assert level == "turns" or "verdict" in desk.sounds.played


def test_nobody_is_called_to_their_turn_before_the_table_is_put_right(desk: Desk) -> None:
    listening = desk.services.voice = Listening()
    table = desk.deal("ungle-speed", 4)
    desk.turn(2)
    del listening.all[:]
    table.tell_now(TakeBack(1))
    assert [each.text for each in listening.all] == ["Now put the table right"]
    table.tell_now(PutRight())
    (_, turn) = listening.all
    assert (turn.names, turn.text) == ((table.presenter.seat_name(Seat(0)),), TURN)


@pytest.mark.parametrize(
    "game", ["speed-mode", *(pytest.param(game, marks=pytest.mark.long) for game in LONG)]
)
def test_a_whole_game_is_said_to_its_end_without_a_figure_that_is_read_badly(desk: Desk, game: str) -> None:
    listening = desk.services.voice = Listening()
    face = FACES[game]()
    people: Any = face.players(5)
    desk.deal(game, face.counts[0], "watching")
    while desk.table.session.match.outcome is None:
        table, session = desk.table, desk.table.session
        if isinstance(people, UnglePlayers):
            desk.go_on(people)
        elif table.front.reading:
            table.front.read_on()
        else:
            table.tell_now(people.act(session.match.state) if session.match.hold is None else PutRight())
        desk.pump(1)
    assert listening.all[-1].text.startswith(("You win", str(spoken.NOBODY_WINS)))
    assert all(spoken.readable(each.text) == each.text for each in listening.all)


def test_a_voice_that_is_turned_off_ends_its_programs(heard: Heard) -> None:
    ended: list[bool] = []
    heard.speaker._rest = lambda: ended.append(True)
    heard.voice.open(["Fox"])
    heard.go_on()
    assert not ended
    heard.voice.step()
    heard.go_on()
    assert (heard.voice.level, ended) == ("off", [True])


def test_settings_keep_it_and_say_how_to(desk: Desk, heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.frame.upkeep._voice = heard.voice
    heard.voice.level = "off"
    monkeypatch.setattr(voice, "able", lambda: True)
    desk.until(lambda: isinstance(desk.frame.screen, HomeScreen))
    desk.frame.upkeep.open()
    desk.tap(desk.screen(CareScreen)["voice"])
    assert heard.voice.level == "verdicts"
    assert desk.read(lambda store: store.setting(VOICE, "")) == "verdicts"
    heard.speaker.trouble = "device"
    desk.frame.upkeep.open()
    assert desk.screen(CareScreen)["voice"].title.text == care_words.VOICE_TROUBLES["device"]
    monkeypatch.setattr(voice, "able", lambda: False)
    desk.frame.upkeep.open()
    assert desk.screen(CareScreen)["voice"].title.text == care_words.VOICE_TROUBLES["missing"]
    assert not desk.screen(CareScreen)["voice"].live


def test_the_doctor_says_who_speaks_and_what_broke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.store import Store

    store = tmp_path / "matches.db"
    monkeypatch.setattr(voice, "able", lambda: False)
    assert doctor.speech(store).ok, "there is nothing to mend while the voice is off"
    with Store(store) as kept:
        kept.set(VOICE, "turns")
    assert (doctor.speech(store).ok, doctor.speech(store).remedy) == (False, machine_words.MEND_VOICE)
    monkeypatch.setattr(voice, "able", lambda: True)
    monkeypatch.setattr(voice, "speaks", lambda _: False)
    assert doctor.speech(store).what == machine_words.VOICE_FAILED
    monkeypatch.setattr(voice, "speaks", lambda language: language == "en")
    assert doctor.speech(store).what == "verdicts and turns, by espeak-ng"
    own = tiny_voice.make(tmp_path / "voices")
    monkeypatch.setattr(piper, "voice_for", lambda *_: own)
    monkeypatch.setattr(piper, "speaks", lambda _: False)
    assert own.name in doctor.speech(store).what
    assert not doctor.speech(store).ok
    monkeypatch.setattr(piper, "speaks", lambda _: True)
    assert doctor.speech(store).what == f"verdicts and turns, by {own.stem}"
    (tmp_path / "voice").mkdir()
    (tmp_path / "voice" / "Fox.wav").write_bytes(b"RIFF")
    found = doctor.speech(store)
    assert not found.ok
    assert "Fox.wav" in found.what
    assert doctor.troubles([found], tmp_path / "seats.toml") == []


# The real program, and scripts in its place.
def program(path: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a script in the place of a program."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(script if script.startswith("#!") else f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{path.parent}:/usr/bin:/bin")


@pytest.mark.parametrize(
    "script", ["exec sleep 60", "exit 1", "kill -9 $$", "echo RIFF", "cat", "head -c 60 /dev/zero"]
)
def test_whatever_the_program_does_instead_of_speaking_is_a_trouble_and_no_more(
    heard: Heard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    program(tmp_path / voice.PROGRAM, script, monkeypatch)
    monkeypatch.setattr(voice, "PATIENCE", 0.2)
    speaker = Speaker(
        heard.sounds, heard.clock, heard.inbox.post, tmp_path / "cache", tmp_path, threaded=False
    )
    talks = Voice(heard.clock, speaker)
    talks.level = "verdicts"
    talks.say(Spoken(("Fox",), FIRST))
    speaker.work()
    heard.inbox.drain()
    assert (speaker.trouble, talks.trouble, heard.files) == ("program", "program", [])
    assert not voice.speaks("en")


@HERE
@pytest.mark.parametrize("language", ["en", "de", "fr", "es", "nl", "pl"])
def test_espeak_says_every_language_that_we_name(language: str) -> None:
    said = array("h", voice.espeak(language, "Fox"))
    assert 0.2 <= len(said) / recordings.RATE <= 3
    assert max(map(abs, said)) > 3_000


@HERE
@pytest.mark.parametrize(
    "text", ["--version", "-w /tmp/x", "<voice name='x'>", "[[a]]", "\\", "ß" * 300, "🦊"]
)
def test_no_name_is_an_order_to_espeak(text: str) -> None:
    assert len(voice.espeak("en", text)) % 2 == 0


@HERE
def test_a_language_that_espeak_does_not_know_is_a_trouble_and_no_crash() -> None:
    with pytest.raises((subprocess.SubprocessError, ValueError)):
        voice.espeak("xx", "Fox")


PIPER_IS_HERE = pytest.mark.skipif(shutil.which(piper.PROGRAM) is None, reason="piper isn't installed")

LIKE_ONE = """#!/usr/bin/env python3
import sys, wave
folder = sys.argv[sys.argv.index("--output_dir") + 1]
print(folder, "is where files go", flush=True)
for n, line in enumerate(sys.stdin):
    with open(f"{folder}/../heard", "a") as heard:
        heard.write(line)
    with wave.open(f"{folder}/{n}.wav", "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(16_000)
        file.writeframes(bytes(2 * 100 * len(line)))
    print(f"INFO:__main__:Wrote {folder}/{n}.wav", file=sys.stderr, flush=True)
"""
"""A program with Piper's protocol: lines in; files, and their names out."""


class Others:
    """The speaker of languages that Piper has no voice for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def __call__(self, language: str, text: str) -> bytes:
        """Stand in for espeak-ng."""
        self.asked.append((language, text))
        return b"other"


@pytest.fixture
def others() -> Others:
    return Others()


@pytest.fixture
def by_piper(tmp_path: Path, others: Others) -> Piper:
    """Return a Piper voice whose folder has one English model."""
    tiny_voice.make(tmp_path / "voices")
    return Piper(tmp_path / "voices", tmp_path / "made", others)


@pytest.fixture
def like_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install a program with Piper's protocol."""
    program(tmp_path / piper.PROGRAM, LIKE_ONE, monkeypatch)


@pytest.mark.usefixtures("like_one")
def test_a_language_without_a_whole_voice_is_left(by_piper: Piper, others: Others, tmp_path: Path) -> None:
    (tmp_path / "voices" / "de_DE-half-low.onnx").write_bytes(b"")
    (tmp_path / "voices" / "nl.onnx").write_bytes(b"")
    for language in ("de", "nl", "fr", "e"):
        assert by_piper(language, "Fox") == b"other"
    assert len(others.asked) == 4


def test_without_the_program_voices_change_nothing(
    by_piper: Piper, others: Others, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert by_piper("en", "Fox") == b"other"
    assert others.asked == [("en", "Fox")]


@pytest.mark.usefixtures("like_one")
def test_one_process_says_one_line_after_the_other(by_piper: Piper, others: Others, tmp_path: Path) -> None:
    said = [by_piper("en", text) for text in ("Fox", "Your\nturn.", " First! ")]
    by_piper.rest()
    lines = ("Fox.\n", "Your turn.\n", "First!\n")
    assert (tmp_path / "heard").read_text() == "".join(lines)
    assert [len(each) for each in said] == [len(line) * 100 * recordings.RATE // 16_000 * 2 for line in lines]
    assert not others.asked
    assert not (tmp_path / "made").exists(), "no speech stays on the disk"


@pytest.mark.usefixtures("like_one")
def test_it_rests_twice(by_piper: Piper, others: Others) -> None:
    for _ in range(2):
        assert by_piper("en", "Fox")
        by_piper.rest()
    assert not others.asked


@pytest.mark.parametrize("text", ["", "...", " \n", "…"])
@pytest.mark.usefixtures("like_one")
def test_what_can_t_be_said_is_kept_back(by_piper: Piper, others: Others, tmp_path: Path, text: str) -> None:
    assert by_piper("en", text) == b"other"
    assert not (tmp_path / "heard").exists()


@pytest.mark.parametrize("script", [
    "exec sleep 60",
    "exit 1",
    "kill -9 $$",
    "cat",
    "exec yes",
    'echo "$4/../../secret.wav"; exec sleep 60',
    'echo "$4/missing.wav"; exec sleep 60',
    'echo RIFF >"$4/bad.wav"; echo "$4/bad.wav"; exec sleep 60',
    'printf "RIFF\\0\\0\\0\\0" >"$4/empty.wav"; echo "$4/empty.wav"; exec sleep 60',
])  # fmt: skip
def test_whatever_it_does_instead_of_speaking_the_other_speaks_and_it_is_asked_once(
    by_piper: Piper, others: Others, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    program(tmp_path / piper.PROGRAM, f'echo once >>"{tmp_path}/starts"\n{script}', monkeypatch)
    monkeypatch.setattr(piper, "LOADING", 0.3)
    for _ in range(3):
        assert by_piper("en", "Fox") == b"other"
    assert others.asked == [("en", "Fox")] * 3
    assert (tmp_path / "starts").read_text() == "once\n"


@pytest.mark.parametrize("script", ["exec sleep 60", "exit 1", 'echo RIFF >"$4/bad.wav"; echo "$4/bad.wav"'])
def test_a_program_that_does_not_speak_is_told_from_one_that_does(
    by_piper: Piper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    voice = tmp_path / "voices" / "en_GB-hum-low.onnx"
    program(tmp_path / piper.PROGRAM, LIKE_ONE, monkeypatch)
    assert piper.speaks(voice)
    program(tmp_path / piper.PROGRAM, script, monkeypatch)
    monkeypatch.setattr(piper, "LOADING", 0.3)
    assert not piper.speaks(voice)


@PIPER_IS_HERE
def test_the_real_program_says_what_it_is_given(by_piper: Piper, others: Others, tmp_path: Path) -> None:
    short, long = (array("h", by_piper("en", text)) for text in ("Fox", "Fox and Owl are first."))
    by_piper.rest()
    assert len(short) < len(long)
    assert max(short) > 3_000
    assert not others.asked
    (tmp_path / "voices" / "de_DE-broken-low.onnx").write_bytes(b"no voice")
    Path(tmp_path / "voices" / "de_DE-broken-low.onnx.json").write_text("{}")
    assert by_piper("de", "Fuchs") == b"other"
