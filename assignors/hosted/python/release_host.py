"""
The process of one release of a Python client: `python -P -S release_host.py FOLDER CLIENT`.

It speaks `assay-host/1`. From our environment it sees only this package. `sys.path` has the standard library and
`FOLDER`, with the release and its dependencies. So our modules that this process imports may import only the standard
library.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

_ASSIGNORS = Path(__file__).resolve().parents[2]


def main(folder: str, client: str) -> int:
    """Serve the assignors of the `client` in `folder` until stdin ends. Returns the exit code."""
    sys.path.insert(0, folder)
    _import_ours_alone()
    from kafka_assay.assignors.hosted.host_server import serve_until_end
    from kafka_assay.assignors.hosted.python.client_host import serve_client

    return serve_until_end(lambda: serve_client(client, _release(folder, client)))


def _import_ours_alone() -> None:
    """Make `kafka_assay.assignors` importable, and nothing else beside it."""
    package = sys.modules["kafka_assay"] = ModuleType("kafka_assay")
    package.__path__ = []
    name = "kafka_assay.assignors"
    spec = spec_from_file_location(name, _ASSIGNORS / "__init__.py", submodule_search_locations=[str(_ASSIGNORS)])
    assert spec is not None
    assert spec.loader is not None
    ours = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(ours)


def _release(folder: str, client: str) -> str:
    """
    The release in the name of the folder's metadata; reading it through `importlib.metadata` takes longer than all.
    """
    (found,) = Path(folder).glob(f"{client.replace('-', '_')}-*.dist-info")
    return found.name.removesuffix(".dist-info").rpartition("-")[2]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
