from __future__ import annotations

from argparse import Namespace
from typing import Any

from kafka_assay.benchmarks.workload import SubscriptionType, Workload, WorkloadEvent
from studies.oracle.grid_record import FORMAT, point
from studies.oracle.grid_table import grid_lines, notes, summary, table
from studies.records import Line, header


def line(event: WorkloadEvent = WorkloadEvent.FULL, outcome: str = "met", **changes: Any) -> Line:
    """Return a point of 10,000 partitions: 12.345 ms for the oracle, twice that for franz-go, with `changes`."""
    workload = Workload(
        member_count=1_000,
        partitions_to_member_ratio=10,
        topic_count=100,
        subscription_type=SubscriptionType.HETEROGENEOUS_NESTED,
        event=event,
    )
    numbers = {"median": 12.345, "least": 11.0, "most": 14.0, "rounds": 5}
    quality = {"sum_of_squares": 100_000, "moves": 5, "faults": 0}
    return (
        point(workload)
        | {"oracle": numbers | quality, "peak_mib": 77.7, "engine": "e", "outcome": outcome, "reason": None}
        | {"certificate": {"accepted": True, "found": None, "milliseconds": 1.5}, "ratios": {"franz-go": 0.5}}
        | {"rivals": {"franz-go": {"version": "v1"} | numbers | quality | {"median": 24.69}}}
        | changes
    )


def test_row_shows_both_times_and_their_ratio() -> None:
    """A rival that did not run has no column."""
    expected = "| 10,000 | 1,000 | 100 | HETEROGENEOUS_NESTED | FULL | 12.3 | 11 - 14 | 1.5 | 78 | 24.7 | 0.5 | met |"

    head, rule, *rows = table([line()]).splitlines()

    assert [expected] == rows
    assert "franz-go, ms" in head
    assert "Uniform" not in head
    assert head.count("|") == rule.count("|") == expected.count("|")


def test_missed_point_is_shown_with_its_reason() -> None:
    missed = line(outcome="missed", reason="3 hubs are left")

    assert "| 0.5 | missed: 3 hubs are left |" in grid_lines(
        header(FORMAT, Namespace(command="a command", seed=0)), [missed]
    )


def test_timed_out_rival_shows_its_limit() -> None:
    rivals = {
        "franz-go": {"version": "v1", "error": "hang", "given_up_seconds": 120.0},
        "uniform": {"version": "4", "error": "crash", "given_up_seconds": None},
    }

    assert "| > 120,000 | no answer |" in table([line(rivals=rivals, ratios={})])


def test_summary_counts_by_subscription_and_event() -> None:
    points = [line(), line(outcome="missed"), line(WorkloadEvent.SCRAMBLED, outcome="open")]

    cells = summary(points).splitlines()[-1]

    assert "| all | 1 of 2 |  |  |  |  |  | 0 of 1 (1 open) | 1 of 3 (1 open) |" == cells


def test_suboptimal_rival_is_listed() -> None:
    """Less even, more moves, or invalid."""
    best = line()["rivals"]["franz-go"]
    rivals = [best, best | {"sum_of_squares": 100_002, "moves": 4}, best | {"moves": 6}, best | {"faults": 1}]

    said = notes([line(rivals={"franz-go": rival}) for rival in rivals])

    assert (
        "franz-go answered 4 points: 1 less balanced than the optimum, 1 as balanced but with more moves than it "
        "takes, 1 not valid."
    ) in said


def test_rival_that_beats_the_oracle_is_reported() -> None:
    """Then the oracle's answer was not the optimum."""
    beaten = line(rivals={"franz-go": line()["rivals"]["franz-go"] | {"moves": 4}})

    assert any("1 are better than the oracle's: it is wrong there." in said for said in notes([beaten]))


def test_leave_one_is_compared_with_scrambled() -> None:
    """It must be cheaper at the same size."""
    near, scrambled = line(WorkloadEvent.LEAVE_ONE), line(WorkloadEvent.SCRAMBLED)
    slower = line(WorkloadEvent.SCRAMBLED, oracle=scrambled["oracle"] | {"median": 13.0})

    said = [notes([near, other])[-1] for other in (scrambled, slower)]

    assert "LEAVE_ONE costs less than SCRAMBLED at 0 of 1 sizes, from 10,000 partitions on at 0 of 1." == said[0]
    assert "LEAVE_ONE costs less than SCRAMBLED at 1 of 1 sizes, from 10,000 partitions on at 1 of 1." == said[1]


def test_record_of_several_oracle_versions_is_marked() -> None:
    assert any("2 states of the oracle's sources" in said for said in notes([line(), line(engine="f")]))
