"""The generated part of docs/commands.md: what was run of each page, when, and with what result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from studies.output import ROOT, table_head, table_row, write_part
from studies.pages.page_commands import markdown_pages
from studies.pages.page_runs import paced_commands, reason_not_run
from studies.pages.run_record import CommandRun

PAGE = ROOT / "docs" / "commands.md"
BEGIN, END = "<!-- runs -->", "<!-- end of runs -->"


def write_commands_page(runs: Sequence[CommandRun], command: str) -> None:
    """Put the tables into the page."""
    write_part(PAGE, BEGIN, END, commands_page_lines(runs, command))


def commands_page_lines(runs: Sequence[CommandRun], command: str) -> Iterator[str]:
    """A row for each page that shows commands; then the exceptions; then what is never run, with the reason."""
    known = {(run.page, run.command): run for run in runs}
    exceptions, never = [], Counter[tuple[str, str]]()
    yield from (
        f"The last command was `{command}`.",
        "",
        table_head("page", ">commands", ">run", ">as the page says", "last run"),
    )
    for page in markdown_pages():
        commands = list(paced_commands(page))
        short = dict.fromkeys(one.text for one, pace in commands if pace != "long")
        never.update(
            (one.verb, reason_not_run(one) or "") for one, pace in commands if pace == "long" and reason_not_run(one)
        )
        mine = [run for text in short if (run := known.get((page, text))) is not None]
        exceptions += [run for run in mine if run.objection is not None]
        if commands:
            confirmed = sum(run.objection is None for run in mine)
            days = max((run.day for run in mine), default="")
            yield table_row(
                f"[{page}]({_link(page)})",
                len(dict.fromkeys(one.text for one, _ in commands)),
                len(mine),
                confirmed,
                days,
            )
    yield ""
    yield (
        "Not as the page says, or not run because something was missing:"
        if exceptions
        else "No command that was run differs from its page."
    )
    yield from ("", *(f"* `{run.command}` ({run.page}): {run.objection}" for run in exceptions)) if exceptions else ()
    yield from ("", table_head("never run", ">commands", "reason"))
    yield from (table_row(f"`{verb}`", count, reason) for (verb, reason), count in sorted(never.items()))


def _link(page: str) -> str:
    return page.removeprefix("docs/") if page.startswith("docs/") else f"../{page}"
