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
    """
    Alarms that a finding describes: broken laws of these `assignors` on groups of the families `inputs`.

    `failure` is the kind of the missing answer; null for every law but `returns-an-answer`. There are no patterns.
    """

    assignors: tuple[str, ...]
    law: str
    inputs: tuple[str, ...]
    failure: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingPath:
    """
    How well it is known that a live group gets there, and the smallest live group that shows the stated severity.

    `source` says who ran the history; null where none is shown. `members` and `events` are its members at the most, and
    its events after the group's first rebalance.
    """

    status: PathStatus
    source: PathSource | None
    members: int
    events: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Upstream:
    """
    Where reports were looked for, and what was found.

    `covered`: whether the project's whole issue tracker could be searched. `issues` and `changes` (commits and pull
    requests that touched the cited function, or should have) are links or ids, each with a few words.
    """

    searched: tuple[str, ...]
    covered: bool
    issues: tuple[str, ...]
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AffectedClient:
    """
    One client that has the fault: an assignor at its newest affected release, and the range of releases.

    `first` is the oldest release that is known to have the fault, `last` the newest; `fixed` is the first release
    without it, if there is one. `who` says which members the history needs. `cases` are files from the root of the
    repository.
    """

    id: str
    target: str
    first: str
    last: str
    severity: str
    who: str
    cases: tuple[str, ...]
    path: FindingPath
    upstream: Upstream
    alarms: tuple[KnownAlarm, ...]
    fixed: str | None = None

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
    """
    One fault, or one behaviour that was examined and is none.

    `kind`: a `finding` is a fault; a `policy` is documented behaviour; `robustness` is a break on input that no client
    is known to send; a `withdrawn` finding was published and is wrong. `why` gives the reason for all but findings.
    """

    ids: tuple[str, ...]
    title: str
    laws: tuple[str, ...]
    kind: Kind
    why: str | None
    clients: tuple[AffectedClient, ...]

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
