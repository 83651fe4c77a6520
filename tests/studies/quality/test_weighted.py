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
    """Return the lags of all partitions, largest first. Everything is committed at 0."""
    return sorted((end for topic in group.topics for end in topic.end_offsets or ()), reverse=True)


@pytest.mark.parametrize("kind", LAGS)
def test_group_is_even_and_a_tenth_has_most_of_the_lag(kind: str) -> None:
    group = skewed_group(kind, 100, 8, seed=3)

    owners = list(valid_owners(group).values())
    counts = {owners.count(member) for member in group.member_ids()}
    lags = all_lags(group)
    assert (100, {12, 13}) == (len(owners), counts)
    assert sum(lags[:10]) > sum(lags) / 2


def test_group_depends_only_on_its_seed() -> None:
    assert skewed_group("Zipf", 30, 3, seed=1) == skewed_group("Zipf", 30, 3, seed=1)
    assert skewed_group("Zipf", 30, 3, seed=1) != skewed_group("Zipf", 30, 3, seed=2)


@pytest.mark.parametrize("kind", LAGS)
def test_weighted_optimum_is_nearest_to_the_bound(kind: str) -> None:
    """Maximum first, then squares. `sticky` moves nothing."""
    group = skewed_group(kind, 40, 5, seed=1)
    answers = {name: reference_assignor(name).assign(group) for name in TARGETS}
    optimum = best_of(group, list(answers.values()), 0.5)

    rows = {name: weighted_figures(group, answer, optimum) for name, answer in answers.items()}

    best = weighted_figures(group, optimum.assignment, optimum)
    assert all((best.over_bound, best.squares) <= (one.over_bound, one.squares) for one in rows.values())
    assert best.over_bound >= 1
    assert (0, 0) == (rows["sticky"].moved, rows["sticky"].r_score)


def test_tables_are_markdown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`--sizes` and `--coarser` select other tables."""
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


def test_page_shows_the_programs_tables() -> None:
    """Times depend on the machine, so only heads and names are compared."""
    page = (ROOT / "docs" / "weights.md").read_text("utf-8")

    lines = [f"| {kind} | {size:,} | {members:,} | " for kind in LAGS for size, members in weighted.GROUPS]
    assert [] == [line for line in lines if page.count(line + "lag |") != 1]
    assert [] == [
        f"{kind} {size}" for kind in LAGS for size, n in weighted.SIZES if f"| {kind} | {size} | {n} |" not in page
    ]
