"""The formats that people write and verbs read: groups, answers, lives, cases; and the record of a bad line."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.formats.assignment_format import FORMATS_WITH_AN_ASSIGNMENT
from kafka_assay.assignors.formats.group_format import GROUP_KEYS, MEMBER_KEYS, TOPIC_KEYS
from kafka_assay.assignors.formats.json_values import INT32, INT64
from kafka_assay.assignors.formats.life_format import EVENT_KEYS, LIFE_KEYS, RESTART_KEYS, RUN_KEYS
from kafka_assay.assignors.life import Event, Life
from kafka_assay.assignors.life_members import LifeMember, Protocol, Restart
from kafka_assay.assignors.model import GROUP_STATES, MOST_PARTITIONS, PER_PARTITION, Group, Member, Topic
from kafka_assay.properties.records.case_format import CASE_KEYS, PATH_KEYS, SOURCES, STEP_KEYS, Case, CasePath
from kafka_assay.properties.trials.trial import TrialStep
from studies.formats.shapes import (
    ANYTHING,
    ASSIGNMENT,
    COUNT,
    GROUP,
    LIFE,
    NUMBER,
    OBJECT,
    TEXT,
    Shape,
    either,
    key,
    listed,
    made_of,
    mapped,
    nullable,
    obj,
    optional,
    part,
    part_of,
    record,
    says_of,
    words,
)

PARTITIONS: Shape = {"type": "integer", "minimum": 0, "maximum": MOST_PARTITIONS}
OFFSET = {"type": "integer", "minimum": -INT64 - 1, "maximum": INT64}
PARTITION_ID = {"type": "integer", "minimum": -INT32 - 1, "maximum": INT32}
NAME = {"type": "string", "pattern": "^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,249}$"}


_GROUP = made_of(
    "group",
    "A consumer group: everything that an assignor may look at. A `.jsonl` file holds one group a line.",
    record(
        Group,
        says="Orders are kept, and assignors may depend on them.",
        order=GROUP_KEYS,
        closed=True,
        may_miss=("name", "strategy", "state", "assumptions", "auto_offset_reset"),
        meanings={"topics": "Topic name to partition count, or to a topic."},
        state=words(*GROUP_STATES),
        topics=mapped(either(PARTITIONS, part("topic"))),
    ),
    record(
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
    ),
    record(
        Member,
        order=MEMBER_KEYS,
        closed=True,
        may_miss=MEMBER_KEYS[2:],
        id={"type": "string", "minLength": 1},
        subscription=listed(NAME),
        owned=mapped(listed(PARTITION_ID)),
        generation=PARTITION_ID,
    ),
)
INDEX = optional("index", COUNT, "For a file of many groups: the number of the group, from 0.")
GROUP_NAME = optional("name", nullable(TEXT), "For a file of many groups: the name of the group.")
_OTHERS = [f"`{name}`" for name in FORMATS_WITH_AN_ASSIGNMENT[1:]]
_ASSIGNMENT = made_of(
    "assignment",
    "An answer: who gets which partitions. `assay judge` prints it with its verdicts. Verbs that read an answer "
    f"look at `assignment` alone. They also take {' and '.join(_OTHERS)}.",
    obj(
        "assignment",
        optional("target", TEXT, "The assignor that answered."),
        optional("loads", mapped(COUNT), "Member id to number of partitions."),
        optional("kept", COUNT, "Partitions that their valid owner keeps."),
        optional("moved", COUNT, "Partitions that their valid owner loses."),
        optional("unassigned", COUNT, "Partitions of subscribed, existing topics that nobody gets."),
        key("assignment", ASSIGNMENT, "Member id to topic to partition ids."),
        INDEX,
        GROUP_NAME,
    ),
)
SETTINGS = (
    optional("config", mapped(TEXT), "The settings given by `--setting KEY=VALUE`."),
    optional("member_config", mapped(mapped(TEXT)), "Member id to its own settings, by `--setting MEMBER:KEY=VALUE`."),
)
_GROUP_OF_A_LIFE, _, _MEMBER = _GROUP.parts
_LIFE = made_of(
    "life",
    "A group and what happens to it, rebalance by rebalance.",
    record(
        Life,
        says="",
        order=LIFE_KEYS,
        closed=True,
        without=("runs",),
        may_miss=("name", "protocol"),
        group=part("group"),
        events=listed(part("event")),
        protocol=words(*(one.value for one in Protocol)),
    ),
    replace(
        _GROUP_OF_A_LIFE,
        says="A [group](group.md) whose members say how they run.",
        keys=tuple(
            replace(one, shape=mapped(either(PARTITIONS, part_of("group", "topic")))) if one.name == "topics" else one
            for one in _GROUP_OF_A_LIFE.keys
        ),
        nested=(),
    ),
    replace(
        _MEMBER,
        says="A [member](group.md#member) of a group, and how it runs.",
        keys=(*_MEMBER.keys, *record(LifeMember, order=RUN_KEYS, without=("member",), may_miss=RUN_KEYS).keys),
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
        errors=mapped(either({"type": "integer"}, TEXT)),
    ),
    record(
        Restart, order=RESTART_KEYS, closed=True, may_miss=("parallel",), parallel={"type": "integer", "minimum": 1}
    ),
)
_RECORDED = record(
    Case,
    *SETTINGS,
    says="",
    order=CASE_KEYS,
    closed=True,
    without=("settings",),
    may_miss=set(CASE_KEYS) - {"law", "inputs", "steps"},
    steps={**listed(part("step")), "minItems": 1},
    facts=OBJECT,
    path=nullable(part("path")),
)
_CASE = made_of(
    "case",
    "A counterexample: what was asked, what came back, and the facts that prove the breach. `assay check --case` "
    "repeats it.",
    replace(
        _RECORDED,
        keys=(
            *_RECORDED.keys,
            optional("group", GROUP, "In a check: the group of the last step."),
            optional("assignment", nullable(ASSIGNMENT), "In a check: the answer to the last step."),
        ),
    ),
    record(
        CasePath,
        name="path",
        says=f"{says_of(CasePath)} [Paths](../understand/verdicts.md#paths-how-a-live-group-gets-there).",
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
    obj(
        "error",
        optional("type", TEXT, "The class of the exception, or `hang`, `crash`, `garbage`."),
        optional("message", TEXT, "Its message."),
        optional("trace", TEXT, "Its stack trace."),
        closed=True,
    ),
)
_ERROR = made_of(
    "error",
    "Stands in the place of a result where a line held no group, or a target gave no answer.",
    obj(
        "error",
        optional("index", COUNT, "The number of the group, from 0."),
        optional("name", TEXT, "The group that could not be read (`assay capture`)."),
        optional("file", TEXT, "The file, or files, in which it was read."),
        optional(
            "line", nullable(COUNT), "The line, from 1; null where the file is one document, and on Spark (audit)."
        ),
        optional("text", TEXT, "The first 200 characters of a line that has no number (audit on Spark)."),
        optional("path", TEXT, "The JSON path of what is wrong; empty where there is none."),
        optional("value", ANYTHING, "What stands there."),
        key("message", TEXT, "What is wrong, and what was expected."),
    ),
)


FORMATS = (_GROUP, _ASSIGNMENT, _LIFE, _CASE, _ERROR)
