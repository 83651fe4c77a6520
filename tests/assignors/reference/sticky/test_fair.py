from __future__ import annotations

from kafka_assay.assignors.reference.sticky.fair import FairAssignor, without_claims
from kafka_assay.assignors.reference.sticky.sticky import StickyAssignor
from tests.assignors.reference.answers import answer, question


def test_ownership_is_ignored() -> None:
    topics, subscriptions = {"t0": 1, "t1": 2}, {"C0": "t1", "C1": "t0 t1", "C2": "t0"}
    owned = question(topics, subscriptions, answer(C1="t0-0 t1-0 t1-1"))

    given = FairAssignor().assign(owned)

    assert StickyAssignor().assign(question(topics, subscriptions)) == given


def test_only_claims_and_generation_are_hidden() -> None:
    group = question({"t": 2}, "C0 C1", answer(C0="t-0"))

    assert question({"t": 2}, "C0 C1") == without_claims(group)
