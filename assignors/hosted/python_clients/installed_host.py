"""The process of an installed Python client: `python -P -m ...python_clients.installed_host CLIENT`."""

from __future__ import annotations

import sys

from kafka_assay.assignors.hosted.python_clients.client_host import serve_client
from kafka_assay.assignors.hosted.python_clients.clients import installed_release
from kafka_assay.assignors.hosted.serving.python_host_main import serve_until_end


def main(client: str) -> int:
    """Serve the assignors of the installed `client` until stdin ends. Returns the exit code."""
    return serve_until_end(lambda: serve_client(client, installed_release(client)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
