"""What a check raises: the host makes a mistake, or whether it does cannot be seen."""

from __future__ import annotations


class Mistake(Exception):
    """The host does what a host must not do: `why`, and the lines that show it."""

    def __init__(self, why: str, *, sent: bytes | None = None, came: bytes | None = None) -> None:
        """`sent` is what we said before, `came` what it said; None where that was nothing."""
        super().__init__(why)
        self.why = why
        self.sent = sent
        self.came = came


class NotSeenError(Exception):
    """Whether the host keeps to this cannot be seen: its text is the reason."""
