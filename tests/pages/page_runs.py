"""
Which commands of the pages the tests run, and what a page says about the outcome: exit codes, and words of the output.

The tests run what takes seconds and downloads nothing. Of all other commands they only parse the options: these
download releases, need a cluster or a consumer program, search for most of a minute or for hours, measure times, or
write pages.

* A block shows output: it is printed, but for lines with a measured time. The first mark (✓, ✗) gives the exit code.
* The replay of a fault breaks its law; that of a policy may be expected (`tests/studies/findings` runs these).
* All other commands end with 0, except those in `CODES`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from kafka_assay.properties.effect import client_of
from kafka_assay.properties.known.known_findings import known_findings
from tests.pages.page_commands import PageCommand, read_page_commands
from tests.support.newest_releases import IMPLEMENTATION_OF

QUICK_STUDY = "quality"
_SLOW_VERBS = {"bench", "campaign", "capture", "compare", "releases"}
_FOLLOWS = {"cp", "report"}
"""They read what the command before wrote, so they run where it runs."""
_FIVE_SECONDS = ("--seconds", "5")
_SLOW_WORD = re.compile(r"(maven|go|npm|jar|wire|hdfs|s3a):|[a-z-]+==|.*\$|(--master|--measure|out/c:17)$")
"""A release, a consumer program, a distributed file system, a variable of GitLab, Spark, or a whole campaign."""
_SLOW_PAGES = {"docs/images/README.md", "docs/results/state/references.md"}
"""The commands of the first write pictures into the documentation, those of the second replay cases beside it."""


def page_runs(page: str) -> Iterator[tuple[PageCommand, bool]]:
    """The commands of a page, each once, in page order, and whether the tests run it."""
    runs = True
    seen = set()
    for command in read_page_commands(page):
        follows = command.verb in _FOLLOWS
        if not follows:
            runs = page not in _SLOW_PAGES and not _is_slow(command)
        if follows or command not in seen:
            seen.add(command)
            yield command, runs


def _is_slow(command: PageCommand) -> bool:
    words = set(command.words)
    if command.is_study:
        return command.verb != QUICK_STUDY or "--groups" in words
    if command.verb in _SLOW_VERBS or any(map(_SLOW_WORD.match, words)):
        return True
    is_quick_check = {"--case", "--law", "--fail-fast"} & words or _FIVE_SECONDS in pairwise(command.words)
    return command.verb == "check" and not is_quick_check


_TIMED = re.compile(r"^.*\d\.\d s\b.*$", flags=re.MULTILINE)
_MARKS = {"✓": 0, "✗": 1, "?": 3}

CODES = {
    "assay check maven:org.apache.kafka:kafka-clients:4.4.0:CooperativeStickyAssignor --law settles --case "
    "docs/results/findings/cases/librdkafka-2.json": (0,),
    "assay judge docs/results/findings/cases/kafka-python-1.json kafka-python:roundrobin --as-test > test_it.py": (1,),
}
"""Commands that are run, whose page does not say how they end."""


class PageClaim(NamedTuple):
    """The exit codes that the page allows, and words that the command prints."""

    codes: tuple[int, ...]
    prints: tuple[str, ...] = ()

    def objection(self, code: int, printed: str) -> str | None:
        """Why the outcome is not what the page says; None if it is. Spaces and capitals are not compared."""
        if code not in self.codes:
            return f"exit code {code}, not {' or '.join(map(str, self.codes))}"
        missing = [words for words in self.prints if _plain(words) not in _plain(printed)]
        return f"does not print {missing[0]!r}" if missing else None


def claim_about(command: PageCommand) -> PageClaim:
    """What the page says about the command."""
    if command.text in CODES:
        return PageClaim(CODES[command.text])
    if command.shown:
        return PageClaim(
            (_MARKS.get(command.shown[0], 0),), tuple(filter(None, map(_plain, _TIMED.split(command.shown))))
        )
    if command.verb == "check" and "--case" in command.words:
        return PageClaim((1,) if _is_its_own(command) else (0, 1))
    return PageClaim((0,))


def _is_its_own(command: PageCommand) -> bool:
    """Whether the case shows a fault of the target's implementation."""
    name = command.words[command.words.index("--case") + 1]
    client = client_of(command.words[2]) or IMPLEMENTATION_OF.get(command.words[2])
    rows = [row for finding in known_findings() if finding.is_fault for row in finding.clients]
    return any(name in row.cases and row.implementation == client for row in rows)


def _plain(text: str) -> str:
    return " ".join(text.split()).lower()
