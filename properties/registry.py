"""The law book: every law, in the order in which people read them, and which of them are asked of whom."""

from __future__ import annotations

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.interface import Promise
from kafka_assay.assignors.model import Group
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
"""All laws. A file of laws that is not named here is not part of the book."""

LAW_BY_ID: dict[str, Law] = {law.id: law for law in LAWS}
"""Law id -> law."""


def law_called(law_id: str) -> Law:
    """The law of this id. Raises `AssayError` with the nearest known id where there is none."""
    found = LAW_BY_ID.get(law_id)
    if found is None:
        raise AssayError(f"no law is called {law_id!r}{spelling_tip(law_id, LAW_BY_ID)} (see assay list)")
    return found


def promised_laws(promises: frozenset[Promise]) -> list[Law]:
    """The laws that hold for all, and those of these `promises`."""
    return [law for law in LAWS if law.promise is None or law.promise in promises or law.also in promises]


def applicable_laws(promises: frozenset[Promise], group: Group) -> list[Law]:
    """The laws that hold for all and those of `promises`, as far as they are defined on `group`."""
    return [law for law in LAWS if law.is_asked_of(promises, group)]
