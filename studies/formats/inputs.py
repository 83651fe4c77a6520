"""The formats that people write and verbs read: groups, answers, lives, cases; and the record of a bad line."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.formats.assignment_format import FORMATS_WITH_AN_ASSIGNMENT
from kafka_assay.assignors.formats.group_format import GROUP_KEYS, MEMBER_KEYS, TOPIC_KEYS
from kafka_assay.assignors.formats.json_values import INT32, INT64
from kafka_assay.assignors.formats.life_format import EVENT_KEYS, LIFE_KEYS, RESTART_KEYS, RUN_KEYS
from kafka_assay.assignors.life_members import Protocol
from kafka_assay.assignors.model import GROUP_STATES, MOST_PARTITIONS
from kafka_assay.properties.records.case_format import CASE_KEYS, ERROR_KEYS, PATH_KEYS, SOURCES, STATUSES, STEP_KEYS
from studies.formats.shapes import (
    ANYTHING,
    ASSIGNMENT,
    BOOLEAN,
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
    listed,
    mapped,
    nullable,
    optional,
    part,
    part_of,
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
                optional("name", TEXT, "The name of the group."),
                optional("strategy", TEXT, "The assignor that the group runs, as its client or broker names it."),
                optional("state", words(*GROUP_STATES), "Kafka's state of the group when it was captured."),
                key(
                    "topics", mapped(either(PARTITIONS, part("topic"))), "Topic name to partition count, or to a topic."
                ),
                optional("assumptions", listed(TEXT), "What an import had to assume, in sentences."),
                key(
                    "members", listed(part("member")), "The members, in the order in which the coordinator lists them."
                ),
                optional(
                    "auto_offset_reset",
                    TEXT,
                    "What lag is counted from where a committed offset is null; `latest` if missing.",
                ),
            ),
        ),
        Part(
            name="topic",
            says="The lists have one entry for each partition.",
            closed=True,
            keys=_in_order(
                TOPIC_KEYS,
                key("partitions", PARTITIONS, "The number of partitions; their ids are 0 to `partitions` - 1."),
                optional("replica_racks", listed(listed(TEXT)), "The racks of the replicas, the leader's first."),
                optional("begin_offsets", listed(OFFSET), "The first offsets."),
                optional("end_offsets", listed(OFFSET), "The end offsets."),
                optional("committed_offsets", listed(nullable(OFFSET)), "The committed offsets; null where none is."),
                optional("weights", listed(NUMBER), "Weights for `assay optimum --weights`, in any unit."),
            ),
        ),
        Part(
            name="member",
            says="A claim may be stale, foreign or wrong: assignors have to survive it.",
            closed=True,
            keys=_in_order(
                MEMBER_KEYS,
                key("id", {"type": "string", "minLength": 1}, "The member id; no two members have the same."),
                key("subscription", listed(NAME), "The topics it subscribes to; they need not exist."),
                optional(
                    "owned", mapped(listed(PARTITION_ID)), "What it claims to have owned: topic to partition ids."
                ),
                optional("generation", PARTITION_ID, "The generation of that claim; unknown if missing."),
                optional("instance_id", TEXT, "`group.instance.id` of a static member."),
                optional("rack", TEXT, "`client.rack`."),
                optional("host", TEXT, "The host it runs on."),
                optional("client_id", TEXT, "`client.id`."),
                optional("metadata_version", COUNT, "The version of its subscription on the wire; 3 if missing."),
            ),
        ),
    ),
)

INDEX = optional("index", COUNT, "For a file of many groups: the number of the group, from 0.")
GROUP_NAME = optional("name", nullable(TEXT), "For a file of many groups: the name of the group.")

_OTHERS = [f"`{name}`" for name in FORMATS_WITH_AN_ASSIGNMENT[1:]]

_ASSIGNMENT = Format(
    name="assignment",
    says="An answer: who gets which partitions. `assay assign` prints it with its figures. Verbs that read an "
    f"answer look at `assignment` alone. They also take {' and '.join(_OTHERS)}.",
    parts=(
        Part(
            name="assignment",
            says="",
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
    optional("config", mapped(TEXT), "The settings given by `--config KEY=VALUE`."),
    optional("member_config", mapped(mapped(TEXT)), "Member id to its own settings, by `--config MEMBER:KEY=VALUE`."),
)

_MEMBER_OF_A_LIFE = Part(
    name="member",
    says="A [member](group.md#member) of a group, and how it runs.",
    closed=True,
    keys=(
        *next(one.keys for one in _GROUP.parts if one.name == "member"),
        *_in_order(
            RUN_KEYS,
            optional(
                "client",
                TEXT,
                "Client family, or family and release: `kafka-clients 3.4.1`. Without it the member claims what it "
                "last had, at the generation that it last saw.",
            ),
            optional(
                "session_timeout",
                NUMBER,
                "`session.timeout.ms`, in seconds: so long the coordinator keeps a silent member; 45 if missing.",
            ),
            optional(
                "rebalance_timeout",
                NUMBER,
                "`max.poll.interval.ms`, in seconds: so long a member may take to join; 300 if missing.",
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
    says="A rolling restart.",
    closed=True,
    keys=_in_order(
        RESTART_KEYS,
        key("members", listed(TEXT), "Ids of the members, in order."),
        optional("parallel", {"type": "integer", "minimum": 1}, "How many restart at a time; 1 if missing."),
    ),
)

_EVENT = Part(
    name="event",
    says="What changes before one rebalance.",
    closed=True,
    keys=_in_order(
        EVENT_KEYS,
        optional("at", {"type": "number", "minimum": 0}, "Seconds since the start."),
        optional("join", listed(part("member")), "Members that join."),
        optional("leave", listed(TEXT), "Ids of members that leave."),
        optional("subscribe", mapped(listed(NAME)), "Member id to its new subscription."),
        optional("topics", mapped(nullable(PARTITIONS)), "Topic to its new partition count; null: deleted."),
        optional("miss", listed(TEXT), "Ids of members that take no part in this rebalance and come back later."),
        optional("reset", BOOLEAN, "Whether generations start again at 1."),
        optional("crash", listed(TEXT), "Ids of members that vanish without a LeaveGroup."),
        optional("restart", part("restart"), "A rolling restart, after the rebalance of the other changes."),
        optional("upgrade", mapped(TEXT), "Member id to the client with which it restarts."),
        optional("lag_rates", mapped(listed(NUMBER)), "Topic to records a second of each partition, from now on."),
        optional("miss_sync", listed(TEXT), "Ids of members that join, but do not get their assignment."),
        optional(
            "errors",
            mapped(either({"type": "integer"}, TEXT)),
            "Member id to the Kafka error code, or its name, that it gets before it joins: 22, 25 or 82.",
        ),
        optional("leader", TEXT, "Id of the member that leads this rebalance."),
    ),
)

_LIFE = Format(
    name="life",
    says="A group and what happens to it, rebalance by rebalance.",
    parts=(
        Part(
            name="life",
            says="",
            closed=True,
            keys=_in_order(
                LIFE_KEYS,
                format_key("life"),
                optional("name", TEXT, "The name of the life."),
                optional(
                    "protocol",
                    words(*(one.value for one in Protocol)),
                    "How the members rebalance. If missing, the life is one of claims alone.",
                ),
                key("group", part("group"), "The group at the start."),
                key("events", listed(part("event")), "What happens, in this order."),
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
            says="",
            closed=True,
            keys=(
                *_in_order(
                    CASE_KEYS,
                    format_key("case"),
                    key("law", TEXT, "The id of the law."),
                    key("inputs", TEXT, "The input family of the group."),
                    optional("target", TEXT, "The assignor."),
                    optional("seed", COUNT, "The seed of the search."),
                    *SETTINGS,
                    optional("versions", mapped(TEXT), "Package or target to version."),
                    optional("life", LIFE, "The history that led to the group (family `histories`)."),
                    optional("path", nullable(part("path")), "How a live group gets to this break, if searched."),
                    key("steps", {**listed(part("step")), "minItems": 1}, "The questions, in the order asked."),
                    optional("facts", OBJECT, "What proves the breach; its keys depend on the law."),
                    optional("explanation", TEXT, "The facts in sentences."),
                ),
                optional("group", GROUP, "In a check: the group of the last step."),
                optional("assignment", nullable(ASSIGNMENT), "In a check: the answer to the last step."),
            ),
        ),
        Part(
            name="path",
            says="How a live group gets to a break of the same law with the same cause.",
            closed=True,
            keys=_in_order(
                PATH_KEYS,
                key("status", words(*STATUSES), "The grade; see [what kept means](../what-kept-means.md)."),
                optional("life", nullable(LIFE), "The life that leads there; null if none is known."),
                optional("histories", COUNT, "How many histories were searched."),
                optional("source", nullable(words(*SOURCES)), "Who ran the life; null if there is none."),
                optional("story", listed(TEXT), "The life in sentences."),
            ),
        ),
        Part(
            name="step",
            says="One question and its answer.",
            closed=True,
            keys=_in_order(
                STEP_KEYS,
                key("group", GROUP, "The group that was asked about."),
                optional("instance", nullable(TEXT), "Steps that name the same instance went to one assignor object."),
                optional("assignment", nullable(ASSIGNMENT), "The answer; null where there was none."),
                optional("error", nullable(part("error")), "What was raised instead of an answer."),
                optional(
                    "why", nullable(TEXT), "How this question differs from the first, such as `members permuted`."
                ),
                optional("event", nullable(part_of("life", "event")), "What changed before this rebalance."),
            ),
        ),
        Part(
            name="error",
            says="",
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
            says="",
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
