from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.python_clients.clients import installed_release, is_installed

HERE = installed_release("aiokafka")


@pytest.mark.parametrize(("release", "expected"), [(None, True), (HERE, True), ("0.0.1", False)])
def test_target_without_release_means_the_installed_one(release: str | None, expected: bool) -> None:
    assert expected == is_installed("aiokafka", release)


def test_missing_client_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.path", [])

    with pytest.raises(
        AssayError, match=r"^aiokafka without a release needs aiokafka: install kafka-assay\[clients\]$"
    ):
        installed_release("aiokafka")
