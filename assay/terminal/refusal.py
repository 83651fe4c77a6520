"""The stack trace of an assignor's failed `configure()`."""

from __future__ import annotations

from assay.terminal.output import note


def note_refusal(*targets: object) -> None:
    """Print the first such stack trace of each of the `targets` on stderr."""
    for target in targets:
        stack = getattr(target, "refusal_trace", "")
        if stack:
            note(stack.rstrip())
