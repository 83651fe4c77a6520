"""The record of `python -m studies pages`: one JSON line for each command that was run."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from studies.records import append_line, read_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRun:
    """
    The outcome of one command of one page.

    `objection` says why it is not what the page says; None if it is. `missing` means that a tool or the network was
    missing.
    """

    page: str
    command: str
    objection: str | None
    missing: bool
    seconds: float
    day: str

    def __str__(self) -> str:
        """One line: a mark, the time, the page, the command and the objection."""
        mark = "✓" if self.objection is None else "?" if self.missing else "✗"
        said = "" if self.objection is None else f"\n    {self.objection}"
        return f"{mark} {self.seconds:.0f} s  {self.page}: {self.command}{said}"


def append_run(record: Path, run: CommandRun) -> None:
    """Add a run to the record."""
    append_line(record, asdict(run))


def latest_runs(record: Path) -> list[CommandRun]:
    """The last run of each command of each page, in the order of the pages."""
    runs = [CommandRun(**line) for line in read_lines(record)]
    return sorted({(run.page, run.command): run for run in runs}.values(), key=lambda run: run.page)
