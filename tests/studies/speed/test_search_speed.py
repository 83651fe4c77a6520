from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kafka_assay.properties.input_families import FAMILIES as ALL_FAMILIES
from studies.__main__ import main
from studies.speed import search_speed
from studies.speed.checkout import Checkout
from studies.speed.search_rate import FAMILIES, SearchRate, check_command, search_seconds
from studies.speed.search_speed import BEFORE, NOW, table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager

BROKEN = {"verdict": "broken", "expected": None}
DECLARED = {"verdict": "broken", "expected": "Kafka does the same"}


def line(version: str, number: int, groups: int) -> dict[str, object]:
    """Return the line of a check of `range` that searched for ten seconds."""
    rate = {"groups": groups, "seconds": 10.0, "host_share": 0.25, "busy": 1.5}
    return {"target": "range", "round": number, "version": version, **rate}


def test_table_shows_medians_and_the_ratio_of_each_pair() -> None:
    """The machine was three times as fast in the last round, so the medians alone would tell less."""
    before, now = (100, 100, 300), (600, 800, 2100)
    lines = [line(BEFORE, number, groups) for number, groups in enumerate(before)]
    lines += [line(NOW, number, groups) for number, groups in enumerate(now)]

    assert "| `range` | 10 | 80 | **x7.0** | x6.0 | x8.0 | 25% | 1.50 |" == table(lines)[-1]


@pytest.mark.parametrize(
    ("cells", "seconds"),
    [([], 50.0), ([DECLARED], 45.0), ([DECLARED, BROKEN], 30.0)],
    ids=["kept", "declared", "broken"],
)
def test_shrinking_is_not_counted(cells: list[dict[str, object]], seconds: float) -> None:
    """A record without a rate is one of the older version, whose shares are known."""
    assert seconds == search_seconds({"cells": cells, "budget": 50.0, "seconds": 50.0, "groups": 1})


def test_compared_families_exist() -> None:
    command = check_command(Checkout(name="x", python=Path("python")), "range", 40.0, 7)

    assert set(FAMILIES) <= ALL_FAMILIES.keys()
    assert ["--seconds", "40", "--seed", "7"] == list(command[-4:])


def test_interrupted_run_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A finished check is not repeated, and every second pair begins with the newer version."""
    from contextlib import contextmanager

    asked: list[tuple[str, int]] = []

    @contextmanager
    def older(which: str) -> Iterator[Checkout]:
        yield Checkout(name=which, python=Path("python"))

    def measured(checkout: Checkout, target: str, seconds: float, seed: int) -> SearchRate:
        del target
        if seconds != search_speed.WARM:
            asked.append((checkout.name, seed))
        return SearchRate(groups=100, seconds=1.0, host_share=0.0, busy=1.0)

    replaced: AbstractContextManager[None] | object = older
    monkeypatch.setattr(search_speed, "older_checkout", replaced)
    monkeypatch.setattr(search_speed, "measure_check", measured)
    out = tmp_path / "speed.jsonl"
    words = ["search_speed", "--targets", "range", "--before", "old", "--seed", "3", "--out", str(out)]

    assert 0 == main([*words, "--rounds", "1"])
    assert 0 == main([*words, "--rounds", "2"])

    assert [("old", 3), ("now", 3), ("now", 4), ("old", 4)] == asked
    assert "**x1.0**" in capsys.readouterr().out
