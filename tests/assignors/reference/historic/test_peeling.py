from __future__ import annotations

from kafka_assay.assignors.reference.historic.peeling import batches_by_topic, peeling_order
from kafka_assay.assignors.reference.sticky.levelling import SubscribedTopic


def test_most_loaded_member_gives_first_and_the_last_of_equals() -> None:
    """Partitions of a previous owner go before all others."""
    assert [5, 2, 3, 0, 4, 1] == peeling_order([[0, 1], [2, 3, 5, 4]], [[], []], {5})


def test_copies_count_as_load_and_stay() -> None:
    assert [0, 2, 1, 3, 4] == peeling_order([[0, 1], [2, 3, 4]], [[8, 9], []], ())


def test_unowned_partitions_come_last_and_single_subscriber_topics_never() -> None:
    open_topic = SubscribedTopic(place=0, numbers=range(3), subscribers=[0, 1], named=2)
    closed = SubscribedTopic(place=1, numbers=range(3, 5), subscribers=[0], named=1)

    batches = [(topic.place, list(numbers)) for topic, numbers in batches_by_topic([4, 2], [open_topic, closed])]

    assert [(0, [2]), (0, [0, 1])] == batches
