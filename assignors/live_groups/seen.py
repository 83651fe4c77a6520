"""What a live cluster shows about groups and topics, in plain values, before anything is assumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kafka_assay.assignors.model import Claims


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenMember:
    """
    A member of a group. `subscription` is None where the broker does not show it.

    `pattern` is a subscription that the broker resolves. `target` is what the member shall own (KIP-848 only).
    `joined_generation` is the generation of the claims that it sent at its last join (classic only).
    """

    id: str
    subscription: tuple[str, ...] | None
    owned: Claims = ()
    target: Claims | None = None
    pattern: str | None = None
    epoch: int | None = None
    joined_generation: int | None = None
    metadata_version: int = 3
    instance_id: str | None = None
    rack: str | None = None
    host: str | None = None
    client_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenGroup:
    """
    A group. `committed` is topic -> partition -> offset; None where it could not be read.

    `is_classic` tells the protocol. `remarks` are sentences about data that could not be read.
    """

    name: str
    state: str
    strategy: str | None
    is_classic: bool
    members: tuple[SeenMember, ...] = ()
    committed: Mapping[str, Mapping[int, int]] | None = field(default=None, hash=False)
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadableGroup:
    """A group that exists and cannot be read, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTopic:
    """
    A topic. `partitions` is None where the cluster does not show it; then `why_hidden` is the broker's error.

    `leaders[p]` is the node id of the leader, or None. `replica_racks` is None where a rack is unknown. Offsets are
    per partition.
    """

    name: str
    partitions: int | None = None
    why_hidden: str | None = None
    leaders: tuple[int | None, ...] = ()
    replica_racks: tuple[tuple[str, ...], ...] | None = None
    begin: Mapping[int, int] = field(default_factory=dict, hash=False)
    end: Mapping[int, int] = field(default_factory=dict, hash=False)
