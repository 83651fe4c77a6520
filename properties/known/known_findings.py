"""
The published findings: `assay-finding/1`, one file for each fault, policy or withdrawn finding, beside this module.

Index, page heads, anchors, state cells, badges, the museum's rows and the filing of alarms are made from these files
and from the measured records. Prose (cause, consequence, report) is on the pages that have the anchors of the ids.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Literal, TypeAlias

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.documents import parse_json
from kafka_assay.assignors.formats.json_values import object_at
from kafka_assay.properties.records.case_format import Case, PathSource, PathStatus
from kafka_assay.properties.records.typed_record import read_record

FORMAT = "assay-finding/1"
ANSWERS = "returns-an-answer"
"""The law whose alarms are told apart by the kind of failure."""

Kind: TypeAlias = Literal["finding", "policy", "robustness", "withdrawn"]

FAILURES = ("hang", "crash", "garbage", "output-flood", "afterwards:crash")
"""The kinds of a missing answer that are no exception."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownAlarm:
    """Breaks of a law that are filed under the finding. There are no patterns."""

    assignors: tuple[str, ...]
    """The assignors."""
    law: str
    """The law."""
    inputs: tuple[str, ...]
    """The input families."""
    failure: str | None
    """The kind of the missing answer, for `returns-an-answer`; null for other laws."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingPath:
    """How well it is known that a live group gets there."""

    status: PathStatus
    """
    `shown`: a history of released clients leads there. `faulty-client`: one of its members has another finding.
    `constructed`: no history is known.
    """
    source: PathSource | None
    """Who ran the history; null where none is shown."""
    members: int
    """The members, at the most, of the smallest live group with the stated severity."""
    events: int
    """Its events after its first rebalance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upstream:
    """Where reports were looked for, and what was found."""

    searched: tuple[str, ...]
    """Where reports were looked for."""
    covered: bool
    """Whether the project's whole issue tracker could be searched."""
    issues: tuple[str, ...]
    """Related reports: links or ids, each with a few words."""
    changes: tuple[str, ...]
    """Commits and pull requests that touched the cited function, or should have; in the same form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AffectedClient:
    """One client that has the fault: an assignor, and the range of releases."""

    id: str
    """The id, an anchor on the page of the finding."""
    target: str
    """The assignor at its newest affected release."""
    first: str
    """The oldest release that is known to have the fault."""
    last: str
    """The newest one."""
    severity: str
    """What the client's user sees."""
    who: str
    """Who must be in the group: `own client`, `mixed: X`, `release before Y` or `needs ID`."""
    cases: tuple[str, ...]
    """Its cases, from the root of the repository (`assay-case/1`)."""
    path: FindingPath
    """How a live group gets there."""
    upstream: Upstream
    """What was searched, and found."""
    alarms: tuple[KnownAlarm, ...]
    """The breaks that it explains."""
    fixed: str | None = None
    """The first release without it, if there is one."""

    @property
    def implementation(self) -> str:
        """The implementation that the id names; `museum` for a fault that newer releases fixed."""
        return self.id.rpartition("-")[0]

    @property
    def releases(self) -> str:
        """The range in words: `2.3.0 to 4.4.0`, or the only release."""
        return self.first if self.first == self.last else f"{self.first} to {self.last}"

    def is_affected(self, release: str, sort_key: Callable[[str], Any]) -> bool:
        """Whether `release` is one of the range. `sort_key` orders the releases of the client's package."""
        first, asked, last = map(sort_key, (self.first, release, self.last))
        return bool(first <= asked <= last)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownFinding:
    """One fault, or one behaviour that was examined and is none."""

    ids: tuple[str, ...]
    """The ids of its clients, in their order. They are never used again."""
    title: str
    """What happens, and on which condition."""
    laws: tuple[str, ...]
    """The laws that it breaks."""
    kind: Kind
    """
    `finding`: a fault. `policy`: documented, or harmless. `robustness`: only on input that no client is known to send.
    `withdrawn`: published and wrong.
    """
    why: str | None
    """The reason, for all but findings."""
    clients: tuple[AffectedClient, ...]
    """The clients that have it."""

    @property
    def is_fault(self) -> bool:
        """Whether indexes and badges count it."""
        return self.kind == "finding"


@cache
def known_findings() -> tuple[KnownFinding, ...]:
    """All findings, by the number of their first id. Raises `AssayError` if a file is wrong."""
    return findings_in(files(__package__))


def findings_in(folder: Traversable) -> tuple[KnownFinding, ...]:
    """The findings in the files of a folder, by the number of their first id. Raises `AssayError` if one is wrong."""
    found = [
        read_finding(file.read_text(encoding="utf-8"), file.name)
        for file in folder.iterdir()
        if file.name.endswith(".json")
    ]
    ids = [one for finding in found for one in finding.ids]
    for twice in {one for one in ids if ids.count(one) > 1}:
        raise AssayError(f"{twice}: two files have this id: expected one file for each fault")
    return tuple(sorted(found, key=lambda finding: id_order(finding.ids[0])))


def id_order(finding: str) -> tuple[str, int]:
    """
    The place of an id: by client, then by number.

    >>> sorted(["sarama-10", "sarama-2", "aiokafka-1"], key=id_order)
    ['aiokafka-1', 'sarama-2', 'sarama-10']
    """
    client, _, number = finding.rpartition("-")
    return client, int(number)


def read_finding(text: str, name: str) -> KnownFinding:
    """The finding in the text of the file `name`. Raises `AssayError`: the file, the place, and what was expected."""
    try:
        document = object_at(parse_json(text), "")
        finding = read_record(KnownFinding, document)
    except AssayError as wrong:
        raise AssayError(f"{name}: {wrong}") from None
    if document.get("format") != FORMAT:
        raise AssayError(f"{name}: format: expected {FORMAT!r}")
    return finding


def failure_kind(error: str) -> str:
    """
    The kind of a missing answer as alarms name it.

    >>> failure_kind("hang"), failure_kind("java.lang.NullPointerException"), failure_kind("afterwards: crash")
    ('hang', 'exception:java.lang.NullPointerException', 'afterwards:crash')
    """
    words = error.replace(" ", "")
    return words if words in FAILURES else f"exception:{words}"


def failure_of(case: Case) -> str | None:
    """The kind of the missing answer that `case` shows; None if it is about another law than `returns-an-answer`."""
    error = case.facts.get("error") if case.law == ANSWERS else None
    return None if error is None else failure_kind(f"{'afterwards: ' if case.facts.get('afterwards') else ''}{error}")
