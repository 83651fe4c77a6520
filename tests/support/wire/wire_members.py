"""The members that the wire checks: a client, a release and a strategy, and how its recipe is started."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import product

from kafka_assay.assignors.life_members import Protocol
from kafka_assay.membership.client_families import model_of
from kafka_assay.membership.client_model import ClientModel
from tests.support.wire.recipes import (
    KAFKAJS,
    PLATFORMATIC,
    Program,
    confluent_program,
    go_program,
    installed_program,
    java_program,
    kafkajs_program,
    plain,
    platformatic_program,
    rust_program,
)
from tests.support.wire.situations import INSTANCE, RACK, SITUATIONS, SLOW


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """
    A client's settings: an instance id, a rack, frequently fetched metadata, a short rebalance timeout after which a
    slow member leaves, and what is always set.

    None: the client has no such setting.
    """

    instance: str | None
    rack: str | None
    refresh: str | None
    slow: tuple[str, ...] = ()
    always: tuple[str, ...] = ()


_JAVA = Settings(
    instance="group.instance.id={}",
    rack="client.rack={}",
    refresh="metadata.max.age.ms=200",
    slow=("max.poll.interval.ms=1000",),
)
_LIBRDKAFKA = Settings(
    instance="group.instance.id={}",
    rack="client.rack={}",
    refresh="topic.metadata.refresh.interval.ms=200",
    slow=("max.poll.interval.ms=1000", "session.timeout.ms=1000"),
)
_PYTHON = Settings(
    instance="group_instance_id={}",
    rack="client_rack={}",
    refresh="metadata_max_age_ms=200",
    slow=("max_poll_interval_ms=1000",),
)
_GO = Settings(instance="instance={}", rack="rack={}", refresh="metadata-age=200ms", always=("errors=log",))
_OLD_SARAMA = replace(_GO, always=("errors=log", "version=2.8.0"))
"""sarama's default version of the protocol, which has no generation."""
_KAFKAJS = Settings(instance=None, rack="rackId={}", refresh="metadataMaxAge=200")
_KACRAB = Settings(instance="group.instance.id={}", rack="client.rack={}", refresh="metadata.max.age.ms=200")
_PLATFORMATIC = Settings(instance="groupInstanceId={}", rack="clientRack={}", refresh=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class WireMember:
    """
    A member of a client family, at a release, with a strategy.

    `silent` maps a situation after which the member does not join again to the reason. Situations in `impossible`
    cannot be brought about.
    """

    family: str
    release: str
    strategy: str
    program: Program
    settings: Settings
    silent: Mapping[str, str] = field(default_factory=dict)
    impossible: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Family, release and strategy."""
        return f"{self.family} {self.release} {self.strategy}"

    @property
    def protocol(self) -> Protocol:
        """The protocol of its strategy."""
        return Protocol.COOPERATIVE if self.strategy.startswith("cooperative") else Protocol.EAGER

    @property
    def model(self) -> ClientModel:
        """The model of this client."""
        return model_of(f"{self.family} {self.release}", self.protocol)

    def obstacle(self, name: str) -> str | None:
        """Why the situation `name` cannot be brought about; None: it can."""
        if SITUATIONS[name].is_static and self.settings.instance is None:
            return "no static members"
        if name == SLOW and not self.settings.slow:
            return "no such limit"
        return self.impossible.get(name)

    def arguments(self, name: str) -> tuple[str, ...]:
        """The further arguments of its program for the situation `name`, as far as the client has such settings."""
        situation, known = SITUATIONS[name], self.settings
        instance = INSTANCE if situation.is_static else None
        given = ((known.instance, instance), (known.rack, RACK), (known.refresh, situation.refreshes or None))
        return (
            *known.always,
            *(known.slow if name == SLOW else ()),
            *(form.format(value) for form, value in given if form and value is not None),
        )


def _members(
    family: str,
    settings: Settings,
    programs: Mapping[str, Program],
    strategies: Iterable[str],
    **more: Mapping[str, str],
) -> Iterable[WireMember]:
    """A member for each strategy and release: `programs` maps releases to what starts the recipe."""
    for strategy, (release, program) in product(strategies, programs.items()):
        yield WireMember(family=family, release=release, strategy=strategy, program=program, settings=settings, **more)


_STICKY, _COOPERATIVE = "sticky", "cooperative-sticky"
_BOTH = (_STICKY, _COOPERATIVE)
_EAGER_JAVA = ("2.2.2", "2.3.1", "2.4.1", "3.3.2", "3.4.1", "4.4.0")
_COOPERATIVE_JAVA = ("2.4.1", "2.8.0", "2.8.1", "3.3.2", "3.4.1", "4.4.0")
_FRANZ_GO_RELEASES = ("v1.9.1", "v1.14.0", "v1.16.1", "v1.17.0", "v1.20.7", "v1.21.7", "v1.22.2")
_ASKS_AGAIN = "it first asks for the metadata of all its topics, again and again"
_POLL_FAILS = "poll returns the error, and the recipe ends"
_CONSUME = "Consume first asks for the metadata of all its topics, and fails"


def _all_deletions(why: str) -> Mapping[str, str]:
    return {"a topic is deleted": why, "a topic is deleted, unnoticed": why}


def _java(releases: Iterable[str]) -> Mapping[str, Program]:
    return {release: plain(java_program, release) for release in releases}


def _go(client: str, releases: Iterable[str]) -> Mapping[str, Program]:
    return {release: plain(go_program, client, release) for release in releases}


MEMBERS: Mapping[str, WireMember] = {
    member.name: member
    for members in (
        _members("kafka-clients", _JAVA, _java(_EAGER_JAVA), [_STICKY]),
        _members("kafka-clients", _JAVA, _java(_COOPERATIVE_JAVA), [_COOPERATIVE]),
        _members("librdkafka", _LIBRDKAFKA, {"2.16.0": plain(confluent_program)}, ["range", _COOPERATIVE]),
        _members("franz-go", _GO, _go("franz-go", _FRANZ_GO_RELEASES), _BOTH),
        _members("sarama", _OLD_SARAMA, _go("sarama", ["v1.61.1"]), [_STICKY], silent=_all_deletions(_CONSUME)),
        _members("sarama", _GO, _go("sarama", ["v1.61.1"]), [_COOPERATIVE]),
        _members("kafka-python", _PYTHON, {"3.0.12": plain(installed_program, "kafka-python")}, _BOTH),
        _members("aiokafka", _PYTHON, {"0.14.0": plain(installed_program, "aiokafka")}, [_STICKY]),
        _members(
            "kafkajs",
            _KAFKAJS,
            {KAFKAJS: kafkajs_program},
            ["roundrobin"],
            silent={
                "SyncGroup not answered": "it goes on to send heartbeats, without an assignment",
                "a topic is deleted": _ASKS_AGAIN,
            },
            impossible={"a changed subscription": "the consumer has to be stopped first"},
        ),
        _members(
            "platformatic",
            _PLATFORMATIC,
            {PLATFORMATIC: platformatic_program},
            ["roundrobin", _COOPERATIVE],
            silent=_all_deletions(_ASKS_AGAIN),
        ),
        _members(
            "kacrab",
            _KACRAB,
            {"0.4.0": plain(rust_program, "kacrab", "0.4.0")},
            _BOTH,
            silent={"a topic is deleted": _POLL_FAILS, "FENCED_INSTANCE_ID to JoinGroup": _POLL_FAILS},
        ),
    )
    for member in members
}
"""Name -> member. The Python clients are those that are installed."""
