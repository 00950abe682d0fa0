"""What can be wrong with a pad that is plugged in, each in one sentence that says what to do."""

from collections.abc import Iterable

from hardware.usb.reports import Code, name_of


def unplugged(name: str) -> str:
    """Return what to say of a pad that went."""
    return f'USB pad "{name}": it was unplugged; plug it in again'


def taken(name: str) -> str:
    """Return what to say of a pad that another program has for itself."""
    return f'USB pad "{name}": another program has it for itself, as a table has that plays; close it'


def without(name: str, codes: Iterable[Code]) -> str:
    """Return what to say of a pad that hasn't the buttons that the seats file gives it."""
    named = " and ".join(name_of(code) for code in codes)
    return f'USB pad "{name}": it has no {named}; teach the buttons again, or plug the right pad in there'


def without_lamp(name: str, lamps: Iterable[str], there: Iterable[str]) -> str:
    """Return what to say of a pad that hasn't the lights that the seats file gives it."""
    others = ", ".join(there)
    remedy = f"use one of {others}" if others else "leave lamp out"
    return f'USB pad "{name}": it has no light called {" or ".join(lamps)}; {remedy} in the seats file'


def dark(name: str) -> str:
    """Return what to say of a pad whose lights this user may not switch."""
    return (
        f'USB pad "{name}": this user may not switch its lights; copy systemd/companion.rules to '
        "/etc/udev/rules.d and plug the pad in again, or leave lamp out in the seats file"
    )


def lost_reports(name: str) -> str:
    """Return what to say of a pad whose reports came faster than they were read."""
    return (
        f'USB pad "{name}": reports of it were lost, so grabs were void; look for a stick or a button that '
        "never rests"
    )
