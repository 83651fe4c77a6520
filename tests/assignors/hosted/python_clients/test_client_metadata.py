from __future__ import annotations

import pytest

from kafka_assay.assignors.hosted.python_clients.client_metadata import encode_subscription
from kafka_assay.assignors.interface import CannotBeAsked


class Unwritable:
    """A subscription that its client cannot encode."""

    def encode(self) -> bytes:
        """Return None."""
        raise TypeError("object of type 'dict_itemiterator' has no len()")


def test_group_that_a_member_cannot_encode_is_not_expressible() -> None:
    with pytest.raises(CannotBeAsked, match="a member cannot write its subscription: TypeError: object of type"):
        encode_subscription(Unwritable)
