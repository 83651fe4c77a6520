"""The tables of the findings, the museum included, and all files of the folder that are made from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.properties.effect import SEVERITIES, client_of
from kafka_assay.properties.known.known_findings import AffectedClient, KnownFinding, id_order
from studies.findings.finding_pages import (
    FINDINGS,
    INDEX,
    MUSEUM,
    FindingRow,
    Places,
    finding_rows,
    link_to,
    path_text,
    places_of_ids,
    release_text,
    render_page,
    size_text,
)
from studies.output import join_alike, replace_parts, table_head, table_row

FIRST = "kafka-clients-2"
"""The finding that leads the index: the hang of the sticky rule."""
BEHAVIOURS = {
    "a member without partitions is left out": ("kafka-go-3", "kafkajs-3", "no-kafka-1", "kafka-go-4", "librdkafka-7"),
    "an older claim is preferred": ("aiokafka-4", "kafka-python-6", "librdkafka-9", "sarama-4", "franz-go-2"),
    "a leader assigns only the topics that it reads itself": ("kafkajs-1", "platformatic-2"),
    "members get partitions of topics that they do not read": ("kafkajs-2", "platformatic-3"),
}
"""Behaviours that several clients share -> their ids. The rule for policies is applied to each."""
STATUSES = ("shown", "faulty-client", "constructed")


def finding_files(findings: Sequence[KnownFinding], folder: Path = FINDINGS) -> dict[Path, str]:
    """The pages of the folder as the findings make them. What people wrote stays."""
    rows = finding_rows(findings)
    places = places_of_ids(rows, folder)
    pages = {page: page.read_text(encoding="utf-8") for page in sorted(folder.glob("*.md"))}
    texts = {page: render_page(text, rows, places) for page, text in pages.items()}
    texts[folder / INDEX] = replace_parts(texts[folder / INDEX], index_parts(findings, places))
    return texts


def index_parts(findings: Sequence[KnownFinding], places: Places) -> dict[str, list[str]]:
    """The lines of each generated part of the index, by the name of its marks."""
    kinds: dict[str, list[KnownFinding]] = {"finding": [], "robustness": [], "policy": [], "withdrawn": []}
    for one in findings:
        if not one.ids[0].startswith(MUSEUM):
            kinds[one.kind].append(one)
    return {
        "index": list(index_table(kinds["finding"], places)),
        "robustness": list(reason_table(kinds["robustness"], places)),
        "policies": list(reason_table(kinds["policy"], places)),
        "behaviours": list(_behaviour_table(findings, places)),
        "withdrawn": list(reason_table(kinds["withdrawn"], places)),
    }


def index_table(findings: Iterable[KnownFinding], places: Places, folder: str = "") -> Iterator[str]:
    """A row for each finding and severity: the hang first, then the gravest, then the best known path."""
    yield table_head("finding", "severity", "path", "who", "releases", "size", "title")
    rows = [
        (finding, [one for one in finding.clients if one.severity == severity])
        for finding in findings
        for severity in dict.fromkeys(one.severity for one in finding.clients)
    ]
    for finding, clients in sorted(rows, key=lambda row: _rank(*row)):
        yield table_row(
            ", ".join(_anchor_or_link(one.id, places, folder) for one in clients),
            clients[0].severity,
            join_alike((one.id, path_text(one).partition(",")[0]) for one in clients),
            join_alike((one.id, one.who) for one in clients),
            _releases(clients),
            join_alike((one.id, size_text(one.path)) for one in clients),
            finding.title,
        )


def _releases(clients: Iterable[AffectedClient]) -> str:
    return "; ".join(f"{one.implementation} {release_text(one)}" for one in clients)


def _rank(finding: KnownFinding, clients: Sequence[AffectedClient]) -> tuple[bool, int, int, tuple[str, int]]:
    status = min(STATUSES.index(one.path.status) for one in clients)
    return FIRST not in finding.ids, SEVERITIES.index(clients[0].severity), status, id_order(clients[0].id)


def reason_table(findings: Iterable[KnownFinding], places: Places, folder: str = "") -> Iterator[str]:
    """A row for each file that is no finding, with the reason."""
    yield table_head("ids", "releases", "title", "reason")
    for one in findings:
        ids = ", ".join(_anchor_or_link(id_, places, folder) for id_ in one.ids)
        yield table_row(ids, _releases(one.clients), one.title, one.why)


def museum_table(rows: Mapping[str, FindingRow]) -> Iterator[str]:
    """A row for each entry."""
    yield table_head("", "implementation", "assignor", "law", "severity", "releases")
    for one, row in rows.items():
        if one.startswith(MUSEUM):
            client, has = row.client, parse_target(row.client.target)
            assignor = f"`{has.assignor}`" if has.is_released else ""
            cells = (assignor, f"`{row.finding.laws[0]}`", client.severity, release_text(client))
            yield table_row(f"[{one.removeprefix(MUSEUM)}](museum.md#{one})", client_of(client.target), *cells)


def _anchor_or_link(finding: str, places: Places, folder: str) -> str:
    """In the index, the anchor of an id that has no section elsewhere; else a link to its place."""
    is_here = places[finding] == INDEX and not folder
    return f'<a id="{finding}"></a>{finding}' if is_here else link_to(finding, places, folder)


def _behaviour_table(findings: Iterable[KnownFinding], places: Places) -> Iterator[str]:
    """A row for each client with a behaviour that others have too: the verdict, and what the client says about it."""
    rows = finding_rows(findings)
    yield table_head("behaviour", "id", "verdict", "statement")
    for behaviour, ids in BEHAVIOURS.items():
        for one in (rows[id_] for id_ in ids if id_ in rows):
            said = one.finding.why or "we found no public statement of the project that covers the effect"
            yield table_row(behaviour, link_to(one.client.id, places), one.finding.kind, said)
