"""
`python -m assay`, and the console script `assay`.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper

from assay.cli import run


def main() -> None:
    """
    Run the command line and exit with its code.
    """
    for stream in (sys.stdout, sys.stderr):
        # Member ids are any text; a terminal that cannot show a character shows its escape.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
