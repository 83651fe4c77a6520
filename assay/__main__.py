"""`python -m assay`, and the console script `assay`."""

from __future__ import annotations

import os
import signal
import sys
import threading
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from assay.cli import run
from assay.output import flush

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

AGAIN = 0.05
"""So many seconds after an interrupt was lost, there is another one."""


def main() -> None:
    """Run the command line and exit with its code."""
    sys.unraisablehook = interrupt_again
    # If it is started with a closed stdout or stderr, Python has None there. The exit code still gives the verdict.
    sys.stdout = sys.stdout or _open_devnull()
    sys.stderr = sys.stderr or _open_devnull()
    for stream in (sys.stdout, sys.stderr):
        # Member ids may be any text. A terminal that cannot show a character shows its escape.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        sys.exit(run(sys.argv[1:]))
    finally:
        flush()  # prints what `--help` left, which exits by itself


def interrupt_again(lost: UnraisableHookArgs) -> None:
    """Interrupt once more if Python lost an interrupt, because it came inside a callback that cannot raise it."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        threading.Timer(AGAIN, signal.pthread_kill, (threading.main_thread().ident, signal.SIGINT)).start()
    else:
        sys.__unraisablehook__(lost)


def _open_devnull() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


if __name__ == "__main__":
    main()
