"""
The parts of the formats that typed records make. All other parts are written by hand, in `docs/formats/*.schema.json`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kafka_assay.assignors.formats.group_format import GROUP_KEYS, MEMBER_KEYS, TOPIC_KEYS
from kafka_assay.assignors.formats.json_values import INT32, INT64
from kafka_assay.assignors.formats.life_format import EVENT_KEYS, LIFE_KEYS, RECORDED_KEYS, RESTART_KEYS, RUN_KEYS
from kafka_assay.assignors.hosted.cache import Manifest
from kafka_assay.assignors.life import Event, Life, RecordedRebalance
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart
from kafka_assay.assignors.model import GROUP_STATES, MOST_PARTITIONS, PER_PARTITION, Group, Member, Topic
from kafka_assay.benchmarks.bench.bench_record import BenchRecord
from kafka_assay.benchmarks.comparison.comparison_record import Comparison, ComparisonLine
from kafka_assay.benchmarks.releases.measurement import ChangePoint, Measurement
from kafka_assay.pipeline.audit.audit_summary import AssignorTally
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.status import CampaignStatus
from kafka_assay.pipeline.campaign.unexercised import Unexercised
from kafka_assay.pipeline.replay.recorded import RecordedMove, RecordedStep
from kafka_assay.pipeline.replay.replayed_life import ReplayedLife, ReplayStep
from kafka_assay.pipeline.whatif.member_counts import CountRow, WeightLimit
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome
from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.properties.judging.judgement import Gap
from kafka_assay.properties.known.known_findings import AffectedClient, FindingPath, KnownAlarm, KnownFinding, Upstream
from kafka_assay.properties.records.case_format import CASE_KEYS, PATH_KEYS, SOURCES, STEP_KEYS, Case, CasePath
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord, UnaskedQuestions
from kafka_assay.properties.releases.release_findings import ReleaseLaw, ReleaseVerdict, VerdictChange
from kafka_assay.properties.trials.trial import TrialStep
from kafka_assay.reports.comparison.document import MEASURED
from kafka_assay.reports.views.months import MonthMean, MonthsReport
from kafka_assay.reports.views.replay import ReplayReport
from studies.formats.record_parts import (
    ASSIGNMENT,
    COUNT,
    GROUP,
    INTEGER,
    LIFE,
    NUMBER,
    OBJECT,
    TEXT,
    Part,
    Shape,
    either,
    listed,
    mapped,
    nullable,
    part,
    part_of,
    record,
    words,
)

PARTITIONS: Shape = {"type": "integer", "minimum": 0, "maximum": MOST_PARTITIONS}
OFFSET = {"type": "integer", "minimum": -INT64 - 1, "maximum": INT64}
PARTITION_ID = {"type": "integer", "minimum": -INT32 - 1, "maximum": INT32}
NAME = {"type": "string", "pattern": "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}$"}


def _described(shape: Shape, meaning: str) -> Shape:
    return {**shape, "description": meaning}


def _group(says: str, topic: Shape) -> Part:
    return record(
        Group,
        document="group",
        says=says,
        order=GROUP_KEYS,
        closed=True,
        may_miss=("name", "strategy", "state", "assumptions", "auto_offset_reset"),
        meanings={"topics": "Topic name to partition count, or to a topic."},
        state=words(*GROUP_STATES),
        topics=mapped(either(PARTITIONS, topic)),
    )


_MEMBER = record(
    Member,
    order=MEMBER_KEYS,
    closed=True,
    may_miss=MEMBER_KEYS[2:],
    id={"type": "string", "minLength": 1},
    subscription=listed(NAME),
    owned=mapped(listed(PARTITION_ID)),
    generation=PARTITION_ID,
)
_RUNS = record(LifeMember, order=RUN_KEYS, without=("member",), may_miss=RUN_KEYS).schema["properties"]
_TOPIC = record(
    Topic,
    says="The lists have one entry for each partition.",
    order=TOPIC_KEYS,
    closed=True,
    without=("name",),
    may_miss=PER_PARTITION,
    partitions=PARTITIONS,
    replica_racks=listed(listed(TEXT)),
    begin_offsets=listed(OFFSET),
    end_offsets=listed(OFFSET),
    committed_offsets=listed(nullable(OFFSET)),
)
_LIFE = (
    record(
        Life,
        document="life",
        says="",
        order=LIFE_KEYS,
        closed=True,
        without=("runs",),
        may_miss=("name", "protocol", "recorded"),
        group=part("group"),
        events=listed(part("event")),
        recorded=listed(part("rebalance")),
        protocol=words(*(one.value for one in Protocol)),
    ),
    _group("A [group](group.md) whose members say how they run.", part_of("group", "topic")),
    Part(
        "member",
        {
            **_MEMBER.schema,
            "description": "A [member](group.md#member) of a group, and how it runs.",
            "properties": _MEMBER.schema["properties"] | _RUNS,
        },
    ),
    record(
        Event,
        order=EVENT_KEYS,
        closed=True,
        without=("runs",),
        may_miss=EVENT_KEYS,
        meanings={
            "errors": "Member id to the Kafka error code, or its name, that it gets before it joins: 22, 25 or 82."
        },
        at={"type": "number", "minimum": 0},
        join=listed(part("member")),
        subscribe=mapped(listed(NAME)),
        topics=mapped(nullable(PARTITIONS)),
        upgrade=mapped(TEXT),
        lag_rates=mapped(listed(NUMBER)),
        racks=mapped(listed(listed(TEXT))),
        batch={"type": "integer", "minimum": 1},
        errors=mapped(either({"type": "integer"}, TEXT)),
    ),
    record(
        Restart, order=RESTART_KEYS, closed=True, may_miss=("parallel",), parallel={"type": "integer", "minimum": 1}
    ),
    record(
        RecordedRebalance,
        name="rebalance",
        order=RECORDED_KEYS,
        closed=True,
        may_miss={*RECORDED_KEYS} - {"members"},
        generation={"type": "integer", "minimum": 0},
        event={"type": "integer", "minimum": 0},
        at={"type": "number", "minimum": 0},
        assignment=mapped(mapped(listed(PARTITION_ID))),
    ),
)
_MEMBER_SETTINGS = "Member id to its own settings, by `--setting MEMBER:KEY=VALUE`."
_CASE = (
    record(
        Case,
        document="case",
        says="",
        order=(*CASE_KEYS, "group", "assignment"),
        closed=True,
        without=("settings",),
        may_miss={*CASE_KEYS, "group", "assignment"} - {"format", "law", "inputs", "steps"},
        more={
            "config": _described(mapped(TEXT), "The settings given by `--setting KEY=VALUE`."),
            "member_config": _described(mapped(mapped(TEXT)), _MEMBER_SETTINGS),
            "group": _described(GROUP, "In a check: the group of the last step."),
            "assignment": _described(nullable(ASSIGNMENT), "In a check: the answer to the last step."),
        },
        steps={**listed(part("step")), "minItems": 1},
        facts=OBJECT,
        path=nullable(part("path")),
    ),
    record(
        CasePath,
        name="path",
        says=f"{CasePath.__doc__} [Paths](../understand/verdicts.md#paths-how-a-live-group-gets-there).",
        order=PATH_KEYS,
        closed=True,
        without=("rebalances",),
        may_miss=PATH_KEYS[1:],
        life=nullable(LIFE),
        source=nullable(words(*SOURCES)),
    ),
    record(
        TrialStep,
        name="step",
        order=STEP_KEYS,
        closed=True,
        may_miss=STEP_KEYS[1:],
        instance=nullable(TEXT),
        why=nullable(TEXT),
        assignment=nullable(ASSIGNMENT),
        error=nullable(part("error")),
        event=nullable(part_of("life", "event")),
    ),
)
_CHECK_VERDICT = "The gravest verdict of all cells, as the exit code says; an expected failure counts as kept."
_KNOWN = "The ids of the published findings and policies that describe the break."
_CHECK = (
    record(
        CheckRecord,
        document="check",
        says="",
        names={"unasked": "cannot_be_asked"},
        may_miss=("note",),
        more={
            "verdict": _described(words("kept", "broken", "undecided"), _CHECK_VERDICT),
            "note": _described(TEXT, "The same in sentences."),
        },
        seed=INTEGER,
    ),
    record(CheckCell, may_miss=("known",), more={"known": _described(listed(TEXT), _KNOWN)}),
    record(UnaskedQuestions, may_miss=("trace",)),
)
_MEASURED = f"{', '.join(f'`{name}`' for name in MEASURED)} stand only in lines that have them."
_CHANGE_SIZE = "The size: medium from a factor of 1.1, large from 1.5."
_RELEASE_WORD = words("kept", "broken", "undecided", "undefined", "unavailable")

PARTS: Mapping[str, Sequence[Part]] = {
    "group": (_group("Orders are kept, and assignors may depend on them.", part("topic")), _TOPIC, _MEMBER),
    "life": _LIFE,
    "case": _CASE,
    "judgement": (record(Gap, says="The answer beside the optimum."),),
    "whatif": (
        record(WhatIfOutcome, name="target", protocol=words("eager", "cooperative", "consumer"), loads=mapped(COUNT)),
        record(CountRow, name="count", without=("loads",)),
        record(WeightLimit, name="limit", partition=TEXT),
    ),
    "check": _CHECK,
    "comparison": (
        record(Comparison, document="comparison", says="", seed=INTEGER),
        record(ComparisonLine, says=_MEASURED, may_miss=MEASURED),
    ),
    "campaign": (
        record(CampaignPlan, document="campaign", says="", without=("settings",), laws=words("default", "all")),
    ),
    "campaign-status": (
        record(
            CampaignStatus,
            document="campaign-status",
            says="",
            without=("is_current",),
            may_miss=("unexercised",),
            kinds=listed(part("kind")),
        ),
        record(Unexercised, says="[What was never exercised](../understand/campaigns.md#what-was-never-exercised)."),
    ),
    "finding": (
        record(KnownFinding, document="finding", says="", closed=True),
        record(AffectedClient, may_miss=("fixed",), closed=True, severity=words(*SEVERITIES), fixed=TEXT),
        *(record(kind, closed=True) for kind in (FindingPath, Upstream, KnownAlarm)),
    ),
    "replay": (
        record(
            ReplayReport,
            document="replay",
            says="",
            targets=listed(part("target")),
            optimum=part("target"),
            recorded=nullable(part("target")),
        ),
        record(RecordedStep, generations=listed(nullable(COUNT))),
        record(RecordedMove),
        record(
            ReplayedLife,
            name="target",
            without=("readers",),
            protocol=words("eager", "cooperative", "consumer"),
            steps=listed(part("step")),
        ),
        record(ReplayStep, name="step", event=part_of("life", "event"), lag_spread=nullable(COUNT)),
    ),
    "months": (
        record(MonthsReport, document="months", says="", timing=part_of("replay", "timing")),
        record(
            MonthMean, says="The figures: `rebalances`, `rounds`, `moved`, `stopped_partition_seconds`, `mean_gap`."
        ),
    ),
    "history": (
        record(ReleaseLaw, says="", without=("counterexample",)),
        record(
            ReleaseVerdict,
            name="case_at_release",
            says="",
            names={"word": "verdict"},
            may_miss=("failure",),
            word=_RELEASE_WORD,
        ),
        record(VerdictChange, name="change", says=""),
        record(Measurement, says="", machine=part_of("bench", "machine")),
        record(ChangePoint, more={"effect": _described(words("small", "medium", "large"), _CHANGE_SIZE)}),
    ),
    "audit": (
        record(
            AssignorTally,
            name="assignor",
            more={"groups": _described(COUNT, "Groups that count: with members, and put to the assignor.")},
            versions=listed(TEXT),
            grades=part("grades"),
        ),
    ),
    "bench": (record(BenchRecord, document="bench", says=""),),
    "cache": (record(Manifest, name="identity", says="", without=("made", "tools", "files")),),
}
"""Format -> its parts that records make; those of nested records follow."""
