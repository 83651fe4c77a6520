from __future__ import annotations

import pytest

from kafka_assay.assignors.hosted.wire.subscriptions import (
    ClaimForm,
    empty_assignment,
    read_assignment,
    read_subscription,
    subscription_bytes,
)
from kafka_assay.assignors.interface import CannotBeAsked
from kafka_assay.assignors.model import Member

NAMES = {"a": "t0-p2", "b": "t1-p1"}
WITHOUT_CLAIMS = (ClaimForm.NOWHERE, ClaimForm.CUT_SHORT)


def member(**changes: object) -> Member:
    values = {"id": "C0", "subscription": ("b", "a", "b"), "owned": (("a", (0, -1)),), "generation": 5, "rack": "r"}
    return Member(**{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize("form", [form for form in ClaimForm if form not in WITHOUT_CLAIMS])
def test_claims_are_read_from_the_place_where_they_were_written(form: ClaimForm) -> None:
    sent = read_subscription(subscription_bytes(member(), NAMES, form))

    assert form is sent.claim_form()
    assert (3, ("t1-p1", "t0-p2", "t1-p1"), 5, "r") == (sent.version, sent.topics, sent.generation, sent.rack)


@pytest.mark.parametrize(("version", "owned", "generation"), [(0, {}, -1), (1, {"t0-p2": (0, -1)}, -1)])
def test_an_old_subscription_lacks_what_its_version_lacks(
    version: int, owned: dict[str, tuple[int, ...]], generation: int
) -> None:
    old = member(metadata_version=version)

    sent = read_subscription(subscription_bytes(old, NAMES, ClaimForm.SUBSCRIPTION))

    assert (version, owned, generation, None) == (sent.version, dict(sent.owned), sent.generation, sent.rack)
    assert bytes.fromhex("00000005") == sent.user_data


def test_a_claim_that_does_not_fit_cannot_be_asked() -> None:
    huge = member(owned=(("a", (2**31,)),))

    with pytest.raises(CannotBeAsked, match="cannot write its subscription"):
        subscription_bytes(huge, NAMES, ClaimForm.SUBSCRIPTION)


def test_a_plan_keeps_repeated_partitions() -> None:
    plan = bytes.fromhex("0000 00000001 0001 61 00000002 00000003 00000003 ffffffff")

    assert {"a": [3, 3]} == read_assignment(plan)
    assert {} == read_assignment(b"")
    assert {} == read_assignment(empty_assignment())


def test_a_form_without_claims_is_still_the_form_of_the_client() -> None:
    """franz-go's sticky members send their generation and no claims."""
    sent = read_subscription(subscription_bytes(member(owned=()), NAMES, ClaimForm.USER_DATA))

    assert ClaimForm.USER_DATA is sent.claim_form()


def test_a_subscription_without_the_fields_of_its_version_is_written_in_the_same_form() -> None:
    """kafka-go says version 1 and ends after the user data. It reads no longer ones."""
    data = bytes.fromhex("0001 00000001 0001 61 ffffffff")

    shown = read_subscription(data)
    written = subscription_bytes(member(subscription=("a",), metadata_version=1), {"a": "a"}, ClaimForm.CUT_SHORT)

    assert (1, ("a",), {}, ClaimForm.CUT_SHORT) == (shown.version, shown.topics, shown.owned, shown.claim_form())
    assert data == written
