"""The planted faults: each breaks a law on a group made by hand, where the same program without it keeps all laws."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from functools import partial

import pytest

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import Group, Topic, group_of
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.search.check import check_group
from tests.assignors.hosted.real_hosts import start_or_skip
from tests.support.mutants.groups import changed
from tests.support.planted.fault import FAULT_BY_NAME, HEALTHY, ROUND_ROBIN, STICKY, Fault, Programs

LONG = "x" * 128


def one_topic(partitions: int, *members: str) -> Group:
    """Return a group whose members all read one topic."""
    return group_of({"t": partitions}, {member: ["t"] for member in members})


WITNESSES: dict[str, Group] = {
    "instance-table": changed(one_topic(2, "a", "b"), a={"instance_id": "i1"}, b={"instance_id": "i19"}),
    "short-names": changed(
        group_of({LONG: 1, "t": 1}, {"a": [LONG, "t"], "b": []}), a={"metadata_version": 0}, b={"metadata_version": 2}
    ),
    "raised-counts": group_of({"t": 1, "u": 1}, {"a": ["t", "u"]}, {"a": {"t": [1], "u": [1]}}),
    "lost-remainder": group_of({"t": 7}, {"a": ["t"], "b": ["t"], "c": ["gone"], "d": ["gone"]}),
    "last-lap": group_of({"t": 7}, {"a": [], "b": [], "c": ["t"], "d": ["t"]}),
    "strange-racks": changed(
        replace(one_topic(1, "a", "b", "c"), topics=(Topic(name="t", partitions=1, replica_racks=(("r",),)),)),
        a={"rack": "r"},
        b={"rack": "s"},
        c={"rack": "u"},
    ),
    "closed-rings": group_of(dict.fromkeys("tuvwx", 1), {"a": [*"tuvwxt"], "b": [*"tuvwxt"]}),
    "fast-path": group_of({"t": 5, "u": 1, "v": 1}, {key: ["t", "u", "v"] for key in "abc"}),
    "topic-table": group_of({"t91": 1, "t170": 1}, {"a": ["t91", "t170"]}),
    "generation-ring": changed(
        group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0]}, "b": {"t": [1]}}),
        a={"generation": 9},
        b={"generation": 1},
    ),
    "sticky-generation-ring": changed(
        group_of({"t": 2, "u": 2}, {"a": ["t", "u"], "b": ["t", "u"]}, {"a": {"u": [1]}, "b": {"t": [0, 1]}}),
        a={"generation": 9},
        b={"generation": 2},
    ),
    "sticky-short-user-data": changed(
        group_of(
            dict.fromkeys("tuvwx", 1),
            {key: [*"tuvwx"] for key in "abz"},
            {"a": {"u": [0]}, "b": {"v": [0], "w": [0]}, "z": {"t": [0], "u": [0], "v": [0], "x": [0]}},
            generation=2,
        ),
        b={"metadata_version": 2},
        z={"metadata_version": 0, "generation": 1},
    ),
    "sticky-kept-twice": group_of(
        dict.fromkeys("tuv", 2),
        {key: [*"tuv"] for key in "abcd"},
        {"a": {"t": [0], "u": [0], "v": [0]}, "b": {"t": [0]}},
        generation=1000,
    ),
}
"""Fault -> the smallest group that shows it, made by hand."""

HEALTHY_BY_LANGUAGE = {(one.language, one.like): one for one in HEALTHY}


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Programs:
    """Return the programs, built once."""
    return Programs(tmp_path_factory.mktemp("planted"))


def broken_laws(programs: Programs, fault: Fault, group: Group) -> list[str]:
    """Return the laws that the assignor breaks on `group`. Skip where its tools are missing."""
    text = start_or_skip(fault.name, partial(programs.target, fault))
    with closing(open_target(text, like=fault.like)) as target:
        return [cell.law for cell in check_group(target, group).cells if cell.verdict == "broken"]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if fault.language == "python" else pytest.mark.integration)
        for name, fault in FAULT_BY_NAME.items()
    ],
)
def test_fault_breaks_a_promised_law_on_a_small_group(name: str, programs: Programs) -> None:
    fault, group = FAULT_BY_NAME[name], WITNESSES[name]

    assert broken_laws(programs, fault, group)
    assert [] == broken_laws(programs, HEALTHY_BY_LANGUAGE[fault.language, fault.like], group)


def test_faults_differ_and_are_behind_every_kind_of_host() -> None:
    assert 10 == len({fault.part for fault in ROUND_ROBIN})
    assert {"python", "java", "go"} == {fault.language for fault in ROUND_ROBIN}
    assert {"roundrobin"} == {fault.like for fault in ROUND_ROBIN}
    assert {"sticky"} == {fault.like for fault in STICKY}
    assert {fault.family for fault in FAULT_BY_NAME.values()} <= FAMILIES.keys()
