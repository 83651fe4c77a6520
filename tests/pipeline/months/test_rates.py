from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.pipeline.months.rates import KEYS, Rates, parse_rates


def test_without_words_the_defaults_hold() -> None:
    assert Rates() == parse_rates([])


def test_each_key_changes_its_rate() -> None:
    for key in KEYS:
        value = getattr(Rates(), key.replace("-", "_"))
        assert Rates() == parse_rates([f"{key}={value}"])
    assert 3 == parse_rates(["scale-outs=3"]).scale_outs


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("deploy=3", "did you mean 'deploys'"),
        ("deploys", "expected KEY=NUMBER"),
        ("deploys=x", "--rate deploys=x: expected a number"),
        ("deploys=nan", "from 0 to 1000"),
        ("static=2", "--rate static=2: expected a number from 0 to 1"),
        ("least-members=1", "from 2 to 1000"),
        ("most-members=2", "--rate most-members=2: expected a number from 3 to 1000"),
        ("most-partitions=0.5", "from 1 to 1000"),
    ],
)
def test_impossible_rate_is_refused(word: str, said: str) -> None:
    with pytest.raises(AssayError, match=said):
        parse_rates([word])
