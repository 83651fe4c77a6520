from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.support.engines.corruption import corrupt


@pytest.mark.parametrize("batch", range(4))
def test_corrupted_proof_is_accepted_only_if_it_still_holds(batch: int) -> None:
    """Of 6,000 changed plans and certificates, hundreds still prove an optimum."""
    accepted = 0
    for seed in range(batch * 15, (batch + 1) * 15):
        counted, faults = corrupt(seed)

        accepted += sum(number for what, number in counted.items() if what.endswith("changed, accepted"))
        assert [] == faults
    assert 50 < accepted < 500


def _accept_nothing(*_: Any) -> None:
    return None


@pytest.mark.parametrize(
    ("part", "blind"),
    [
        ("kafka_assay.oracle.certificate.proof_check.find_improvement", _accept_nothing),
        ("kafka_assay.oracle.certificate.proof_check.find_violation", _accept_nothing),
        ("kafka_assay.oracle.certificate.proof_check.adjacent_loads", lambda *_: ()),
        ("kafka_assay.oracle.certificate.tally.refuse_invalid", _accept_nothing),
        (
            "kafka_assay.oracle.certificate.certificate._number",
            lambda certificate, part, name: certificate.get(part, {}).get(name, 0) or 0,
        ),
    ],
)
def test_checker_without_one_of_its_checks_is_caught(
    part: str, blind: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(part, blind)

    caught = 0
    for seed in range(20):
        try:
            caught += len(corrupt(seed)[1])
        except (TypeError, ValueError, OverflowError, AttributeError):
            caught += 1

    assert caught
