"""The progress of a search, as one line on the terminal."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kafka_assay.properties.search.news import SearchProgress


def progress_watcher(show: Callable[[str, float], None]) -> Callable[[SearchProgress], None]:
    """
    A function that shows the progress of a search: groups, time left, the worst so far, and the time spent.

    It shows at most ten updates a second.
    """
    shown = 0.0

    def watch(now: SearchProgress) -> None:
        nonlocal shown
        if time.monotonic() - shown < 0.1:
            return
        shown = time.monotonic()
        rate = now.groups / now.spent if now.spent else 0.0
        worst = f"widest spread {now.worst_spread}"
        if now.broken:
            law, family = now.broken[0]
            worst = f"✗ {law} ({family})" + (f" and {len(now.broken) - 1} more" if len(now.broken) > 1 else "")
        show(f"{now.groups:,} groups, {rate:.0f}/s, {now.left:.0f} s left, {worst}", now.spent)

    return watch
