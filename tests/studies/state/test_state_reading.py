from __future__ import annotations

from dataclasses import replace

from kafka_assay.benchmarks.quality_tally import QualityTally
from studies.alarms.alarm_page import DocumentedAlarm
from studies.state.implementation_state import ImplementationState, LawState
from studies.state.law_measure import LawResult
from studies.state.state_reading import read_states
from tests.studies.state.written_state import BROKEN, KAFKAJS, KEPT, ROUNDROBIN, UNDECIDED, by_place, laws_of, line_of


def states_of(*pairs: tuple[str, LawResult]) -> dict[str, ImplementationState]:
    """Return the states of targets with one law each."""
    lines = by_place(*(laws_of(target, law) for target, law in pairs))
    return {one.implementation: one for one in read_states(lines, [])}


def first_law(state: ImplementationState) -> LawState:
    """Return the first law of the first assignor."""
    return state.assignors[0].laws[0]


def test_law_that_only_one_implementation_breaks_is_marked() -> None:
    found = states_of((ROUNDROBIN, BROKEN), (KAFKAJS, KEPT))

    assert first_law(found["kafka-python"]).is_only_here
    assert ("even-when-equal",) == found["kafka-python"].only_here
    assert () == found["kafkajs"].only_here


def test_law_that_another_one_breaks_too_is_not_marked() -> None:
    """A reference that declares the break breaks it too."""
    declared = replace(BROKEN, declared="by design")

    assert () == states_of((ROUNDROBIN, BROKEN), (KAFKAJS, BROKEN))["kafkajs"].only_here
    assert () == states_of((ROUNDROBIN, BROKEN), ("roundrobin", declared))["kafka-python"].only_here


def test_law_that_no_other_one_keeps_is_not_marked() -> None:
    undecided = replace(UNDECIDED, law=BROKEN.law)

    assert () == states_of((ROUNDROBIN, BROKEN), (KAFKAJS, undecided))["kafka-python"].only_here


def test_declared_break_is_no_alarm() -> None:
    state = states_of(("roundrobin", replace(BROKEN, declared="by design")))["references"]

    assert () == state.broken
    assert "brightgreen" == state.badge.color


def test_undecided_law_is_never_kept() -> None:
    state = states_of((ROUNDROBIN, UNDECIDED))["kafka-python"]

    assert {"settles"} == {law for one in state.severities for law in one.undecided}
    assert {"endless rebalance": "undecided"}.items() <= {one.severity: one.verdict for one in state.severities}.items()
    assert "nothing broken, some laws undecided" == state.badge.message


def test_badge_names_the_gravest_severity() -> None:
    crash = replace(BROKEN, law="returns-an-answer", case="returns-an-answer.json", failure="KeyError")
    state = read_states(by_place(laws_of(ROUNDROBIN, BROKEN, crash)), [])[0]

    assert ("2 laws broken: crash or hang", "red") == (state.badge.message, state.badge.color)
    assert ("returns-an-answer", "even-when-equal") == state.broken


def test_commands_repeat_the_case_or_the_search() -> None:
    found = states_of((ROUNDROBIN, BROKEN), (KAFKAJS, KEPT))

    case = "docs/results/state/cases/kafka-python/roundrobin/even-when-equal.json"
    assert f"assay check {ROUNDROBIN} --case {case}" == first_law(found["kafka-python"]).replay
    assert f"assay check {KAFKAJS} --law even-when-equal" == first_law(found["kafkajs"]).replay


def test_findings_are_those_of_target_law_failure_and_family() -> None:
    crash = replace(BROKEN, law="returns-an-answer", failure="KeyError")
    known = [
        DocumentedAlarm("kafka-python*", "returns-an-answer(KeyError)", "clean", "kafka-python-1"),
        DocumentedAlarm("kafka-python*", "returns-an-answer(hang)", "clean", "kafka-python-2"),
        DocumentedAlarm("kafka-python*", "returns-an-answer(KeyError)", "racks", "kafka-python-3"),
        DocumentedAlarm("kafkajs*", "returns-an-answer*", "*", "kafkajs-1"),
    ]

    (state,) = read_states(by_place(laws_of(ROUNDROBIN, crash)), known)

    assert ("kafka-python-1",) == first_law(state).findings


def graded(*places: str) -> ImplementationState:
    """Return the state of a target whose break is described at these places."""
    known = [DocumentedAlarm("kafka-python*", BROKEN.law, "*", place) for place in places]
    return read_states(by_place(laws_of(ROUNDROBIN, BROKEN)), known)[0]


def test_break_that_is_no_fault_is_no_alarm() -> None:
    """A policy, or a reason why it is no finding."""
    for places in (("kafka-python-6",), ("no finding: documented", "kafka-python-6")):
        assert () == graded(*places).broken
        assert not first_law(graded(*places)).is_fault


def test_break_with_a_finding_and_a_policy_is_an_alarm() -> None:
    assert (BROKEN.law,) == graded("kafka-python-6", "kafka-python-1").broken


def test_break_that_findings_call_a_curiosity_is_one() -> None:
    assert "curiosity" == first_law(graded("kafkajs-3", "no-kafka-1")).severity
    assert "needless moves or imbalance" == first_law(graded("kafkajs-3", "kafka-python-1")).severity
    assert "orange" == graded("kafkajs-3").badge.color


def test_since_belongs_to_a_broken_law() -> None:
    since = line_of(
        "since even-when-equal", ROUNDROBIN, "assay bisect", first="2.3.0", last="2.2.21", asked=2, releases=9
    )

    (broken,) = read_states(by_place(laws_of(ROUNDROBIN, BROKEN), since), [])
    (kept,) = read_states(by_place(laws_of(ROUNDROBIN, KEPT), since), [])

    assert "2.3.0" == getattr(first_law(broken).since, "first", None)
    assert first_law(kept).since is None


def test_shares_are_those_of_the_tallies() -> None:
    tally = QualityTally(asked=10, silent={"hang": 2}, uneven=2, even=6, moves=9, needed=6, wasteful=1)
    quality = line_of("quality", ROUNDROBIN, groups=10, equal=tally.to_json(), unequal=QualityTally().to_json())

    (state,) = read_states(by_place(laws_of(ROUNDROBIN, KEPT), quality), [])

    equal, unequal = state.assignors[0].quality
    values = [one and one.value for one in (equal.without_plan, equal.less_balanced, equal.wasted)]
    assert [0.2, 0.25, 0.5] == values
    assert unequal.less_balanced is None
