"""The stack under a question that could not be put: where an assignor's `configure()` failed."""

from __future__ import annotations

from assay.terminal.output import note


def note_refusal(*targets: object) -> None:
    """Show on stderr the first stack that came with a refusal of each of the `targets`, where there was one."""
    for target in targets:
        stack = getattr(target, "refusal_trace", "")
        if stack:
            note(stack.rstrip())
