"""A short cut: `python -m studies.mutation_score` runs `python -m studies mutation_score`."""

import sys

from studies.__main__ import start

if __name__ == "__main__":
    sys.exit(start(["mutation_score", *sys.argv[1:]]))
