"""One turn of the firmware's loop: read the wires, take the samples, send one frame."""

from hardware.firmware.frames import ECHO, HELLO, Decoder

_MOST_LEAD = 25_000  # ticks, 5 ms: a longer lead was held up, and doesn't predict the next


class BoardLoop:
    """Connects wires, sampler and board; the host is on the wire that last received HELLO."""

    def __init__(self, wires, sampler, board) -> None:  # type: ignore[no-untyped-def] # noqa: ANN001
        """`wires`: objects with has_bytes, read, has_room and write, as in start.py."""
        self._wires = [(wire, Decoder()) for wire in wires]
        self._host = wires[0]
        self._sampler = sampler
        self._board = board

    def turn(self) -> int:
        """Do everything that is due; return the tick."""
        board, sampler = self._board, self._sampler
        for wire, decoder in self._wires:
            if wire.has_bytes():
                data = wire.read()
                # After reading: nothing is received before it was sent. Before decoding, which takes time,
                # and before the samples are read, so that ECHO's `next` counts all earlier changes.
                received = sampler.now()
                for payload in decoder.feed(data):
                    if payload[0] == HELLO:
                        self._host = wire
                    if wire is self._host:
                        board.take(payload, received)
        now: int = sampler.now()
        board.sense(sampler.drain(now), now, sampler.lost)
        if self._host.has_room():
            begun = sampler.now()
            frame = board.outgoing(begun)
            if frame:
                lead = sampler.now() - begun
                self._host.write(frame)
                # No id is 0, so COBS leaves it in its place, after the first run's length.
                if lead < _MOST_LEAD and frame[1] == ECHO:
                    board.lead = lead
        return now
