"""Documents made from written lines of the record and from written findings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.properties.known.known_findings import KnownAlarm, KnownFinding
from studies.state.measures import LawResult
from studies.state.states import read_states
from tests.reports.known import finding_of_client
from tests.studies.state.written_state import BROKEN, KAFKAJS, KEPT, ROUNDROBIN, UNDECIDED, by_place, laws_of

CRASH, BY_NOBODY, *_ = SEVERITIES
NEEDLESS = "needless moves or imbalance"
OTHER = "kafka-python==3.0.12:range"


def known(name: str = "kafka-python-1", **changes: Any) -> KnownFinding:
    """Return a finding of kafka-python's roundrobin that describes the written break."""
    alarm = KnownAlarm(assignors=("roundrobin",), law=BROKEN.law, inputs=("clean",), failure=None)
    return finding_of_client(name, ROUNDROBIN, **({"first": "2.0.2", "last": "3.0.12", "alarms": (alarm,)} | changes))


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
    alarms = tuple(
        KnownAlarm(assignors=("roundrobin",), law=law, inputs=("clean",), failure=None)
        for law in (BROKEN.law, other.law)
    )
    (state,) = read_states(by_place(laws_of(ROUNDROBIN, BROKEN, other)), [known(alarms=alarms)])

    assert ["kafka-python-1"] == [one for cell in state["severities"] for one in cell["findings"]]


def test_policy_is_listed_and_not_counted() -> None:
    state = states_of((ROUNDROBIN, BROKEN), findings=(known(kind="policy", why="KIP-341"),))["kafka-python"]

    assert {"kept"} == set(marks(state).values())
    assert ["kafka-python-1"] == state["policies"]
    assert "no fault known" == state["badge"]["message"]
    assert not state["assignors"][0]["laws"][0]["is_fault"]


def test_break_that_no_file_names_is_refused_with_its_name() -> None:
    wrong = KnownAlarm(assignors=("roundrobin",), law=BROKEN.law, inputs=("racks",), failure=None)

    for findings in ((), (known(alarms=(wrong,)),), (known(last="3.0.11"),)):
        with pytest.raises(AssayError, match=f"{ROUNDROBIN}: even-when-equal on clean: no file .* names this alarm"):
            states_of((ROUNDROBIN, BROKEN), findings=findings)


def test_hang_is_not_filed_under_an_exception() -> None:
    """A wrong kind of failure names nothing."""
    hang = replace(BROKEN, law="returns-an-answer", failure="hang", failures={"clean": "hang"})
    alarm = KnownAlarm(assignors=("roundrobin",), law=hang.law, inputs=("clean",), failure="exception:KeyError")

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

    assert ("0.4.0", "broken", "not measured") == (state["release"], marks(state)[BY_NOBODY], marks(state)[CRASH])


def test_release_that_is_not_measured_yet_shows_the_one_before() -> None:
    older = ROUNDROBIN.replace("3.0.12", "3.0.11")

    state = states_of((older, KEPT), findings=(known(last="3.0.11"),))["kafka-python"]

    assert ("3.0.11", older, "broken") == (state["release"], state["assignors"][0]["target"], marks(state)[NEEDLESS])


def test_fault_that_a_newer_release_fixed_counts_for_the_measured_one() -> None:
    older = ROUNDROBIN.replace("3.0.12", "3.0.11")

    found = states_of((older, BROKEN), findings=(known(last="3.0.11", fixed="3.0.12"),))["kafka-python"]

    assert "broken" == marks(found)[NEEDLESS]
