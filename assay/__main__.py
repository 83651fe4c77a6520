"""`python -m assay`, and the console script `assay`."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from assay.cli import run
from assay.output import flush


def main() -> None:
    """Run the command line and exit with its code."""
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


def _open_devnull() -> TextIO:
    return Path(os.devnull).open("w", encoding="utf-8")


if __name__ == "__main__":
    main()
