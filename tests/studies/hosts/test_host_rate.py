from __future__ import annotations

from typing import TYPE_CHECKING

from studies.__main__ import main

if TYPE_CHECKING:
    import pytest


def test_table_of_rates_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["host_rate", "range", "--questions", "20"])

    *_, row = capsys.readouterr().out.splitlines()
    name, start, rate, _, inside = (cell.strip() for cell in row.strip("|").split("|"))
    assert "range" == name
    assert min(float(rate.replace(",", "")), float(inside), float(start)) > 0


def test_unknown_assignor_is_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["host_rate", "stiky", "--questions", "1"])

    assert 2 == code
    assert "stiky: no answer among 1; the last one was" in capsys.readouterr().err
