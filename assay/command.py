"""What a verb is to the command line: its options and its run. Each module in `assay.verbs` offers one as `COMMAND`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from assay.exit_codes import ExitCode


TARGET_HELP = "a reference (assay list), or maven:, go:, python:, exec: ... (assay list targets)"
"""What a verb's help says of a target."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """
    One verb: `says` one line for the list, `example` the example at the end of its help.

    `add_options` declares its options; `run` does the work, prints through `assay.terminal.output` and returns the exit
    code. Heavy libraries are imported inside `run`.
    """

    says: str
    example: str
    add_options: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], ExitCode]
