"""The coordinator of a KIP-848 group on the wire: what it answers to the heartbeats of the real member."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from kio.schema.errors import ErrorCode

from kafka_assay.assignors.hosted.wire.messages import Api, Request, UnsupportedRequest, parse_request
from kafka_assay.assignors.life import KafkaError
from kafka_assay.assignors.model import Topic, TopicPartition
from tests.support.wire.reconciling_group import OTHER, ReconcilingGroup
from tests.support.wire.topic_ids import WITH_TOPIC_IDS, PoolWithIds

FIRST, SECOND = TopicPartition("t", 0), TopicPartition("t", 1)
BOTH = frozenset({FIRST, SECOND})


class Member:
    """A member that sends the heartbeats of a test."""

    def __init__(self) -> None:
        pool = PoolWithIds()
        pool.show([Topic(name="t", partitions=2)])
        self.group = ReconcilingGroup(pool)
        self.id = pool.topic_id("t")

    def beat(self, epoch: int, *owned: int, is_silent: bool = False) -> dict[str, Any]:
        """Send a heartbeat. A silent one does not say what the member owns."""
        entries = [SimpleNamespace(topic_id=self.id, partitions=owned)] if owned else []
        body = SimpleNamespace(
            member_id="m",
            member_epoch=epoch,
            topic_partitions=None if is_silent else entries,
            subscribed_topic_names=("t",),
        )
        answers: list[Any] = []
        request = Request(key=Api.CONSUMER_GROUP_HEARTBEAT, version=1, correlation=0, body=body)
        self.group.answer(request, answers.append)
        (answer,) = answers
        assert isinstance(answer, dict)
        return answer

    def given(self, answer: dict[str, Any]) -> list[int] | None:
        """The partitions of an answer; None: it has no assignment."""
        if answer["assignment"] is None:
            return None
        return [number for entry in answer["assignment"]["topic_partitions"] for number in entry["partitions"]]


def test_an_assignment_is_sent_once_and_settled_when_the_member_has_it() -> None:
    member = Member()
    member.group.assign(BOTH)

    joined = member.beat(0)
    before = member.group.owned
    again = member.beat(joined["member_epoch"], 0, 1)

    assert ([0, 1], frozenset()) == (member.given(joined), before)
    assert (None, BOTH) == (member.given(again), member.group.owned)
    assert member.group.group.is_settled()


def test_a_lost_partition_goes_to_the_other_member_after_it_was_given_up() -> None:
    member = Member()
    member.group.assign(BOTH)
    epoch = member.beat(0)["member_epoch"]
    member.beat(epoch, 0, 1)

    member.group.assign(frozenset({FIRST}), frozenset({SECOND}))
    lost = member.beat(epoch, is_silent=True)
    held = member.group.group.members[OTHER].assigned
    later = member.beat(epoch, 0)

    assert ([0], epoch) == (member.given(lost), lost["member_epoch"])
    assert frozenset() == held
    assert later["member_epoch"] > epoch
    assert frozenset({SECOND}) == member.group.group.members[OTHER].assigned


def test_a_partition_that_was_never_given_is_untrue() -> None:
    member = Member()
    member.group.assign(frozenset({FIRST}))
    epoch = member.beat(0)["member_epoch"]

    member.beat(epoch, 0, 1)

    assert frozenset({SECOND}) == member.group.untrue


def test_an_unknown_member_starts_again_and_a_fenced_one_is_still_known() -> None:
    member = Member()
    member.group.assign(BOTH)
    epoch = member.beat(0)["member_epoch"]
    member.beat(epoch, 0, 1)

    member.group.next_error = KafkaError.FENCED_MEMBER_EPOCH
    fenced = member.beat(epoch, is_silent=True)
    is_known = "m" in member.group.group.members
    member.group.next_error = KafkaError.UNKNOWN_MEMBER_ID
    member.beat(epoch, is_silent=True)
    repeated = member.beat(epoch, is_silent=True)

    assert (ErrorCode.fenced_member_epoch, True) == (fenced["error_code"], is_known)
    assert ErrorCode.unknown_member_id == repeated["error_code"]
    assert [0, 1] == member.given(member.beat(0))


def test_the_heartbeat_of_kip_848_is_parsed_where_it_is_announced() -> None:
    frame = bytes.fromhex(
        "0044 0001 0000002a ffff 00 0267 026d 00000000 00 00 00000064 02 0374 30 00 00 01 00".replace(" ", "")
    )

    with pytest.raises(UnsupportedRequest):
        parse_request(frame)
    body = parse_request(frame, WITH_TOPIC_IDS).body

    assert ("g", "m", 0, ("t0",)) == (body.group_id, body.member_id, body.member_epoch, body.subscribed_topic_names)


def test_a_topic_is_found_by_its_id_which_changes_when_it_is_recreated() -> None:
    pool = PoolWithIds()
    pool.show([Topic(name="a", partitions=1), Topic(name="b", partitions=2)])
    old = pool.topic_id("b")

    pool.recreate("b")
    wanted = [SimpleNamespace(name=None, topic_id=one) for one in (old, pool.topic_id("b"))]
    gone, found = map(pool.entry, map(pool.name_of, wanted))

    assert (None, "unknown_topic_id", old) == (gone["name"], gone["error_code"].name, gone["topic_id"])
    assert ("b", 2) == (found["name"], len(found["partitions"]))
