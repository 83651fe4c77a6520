"""The order of the coordinator's hash tables, as Kafka's Uniform of 4.4.0 showed it."""

from __future__ import annotations

from kafka_assay.assignors.model import group_of
from tests.support.kafka.coordinator_tables import hash_of_topic, share_as_coordinator, topic_id


def test_first_half_of_a_topic_id_is_the_start_of_the_name() -> None:
    """The second half has the two high bits that Java gives to such ids."""
    first, second = topic_id("t0")

    assert "7430000000000000" == f"{first:016x}"
    assert 2 == second >> 62
    assert 0x61FBC095 == hash_of_topic("t0")


def test_topics_in_one_bucket_keep_insertion_order() -> None:
    """dS and t3 share a bucket. The host's table lists t3 first, as it was claimed last."""
    everything = ["t2", "t3", "t4", "t0", "dS"]
    counts = {"t0": 2, "t4": 9, "t3": 4, "t2": 8, "dS": 10}
    owned = {topic: list(range(counts[topic])) for topic in ("dS", "t2", "t3", "t4", "t0")}

    given = share_as_coordinator(group_of(counts, dict.fromkeys(("C2", "C0", "C1"), everything), {"C0": owned}))

    assert {"t3": [0, 1], "t4": [0, 1, 2, 3, 4, 5, 6, 7, 8]} == given["C0"]
    assert {"dS": [0, 1, 2, 3, 4, 5, 6, 7, 8], "t3": [2, 3]} == given["C1"]
    assert {"dS": [9], "t0": [0, 1], "t2": [0, 1, 2, 3, 4, 5, 6, 7]} == given["C2"]


def test_ids_above_the_table_size_wrap_around() -> None:
    """A owns twelve partitions, table size 16: 17 is beside 1, so 17 stays and 9 does not."""
    group = group_of({"t": 18}, {"A": ["t"], "B": ["t"]}, {"A": {"t": [*range(1, 12), 17]}})

    given = share_as_coordinator(group)

    assert {"t": [1, 2, 3, 4, 5, 6, 7, 8, 17]} == given["A"]


def test_merged_table_grows_before_the_next_key() -> None:
    """At the thirteenth topic the host's table still has 16 buckets, so A keeps T and not H."""
    counts = dict.fromkeys("kH1zxFUbEctTN", 1)
    owned = {topic: [0] for topic in counts}

    given = share_as_coordinator(group_of(counts, {member: [*counts] for member in "AB"}, {"A": owned}))

    assert set("ENTUckt") == set(given["A"])
