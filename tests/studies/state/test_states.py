"""Documents and pages made from written lines of the record and from written findings."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.benchmarks.environment import machine
from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.properties.known.known_findings import KnownAlarm, KnownFinding
from studies.findings.finding_pages import finding_rows
from studies.state.measures import LawResult
from studies.state.state_pages import badge_svg, implementation_page, overview_parts
from studies.state.states import read_states
from tests.reports.known import alarm_on, finding_of_client
from tests.studies.state.written_state import BROKEN, KAFKAJS, KEPT, ROUNDROBIN, UNDECIDED, by_place, laws_of, line_of

CRASH, BY_NOBODY, *_ = SEVERITIES
NEEDLESS = "needless moves or imbalance"


def alarm_of(law: str = BROKEN.law, inputs: str = "clean", failure: str | None = None) -> KnownAlarm:
    """Return an alarm of kafka-python's roundrobin."""
    return alarm_on(law, inputs, assignors=("roundrobin",), failure=failure)


def known(name: str = "kafka-python-1", **changes: Any) -> KnownFinding:
    """Return a finding of kafka-python's roundrobin that describes the written break."""
    usual = {"first": "2.0.2", "last": "3.0.12", "alarms": (alarm_of(),)}
    return finding_of_client(name, ROUNDROBIN, **(usual | changes))


def states_of(*pairs: tuple[str, LawResult], findings: tuple[KnownFinding, ...] = ()) -> dict[str, Any]:
    """Return the states of targets with one law each."""
    states = read_states(by_place(*(laws_of(target, law) for target, law in pairs)), findings)
    return {one["implementation"]: one for one in states}


def marks(state: dict[str, Any]) -> dict[str, str]:
    """Return severity -> verdict."""
    return {cell["severity"]: cell["verdict"] for cell in state["severities"]}


def test_cell_has_the_severity_of_the_finding_and_not_of_the_law() -> None:
    state = states_of((ROUNDROBIN, BROKEN), findings=(known(severity=CRASH),))["kafka-python"]

    assert ("broken", "kept") == (marks(state)[CRASH], marks(state)[NEEDLESS])
    assert CRASH == state["assignors"][0]["laws"][0]["severity"]
    assert "1 fault: crash or hang" == state["badge"]["message"]


def test_published_finding_counts_where_nothing_was_measured_broken() -> None:
    """No cell shows ✓ beside a finding of that release."""
    found = known(severity=BY_NOBODY)

    kept = states_of((ROUNDROBIN, KEPT), findings=(found,))["kafka-python"]
    older = states_of((ROUNDROBIN, KEPT), findings=(known(last="3.0.11"),))["kafka-python"]

    assert "broken" == marks(kept)[BY_NOBODY]
    assert {"kept"} == set(marks(older).values())


def test_one_fault_that_breaks_several_laws_counts_once() -> None:
    other = replace(BROKEN, law="order-does-not-matter")
    alarms = alarm_of(), alarm_of(other.law)
    (state,) = read_states(by_place(laws_of(ROUNDROBIN, BROKEN, other)), [known(alarms=alarms)])

    assert ["kafka-python-1"] == [one for cell in state["severities"] for one in cell["findings"]]


def test_policy_is_listed_and_not_counted() -> None:
    state = states_of((ROUNDROBIN, BROKEN), findings=(known(kind="policy", why="KIP-341"),))["kafka-python"]

    assert {"kept"} == set(marks(state).values())
    assert ["kafka-python-1"] == state["policies"]
    assert "no fault known" == state["badge"]["message"]
    assert not state["assignors"][0]["laws"][0]["is_fault"]


def test_break_that_no_file_names_is_refused_with_its_name() -> None:
    for findings in ((), (known(alarms=(alarm_of(inputs="racks"),)),), (known(last="3.0.11"),)):
        with pytest.raises(AssayError, match=f"{ROUNDROBIN}: even-when-equal on clean: no file .* names this alarm"):
            states_of((ROUNDROBIN, BROKEN), findings=findings)


def test_hang_is_not_filed_under_an_exception() -> None:
    """A wrong kind of failure names nothing."""
    hang = replace(BROKEN, law="returns-an-answer", failure="hang", failures={"clean": "hang"})
    alarm = alarm_of(hang.law, failure="exception:KeyError")

    with pytest.raises(AssayError, match=r"returns-an-answer \(hang\) on clean"):
        states_of((ROUNDROBIN, hang), findings=(known(alarms=(alarm,)),))

    state = states_of((ROUNDROBIN, hang), findings=(known(alarms=(replace(alarm, failure="hang"),)),))
    assert ["kafka-python-1"] == state["kafka-python"]["assignors"][0]["laws"][0]["findings"]


def test_undecided_law_is_never_kept() -> None:
    state = states_of((KAFKAJS, UNDECIDED))["kafkajs"]

    assert ["settles"] == [law for cell in state["severities"] for law in cell["undecided"]]
    assert "undecided" in marks(state).values()
    assert "no fault known, some laws undecided" == state["badge"]["message"]


def test_client_without_a_host_is_not_measured() -> None:
    program = "wire:rust-consumers/debug/kacrab-consumer {bootstrap} {group} {topics} {strategy}#range"
    found = finding_of_client("kacrab-1", program, first="0.4.0", last="0.4.0", severity=BY_NOBODY, alarms=())

    (state,) = read_states({}, [found])

    page = implementation_page(state, finding_rows([found]), {"kacrab-1": "kacrab.md"})
    assert ("0.4.0", "broken", "not measured") == (state["release"], marks(state)[BY_NOBODY], marks(state)[CRASH])
    assert "No host calls the assignors of this client, so their laws are not measured." in page


def test_release_that_is_not_measured_yet_shows_the_one_before() -> None:
    older = ROUNDROBIN.replace("3.0.12", "3.0.11")

    state = states_of((older, KEPT), findings=(known(last="3.0.11"),))["kafka-python"]

    assert ("3.0.11", older, "broken") == (state["release"], state["assignors"][0]["target"], marks(state)[NEEDLESS])


def test_fault_that_a_newer_release_fixed_counts_for_the_measured_one() -> None:
    older = ROUNDROBIN.replace("3.0.12", "3.0.11")

    found = states_of((older, BROKEN), findings=(known(last="3.0.11", fixed="3.0.12"),))["kafka-python"]

    assert "broken" == marks(found)[NEEDLESS]


TIMES = [
    {"workload": "1000x100x10-HOMOGENEOUS-LEAVE_ONE", "seconds": 0.0123, "least": 0.01, "most": 0.02, "calls": 9},
    {"workload": "10000x1000x100-HOMOGENEOUS-LEAVE_ONE", "error": "hang: no answer within 30 s"},
]
UNSTABLE = replace(BROKEN, law="same-question-same-answer")
FINDINGS = [
    known(first="2.3.0", alarms=tuple(alarm_of(one.law) for one in (BROKEN, UNSTABLE))),
    known("kafka-python-2", alarms=(), kind="policy", why="KIP-341"),
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
