"""The balancers of Go clients: of a release, or of a module on this machine."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from kafka_assay.assignors.hosted.host_command import HostCommand
from kafka_assay.assignors.hosted.host_family import HostFamily, ReleasedName, TargetName
from kafka_assay.assignors.hosted.release_order import ReleaseOrder

_MODULE = r"(?a:[A-Za-z0-9][\w.~-]*(?:/[A-Za-z0-9_~][\w.~-]*)*)"
"""A module path. It excludes local paths."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoName(ReleasedName):
    """A balancer of a Go module; the module's path is the package."""

    form = "go:MODULE@VERSION:NAME"
    says = "a Go client's balancer"
    example = "go:github.com/twmb/franz-go@v1.22.2:sticky"
    pattern = rf"go:(?P<package>{_MODULE})@(?P<release>[^@:\s]+):(?P<assignor>[^:\s]+)"
    template = "go:{0.package}@{0.release}:{0.assignor}"
    order = ReleaseOrder.SEMANTIC

    release: str

    def host_command(self) -> HostCommand:
        """The command that starts the host; it is built first, where it is missing."""
        from kafka_assay.assignors.hosted.go.building import ensure_go_host
        from kafka_assay.assignors.hosted.go.modules import resolve_release

        module, version = resolve_release(self.package, self.release, self.assignor, self.text)
        return HostCommand(words=(str(ensure_go_host(module, version, self.text)),), assignor=self.assignor)

    def list_releases(self) -> tuple[str, ...]:
        """All releases of the module, including retracted ones."""
        from kafka_assay.assignors.hosted.go.releases import list_releases

        return list_releases(self.package)


@dataclass(frozen=True, slots=True, kw_only=True)
class GoFolderName(TargetName):
    """A balancer of a Go module in a folder on this machine; its `go.mod` says which module it is."""

    form = "gomod:PATH:NAME"
    says = "the same from a Go module on this machine: one being developed"
    example = "gomod:../franz-go:sticky"
    pattern = r"gomod:(?P<path>[^:]+):(?P<assignor>[^:\s]+)"
    template = "gomod:{0.path}:{0.assignor}"

    path: str
    assignor: str

    def host_command(self) -> HostCommand:
        """The command that starts the host; it is built first, where it is missing."""
        from kafka_assay.assignors.hosted.go.local_module import ensure_local_host

        host = ensure_local_host(Path(self.path), self.assignor, self.text)
        return HostCommand(words=(str(host),), assignor=self.assignor)


FAMILY = HostFamily(place=4, kinds=(GoName, GoFolderName), expressed="go.md")
