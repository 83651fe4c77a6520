"""
How the host of a JavaScript assignor is started.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from assignors.hosted.artefacts.tools import program
from assignors.hosted.node.installed import installed
from assignors.hosted.node.packages import translation_of
from assignors.hosted.started import Started
from assignors.hosted.target_name import at_release

if TYPE_CHECKING:
    from assignors.hosted.target_name import PackageName

HOST = Path(__file__).with_name("host.mjs")

_APART = 'exec "$@" 3<&0 4>&1 </dev/null >&2'
"""
The pipes of the protocol move to where no foreign code looks for them: stdin is empty, and stdout leads to stderr.

Node cannot do this for itself: it has no way to duplicate a descriptor.
"""


def host_command(name: PackageName) -> Started:
    """
    What starts the host of `name`; the package is installed first, where it is not yet. Raises `AssayError`.
    """
    text = at_release(name, name.version)
    translation = translation_of(name.package)
    node = program("node", text)
    folder = installed(name.package, name.version, text)
    return Started(words=words_of(node, translation, name.package, folder), assignor=name.assignor)


def words_of(node: str, translation: str, package: str, folder: Path) -> tuple[str, ...]:
    """
    The command of a host of the `package` that is installed in `folder`, run by `node`.
    """
    return ("/bin/sh", "-c", _APART, "assay-node-host", node, str(HOST), translation, package, str(folder))
