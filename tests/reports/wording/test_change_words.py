from __future__ import annotations

from kafka_assay.pipeline.whatif.change import Change, plan_change
from kafka_assay.reports.wording.change_words import change_clause, change_sentences
from tests.pipeline.whatif.groups import THREE_OF_NINE, with_instances


def test_no_change_is_a_rebalance() -> None:
    planned = plan_change(THREE_OF_NINE, Change())

    assert ("a rebalance without changes", []) == (change_clause(planned), change_sentences(planned))


def test_dynamic_members_restart_in_two_rebalances() -> None:
    planned = plan_change(THREE_OF_NINE, Change(restart=50))

    assert "2 members restart" == change_clause(planned)
    assert [
        (
            "a and b restart: the group rebalances without them, and again when they return with new ids and without "
            "claims."
        )
    ] == change_sentences(planned)


def test_static_members_return_in_time() -> None:
    planned = plan_change(with_instances(THREE_OF_NINE, "a"), Change(restart=10))

    assert [
        (
            "a is static and returns within the session timeout: the group does not rebalance, and nobody reads its "
            "partitions until then."
        )
    ] == change_sentences(planned)


def test_static_members_return_into_a_rebalance_of_others() -> None:
    planned = plan_change(with_instances(THREE_OF_NINE, "a"), Change(restart=50))

    assert [
        "b restarts: the group rebalances without it, and again when it returns with a new id and without claims.",
        (
            "a is static and returns into the same rebalance. Without a KIP-848 coordinator it claims nothing, because "
            "a new process remembers no partitions."
        ),
    ] == change_sentences(planned)
