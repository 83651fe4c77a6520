"""Documents made from written lines of the record and from written findings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.properties.known.known_findings import KnownAlarm, KnownFinding
from studies.quality.quality_record import QualityTally
from studies.state.law_measure import LawResult
from studies.state.states import badge_words, read_states
from tests.reports.known import finding_of_client
from tests.studies.state.written_state import BROKEN, KAFKAJS, KEPT, ROUNDROBIN, UNDECIDED, by_place, laws_of, line_of
from tests.support.newest_releases import OWN

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


def test_declared_break_of_a_reference_is_filed_where_kafkas_is() -> None:
    declared = replace(BROKEN, declared="as Kafka")
    kafkas = "maven:org.apache.kafka:kafka-clients:4.4.0:RoundRobinAssignor"
    alarm = KnownAlarm(assignors=("RoundRobinAssignor",), law=BROKEN.law, inputs=("clean",), failure=None)
    shared = finding_of_client("kafka-clients-1", kafkas, first="2.0.0", last="4.4.0", alarms=(alarm,))

    found = states_of(("roundrobin", declared), (kafkas, BROKEN), findings=(shared,))

    assert [cell["findings"] for cell in found[OWN]["severities"]] == [
        cell["findings"] for cell in found["kafka-clients"]["severities"]
    ]
    assert {"kept"} == set(marks(states_of(("roundrobin", declared))[OWN]).values())


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


def test_fault_of_one_assignor_is_not_one_of_its_neighbour() -> None:
    found = states_of((ROUNDROBIN, BROKEN), (OTHER, KEPT), findings=(known(),))["kafka-python"]

    assert {"roundrobin": ["kafka-python-1"], "range": []} == {
        one["name"]: one["findings"] for one in found["assignors"]
    }


def test_fixed_fault_of_the_museum_is_not_counted() -> None:
    old = finding_of_client("museum-1", ROUNDROBIN, first="2.0.2", last="3.0.11", fixed="3.0.12", alarms=())

    assert ["kafka-python"] == list(states_of((ROUNDROBIN, KEPT), findings=(old,)))


def test_badge_colour_says_how_grave_the_gravest_fault_is() -> None:
    cells = [{"severity": severity, "findings": [], "undecided": []} for severity in SEVERITIES]

    colours = [badge_words([*cells, {**cell, "findings": ["a-1"]}])["color"] for cell in cells]

    assert ["red"] * 4 + ["orange"] * 2 == colours


def test_commands_repeat_the_case_or_the_search() -> None:
    broken = states_of((ROUNDROBIN, BROKEN), (KAFKAJS, KEPT), findings=(known(),))
    replays = [broken[name]["assignors"][0]["laws"][0]["replay"] for name in ("kafka-python", "kafkajs")]

    case = "docs/results/state/cases/kafka-python/roundrobin.jsonl:1"
    assert [f"assay check {ROUNDROBIN} --case {case}", f"assay check {KAFKAJS} --law even-when-equal"] == replays


def test_shares_are_those_of_the_tallies() -> None:
    tally = QualityTally(asked=10, silent={"hang": 2}, uneven=2, even=6, moves=9, needed=6, wasteful=1)
    quality = line_of("quality", ROUNDROBIN, groups=10, equal=tally.to_json(), unequal=QualityTally().to_json())

    (state,) = read_states(by_place(laws_of(ROUNDROBIN, KEPT), quality), [])

    equal, unequal = state["assignors"][0]["quality"]
    assert [0.2, 0.25, 0.5] == [equal[name]["value"] for name in ("without_plan", "less_balanced", "wasted")]
    assert unequal["less_balanced"] is None
