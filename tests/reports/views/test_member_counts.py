from __future__ import annotations

from dataclasses import replace

import pytest

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.model import Group, group_of
from kafka_assay.pipeline.whatif.change import Change
from kafka_assay.pipeline.whatif.member_counts import count_members
from kafka_assay.reports.render.markdown import blocks_text
from kafka_assay.reports.views.member_counts import CountReport

ONE_OF_EIGHT = group_of({"t": 8}, {"m-1": ["t"]}, {"m-1": {"t": list(range(8))}})


def text_of(group: Group, counts: range, by: str | None = None) -> str:
    """The report on `group` with so many members, as Markdown."""
    table = count_members(group, [open_target("range")], counts, 1, Change(), by)
    report = CountReport(group=group, counts=counts, threads=1, change=Change(), by=by, table=table)
    return blocks_text(report.blocks())


@pytest.mark.parametrize(
    ("weights", "counts", "sentence"),
    [
        # One member has 180 today, so more than one does help, though no row shows fewer than five.
        ((40, *[20] * 7), range(8, 10), "By weight, more than 8 members do not help: t-0 alone holds 40 of 180."),
        # Range gives a member t-0 and t-1 until there are eight.
        (
            (40, *[20] * 7),
            range(5, 7),
            "By weight, more than 5 members do not help the best plan: t-0 alone holds 40 of 180.",
        ),
        ((40, *[20] * 7), range(5, 9), "the best plan: t-0 alone holds 40 of 180. No member has more at 8 with range."),
        ((40, *[0] * 7), range(5, 7), "By weight, more members do not help: t-0 alone holds 40 of 40."),
        # Idle members have less.
        ((10,) * 8, range(2, 4), "By weight, the heaviest member cannot have less than 10: t-0 alone holds 10 of 80."),
    ],
)
def test_limit_by_weight_is_true_for_today_and_for_each_row(
    weights: tuple[float, ...], counts: range, sentence: str
) -> None:
    (topic,) = ONE_OF_EIGHT.topics
    weighted = replace(ONE_OF_EIGHT, topics=(replace(topic, weights=weights),))

    assert sentence in text_of(weighted, counts, "weights")


@pytest.mark.parametrize(("members", "is_said"), [(["app", "web"], True), (["m-1", "m-2"], False)])
def test_rows_of_one_of_several_places_are_said_to_be(members: list[str], is_said: bool) -> None:
    text = text_of(group_of({"t": 4}, {member: ["t"] for member in members}), range(2, 4))

    assert is_said == ("rows of range and roundrobin are those of one place" in text)
