"""The exceptions of checks: the host makes a mistake, or nothing can be seen."""

from __future__ import annotations


class Mistake(Exception):
    """The host breaks a rule: `why`, and the lines that show it."""

    def __init__(self, why: str, *, sent: bytes | None = None, came: bytes | None = None) -> None:
        """`sent` is our last line, `came` the host's reply; None where there was none."""
        super().__init__(why)
        self.why = why
        self.sent = sent
        self.came = came


class NotSeenError(Exception):
    """Nothing shows whether the host keeps this rule; the text is the reason."""
