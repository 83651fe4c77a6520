"""The places on an implementation's page that links name."""

from __future__ import annotations


def commands_anchor(assignor: str, law: str | None = None) -> str:
    """
    The place of the commands of an assignor, or of one of its broken laws.

    >>> commands_anchor("StickyAssignor"), commands_anchor("sticky", "settles")
    ('stickyassignor-commands', 'sticky-settles')
    """
    return f"{assignor.lower()}-{law or 'commands'}"
