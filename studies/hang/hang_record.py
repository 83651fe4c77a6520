"""The record of the hang: the shares of groups, and the lives that were searched; its tables on the page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from kafka_assay.benchmarks.intervals import share_interval
from studies.output import ROOT, table_head, table_row, write_part

FORMAT = "assay-sticky-hang/1"
RECORD = ROOT / "docs" / "results" / "findings" / "sticky-hang.json"
PAGE = RECORD.with_suffix(".md")
BEGIN, END = "<!-- shares -->", "<!-- end of shares -->"
TARGETS = {
    "maven:org.apache.kafka:kafka-clients:4.4.0:StickyAssignor": "kafka-clients 4.4.0 `StickyAssignor`",
    "maven:org.apache.kafka:kafka-clients:4.4.0:CooperativeStickyAssignor": "`CooperativeStickyAssignor`",
    "go:github.com/IBM/sarama@v1.61.1:sticky": "sarama v1.61.1 `sticky`",
    "go:github.com/IBM/sarama@v1.61.1:cooperative-sticky": "`cooperative-sticky`",
    "aiokafka==0.14.0:sticky": "aiokafka 0.14.0 `sticky`",
    "kafka-python==3.0.12:sticky": "kafka-python 3.0.12 `sticky`",
    "go:github.com/twmb/franz-go@v1.22.3:sticky": "franz-go v1.22.3 `sticky`",
    "maven:org.apache.kafka:kafka-group-coordinator:4.4.0:UniformAssignor": "coordinator 4.4.0 `UniformAssignor`",
}
"""Target -> its name in the table."""
CONTROLS = tuple(TARGETS)[-3:]
"""The targets without the fault."""
EVERYDAY, OWN = "everyday", "own"
_STARTS = ("roundrobin", "range", "server-range", "server-uniform", "optimal")
WORDS = {EVERYDAY: "everyday groups", OWN: "a join after its own plan"} | {one: f"after `{one}`" for one in _STARTS}
"""Sample -> the title of its column."""


def write_record(part: dict[str, Any]) -> None:
    """Put a part into the record, and its tables into the page. Lives with the same start are replaced."""
    record: dict[str, Any] = (
        json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {"format": FORMAT, "lives": {}}
    )
    record["lives"] |= part.pop("lives", {})
    record |= part
    RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    lines = [*life_lines(record["lives"])]
    if "shares" in record:
        lines += ["", *share_lines(record["shares"])]
    write_part(PAGE, BEGIN, END, lines)


def life_lines(lives: dict[str, Any]) -> Iterator[str]:
    """The lives that were searched, as a table."""
    yield table_head("lives", ">lives that hang", "at which event", ">calls", "command")
    for start, one in lives.items():
        hangs = sum(one["hangs"].values())
        events = ", ".join(f"{kind} {count}" for kind, count in one["hangs"].items()) or "-"
        is_sample = start != "services"  # which has a life for each size
        share = share_text({"groups": one["lives"], "hangs": hangs}) if is_sample else f"{hangs} of {one['lives']:,}"
        yield table_row(one["about"], share, events, f"{one['calls']:,}", f"`{one['command']}`")


def share_lines(shares: dict[str, Any]) -> Iterator[str]:
    """The shares as a table with intervals, and a sentence on the controls."""
    rows = {(row["sample"], row["target"]): row for row in shares["rows"]}
    samples = [sample for sample in WORDS if any(one == sample for one, _ in rows)]
    hung = {target for (_, target), row in rows.items() if row["hangs"]}
    shown = [target for target in TARGETS if target in hung or target not in CONTROLS]
    yield table_head("assignor", *(f">{WORDS[sample]}" for sample in samples))
    for target in shown:
        yield table_row(TARGETS[target], *(share_text(rows.get((sample, target))) for sample in samples))
    controls = [
        f"{TARGETS[target]} in {sum(row['groups'] for (_, one), row in rows.items() if one == target):,} groups"
        for target in CONTROLS
        if target not in hung
    ]
    yield ""
    yield f"No hang: {', '.join(controls)}. Intervals have 95 %. Command: `{shares['command']}`."


def share_text(row: dict[str, Any] | None) -> str:
    """
    A count as a share with its interval.

    >>> share_text({"groups": 30000, "hangs": 9})
    '9 of 30,000: 1 in 3,333 (1,754 to 6,335)'
    """
    estimate = row and share_interval(row["hangs"], row["groups"])
    if not row or not estimate:
        return "-"
    begin = f"{row['hangs']:,} of {row['groups']:,}"
    if not row["hangs"]:
        return f"{begin} (at most 1 in {1 / estimate.high:,.0f})"
    return f"{begin}: 1 in {1 / estimate.value:,.0f} ({1 / estimate.high:,.0f} to {1 / estimate.low:,.0f})"
