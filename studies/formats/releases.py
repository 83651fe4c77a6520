"""The formats for many releases: history, bisection, and the page that a history stores for each release."""

from __future__ import annotations

from kafka_assay.assignors.formats.codec import field_meanings
from kafka_assay.benchmarks.releases.change_points import ChangePoint
from kafka_assay.benchmarks.releases.measurement import MeasuredRelease, Measurement
from kafka_assay.properties.releases.release_findings import (
    ReleaseLaw,
    ReleaseVerdict,
    SearchedRelease,
    VerdictChange,
)
from studies.formats.answers import KNOWN, VERDICT
from studies.formats.shapes import (
    BOOLEAN,
    CASE,
    COUNT,
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

_WORD = words("kept", "broken", "undecided", "undefined", "unavailable")
_CHANGE = (
    key("change", words("came", "went"), field_meanings(VerdictChange)["kind"]),
    *keys_of(VerdictChange, left_out=("kind",)),
)
_SAID = (
    key("verdict", _WORD, field_meanings(ReleaseVerdict)["word"]),
    *keys_of(ReleaseVerdict, shapes={"failure": TEXT}, left_out=("word",), may_miss=("failure",)),
)
_SEARCHED = keys_of(SearchedRelease, shapes={"laws": listed(part("release_law"))})

_RELEASE_LAW = keys_of(ReleaseLaw, left_out=("counterexample",))


_HISTORY = Format(
    name="history",
    says="One assignor at many releases. `assay releases --json`; [how](../understand/releases.md).",
    parts=(
        Part(
            name="history",
            keys=(
                format_key("history"),
                key("target", TEXT, "The assignor, with a range of releases."),
                key("verdict", VERDICT, "The gravest verdict of all releases."),
                key("seed", COUNT, "The seed."),
                key("examples", nullable(COUNT), "The most groups of each family. Null with `--groups`."),
                optional("groups", nullable(COUNT), "The number of drawn groups in all, with `--groups`."),
                key("seconds", NUMBER, "The time for each release."),
                key("inputs", listed(TEXT), "The input families."),
                key("command", TEXT, "The command that repeats it."),
                key("only_minor", BOOLEAN, "Whether only the last patch of each minor release was asked."),
                key("interrupted", BOOLEAN, "Whether it was interrupted."),
                key("releases", listed(part("release")), "The releases, oldest first."),
                key("laws", listed(part("law")), "The laws that some release breaks, release by release."),
                key("cases", listed(part("history_case")), "The counterexamples, each put to every release."),
                key(
                    "measurement", nullable(part("measurement")), "Quality, time and memory. Null without `--measure`."
                ),
            ),
        ),
        Part(
            name="release",
            says="`unavailable`: it could not be fetched, built or started, for the `reason`.",
            keys=(
                *_SEARCHED[:2],
                key("status", words("asked", "unavailable"), "Whether the release was asked."),
                key("reason", nullable(TEXT), "Why not."),
                *(optional(one.name, one.shape, one.meaning) for one in _SEARCHED[2:]),
            ),
        ),
        Part(name="release_law", keys=_RELEASE_LAW),
        Part(
            name="law",
            keys=(
                key("law", TEXT, "The id of the law."),
                key("releases", mapped(part("law_at_release")), "Release to verdict."),
                key("changes", listed(part("law_change")), "Where the verdict changes."),
                key("cases", listed(TEXT), "The names of its counterexamples."),
            ),
        ),
        Part(
            name="law_at_release",
            keys=(
                key("verdict", _WORD, "The verdict."),
                key("expected", nullable(TEXT), "The declared reason."),
                KNOWN,
            ),
        ),
        Part(
            name="law_change",
            keys=(*_CHANGE, key("case", nullable(TEXT), "The name of the counterexample that shows it.")),
        ),
        Part(
            name="history_case",
            keys=(
                key("name", TEXT, "Its name."),
                key("law", TEXT, "The law."),
                key("inputs", TEXT, "The input family."),
                key("found_at", listed(TEXT), "The releases at which it was found."),
                key("releases", mapped(part("case_at_release")), "Release to its verdict on this case."),
                key("changes", listed(part("change")), "Where the verdict changes."),
                key("counterexample", CASE, "The case."),
                key("replay", TEXT, "The command that repeats it."),
            ),
        ),
        Part(name="case_at_release", keys=_SAID),
        Part(name="change", keys=_CHANGE),
        *MEASUREMENT,
    ),
)

_BISECTION = Format(
    name="bisection",
    says="The releases in which a case changed its verdict. `assay releases --case --json`.",
    parts=(
        Part(
            name="bisection",
            keys=(
                format_key("bisection"),
                key("target", TEXT, "The assignor, with a range of releases."),
                key("law", TEXT, "The law."),
                key("inputs", nullable(TEXT), "The input family."),
                key("seed", COUNT, "The seed."),
                key(
                    "verdict",
                    words("came", "went", "changed", "kept", "broken", "undecided", "undefined", "unavailable"),
                    "The change, or `changed` where there are several; else the verdict of all releases.",
                ),
                key("whole", BOOLEAN, "Whether every release was asked."),
                key("interrupted", BOOLEAN, "Whether it was interrupted."),
                key("changes", listed(part("change")), "The changes."),
                key("ends", listed(TEXT), "The first and the last release that could be decided."),
                key("releases", listed(part("release")), "The releases, oldest first."),
                key("steps", listed(part_of("case", "step")), "The steps of the case."),
            ),
        ),
        Part(
            name="change",
            keys=(*_CHANGE, key("replay", part("replay"), "The commands that show both sides of the change.")),
        ),
        Part(
            name="replay",
            keys=(
                key("last", TEXT, "The command for the last release before."),
                key("first", TEXT, "The command for the first release after."),
            ),
        ),
        Part(
            name="release",
            says="`verdict` is null where the release was not asked.",
            keys=(
                key("release", TEXT, "The release."),
                key("target", TEXT, "The assignor at this release."),
                key("verdict", nullable(_WORD), "Its verdict."),
                *_SAID[1:3],
                optional("silent", BOOLEAN, "Whether there was no answer to judge."),
                _SAID[4],
                KNOWN,
            ),
        ),
    ),
)

FORMATS = (
    _HISTORY,
    _BISECTION,
)
