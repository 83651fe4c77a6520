from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Group, Member, Topic, group_of
from kafka_assay.pipeline.audit.extra_columns import WeighingPlan, WeightCell, weigh_answers

SKEWED = Group(
    topics=(Topic(name="t", partitions=3, end_offsets=(100, 60, 50), committed_offsets=(0, 0, 0)),),
    members=(
        Member(id="a", subscription=("t",), owned=(("t", (0, 1)),), generation=1),
        Member(id="b", subscription=("t",), owned=(("t", (2,)),), generation=1),
    ),
)
TODAY = {"a": {"t": [0, 1]}, "b": {"t": [2]}}
BY_LAG = WeighingPlan(by="lag")


def test_todays_cell_has_the_figures_of_the_best_plan_too() -> None:
    (today,), plan = weigh_answers(SKEWED, [TODAY], BY_LAG)

    assert WeightCell(160, 160**2 + 50**2, 0, 110, 110**2 + 100**2, 60, "proved") == today
    assert '{"a":{"t":[0]},"b":{"t":[1,2]}}' == plan


def test_each_answer_has_its_figures_and_a_missing_one_has_none() -> None:
    _, moved, missing = weigh_answers(SKEWED, [TODAY, {"a": {"t": [1, 2]}, "b": {"t": [0]}}, None], BY_LAG)[0]

    assert WeightCell(most=110, squares=110**2 + 100**2, moved=150) == moved
    assert missing is None


@pytest.mark.parametrize(("by", "reason"), [("lag", "offsets"), ("weights", "no weights")])
def test_group_without_weights_says_so_today(by: str, reason: str) -> None:
    group = group_of({"t": 2}, {"a": ["t"]})

    (today, other), plan = weigh_answers(group, [{}, {"a": {"t": [0, 1]}}], WeighingPlan(by=by))

    assert today is not None
    assert reason in (today.error or "")
    assert (None, None, None) == (today.most, other, plan)


def test_group_without_members_has_no_cells() -> None:
    assert ([None], None) == weigh_answers(Group(topics=SKEWED.topics, members=()), [{}], BY_LAG)


def test_fault_of_the_search_is_a_gap_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not end the audit."""

    def fail(*_: object) -> None:
        raise ArithmeticError("too large")

    monkeypatch.setattr("kafka_assay.oracle.weighted.search.solve_weighted", fail)

    (today,), plan = weigh_answers(SKEWED, [TODAY], BY_LAG)

    assert ("no plan: ArithmeticError: too large", None) == (today and today.error, plan)
