"""A short cut: `python -m studies.no_false_alarm` runs `python -m studies no_false_alarm`."""

import sys

from studies.__main__ import start

if __name__ == "__main__":
    sys.exit(start(["no_false_alarm", *sys.argv[1:]]))
