"""
The interface of a verb: its options, its run, and its exit code.

Each module in `assay.verbs` has a `Command` as `COMMAND`, or several by their name as `ACTIONS`: `assay host serve`.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple


class ExitCode(IntEnum):
    """The exit codes of every verb."""

    KEPT = 0
    """Every law kept, nothing regressed."""
    BROKEN = 1
    """A law broken, or a regression or another fault found."""
    USAGE_ERROR = 2
    """Usage or input error: a bad file, an unknown target. One line on stderr."""
    UNDECIDED = 3
    """Nothing broken, but some law has no verdict, or an optimum is not proven."""
    INTERRUPTED = 130
    """Interrupted; finished work is on disk."""


EXIT_CODES = {
    "kept": ExitCode.KEPT,
    "same": ExitCode.KEPT,
    "better": ExitCode.KEPT,
    "broken": ExitCode.BROKEN,
    "regressed": ExitCode.BROKEN,
    "undecided": ExitCode.UNDECIDED,
}
"""The exit code of each verdict, of a check or of a comparison."""


class Command(NamedTuple):
    """
    One verb; `example` is the example at the end of its help.

    `add_options` declares its options; `run` does the work, prints through `assay.output` and returns the exit code.
    Heavy libraries are imported inside `run`. `description` is the head of the help of an action; a verb without
    actions has its own in `assay.cli`.
    """

    example: str
    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], ExitCode]
    description: str | None = None
