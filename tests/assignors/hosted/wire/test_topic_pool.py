from __future__ import annotations

from kafka_assay.assignors.hosted.wire.topics import BROKER, Address, Addresses, TopicPool
from kafka_assay.assignors.model import Group, Member, Topic, group_of


def test_names_on_the_wire_sort_as_the_names_of_the_group() -> None:
    group = group_of({"t10": 1, "t2": 5, "T": 3, "t": 2}, {"C0": ["t10", "none"]})

    names = TopicPool().names_for(group)

    assert sorted(names.to_wire) == [names.from_wire[wire] for wire in sorted(names.from_wire)]
    assert {"t10", "t2", "T", "t", "none"} == set(names.to_wire)


def test_a_name_stands_for_one_partition_count() -> None:
    pool = TopicPool()

    wire = [pool.names_for(group_of({"t": count}, {"C0": ["t"]})).to_wire["t"] for count in (3, 9, 3)]

    assert wire[0] == wire[2] != wire[1]
    assert [3, 9] == [len(entry["partitions"]) for entry in pool.topic_entries([(name, None) for name in wire[:2]])]


ADDRESSES = Addresses(first=Address("localhost", 9092), racks=Address("localhost", 9093))


def test_each_rack_is_a_broker_at_another_address() -> None:
    pool = TopicPool()
    topic = Topic(name="t", partitions=2, replica_racks=(("ra", "rb"), ("rb",)))
    names = pool.names_for(Group(topics=(topic,), members=(Member(id="C0", subscription=("t",)),)))

    (entry,) = pool.topic_entries([(names.to_wire["t"], None)])
    racks = {broker["node_id"]: broker["rack"] for broker in pool.broker_entries(ADDRESSES)}

    assert [["ra", "rb"], ["rb"]] == [[racks[node] for node in one["replica_nodes"]] for one in entry["partitions"]]
    assert racks[BROKER] is None
    assert [9092, 9093, 9093] == [broker["port"] for broker in pool.broker_entries(ADDRESSES)]


def test_topics_are_listed_in_the_order_of_the_group() -> None:
    pool = TopicPool()
    names = pool.names_for(group_of({"b": 2, "c": 1, "a": 3}, {"C0": ["a", "b", "c"]})).to_wire

    entries = pool.topic_entries([("t0003-p1", None), *((names[topic], None) for topic in "abc")])

    assert [names["b"], names["c"], names["a"], "t0003-p1"] == [entry["name"] for entry in entries]


def test_a_missing_topic_has_no_metadata() -> None:
    pool = TopicPool()
    names = pool.names_for(group_of({}, {"C0": ["none"]}))

    (entry,) = pool.topic_entries([(names.to_wire["none"], None)])

    assert "unknown_topic_or_partition" == entry["error_code"].name


def test_a_topic_is_also_found_by_its_id_which_changes_when_it_is_recreated() -> None:
    pool = TopicPool()
    pool.show([Topic(name="a", partitions=1), Topic(name="b", partitions=2)])
    old = pool.topic_id("b")

    pool.recreate("b")
    found, gone = pool.topic_entries([(None, old), (None, pool.topic_id("b"))])

    assert (None, "unknown_topic_id") == (gone["name"], gone["error_code"].name)
    assert ("b", 2) == (found["name"], len(found["partitions"]))


def test_of_all_topics_only_those_that_exist_are_listed() -> None:
    pool = TopicPool()
    first = pool.first_names[0]

    pool.show([Topic(name=first, partitions=1)])

    assert [first] == [entry["name"] for entry in pool.topic_entries(None)]
