from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.java.assignor_classes import find_assignors
from kafka_assay.assignors.hosted.java.class_file import parse_class_file
from kafka_assay.assignors.hosted.targets.target_name import parse_target
from tests.assignors.hosted.java.hosts import NEWEST, NEWEST_COORDINATOR, OLDEST_COORDINATOR, command
from tests.assignors.hosted.java.own_classes import own_target

OWN = ["acme.Falling", "acme.First", "acme.OnCoordinator"]


def complaint(target: str) -> str:
    """Return the message about a target that cannot be opened."""
    with pytest.raises(AssayError) as wrong:
        parse_target(target).host_command()
    return str(wrong.value)


def test_assignors_implement_the_interface_directly_or_by_inheritance(classes: Path) -> None:
    """In a folder without Kafka, and in a jar."""
    jar = classes / "mine.jar"
    with zipfile.ZipFile(jar, "w") as packed:
        for file in sorted((classes / "acme").glob("*.class")):
            packed.write(file, f"acme/{file.name}")

    found = [find_assignors([str(place)], [*OWN, "acme.Missing"]) for place in (classes, jar)]
    jar.unlink()

    assert [OWN, OWN] == found


def test_a_wrong_name_gets_the_jars_own_assignors_as_a_hint(classes: Path) -> None:
    """Kafka's own classes on the same class path are not named, except a close match."""
    far, near = (complaint(own_target(classes, name)) for name in ("Wrong", "acme.Firsts"))

    assert "the jars have no class Wrong; its assignors are Falling, First, " in far
    assert "RangeAssignor" not in far
    assert near.endswith("did you mean 'acme.First'?")


@pytest.mark.parametrize(
    ("release", "assignors"),
    [
        (NEWEST, "CooperativeStickyAssignor, RangeAssignor, RoundRobinAssignor, StickyAssignor"),
        (NEWEST_COORDINATOR, "RangeAssignor, UniformAssignor"),
        (OLDEST_COORDINATOR, "RangeAssignor, UniformAssignor"),
    ],
)
def test_a_wrong_name_of_an_artefact_gets_its_assignors_as_a_hint(release: str, assignors: str) -> None:
    """Assignors for share groups are not supported, so the hint leaves them out."""
    command(f"{release}:RangeAssignor")  # skips where it cannot be had

    assert complaint(f"{release}:Wrong").endswith(f"the jars have no class Wrong; its assignors are {assignors}")


@pytest.mark.parametrize(
    "data", [b"", b"\xca\xfe\xba\xbe", b"\xca\xfe\xba\xbe\0\0\0\x34\0\x02\x63", b"PK\x03\x04" + bytes(20)]
)
def test_invalid_class_file_has_no_assignor(data: bytes) -> None:
    assert parse_class_file(data) is None
