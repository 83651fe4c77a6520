"""
The interface of a verb: its options and its run.

Each module in `assay.verbs` has one as `COMMAND`, or several by their name as `ACTIONS`: `assay host serve`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from assay.exit_codes import ExitCode


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """
    One verb; `example` is the example at the end of its help.

    `description` is the head of the help of an action; a verb without actions has its own in `assay.cli`.
    `add_options` declares its options; `run` does the work, prints through `assay.terminal.output` and returns the exit
    code. Heavy libraries are imported inside `run`.
    """

    example: str
    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], ExitCode]
    description: str | None = None
