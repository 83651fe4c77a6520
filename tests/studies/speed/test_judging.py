from __future__ import annotations

from typing import TYPE_CHECKING

from studies.__main__ import main
from studies.speed.judging import measure_judging

if TYPE_CHECKING:
    import pytest


def test_times_of_all_parts_add_up_to_the_whole() -> None:
    times = measure_judging("roundrobin", ["clean", "sequences"], examples=3, seed=0, structured=True)

    assert times.groups >= 6
    assert times.shares["same-question-same-answer"].questions >= 3 * times.shares["same-question-same-answer"].groups
    assert all(0 <= share.asking <= share.seconds for share in times.shares.values())


def test_each_target_and_each_of_its_laws_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    main(["judging", "roundrobin", "--examples", "2", "--families", "clean", "--laws"])

    out = capsys.readouterr().out
    assert "| roundrobin | " in out
    assert "| even-when-equal | 2 | " in out
