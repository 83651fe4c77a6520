"""The known differences between a client on the wire and its host. A person adds a line after examining one."""

from __future__ import annotations

from fnmatch import fnmatchcase

from studies.wire.group_changes import NAMES, NO_CLAIMS
from studies.wire.plan_comparison import OTHER_TOPICS

_CHANGES = (
    "The host alone gives different plans, too, when it is asked again: the balancer follows the order of Go's maps."
)

KNOWN: tuple[tuple[str, str, str], ...] = (
    ("franz-go:*sticky", "the plan is not fixed*", _CHANGES),
    ("sarama:*sticky", "the plan is not fixed*", _CHANGES),
    (
        "kafka-python:*sticky",
        OTHER_TOPICS,
        (
            "The program subscribes to all topics of its pool, and its metadata has them. kafka-python takes "
            "subscriptions as equal only if all topics of its metadata have the same subscribers, so on the wire they "
            "are unequal to it. A host that is told all these topics gives the plan of the wire."
        ),
    ),
    (
        "aiokafka:sticky",
        OTHER_TOPICS,
        (
            "The leader asks for metadata only if the group has a topic that it does not know. So its metadata may "
            "have topics of the group before, to which nobody subscribes, and then subscriptions are unequal to it. A "
            "host that is told more topics gives the plan of the wire."
        ),
    ),
    (
        "kafkajs:*",
        NAMES,
        (
            "kafkajs keeps topics as names of an object's properties: names that are numbers come first, and "
            "`__proto__` is lost. Topics have other names on the wire. With these names the host gives the same plan."
        ),
    ),
    (
        "platformatic:cooperative-sticky",
        NAMES,
        (
            "The assigner sorts topics with `localeCompare`, which puts `Y` after `t0`. On the wire topics have other "
            "names, which sort as the group's names do by code units. With these names the host gives the same plan."
        ),
    ),
    (
        "platformatic:cooperative-sticky",
        NO_CLAIMS,
        (
            "A member of platformatic sends its generation only with claims, and the host writes what members write. "
            "On the wire each member sends the generation that the group says, as members of other clients do."
        ),
    ),
)
"""Pattern of the pair, pattern of the cause, and why the plans differ."""


def explanation(pair: str, cause: str) -> str | None:
    """Why the plans of a pair differ for this cause; None if nobody has examined it."""
    return next((why for one, other, why in KNOWN if fnmatchcase(pair, one) and fnmatchcase(cause, other)), None)
