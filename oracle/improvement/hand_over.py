"""A partition that changes hands between two answers to the same group."""

from __future__ import annotations

from typing import NamedTuple


class HandOver(NamedTuple):
    """`giver` hands one partition to `taker`, who subscribes to its topic."""

    giver: str
    taker: str
    topic: str
    partition: int

    def __str__(self) -> str:
        """`C2 hands t0-1 to C0`."""
        return f"{self.giver} hands {self.topic}-{self.partition} to {self.taker}"
