"""
How the host of a Go target is started: built where it is not yet kept, then run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assignors.hosted.go.building import built
from assignors.hosted.go.modules import wanted_release
from assignors.hosted.started import Started
from assignors.hosted.target_name import at_release

if TYPE_CHECKING:
    from assignors.hosted.target_name import GoName


def host_command(name: GoName) -> Started:
    """
    What starts the host of `name`. Raises `AssayError` where it cannot be built.
    """
    wanted_by = at_release(name, name.version)
    module, version = wanted_release(name, wanted_by)
    return Started(words=(str(built(module, version, wanted_by)),), assignor=name.assignor)
