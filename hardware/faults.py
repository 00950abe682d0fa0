"""What a thread that must not die does with an exception."""

import sys
import threading


def report_fault() -> None:
    """Show the exception being handled as the thread's own death would be shown, and let the thread live."""
    kind, error, trace = sys.exc_info()
    if kind is not None:
        threading.excepthook(threading.ExceptHookArgs((kind, error, trace, threading.current_thread())))
