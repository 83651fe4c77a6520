"""
Which commands of the pages are run, and where.

* *quick*: in the ordinary tests. It takes seconds and downloads nothing.
* *slow*: by `python -m studies pages`. It downloads releases, searches for most of a minute, or writes pages.
* *long*: nowhere. The options are parsed. The reasons are in `LONG`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from studies.pages.page_commands import PageCommand, read_page_commands

Pace = Literal["quick", "slow", "long"]

_HOURS = "searches or solves for many minutes or hours; its tests use few groups"
_TIMES = "measures times, for minutes and on an idle machine; its tests use small sizes"
_RECORD = "reads the record of a study that runs for hours"

LONG = {
    "bench": _TIMES,
    "agreement": _HOURS,
    "alarm_page": _RECORD,
    "alarm_shrinking": _RECORD,
    "audit_scaling": _TIMES,
    "campaign_cost": _TIMES,
    "corruption": _HOURS,
    "every_alarm": _HOURS,
    "growth": _TIMES,
    "host_rate": _TIMES,
    "hostile_calls": _HOURS,
    "kafka_agreement": _HOURS,
    "mutation_score": _HOURS,
    "no_false_alarm": _HOURS,
    "optimal_at_size": _TIMES,
    "optimum_process": _TIMES,
    "pages": "runs the commands of all pages",
    "oracle_grid": _TIMES,
    "oracle_growth": _TIMES,
    "sticky_sizes": _TIMES,
    "weighted": _HOURS,
}
"""Verbs and studies that take too long, with the reason. So do `quality --groups` and `museum --search`."""

_LONG_OPTIONS = {"quality": ("--groups", _HOURS), "museum": ("--search", "searches for two minutes for each entry")}
_SLOW = {
    "bisect",
    "campaign",
    "explaining",
    "finding_blocks",
    "findings_index",
    "formats",
    "history",
    "museum_blocks",
    "quality_page",
}
_FOLLOWS = {"cp", "mkdir", "report"}
"""They read what the command before wrote, so they run where it runs."""
_RELEASE = re.compile(r"(maven|go|npm|jar):|[a-z-]+==")
_CLUSTER = re.compile(r"(hdfs|s3a)://")
_SLOW_PAGES = {"docs/images/README.md"}
"""Its commands write pictures into the documentation."""


def reason_not_run(command: PageCommand) -> str | None:
    """Why the command is long; None if it is not."""
    if any(_CLUSTER.match(word) for word in command.words):
        return "needs a distributed file system"
    option, reason = _LONG_OPTIONS.get(command.verb, ("", ""))
    return reason if option in command.words else LONG.get(command.verb)


def paced_commands(page: str) -> Iterator[tuple[PageCommand, Pace]]:
    """The commands of a page, each once, in page order, with their pace."""
    before: Pace = "quick"
    seen = set()
    for command in read_page_commands(page):
        if command.verb in _FOLLOWS:
            pace = before
        elif reason_not_run(command) is not None:
            pace = "long"
        else:
            pace = "slow" if page in _SLOW_PAGES or _is_slow(command) else "quick"
        before = pace
        if command.verb in _FOLLOWS or command not in seen:
            seen.add(command)
            yield command, pace


def _is_slow(command: PageCommand) -> bool:
    names_a_release = any(_RELEASE.match(word) for word in command.words)
    searches = command.verb == "check" and not {"--case", "--law"} & set(command.words)
    needs_more = not {"--case-of", "--master"}.isdisjoint(command.words)
    return (
        names_a_release or searches or needs_more or command.verb in _SLOW or command.text == "python -m studies museum"
    )
