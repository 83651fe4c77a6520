from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.model import Assignment, Group, Topic, group_of
from kafka_assay.reports.render.markdown import render_markdown
from studies.__main__ import main
from studies.output import ROOT
from studies.quality.topology import (
    TARGETS,
    UUID,
    build_record,
    example_group,
    measure_target,
    persistence,
    restart_members,
    retention,
)
from studies.quality.topology_chapter import WORDS, topology_sentences
from tests.properties.measures.test_topology import APART, PAIR, TOGETHER
from tests.properties.places import on_hosts, placement_on
from tests.properties.stand_ins import StandIn

CAPTURES = ROOT / "captures"


@cache
def example_record() -> dict[str, Any]:
    return build_record(example_group(), TARGETS)


def rows() -> dict[str, dict[str, Any]]:
    """Return the record's rows by target."""
    return {row["target"]: row for row in example_record()["rows"]}


def counts(target: str) -> dict[str, Any]:
    """Return the figures of a row, in partitions."""
    found: dict[str, Any] = rows()[target]["counts"]
    return found


def test_range_leaves_members_idle() -> None:
    """At least half have nothing, and the first hosts have most."""
    assert counts("range")["idle_members"] >= 16
    assert counts("range")["first_quarter"] > 0.8
    assert counts("range")["rank_bias"] < -0.5
    assert counts("range") == counts("lag")


def test_roundrobin_is_even_and_reads_topics_on_few_hosts() -> None:
    """A topic reaches half of the possible hosts, the same ones after a restart."""
    found = counts("roundrobin")

    assert (0, 1) == (found["idle_members"], found["most"] - found["least"])
    assert found["reach"] < 0.6
    assert 1.0 == rows()["roundrobin"]["jaccard"]


def test_shuffled_roundrobin_spreads_topics_and_changes_after_a_restart() -> None:
    found = counts("shuffled-roundrobin")

    assert (0, 1) == (found["idle_members"], found["most"] - found["least"])
    assert found["reach"] > 0.8
    assert rows()["shuffled-roundrobin"]["jaccard"] < 0.5
    assert found["kept_unchanged"] < 0.15


def test_hashed_roundrobin_spreads_topics_and_stays_after_a_restart() -> None:
    found = counts("hashed-roundrobin")

    assert found["reach"] > 0.8
    assert 1.0 == found["kept_unchanged"]


def test_sticky_keeps_most_partitions_after_a_leave() -> None:
    """Round-robin keeps few."""
    assert 1.0 == counts("sticky")["kept_one_gone"]
    assert counts("roundrobin")["kept_one_gone"] < 0.5


def test_restart_changes_only_the_uuids() -> None:
    group = example_group()
    again = restart_members(group, 1)

    assert [member.host for member in group.members] == [member.host for member in again.members]
    assert [UUID.sub("", one) for one in group.member_ids()] == [UUID.sub("", one) for one in again.member_ids()]
    assert set() == set(group.member_ids()) & set(again.member_ids())
    assert not any(member.owned for member in again.members)


def test_example_depends_only_on_its_seed() -> None:
    assert example_group(1) == example_group(1)
    assert example_group(1) != example_group(2)


def test_failed_assignor_has_a_row_with_the_reason() -> None:
    def fails(_: Group) -> Assignment:
        raise KeyError("C1")

    row = measure_target(StandIn(fails), example_group())

    assert ("stand-in", "KeyError: 'C1'") == (row["target"], row["error"])
    assert "counts" not in row


def test_member_without_a_host_is_a_usage_error() -> None:
    with pytest.raises(AssayError, match="pay: member 'a' has no host"):
        build_record(group_of({"t": 1}, {"a": ["t"]}, name="pay"), ["range"])


def test_command_writes_the_record_of_a_group(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    group = CAPTURES / "g-java-range.json"

    code = main(
        ["topology", "range", "roundrobin", "--group", str(group), "--restarts", "2", "--out", str(tmp_path / "out")]
    )

    written = json.loads((tmp_path / "out" / "topology.json").read_text("utf-8"))
    assert (0, f"{tmp_path / 'out' / 'topology.json'}\n") == (code, capsys.readouterr().out)
    assert ["range", "roundrobin"] == [row["target"] for row in written["rows"]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rang"], "did you mean 'range'"),
        (["--group", "no.json"], "No such file"),
        (["--restarts", "1"], "restarts: 1: expected at least 2"),
    ],
)
def test_usage_error_is_one_line(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["topology", *arguments, "--out", str(tmp_path)])

    told = capsys.readouterr().err
    assert (2, 1) == (code, told.count("\n"))
    assert said in told


def test_page_shows_the_programs_tables_text_and_picture() -> None:
    page = (ROOT / "docs" / "topology.md").read_text("utf-8")

    report = render_markdown([topology_sentences(example_record())])

    tables = [line for line in report.splitlines() if line.startswith("|")]
    assert 20 == len(tables)
    assert [] == [line for line in tables if line not in page]
    assert re.findall(r"!\[(.*?)\]\(figures", report) == re.findall(r"!\[(.*?)\]\(images", page)
    assert [] == [sentence for (sentence,) in WORDS if f"* {sentence}\n" not in page]


def test_persistence_is_the_mean_jaccard_index() -> None:
    """t: {h1} and {h1, h2} share one of two; u and v are on the same hosts both times."""
    assert (0.5 + 1 + 1) / 3 == persistence([placement_on(PAIR, TOGETHER), placement_on(PAIR, APART)])


def test_persistence_is_a_mean_over_all_pairs_of_restarts() -> None:
    group = on_hosts({"t": 1}, {"a": "h1", "b": "h2"})
    here, there = placement_on(group, {"a": {"t": [0]}}), placement_on(group, {"b": {"t": [0]}})

    assert 1 / 3 == persistence([here, there, here])
    assert persistence([here]) is None


def test_retention_counts_partitions_that_stay_with_their_owner() -> None:
    """The disputed partition does not count."""
    owned = {"a": {"t": [0, 1], "u": [0]}, "b": {"t": [2], "u": [0]}}
    group = group_of({"t": 3, "u": 1}, {"a": ["t", "u"], "b": ["t", "u"]}, owned, generation=1)

    assert 2 / 3 == retention(group, {"a": {"t": [0]}, "b": {"t": [1, 2], "u": [0]}})


def test_retention_by_weight() -> None:
    group = group_of({"t": 2}, {"a": ["t"], "b": ["t"]}, {"a": {"t": [0, 1]}}, generation=1)
    weighed = replace(group, topics=(Topic(name="t", partitions=2, weights=(9.0, 1.0)),))

    assert 0.1 == retention(weighed, {"a": {"t": [1]}, "b": {"t": [0]}}, weighted=True)
