from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.go.go_clients import MODULES, resolve_release

FRANZ = "github.com/twmb/franz-go"
SARAMA = "github.com/Shopify/sarama"


@pytest.mark.parametrize("version", ["v1.22.2", "1.22.2"])
def test_release_is_accepted_with_or_without_v(version: str) -> None:
    module, release = resolve_release(FRANZ, version, "sticky", "x")

    assert (FRANZ, "v1.22.2") == (module.path, release)


@pytest.mark.parametrize(
    ("release", "told"),
    [
        (("github.com/twmb/franzgo", "v1.22.2", "sticky"), "did you mean 'github.com/twmb/franz-go'?"),
        ((FRANZ, "v1.22.2", "stiky"), "did you mean 'sticky'?"),
        ((SARAMA, "v1.38.1", "cooperative-sticky"), "no assignor 'cooperative-sticky'"),
        ((FRANZ, "master", "sticky"), "'master' is not a release: expected one like v0.8.0"),
        ((FRANZ, "v0.7.1", "sticky"), "releases of github.com/twmb/franz-go before v0.8.0 are unsupported"),
        (("github.com/IBM/sarama", "1.38.1", "range"), "its module path was github.com/Shopify/sarama"),
    ],
)
def test_unsupported_target_is_rejected_in_one_line(release: tuple[str, str, str], told: str) -> None:
    """Nothing is fetched or built."""
    with pytest.raises(AssayError) as wrong:
        resolve_release(*release, "go:target")

    assert str(wrong.value).startswith("go:target: ")
    assert told in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_features_are_read_from_the_release_sources(tmp_path: Path) -> None:
    (tmp_path / "balance_strategy.go").write_text("var BalanceStrategySticky = &stickyBalanceStrategy{}\n")

    assert ("sticky",) == MODULES[SARAMA].tags(tmp_path)


def test_test_files_do_not_count_as_features(tmp_path: Path) -> None:
    (tmp_path / "balance_strategy_test.go").write_text("var BalanceStrategySticky = &stickyBalanceStrategy{}\n")

    assert () == MODULES[SARAMA].tags(tmp_path)
