"""The implementations of the state page, and their targets: the newest releases, and the references."""

from __future__ import annotations

from importlib.metadata import version

from kafka_assay.assignors.hosted.host_family import ReleasedName
from kafka_assay.assignors.hosted.targets.target_name import parse_target
from kafka_assay.assignors.registry import default_names
from studies.newest_releases import IMPLEMENTATIONS

REFERENCES = "references"


def implementations() -> dict[str, tuple[str, ...]]:
    """Implementation -> its targets. The references are the last one."""
    return {**IMPLEMENTATIONS, REFERENCES: tuple(default_names())}


def release_of(target: str) -> str:
    """
    The release that `target` names; of a reference, the release of this package.

    >>> release_of("go:github.com/twmb/franz-go@v1.22.2:sticky")
    'v1.22.2'
    """
    name = parse_target(target)
    return (name.release or "") if isinstance(name, ReleasedName) else version("kafka-assay")


def releases_up_to(target: str) -> str | None:
    """
    The same assignor at every release up to the one of `target`; None for a reference, which has one release.

    >>> releases_up_to("kafka-python==3.0.12:sticky")
    'kafka-python==..3.0.12:sticky'
    """
    name = parse_target(target)
    return name.at_release(f"..{name.release}").text if isinstance(name, ReleasedName) else None


def assignor_name(target: str) -> str:
    """
    The name of the assignor in its implementation.

    >>> assignor_name("maven:org.apache.kafka:kafka-clients:4.4.0:StickyAssignor")
    'StickyAssignor'
    """
    return target.rpartition(":")[2].rpartition("#")[2]
