"""The user's own Python assignors: `python:mypackage.assignors:Mine`."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from kafka_assay.assignors.hosted.host_command import HostCommand, python_host_command
from kafka_assay.assignors.hosted.host_family import HostFamily, TargetName
from kafka_assay.assignors.hosted.python.module_folders import project_folders


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonName(TargetName):
    """Any importable attribute of a module."""

    form = "python:package.module:Name"
    says = "any importable class or function with assign(group)"
    example = "python:mypackage.assignors:Mine"
    pattern = r"python:(?P<module>[^\s.:]+(?:\.[^\s.:]+)*):(?P<attribute>[^\s.]+(?:\.[^\s.]+)*)"
    template = "python:{0.module}:{0.attribute}"

    module: str
    attribute: str

    def host_command(self) -> HostCommand:
        """The command that starts a process which imports the module."""
        module, arguments = f"{__package__}.python_host", (self.module, self.attribute, *_module_folders())
        return python_host_command(module, *arguments, assignor=self.attribute, target_text=self.text)


def _module_folders() -> tuple[str, ...]:
    """The folders of the user's modules: the current one, `src` in it, then this process's search path."""
    here = Path.cwd()
    return tuple(dict.fromkeys(map(str, [*project_folders(here), *(folder or here for folder in sys.path)])))


FAMILY = HostFamily(place=1, kinds=(PythonName,), expressed=None)
