"""The formats for searches: check, difference."""

from __future__ import annotations

from kafka_assay.properties.records.check_record import CheckCell, CheckRecord, UnaskedQuestions
from kafka_assay.properties.search.agreement import PLAN, TIE
from studies.formats.answers import KNOWN, VERDICT
from studies.formats.shapes import (
    ASSIGNMENT,
    BOOLEAN,
    COUNT,
    GROUP,
    NUMBER,
    TEXT,
    Format,
    Part,
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

_UNASKED = Part(
    name="unasked",
    says=says_of(UnaskedQuestions),
    keys=keys_of(UnaskedQuestions, may_miss=("trace",)),
)


_CHECK = Format(
    name="check",
    says="A whole check of one assignor. `assay check --json`, and `check-TARGET.json` with `--out`.",
    parts=(
        Part(
            name="check",
            keys=(
                format_key("check"),
                key(
                    "verdict",
                    VERDICT,
                    "The gravest verdict of all cells, as the exit code says; an expected failure counts as kept.",
                ),
                *keys_of(CheckRecord, shapes={"cells": listed(part("cell"))}, left_out=("unasked",)),
                key("cannot_be_asked", listed(part("unasked")), "What the target cannot express."),
                optional("note", TEXT, "The same in sentences."),
            ),
        ),
        Part(name="cell", says=says_of(CheckCell), keys=(*keys_of(CheckCell), KNOWN)),
        _UNASKED,
    ),
)

_KIND = words(PLAN, TIE)

_DIFFERENCE = Format(
    name="difference",
    says="Where two assignors answer differently. `assay differ --json`.",
    parts=(
        Part(
            name="difference-record",
            keys=(
                format_key("difference"),
                key("targets", listed(part("target")), "The two assignors."),
                key(
                    "compared",
                    words("loads", "answers"),
                    "`loads`: sorted loads, kept partitions, validity. `answers` (`--maps`): who has what, too.",
                ),
                key("seed", COUNT, "The seed."),
                key("seconds", NUMBER, "The time that it took."),
                key("examples", COUNT, "The number of groups that both were asked about."),
                key("cannot_be_asked", listed(part("unasked")), "What one of them cannot express."),
                key("interrupted", BOOLEAN, "Whether it was interrupted."),
                key("command", TEXT, "The command that repeats it."),
                key("kind", nullable(_KIND), "The kind of `difference`; null where none was found."),
                key("difference", nullable(part("difference")), "The difference to show: the clean family's, if any."),
                key("families", listed(part("family")), "A result for each input family."),
            ),
        ),
        Part(name="target", keys=(key("target", TEXT, "The assignor."), key("version", TEXT, "Its version."))),
        _UNASKED,
        Part(
            name="difference",
            says="One group and both answers.",
            keys=(
                key("kind", _KIND, "`tie`: only who has what differs. `plan`: loads, kept partitions or validity do."),
                key("inputs", TEXT, "The input family."),
                key("group", GROUP, "The group."),
                key("answers", mapped(nullable(ASSIGNMENT)), "Assignor to its answer."),
                key("sides", mapped(part("side")), "Assignor to its answer and figures."),
                key("unsteady", listed(TEXT), "Assignors that answer differently when they are asked twice."),
                key("explanation", TEXT, "The difference in sentences."),
                key("replay", TEXT, "The command that asks both about this group again."),
            ),
        ),
        Part(
            name="side",
            keys=(
                key("answer", nullable(ASSIGNMENT), "The answer; null where there was none."),
                key("error", nullable(part_of("case", "error")), "What was raised instead."),
                key("loads", nullable(listed(COUNT)), "Partitions of each member."),
                key("kept", nullable(COUNT), "Partitions that their valid owner keeps."),
                key("moved", nullable(COUNT), "Partitions that their valid owner loses."),
                key("flaw", nullable(TEXT), "The law of all that the answer breaks."),
            ),
        ),
        Part(
            name="family",
            keys=(
                key("inputs", TEXT, "The input family."),
                key("examples", COUNT, "The number of groups."),
                key("verdict", words("alike", "different", "undecided"), "What was found."),
                key("kind", nullable(_KIND), "The kind of the difference that was found there."),
                key("unanswered", COUNT, "Groups to which one gave no answer."),
                key("reason", nullable(TEXT), "Why it is undecided."),
                key("group", nullable(GROUP), "The smallest group found on which they differ."),
                key("replay", nullable(TEXT), "The command that asks both about it again."),
            ),
        ),
    ),
)

FORMATS = (_CHECK, _DIFFERENCE)
