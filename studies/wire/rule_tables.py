"""The observations of `rules_on_wire` as tables: one for each client and strategy, a column for each release."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from kafka_assay.assignors.model import Claims
from studies.output import table_head, table_row
from tests.support.wire.observation import Observation
from tests.support.wire.rule_verdict import Verdict, verdict_on
from tests.support.wire.situations import SITUATIONS, TOPICS
from tests.support.wire.wire_members import MEMBERS, WireMember

Observations: TypeAlias = "Mapping[tuple[str, str], Observation]"
"""Name of the member and situation -> observation."""

_ALL = {topic.name: topic.partitions for topic in TOPICS}
_NONE = "–"


def rule_lines(observations: Observations, members: Sequence[WireMember]) -> Iterator[str]:
    """All tables, under a heading for each client family."""
    families = dict.fromkeys(member.family for member in members)
    for family in families:
        yield from (f"## {family}", "")
        own = [member for member in members if member.family == family]
        for strategy in dict.fromkeys(member.strategy for member in own):
            yield from _table(observations, strategy, [member for member in own if member.strategy == strategy])
            yield ""


def _table(observations: Observations, strategy: str, members: Sequence[WireMember]) -> Iterator[str]:
    yield table_head(f"`{strategy}`", *(member.release for member in members))
    settled = [observations.get((member.name, "settled")) for member in members]
    yield table_row("version of the subscription", *(_field(one, "version") for one in settled))
    yield table_row("rack", *(_field(one, "rack") for one in settled))
    for name in SITUATIONS:
        yield table_row(name, *(_cell(observations.get((member.name, name)), member, name) for member in members))


def _field(seen: Observation | None, name: str) -> str:
    value = None if seen is None or seen.sent is None else getattr(seen.sent, name)
    return _NONE if value is None else str(value)


def _cell(seen: Observation | None, member: WireMember, name: str) -> str:
    """What the member sent; in bold where its model says something else."""
    if seen is None:
        return f"({member.obstacle(name) or 'not run'})"
    text = _sent(seen)
    return f"**{text}**" if verdict_on(seen) is Verdict.DIFFERS else text


def _sent(seen: Observation) -> str:
    """The claims, and the generations in the subscription and in the user data: `all, 5/5`."""
    sent = seen.sent
    if sent is None:
        why = MEMBERS[seen.member].silent.get(seen.situation)
        return "does not join" + (f": {why}" if why else "")
    field, data = (_NONE if one is None else one for one in (sent.field, sent.user_data))
    generations = "" if field == data == _NONE else f", {field}/{data}"
    topics = "" if len(sent.topics) == len(_ALL) else f"; subscribes to {' '.join(sent.topics)}"
    return f"{_claims(sent.claims, seen.held)}{generations}{topics}"


def _claims(claims: Claims, held: Claims) -> str:
    whole = {topic for topic, ids in claims if len(ids) == _ALL[topic]}
    if not claims:
        return "none"
    if whole == set(_ALL):
        return "all"
    return "its new part" if claims == held else " ".join(topic for topic, _ in claims)
