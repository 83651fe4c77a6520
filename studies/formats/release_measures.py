"""The parts of the formats that hold the measures of releases."""

from __future__ import annotations

from kafka_assay.benchmarks.releases.change_points import ChangePoint
from kafka_assay.benchmarks.releases.measurement import MeasuredRelease, Measurement
from kafka_assay.benchmarks.releases.release_measures import ReleaseMeasures
from studies.formats.shapes import OBJECT, Part, key, keys_of, listed, mapped, part, part_of, says_of, words

MEASUREMENT = (
    Part(
        name="measurement",
        keys=keys_of(
            Measurement,
            shapes={
                "machine": part_of("bench", "machine"),
                "releases": mapped(part("measured_release")),
                "change_points": listed(part("change_point")),
            },
        ),
    ),
    Part(name="measured_release", says=says_of(MeasuredRelease), keys=keys_of(MeasuredRelease)),
    Part(
        name="change_point",
        keys=(
            *keys_of(ChangePoint),
            key("effect", words("small", "medium", "large"), "The size: medium from a factor of 1.1, large from 1.5."),
        ),
    ),
)
"""What `assay-history/1` says about the measured releases."""

STORED_MEASURES = Part(
    name="measures",
    says=says_of(ReleaseMeasures),
    keys=(
        key("plan", OBJECT, "The plan and the machine; with others, the release is measured again."),
        *keys_of(ReleaseMeasures),
    ),
)
"""What the page of a release stores."""
