"""
The pages of the findings: where each id stands, its section, and the head that is made from its file.

A page of a client has a section for each id: its anchor, heading and head are generated, and people write the rest. On
a page that several clients share, a mark `<!-- head ID -->` below the title stands for a table with a row for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from kafka_assay.properties.known.known_findings import (
    AffectedClient,
    FindingPath,
    KnownAlarm,
    KnownFinding,
    known_findings,
)
from kafka_assay.reports.wording.words import quantity, series
from studies.output import ROOT, table_head, table_row

KNOWN = ROOT / "properties" / "known"
FINDINGS = ROOT / "docs" / "results" / "findings"
INDEX = "README.md"
MUSEUM = "museum-"
"""How the ids of the museum begin, whose faults newer releases have fixed."""

_ID = r"[a-z-]+-\d+"
_HEAD = r"<!-- head {id} -->.*?<!-- end of head -->\n*"
_SECTION = r'(?:<a id="{id}"></a>\n+)?^## {id}: [^\n]*\n+(?:' + _HEAD + ")?"
_LINK = re.compile(rf"\[(?P<id>{_ID})\]\((?P<file>[^)#:]*)(?:#[^)]*)?\)")

Places: TypeAlias = Mapping[str, str]
"""Id -> the file that has its anchor, within the folder of the findings."""


@dataclass(frozen=True, slots=True)
class FindingRow:
    """One client of a finding."""

    finding: KnownFinding
    client: AffectedClient

    @property
    def replay_words(self) -> list[str]:
        """The words of the command that replays its first case."""
        return ["assay", "check", self.client.target, "--case", self.client.cases[0]]

    @property
    def case_file(self) -> Path:
        """The file of its first case."""
        return ROOT / self.client.cases[0]


def finding_rows(findings: Iterable[KnownFinding] | None = None) -> dict[str, FindingRow]:
    """Id -> its row, of the published findings if none are given."""
    every = known_findings() if findings is None else findings
    return {client.id: FindingRow(finding, client) for finding in every for client in finding.clients}


def places_of_ids(rows: Mapping[str, FindingRow], folder: Path = FINDINGS) -> dict[str, str]:
    """The page of each id: the one with its section, else the shared page of its finding, else the index."""
    places = dict.fromkeys(rows, INDEX) | {one: "../museum.md" for one in rows if one.startswith(MUSEUM)}
    pages = {page.name: page.read_text(encoding="utf-8") for page in sorted(folder.glob("*.md")) if page.name != INDEX}
    for pattern in (rf"<!-- head ({_ID}) -->", rf"^## ({_ID}): "):
        for name, text in pages.items():
            for found in (one for one in re.findall(pattern, text, flags=re.MULTILINE) if one in rows):
                is_shared = section_of(found, text) is None
                places.update(dict.fromkeys(rows[found].finding.ids if is_shared else [found], name))
    return places


def link_to(finding: str, places: Places, folder: str = "") -> str:
    """A link to the anchor of an id, from a page that finds the folder of the findings at `folder`."""
    return f"[{finding}]({folder}{places[finding]}#{finding})"


def section_of(finding: str, text: str) -> str | None:
    """The section of an id in the text of a page, from its heading on; None if there is none."""
    found = re.search(rf'^## {finding}: .*?(?=^## |^<a id="{_ID}"></a>$|\Z)', text, flags=re.MULTILINE | re.DOTALL)
    return None if found is None else found[0]


def render_page(text: str, rows: Mapping[str, FindingRow], places: Places) -> str:
    """The page with its headings, anchors, heads and links as the files say."""
    for one, row in rows.items():
        heading = f'<a id="{one}"></a>\n\n## {one}: {row.finding.title}\n\n'
        text = _replace(_SECTION.format(id=one), text, heading + _marked(one, head_lines(row, places)))
    for one in re.findall(rf"<!-- head ({_ID}) -->", text):
        if one in rows and section_of(one, text) is None:
            text = _replace(_HEAD.format(id=one), text, _marked(one, shared_lines(rows[one].finding)))
            text = _replace(r"\A# [^\n]*", text, f"# {rows[one].finding.title}")
    return _LINK.sub(lambda found: _link(found, places), text)


def _replace(pattern: str, text: str, new: str) -> str:
    return re.sub(pattern, lambda _: new, text, count=1, flags=re.MULTILINE | re.DOTALL)


def _marked(finding: str, lines: Iterable[str]) -> str:
    return "\n".join([f"<!-- head {finding} -->", "", *lines, "", "<!-- end of head -->", "", ""])


def _link(found: re.Match[str], places: Places) -> str:
    place = places.get(found["id"])
    is_within = "/" not in found["file"] or found["file"].startswith("../museum")
    if place is None or not is_within:
        return found[0]
    return link_to(found["id"], places)


def head_lines(row: FindingRow, places: Places) -> Iterator[str]:
    """The facts of one client's finding as a list."""
    finding, client = row.finding, row.client
    yield f"* Severity: {client.severity}" if finding.is_fault else f"* {finding.kind.capitalize()}: {finding.why}"
    yield f"* Path: {path_text(client)}"
    yield f"* Who: {_link_needed(client.who, places)}"
    yield f"* Laws: {law_text(client.alarms) or series([f'`{law}`' for law in finding.laws], most=99)}"
    yield f"* Releases: {release_text(client)}"
    others = [link_to(one.id, places) for one in finding.clients if one != client]
    if others:
        yield f"* The same in other clients: {series(others, most=len(others))}"
    yield f"* Upstream: {upstream_text(client)}"


def shared_lines(finding: KnownFinding) -> Iterator[str]:
    """The facts of a finding of several clients as a table. It has the anchors of the ids."""
    if finding.why is not None:
        yield from (f"{finding.kind.capitalize()}: {finding.why}", "")
    yield table_head("id", "release", "severity", "path", "who", "laws", "upstream")
    for one in finding.clients:
        cells = (one.severity, path_text(one), one.who, law_text(one.alarms), upstream_text(one))
        yield table_row(f'<a id="{one.id}"></a>{one.id}', f"`{one.target}`: {release_text(one)}", *cells)


def path_text(client: AffectedClient) -> str:
    """How the path is known, and how large the smallest live group is that shows the stated severity."""
    path = client.path
    return f"shown ({path.source}), {size_text(path)}" if path.status == "shown" else path.status.replace("-", " ")


def size_text(path: FindingPath) -> str:
    """The members, and the events after the first rebalance."""
    return f"{quantity(path.members, 'member')}, {quantity(path.events, 'event')}"


def law_text(alarms: Sequence[KnownAlarm]) -> str:
    """The laws of the alarms, and the kinds of the missing answers."""
    named = (f"`{one.law}`" + (f" ({one.failure})" if one.failure else "") for one in alarms)
    return ", ".join(dict.fromkeys(named))


def release_text(client: AffectedClient) -> str:
    """The affected releases, and the first one without the fault if there is one."""
    return client.releases if client.fixed is None else f"{client.releases}; fixed in {client.fixed}"


def upstream_text(client: AffectedClient) -> str:
    """The related reports and changes, and what was searched."""
    upstream = client.upstream
    reported = "; ".join(one.rstrip(".") for one in upstream.issues) or "no report found"
    changed = f" Changes: {'; '.join(one.rstrip('.') for one in upstream.changes)}." if upstream.changes else ""
    whole = "the whole tracker" if upstream.covered else "not the whole tracker"
    searched = f" Searched: {series(upstream.searched, most=99)}; {whole}." if upstream.searched else ""
    return f"{reported}.{changed}{searched}"


def _link_needed(who: str, places: Places) -> str:
    """The words of `who`, with a link to a finding that the history needs."""
    return re.sub(_ID, lambda found: link_to(found[0], places) if found[0] in places else found[0], who)
