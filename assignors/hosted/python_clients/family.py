"""The assignors of kafka-python and aiokafka: `kafka-python==3.0.12:sticky`."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.assignors.hosted.host_command import HostCommand, python_host_command
from kafka_assay.assignors.hosted.host_family import HostFamily, ReleasedName
from kafka_assay.assignors.hosted.python_clients.clients import CLIENTS, check_assignor, installed_release, is_installed
from kafka_assay.assignors.hosted.release_order import ReleaseOrder

_RELEASE_AND_NAME = "(?:==(?P<release>[^:]+))?:(?P<assignor>(?s:.+))"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientName(ReleasedName):
    """An assignor of a Python client; without a release that of the installed one."""

    says = "the client's own assignors; without a release the installed one"
    order = ReleaseOrder.PYTHON

    @property
    def text(self) -> str:
        """The text of the target."""
        return f"{self.package}{'' if self.release is None else f'=={self.release}'}:{self.assignor}"

    def resolve(self) -> ClientName:
        """The same target with the installed release, where none is named."""
        if not is_installed(self.package, self.release):
            return self
        check_assignor(self.package, self.assignor)
        return self.at_release(installed_release(self.package))

    def default_likeness(self) -> str | None:
        """The promises of the assignor of this name at the newest release."""
        return CLIENTS[self.package].get(self.assignor)

    def host_command(self) -> HostCommand:
        """The command that starts the installed release; another one is fetched and unpacked first."""
        check_assignor(self.package, self.assignor)
        if is_installed(self.package, self.release):
            module = f"{__package__}.installed_host"
            return python_host_command(module, self.package, assignor=self.assignor, target_text=self.text)
        from kafka_assay.assignors.hosted.python_clients.release_folder import release_command

        assert self.release is not None
        return release_command(self.package, self.release, self.assignor)

    def list_releases(self) -> tuple[str, ...]:
        """All releases that have assignors of their own."""
        from kafka_assay.assignors.hosted.python_clients.releases import list_releases

        return list_releases(self.package)


class KafkaPythonName(ClientName):
    """An assignor of kafka-python."""

    __slots__ = ()
    form = "kafka-python[==RELEASE]:NAME"
    example = "kafka-python==3.0.12:sticky"
    pattern = f"(?P<package>kafka-python){_RELEASE_AND_NAME}"


class AiokafkaName(ClientName):
    """An assignor of aiokafka."""

    __slots__ = ()
    form = "aiokafka[==RELEASE]:NAME"
    example = "aiokafka==0.14.0:range"
    pattern = f"(?P<package>aiokafka){_RELEASE_AND_NAME}"


FAMILY = HostFamily(place=2, kinds=(KafkaPythonName, AiokafkaName), expressed="python.md")
