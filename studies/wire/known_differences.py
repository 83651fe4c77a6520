"""The known differences between a client on the wire and its host. A person adds a line after examining one."""

from __future__ import annotations

from fnmatch import fnmatchcase

_CHANGES = (
    "The host alone gives different plans, too, when it is asked again: the balancer follows the order of Go's maps."
)

KNOWN: tuple[tuple[str, str, str], ...] = (
    ("franz-go:*sticky", "the plan is not fixed*", _CHANGES),
    ("sarama:*sticky", "the plan is not fixed*", _CHANGES),
    (
        "franz-go:*sticky",
        "order of subscriptions",
        "The host sorts a member's topics, as franz-go's members do. On the wire they have the order of the group.",
    ),
    (
        "kafka-python:*sticky",
        "claims",
        (
            "The program subscribes to all topics of its pool, and its metadata has them. kafka-python takes "
            "subscriptions as equal only if all topics of its metadata have the same subscribers, so on the wire they "
            "are unequal to it."
        ),
    ),
)
"""Pattern of the pair, pattern of the cause, and why the plans differ."""


def explanation(pair: str, cause: str) -> str | None:
    """Why the plans of a pair differ for this cause; None if nobody has examined it."""
    return next((why for one, other, why in KNOWN if fnmatchcase(pair, one) and fnmatchcase(cause, other)), None)
