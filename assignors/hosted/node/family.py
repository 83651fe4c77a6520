"""The assignors of JavaScript clients: `npm:kafkajs@2.2.4:roundrobin`."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.host_family import HostFamily, ReleasedName
from kafka_assay.assignors.hosted.release_order import ReleaseOrder

_PACKAGE = r"(?a:(?:@[a-z0-9][\w.~-]*/)?[A-Za-z0-9][\w.~-]*)"
"""A package name. It excludes options of npm."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NpmName(ReleasedName):
    """An assignor of a package of npm."""

    form = "npm:PACKAGE@VERSION:NAME"
    says = "a JavaScript client's assignors"
    example = "npm:kafkajs@2.2.4:roundrobin"
    pattern = rf"npm:(?P<package>{_PACKAGE})@(?P<release>[^@:\s]+):(?P<assignor>[^:\s]+)"
    template = "npm:{0.package}@{0.release}:{0.assignor}"
    order = ReleaseOrder.SEMANTIC

    release: str

    @property
    def label(self) -> str:
        """The package or its publisher, and the assignor."""
        return f"{self.package.partition('/')[0].removeprefix('@')} {self.assignor}"

    def host_command(self) -> HostCommand:
        """The command that starts the host; the package is installed first, where it is missing."""
        from kafka_assay.assignors.hosted.artefacts.tools import find_program
        from kafka_assay.assignors.hosted.node.installation import ensure_installed, host_words
        from kafka_assay.assignors.hosted.node.packages import translation_of

        translation = translation_of(self.package)
        node = find_program("node", self.text)
        folder = ensure_installed(self.package, self.release, self.text)
        return HostCommand(words=host_words(node, translation, self.package, folder), assignor=self.assignor)

    def list_releases(self) -> tuple[str, ...]:
        """All releases of the package."""
        from kafka_assay.assignors.hosted.node.releases import list_releases

        return list_releases(self.package)


FAMILY = HostFamily(place=6, kinds=(NpmName,), expressed="javascript.md")
