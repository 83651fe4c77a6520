"""The registry of laws, in reading order, and which of them apply to whom."""

from __future__ import annotations

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.interface import Promise
from kafka_assay.properties.law import Law
from kafka_assay.properties.laws import (
    balance,
    change,
    claims,
    cooperative,
    lag,
    placement,
    racks,
    repeatable,
    stickiness,
    validity,
)

_KINDS = (validity, repeatable, balance, lag, change, stickiness, claims, cooperative, placement, racks)

LAWS: tuple[Law, ...] = tuple(law for kind in _KINDS for law in vars(kind).values() if isinstance(law, Law))
"""All laws. A file of laws must be named here to be part of the registry."""

LAW_BY_ID: dict[str, Law] = {law.id: law for law in LAWS}
"""Law id -> law."""


def law_called(law_id: str) -> Law:
    """The law with this id. An unknown id raises `AssayError` with the nearest known id."""
    found = LAW_BY_ID.get(law_id)
    if found is None:
        raise AssayError(f"unknown law {law_id!r}{spelling_tip(law_id, LAW_BY_ID)} (see assay list)")
    return found


def promised_laws(promises: frozenset[Promise]) -> list[Law]:
    """The laws that hold for every assignor, and those of these `promises`."""
    return [law for law in LAWS if law.promise is None or law.promise in promises or law.also in promises]
