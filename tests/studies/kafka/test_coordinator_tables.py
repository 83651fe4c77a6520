"""The order of the coordinator's hash tables, as Kafka's Uniform of 4.4.0 showed it."""

from __future__ import annotations

from kafka_assay.assignors.model import group_of
from studies.kafka.coordinator_tables import hash_of_topic, share_as_coordinator, topic_id


def test_the_first_half_of_an_id_is_the_beginning_of_the_name() -> None:
    """The second half has the two highest bits that Java gives to such ids."""
    first, second = topic_id("t0")

    assert "7430000000000000" == f"{first:016x}"
    assert 2 == second >> 62
    assert 0x61FBC095 == hash_of_topic("t0")


def test_topics_of_one_bucket_come_in_the_order_in_which_they_got_there() -> None:
    """
    dS and t3 share a bucket by name and by id: the host's table of claims lists t3 first, because it was claimed last.
    Kafka answered so.
    """
    everything = ["t2", "t3", "t4", "t0", "dS"]
    counts = {"t0": 2, "t4": 9, "t3": 4, "t2": 8, "dS": 10}
    owned = {topic: list(range(counts[topic])) for topic in ("dS", "t2", "t3", "t4", "t0")}

    given = share_as_coordinator(group_of(counts, dict.fromkeys(("C2", "C0", "C1"), everything), {"C0": owned}))

    assert {"t3": [0, 1], "t4": [0, 1, 2, 3, 4, 5, 6, 7, 8]} == given["C0"]
    assert {"dS": [0, 1, 2, 3, 4, 5, 6, 7, 8], "t3": [2, 3]} == given["C1"]
    assert {"dS": [9], "t0": [0, 1], "t2": [0, 1, 2, 3, 4, 5, 6, 7]} == given["C2"]


def test_ids_beyond_the_table_come_round_again() -> None:
    """A owns twelve partitions, in a table of sixteen: 17 lies beside 1, so it is kept and 9 is not. So Kafka says."""
    group = group_of({"t": 18}, {"A": ["t"], "B": ["t"]}, {"A": {"t": [*range(1, 12), 17]}})

    given = share_as_coordinator(group)

    assert {"t": [1, 2, 3, 4, 5, 6, 7, 8, 17]} == given["A"]


def test_a_table_that_is_merged_into_makes_room_before_the_next_key() -> None:
    """
    When its thirteenth topic comes, the host's table of claims still has sixteen buckets. So A keeps T, and not H: that
    is Kafka's answer.
    """
    counts = dict.fromkeys("kH1zxFUbEctTN", 1)
    owned = {topic: [0] for topic in counts}

    given = share_as_coordinator(group_of(counts, {member: [*counts] for member in "AB"}, {"A": owned}))

    assert set("ENTUckt") == set(given["A"])
