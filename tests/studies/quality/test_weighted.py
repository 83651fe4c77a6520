"""Tests of the groups in which a few partitions lag by far the most, and of the tables that are made of them."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.model import Group
from kafka_assay.assignors.ownership import valid_owners
from kafka_assay.assignors.registry import reference_assignor
from studies.__main__ import main
from studies.output import ROOT
from studies.quality import weighted
from studies.quality.weighted import LAGS, TARGETS, best_of, skewed_group, weighted_figures


def all_lags(group: Group) -> list[int]:
    """The lags of all partitions, the largest first; nothing is committed but 0."""
    return sorted((end for topic in group.topics for end in topic.end_offsets or ()), reverse=True)


@pytest.mark.parametrize("kind", LAGS)
def test_a_group_was_even_before_it_lagged(kind: str) -> None:
    """
    Everything is owned, members differ by at most one partition, and a tenth of all partitions has most of the lag.
    """
    group = skewed_group(kind, 100, 8, seed=3)

    owners = list(valid_owners(group).values())
    counts = {owners.count(member) for member in group.member_ids()}
    lags = all_lags(group)
    assert (100, {12, 13}) == (len(owners), counts)
    assert sum(lags[:10]) > sum(lags) / 2


def test_a_group_depends_on_its_seed_alone() -> None:
    """The same seed, the same group; another seed, another one."""
    assert skewed_group("Zipf", 30, 3, seed=1) == skewed_group("Zipf", 30, 3, seed=1)
    assert skewed_group("Zipf", 30, 3, seed=1) != skewed_group("Zipf", 30, 3, seed=2)


@pytest.mark.parametrize("kind", LAGS)
def test_no_reference_is_nearer_to_the_bound(kind: str) -> None:
    """Maximum, then squares: the weighted optimum's are the least of all answers; `sticky` alone moves nothing."""
    group = skewed_group(kind, 40, 5, seed=1)
    answers = {name: reference_assignor(name).assign(group) for name in TARGETS}
    optimum = best_of(group, list(answers.values()), 0.5)

    rows = {name: weighted_figures(group, answer, optimum) for name, answer in answers.items()}

    best = weighted_figures(group, optimum.assignment, optimum)
    assert all((best.over_bound, best.squares) <= (one.over_bound, one.squares) for one in rows.values())
    assert best.over_bound >= 1
    assert (0, 0) == (rows["sticky"].moved, rows["sticky"].r_score)


def test_the_tables_are_markdown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """
    A line for each answer to each kind and size of group; with `--sizes` one for each kind and size; with `--coarser`
    one for each rounding.
    """
    monkeypatch.setattr(weighted, "GROUPS", ((12, 3),))
    monkeypatch.setattr(weighted, "SIZES", ((10, 3), (12, 3)))
    monkeypatch.setattr(weighted, "COARSER", ((14, 2),))

    main(["weighted", "--seeds", "1", "--time-limit", "1"])
    compared = capsys.readouterr().out.splitlines()
    main(["weighted", "--seeds", "1", "--time-limit", "1", "--sizes"])
    counted = capsys.readouterr().out.splitlines()
    main(["weighted", "--seeds", "1", "--time-limit", "1", "--coarser"])
    rounded = capsys.readouterr().out.splitlines()

    assert (2 + 2 * 4, 2 + 2 * 2, 2 + 2 * 3) == (len(compared), len(counted), len(rounded))
    assert 1 == len({line.count("|") for line in compared})
    assert 1 == len({line.count("|") for line in counted})
    assert 1 == len({line.count("|") for line in rounded})


def test_the_page_shows_tables_of_the_program() -> None:
    """
    The heads of both tables, and each group and answer that the program compares; figures depend on the machine's time.
    """
    page = (ROOT / "docs" / "weights.md").read_text("utf-8")

    lines = [f"| {kind} | {size:,} | {members:,} | " for kind in LAGS for size, members in weighted.GROUPS]
    assert [] == [line for line in lines if page.count(line + "lag |") != 1]
    assert [] == [
        f"{kind} {size}" for kind in LAGS for size, n in weighted.SIZES if f"| {kind} | {size} | {n} |" not in page
    ]
