from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.reports.wording.change_words import change_clause, change_sentences
from tests.pipeline.whatif.groups import THREE_OF_NINE, with_instances


@pytest.mark.parametrize(
    ("group", "change", "clause", "said"),
    [
        (THREE_OF_NINE, Change(), "a rebalance without changes", []),
        (
            THREE_OF_NINE,
            Change(restart=50),
            "2 members restart",
            ["a and b restart: the group rebalances without them, and again when they return with new ids"],
        ),
        (
            with_instances(THREE_OF_NINE, "a"),
            Change(restart=10),
            "1 member restarts",
            ["a is static and returns within the session timeout: the group does not rebalance, and nobody reads"],
        ),
        (
            with_instances(THREE_OF_NINE, "a"),
            Change(restart=50),
            "2 members restart",
            [
                "b restarts: the group rebalances without it, and again when it returns with a new id and without",
                "a is static and returns into the same rebalance. Without a KIP-848 coordinator it claims nothing",
            ],
        ),
        (
            THREE_OF_NINE,
            Change(rolling=2),
            "3 members restart, 2 at a time",
            ["2 batches, one after another: for each, the group rebalances without it, and again when it returns"],
        ),
        (
            with_instances(THREE_OF_NINE, "a", "b", "c"),
            Change(join=1),
            "one member joins",
            ["new-1 subscribes to t, the most common subscription, and is static."],
        ),
        (
            with_instances(THREE_OF_NINE, "a", "b"),
            Change(rolling=1, join=1),
            "3 members restart, 1 at a time, one member joins",
            [
                "new-1 subscribes to t, the most common subscription.",
                "1 batch, one after another: for each, the group rebalances without it",
                "2 batches are each static and back within the session timeout: no rebalance, and nobody reads",
            ],
        ),
    ],
)
def test_change_is_told_by_who_restarts_and_how(group: Group, change: Change, clause: str, said: list[str]) -> None:
    """Dynamic members restart in two rebalances. Static members return in time, or into the rebalance of others."""
    planned = plan_change(group, change)

    assert clause == change_clause(planned)
    assert said == [one[: len(start)] for one, start in zip(change_sentences(planned), said, strict=True)]
