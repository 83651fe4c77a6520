"""The consumers of `docs/wire/` as `wire:` targets: their clients are fetched first, or the test is skipped."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from kafka_assay.assignors.hosted.host_target import HostTarget
from kafka_assay.assignors.hosted.target_kinds import parse_target
from tests.assignors.hosted.real_hosts import MISSING, start_or_skip
from tests.support.wire.clients import ARGUMENTS
from tests.support.wire.released_recipes import PINNED_WHEEL, Words


def wire_target(words: Words, strategy: str) -> str:
    """Return the name of the target that starts these words."""
    return f"wire:{shlex.join(words)} {ARGUMENTS}#{strategy}"


def words_or_skip(recipe: str, program: Callable[[], Words]) -> Words:
    """Return the words that start a recipe. Skip the test where its tools are missing."""
    return start_or_skip(recipe, program, (*MISSING, PINNED_WHEEL))


@contextmanager
def opened(text: str) -> Iterator[HostTarget]:
    """Open a target. Skip the test where its tools are missing."""
    command = start_or_skip(text, parse_target(text).host_command)
    with closing(HostTarget(text, command)) as target:
        yield target
