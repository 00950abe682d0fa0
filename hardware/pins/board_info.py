"""What gpiozero wants to know of a board, for chips that belong to no Raspberry Pi."""

from gpiozero.compat import frozendict
from gpiozero.pins import BoardInfo, HeaderInfo, PinInfo


def chip_board(label: str, lines: int) -> BoardInfo:
    """Return a board with one header: its pins are the lines 0 to `lines` - 1, named GPIO0 and so on."""
    pins = {line + 1: _pin(line) for line in range(lines)}
    header = HeaderInfo(name="GPIO", rows=lines, columns=1, pins=frozendict(pins))
    return BoardInfo(
        revision="0000",
        model=label,
        pcb_revision="",
        released="",
        soc="",
        manufacturer="",
        memory=None,
        storage="",
        usb=0,
        usb3=0,
        ethernet=0,
        eth_speed=0,
        wifi=False,
        bluetooth=False,
        csi=0,
        dsi=0,
        headers=frozendict({"GPIO": header}),
        board="",
    )


def _pin(line: int) -> PinInfo:
    names = frozenset({line, str(line), f"GPIO{line}", f"BCM{line}"})
    return PinInfo(
        number=line + 1,
        name=f"GPIO{line}",
        names=names,
        pull="",
        row=line + 1,
        col=1,
        interfaces=frozenset({"gpio"}),
    )
