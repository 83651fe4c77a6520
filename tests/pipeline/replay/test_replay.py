"""Tests of replays: hand-computed times of small lives under each protocol."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kafka_assay.assignors.errors import AssayError, InvalidGroup
from kafka_assay.assignors.hosted.targets import ReferenceTarget
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Restart
from kafka_assay.assignors.model import Assignment, Group, Member, TopicPartition, group_of
from kafka_assay.pipeline.replay.replay import ReaderLog, replay_life
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife, Timing, read_readers, replay_rows
from kafka_assay.properties.trials.trial import NeverSettled
from tests.pipeline.whatif.groups import cooperative_client, with_instances
from tests.properties.stand_ins import StandIn, right

GROUP = group_of({"t": 6}, {"a": ["t"], "b": ["t"], "c": ["t"]})
D = Member(id="d", subscription=("t",))


def replay(
    target: str | Target,
    *events: Event,
    group: Group = GROUP,
    runs: tuple[LifeMember, ...] = (),
    timing: Timing | None = None,
) -> ReplayedLife:
    opened = ReferenceTarget(target) if isinstance(target, str) else target
    return replay_life(Life(group=group, events=events, runs=runs), opened, timing or Timing())


def costs(replayed: ReplayedLife) -> tuple[int, int, int, float]:
    return replayed.rounds, replayed.moved, replayed.ownerless, replayed.stopped_partition_seconds


STATIC = with_instances(GROUP, "a", "b", "c")
MISSES, CRASHES = Event(at=0, miss=("c",)), Event(at=0, crash=("c",))
GROWS = Event(at=0, topics=(("t", 9),))


@pytest.mark.parametrize(
    ("target", "group", "event", "expected"),
    [
        # The 2 partitions of c wait 3 s for the rebalance; under an eager protocol, all 6 do.
        ("sticky", GROUP, Event(at=100, leave=("c",)), (1, 0, 2, 18.0)),
        ("cooperative-sticky", GROUP, Event(at=100, leave=("c",)), (1, 0, 2, 6.0)),
        ("server-uniform", GROUP, Event(at=100, leave=("c",)), (1, 0, 2, 6.0)),
        ("optimal", GROUP, Event(at=100, leave=("c",)), (1, 0, 2, 6.0)),
        # One partition moves to d: it is given up after one round, and read after another.
        ("sticky", GROUP, Event(at=100, join=(D,)), (1, 1, 0, 18.0)),
        ("cooperative-sticky", GROUP, Event(at=100, join=(D,)), (2, 1, 0, 3.0)),
        ("server-uniform", GROUP, Event(at=100, join=(D,)), (2, 1, 0, 3.0)),
        # A joiner starts a rebalance at once. It ends when the session of the crashed member has ended.
        ("sticky", GROUP, Event(at=0, crash=("c",), join=(D,)), (1, 0, 2, 6 * 45.0)),
        ("cooperative-sticky", GROUP, Event(at=0, crash=("c",), join=(D,)), (1, 0, 2, 2 * 45.0)),
        # A crash is noticed when the session has ended, and a static member that leaves is noticed like one.
        ("cooperative-sticky", GROUP, Event(at=100, crash=("c",)), (1, 0, 2, 2 * 48.0)),
        ("cooperative-sticky", STATIC, Event(leave=("c",)), (1, 0, 2, 2 * 48.0)),
        # A slow member stops an eager group for the rebalance timeout.
        ("sticky", GROUP, MISSES, (1, 0, 2, 6 * 300.0)),
        ("cooperative-sticky", GROUP, MISSES, (1, 0, 2, 2 * 300.0)),
        # Classic members see a grown topic late.
        ("cooperative-sticky", GROUP, GROWS, (1, 0, 3, 3 * 303.0)),
        ("server-uniform", GROUP, GROWS, (1, 0, 3, 3 * 3.0)),
        # A member that unsubscribes still claims its partitions, so the others get them one round later.
        ("cooperative-sticky", GROUP, Event(at=0, subscribe=(("c", ()),)), (2, 0, 2, 2 * 6.0)),
        # A group that was forgotten owns nothing.
        ("cooperative-sticky", GROUP, Event(at=0, reset=True), (1, 0, 6, 6 * 3.0)),
        # Its last members leave.
        ("sticky", GROUP, Event(at=9, leave=("a", "b", "c")), (0, 0, 0, 0.0)),
    ],
)
def test_event_costs_rounds_moves_and_seconds_without_a_reader(
    target: str, group: Group, event: Event, expected: tuple[int, int, int, float]
) -> None:
    assert expected == costs(replay(target, event, group=group))


JOINERS = tuple(Member(id=name, subscription=("t",)) for name in "def")


@pytest.mark.parametrize(
    ("target", "batch", "moved"),
    [
        # 6 partitions of 3 members, then of 6. In one assignment 3 of them move.
        ("server-uniform", None, [3]),
        ("server-uniform", 3, [3]),
        # Before Kafka 4.3 each join has an assignment: 2/2/1/1, then 2/1/1/1/1, then 1 for each.
        ("server-uniform", 1, [1, 1, 1]),
        ("server-uniform", 2, [2, 1]),
        # range deals out anew: 01 23 45 -> 0 1 2 3 4 5; else it goes over 01 23 4 5 and 01 2 3 4 5.
        ("server-range", None, [5]),
        ("server-range", 1, [1, 3, 5]),
        # The join phase of a classic group takes all.
        ("cooperative-sticky", 1, [3]),
    ],
)
def test_joins_meet_one_assignment_or_several(target: str, batch: int | None, moved: list[int]) -> None:
    replayed = replay(target, Event(at=100, join=JOINERS, batch=batch))

    assert moved == [step.moved for step in replayed.steps[1:]]
    assert (6, {0}) == (replayed.steps[-1].members, {step.number for step in replayed.steps[1:]})
    # Each assignment takes two rounds, one after the other, and what moves stops for one of them.
    assert (106 + 6 * (len(moved) - 1), 3.0 * sum(moved)) == (replayed.seconds, replayed.stopped_partition_seconds)


def test_session_timeout_of_the_life_counts() -> None:
    runs = (LifeMember(member="c", session_timeout=10),)

    assert 2 * 13.0 == replay("cooperative-sticky", Event(crash=("c",)), runs=runs).stopped_partition_seconds


def test_slow_member_returns_with_the_next_event() -> None:
    replayed = replay("sticky", MISSES, Event(at=1000))

    assert [3, 2, 3] == [step.members for step in replayed.steps]
    assert 2 == replayed.steps[2].moved


def test_slow_static_member_keeps_its_partitions_and_nobody_reads_them() -> None:
    replayed = replay("cooperative-sticky", MISSES, Event(at=1000), group=STATIC)

    assert (0, 2 * 1003.0) == (replayed.moved, replayed.stopped_partition_seconds)


def test_dynamic_member_that_restarts_costs_two_rebalances() -> None:
    replayed = replay("cooperative-sticky", Event(at=0, restart=Restart(members=("c",))))

    assert ["start", "stop", "return"] == [step.cause for step in replayed.steps]
    assert (30, 36) == (replayed.steps[2].at, replayed.steps[2].ended)
    assert (3, 2, 2, 2 * 3.0 + 2 * 3.0) == costs(replayed)


@pytest.mark.parametrize("target", ["sticky", "cooperative-sticky", "server-uniform"])
def test_static_member_that_restarts_costs_no_rebalance(target: str) -> None:
    event = Event(at=0, restart=Restart(members=("a", "b", "c"), parallel=2))

    replayed = replay(target, event, group=STATIC)

    assert (0, 6 * 30.0, 60) == (replayed.rebalances, replayed.stopped_partition_seconds, replayed.seconds)


@pytest.mark.parametrize("target", ["cooperative-sticky", "server-uniform"])
def test_static_member_that_restarts_slower_than_its_session_is_removed_meanwhile(target: str) -> None:
    event = Event(at=0, restart=Restart(members=("c",)))

    replayed = replay(target, event, group=STATIC, timing=Timing(restart=100))

    # Its session ends after 45 s. It is back after 100 s, and gets partitions that others give up.
    assert [("stop", 0, 48), ("return", 100, 106)] == [(step.cause, step.at, step.ended) for step in replayed.steps[1:]]
    assert 2 * 48.0 + 2 * 3.0 == replayed.stopped_partition_seconds


@pytest.mark.parametrize("target", ["sticky", "cooperative-sticky", "server-uniform"])
def test_static_member_that_is_back_within_its_session_costs_no_rebalance(target: str) -> None:
    back = Event(at=20, join=(STATIC.members[2],))

    replayed = replay(target, Event(at=0, leave=("c",)), back, Event(at=90), group=STATIC)

    assert (1, 0, 0) == (replayed.rebalances, replayed.moved, replayed.ownerless)
    assert 2 * 20.0 + (6 * 3.0 if target == "sticky" else 0) == replayed.stopped_partition_seconds


def test_event_before_the_session_of_a_crashed_member_ends_shares_its_rebalance() -> None:
    replayed = replay("cooperative-sticky", CRASHES, Event(at=20, join=(D,)))

    assert [("event", 20, 45)] == [(step.cause, step.at, step.ended) for step in replayed.steps[1:]]
    assert 2 * 45.0 == replayed.stopped_partition_seconds


@pytest.mark.parametrize("target", ["cooperative-sticky", "server-uniform"])
def test_slow_member_that_is_back_before_the_rebalance_timeout_misses_nothing(target: str) -> None:
    replayed = replay(target, MISSES, Event(at=100))

    assert ([3, 3, 3], 0) == ([step.members for step in replayed.steps], replayed.moved)
    assert 2 * 100.0 == replayed.stopped_partition_seconds


def test_silent_static_member_that_outlives_a_rebalance_reads_nothing() -> None:
    """The rebalance timeout of the group is 5 s. So the coordinator keeps the member for two rebalances."""
    runs = tuple(LifeMember(member=name, rebalance_timeout=5) for name in ("a", "b", "c"))
    joins = Event(at=0, crash=("c",), join=(D,), runs=(LifeMember(member="d", rebalance_timeout=5),))

    replayed = replay("sticky", joins, group=STATIC, runs=runs)

    assert [3, 4, 3] == [step.members for step in replayed.steps]
    assert [5, 48] == [step.ended for step in replayed.steps[1:]]


def test_new_reader_rebuilds_state() -> None:
    replayed = replay("cooperative-sticky", Event(at=0, leave=("c",)), timing=Timing(rebuild=60))

    assert (2, 6.0 + 2 * 60) == (replayed.taken, replayed.stopped_partition_seconds)


def test_member_that_misses_the_sync_reads_nothing_until_the_next_rebalance() -> None:
    replayed = replay("cooperative-sticky", Event(at=0, miss_sync=("c",)), Event(at=100))

    assert 2 * (100 + 3 - 3.0) == replayed.stopped_partition_seconds


def test_gaps_are_distances_from_the_best_balance() -> None:
    group = group_of({"t": 3, "u": 3}, {"a": ["t", "u"], "b": ["t", "u"]})

    replayed = replay("range", Event(), group=group)

    assert (2, 2.0) == (replayed.peak_gap, replayed.mean_gap)


def test_client_that_does_not_speak_the_protocol_is_refused() -> None:
    runs = (LifeMember(member="a", client="sarama"),)

    with pytest.raises(InvalidGroup):
        replay("server-uniform", runs=runs)
    assert 0 == replay("optimal", runs=runs).rebalances


def first_gives_all_away(group: Group) -> Assignment:
    """The partition is for everybody but the first member, unless it is alone."""
    first, *others = group.member_ids()
    return {first: {}, **{other: {"t": [0]} for other in others}} if others else {first: {"t": [0]}}


def swap(group: Group) -> Assignment:
    """The partition is for those that do not have it."""
    first, *others = group.member_ids()
    has = bool(group.members[0].owned)
    return {first: {} if has else {"t": [0]}, **{other: {"t": [0]} if has else {} for other in others}}


def test_client_that_withholds_moves_needs_two_rounds() -> None:
    target = cooperative_client(first_gives_all_away, withholds=True)

    replayed = replay(target, Event(join=(D,)), group=group_of({"t": 1}, {"a": ["t"]}))

    assert (2, 1, 0, 3.0) == costs(replayed)


def test_rounds_that_never_end_are_a_failure() -> None:
    with pytest.raises(NeverSettled):
        replay(cooperative_client(swap), Event(), group=group_of({"t": 1}, {"a": ["t"], "b": ["t"]}))


@pytest.mark.parametrize(
    ("faulty", "law", "partition", "stopped", "seconds"),
    [
        ({"a": {"t": [0]}, "b": {"u": [0]}}, "nothing-left-out", "t-1", 100 + 2, 100.0),
        ({"a": {"t": [0, 1], "u": [0]}, "b": {}}, "only-subscribed-topics", "u-0", 100 + 2, 100.0),
        # The partitions that exist have readers.
        ({"a": {"t": [0, 1, 2]}, "b": {"u": [0]}}, "only-existing-partitions", "t-2", 3, 0.0),
        ({"a": {"t": [0, 1]}, "b": {"t": [1], "u": [0]}}, "one-owner-each", "t-1", 3, 0.0),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_answers_that_break_a_law_are_priced_until_a_valid_one(
    faulty: Assignment, law: str, partition: str, stopped: float, seconds: float
) -> None:
    """The answer is faulty without d. When d joins after 99 s, all 3 partitions wait for 1 s."""
    group = group_of({"t": 2, "u": 1}, {"a": ["t"], "b": ["t", "u"]})
    target = StandIn(lambda group: faulty if len(group.members) == 2 else right(group))

    replayed = replay(target, Event(at=99, join=(D,)), Event(at=200), group=group, timing=Timing(rebalance=1))

    (broken,) = replayed.breaks
    assert (law, partition, 1, 1) == (broken.law, broken.partition, broken.partitions, broken.rebalances)
    assert (0, 100, seconds) == (broken.at, broken.until, broken.unread_partition_seconds)
    # The last event stops 3 partitions for 1 s more. The balance of a faulty answer says nothing.
    assert (stopped + 3, 2.0) == (replayed.stopped_partition_seconds, replayed.mean_gap)
    assert [law, "", ""] == [row.broken for row in replay_rows("x", replayed)]


def test_break_that_lasts_to_the_end_has_no_end_and_no_balance() -> None:
    replayed = replay(StandIn(first_gives_all_away), Event(at=10), group=group_of({"t": 2}, {"a": ["t"]}))

    assert [(2, None, 13.0)] == [(one.rebalances, one.until, one.unread_partition_seconds) for one in replayed.breaks]
    assert (None, None) == (replayed.peak_gap, replayed.mean_gap)


T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)


def test_partition_that_nobody_has_read_counts_as_stopped() -> None:
    log = ReaderLog({T0: None})

    log.record(5, {T0: "a"})

    assert (5.0, 0) == (log.stopped, log.taken)


def test_deleted_partition_is_forgotten() -> None:
    log = ReaderLog({T0: "a", T1: "a"})

    log.record(5, {T0: "a"})
    log.record(9, {T0: "a", T1: "b"})

    assert (0.0, 0) == (log.stopped, log.taken)


def test_changes_at_one_time_are_one() -> None:
    log = ReaderLog({T0: "a"})

    log.record(5, {T0: None})
    log.record(5, {T0: "b"})
    log.record(6, {T0: "b"})

    assert [("x", 0, "a", 1, 0, 0), ("x", 5, "a", 0, 0, 0), ("x", 5, "b", 0, 1, 0)] == list(log.rows("x"))


def test_readers_without_a_column_are_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "readers.parquet"
    pq.write_table(pa.table({"target": ["sticky"], "at": [0.0]}), file)

    with pytest.raises(AssayError, match=r"readers\.parquet: .*member.*: expected the readers of a replay") as refused:
        read_readers(file)
    assert "\n" not in str(refused.value)
