"""Any consumer program, which leads a group on our broker: `wire:./consumer {bootstrap} {group} {topics}#range`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.hosted.host_command import HostCommand, command_words, python_host_command
from kafka_assay.assignors.hosted.host_family import HostFamily, TargetName
from kafka_assay.assignors.hosted.process.limits import Limits

_NEEDED = ("bootstrap", "topics")
_START_SECONDS = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class WireName(TargetName):
    """
    A consumer program, and the strategy that it is started with; None: the program's own.

    `consumers` is the most programs that run side by side; None: one.
    """

    form = "wire:COMMAND[#NAME]"
    says = "any consumer program, on a broker of ours; {bootstrap}, {group}, {topics} and {strategy} are filled in"
    example = "wire:./consumer {bootstrap} {group} {topics} {strategy}#range"
    pattern = r"(?s:wire:(?:--consumers=(?P<consumers>[1-9]\d?) )?(?P<command>.*?)(?:#(?P<assignor>[^\s#'\"]+))?)"

    command: str
    assignor: str | None
    consumers: str | None = None

    def __post_init__(self) -> None:
        """Raise `AssayError` where the command has no words, or lacks a placeholder."""
        command_words(self.command, self.text, self.form)
        if self.command.startswith("--"):
            raise AssayError(f"{self.text}: expected --consumers=N before the command, with N from 1 to 99")
        for name in _NEEDED:
            if f"{{{name}}}" not in self.command:
                raise AssayError(f"{self.text}: the command does not contain {{{name}}}")
        if "{strategy}" in self.command and self.assignor is None:
            raise AssayError(f"{self.text}: {{strategy}} needs a name: add #NAME")

    @property
    def text(self) -> str:
        """The text of the target."""
        several = f"--consumers={self.consumers} " if self.consumers else ""
        return f"wire:{several}{self.command}" + (f"#{self.assignor}" if self.assignor else "")

    def host_command(self) -> HostCommand:
        """The command that starts our broker, which starts the program."""
        require_libraries("a wire: target", "kio")
        HostCommand(words=command_words(self.command, self.text, self.form), assignor=None).check_program()
        words = (self.consumers or "1", self.command, *(() if self.assignor is None else (self.assignor,)))
        started = python_host_command(
            f"{__package__}.wire_host", *words, assignor=self.assignor or "", target_text=self.text
        )
        return replace(started, assignor=self.assignor, limits=Limits(start_seconds=_START_SECONDS))


FAMILY = HostFamily(place=8, kinds=(WireName,), expressed="wire.md")
