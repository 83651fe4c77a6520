"""The rate of `assay host` is measured on answers, each of which came."""

from __future__ import annotations

from typing import TYPE_CHECKING

from studies.__main__ import main

if TYPE_CHECKING:
    import pytest


def test_a_table_of_rates_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """One row an assignor; questions take time, and so does `assign` inside them."""
    main(["host_rate", "range", "--questions", "20"])

    *_, row = capsys.readouterr().out.splitlines()
    name, start, rate, _, inside = (cell.strip() for cell in row.strip("|").split("|"))
    assert "range" == name
    assert min(float(rate.replace(",", "")), float(inside), float(start)) > 0


def test_an_unknown_assignor_ends_it(capsys: pytest.CaptureFixture[str]) -> None:
    """An error is no answer, and no rate."""
    code = main(["host_rate", "stiky", "--questions", "1"])

    assert 2 == code
    assert "stiky: no answer among 1; the last one was" in capsys.readouterr().err
