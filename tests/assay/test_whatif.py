"""
Tests of `assay whatif`: JSON, text, targets without an outcome; and what a cluster did after what-ifs of its groups, as
`tests/broker/test_whatif_on_a_broker.py` saw it.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, NamedTuple

import pytest

from kafka_assay.assignors.formats.group_format import group_from_json, group_to_json
from kafka_assay.assignors.model import group_of
from kafka_assay.pipeline.whatif.what_if import present_assignor
from tests.assay.shell import CAPTURES, REPORTS, ROOT, Shell
from tests.pipeline.whatif.groups import THREE_OF_NINE

COOPERATIVE = f"{CAPTURES}/g-java-coop-wide.json"


def whatif(shell: Shell, command: str) -> dict[str, Any]:
    """The JSON document of `assay whatif`, with exit code 0."""
    ended = shell(f"whatif {command} --json")
    assert 0 == ended.code
    document: dict[str, Any] = ended.document
    return document


def owned_by(member: dict[str, Any]) -> set[tuple[str, int]]:
    return {(topic, partition) for topic, ids in member["owned"].items() for partition in ids}


def test_present_assignor_comes_first_and_counts_from_today(shell: Shell) -> None:
    first, *others = whatif(shell, f"{COOPERATIVE} --leave cw-2")["targets"]

    assert ("cooperative-sticky", True, None) == (first["target"], first["present"], first["switch"])
    assert {"range", "roundrobin", "sticky", "server-range", "server-uniform", "optimal"} == {
        one["target"] for one in others
    }


def test_cooperative_client_gave_the_same_loads_when_a_member_really_left(shell: Shell) -> None:
    """The next capture of this group is after cw-4 left. Each other member still has what it had."""
    names = ("g-java-coop-wide", "g-java-coop-wide-after-leave")
    before, after = (json.loads((CAPTURES / f"{name}.json").read_text())["members"] for name in names)
    had, has = ({one["id"]: owned_by(one) for one in members} for members in (before, after))
    assert all(had[member] <= has[member] for member in has)

    target = whatif(shell, f"{COOPERATIVE} --leave cw-4 cooperative-sticky")["targets"][0]

    assert sorted(map(len, has.values())) == sorted(target["loads"].values())
    assert (0, 25, 25) == tuple(target[key] for key in ("moved", "ownerless", "interrupted"))


def test_rows_are_not_taken_for_the_rule_of_another_program(shell: Shell) -> None:
    """kafkajs gives all members the topics of its leader; Connect's tasks get their workers by no assignor."""
    members = [{"id": f"kafkajs-{one}", "subscription": [topic], "owned": {}} for one, topic in enumerate("tu")]
    group: dict[str, Any] = {"format": "assay-group/1", "strategy": "RoundRobinAssigner", "topics": {"t": 1, "u": 1}}
    shell.write("kafkajs.json", group | {"members": [members[0] | {"owned": {"t": [0]}}, members[1]]})
    workers = [{"id": one, "subscription": ["sink"], "owned": {"sink": [place]}} for place, one in enumerate("vw")]
    shell.write("connect.json", group | {"strategy": "connect", "topics": {"sink": 2}, "members": workers})

    text = shell("whatif kafkajs.json").text

    assert "roundrobin of kafkajs, its assignor today, was not asked." in text
    assert "`assay list targets` names those of kafkajs." in text
    assert "* runs today" not in text
    assert ["optimal"] == [one["target"] for one in whatif(shell, "connect.json --join 1")["targets"]]
    assert "0 partitions have no owner" not in shell("whatif connect.json --join 1").text


ASKED = "cooperative-sticky server-uniform roundrobin"


@pytest.mark.parametrize(
    ("ids", "strategy", "rollouts", "told"),
    [
        # As reported: the ids do not say which client it is.
        ("pod-{}", "range", ("two-rolling", "online", "rolling"), "librdkafka, kafka-python and platformatic: a full"),
        ("consumer-web-{}-0b1f", "range", ("two-rolling", "online", "rolling"), "The members are of kafka-clients."),
        ("rdkafka-{}", "range", ("stop", "online", "rolling"), "cooperative-sticky (6 moves, 12 stopped): a full stop"),
        ("kafkajs-{}", "RoundRobinAssigner", ("stop", "online", "stop"), "members of a classic group share the name"),
        ("kgo-{}", "cooperative-sticky", ("none", "online", "stop"), "roundrobin (6 moves, 12 stopped): a full stop"),
    ],
)
def test_switch_says_whether_it_needs_an_outage(
    shell: Shell, ids: str, strategy: str, rollouts: tuple[str, ...], told: str
) -> None:
    """PostHog followed the Java recipe with librdkafka. A group of 12 partitions, 4 for each of three members."""
    group = json.loads((REPORTS / "45" / "group.json").read_text()) | {"strategy": strategy}
    for number, member in enumerate(group["members"]):
        member["id"] = ids.format(number)
    shell.write("group.json", group)

    targets = {one["target"]: one for one in whatif(shell, f"group.json {ASKED}")["targets"]}

    assert rollouts == tuple(targets[name]["rollout"] for name in ASKED.split())
    assert all(one["rollout_source"] for one in targets.values())
    assert told in shell(f"whatif group.json {ASKED}").text


def test_group_without_a_known_assignor_has_no_rollout(shell: Shell) -> None:
    shell.write("group.json", group_to_json(THREE_OF_NINE))

    assert {None} == {one["rollout"] for one in whatif(shell, f"group.json {ASKED}")["targets"]}


def test_only_the_named_targets_are_asked(shell: Shell) -> None:
    group = shell.write("g.json", group_to_json(THREE_OF_NINE))

    document = whatif(shell, f"{group} sticky --restart 50%")

    assert (None, ["a", "b"]) == (document["present"], document["change"]["restart"])
    assert [(18, 18, 27)] == [(one["moved"], one["ownerless"], one["interrupted"]) for one in document["targets"]]


def test_text_answers_first_and_fits_100_columns(shell: Shell) -> None:
    ended = shell(f"whatif {CAPTURES}/g-java-static.json --restart 50%")

    assert 0 == ended.code
    assert ended.text.startswith(
        "g-java-static (3 members, 18 partitions): 2 members restart. All assignors that Kafka ships stop partitions "
        "equally often: 12 times. With cooperative-sticky, its assignor today, 0 partitions move,"
    )
    assert max(map(len, ended.lines)) <= 100


def test_assignor_without_an_outcome_is_left_out(shell: Shell) -> None:
    group = shell.write("g.json", group_to_json(group_of({"t": 2}, {"a": ["t"]})))

    document = whatif(shell, f"{group} constrained-2phase@printed --join 2")

    assert [] == document["targets"]
    assert "nothing-left-out (t-1)" in document["left_out"][0]["why"]


def test_group_without_members_has_nothing_to_lose(shell: Shell) -> None:
    ended = shell(f"whatif {CAPTURES}/g-simple.json --restart 50%")

    assert (0, "g-simple has no members, so nobody stops reading.\n") == (ended.code, ended.out)


class LiveChange(NamedTuple):
    """A captured group, the change in the words of `whatif`, and what it cost."""

    group: dict[str, Any]
    words: list[str]
    moved: int
    """The partitions that a member lost which stayed, over all rebalances."""
    loads: list[int]
    """The loads afterwards, ascending."""
    rounds: int | None
    """The generations that a classic group went through. None: kafka-python's leader may join again by itself."""


CHANGES = [
    LiveChange(**json.loads(line)) for line in (ROOT / "tests/data/live_changes.jsonl").read_text("utf-8").splitlines()
]


def contradictions(done: LiveChange, said: dict[str, Any]) -> list[str]:
    """The figures of the group's own assignor that are not what the cluster did, nor a range with it."""
    row = next(one for one in said["targets"] if one["present"])
    least, most = row["moves_range"] or (row["moved"], row["moved"])
    # A group of librdkafka once rebalanced twice after a topic had grown; why was not found out.
    rounds, more = len(row["rounds"]), "--grow" in done.words
    ranks = row["loads_range"] or [(load, load) for load in sorted(row["loads"].values())]
    is_so = {
        "moved": least <= done.moved <= most,
        "loads": len(ranks) == len(done.loads)
        and all(least <= load <= most for (least, most), load in zip(ranks, done.loads, strict=True)),
        "rounds": done.rounds is None or rounds <= done.rounds <= rounds + more,
    }
    return [f"{figure}: {row}" for figure, kept in is_so.items() if not kept]


def test_prediction_is_what_the_cluster_did(shell: Shell) -> None:
    found: Counter[str] = Counter()
    for done in CHANGES:
        shell.write("group.json", done.group)
        own = present_assignor(group_from_json(done.group))
        said = whatif(shell, f"group.json {own} {' '.join(done.words)}")

        assert [] == contradictions(done, said)
        row = next(one for one in said["targets"] if one["present"])
        found["in a range" if row["moves_range"] or row["loads_range"] else "equal"] += 1

    assert {"equal": 23, "in a range": 5} == found
