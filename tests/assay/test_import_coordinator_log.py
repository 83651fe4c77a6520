"""Tests of `assay import` with logs of the group coordinator, and with logs that do not show who got what."""

from __future__ import annotations

import json

import pytest

from tests.assay.shell import Shell

OLD = "INFO [GroupCoordinator 1]: "
NEW = "INFO [GroupCoordinator id=1] [GroupId g] "
JOINS, TO_REJOIN = (
    "Dynamic member with unknown member id joins group g in",
    "and request the member to rejoin with this id.",
)
METADATA = "groupInstanceId=None, clientId=b, clientHost=/10.0.0.1, sessionTimeoutMs=10, rebalanceTimeoutMs=10, "
# In the texts of `GroupCoordinator` and `GroupMetadataManager` of these releases.
COORDINATORS = {
    "2.8": [
        (
            f"{OLD}Preparing to rebalance group g in state PreparingRebalance with old generation 0 "
            "(__consumer_offsets-4) (reason: Adding new member a with group instance id None) (kafka.X)"
        ),
        f"{OLD}Stabilized group g generation 1 (__consumer_offsets-4) with 1 members (kafka.coordinator.X)",
        f"{OLD}Adding new static member pod-1 to group g with member id b.",
        f"{OLD}Stabilized group g generation 2 (__consumer_offsets-4) with 2 members (kafka.coordinator.X)",
        (
            f"{OLD}Static member pod-1 of group g with unknown member id rejoins, assigning new member id c, while old "
            "member id b will be removed. (kafka.coordinator.group.GroupCoordinator)"
        ),
        f"{OLD}Member[group.instance.id None, member.id a] in group g has left, removing it from the group (kafka.X)",
        f"{OLD}Stabilized group g generation 3 (__consumer_offsets-4) with 1 members (kafka.coordinator.X)",
    ],
    "3.9": [
        f"{OLD}{JOINS} Empty state. Created a new member id a {TO_REJOIN} (kafka.coordinator.group.GroupCoordinator)",
        (
            f"{OLD}Preparing to rebalance group g in state PreparingRebalance with old generation 0 "
            "(__consumer_offsets-4) (reason: Adding new member a with group instance id None; client reason: old)."
        ),
        f"{OLD}Stabilized group g generation 1 (__consumer_offsets-4) with 1 members (kafka.coordinator.X)",
        f"{OLD}{JOINS} Stable state. Created a new member id x {TO_REJOIN} (kafka.coordinator.group.GroupCoordinator)",
        f"{OLD}Pending member x in group g has been removed after session timeout expiration. (kafka.coordinator.X)",
        f"{OLD}{JOINS} PreparingRebalance state. Created a new member id b {TO_REJOIN} (kafka.coordinator.X)",
        f"{OLD}Stabilized group g generation 2 (__consumer_offsets-4) with 2 members (kafka.coordinator.X)",
        f"{OLD}{JOINS} PreparingRebalance state. Created a new member id c {TO_REJOIN} (kafka.coordinator.X)",
        (
            f"{OLD}Member MemberMetadata(memberId=b, {METADATA}supportedProtocols=List(range)) has left group g "
            "through explicit `LeaveGroup`; client reason: not provided (kafka.coordinator.group.GroupCoordinator)"
        ),
        f"{OLD}Member a in group g has failed, removing it from the group (kafka.coordinator.group.GroupCoordinator)",
        f"{OLD}Stabilized group g generation 3 (__consumer_offsets-4) with 1 members (kafka.coordinator.X)",
    ],
    "4.3 with KIP-848": [
        f"{NEW}Static member a with instance id pod-0 joins the consumer group using the consumer protocol.",
        f"{NEW}Bumped group epoch to 2 with metadata hash 7.",
        f"{NEW}Member b joins the consumer group using the consumer protocol.",
        f"{NEW}Bumped group epoch to 3 with metadata hash 7.",
        f"{NEW}Static Member a with instance id pod-0 temporarily left the consumer group.",
        (
            f"{NEW}Static member with instance id pod-0 re-joins the consumer group using the consumer protocol. "
            "Created a new member c to replace the existing member a."
        ),
        f"{NEW}Member b fenced from the group because the member session expired.",
        f"{NEW}Bumped group epoch to 4 with metadata hash 7.",
    ],
}


@pytest.mark.parametrize("release", COORDINATORS)
def test_coordinators_of_all_releases_show_who_is_present(shell: Shell, release: str) -> None:
    lines = [f"[2024-05-01 10:00:{number:02},000] {line}" for number, line in enumerate(COORDINATORS[release])]
    documents = [json.dumps({"log": line, "pod": "kafka-0", "note": "(x)"}) for line in lines]

    recorded, again = (shell.import_log("\n".join(log), "--life").document["recorded"] for log in (lines, documents))

    assert [["a"], ["a", "b"], ["c"]] == [sorted(one["members"]) for one in recorded]
    assert recorded == again


def test_group_that_the_coordinator_forgot_begins_again(shell: Shell) -> None:
    first = COORDINATORS["3.9"][1:3]
    days = [
        "".join(f"[2024-05-0{day} 10:00:0{number},0] {line}\n" for number, line in enumerate(first)) for day in (1, 2)
    ]

    life = shell.import_log(days[0] + days[1].replace("a with", "b with"), "--life").document

    assert [(1, ["a"]), (1, ["b"])] == [(one["generation"], one["members"]) for one in life["recorded"]]
    assert [True] == [event["reset"] for event in life["events"]]


def test_member_that_joined_an_empty_group_is_shown(shell: Shell) -> None:
    log = [
        f"{OLD}Group g with generation 4 is now empty (__consumer_offsets-4) (kafka.coordinator.group.X)",
        *(line.replace("generation 1", "generation 5").replace("tion 0", "tion 4") for line in COORDINATORS["3.9"][:3]),
    ]

    assert ["a"] == [one["id"] for one in shell.import_log("\n".join(log)).document["members"]]


NOT_SHOWN = {
    "a coordinator that began earlier": (
        f"{OLD}Stabilized group g generation 3 (__consumer_offsets-10) with 2 members",
        "the coordinator names members only as they join, and counts them since Kafka 2.8: add the leader's log",
    ),
    "a coordinator before 2.8": (
        "\n".join(COORDINATORS["3.9"][1:3]).replace(" with 1 members", ""),
        "counts them since Kafka 2.8: add the leader's log",
    ),
    "a coordinator of which only the end is left": (
        f"{OLD}Group g with generation 4 is now empty (__consumer_offsets-47) (kafka.coordinator.group.X)\n" * 2
        + f"{OLD}Stabilized group g generation 5 (__consumer_offsets-10) with 2 members",
        "add the leader's log",
    ),
    "kafka-python at INFO": (
        (
            "Successfully joined group g with generation 4\n"
            "Setting newly assigned partitions set([TopicPartition(topic=u't', partition=0)]) for group g\n"
        ),
        "the leader's log has the plan with the coordinator's logger at DEBUG",
    ),
    "Java without its prefix": ("Adding newly assigned partitions: t-0, t-1\n", "app: its log does not show who got"),
    "a follower of kafka-go": (
        "joined group g as member app@pod-7 (github.com/segmentio/kafka-go)-1 in generation 4\n",
        "group 'g': its log does not show",
    ),
    "kafkajs without the plan": (
        '{"message":"[ConsumerGroup] Chosen as group leader","groupId":"g","generationId":4,"memberId":"a"}\n',
        "of kafkajs, the leader's log has the plan at DEBUG",
    ),
    "librdkafka without the plan": (
        (
            '[thrd:main]: Group "g" running range assignor for 1 member(s) and 1 eligible subscribed topic(s):\n'
            '[thrd:main]:  Member "a" with 0 owned partition(s) and 1 subscribed topic(s):\n[thrd:main]:   t [-1]\n'
        ),
        "of librdkafka, the leader's log has the plan with debug=cgrp,assignor",
    ),
    "share consumers": (
        "[ShareConsumer clientId=c, groupId=g] Member a with epoch 2 transitioned from STABLE to RECONCILING.\n",
        "a share group",
    ),
    "share groups": (
        f"{NEW}Member a joins the share group using the share protocol.\n{NEW}Bumped group epoch to 1.",
        "a share group",
    ),
    "streams groups": (
        (
            f"{NEW[:-1]}[MemberId a] Member joins the streams group.\n{NEW}Computed a new target assignment for "
            "epoch 2 with 'sticky' assignor in 1ms."
        ),
        "a streams group",
    ),
}


@pytest.mark.parametrize("option", ["", "--life"])
@pytest.mark.parametrize("log_of", NOT_SHOWN)
def test_log_that_does_not_show_who_got_what_is_refused_with_the_log_to_take(
    shell: Shell, log_of: str, option: str
) -> None:
    text, expected = NOT_SHOWN[log_of]

    assert expected in shell.import_log(text, option).refusal


@pytest.mark.parametrize(
    "log",
    [
        "Stabilized group g generation 3 (__consumer_offsets-10) with 0 members\n",
        (
            '{"message":"[ConsumerGroup] Consumer has joined the group","groupId":"g","memberId":"a",'
            '"memberAssignment":{"t":[0]}}\n'
            f"{OLD}Member a in group g has failed, removing it from the group (kafka.coordinator.group.X)\n"
            f"{OLD}Group g with generation 4 is now empty (__consumer_offsets-4) (kafka.coordinator.group.X)\n"
        ),
    ],
)
def test_group_that_the_log_shows_without_members_is_empty(shell: Shell, log: str) -> None:
    assert "Empty" == shell.import_log(log).document["state"]
