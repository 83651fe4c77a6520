"""
Which commands of the pages the tests run: those that take seconds and download nothing.

Of all others the tests only parse the options. These download releases, need a cluster or a consumer program, search
for most of a minute or for hours, measure times, or write pages.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.pages.page_commands import PageCommand, expand_words, read_page_commands

QUICK_STUDIES = {"no_false_alarm", "quality"}
_SLOW_VERBS = {"bench", "campaign", "capture", "compare", "releases"}
_FOLLOWS = {"cp", "mkdir", "report"}
"""They read what the command before wrote, so they run where it runs."""
_FEW_SECONDS = 5
_SLOW_WORD = re.compile(r"(maven|go|npm|jar|wire|hdfs|s3a):|[a-z-]+==|.*\$|(--master|--measure|out/c:17)$")
"""A release, a consumer program, a distributed file system, a variable of GitLab, Spark, or a whole campaign."""
_SLOW_PAGES = {"docs/images/README.md", "docs/results/state/references.md"}
"""The commands of the first write pictures into the documentation, those of the second replay cases beside it."""


def page_runs(page: str) -> Iterator[tuple[PageCommand, bool]]:
    """The commands of a page, each once, in page order, and whether the tests run it."""
    runs = True
    seen = set()
    for command in read_page_commands(page):
        follows = _reads_output(command)
        if not follows:
            runs = page not in _SLOW_PAGES and not _is_slow(command)
        if follows or command not in seen:
            seen.add(command)
            yield command, runs


def _reads_output(command: PageCommand) -> bool:
    """Whether it reads what the command before wrote."""
    return command.verb in _FOLLOWS or (command.verb == "compare" and command.words[2].startswith("out/"))


def _is_slow(command: PageCommand) -> bool:
    words = set(command.words)
    if command.is_study:
        return command.verb not in QUICK_STUDIES or "--groups" in words
    if command.verb in _SLOW_VERBS or any(map(_SLOW_WORD.match, words)):
        return True
    if command.verb != "check" or {"--groups", "--path-seconds"} <= words:
        return command.verb == "check"
    return not {"--case", "--law", "--fail-fast"} & words and not _has_few_seconds(command)


def _has_few_seconds(command: PageCommand) -> bool:
    """Whether it searches for a few seconds only."""
    if "--seconds" not in command.words:
        return False
    return float(command.words[command.words.index("--seconds") + 1]) <= _FEW_SECONDS


def run_program(command: PageCommand, folder: Path) -> int:
    """Run a command that is neither of `assay` nor a study in `folder`, and return its exit code."""
    words = expand_words(command.words, folder)
    start = [sys.executable, "-m", *words] if command.verb == "pytest" else words
    return subprocess.run(start, cwd=folder, check=False).returncode
