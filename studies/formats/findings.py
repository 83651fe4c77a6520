"""The format of a published finding."""

from __future__ import annotations

from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.properties.known.known_findings import (
    AffectedClient,
    FindingPath,
    KnownAlarm,
    KnownFinding,
    Upstream,
)
from studies.formats.shapes import (
    TEXT,
    Format,
    Part,
    format_key,
    keys_of,
    listed,
    part,
    says_of,
    words,
)

_FINDING = Format(
    name="finding",
    says="One published fault, or one behaviour that was examined and is none. The files in `properties/known/` are "
    "in the package; the [index](../results/findings/README.md) and the "
    "[state of the assignors](../results/state/README.md) are made from them.",
    parts=(
        Part(
            name="finding",
            keys=(
                format_key("finding"),
                *keys_of(KnownFinding, shapes={"clients": listed(part("client"))}),
            ),
            closed=True,
        ),
        Part(
            name="client",
            keys=keys_of(
                AffectedClient,
                shapes={
                    "severity": words(*SEVERITIES),
                    "path": part("path"),
                    "upstream": part("upstream"),
                    "alarms": listed(part("alarm")),
                    "fixed": TEXT,
                },
                may_miss=("fixed",),
            ),
            closed=True,
        ),
        Part(name="path", keys=keys_of(FindingPath), closed=True),
        Part(name="upstream", keys=keys_of(Upstream), closed=True),
        Part(name="alarm", says=says_of(KnownAlarm), keys=keys_of(KnownAlarm), closed=True),
    ),
)

FORMATS = (_FINDING,)
