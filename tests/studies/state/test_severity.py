from __future__ import annotations

from kafka_assay.properties.registry import LAW_BY_ID
from studies.state import severity
from studies.state.severity import LAW_SEVERITIES, severity_of


def test_only_laws_are_graver_than_needless_moves() -> None:
    assert severity._GRAVE.keys() <= LAW_BY_ID.keys()


def test_laws_for_every_assignor_are_grave_but_for_one() -> None:
    """A partition that does not exist counts as load, and no other partition is read less."""
    mildest = [
        law.id for law in LAW_BY_ID.values() if law.promise is None and severity_of(law.id) == LAW_SEVERITIES[-1]
    ]

    assert ["only-existing-partitions"] == mildest
