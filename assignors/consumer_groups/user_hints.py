"""Data that the user adds to the text: subscriptions, and partition counts of topics."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kafka_assay.assignors.consumer_groups.views import Views
from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.model import MOST_PARTITIONS, is_legal_topic

_NAMES_SHOWN = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class UserHints:
    """What the user adds: `subscriptions` (member id or client id -> topics) and `partitions` (topic -> count)."""

    subscriptions: dict[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    partitions: dict[str, int] = field(default_factory=dict, hash=False)

    def subscription(self, member: str, client_id: str | None) -> tuple[str, ...] | None:
        """The topics given for a member, by its own id first, then by its client id; None where there are none."""
        by_client = None if client_id is None else self.subscriptions.get(client_id)
        return self.subscriptions.get(member, by_client)


def parse_hints(subscriptions: Sequence[str], partitions: Sequence[str]) -> UserHints:
    """
    Parse `MEMBER_OR_CLIENT=t1,t2` and `t=N`. Raises `AssayError`.

    >>> parse_hints(["app-1=t0,t1"], ["t0=12"])
    UserHints(subscriptions={'app-1': ('t0', 't1')}, partitions={'t0': 12})
    """
    topics: dict[str, tuple[str, ...]] = {}
    for text in subscriptions:
        # The last sign separates: an id may contain one, a topic cannot.
        member, sign, listed = text.rpartition("=")
        if not sign or not member or member in topics:
            expected = "each once" if member in topics else "such as app-1=t0,t1"
            raise AssayError(f"--subscription {text!r}: expected MEMBER_OR_CLIENT=TOPIC,TOPIC {expected}")
        topics[member] = tuple(_check_topic(topic, f"--subscription {text!r}") for topic in listed.split(",") if listed)
    counts: dict[str, int] = {}
    for text in partitions:
        topic, sign, count = text.rpartition("=")
        number = count.isascii() and count.isdecimal() and len(count) <= 10 and int(count) <= MOST_PARTITIONS
        if not sign or not number or topic in counts:
            expected = f"TOPIC=N {'once for each topic' if topic in counts else f'with N from 0 to {MOST_PARTITIONS}'}"
            raise AssayError(f"--partitions {text!r}: expected {expected}")
        counts[_check_topic(topic, f"--partitions {text!r}")] = int(count)
    return UserHints(subscriptions=topics, partitions=counts)


def _check_topic(name: str, where: str) -> str:
    if not is_legal_topic(name):
        raise AssayError(f"{where}: {name!r} is not a legal topic name")
    return name


def refuse_unknown_names(known: UserHints, groups: Iterable[Views]) -> None:
    """Refuse a member, client or topic that no text mentions, and name the nearest one that is mentioned."""
    shown = list(groups)
    names = sorted({name for views in shown for name in views.names()})
    topics = {topic for views in shown for topic in views.topics()}
    subscribed = {topic for listed in known.subscriptions.values() for topic in listed}
    for name in known.subscriptions:
        if name not in names:
            raise AssayError(f"--subscription: unknown member or client {name!r}{_tip(name, names)}")
    for topic in known.partitions:
        if topic not in topics | subscribed:
            raise AssayError(f"--partitions: unknown topic {topic!r}{_tip(topic, sorted(topics | subscribed))}")
    for topic in sorted(subscribed - topics - set(known.partitions)):
        tip = f"{_tip(topic, sorted(topics))}; if the name is right, add --partitions {topic}=N"
        raise AssayError(f"--subscription: the text shows no topic {topic!r}{tip}")


def _tip(name: str, known: list[str]) -> str:
    more = ", ..." if len(known) > _NAMES_SHOWN else ""
    return spelling_tip(name, known) or f" (the text shows {', '.join(known[:_NAMES_SHOWN]) or 'none'}{more})"
