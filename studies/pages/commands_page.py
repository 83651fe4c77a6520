"""The generated part of docs/commands.md: what was run of each page, when, and with what result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from studies.output import ROOT, table_head, table_row, write_part
from studies.pages.page_commands import PAGE_OF_COMMANDS, markdown_pages
from studies.pages.page_runs import paced_commands, reason_not_run
from studies.pages.run_record import CommandRun

PAGE = ROOT / PAGE_OF_COMMANDS
BEGIN, END = "<!-- runs -->", "<!-- end of runs -->"


def write_commands_page(runs: Sequence[CommandRun], command: str) -> None:
    """Put the tables into the page."""
    write_part(PAGE, BEGIN, END, commands_page_lines(runs, command))


def commands_page_lines(runs: Sequence[CommandRun], command: str) -> Iterator[str]:
    """The sum; a row for each page that shows commands; the exceptions; what is never run, with the reason."""
    known = {(run.page, run.command): run for run in runs}
    shown: list[CommandRun] = []
    rows, never = [], Counter[tuple[str, str]]()
    for page in markdown_pages():
        commands = list(paced_commands(page))
        long = [one for one, pace in commands if pace == "long"]
        never.update((one.verb, reason) for one in long if (reason := reason_not_run(one)) is not None)
        short = dict.fromkeys(one.text for one, pace in commands if pace != "long")
        mine = [run for text in short if (run := known.get((page, text))) is not None]
        shown += mine
        if commands:
            days = max((run.day for run in mine), default="")
            number = len({one.text for one, _ in commands})
            rows.append(table_row(f"[{page}]({_link(page)})", number, len(mine), len(_confirmed(mine)), days))
    yield (
        f"{len(shown)} commands were run; {len(_confirmed(shown))} do what their page says. Together they took "
        f"{sum(run.seconds for run in shown) / 60:.0f} minutes. `{command}` wrote these tables."
    )
    yield from ("", table_head("page", ">commands", ">run", ">as the page says", "last run"), *rows, "")
    exceptions = [run for run in shown if run.objection is not None]
    if exceptions:
        yield from ("Not as the page says, or something was missing:", "")
        yield from (f"* `{run.command}` ({run.page}): {run.objection}" for run in exceptions)
        yield ""
    yield table_head("never run", ">commands", "reason")
    yield from (table_row(f"`{verb}`", count, reason) for (verb, reason), count in sorted(never.items()))


def _confirmed(runs: Sequence[CommandRun]) -> list[CommandRun]:
    return [run for run in runs if run.objection is None]


def _link(page: str) -> str:
    return page.removeprefix("docs/") if page.startswith("docs/") else f"../{page}"
