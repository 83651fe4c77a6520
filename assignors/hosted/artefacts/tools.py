"""Foreign tools (compilers, package clients): found on the PATH, and run one step at a time."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from kafka_assay.assignors.errors import AssayError

STEP_SECONDS = 900.0
"""A step that has not ended by then never will: building librdkafka, the longest, takes one minute."""

NPM_PATIENCE = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000")
"""What npm is told wherever it asks its registry: by itself it tries for minutes where there is no network."""

_LAST_WORDS = 300
_TELLING = re.compile(r"\berror\b|\bfatal\b|\bERR!", re.IGNORECASE)
_OFFLINE = re.compile(
    r"could not resolve|name resolution|no such host|name or service not known|nodename nor servname"
    r"|network is unreachable|connection refused|no route to host|ENOTFOUND|EAI_AGAIN|ECONNREFUSED"
    r"|UnknownHostException|unknown host|ConnectException|failed to establish a new connection",
    re.IGNORECASE,
)
"""How tools say that they reached nobody, each in its own words."""


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
    What a tool printed to stdout, run in `folder` with `environment` added to ours and an empty stdin.

    Where it fails or does not end within `seconds`: `AssayError`, one line with the step and the tool's own words.
    """
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
            printed, complained = process.communicate(timeout=seconds)
        except BaseException as wrong:
            # Interrupted, too: compilers have children, and nobody else would end them.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            if isinstance(wrong, subprocess.TimeoutExpired):
                raise AssayError(f"{target_text}: `{_step_label(words)}` did not end within {seconds:g} s") from None
            raise
    if process.returncode:
        raise AssayError(f"{target_text}: `{_step_label(words)}` failed{_failure_reason(printed, complained)}")
    return printed


def _step_label(words: Sequence[str]) -> str:
    """The step as a reader needs it: the tool and its first words, without the paths of a build."""
    short = " ".join([words[0].rpartition("/")[2], *words[1:]])
    return short if len(short) <= _LAST_WORDS // 3 else short[: _LAST_WORDS // 3] + "..."


def _failure_reason(printed: str, complained: str) -> str:
    lines = [line.strip() for line in (printed + "\n" + complained).splitlines() if line.strip()]
    telling = [line for line in lines if _TELLING.search(line)]
    offline = " (no registry can be reached: offline?)" if any(_OFFLINE.search(line) for line in lines) else ""
    words = " ".join(telling)[:_LAST_WORDS] if telling else " ".join(lines)[-_LAST_WORDS:]
    return f"{offline}: {words}" if words else f"{offline}, without a word"
