"""Find foreign tools (compilers, package clients) on the PATH, and run them one step at a time."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir
from typing import Any

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.cache import cache_folder

STEP_SECONDS = 900.0
"""The time limit of a step. The longest step, building librdkafka, takes one minute."""

NPM_PATIENCE = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000")
"""Options for npm wherever it contacts its registry. Without them it retries for minutes without a network."""

_LAST_WORDS = 300
_LONGEST_STEP = 100
_LOOKUP_SECONDS = 60.0
_TELLING = re.compile(r"\berror\b|\bfatal\b|\bERR!", re.IGNORECASE)
_OFFLINE = re.compile(
    r"could not resolve|name resolution|no such host|name or service not known|nodename nor servname"
    r"|network is unreachable|connection refused|no route to host|ENOTFOUND|EAI_AGAIN|ECONNREFUSED"
    r"|UnknownHostException|unknown host|host \S+ not found|ConnectException|failed to establish a new connection",
    re.IGNORECASE,
)
"""The messages of the tools for an unreachable registry."""
_FULL = "No space left on device"
"""The system's message for a full disk, which stands somewhere in the stack of a tool."""


def find_program(tool: str, target_text: str) -> str:
    """The path of `tool`. Raises `AssayError`, one line that names the tool and the target that needs it."""
    found = shutil.which(tool)
    if found is None:
        raise AssayError(f"{target_text} needs {tool}, which is not on the PATH")
    return found


def run_tool(
    words: Sequence[str],
    *,
    folder: Path,
    target_text: str,
    environment: Mapping[str, str] | None = None,
    seconds: float = STEP_SECONDS,
) -> str:
    """
    Run a tool in `folder` and return its stdout. `environment` is added to ours; stdin is empty.

    If it fails or does not end within `seconds`, raises `AssayError`: one line with the step and the tool's own
    message.
    """
    short = " ".join([words[0].rpartition("/")[2], *words[1:]])
    step = short if len(short) <= _LONGEST_STEP else short[:_LONGEST_STEP] + "..."
    with (
        subprocess.Popen(  # noqa: S603 - the steps of our own recipes
            [find_program(words[0], target_text), *words[1:]],
            cwd=folder,
            env={**os.environ, **(environment or {})},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        ) as process
    ):
        try:
            printed, errors = process.communicate(timeout=seconds)
        except BaseException as wrong:
            # Also after an interrupt: compilers have child processes, which would otherwise continue.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            if isinstance(wrong, subprocess.TimeoutExpired):
                raise AssayError(f"{target_text}: `{step}` did not end within {seconds:g} s") from None
            raise
    if process.returncode:
        lines = [line.strip() for line in (printed + "\n" + errors).splitlines() if line.strip()]
        if any(_FULL in line for line in lines):
            places = f"{gettempdir()} (TMPDIR) or {cache_folder()} (ASSAY_CACHE)"
            raise AssayError(f"{target_text}: a disk is full ({_FULL}): free some in {places}; `{step}` failed")
        telling = [line for line in lines if _TELLING.search(line)]
        is_offline = any(_OFFLINE.search(line) for line in lines)
        why = " (no registry can be reached; are you offline?)" if is_offline else ""
        said = " ".join(telling)[:_LAST_WORDS] if telling else " ".join(lines)[-_LAST_WORDS:]
        raise AssayError(f"{target_text}: `{step}` failed{why}" + (f": {said}" if said else ", without any output"))
    return printed


def npm_view(package: str, *fields: str, target_text: str) -> Any:
    """What npm's registry says about a package; None where that cannot be read. Raises `AssayError`."""
    words = ("npm", "view", package, *fields, "--json", "--loglevel=error", *NPM_PATIENCE)
    printed = run_tool(words, folder=Path(gettempdir()), target_text=target_text, seconds=_LOOKUP_SECONDS)
    try:
        return json.loads(printed)
    except ValueError:
        return None
