"""The releases of a JavaScript client, from its registry."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.artefacts.tools import NPM_PATIENCE, run_tool
from kafka_assay.assignors.hosted.node.packages import translation_of
from kafka_assay.assignors.hosted.release_order import ReleaseOrder

_SECONDS = 60.0


def list_releases(package: str) -> tuple[str, ...]:
    """All released versions of `package`, oldest first. Raises `AssayError` where the list cannot be fetched."""
    translation_of(package)
    words = ("npm", "view", package, "versions", "--json", "--loglevel=error", *NPM_PATIENCE)
    printed = run_tool(words, folder=Path(tempfile.gettempdir()), target_text=f"npm:{package}", seconds=_SECONDS)
    try:
        parsed = json.loads(printed)
    except ValueError:
        raise AssayError(f"npm:{package}: `npm view` gave no list of releases") from None
    listed = [parsed] if isinstance(parsed, str) else parsed  # npm prints a single release without a list
    return tuple(sorted(map(str, listed), key=ReleaseOrder.SEMANTIC.sort_key))
