"""The columns of an audit that a user asks for: the cost of a change, and the balance of weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Group
from kafka_assay.pipeline.audit.audit_row import AuditRow
from kafka_assay.pipeline.audit.weight_column import WeighingPlan, read_answer, weigh_answers
from kafka_assay.pipeline.audit.what_if_column import what_if_cell
from kafka_assay.pipeline.whatif.change import Change


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraColumns:
    """The `change` of the column `what_if`, and the weights of the column `weighted`. Without them a column is null."""

    change: Change | None = None
    weights: WeighingPlan | None = None

    def added_to(self, rows: Sequence[AuditRow], group: Group, targets: Sequence[Target]) -> list[AuditRow]:
        """The rows, today's first and then those of the `targets`, with these columns."""
        today, *answers = rows
        if self.change is not None:
            cells = [what_if_cell(target, group, self.change) for target in targets]
            answers = [replace(row, what_if=cell) for row, cell in zip(answers, cells, strict=True)]
        if self.weights is None:
            return [today, *answers]
        given = [read_answer(row.assignment) for row in (today, *answers)]
        weighed, plan = weigh_answers(group, given, self.weights)
        first, *others = [replace(row, weighted=cell) for row, cell in zip((today, *answers), weighed, strict=True)]
        return [replace(first, weighted_plan=plan), *others]


NO_EXTRAS = ExtraColumns()
