"""The consumer programs in the replay commands of findings: built into the cache, instead of into the checkout."""

from __future__ import annotations

import shlex
from functools import partial
from pathlib import Path

from tests.assignors.hosted.real_hosts import start_or_skip
from tests.assignors.hosted.wire.programs import words_or_skip
from tests.support.wire.released_recipes import platformatic_program
from tests.support.wire.rust_recipes import ensure_rust_consumer

NODE = {"node docs/wire/platformatic/consumer.mjs": platformatic_program}
"""Words that start a recipe on node -> the function that returns the words of the installed one."""
RUST = {"rust-consumers/debug/kacrab-consumer": ("kacrab", "0.4.0")}
"""Words that start a recipe in Rust -> its client and release."""


def needs_rust(target: str) -> bool:
    """Whether the target is a recipe in Rust."""
    return any(f"wire:{words} " in target for words in RUST)


def with_built_program(arguments: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """Replace the words that start a recipe by those of a built one. Skip the test where its tools are missing."""
    return tuple(_with_built_program(word, folder) if word.startswith("wire:") else word for word in arguments)


def _with_built_program(target: str, folder: Path) -> str:
    for words, program in NODE.items():
        if words in target:
            return target.replace(words, shlex.join(words_or_skip(words, partial(program, folder))))
    for words, (client, version) in RUST.items():
        if words in target:
            built = start_or_skip(client, partial(ensure_rust_consumer, client, version))
            return target.replace(words, str(built))
    return target
