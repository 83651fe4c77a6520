"""Tests of `assay replay`: lives, captured groups, and drawn months."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kafka_assay.assignors.formats.life_format import life_to_json
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.model import group_of
from tests.assay.shell import REPORTS, Shell
from tests.assignors.hosted.real_hosts import command_or_skip

GROUP = group_of({"t": 6}, {name: ["t"] for name in "abc"})
LIFE = life_to_json(Life(group=GROUP, events=(Event(at=10, leave=("c",)),)))


@pytest.fixture
def lives(shell: Shell) -> Shell:
    """The shell, with a folder of two lives."""
    shell.write("lives/one.json", LIFE)
    shell.write("lives/two.json", LIFE)
    return shell


def replayed(shell: Shell, command: str) -> list[dict[str, Any]]:
    """The JSON documents of `assay replay`, with exit code 0."""
    ended = shell(f"replay {command} --json")
    assert 0 == ended.code
    return ended.documents


def test_every_life_of_a_folder_is_replayed_under_a_name_of_its_own(lives: Shell) -> None:
    """Files of one stem are two lives. Lives of one name get those of their files."""
    lives.write("lives/one.JSON", LIFE | {"name": "deploy"})
    lives.write("lives/three.json", LIFE | {"name": "deploy"})

    found = replayed(lives, "lives sticky")

    assert ["deploy (one)", "deploy (three)", "one", "two"] == sorted(one["life"] for one in found)
    assert [18.0] * 4 == [one["targets"][0]["stopped_partition_seconds"] for one in found]


def test_options_change_the_clock(lives: Shell) -> None:
    (found,) = replayed(lives, "lives/one.json cooperative-sticky --clock rebalance=5 --clock rebuild=10")

    assert 2 * 5.0 + 2 * 10.0 == found["targets"][0]["stopped_partition_seconds"]
    assert (5, 10) == (found["timing"]["rebalance"], found["timing"]["rebuild"])


def test_table_fits_into_100_columns(shell: Shell) -> None:
    ended = shell("replay growing-topic")

    assert 0 == ended.code
    assert max(map(len, ended.lines)) <= 100
    assert any(line.strip().startswith("the optimum") for line in ended.lines)


def test_out_holds_rows_records_and_pictures(lives: Shell) -> None:
    from pyarrow.parquet import read_table

    found = replayed(lives, "lives sticky cooperative-sticky --out out")

    rows = read_table("out/replay.parquet").to_pylist()
    assert 2 * 3 * 2 == len(rows)
    assert {"sticky", "cooperative-sticky", "optimal"} == {row["target"] for row in rows}
    assert found[0] == lives.read("out/replay-one.json")
    assert (lives.folder / "out/two-sticky.png").read_bytes().startswith(b"\x89PNG")


KAFKAJS = "npm:kafkajs@2.2.4:roundrobin"
OLD, NEW, BOTH = "nothing-left-out", "only-subscribed-topics", ("orders", "refunds")


@pytest.mark.parametrize(
    ("leaders", "subscriptions", "breaks"),
    [
        # As reported: while an old pod leads, nobody has a partition of the new topic.
        (("pod-2", "pod-3", "pod-3"), {}, [(OLD, 75, 183, 2 * (183 - 78.0))]),
        # A new pod leads: it also gives the new topic to old pods, which ignore it.
        (("pod-1b", "pod-1b", "pod-1b"), {}, [(NEW, 75, 183, 1 * (183 - 78.0))]),
        # First an old one leads, then a new one.
        (("pod-2", "pod-1b", "pod-1b"), {}, [(OLD, 75, 123, 2 * 45.0), (NEW, 120, 183, 1 * 60.0)]),
        # The old pods have read it all along.
        (("pod-2", "pod-3", "pod-3"), {f"pod-{number}": BOTH for number in (1, 2, 3)}, []),
    ],
)
def test_deploy_that_adds_a_topic_says_how_long_nobody_reads_it(
    shell: Shell,
    leaders: tuple[str, ...],
    subscriptions: dict[str, tuple[str, ...]],
    breaks: list[tuple[str, float, float, float]],
) -> None:
    """kafkajs issue 1040. Kafka's round robin assigns the new topic whoever leads."""
    command_or_skip(KAFKAJS)
    life = json.loads((REPORTS / "37" / "life.json").read_text())
    for event, leader in zip(life["events"][1:4], leaders, strict=True):
        event["leader"] = leader
    for member in life["group"]["members"]:
        member["subscription"] = subscriptions.get(member["id"], member["subscription"])
    shell.write("life.json", life)

    ended = shell(f"replay life.json roundrobin {KAFKAJS} --json")

    valid, faulty = ended.document["targets"]
    keys = ("law", "at", "until", "unread_partition_seconds")
    assert [] == valid["breaks"]
    assert breaks == [tuple(one[key] for key in keys) for one in faulty["breaks"]]
    said = shell(f"replay life.json roundrobin {KAFKAJS}").text
    assert [f"{KAFKAJS} breaks {law} in" in said for law in (OLD, NEW)] == [law in str(breaks) for law in (OLD, NEW)]
    assert not breaks or "roundrobin moves fewest partitions" in said


@pytest.mark.parametrize(
    ("names", "target", "moved"),
    [
        ("pod-x7 pod-kq pod-ab", "range", [4, 6]),
        ("pod-x7 pod-kq pod-ab", "sticky", None),
        ("pod-1 pod-2 pod-3", "range", None),
    ],
)
def test_figures_are_ranges_over_the_places_of_a_joiner_with_a_random_id(
    shell: Shell, names: str, target: str, moved: list[int] | None
) -> None:
    owned = {name: {"t": [4 * at, 4 * at + 1, 4 * at + 2, 4 * at + 3]} for at, name in enumerate(names.split())}
    life = Life(group=group_of({"t": 12}, {key: ["t"] for key in owned}, owned))
    shell.write("group.json", life_to_json(life))

    ended = shell(f"replay group.json {target} --join 1 --json")
    (replayed,) = ended.document["targets"]
    text = shell(f"replay group.json {target} --join 1").out

    assert moved == replayed["moved_range"]
    assert (moved is not None) == ("–" in text)
    assert ("pod-1" in names) == (not any("random id" in said for said in ended.document["assumptions"]))


def test_target_without_an_outcome_is_left_out(shell: Shell) -> None:
    members = [{"id": "a", "subscription": ["t"], "client": "sarama"}, *LIFE["group"]["members"][1:]]
    shell.write("one.json", LIFE | {"group": LIFE["group"] | {"members": members}})

    (found,) = replayed(shell, "one.json sticky server-uniform")

    assert ["sticky"] == [one["target"] for one in found["targets"]]
    assert ["server-uniform"] == [one["target"] for one in found["left_out"]]


RATES = "--rate deploys=1 --rate most-members=5 --rate unequal=0.5"


def drawn(shell: Shell, command: str) -> dict[str, Any]:
    """The JSON document of `assay replay drawn:...`, with exit code 0."""
    (found,) = replayed(shell, f"drawn:{command} {RATES}")
    return found


def test_one_month_replays_alone(shell: Shell) -> None:
    from pyarrow.parquet import read_table

    drawn(shell, "0..1 sticky --out out")
    rows = read_table("out/months.parquet").to_pylist()
    (row,) = (row for row in rows if (row["month"], row["target"]) == (1, "sticky"))

    alone = drawn(shell, "1 sticky")

    assert "month-0-1" == alone["life"]
    for key in ("rebalances", "rounds", "moved", "ownerless", "taken", "stopped_partition_seconds", "mean_gap"):
        assert row[key] == alone["targets"][0][key]


def test_command_of_the_first_month_works(shell: Shell) -> None:
    """The months are numbered, so that a range may begin anywhere."""
    found = drawn(shell, "3..4 sticky --seed 3 --clock rebuild=5")
    alone = [drawn(shell, f"{number} sticky --seed 3 --clock rebuild=5") for number in (3, 4)]

    ended = shell.repeat(found["month_command"], "--json")

    assert (0, alone[0]["targets"]) == (ended.code, ended.document["targets"])
    for key in ("moved", "stopped_partition_seconds"):
        sums = sum(one["targets"][0][key] for one in alone)
        assert found["targets"][0]["figures"][key]["mean"] == sums / 2


def test_two_names_of_one_target_are_one_target(shell: Shell) -> None:
    found = drawn(shell, "0..1 sticky optimal sticky")

    assert ["sticky", "optimal"] == [one["target"] for one in found["targets"]]


def test_text_of_months_fits_into_100_columns_and_says_the_rates(shell: Shell) -> None:
    """The record becomes a chapter of the report."""
    ended = shell(f"replay drawn:0..1 {RATES} --out out")

    assert 0 == ended.code
    assert max(map(len, ended.lines)) <= 100
    assert "Differences from range" in ended.out
    assert "deploys=1" in ended.out
    assert (shell.folder / "out/months.json").exists()
    assert 0 == shell("report out").code
    assert "<h1>Replay of 2 drawn months</h1>" in shell.text_of("out/index.html")
