"""The order of peeling."""

from __future__ import annotations

from kafka_assay.assignors.reference.historic.peeling import batches_by_topic, peeling_order
from kafka_assay.assignors.reference.sticky.levelling import SubscribedTopic


def test_the_most_loaded_gives_first_and_of_equals_the_last() -> None:
    """What was somebody else's before goes first of all; then the two take turns, as they get equal."""
    assert [5, 2, 3, 0, 4, 1] == peeling_order([[0, 1], [2, 3, 5, 4]], [[], []], {5})


def test_copies_weigh_and_stay() -> None:
    """The first member has two of its own and two copies, so it gives before the second with three."""
    assert [0, 2, 1, 3, 4] == peeling_order([[0, 1], [2, 3, 4]], [[8, 9], []], ())


def test_what_nobody_holds_comes_last_and_closed_topics_not_at_all() -> None:
    """A topic with one subscriber has nowhere to go."""
    open_topic = SubscribedTopic(place=0, numbers=range(3), subscribers=[0, 1], named=2)
    closed = SubscribedTopic(place=1, numbers=range(3, 5), subscribers=[0], named=1)

    batches = [(topic.place, list(numbers)) for topic, numbers in batches_by_topic([4, 2], [open_topic, closed])]

    assert [(0, [2]), (0, [0, 1])] == batches
