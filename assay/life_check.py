"""Check the groups to which a life leads, as the model of coordinator and members leaves them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.terminal.output import note
from kafka_assay.assignors.errors import AssayError

if TYPE_CHECKING:
    from kafka_assay.assignors.interface import Target
    from kafka_assay.assignors.life import Life
    from kafka_assay.properties.law import Law
    from kafka_assay.properties.records.check_record import CheckRecord


def check_life(life: Life, target: Target, laws: list[Law], seed: int) -> CheckRecord:
    """
    Check the group of each rebalance of `life`, in order, up to the first that breaks a law.

    The record is that of the last group checked; stderr says which one it is. Raises `AssayError`.
    """
    from kafka_assay.pipeline.replay.asked_groups import asked_groups
    from kafka_assay.properties.measures.equal_only import refuse_unequal
    from kafka_assay.properties.search.check import check_group

    groups = asked_groups(life, target)
    if not groups:
        raise AssayError("the life never has a member, so nobody asks the target")
    for number, group in enumerate(groups, start=1):
        refuse_unequal(target, group)
        record = check_group(target, group, inputs=None, laws=laws, seed=seed)
        if record.verdict == "broken" or number == len(groups):
            note(f"rebalance {number} of {len(groups)} of the life")
            break
    return record
