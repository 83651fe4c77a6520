"""Pages and documents of written states."""

from __future__ import annotations

from dataclasses import asdict, replace
from xml.etree import ElementTree as ET

import pytest

from kafka_assay.benchmarks.environment import machine
from kafka_assay.properties.known.known_findings import KnownAlarm, KnownFinding
from studies.findings.finding_pages import finding_rows
from studies.state.state_pages import badge_svg, implementation_page, overview_parts
from studies.state.states import State, read_states
from tests.reports.known import finding_of_client
from tests.studies.state.written_state import BROKEN, KAFKAJS, KEPT, ROUNDROBIN, UNDECIDED, by_place, laws_of, line_of

TIMES = [
    {"workload": "1000x100x10-HOMOGENEOUS-LEAVE_ONE", "seconds": 0.0123, "least": 0.01, "most": 0.02, "calls": 9},
    {"workload": "10000x1000x100-HOMOGENEOUS-LEAVE_ONE", "error": "hang: no answer within 30 s"},
]
UNSTABLE = replace(BROKEN, law="same-question-same-answer")
FINDINGS = [
    finding_of_client(
        "kafka-python-1",
        ROUNDROBIN,
        first="2.3.0",
        last="3.0.12",
        alarms=tuple(
            KnownAlarm(assignors=("roundrobin",), law=one.law, inputs=("clean",), failure=None)
            for one in (BROKEN, UNSTABLE)
        ),
    ),
    finding_of_client("kafka-python-2", ROUNDROBIN, first="2.3.0", last="3.0.12", kind="policy", why="KIP-341"),
]
ROWS = finding_rows(FINDINGS)
PLACES = dict.fromkeys(ROWS, "kafka-python.md")
TIMED = line_of("time", ROUNDROBIN, "assay bench", points=TIMES, machine=asdict(machine()), load=1.5)
SINCE = line_of("since even-when-equal", ROUNDROBIN, "assay bisect", first="2.3.0", last=None, asked=2, releases=2)
WRITTEN = read_states(by_place(laws_of(ROUNDROBIN, BROKEN), laws_of(KAFKAJS, KEPT, UNDECIDED), TIMED, SINCE), FINDINGS)


def page_of(*lines: object, findings: list[KnownFinding] = FINDINGS) -> str:
    """Return the page of kafka-python that is made from these lines."""
    (state,) = read_states(by_place(*lines), findings)  # type: ignore[arg-type]
    return implementation_page(state, ROWS, PLACES)


def test_overview_shows_faults_undecided_and_kept_severities() -> None:
    rows = overview_parts(WRITTEN, ROWS, PLACES)["implementations"]

    cells = "✓ | ✓ | ✓ | ✓ | [✗ 1](kafka-python.md#faults) | ✓ | 2.3.0 |"
    assert f"| [kafka-python](kafka-python.md) | 3.0.12 | {cells}" in rows
    assert any(row.startswith("| [kafkajs](kafkajs.md) | 2.2.4 |") and "[? 1](kafkajs.md)" in row for row in rows)


@pytest.mark.parametrize("name", ["red", "orange", "lightgrey", "brightgreen"])
def test_badge_is_well_formed_and_reads_aloud(name: str) -> None:
    root = ET.fromstring(badge_svg({"label": "a & b 1.0", "message": "<2> faults", "color": name}))

    assert "a & b 1.0: <2> faults" == root.get("aria-label")


def test_unknown_first_bad_release_has_no_command() -> None:
    since = line_of("since even-when-equal", ROUNDROBIN, "assay bisect", unknown="no end within 1800 s")

    page = page_of(laws_of(ROUNDROBIN, BROKEN), since)

    assert "| clean | unknown |" in page
    assert "assay bisect" not in page


def test_page_says_where_a_counterexample_of_a_random_assignor_may_have_to_be_repeated() -> None:
    said = "  # the answers may vary\n"

    assert said not in page_of(laws_of(ROUNDROBIN, BROKEN))
    assert 1 == page_of(laws_of(ROUNDROBIN, BROKEN, UNSTABLE)).count(said)


def test_page_without_measured_laws_says_so() -> None:
    program = "wire:rust-consumers/debug/kacrab-consumer {bootstrap} {group} {topics} {strategy}#range"
    found = finding_of_client("kacrab-1", program, first="0.4.0", last="0.4.0", alarms=())
    state: State = read_states({}, [found])[0]

    page = implementation_page(state, finding_rows([found]), {"kacrab-1": "kacrab.md"})

    assert "No host calls the assignors of this client, so their laws are not measured." in page
