"""
The only place that writes to the terminal: findings to stdout, progress and summaries to stderr.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress


def emit_json(document: Any) -> None:
    """
    One JSON document, on one line, to stdout; escaped to ASCII where stdout's encoding could not carry it.
    """
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, separators=(",", ":"))
    sys.stdout.write(text + "\n")


def emit(text: str) -> None:
    """
    A line of findings, to stdout.
    """
    sys.stdout.write(text + "\n")


def note(text: str) -> None:
    """
    A line about the run, to stderr.
    """
    sys.stderr.write(text + "\n")


def findings() -> Console:
    """
    A console on stdout for tables; colour only on a terminal, 100 columns where it is none.
    """
    from rich.console import Console

    return Console(file=sys.stdout, width=None if sys.stdout.isatty() else 100, highlight=False)


def progress(*, quiet: bool = False) -> Progress:
    """
    A progress display on stderr that shows nothing where stderr is no terminal or `quiet` is asked.
    """
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
