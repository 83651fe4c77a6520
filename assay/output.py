"""
The only place that writes to the terminal: findings to stdout, progress and summaries to stderr.

If the reader leaves early (`assay ... | head -1`), the rest of the output is dropped and the exit code is unchanged.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from io import UnsupportedOperation
from typing import TYPE_CHECKING, Any

from kafka_assay.assignors.formats.json_values import compact_json

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

    from kafka_assay.reports.render.blocks import Block, Column, Value


def emit_json(document: Any) -> None:
    """Print one JSON document on one line to stdout; in ASCII if stdout's encoding needs it."""
    text = compact_json(document)
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, separators=(",", ":"))
    emit(text)


def emit(text: str) -> None:
    """Print a line of findings to stdout."""
    try:
        sys.stdout.write(text + "\n")
    except BrokenPipeError:
        _close_stdout()


def emit_blocks(blocks: Iterable[Block]) -> None:
    """Print blocks of findings to stdout: colour only on a terminal, otherwise 100 columns."""
    from kafka_assay.reports.render.terminal import print_blocks

    print_blocks(blocks, findings_console())


def emit_table(caption: str, columns: Sequence[Column], rows: Iterable[Sequence[Value]]) -> None:
    """Print a whole table to stdout."""
    from kafka_assay.reports.render.blocks import table_of

    emit_blocks([table_of(caption, columns, rows)])


def emit_result(document: Callable[[], Any], blocks: Callable[[], Iterable[Block]], *, as_json: bool) -> None:
    """Print a result as one JSON document, or as blocks. Only the form that is printed is made."""
    if as_json:
        emit_json(document())
    else:
        emit_blocks(blocks())


def note(text: str) -> None:
    """Print a line about the run to stderr. If stderr is closed, the line is dropped."""
    with suppress(OSError):
        sys.stderr.write(text + "\n")


def first_of(complaints: Sequence[object]) -> str:
    """
    The first complaint, and how many more there are.

    >>> first_of(["a"]), first_of(["a", "b", "c"])
    ('a', 'a (and 2 more)')
    """
    return f"{complaints[0]}{f' (and {len(complaints) - 1} more)' if len(complaints) > 1 else ''}"


def note_refusal(*targets: object) -> None:
    """Print the first stack trace of each target's failed `configure()` on stderr."""
    for target in targets:
        stack = getattr(target, "refusal_trace", "")
        if stack:
            note(stack.rstrip())


def flush() -> None:
    """Flush stdout. Raises `OSError` if that fails for another reason than a closed pipe."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _close_stdout()


def is_read() -> bool:
    """Whether stdout is still read, as far as known. A long run may stop early if it is not."""
    return not _Reader.gone


class _Reader:
    """The reader of stdout; `gone` once the pipe is closed."""

    gone = False


def _close_stdout() -> None:
    _Reader.gone = True
    with suppress(UnsupportedOperation):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def findings_console() -> Console:
    """A console on stdout for tables: colour only on a terminal, otherwise 100 columns."""
    from rich.console import Console

    class Findings(Console):
        """A console that treats a closed pipe as `emit` does."""

        def on_broken_pipe(self) -> None:
            """Continue silently. Rich would exit with 1, which here means a broken law."""
            _close_stdout()

    return Findings(file=sys.stdout, width=None if sys.stdout.isatty() else 100, highlight=False)


def progress_display(*, quiet: bool = False) -> Progress:
    """A progress display on stderr; hidden if `quiet` or if stderr is not a terminal."""
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
