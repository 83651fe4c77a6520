from __future__ import annotations

from kafka_assay.assignors.model import Group, group_of
from kafka_assay.properties.measures.laps import count_laps


def chain(members: int, count: int) -> Group:
    """`members` that share topics two by two. All own one topic of `count` partitions, but the last one owns none."""
    topics = {f"t{place}": count for place in range(members - 1)}
    return group_of(
        topics,
        {f"m{place}": [name for name in (f"t{place - 1}", f"t{place}") if name in topics] for place in range(members)},
        {f"m{place}": {name: list(range(count))} for place, name in enumerate(topics)},
        generation=1,
    )


def test_level_group_takes_no_lap() -> None:
    assert 0 == count_laps(group_of({"t": 2}, {"a": ["t"], "b": ["t"]}), 16)
    assert 0 == count_laps(group_of({}, {"a": []}), 16)


def test_one_topic_takes_one_lap() -> None:
    assert 1 == count_laps(group_of({"t": 9}, {"a": ["t"], "b": ["t"]}, {"a": {"t": list(range(9))}}), 16)


def test_longer_chains_take_more_laps() -> None:
    laps = [count_laps(chain(members, 100), 40) for members in (3, 4, 6, 9)]

    assert laps == sorted(set(laps))


def test_laps_depend_on_the_order_of_equal_topics() -> None:
    """Backwards, one lap passes the gap at the end on to all members."""
    assert count_laps(chain(6, 4), 40) > count_laps(chain(6, 4), 40, backwards=True)


def test_laps_are_counted_up_to_a_limit() -> None:
    assert 3 == count_laps(chain(9, 100), 3)
    assert 3 < count_laps(chain(9, 100), 40)


def test_a_topic_named_twice_has_one_subscriber() -> None:
    group = group_of({"t": 4}, {"a": ["t", "t"], "b": ["t", "gone"]}, {"a": {"t": [0, 1, 2, 3]}}, generation=1)

    assert 1 == count_laps(group, 16)
