"""The form of an error message that tests expect."""

from __future__ import annotations

import re


def one_line(start: str, told: str = "") -> str:
    """The pattern of a message of one line that begins with `start`, and says what is `told` after it."""
    return rf"\A{re.escape(start)}[^\n]*{re.escape(told)}[^\n]*\Z"
