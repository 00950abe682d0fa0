"""One turn of the firmware's loop: hear the wires, read the samples, send one frame."""

from hardware.firmware.frames import ECHO, HELLO, Decoder

_MOST_LEAD = 25_000  # ticks, 5 ms: what takes longer was held up, and says nothing about the next time


class BoardLoop:
    """Joins wires, sampler and board; the host is on the wire that last said HELLO."""

    def __init__(self, wires, sampler, board) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
        """`wires`: objects with has_bytes, read, has_room and write, as in main.py."""
        self._wires = [(wire, Decoder()) for wire in wires]
        self._host = wires[0]
        self._sampler = sampler
        self._board = board

    def turn(self) -> int:
        """Do what is to be done; return the tick."""
        board, sampler = self._board, self._sampler
        for wire, decoder in self._wires:
            if wire.has_bytes():
                data = wire.read()
                # After the reading: nothing was received before it was sent. Before the decoding, which takes
                # its time; before the samples are read, so that ECHO's `next` counts all that came earlier.
                came = sampler.now()
                for payload in decoder.feed(data):
                    if payload[0] == HELLO:
                        self._host = wire
                    if wire is self._host:
                        board.take(payload, came)
        now: int = sampler.now()
        board.sense(sampler.drain(now), now, sampler.lost)
        if self._host.has_room():
            begun = sampler.now()
            frame = board.speak(begun)
            if frame:
                lead = sampler.now() - begun
                self._host.write(frame)
                # No id is 0, so that COBS leaves it in its place, behind the first run's length.
                if lead < _MOST_LEAD and frame[1] == ECHO:
                    board.lead = lead
        return now
