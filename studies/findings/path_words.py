"""How the path to a finding was shown, in a few words."""

from __future__ import annotations

from kafka_assay.assignors.life import Life
from kafka_assay.properties.records.case_path import CasePath
from kafka_assay.reports.wording.words import quantity

NOT_SEARCHED = "not searched"


def describe_path(path: CasePath | None) -> str:
    """
    The source of a shown path, and how long it is; else how many histories were searched.

    >>> describe_path(CasePath(status="constructed", histories=20_000))
    '20,000 histories searched'
    """
    if path is None:
        return NOT_SEARCHED
    if path.status == "faulty-client":
        return "one faulty client"
    if path.life is None:
        return f"{quantity(path.histories, 'history', 'histories')} searched"
    return f"{path.source}: {_length(path.life)}"


def _length(life: Life) -> str:
    return quantity(len(life.events), "event") if life.events else "first rebalance"
