from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.targets.release_range import newest_per_series, parse_release_range

RELEASED = ["2.0.10", "2.0.2", "2.1.0", "1.4.7", "2.1.0rc1", "3.0.0"]


@pytest.mark.parametrize(
    ("ends", "found"),
    [
        ("..", "1.4.7 2.0.2 2.0.10 2.1.0 3.0.0"),
        ("2.0.2..2.1", "2.0.2 2.0.10 2.1.0"),
        ("2.0.3..", "2.0.10 2.1.0 3.0.0"),
        ("..2.0.2", "1.4.7 2.0.2"),
        ("2.0.2..2.0.2", "2.0.2"),
        ("2.1.0rc1..", "2.1.0rc1 2.1.0 3.0.0"),
    ],
)
def test_range_lists_its_releases_oldest_first(ends: str, found: str) -> None:
    """Both ends are included, an empty end is open; a pre-release counts only where named."""
    assert tuple(found.split()) == parse_release_range(f"kafka-python=={ends}:sticky").select(RELEASED)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("kafka-python==..:sticky", "kafka-python==7:sticky"),
        ("maven:a.b:c:2.4.0..:D", "maven:a.b:c:7:D"),
        ("go:example.org/x@v1..v2:sticky", "go:example.org/x@7:sticky"),
        ("librdkafka==1.6.0..2.12.1:range", "librdkafka==7:range"),
        ("npm:@platformatic/kafka@..:roundrobin", "npm:@platformatic/kafka@7:roundrobin"),
    ],
)
def test_each_release_of_a_range_is_a_target(text: str, at: str) -> None:
    asked = parse_release_range(text)

    assert at == asked.target_at("7")
    assert asked.is_same_assignor(at)
    assert not asked.is_same_assignor("sticky")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("sticky", "has no releases: expected a kafka-python, aiokafka, maven, go, librdkafka"),
        ("exec:./host", "has no releases"),
        ("kafka-python:sticky", "instead of the release, such as kafka-python==..:sticky"),
        ("kafka-python==2.0.2:sticky", "such as kafka-python==2.0.2..:sticky"),
        ("kafka-python==3.0..2.0:sticky", "3.0 is newer than 2.0: expected the older one first"),
        ("npm:kafkajs@newest..:roundrobin", "'newest' is not a release"),
    ],
)
def test_malformed_range_is_rejected(text: str, why: str) -> None:
    with pytest.raises(AssayError) as wrong:
        parse_release_range(text)

    assert str(wrong.value).startswith(f"{text}: ")
    assert why in str(wrong.value)


def test_empty_range_names_oldest_and_newest_release() -> None:
    """Without pre-releases."""
    with pytest.raises(AssayError, match=r"no release in 4\.\.; the oldest release is 1\.4\.7, the newest 3\.0\.0"):
        parse_release_range("kafka-python==4..:sticky").select([*RELEASED, "3.1.0b1"])


def test_newest_patch_release_of_each_minor_version_is_selected() -> None:
    asked = parse_release_range("kafka-python==..:sticky")

    assert ("1.4.7", "2.0.10", "2.1.0", "3.0.0") == newest_per_series(asked.select(RELEASED), asked.order)
