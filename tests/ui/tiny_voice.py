"""A voice for Piper that the tests make: inputs and output of a real one, and a hum for speech.

No real voice can be had here. The model is written byte by byte, in the wire format of ONNX, so that no other
library is needed: each phoneme of the input becomes 1,024 samples of a wave whose amplitude is its number.
"""

import json
import math
import struct
from pathlib import Path

SOUND = 1_024
"""Samples of each phoneme of a text."""
FLOAT, INT = 1, 7
"""ONNX's numbers for a tensor's element types."""


def make(folder: Path, name: str = "en_GB-hum-low", rate: int = 22_050) -> Path:
    """Write a voice with its configuration file next to it; return its path."""
    path = folder / f"{name}.onnx"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_model())
    ids = {letter: [n] for n, letter in enumerate("abcdefghijklmnopqrstuvwxyz .,:!ɒəɪʊɛæʌɔɜɑŋʃθðʒɹɡɐˈˌː", 3)}
    config = {
        "audio": {"sample_rate": rate},
        "espeak": {"voice": name[:2]},
        "num_symbols": 64,
        "num_speakers": 1,
        "phoneme_id_map": {"_": [0], "^": [1], "$": [2], **ids},
        "inference": {"noise_scale": 0.667, "length_scale": 1, "noise_w": 0.8},
    }
    Path(f"{path}.json").write_text(json.dumps(config))
    return path


def _model() -> bytes:
    hum = struct.pack(f"<{SOUND}f", *(math.sin(n / 8) / 100 for n in range(SOUND)))
    graph = b"".join(
        (
            _node(
                "Cast", ["input"], "sounds", _message(5, _field(1, "to") + _number(3, FLOAT) + _number(20, 2))
            ),
            _node("Unsqueeze", ["sounds", "last"], "each"),
            _node("Mul", ["each", "hum"], "waves"),
            _node("Reshape", ["waves", "flat"], "output"),
            _field(2, "hum"),
            _tensor("hum", [1, 1, SOUND], FLOAT, hum),
            _tensor("last", [1], INT, struct.pack("<q", 2)),
            _tensor("flat", [3], INT, struct.pack("<3q", 1, 1, -1)),
            _value(11, "input", INT, 2),
            _value(11, "input_lengths", INT, 1),
            _value(11, "scales", FLOAT, 1),
            _value(12, "output", FLOAT, 3),
        )
    )
    return _number(1, 8) + _message(7, graph) + _message(8, _field(1, "") + _number(2, 15))


def _node(kind: str, inputs: list[str], output: str, attribute: bytes = b"") -> bytes:
    named = b"".join(_field(1, each) for each in inputs)
    return _message(1, named + _field(2, output) + _field(4, kind) + attribute)


def _tensor(name: str, shape: list[int], kind: int, raw: bytes) -> bytes:
    sides = b"".join(_number(1, side) for side in shape)
    return _message(5, sides + _number(2, kind) + _field(8, name) + _message(9, raw))


def _value(number: int, name: str, kind: int, sides: int) -> bytes:
    shape = b"".join(_message(1, _field(2, f"{name} {n}")) for n in range(sides))
    return _message(number, _field(1, name) + _message(2, _message(1, _number(1, kind) + _message(2, shape))))


def _field(number: int, text: str) -> bytes:
    return _message(number, text.encode())


def _message(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _number(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def _varint(value: int) -> bytes:
    low, value = value & 0x7F, value >> 7
    return bytes([low | 0x80]) + _varint(value) if value else bytes([low])
