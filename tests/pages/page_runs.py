"""
Which commands of the pages are run, and where.

* *quick*: by the tests. It takes seconds and downloads nothing.
* *slow*: nowhere, its options are parsed. It downloads releases, searches for most of a minute, or writes pages.
* *long*: the same, and there is a reason why nobody should run it in passing.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from tests.pages.page_commands import PageCommand, expand_words, read_page_commands

Pace = Literal["quick", "slow", "long"]

_HOURS = "searches or solves for minutes or hours; its tests use few groups"
_TIMES = "measures times, for minutes and on an idle machine; its tests use small sizes"

SHORT = {"finding_blocks", "no_false_alarm", "pages", "quality", "results"}
"""The studies that take seconds, or a few minutes."""

_RECORD = "reads the record of a study that runs for hours"
_LONG_OPTIONS = {
    "quality": ("--groups", _HOURS),
    "results": ("--measure", _HOURS),
}
_MILLIONS = "judges millions of pairs; other pages run small campaigns"
_STATE = "made the record of the state page, in an hour for all; the counterexamples of its pages are run"
_STATE_FOLDER = "docs/results/state/"
_OTHER_REASONS = {
    "campaign_page": _RECORD,
}
_CLOCKS = {"oracle_rivals", "search_speed"}
_SLOW = {
    "pages",
    "campaign",
    "compare",
    "finding_blocks",
    "releases",
    "results",
}
_FOLLOWS = {"cp", "mkdir", "report"}
"""They read what the command before wrote, so they run where it runs."""
_DIGITS = 6
_FEW_SECONDS = 5
_RELEASE = re.compile(r"(maven|go|npm|jar):|[a-z-]+==")
_CLUSTER = re.compile(r"(hdfs|s3a)://")
_SLOW_PAGES = {"docs/images/README.md", "docs/results/state/references.md"}
"""The commands of the first write pictures into the documentation, those of the second replay cases beside it."""


def reason_not_run(command: PageCommand) -> str | None:
    """Why the command is long; None if it is not."""
    if any(_CLUSTER.match(word) for word in command.words):
        return "needs a distributed file system"
    if any(word.startswith("wire:") for word in command.words):
        return "needs a consumer program; the tests build those of the findings"
    if any("$" in word for word in command.words):
        return "names a variable of GitLab; tests/assay/test_ci_snippets.py runs it"
    if command.is_assay and command.verb == "capture":
        return "needs a live cluster; `tox run -e broker` runs it"
    if _made_state(command):
        return _STATE
    if command.is_assay:
        times = command.verb == "bench" or "--measure" in command.words
        return _TIMES if times else _MILLIONS if _has_millions(command) else None
    option, reason = _LONG_OPTIONS.get(command.verb, ("", ""))
    if option in command.words:
        return reason
    if not command.is_study or command.verb in SHORT:
        return None
    return _OTHER_REASONS.get(command.verb, _TIMES if command.verb in _CLOCKS else _HOURS)


def _made_state(command: PageCommand) -> bool:
    """Whether the record of the state page has its result."""
    if command.verb == "releases":
        return any(word.startswith(_STATE_FOLDER) for word in command.words)
    return command.verb == "check" and {"--groups", "--path-seconds"} <= set(command.words)


def _has_millions(command: PageCommand) -> bool:
    """Whether it runs a campaign of at least a million pairs."""
    pairs = command.words[command.words.index("--groups") + 1 :][:1] if "--groups" in command.words else ()
    return any(len(number) > _DIGITS for number in pairs)


def paced_commands(page: str) -> Iterator[tuple[PageCommand, Pace]]:
    """The commands of a page, each once, in page order, with their pace."""
    before: Pace = "quick"
    seen = set()
    for command in read_page_commands(page):
        if _reads_output(command):
            pace = before
        elif reason_not_run(command) is not None:
            pace = "long"
        else:
            pace = "slow" if page in _SLOW_PAGES or _is_slow(command) else "quick"
        before = pace
        if _reads_output(command) or command not in seen:
            seen.add(command)
            yield command, pace


def _reads_output(command: PageCommand) -> bool:
    """Whether it reads what the command before wrote."""
    return command.verb in _FOLLOWS or (command.verb == "compare" and command.words[2].startswith("out/"))


def _has_few_seconds(command: PageCommand) -> bool:
    """Whether it searches for a few seconds only."""
    if "--seconds" not in command.words:
        return False
    return float(command.words[command.words.index("--seconds") + 1]) <= _FEW_SECONDS


def _is_slow(command: PageCommand) -> bool:
    names_a_release = any(_RELEASE.match(word) for word in command.words)
    searches = command.verb == "check" and not {"--case", "--law", "--fail-fast"} & set(command.words)
    searches &= not _has_few_seconds(command)
    needs_more = not {"--master", "out/c:17"}.isdisjoint(command.words)
    return names_a_release or searches or needs_more or command.verb in _SLOW


def run_program(command: PageCommand, folder: Path) -> int:
    """Run a command that is neither of `assay` nor a study in `folder`, and return its exit code."""
    words = expand_words(command.words, folder)
    start = [sys.executable, "-m", *words] if command.verb == "pytest" else words
    return subprocess.run(start, cwd=folder, check=False).returncode
