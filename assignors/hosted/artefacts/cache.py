"""The folder for everything that is fetched or built: in the user's cache, never in this repository."""

from __future__ import annotations

import os
from pathlib import Path

CACHE = "ASSAY_CACHE"
"""The environment variable that names another folder."""


def cache_folder() -> Path:
    """The folder of all artefacts: `$ASSAY_CACHE`, else the platform's cache folder. It may not exist yet."""
    named = os.environ.get(CACHE)
    if named:
        return Path(named).expanduser().absolute()
    from platformdirs import user_cache_path

    return user_cache_path("kafka-assay", appauthor=False)
