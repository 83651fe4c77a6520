"""The parts of the formats that hold the measures of releases."""

from __future__ import annotations

from kafka_assay.benchmarks.releases.change_points import ChangePoint
from kafka_assay.benchmarks.releases.measurement import MeasuredRelease, Measurement
from kafka_assay.benchmarks.releases.release_measures import ReleaseMeasures
from studies.formats.shapes import OBJECT, Part, key, keys_of, listed, mapped, part, part_of, words

_CHANGE_POINT = keys_of(
    ChangePoint,
    {
        "measure": "`balance_gap`, `needless_moves`, `rounds`, `memory_mib`, or `seconds` and a workload.",
        "last": "The last release before the change.",
        "first": "The first release after it.",
        "before": "The mean of the stretch of releases before; a geometric one for times and memory.",
        "after": "The same after the change.",
    },
)
_MEASUREMENT = keys_of(
    Measurement,
    {
        "groups": "How many everyday groups each release was asked.",
        "compared": "How many of them all compared releases answered with a valid plan.",
        "passes": "How often time and memory were measured, each time in a new process.",
        "workloads": "The groups for time, named as in Kafka's JMH suite.",
        "machine": "The machine.",
        "releases": "The measured releases, oldest first.",
        "change_points": "Where a measure changed.",
    },
    shapes={
        "machine": part_of("bench", "machine"),
        "releases": mapped(part("measured_release")),
        "change_points": listed(part("change_point")),
    },
)
_MEASURED_RELEASE = keys_of(
    MeasuredRelease,
    {
        "answered": "How many of the everyday groups got a valid plan.",
        "balance_gap": "Sum of squared loads above the optimum's: the mean over the compared groups.",
        "needless_moves": "Moves above the fewest: the mean over the groups that every compared release balances best.",
        "rounds": "Rounds until the assignor settles: the mean over the compared groups.",
        "seconds": "By workload, the median time of `assign` in each pass.",
        "memory_mib": "The peak memory of the process after one answer, in each pass.",
    },
)

MEASUREMENT = (
    Part(name="measurement", says="", keys=_MEASUREMENT),
    Part(
        name="measured_release",
        says="Means are null if the release is not compared, because it answered too few groups.",
        keys=_MEASURED_RELEASE,
    ),
    Part(
        name="change_point",
        says="",
        keys=(
            *_CHANGE_POINT,
            key("effect", words("small", "medium", "large"), "The size: medium from a factor of 1.1, large from 1.5."),
        ),
    ),
)
"""What `assay-history/1` says about the measured releases."""

STORED_MEASURES = Part(
    name="measures",
    says="The first three lists have a number for each everyday group; null without a valid plan.",
    keys=(
        key("plan", OBJECT, "The plan and the machine; with others, the release is measured again."),
        *keys_of(
            ReleaseMeasures,
            {
                "balance_gap": "Sum of squared loads above the optimum's.",
                "needless_moves": "Moves above the fewest; null too if the balance is not the best.",
                "rounds": "Rounds until the assignor settles.",
                "seconds": "By workload, the median time of `assign` in each pass.",
                "memory_mib": "The peak memory of the process after one answer, in each pass.",
                "passes": "How many passes are done.",
            },
        ),
    ),
)
"""What the page of a release stores."""
