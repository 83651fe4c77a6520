"""Tests of the summaries: rates, percentiles, kinds of alarm and releases, from rows written by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pyarrow as pa
import pytest

from kafka_assay.assignors.formats.codec import batch_of
from kafka_assay.pipeline.campaign.campaign_row import BrokenLaw, CampaignRow, UndecidedLaw
from kafka_assay.pipeline.campaign.plan import CampaignPlan, PlannedTarget
from kafka_assay.pipeline.campaign.statements import REPEATS, STATEMENTS
from kafka_assay.pipeline.campaign.status import campaign_status
from kafka_assay.pipeline.campaign.stretches import write_stretch
from kafka_assay.pipeline.campaign.summary import (
    SUMMARY,
    further_tables,
    share_interval,
    with_intervals,
    write_summaries,
)
from kafka_assay.pipeline.spark.session import Session
from kafka_assay.pipeline.sums import sums_by_duckdb, sums_by_spark
from kafka_assay.properties.judging.cause import DECLARED
from studies.reference.parquet_page import SUMMARIES, type_words
from tests.pipeline.campaign.campaigns import small_plan

COUNTED = ("pairs", "refused", "unanswered", "alarmed")
OLD, NEW = "kafka-python==2.2.15:sticky", "kafka-python==3.0.12:sticky"


def row(case: int, target: str = "range", **columns: Any) -> CampaignRow:
    """A row of a good answer, except for these `columns`."""
    good = CampaignRow(
        case=case, target=target, family="clean", seed=0, members=2, partitions=4, topics=1, equal=True, racks=False,
        sum_of_squares=8, optimal_sum_of_squares=8, moves=1, optimal_moves=1, rounds=1, asked=["x", "y"], steps=1,
        features=[2, 4],
    )  # fmt: skip
    return good._replace(**columns)


def plan_of(*targets: str, repeats: bool = True) -> CampaignPlan:
    """A plan with these targets."""
    planned = (PlannedTarget(target=name, version="", like=None, repeats=repeats) for name in targets)
    return replace(small_plan(targets=("range",)), targets=tuple(planned))


def table_of(rows: list[CampaignRow]) -> pa.Table:
    """The rows as a campaign writes them."""
    return pa.Table.from_batches([batch_of(CampaignRow, [one.with_digests() for one in rows])])


def found(name: str, rows: list[CampaignRow] | pa.Table, plan: CampaignPlan | None = None) -> list[dict[str, Any]]:
    """The rows of a summary."""
    table = table_of(rows) if isinstance(rows, list) else rows
    known = sums_by_duckdb(table, {name: STATEMENTS[name]}, further_tables(plan or plan_of("range")))
    summary: list[dict[str, Any]] = with_intervals(known)[name].to_pylist()
    return summary


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        # Newcombe, Statistics in Medicine 17 (1998), table I, method 3: Wilson's score interval.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (1, 29, 0.0061, 0.1718),
        # Nothing was counted: the 95 % upper bound.
        (0, 1000, 0.0, 0.003),
    ],
)
def test_interval_is_wilsons(count: int, of: int, low: float, high: float) -> None:
    assert (low, high) == pytest.approx(share_interval(count, of), abs=5e-5)


def test_rate_counts_broken_declared_and_undecided_laws() -> None:
    rows = [
        row(0, broken=[BrokenLaw("x", "")]),
        row(1, broken=[BrokenLaw("x", DECLARED)]),
        row(2, undecided=[UndecidedLaw("x", "why")], asked=["y"]),
        row(3),
    ]

    first, second = found("rates", rows)

    assert (3, 2, 1, 1) == tuple(first[name] for name in ("of", "broken", "declared", "undecided"))
    assert (first["low"], first["high"]) == pytest.approx(share_interval(2, 3))
    assert (4, 0, 0.0) == (second["of"], second["broken"], second["low"])
    assert second["high"] == pytest.approx(1 - 0.05 ** (1 / 4))


def test_law_that_was_never_decided_has_no_share() -> None:
    (rate,) = found("rates", [row(0, asked=[], undecided=[UndecidedLaw("x", "why")])])

    assert (0, 1, None, None, None) == tuple(rate[name] for name in ("of", "undecided", "share", "low", "high"))


def test_counts_without_spark_are_those_of_the_summary(tmp_path: Path) -> None:
    rows = [
        row(0, broken=[BrokenLaw("x", "c"), BrokenLaw("y", DECLARED)]),
        row(1, broken=[BrokenLaw("x", "c")]),
        row(2, family="racks", asked=["y"], broken=[BrokenLaw("y", "")]),
        row(3, asked=["y"], undecided=[UndecidedLaw("x", "why")]),
    ]
    plan = small_plan(tmp_path, targets=("range",), groups=4, stretch=4)
    write_stretch(tmp_path, 0, table_of(rows).to_batches())

    summary = found("kinds", rows, plan)
    status = campaign_status(tmp_path, plan)

    names = ("target", "law", "family", "cause", "count", "of")
    assert {tuple(one[name] for name in names) for one in summary} == {
        tuple(one[name] for name in names) for one in status.kinds
    }
    assert 3 == len(summary)
    # One kind was seen once. The declared one does not count.
    assert 1 / 4 == status.unseen


def test_kind_has_its_smallest_case() -> None:
    rows = [row(5, partitions=9, broken=[BrokenLaw("x", "c")]), row(7, broken=[BrokenLaw("x", "c")]), row(8)]

    (kind,) = found("kinds", rows)

    assert (2, 3, 7, 4) == (kind["count"], kind["of"], kind["case"], kind["partitions"])


def test_row_of_a_target_counts_refused_unanswered_and_alarmed_pairs() -> None:
    """A life that was judged before its refusal counts as asked: it may have raised an alarm."""
    none: dict[str, Any] = {"sum_of_squares": None, "moves": None}
    rows = [
        row(0, broken=[BrokenLaw("x", DECLARED)]),
        row(1, refused="no racks", asked=[], **none),
        row(0, "b", broken=[BrokenLaw("x", "")], error="KeyError: 1", **none),
        row(0, "life", broken=[BrokenLaw("x", "")], refused="no racks", **none),
        row(1, "life", asked=[], refused="no racks", **none),
    ]

    counts = {one["target"]: [one[name] for name in COUNTED] for one in found("targets", rows)}

    assert {"range": [2, 1, 0, 0], "b": [1, 0, 1, 1], "life": [2, 1, 0, 1]} == counts


def test_percentile_is_the_least_value_that_enough_pairs_do_not_exceed() -> None:
    rows = [row(number, sum_of_squares=8 + (number if number >= 90 else 0)) for number in range(100)]

    overall, family = found("gaps", rows)

    assert (None, "clean") == (overall["family"], family["family"])
    assert (0, 0, 98, 99, 99) == tuple(overall[name] for name in ("p50", "p90", "p99", "p999", "max"))
    assert (100, 10) == (overall["pairs"], overall["above_zero"])


def test_needless_moves_are_those_of_balanced_answers() -> None:
    rows = [row(0, moves=3), row(1, sum_of_squares=10, moves=9), row(2, sum_of_squares=None, moves=None)]

    overall, _ = found("moves", rows)

    assert (1, 2) == (overall["pairs"], overall["max"])


def test_worst_cases_come_worst_first() -> None:
    rows = [row(number, sum_of_squares=8 + number) for number in range(20)]

    worst = [one for one in found("worst", rows) if one["measure"] != "seconds"]

    assert list(range(19, 9, -1)) == [one["case"] for one in worst]


def test_releases_are_compared_on_the_same_groups() -> None:
    """Moves are compared at the same balance and the same fewest moves."""
    rows = [
        *(row(0, OLD), row(0, NEW, broken=[BrokenLaw("x", "")], sum_of_squares=9)),
        *(row(1, OLD, broken=[BrokenLaw("x", "")]), row(1, NEW)),
        *(row(2, OLD, sum_of_squares=None, moves=None, asked=["y"]), row(2, NEW, moves=0)),
        *(row(3, OLD), row(3, NEW, moves=2, optimal_moves=2)),
        *(row(4, OLD), row(4, NEW, moves=2)),
    ]

    pairs = found("pairs", rows, plan_of(NEW, OLD))

    assert {(OLD, NEW)} == {(one["base"], one["candidate"]) for one in pairs}
    assert [
        ("balance_gap", 4, 1, 0, 0, None), ("law:x", 4, 1, 1, 0, 1), ("law:y", 5, 0, 0, None, None),
        ("moves", 2, 1, 0, 4, None),
    ] == [
        tuple(one[name] for name in ("measure", "pairs", "worse", "better", "worse_case", "better_case"))
        for one in pairs
    ]  # fmt: skip


def test_digest_does_not_depend_on_order_and_times() -> None:
    rows = [row(number, moves=number) for number in range(4)]
    later = [one._replace(seconds=9.0, host_seconds=9.0) for one in reversed(rows)]

    assert found("digests", rows) == found("digests", later)


def test_digest_of_very_many_rows() -> None:
    """The sum of their numbers does not fit into 64 bits."""
    rows = pa.concat_tables([table_of([row(number) for number in range(1_000)])] * 1_200)

    assert [1_200_000] == [one["pairs"] for one in found("digests", rows)]


@pytest.mark.parametrize(
    ("repeats", "hung", "is_left_out"), [(True, False, False), (True, True, True), (False, False, True)]
)
def test_digest_leaves_out_answers_of_a_pair_that_hung_and_of_a_target_that_does_not_repeat(
    repeats: bool, hung: bool, is_left_out: bool
) -> None:
    one, other = (
        found("digests", [row(0, moves=moves, hung=hung)], plan_of("range", repeats=repeats)) for moves in (2, 3)
    )

    assert (one == other) is is_left_out


def test_summaries_have_the_columns_of_the_page() -> None:
    """docs/reference/parquet.md. Tables without columns of their own there have those of `gaps`."""
    found = with_intervals(sums_by_duckdb(table_of([]), STATEMENTS, further_tables(plan_of("range"))))

    documented = {name: columns or SUMMARIES["gaps"][1] for name, (_, columns) in SUMMARIES.items()}
    assert list(documented) == list(found)
    for name, columns in documented.items():
        assert {column: kind for column, (kind, _) in columns.items()} == {
            field.name: type_words(field.type) for field in found[name].schema
        }


def drawn_rows(count: int) -> list[CampaignRow]:
    """Rows of two releases and a reference with breaks, refusals, hangs and figures of all kinds."""
    draw = Random(7)
    laws = ["x", "y", "z", REPEATS]
    return [
        row(
            case,
            target,
            family=draw.choice(["clean", "racks"]),
            members=draw.randrange(9),
            partitions=draw.randrange(40),
            sum_of_squares=draw.choice([None, 8, 9, 30]),
            moves=draw.choice([1, 1, 2, 7]),
            rounds=draw.choice([None, 1, 1, 3]),
            asked=draw.sample(laws[:3], draw.randrange(4)),
            broken=[
                BrokenLaw(draw.choice(laws[:3]), draw.choice(["", "it's \\ odd", DECLARED]))
                for _ in range(draw.randrange(2))
            ],
            undecided=[UndecidedLaw(draw.choice(laws), "why")] * draw.randrange(2),
            refused=draw.choice([None, None, "no racks"]),
            error=draw.choice([None, None, "KeyError: 1"]),
            hung=draw.random() < 0.1,
            seconds=draw.random(),
            host_seconds=draw.random() / 7,
        )
        for case in range(count)
        for target in (OLD, NEW, "range")
    ]


@pytest.mark.integration
def test_spark_and_duckdb_write_equal_bytes(spark: Session, tmp_path: Path) -> None:
    """All summaries, of rows in one piece and in several."""
    further = further_tables(plan_of(NEW, OLD)) | {
        "unrepeated": further_tables(plan_of("range", repeats=False))["unrepeated"]
    }
    rows = table_of(drawn_rows(400))
    frame = spark.spark.createDataFrame(rows).repartition(5)

    written = {}
    for engine, tables in {
        "spark": sums_by_spark(frame, STATEMENTS, further),
        "duckdb": sums_by_duckdb(rows, STATEMENTS, further),
    }.items():
        (tmp_path / engine).mkdir()
        write_summaries(tmp_path / engine, with_intervals(tables), 1_200)
        written[engine] = {file.name: file.read_bytes() for file in (tmp_path / engine / SUMMARY).iterdir()}

    assert set(STATEMENTS) == {name.removesuffix(".parquet") for name in written["spark"]}
    assert written["spark"] == written["duckdb"]
