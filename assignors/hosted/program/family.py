"""Any program that speaks the host protocol: `exec:./my-host --quiet#mine`."""

from __future__ import annotations

from dataclasses import dataclass

from kafka_assay.assignors.hosted.host_command import HostCommand, command_words
from kafka_assay.assignors.hosted.host_family import HostFamily, TargetName


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramName(TargetName):
    """A command line, and one of the program's assignors; None: its only one."""

    form = "exec:COMMAND[#NAME]"
    says = "any program that speaks assay-host/1; #NAME picks one of several"
    example = "exec:./my-host --quiet#mine"
    pattern = r"(?s:exec:(?P<command>.*?)(?:#(?P<assignor>[^\s#'\"]+))?)"

    command: str
    assignor: str | None

    def __post_init__(self) -> None:
        """Raise `AssayError` where the command cannot be split into words."""
        command_words(self.command, self.text, self.form)

    @property
    def text(self) -> str:
        """The text of the target."""
        return f"exec:{self.command}" + (f"#{self.assignor}" if self.assignor else "")

    def host_command(self) -> HostCommand:
        """The command, split as a shell splits it."""
        return HostCommand(words=command_words(self.command, self.text, self.form), assignor=self.assignor)


FAMILY = HostFamily(place=7, kinds=(ProgramName,), expressed=None)
