"""Java assignors: `maven:org.apache.kafka:kafka-clients:4.4.0:RangeAssignor`, `jar:target/mine.jar:com.acme.Mine`."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.host_family import HostFamily, ReleasedName, TargetName
from kafka_assay.assignors.hosted.release_order import ReleaseOrder


@dataclass(frozen=True, slots=True, kw_only=True)
class JavaName(ReleasedName):
    """A class in a released artefact of the `group`; the artefact is the package."""

    form = "maven:GROUP:ARTIFACT:VERSION:Class"
    says = "a released Java assignor, of clients or of the group coordinator"
    example = "maven:org.apache.kafka:kafka-clients:4.4.0:StickyAssignor"
    pattern = r"maven:(?P<group>\w[\w.-]*):(?P<package>\w[\w.-]*):(?P<release>[^:\s]+):(?P<assignor>[\w.$]+)"
    template = "maven:{0.group}:{0.package}:{0.release}:{0.assignor}"
    order = ReleaseOrder.MAVEN

    group: str
    release: str

    @property
    def label(self) -> str:
        """The artefact and the rule, without the words that all of Kafka's assignors share."""
        rule = self.assignor.rpartition(".")[2].removesuffix("Assignor")
        return f"{self.package.removeprefix('kafka-group-')} {rule}"

    def host_command(self) -> HostCommand:
        """The command that starts the host; the artefact is fetched first, where it is missing."""
        from kafka_assay.assignors.hosted.java.jars import ensure_released_jars
        from kafka_assay.assignors.hosted.java.java_command import java_command

        jars = ensure_released_jars(self.group, self.package, self.release, self.text)
        return java_command(self.assignor, jars, self.text)

    def list_releases(self) -> tuple[str, ...]:
        """All releases of the artefact."""
        from kafka_assay.assignors.hosted.java.releases import list_releases

        return list_releases(self.group, self.package)


@dataclass(frozen=True, slots=True, kw_only=True)
class JarName(TargetName):
    """A class in local jars and folders; `paths` are separated by colons."""

    form = "jar:PATH[:PATH...]:Class"
    says = "the same from jars on this machine: one being developed"
    example = "jar:target/mine.jar:com.acme.Mine"
    pattern = r"jar:(?P<paths>[^:]+(?::[^:]+)*):(?P<assignor>[\w.$]+)"
    template = "jar:{0.paths}:{0.assignor}"

    paths: str
    assignor: str

    def host_command(self) -> HostCommand:
        """The command that starts the host."""
        from kafka_assay.assignors.hosted.java.jars import local_jars
        from kafka_assay.assignors.hosted.java.java_command import java_command

        return java_command(self.assignor, local_jars(self.paths.split(":"), self.text), self.text)


FAMILY = HostFamily(place=3, kinds=(JavaName, JarName), expressed="java.md")
