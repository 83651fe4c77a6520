"""pip, the registry's own client: it knows the configured registries and verifies its downloads."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from kafka_assay.assignors.hosted.artefacts.tools import run_tool

_ALONE = ("--no-input", "--disable-pip-version-check", "--retries", "1")


def run_pip(*words: str, folder: Path, target_text: str) -> str:
    """
    Run pip and return its output. Raises `AssayError` where it fails or is missing.

    It is this environment's pip. An environment without pip (such as uv's) uses the pip on the PATH.
    """
    command = (sys.executable, "-m", "pip") if find_spec("pip") else ("pip", "--python", sys.executable)
    return run_tool((*command, *words, *_ALONE), folder=folder, target_text=target_text)
