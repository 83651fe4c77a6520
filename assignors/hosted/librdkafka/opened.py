"""
How the host of an assignor of librdkafka is started.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from assignors.hosted.librdkafka.building import built
from assignors.hosted.started import Started
from assignors.hosted.target_name import at_release

if TYPE_CHECKING:
    from assignors.hosted.target_name import PackageName


def host_command(name: PackageName) -> Started:
    """
    What starts the host of `name`; it is fetched and built first, where it is not kept yet. Raises `AssayError`.
    """
    host = built(name.version, at_release(name, name.version))
    return Started(words=(str(host),), assignor=name.assignor)
