"""
The index of the findings, made from their pages: which implementation breaks which law, on how small a group.

    python -m tests.findings_index --write

writes the table between the two marks in `docs/findings/README.md` anew; without `--write` it is printed.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from assignors.model import Group
from properties.course import Course
from reports.words import counted
from tests.findings import FINDINGS, findings

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from properties.case_format import Case
    from tests.findings import Finding

INDEX = FINDINGS / "README.md"
HEAD = ["| finding | release | law | smallest group | since | what is wrong |", "|---|---|---|---|---|---|"]
BEGIN, END = "<!-- index -->", "<!-- end of index -->"

_SINCE = re.compile(r"^(?:[*-] )?\**Since:?\**:? (?P<since>.+)$", flags=re.MULTILINE)
_LONG = 90


def index_lines(every: Iterable[Finding]) -> list[str]:
    """
    A row for each finding, in the order of the pages.
    """
    return [
        f"| [{one.id}]({one.implementation}.md#{anchor(one)}) | `{one.target}` | `{one.law}` "
        f"| {smallest(one.case())} | {since(one)} | {one.sentence} |"
        for one in every
    ]


def anchor(finding: Finding) -> str:
    r"""
    Where the section begins, as Markdown's readers name its heading.

    >>> from tests.findings import findings_of
    >>> anchor(next(findings_of("## sarama-1: `Plan` asks twice, and answers otherwise\n")))
    'sarama-1-plan-asks-twice-and-answers-otherwise'
    """
    heading = f"{finding.id}: {finding.sentence}".lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def since(finding: Finding) -> str:
    """
    Since which release, as the section says in its line `Since: ..`, as far as a table has room.
    """
    found = _SINCE.search(finding.text)
    text = "—" if found is None else re.split(r"(?<=[^.\d])[.;(](?:\s|$)|\s\(", found["since"].strip())[0].strip()
    return text if len(text) <= _LONG else text[: _LONG - 1] + "…"


def smallest(case: Case) -> str:
    """
    The group of a case in a few words.
    """
    match case.drawn:
        case Group() as group:
            return f"{_size(group)} ({case.inputs})"
        case Course(life=life):
            return f"{_size(life.group)}, {counted(len(life.events), 'event')} ({case.inputs})"


def _size(group: Group) -> str:
    members, partitions = len(group.members), sum(topic.partitions for topic in group.topics)
    return f"{counted(members, 'member')}, {counted(partitions, 'partition')}"


def main(arguments: Sequence[str]) -> int:
    """
    Print the index, or put it in its place.
    """
    lines = [*HEAD, *index_lines(findings())]
    if "--write" not in arguments:
        sys.stdout.write("\n".join(lines) + "\n")
        return 0
    before, _, rest = INDEX.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    INDEX.write_text("\n".join([before + BEGIN, "", *lines, "", END + after]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
