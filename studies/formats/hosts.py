"""The formats for hosts of foreign assignors: the protocol, its test, and the contents of the cache."""

from __future__ import annotations

from kafka_assay.assignors.formats.codec import field_meanings
from kafka_assay.assignors.hosted.cache import Manifest
from kafka_assay.assignors.interface import GROUP_LISTS
from studies.formats.inputs import SETTINGS
from studies.formats.shapes import (
    ANYTHING,
    ASSIGNMENT,
    COUNT,
    GROUP,
    NUMBER,
    OBJECT,
    TEXT,
    either,
    format_key,
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
    words,
)

_HOST = made_of(
    "host",
    "The lines between `assay` and a host: one greeting, then an answer to each question. Only the greeting has the "
    "key `format`. [hosts](../hosts/README.md) says how a host is written.",
    obj(
        "greeting",
        format_key("host"),
        key("implementation", TEXT, "Whose assignors they are."),
        optional("version", TEXT, "The version that runs; `unknown` if missing."),
        key("assignors", {**listed(TEXT), "minItems": 1}, "The assignors."),
        optional(
            "like",
            mapped(either(TEXT, listed(TEXT))),
            "Assignor to the reference whose promises it makes, or to a list of it with `+promise` and `-promise`.",
        ),
        optional("targets", listed(TEXT), "Cooperative assignors that answer with the final plan."),
        optional("expected_failures", mapped(listed(part("expected_failure"))), "Failures that were declared."),
        optional("accepts", listed(TEXT), "Further keys of a question that the host reads, such as `config`."),
        optional("unordered", mapped(listed(words(*GROUP_LISTS))), "Lists of a group whose order is not kept."),
        says="The host's first line.",
    ),
    obj(
        "question",
        key("id", COUNT, "A number; the answer repeats it."),
        key("assignor", TEXT, "The assignor that is asked."),
        key("group", GROUP, "The group, without `strategy` and `state`."),
        optional("instance", TEXT, "Questions that name the same instance go to one assignor object."),
        *SETTINGS,
        says="`assay` to host.",
    ),
    obj(
        "answer",
        key("id", COUNT, "The question's number."),
        key("assignment", ASSIGNMENT, "The answer."),
        optional("nanoseconds", nullable(NUMBER), "The time of the assignor's own call."),
        says="Host to `assay`.",
    ),
    obj(
        "failure",
        key("id", nullable(COUNT), "The question's number; null where it could not be read."),
        key("error", part_of("case", "error"), "What was raised."),
        says="Host to `assay`, in the place of an answer.",
    ),
    obj(
        "expected_failure",
        key("law", TEXT, "The law."),
        key("family", TEXT, "The input family."),
        key("reason", TEXT, "Why."),
        key("group", TEXT, "The smallest such group, as JSON text."),
    ),
    roots=4,
)
_HOST_TEST = made_of(
    "host-test",
    "Whether a host speaks the protocol. `assay host test --json`.",
    obj(
        "host-test",
        format_key("host-test"),
        key("command", TEXT, "The host."),
        key("greeting", nullable(OBJECT), "Its greeting; null where there was none."),
        key("checks", listed(part("check")), "What was checked."),
        key("measured", nullable(part("speed")), "Its speed; null where it could not be measured."),
    ),
    obj(
        "check",
        key("check", TEXT, "Its name."),
        key("says", TEXT, "What must hold."),
        key("verdict", TEXT, "The verdict."),
        key("why", nullable(TEXT), "What was wrong, or why it was not checked."),
        key("sent", nullable(TEXT), "The line that was sent."),
        key("came", nullable(TEXT), "The line that came."),
    ),
    obj(
        "speed",
        key("start_seconds", NUMBER, "Until the greeting."),
        key("questions", NUMBER, "Questions that were timed."),
        key("round_trip_microseconds", NUMBER, "The median time of a question."),
        key("slowest_microseconds", NUMBER, "The largest time."),
        key("questions_per_second", NUMBER, "Asked one after another."),
        key("questions_per_second_at_once", NUMBER, "Sent without waiting for answers."),
    ),
)
_CACHE = made_of(
    "cache",
    "What was fetched and built: `assay host cache list --json`. With `remove`: what was removed.",
    obj(
        "kept",
        format_key("cache"),
        key("folder", TEXT, "The folder of the cache."),
        key("size", COUNT, "The bytes of all artefacts."),
        key("artefacts", listed(part("cached")), "The artefacts."),
    ),
    obj(
        "removed",
        format_key("cache"),
        key("removed", listed(TEXT), "What was removed."),
        key("left", ANYTHING, "What could not be removed, and why."),
    ),
    obj(
        "cached",
        key("name", TEXT, "Its name."),
        key("path", TEXT, "Its folder."),
        key("state", TEXT, "Whether it is kept whole."),
        key("size", COUNT, "Its bytes."),
        key("artefact", nullable(part("identity")), "What it is; null where its record cannot be read."),
        optional("made", TEXT, field_meanings(Manifest)["made"]),
        optional("tools", mapped(TEXT), field_meanings(Manifest)["tools"]),
        optional("files", mapped(TEXT), "File to its SHA-256."),
        optional("damaged", listed(TEXT), "With `--verify`: files that are missing or were changed."),
    ),
    record(Manifest, name="identity", says="", without=("made", "tools", "files")),
    roots=2,
)

FORMATS = (_HOST, _HOST_TEST, _CACHE)
