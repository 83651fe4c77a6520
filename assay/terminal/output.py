"""
The only place that writes to the terminal: findings to stdout, progress and summaries to stderr.

A reader may leave early (`assay ... | head -1`). That is no fault and changes no verdict: what is left to say goes
nowhere, and the exit code stays what it would have been.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from io import UnsupportedOperation
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.formats.json_values import compact_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress


def emit_json(document: Any) -> None:
    """One JSON document, on one line, to stdout; escaped to ASCII where stdout's encoding could not carry it."""
    text = compact_json(document)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, separators=(",", ":"))
    emit(text)


def emit(text: str) -> None:
    """A line of findings, to stdout."""
    try:
        sys.stdout.write(text + "\n")
    except BrokenPipeError:
        _close_stdout()


def note(text: str) -> None:
    """A line about the run, to stderr. Where stderr cannot be written to, the line is lost and the run is not."""
    with suppress(OSError):
        sys.stderr.write(text + "\n")


def flush() -> None:
    """
    Write out what stdout still holds. Raises `OSError` where that fails for another reason than that nobody reads.
    """
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _close_stdout()


def is_read() -> bool:
    """Whether somebody still reads what is emitted, as far as is known: who answers many questions may stop early."""
    return not _Reader.gone


class _Reader:
    """Who reads stdout; gone once a pipe was found closed."""

    gone = False


def _close_stdout() -> None:
    _Reader.gone = True
    with suppress(UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def findings_console() -> Console:
    """A console on stdout for tables; colour only on a terminal, 100 columns where it is none."""
    from rich.console import Console

    class Findings(Console):
        """A console that takes a closed pipe as `emit` does."""

        def on_broken_pipe(self) -> None:
            """Go on in silence; Rich itself would exit with 1, which means here that a law is broken."""
            _close_stdout()

    return Findings(file=sys.stdout, width=None if sys.stdout.isatty() else 100, highlight=False)


def progress_display(*, quiet: bool = False) -> Progress:
    """A progress display on stderr that shows nothing where stderr is no terminal or `quiet` is asked."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(file=sys.stderr),
        disable=quiet or not sys.stderr.isatty(),
        transient=True,
    )
