"""The exit codes."""

from __future__ import annotations

from enum import IntEnum


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
