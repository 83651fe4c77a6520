"""The measures of one target, on few and small groups, and what a bisection says."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.formats.documents import parse_json
from kafka_assay.assignors.hosted.cache import cache_folder
from kafka_assay.assignors.interface import ExpectedFailure, Promise
from kafka_assay.benchmarks.workload import Workload
from kafka_assay.properties.records.case_format import case_from_json
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord, UnaskedQuestions
from kafka_assay.properties.search.check import check
from studies.output import ROOT
from studies.state import measures
from studies.state.measures import (
    law_results,
    measure_quality,
    measure_times,
    read_since,
    solve_everyday,
    without_local_folders,
)
from tests.properties.stand_ins import StandIn, first_takes_all

EVEN = frozenset({Promise.EVEN})
LAW = "even-when-equal"
CASES = "sticky.jsonl"
SMALL = Workload(member_count=2, partitions_to_member_ratio=2, topic_count=1)


def record_of(*cells: CheckCell, unasked: tuple[UnaskedQuestions, ...] = ()) -> CheckRecord:
    """Return a record of a check with these cells."""
    return CheckRecord(
        target="", version="", like=None, seed=0, seconds=0, budget=0, examples=1, groups=1, cells=cells,
        unasked=unasked,
    )  # fmt: skip


def test_broken_law_has_the_smallest_case_of_all_families(tmp_path: Path) -> None:
    record = check(StandIn(first_takes_all, EVEN), families=["stale-claims", "clean"], examples=50)

    (found,) = law_results(record, [LAW], tmp_path / CASES)

    case = case_from_json(parse_json((tmp_path / CASES).read_bytes()))
    assert ("broken", "2 members, 2 partitions", 1) == (found.verdict, found.size, found.case)
    assert ("clean", LAW) == (case.inputs, case.law)
    assert {"clean", "stale-claims"} == set(found.broken_in)
    assert case.explanation


def test_declared_break_is_marked(tmp_path: Path) -> None:
    group = '{"format":"assay-group/1","topics":{"t0":2},"members":[{"id":"C0","subscription":["t0"]}]}'
    failure = ExpectedFailure(law=LAW, family="clean", reason="by design", group=group)
    target = StandIn(first_takes_all, EVEN, (failure,))

    (found,) = law_results(check(target, families=["clean"], examples=20), [LAW], tmp_path / CASES)

    assert ("broken", "by design") == (found.verdict, found.declared)


def test_undecided_family_makes_the_law_undecided(tmp_path: Path) -> None:
    record = record_of(
        CheckCell(law=LAW, inputs="clean", verdict="kept", examples=9, kept=9),
        CheckCell(law=LAW, inputs="racks", verdict="undecided", examples=2, undecided=2, reason="no answer"),
    )

    (found,) = law_results(record, [LAW], tmp_path / CASES)

    assert ("undecided", "no answer", 9, 2) == (found.verdict, found.reason, found.kept, found.undecided)
    assert ("racks",) == found.undecided_in


def test_law_that_could_not_run_is_not_kept(tmp_path: Path) -> None:
    """Its further questions cannot be expressed to the client."""
    unasked = UnaskedQuestions(inputs="racks", law=LAW, groups=3, reason="no racks")

    (found,) = law_results(record_of(unasked=(unasked,)), [LAW], tmp_path / CASES)

    assert ("undecided", "no racks") == (found.verdict, found.reason)


def test_cases_of_an_earlier_run_are_removed(tmp_path: Path) -> None:
    file = tmp_path / CASES
    file.touch()

    law_results(record_of(), [LAW], file)

    assert not file.exists()


def test_traces_name_no_folder_of_this_machine() -> None:
    trace = f"at {cache_folder()}/npm/a.js, at {sys.prefix}/lib/b.py, at {ROOT}/assignors/c.py"

    assert "at /.../kafka-assay/npm/a.js, at /.../lib/b.py, at /.../assignors/c.py" == without_local_folders(trace)


def test_time_has_a_point_for_each_size() -> None:
    found = measure_times(["range", "sticky"], [SMALL])

    assert 2 == len(found)
    (point,) = found[0]["points"]
    assert (str(SMALL), True) == (point["workload"], point["least"] <= point["seconds"] <= point["most"])


def test_quality_counts_equal_and_unequal_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "solve_everyday", lambda: solve_everyday(6))

    found = measure_quality("optimal")

    assert 6 == found["groups"] == found["equal"]["asked"] + found["unequal"]["asked"]
    assert found["equal"]["moves"] == found["equal"]["needed"]


def change(kind: str, last: str, first: str) -> dict[str, str]:
    """A change of the verdict, as a bisection writes it."""
    return {"change": kind, "last": last, "first": first}


CAME, WENT, AGAIN = change("came", "1.0", "3.0"), change("went", "3.0", "4.0"), change("came", "4.0", "5.0")
KEPT_NOW = {"unknown": "the newest release kept the law this time"}


@pytest.mark.parametrize(
    ("verdicts", "changes", "since"),
    [
        (["kept", None, "broken", "kept", "broken"], [CAME, WENT, AGAIN], {"asked": 4, "first": "5.0", "last": "4.0"}),
        ([None, "broken", None, "broken"], [], {"asked": 2, "first": "2.0", "last": None}),
        (["unavailable", "kept", "broken"], [CAME], {"asked": 3, "first": "3.0", "last": "1.0"}),
        (["kept", "kept"], [], {"asked": 2, **KEPT_NOW}),
    ],
)
@pytest.mark.parametrize("interrupted", [False, True])
def test_first_bad_release_is_that_of_the_latest_change(
    verdicts: list[str | None], changes: list[Any], since: dict[str, Any], interrupted: bool
) -> None:
    """Unavailable releases are asked and say nothing. An interrupted bisection has no answer."""
    releases = [{"release": f"{place}.0", "verdict": word} for place, word in enumerate(verdicts, 1)]

    found = read_since({"releases": releases, "changes": changes, "interrupted": interrupted})

    expected = {"asked": since["asked"], **KEPT_NOW} if interrupted else since
    assert expected | {"releases": len(verdicts)} == found
