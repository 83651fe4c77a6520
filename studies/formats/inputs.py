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
from kafka_assay.properties.records.case_format import CASE_KEYS, ERROR_KEYS, PATH_KEYS, STEP_KEYS, Case, CasePath
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
    Format,
    Key,
    Part,
    either,
    format_key,
    key,
    keys_of,
    listed,
    mapped,
    nullable,
    optional,
    part,
    part_of,
    says_of,
    words,
)

PARTITIONS = {"type": "integer", "minimum": 0, "maximum": MOST_PARTITIONS}
OFFSET = {"type": "integer", "minimum": -INT64 - 1, "maximum": INT64}
PARTITION_ID = {"type": "integer", "minimum": -INT32 - 1, "maximum": INT32}
NAME = {"type": "string", "pattern": r"^(?!\.{1,2}$)[A-Za-z0-9._-]{1,249}$"}


def _in_order(names: tuple[str, ...], *keys: Key) -> tuple[Key, ...]:
    """The keys in the order of the reader's own list. Raises `KeyError` if the two differ."""
    known = {one.name: one for one in keys}
    if set(known) != set(names):
        raise KeyError(f"{sorted(set(known) ^ set(names))}: the reader and this table know different keys")
    return tuple(known[name] for name in names)


_GROUP = Format(
    name="group",
    says="A consumer group: everything that an assignor may look at. A `.jsonl` file holds one group a line.",
    parts=(
        Part(
            name="group",
            says="Orders are kept, and assignors may depend on them.",
            closed=True,
            keys=_in_order(
                GROUP_KEYS,
                format_key("group"),
                *keys_of(
                    Group,
                    shapes={
                        **dict.fromkeys(("name", "strategy"), TEXT),
                        "state": words(*GROUP_STATES),
                        "topics": mapped(either(PARTITIONS, part("topic"))),
                        "members": listed(part("member")),
                    },
                    may_miss=("name", "strategy", "state", "assumptions", "auto_offset_reset"),
                    meanings={"topics": "Topic name to partition count, or to a topic."},
                ),
            ),
        ),
        Part(
            name="topic",
            says="The lists have one entry for each partition.",
            closed=True,
            keys=_in_order(
                TOPIC_KEYS,
                *keys_of(
                    Topic,
                    shapes={
                        "partitions": PARTITIONS,
                        "replica_racks": listed(listed(TEXT)),
                        **dict.fromkeys(("begin_offsets", "end_offsets"), listed(OFFSET)),
                        "committed_offsets": listed(nullable(OFFSET)),
                        "weights": listed(NUMBER),
                    },
                    left_out=("name",),
                    may_miss=PER_PARTITION,
                ),
            ),
        ),
        Part(
            name="member",
            says=says_of(Member),
            closed=True,
            keys=_in_order(
                MEMBER_KEYS,
                *keys_of(
                    Member,
                    shapes={
                        "id": {"type": "string", "minLength": 1},
                        "subscription": listed(NAME),
                        "owned": mapped(listed(PARTITION_ID)),
                        "generation": PARTITION_ID,
                        **dict.fromkeys(("instance_id", "rack", "host", "client_id"), TEXT),
                        "metadata_version": COUNT,
                    },
                    may_miss=MEMBER_KEYS[2:],
                ),
            ),
        ),
    ),
)

INDEX = optional("index", COUNT, "For a file of many groups: the number of the group, from 0.")
GROUP_NAME = optional("name", nullable(TEXT), "For a file of many groups: the name of the group.")

_OTHERS = [f"`{name}`" for name in FORMATS_WITH_AN_ASSIGNMENT[1:]]

_ASSIGNMENT = Format(
    name="assignment",
    says="An answer: who gets which partitions. `assay judge` prints it with its verdicts. Verbs that read an "
    f"answer look at `assignment` alone. They also take {' and '.join(_OTHERS)}.",
    parts=(
        Part(
            name="assignment",
            keys=(
                format_key("assignment"),
                optional("target", TEXT, "The assignor that answered."),
                optional("loads", mapped(COUNT), "Member id to number of partitions."),
                optional("kept", COUNT, "Partitions that their valid owner keeps."),
                optional("moved", COUNT, "Partitions that their valid owner loses."),
                optional("unassigned", COUNT, "Partitions of subscribed, existing topics that nobody gets."),
                key("assignment", ASSIGNMENT, "Member id to topic to partition ids."),
                INDEX,
                GROUP_NAME,
            ),
        ),
    ),
)

SETTINGS = (
    optional("config", mapped(TEXT), "The settings given by `--setting KEY=VALUE`."),
    optional("member_config", mapped(mapped(TEXT)), "Member id to its own settings, by `--setting MEMBER:KEY=VALUE`."),
)

_MEMBER_OF_A_LIFE = Part(
    name="member",
    says="A [member](group.md#member) of a group, and how it runs.",
    closed=True,
    keys=(
        *next(one.keys for one in _GROUP.parts if one.name == "member"),
        *_in_order(
            RUN_KEYS,
            *keys_of(
                LifeMember,
                shapes={"client": TEXT, **dict.fromkeys(("session_timeout", "rebalance_timeout"), NUMBER)},
                left_out=("member",),
                may_miss=RUN_KEYS,
            ),
        ),
    ),
)

_SHAPES_IN_A_LIFE = {
    "members": listed(part("member")),
    "topics": mapped(either(PARTITIONS, part_of("group", "topic"))),
}

_GROUP_OF_A_LIFE = Part(
    name="group",
    says="A [group](group.md) whose members say how they run.",
    closed=True,
    keys=tuple(
        replace(one, shape=_SHAPES_IN_A_LIFE.get(one.name, one.shape))
        for one in next(one.keys for one in _GROUP.parts if one.name == "group")
    ),
)

_RESTART = Part(
    name="restart",
    says=says_of(Restart),
    closed=True,
    keys=_in_order(
        RESTART_KEYS,
        *keys_of(Restart, shapes={"parallel": {"type": "integer", "minimum": 1}}, may_miss=("parallel",)),
    ),
)

_EVENT = Part(
    name="event",
    says=says_of(Event),
    closed=True,
    keys=_in_order(
        EVENT_KEYS,
        *keys_of(
            Event,
            shapes={
                "at": {"type": "number", "minimum": 0},
                "join": listed(part("member")),
                "subscribe": mapped(listed(NAME)),
                "topics": mapped(nullable(PARTITIONS)),
                "restart": part("restart"),
                "upgrade": mapped(TEXT),
                "lag_rates": mapped(listed(NUMBER)),
                "errors": mapped(either({"type": "integer"}, TEXT)),
                "leader": TEXT,
            },
            left_out=("runs",),
            may_miss=EVENT_KEYS,
            meanings={
                "errors": "Member id to the Kafka error code, or its name, that it gets before it joins: 22, 25 or 82."
            },
        ),
    ),
)

_LIFE = Format(
    name="life",
    says="A group and what happens to it, rebalance by rebalance.",
    parts=(
        Part(
            name="life",
            closed=True,
            keys=_in_order(
                LIFE_KEYS,
                format_key("life"),
                *keys_of(
                    Life,
                    shapes={
                        "group": part("group"),
                        "events": listed(part("event")),
                        "name": TEXT,
                        "protocol": words(*(one.value for one in Protocol)),
                    },
                    left_out=("runs",),
                    may_miss=("name", "protocol"),
                ),
            ),
        ),
        _GROUP_OF_A_LIFE,
        _MEMBER_OF_A_LIFE,
        _EVENT,
        _RESTART,
    ),
)

_CASE = Format(
    name="case",
    says="A counterexample: what was asked, what came back, and the facts that prove the breach. `assay check --case` "
    "repeats it.",
    parts=(
        Part(
            name="case",
            closed=True,
            keys=(
                *_in_order(
                    CASE_KEYS,
                    format_key("case"),
                    *SETTINGS,
                    *keys_of(
                        Case,
                        shapes={
                            "seed": COUNT,
                            "steps": {**listed(part("step")), "minItems": 1},
                            "facts": OBJECT,
                            "life": LIFE,
                            "path": nullable(part("path")),
                        },
                        left_out=("settings",),
                        may_miss=set(CASE_KEYS) - {"law", "inputs", "steps"},
                    ),
                ),
                optional("group", GROUP, "In a check: the group of the last step."),
                optional("assignment", nullable(ASSIGNMENT), "In a check: the answer to the last step."),
            ),
        ),
        Part(
            name="path",
            says=f"{says_of(CasePath)} [Paths](../understand/verdicts.md#paths-how-a-live-group-gets-there).",
            closed=True,
            keys=_in_order(
                PATH_KEYS,
                *keys_of(
                    CasePath,
                    shapes={"life": nullable(LIFE), "histories": COUNT},
                    left_out=("rebalances",),
                    may_miss=PATH_KEYS[1:],
                ),
            ),
        ),
        Part(
            name="step",
            says=says_of(TrialStep),
            closed=True,
            keys=_in_order(
                STEP_KEYS,
                *keys_of(
                    TrialStep,
                    shapes={
                        "assignment": nullable(ASSIGNMENT),
                        "error": nullable(part("error")),
                        "event": nullable(part_of("life", "event")),
                    },
                    may_miss=STEP_KEYS[1:],
                ),
            ),
        ),
        Part(
            name="error",
            closed=True,
            keys=_in_order(
                ERROR_KEYS,
                optional("type", TEXT, "The class of the exception, or `hang`, `crash`, `garbage`."),
                optional("message", TEXT, "Its message."),
                optional("trace", TEXT, "Its stack trace."),
            ),
        ),
    ),
)

_ERROR = Format(
    name="error",
    says="Stands in the place of a result where a line held no group, or a target gave no answer.",
    parts=(
        Part(
            name="error",
            keys=(
                format_key("error"),
                optional("index", COUNT, "The number of the group, from 0."),
                optional("name", TEXT, "The group that could not be read (`assay capture`)."),
                optional("file", TEXT, "The file, or files, in which it was read."),
                optional("line", nullable(COUNT), "The line, from 1; null where the file is one document (audit)."),
                optional("path", TEXT, "The JSON path of what is wrong; empty where there is none."),
                optional("value", ANYTHING, "What stands there."),
                key("message", TEXT, "What is wrong, and what was expected."),
            ),
        ),
    ),
)

FORMATS = (_GROUP, _ASSIGNMENT, _LIFE, _CASE, _ERROR)
