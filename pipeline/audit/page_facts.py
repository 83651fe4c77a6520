"""What a page about a bad group shows and takes time to find: the usual what-ifs, and the frontier."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.formats.documents import group_from_line
from kafka_assay.assignors.formats.json_values import compact_json
from kafka_assay.assignors.model import Group
from kafka_assay.assignors.registry import OPTIMAL, SHIPPED
from kafka_assay.oracle.frontier import Frontier
from kafka_assay.pipeline.audit.audit_row import SUMMARY
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome, usual_outcomes
from kafka_assay.properties.measures.subscriptions import count_assignable
from kafka_assay.properties.records.typed_record import read_record, write_record

PAGES = "pages.jsonl"
"""The file with these facts, in the folder of the summary tables."""
PAGED = 50
"""The number of groups, the worst ones, for which an audit finds them."""
MOST_ASKED = 2_000
"""The most partitions of a group whose what-ifs are asked: about a second of work."""
MOST_REACHED, MOST_STEPS = 20_000, 60
"""The most partitions for which the frontier is computed, and the most points: one to two seconds of work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFacts:
    """The facts of one group. They are empty for a very large group, and if they could not be found."""

    index: int
    """The number of the group."""
    what_ifs: Mapping[str, tuple[WhatIfOutcome, ...]]
    """The name of a usual change -> its outcome with each assignor that Kafka ships, and the optimum; no loads."""
    reachable: tuple[tuple[int, int], ...]
    """Points of the frontier: moves, and the least sum of squared loads with them, above the best possible."""

    @property
    def prices(self) -> dict[str, int]:
        """Assignor -> the moves of a switch to it, where they are known."""
        outcomes = (one for outcomes in self.what_ifs.values() for one in outcomes)
        return {one.target: one.switch for one in outcomes if one.switch is not None}


def no_facts(index: int) -> PageFacts:
    """The facts of a group about which nothing could be found."""
    return PageFacts(index=index, what_ifs={}, reachable=())


def find_page_facts(index: int, group: Group) -> PageFacts:
    """The facts of `group`."""
    partitions = count_assignable(group)
    try:
        # Fewer points for a large group.
        points = Frontier(group).points(MOST_STEPS) if group.members and partitions <= MOST_REACHED else ()
        return PageFacts(
            index=index,
            what_ifs={} if partitions > MOST_ASKED else usual_outcomes(group, (*SHIPPED, OPTIMAL)),
            reachable=tuple((one.moves, one.sum_of_squares - points[-1].sum_of_squares) for one in points),
        )
    except Exception:  # noqa: BLE001 - as in the table, a missing optimum is a gap, not the end of the audit
        return no_facts(index)


def page_text(index: int, data: bytes) -> str:
    """The facts of the group in `data`, as a line of the file."""
    return line_of(find_page_facts(index, group_from_line(data)))


def line_of(facts: PageFacts) -> str:
    """The facts as a line of the file. The loads of many members would make it long."""
    what_ifs = {name: [write_record(one, "loads") for one in some] for name, some in facts.what_ifs.items()}
    return compact_json(write_record(facts, "what_ifs") | {"what_ifs": what_ifs})


def read_page_facts(folder: Path) -> dict[int, PageFacts]:
    """The facts in the folder of an audit, by the group's number; none if it has no such file."""
    path = folder / SUMMARY / PAGES
    if not path.exists():
        return {}
    try:
        text = path.read_text(encoding="utf-8")
        # Older audits stored fewer figures of what-ifs: those are left out, and the frontier is shown.
        older: dict[str, Any] = {"what_ifs": {}} if '"rebalances":' in text else {}
        found = [read_record(PageFacts, json.loads(line), **older) for line in text.splitlines()]
    except (OSError, ValueError, AssayError) as wrong:
        raise AssayError(f"{path}: {wrong}: expected a file of `assay audit`; run the audit again") from None
    return {facts.index: facts for facts in found}
