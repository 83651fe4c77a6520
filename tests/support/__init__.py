"""What the tests need and the studies use too: assignors made wrong, engines, brokers, programs, releases."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
"""The checkout."""
