"""
The index of findings, policies and withdrawn findings, made from the pages.

    python -m studies findings_index --write

writes the four tables between their marks in `docs/results/findings/README.md`. Without `--write` it prints them.
"""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from functools import cache
from itertools import filterfalse

from kafka_assay.assignors.life_run import LifeRun
from kafka_assay.assignors.model import Group
from kafka_assay.properties.records.case_format import Case
from kafka_assay.reports.wording.words import quantity
from studies.findings.finding_pages import FINDINGS, PATHS, SEVERITIES, Finding, SharedPage, findings, shared_pages
from studies.findings.path_words import describe_path
from studies.findings.withdrawn_findings import WITHDRAWN, WithdrawnFinding
from studies.output import table_head, table_row, write_part

INDEX = FINDINGS / "README.md"
LONGEST_TITLE = 90
"""The longest title of a finding in the index."""


def index_table(every: Iterable[Finding], shared: Iterable[SharedPage]) -> list[str]:
    """A row for each finding, the gravest first. A shared page is one row."""
    rows = [
        (_sort_key(one.severity, one.path, one.id), _finding_row(one))
        for one in every
        if one.page == one.implementation
    ]
    rows += [(_sort_key(page.severity, page.path, page.page), _shared_row(page)) for page in shared if page.rows]
    head = table_head("finding", "severity", "path", "how it is shown", "release", "smallest group", "title")
    return [head, *(line for _, line in sorted(rows))]


def policy_table(shared: Iterable[SharedPage]) -> list[str]:
    """A row for each page that describes a policy."""
    rows = [table_row(f"[{page.page}]({page.page}.md)", _ids(page), page.sentence) for page in shared if page.is_policy]
    return [table_head("page", "ids", "title"), *rows]


def withdrawn_table(withdrawn: Iterable[WithdrawnFinding]) -> list[str]:
    """A row for each withdrawn finding."""
    rows = [
        table_row(f'<a id="{one.id}"></a>{one.id}', f"`{one.target}`", one.sentence, one.reason) for one in withdrawn
    ]
    return [table_head("id", "release", "what it said", "why it was withdrawn"), *rows]


def tables() -> dict[str, list[str]]:
    """The lines of each generated part of the index, by the name of its marks."""
    shared = shared_pages()
    faults = [page for page in shared if not page.is_policy]
    return {
        "index": index_table(filter(_is_shown, findings()), filter(_is_shown, faults)),
        "robustness": index_table(filterfalse(_is_shown, findings()), filterfalse(_is_shown, faults)),
        "policies": policy_table(shared),
        "withdrawn": withdrawn_table(WITHDRAWN),
    }


@cache
def place_of_ids() -> dict[str, str]:
    """Each published id -> its page, as a link from within the folder."""
    places = {one.id: f"{one.page}.md{'' if one.page == one.implementation else f'#{one.id}'}" for one in findings()}
    return places | {one.id: f"README.md#{one.id}" for one in WITHDRAWN}


def link_ids(text: str, page: str) -> str:
    """The text of a page of this folder, with each link `[ID](..)` pointing to the file that has the id now."""
    places = place_of_ids()

    def link(found: re.Match[str]) -> str:
        place = places.get(found["id"])
        if place is None or (found["file"] or page) == place.partition("#")[0]:
            return found[0]
        return f"[{found['id']}]({place})"

    return re.sub(r"\[(?P<id>[a-z-]+-\d+)\]\((?P<file>[^)#]*)[^)]*\)", link, text)


def anchor(finding: Finding) -> str:
    r"""
    The anchor of the finding's heading, as Markdown renderers name it.

    >>> from studies.findings.finding_pages import findings_of
    >>> text = "## sarama-1: `Plan` loops, and never returns\n* Severity: crash or hang\n* Path to this group: shown.\n"
    >>> anchor(next(findings_of(text)))
    'sarama-1-plan-loops-and-never-returns'
    """
    return heading_anchor(f"{finding.id}: {finding.sentence}")


def heading_anchor(heading: str) -> str:
    """The anchor of a heading, as Markdown renderers name it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def describe_group(case: Case) -> str:
    """The size of a case's group in a few words."""
    match case.example:
        case Group() as group:
            return _size(group)
        case LifeRun(life=life):
            return f"{_size(life.group)}, {quantity(len(life.events), 'event')}"


def _is_shown(one: Finding | SharedPage) -> bool:
    return one.path == "shown"


def _finding_row(one: Finding) -> str:
    link, case = f"[{one.id}]({one.page}.md#{anchor(one)})", one.read_case()
    shown, size = describe_path(case.path), describe_group(case)
    return table_row(link, one.severity, one.path, shown, _release(one), size, one.sentence)


def _release(one: Finding) -> str:
    if not one.target.startswith("wire:"):
        return f"`{one.target}`"
    recipe, strategy = f"../../wire/{one.implementation}/README.md", one.target.rpartition("#")[2]
    return f"{one.implementation}, `{strategy}`, [on the wire]({recipe})"


def _shared_row(page: SharedPage) -> str:
    cases = [one.read_case() for one in page.rows]
    shown = "; ".join(dict.fromkeys(describe_path(case.path) for case in cases))
    size = describe_group(min(cases, key=lambda case: len(case.group.members)))
    return table_row(f"[{page.page}]({page.page}.md)", page.severity, page.path, shown, _ids(page), size, page.sentence)


def _size(group: Group) -> str:
    members, partitions = len(group.members), sum(topic.partitions for topic in group.topics)
    return f"{quantity(members, 'member')}, {quantity(partitions, 'partition')}"


def _ids(page: SharedPage) -> str:
    return ", ".join(one.id for one in page.rows)


def _sort_key(severity: str, path: str, name: str) -> tuple[int, int, str, int]:
    base, _, number = name.rpartition("-")
    where = (base, int(number)) if number.isdigit() else (name, 0)
    return (SEVERITIES.index(severity), PATHS.index(path), *where)


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--write", action="store_true", help="write into docs/results/findings/README.md")


def run(args: Namespace) -> None:
    """Print the tables, or write them into the index. Links between the pages are updated too."""
    for name, lines in tables().items():
        if args.write:
            write_part(INDEX, f"<!-- {name} -->", f"<!-- end of {name} -->", lines)
        else:
            print("\n".join([f"{name}:", *lines, ""]))
    if args.write:
        for page in FINDINGS.glob("*.md"):
            page.write_text(link_ids(page.read_text(encoding="utf-8"), page.name), encoding="utf-8")
