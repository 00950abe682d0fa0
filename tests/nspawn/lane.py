"""The appliance lane: the package in a fresh Debian, as an owner would use it.

run          the package in a Debian 12: installed, booted, hung, crashed, upgraded, shut down, purged
run arm64    the arm64 package in a Debian 13, emulated: not booted, but everything in it is imported
run card     the folder for a card, installed by a Debian 13's cloud-init; the plug is pulled half way
run courier  the courier to a club's desk as a service, with a real broker
run image    the image of a card in a whole machine; the plug is pulled at some instants (`image long`: 50)
run image-arm64  the image for a Pi, started once, emulated; slow
run card-arm64  the folder for a Pi's card, in a whole emulated machine with a boot partition; very slow
"""

import sys
import time

from tests import SKIPPED
from tests.nspawn import appliance, arm64, card, card_arm64, courier, image
from tests.nspawn.system import BUILD, CannotRunError, WrongError


def main(arguments: list[str]) -> int:
    """Run the lane; return the exit code."""
    started = time.monotonic()
    figures: dict[str, str] = {}
    try:
        lanes = {
            (): appliance.run,
            ("arm64",): arm64.run,
            ("card",): card.run,
            ("courier",): courier.run,
            ("card-arm64",): card_arm64.run,
            ("image",): image.run,
            ("image", "long"): image.run_long,
            ("image-arm64",): image.run_arm64,
        }
        if tuple(arguments) not in lanes:
            ways = "|".join(" ".join(way) for way in lanes if way)
            print(f"usage: run [{ways}], not {' '.join(arguments)}", file=sys.stderr)
            return 2
        lanes[tuple(arguments)](figures)
    except CannotRunError as reason:
        print(f"nspawn lane skipped: {reason}")
        return SKIPPED
    except WrongError as wrong:
        print(f"nspawn lane FAILED: {wrong}\nThe console of the system is in {BUILD}/console.log.")
        return 1
    for what, figure in figures.items():
        print(f"  {what:42} {figure}")
    print(f"nspawn lane: passed in {time.monotonic() - started:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
