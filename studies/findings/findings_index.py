"""
The index of the findings: which implementation breaks which law, on how small a group.

    python -m studies findings_index --write

writes the table between the two marks in `docs/findings/README.md` anew; without `--write` it is printed.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from kafka_assay.assignors.life_run import LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.records.case_format import Case
from kafka_assay.reports.wording.words import quantity
from studies.findings.finding_pages import FINDINGS, Finding, findings
from studies.output import table_head, write_part

INDEX = FINDINGS / "README.md"
HEAD = table_head("finding", "release", "law", "smallest group", "since", "what is wrong")
BEGIN, END = "<!-- index -->", "<!-- end of index -->"

_SINCE = re.compile(r"^(?:[*-] )?\**Since:?\**:? (?P<since>.+)$", flags=re.MULTILINE)
_LONG = 90


def index_lines(every: Iterable[Finding]) -> list[str]:
    """A row for each finding, in the order of the pages."""
    return [
        f"| [{one.id}]({one.implementation}.md#{anchor(one)}) | `{one.target}` | `{one.law}` "
        f"| {describe_group(one.read_case())} | {first_release(one)} | {one.sentence} |"
        for one in every
    ]


def anchor(finding: Finding) -> str:
    r"""
    Where the section begins, as Markdown's readers name its heading.

    >>> from studies.findings.finding_pages import findings_of
    >>> anchor(next(findings_of("## sarama-1: `Plan` asks twice, and answers otherwise\n")))
    'sarama-1-plan-asks-twice-and-answers-otherwise'
    """
    heading = f"{finding.id}: {finding.sentence}".lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def first_release(finding: Finding) -> str:
    """Since which release, as the section says in its line `Since: ..`, as far as a table has room."""
    found = _SINCE.search(finding.text)
    text = "—" if found is None else re.split(r"(?<=[^.\d])[.;(](?:\s|$)|\s\(", found["since"].strip())[0].strip()
    return text if len(text) <= _LONG else text[: _LONG - 1] + "…"


def describe_group(case: Case) -> str:
    """The group of a case in a few words."""
    match case.example:
        case Group() as group:
            return f"{_size(group)} ({case.inputs})"
        case LifeRun(life=life):
            return f"{_size(life.group)}, {quantity(len(life.events), 'event')} ({case.inputs})"


def _size(group: Group) -> str:
    members, partitions = len(group.members), sum(topic.partitions for topic in group.topics)
    return f"{quantity(members, 'member')}, {quantity(partitions, 'partition')}"


def options(parser: ArgumentParser) -> None:
    """See `studies.__main__`."""
    parser.add_argument("--write", action="store_true", help="into docs/findings/README.md")


def run(args: Namespace) -> None:
    """Print the index, or put it in its place."""
    lines = [HEAD, *index_lines(findings())]
    if args.write:
        write_part(INDEX, BEGIN, END, lines)
    else:
        print("\n".join(lines))
