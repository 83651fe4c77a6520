"""What a client's member cannot write is no question to its leader."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.hosted.python_clients.client_metadata import encode_subscription
from kafka_assay.assignors.interface import CannotBeAsked


class Unwritable:
    """A subscription that its client has no bytes for."""

    def encode(self) -> bytes:
        """None."""
        raise TypeError("object of type 'dict_itemiterator' has no len()")


def test_what_a_member_cannot_write_cannot_be_asked() -> None:
    """The fault, if it is one, is the member's: no law on the leader's answer can say anything."""
    with pytest.raises(CannotBeAsked, match="a member cannot write its subscription: TypeError: object of type"):
        encode_subscription(Unwritable)
