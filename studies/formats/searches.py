"""The format of a check."""

from __future__ import annotations

from kafka_assay.properties.records.check_record import CheckCell, CheckRecord, UnaskedQuestions
from studies.formats.answers import KNOWN, VERDICT
from studies.formats.shapes import (
    TEXT,
    Format,
    Part,
    format_key,
    key,
    keys_of,
    listed,
    optional,
    part,
    says_of,
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

FORMATS = (_CHECK,)
