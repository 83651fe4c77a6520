"""What is known of the Go clients, before anything is built."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.go.modules import MODULES, resolve_release

FRANZ = "github.com/twmb/franz-go"
SARAMA = "github.com/Shopify/sarama"


@pytest.mark.parametrize("version", ["v1.22.2", "1.22.2"])
def test_a_release_is_written_with_or_without_its_v(version: str) -> None:
    """Go writes a v in front; people need not."""
    module, release = resolve_release(FRANZ, version, "sticky", "x")

    assert (FRANZ, "v1.22.2") == (module.path, release)


@pytest.mark.parametrize(
    ("release", "told"),
    [
        (("github.com/twmb/franzgo", "v1.22.2", "sticky"), "did you mean 'github.com/twmb/franz-go'?"),
        ((FRANZ, "v1.22.2", "stiky"), "did you mean 'sticky'?"),
        ((SARAMA, "v1.38.1", "cooperative-sticky"), "no assignor called 'cooperative-sticky'"),
        ((FRANZ, "master", "sticky"), "'master' is no release of a module: expected one like v0.8.0"),
        ((FRANZ, "v0.7.1", "sticky"), "before v0.8.0, github.com/twmb/franz-go cannot be hosted"),
        (("github.com/IBM/sarama", "1.38.1", "range"), "it was called github.com/Shopify/sarama"),
    ],
)
def test_what_cannot_be_hosted_is_told_in_one_line(release: tuple[str, str, str], told: str) -> None:
    """Nothing is fetched or built for a name that cannot lead to a host."""
    with pytest.raises(AssayError) as wrong:
        resolve_release(*release, "go:target")

    assert str(wrong.value).startswith("go:target: ")
    assert told in str(wrong.value)
    assert "\n" not in str(wrong.value)


def test_what_a_release_has_is_read_from_its_own_sources(tmp_path: Path) -> None:
    """A release that declares a thing is built with the file that uses it."""
    (tmp_path / "balance_strategy.go").write_text("var BalanceStrategySticky = &stickyBalanceStrategy{}\n")

    assert ("sticky",) == MODULES[SARAMA].tags(tmp_path)


def test_what_only_a_releases_tests_have_is_not_in_it(tmp_path: Path) -> None:
    """Test files are no part of what is imported."""
    (tmp_path / "balance_strategy_test.go").write_text("var BalanceStrategySticky = &stickyBalanceStrategy{}\n")

    assert () == MODULES[SARAMA].tags(tmp_path)
