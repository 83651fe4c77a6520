from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from matplotlib.image import imread

from kafka_assay.assignors.model import Assignment, Group, group_of
from kafka_assay.assignors.promises import parse_likeness
from kafka_assay.oracle.solve import solve
from kafka_assay.properties.effect import Effect
from kafka_assay.properties.registry import LAW_BY_ID
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.reports.explanation import Explanation
from kafka_assay.reports.figures.explanation_content import explanation_figure
from kafka_assay.reports.figures.explanation_drawing import ExplanationFigure, PartitionMark
from kafka_assay.reports.render.drawing import draw_png, draw_svg
from kafka_assay.reports.views.judgement import judgement_document, judgement_sentences
from tests.properties.laws.test_answers import CHAIN, CHAINED
from tests.properties.verdicts import judge_trial, two_members

LAW = LAW_BY_ID["only-subscribed-topics"]


def explain_answer(group: Group, answer: Assignment, like: str | None = None) -> Explanation:
    """Return the explanation of a given answer."""
    trial = Trial(group, answer=answer)
    return explanation_of(trial, like, best=solve(group).assignment)


def explanation_of(trial: Trial, like: str | None, **others: Any) -> Explanation:
    """Return the explanation of a trial."""
    judged = judge_trial(trial, parse_likeness(like).promises)
    return Explanation(**{"title": "The answer", "trial": trial, "judged": judged, "like": like, **others})


def marks(figure: ExplanationFigure) -> dict[str, list[tuple[str, str]]]:
    """Return column label -> its marked partitions."""
    return {
        column.label: [(cell.name, cell.mark.value) for cell in column.cells if cell.mark is not PartitionMark.PLAIN]
        for column in figure.columns
    }


@pytest.mark.parametrize(
    ("explanation", "title", "marked", "arrows"),
    [
        (
            explain_answer(CHAIN, CHAINED),
            "C0 has 2 partitions and C1 none; 2 hand-overs would level them",
            {"C0": [("t1-1", "leaves")], "C1": [], "C2": [("t0-0", "leaves")]},
            [("t1-1", 0, 2), ("t0-0", 2, 1)],
        ),
        (
            explain_answer(two_members(4, a=[0, 1], b=[2, 3]), {"a": {"t": [0, 2]}, "b": {"t": [1, 3]}}, "sticky"),
            "The answer: 2 moves (best 0)",
            {"a": [("t-2", "leaves")], "b": [("t-1", "leaves")]},
            [("t-1", 1, 0), ("t-2", 0, 1)],
        ),
        (
            explain_answer(two_members(3), {"a": {"t": [0, 1]}, "b": {"t": [1, 9]}}),
            "only-existing-partitions: b got t-9",
            {"a": [("t-1", "faulty")], "b": [("t-1", "faulty"), ("t-9", "faulty")], "nobody": [("t-2", "faulty")]},
            [],
        ),
        (
            explain_answer(two_members(1), {"a": {}, "b": {}, "x": {"t": [0]}}),
            "only-subscribed-topics: x got t-0, but is not a member of the group.",
            {"a": [], "b": [], "x": [("t-0", "faulty")], "nobody": [("t-0", "faulty")]},
            [],
        ),
        (
            explain_answer(two_members(2), {"a": {"t": [0]}, "b": {"t": [1]}}),
            "The answer: best possible loads, no needless moves",
            {"a": [], "b": []},
            [],
        ),
    ],
    ids=["chain", "needless moves", "faults", "unknown member", "optimal"],
)
def test_title_marks_and_arrows_show_the_finding(
    explanation: Explanation, title: str, marked: dict[str, list[tuple[str, str]]], arrows: list[tuple[str, int, int]]
) -> None:
    """An arrow begins at a partition that leaves. Faults are crossed out; a column has what nobody owns."""
    figure = explanation_figure(explanation)

    assert figure.title.startswith(title)
    assert marked == marks(figure)
    assert sorted(arrows) == sorted((arrow.name, arrow.giver, arrow.taker) for arrow in figure.arrows)


def test_large_group_is_drawn_with_at_most_sixteen_members() -> None:
    """The others are counted."""
    members = {f"m{number:02}": ["t"] for number in range(40)}
    answer: Assignment = {member: {"t": [2 * place, 2 * place + 1]} for place, member in enumerate(members)}
    answer["m20"]["t"] += [80, 81]

    figure = explanation_figure(explain_answer(group_of({"t": 82}, members), answer, "fair"))

    assert 16 == len(figure.columns)
    assert "m20" in {column.label for column in figure.columns}
    assert "24 more members not shown." in figure.caption


def test_many_needless_moves_are_marked_without_arrows() -> None:
    """The partitions are hatched and counted."""
    group = two_members(40, a=range(20), b=range(20, 40))

    figure = explanation_figure(
        explain_answer(group, {"a": {"t": list(range(20, 40))}, "b": {"t": list(range(20))}}, "sticky")
    )

    assert () == figure.arrows
    assert 40 == sum(len(cells) for cells in marks(figure).values())
    assert "(40 partitions)" in figure.caption


@pytest.mark.parametrize("group", [*map(two_members, (0, 2, 40)), group_of({"t": 2}, {})], ids=str)
def test_every_group_size_is_drawn(group: Group) -> None:
    """No partitions, a few with names, many as plain bars; and no members."""
    ids = list(range(sum(topic.partitions for topic in group.topics)))
    answer: Assignment = {"a": {"t": ids}, "b": {}} if group.members else {}

    assert "best possible" in draw_svg(explanation_figure(explain_answer(group, answer)))


def test_long_names_fit_and_partition_ids_stay() -> None:
    ids = [f"consumer-service-{number}-of-the-payments-team" for number in range(10, 26)]
    group = group_of({"orders": 32}, {member: ["orders"] for member in ids})
    answer = {member: {"orders": [2 * place, 2 * place + 1]} for place, member in enumerate(ids)}

    figure = explanation_figure(explain_answer(group, answer))

    svg, edge = draw_svg(figure), imread(BytesIO(draw_png(figure)))[:, 0, :3]
    assert edge.min() == edge.max()
    assert all(f"o…{number}" in svg for number in range(10, 32))


def test_better_plan_takes_back_a_doubly_assigned_partition() -> None:
    """It counts as a change, although its better owner already has it."""
    found = explain_answer(two_members(2), {"a": {"t": [0, 1]}, "b": {"t": [1]}})

    assert "A better plan changes 1 partition: t-1 from a to b." in judgement_sentences(found)


def test_cooperative_round_is_not_compared_with_the_optimum() -> None:
    """There is no gap, hand-over or better plan, and the text says why."""
    trial = Trial(two_members(2, a=[0, 1]), answer={"a": {"t": [0]}, "b": {}}, cooperative=True)

    found = explanation_of(trial, "cooperative-sticky", best=None)

    assert (None, None, ()) == (found.gap, found.shortfall.better, found.shortfall.chain)
    said = "This is one round of a cooperative assignor. It is not compared with the optimum."
    assert said in judgement_sentences(found)
    assert explanation_figure(found).title.endswith("no law broken")


def test_declared_failure_shows_its_reason() -> None:
    trial = Trial(two_members(2), answer={"a": {"t": [0, 1]}, "b": {}})

    found = explanation_of(
        trial, "fair", best=solve(trial.group).assignment, excused={"even-when-equal": "a known gap"}
    )

    laws = {law["law"]: law for law in judgement_document(found)["laws"]}
    assert "a known gap" == laws["even-when-equal"]["expected"]
    assert "even-when-equal is an expected failure: a known gap" in judgement_sentences(found)


def test_better_plan_separates_returned_from_redirected_partitions() -> None:
    """KIP-54's rule moves two partitions where one is enough."""
    members = {"C0": ["t0", "t1"], "C1": ["t0"], "C2": ["t0", "t1"]}
    group = group_of({"t0": 2, "t1": 2}, members, {"C2": {"t0": [0, 1], "t1": [1]}})

    found = explain_answer(group, {"C0": {"t1": [1]}, "C1": {"t0": [0]}, "C2": {"t0": [1], "t1": [0]}})

    assert ({"from": "C0", "to": "C2", "topic": "t1", "partition": 1},) == found.shortfall.needless
    assert ({"from": "C2", "to": "C0", "topic": "t1", "partition": 0},) == found.shortfall.instead
    assert 2 == len(explanation_figure(found).arrows)


@pytest.mark.parametrize(
    ("target", "effect"), [("", LAW.effect), ("kafkajs@2.2.4:x", LAW.effects_by_client["kafkajs"])]
)
def test_client_is_that_of_the_target_and_not_one_in_the_name_of_the_group(target: str, effect: Effect) -> None:
    foreign = group_of({"t": 1, "u": 1}, {"a": ["t"], "b": ["u"]})
    trial = Trial(foreign, answer={"a": {"t": [0], "u": [0]}, "b": {}})

    found = explanation_of(trial, None, title="The answer on aiokafka", best=solve(foreign).assignment, target=target)

    assert f"Why it matters: {effect.text}" in judgement_sentences(found)
