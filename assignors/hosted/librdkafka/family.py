"""The assignors inside librdkafka: `librdkafka==2.12.1:range`."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.host_family import HostFamily, ReleasedName
from kafka_assay.assignors.hosted.release_order import ReleaseOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class LibrdkafkaName(ReleasedName):
    """An assignor of librdkafka, which is its own package."""

    form = "librdkafka==RELEASE:NAME"
    says = "librdkafka's assignors, built from source"
    example = "librdkafka==2.12.1:cooperative-sticky"
    pattern = r"(?s:(?P<package>librdkafka)==(?P<release>[^:]+):(?P<assignor>.+))"
    template = "{0.package}=={0.release}:{0.assignor}"
    order = ReleaseOrder.SEMANTIC

    release: str

    def host_command(self) -> HostCommand:
        """The command that starts the host; it is fetched and built first, where it is missing."""
        from kafka_assay.assignors.hosted.librdkafka.building import ensure_librdkafka_host

        return HostCommand(words=(str(ensure_librdkafka_host(self.release, self.text)),), assignor=self.assignor)

    def list_releases(self) -> tuple[str, ...]:
        """All available releases."""
        from kafka_assay.assignors.hosted.librdkafka.releases import list_releases

        return list_releases()


FAMILY = HostFamily(place=5, kinds=(LibrdkafkaName,), expressed="librdkafka.md")
