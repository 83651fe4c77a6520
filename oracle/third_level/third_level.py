"""The names of the third levels, and the result of one."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.oracle.optimum import Status

THIRD_LEVELS = ("topic-spread", "host-spread", "rack-match")


@dataclass(frozen=True, slots=True, kw_only=True)
class ThirdLevel:
    """
    A third level, its `value` in the plan, and whether it is proved that no optimal plan has a better value.

    `topic-spread`: least sum of squared loads per topic and member. `host-spread`: least sum of squared loads of hosts.
    `rack-match`: most partitions whose owner is on the rack of one of their replicas.
    """

    by: str
    value: int
    status: Status


def parse_third_level(name: str) -> str:
    """Return `name` if it names a third level. Otherwise raises `AssayError` with the nearest name."""
    if name not in THIRD_LEVELS:
        known = ", ".join(THIRD_LEVELS)
        raise AssayError(f"unknown third level {name!r}: expected {known}{spelling_tip(name, THIRD_LEVELS)}")
    return name
