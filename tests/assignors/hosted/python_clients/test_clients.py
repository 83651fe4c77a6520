"""Which release of a Python client is here, and whether it is the one that is meant."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.python_clients.clients import installed_release, is_installed

HERE = installed_release("aiokafka")


@pytest.mark.parametrize(("release", "expected"), [(None, True), (HERE, True), ("0.0.1", False)])
def test_no_release_in_particular_is_the_installed_one(release: str | None, expected: bool) -> None:
    """And so is that release itself."""
    assert expected == is_installed("aiokafka", release)


def test_a_client_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line."""
    monkeypatch.setattr("sys.path", [])

    with pytest.raises(
        AssayError, match=r"^aiokafka without a release needs aiokafka: install kafka-assay\[clients\]$"
    ):
        installed_release("aiokafka")
