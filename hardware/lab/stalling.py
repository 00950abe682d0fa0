"""Makes the referee late on real lines: its own interpreter is held, as one slow call of a library holds it.

No thread of the process runs meanwhile, so edges wait in the kernel or at the board; the rig is another
process, or another board, and goes on.
"""

import ctypes
import threading
import time

from companion.clock import MICROSECOND, SECOND
from hardware.lab.score import Stall

# PyDLL calls without letting the interpreter go.
INTERPRETER = ctypes.PyDLL(None)


def hold_interpreter(stall: Stall) -> None:
    """Hold the interpreter as a stall says, counted from now."""
    threading.Thread(target=_hold, args=(stall,), name="lab-stall", daemon=True).start()


def _hold(stall: Stall) -> None:
    time.sleep(stall.at / SECOND)
    INTERPRETER.usleep(stall.lasts // MICROSECOND)
