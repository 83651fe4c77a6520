"""The formats of replays, releases, audits, bench and lists."""

from __future__ import annotations

from kafka_assay.benchmarks.bench.bench_record import BenchRecord
from kafka_assay.benchmarks.releases.measurement import ChangePoint, Measurement
from kafka_assay.pipeline.audit.audit_row import Grade
from kafka_assay.pipeline.audit.audit_summary import AssignorTally
from kafka_assay.pipeline.replay.replayed_life import ReplayStep
from kafka_assay.properties.releases.release_findings import ReleaseLaw, ReleaseVerdict, SearchedRelease, VerdictChange
from kafka_assay.reports.audit.overview import WorstGroup
from kafka_assay.reports.views.months import MonthMean, MonthsReport
from kafka_assay.reports.views.replay import ReplayReport
from studies.formats.answers import KNOWN, VERDICT
from studies.formats.shapes import (
    BOOLEAN,
    CASE,
    COUNT,
    NUMBER,
    TEXT,
    format_key,
    key,
    keys_of,
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

_REPLAY = made_of(
    "replay",
    "A group's life with several targets, on a clock. `assay replay --json`, and "
    "`replay-LIFE.json` in `--out`; [lives](../understand/lives.md) defines every number.",
    record(
        ReplayReport,
        says="",
        names={"replays": "targets"},
        replays=listed(part("target")),
        optimum=nullable(part("target")),
        left_out=listed(part("left_out")),
    ),
    obj(
        "target",
        key("target", TEXT, "The assignor."),
        key("version", TEXT, "Its version."),
        key(
            "protocol",
            words("eager", "cooperative", "consumer"),
            "Who stops during a rebalance: everybody (`eager`), or only what moves.",
        ),
        key("rebalances", COUNT, "How often the group rebalances."),
        key("rounds", COUNT, "How often its members join, or reconcile, for that."),
        key("moved", COUNT, "Partitions that moved to another member."),
        key("ownerless", COUNT, "Partitions without an owner when a rebalance began."),
        key("taken", COUNT, "How often a partition got a reader other than its last one."),
        key("stopped_partition_seconds", NUMBER, "Partition-seconds without a reader."),
        key("seconds", NUMBER, "When the last rebalance has ended."),
        key("peak_gap", COUNT, "The largest distance from the best balance after a rebalance."),
        key("mean_gap", NUMBER, "The mean of these distances."),
        key("lag_spread", nullable(NUMBER), "Largest minus least lag of a member, mean; null without offsets."),
        key("steps", listed(part("step")), "The rebalances. The first is the start."),
        says="Sums are over all rebalances after the start.",
    ),
    record(
        ReplayStep,
        name="step",
        names={"begun": "at"},
        event=part_of("life", "event"),
        lag_spread=nullable(COUNT),
    ),
    obj("left_out", key("target", TEXT, "The assignor."), key("why", TEXT, "Why it has no outcome.")),
)
_MONTHS = made_of(
    "months",
    "What drawn months cost with several targets. `assay replay` with `drawn:A..B` and `--json`, and `months.json` in "
    "`--out`; [drawn months](../understand/lives.md#drawn-months) defines every number.",
    record(MonthsReport, says="", timing=part_of("replay", "timing")),
    record(MonthMean, says="The figures: `rebalances`, `rounds`, `moved`, `stopped_partition_seconds`, `mean_gap`."),
)

_WORD = words("kept", "broken", "undecided", "undefined", "unavailable")
_CHANGE = keys_of(VerdictChange, names={"kind": "change"}, kind=words("came", "went"))
_SAID = keys_of(ReleaseVerdict, names={"word": "verdict"}, may_miss=("failure",), word=_WORD)
_SEARCHED = keys_of(SearchedRelease)
_HISTORY = made_of(
    "history",
    "One assignor at many releases. `assay releases --json`; [how](../understand/releases.md).",
    obj(
        "history",
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
        key("measurement", nullable(part("measurement")), "Quality, time and memory. Null without `--measure`."),
    ),
    obj(
        "release",
        *_SEARCHED[:2],
        key("status", words("asked", "unavailable"), "Whether the release was asked."),
        key("reason", nullable(TEXT), "Why not."),
        *(optional(one.name, one.shape, one.meaning) for one in _SEARCHED[2:]),
        says="`unavailable`: it could not be fetched, built or started, for the `reason`.",
    ),
    record(ReleaseLaw, says="", without=("counterexample",)),
    obj(
        "law",
        key("law", TEXT, "The id of the law."),
        key("releases", mapped(part("law_at_release")), "Release to verdict."),
        key("changes", listed(part("law_change")), "Where the verdict changes."),
        key("cases", listed(TEXT), "The names of its counterexamples."),
    ),
    obj(
        "law_at_release",
        key("verdict", _WORD, "The verdict."),
        key("expected", nullable(TEXT), "The declared reason."),
        KNOWN,
    ),
    obj("law_change", *_CHANGE, key("case", nullable(TEXT), "The name of the counterexample that shows it.")),
    obj(
        "history_case",
        key("name", TEXT, "Its name."),
        key("law", TEXT, "The law."),
        key("inputs", TEXT, "The input family."),
        key("found_at", listed(TEXT), "The releases at which it was found."),
        key("releases", mapped(part("case_at_release")), "Release to its verdict on this case."),
        key("changes", listed(part("change")), "Where the verdict changes."),
        key("counterexample", CASE, "The case."),
        key("replay", TEXT, "The command that repeats it."),
    ),
    obj("case_at_release", *_SAID),
    obj("change", *_CHANGE),
    record(Measurement, says="", machine=part_of("bench", "machine")),
    record(
        ChangePoint,
        key("effect", words("small", "medium", "large"), "The size: medium from a factor of 1.1, large from 1.5."),
    ),
)
_BISECTION = made_of(
    "bisection",
    "The releases in which a case changed its verdict. `assay releases --case --json`.",
    obj(
        "bisection",
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
    obj("change", *_CHANGE, key("replay", part("replay"), "The commands that show both sides of the change.")),
    obj(
        "replay",
        key("last", TEXT, "The command for the last release before."),
        key("first", TEXT, "The command for the first release after."),
    ),
    obj(
        "release",
        key("release", TEXT, "The release."),
        key("target", TEXT, "The assignor at this release."),
        key("verdict", nullable(_WORD), "Its verdict."),
        *_SAID[1:3],
        optional("silent", BOOLEAN, "Whether there was no answer to judge."),
        _SAID[4],
        KNOWN,
        says="`verdict` is null where the release was not asked.",
    ),
)

_AUDIT = made_of(
    "audit",
    "An audit. `audit.json` in the folder of `--out` is the record of the run; `assay audit --json` adds the results. "
    "The rows themselves are in the folder `results.parquet`, the counts in `summary`, bad lines in `errors` "
    "(`assay-error/1`). [The audit page](../start/audit.md) has all columns and tables.",
    obj(
        "audit",
        key("command", listed(TEXT), "The command line."),
        key("inputs", listed(TEXT), "The files."),
        key("targets", listed(TEXT), "The assignors that were asked."),
        key("laws", TEXT, "The laws asked of the assignors' answers: `default` or `all`."),
        optional("weights", nullable(words("lag", "weights")), "The weights of `--weights`; null without."),
        key("groups", COUNT, "The number of groups."),
        key("rows", COUNT, "The rows of `results.parquet`."),
        key("bad_lines", COUNT, "Lines that held no group."),
        key("seed", COUNT, "The seed."),
        key("master", TEXT, "Spark's master; without Spark `loop` (one process) or `processes`."),
        key("cores", COUNT, "The number of cores."),
        key("seconds", part("seconds"), "The time it took."),
        key("versions", mapped(nullable(TEXT)), "Package to version; null where it is not used."),
        key("java_from", nullable(TEXT), "Where Spark's Java came from."),
        key("system", TEXT, "The operating system."),
        key("interrupted", BOOLEAN, "Whether the audit was interrupted."),
        optional("out", TEXT, "The folder with the records."),
        optional("grades", part("grades"), "How many groups have which grade today; each group has one."),
        optional("broken", COUNT, "Groups that break a law of all today; the same as `grades.invalid`."),
        optional("behind", COUNT, "Groups less balanced than possible; the same as `grades.less_even`."),
        optional("undecided", COUNT, "Groups without a proven optimum."),
        optional("worst", listed(part("worst_group")), "The worst groups, the very worst first."),
        optional(
            "assignors", listed(part("assignor")), "A row for each assignor: today, the optimum, then the best first."
        ),
        optional(
            "recommended", listed(part("recommended")), "The best assignor that Kafka ships, with all that are tied."
        ),
        says="From `out` on, the keys stand in the output of `assay audit --json` alone.",
    ),
    obj("seconds", key("start", NUMBER, "Until the first group was judged."), key("work", NUMBER, "For all groups.")),
    obj(
        "grades",
        *tuple(key(met.name.lower(), COUNT, f"Groups {met}.") for met in Grade),
        says="Numbers of groups.",
    ),
    record(WorstGroup),
    record(
        AssignorTally,
        key("groups", COUNT, "Groups that count: with members, and put to the assignor."),
        name="assignor",
        versions=listed(TEXT),
        grades=part("grades"),
    ),
    obj(
        "recommended",
        key("target", TEXT, "The assignor."),
        key("settings", listed(TEXT), "The lines of a consumer's configuration that choose it."),
    ),
)
_BENCH = made_of(
    "bench",
    "Time, quality and memory. `assay bench --json`, and `bench.json` with `--out`.",
    record(BenchRecord, says=""),
)
_SOURCE = (key("says", TEXT, "What it is."), key("source", TEXT, "Where it comes from."))
_LIST = made_of(
    "list",
    "What there is: `assay list --json`. A list that was not asked for is missing.",
    obj(
        "list",
        optional("assignors", listed(part("assignor")), "The references and what is installed beside them."),
        optional("targets", listed(part("target")), "How targets are written."),
        optional("laws", listed(part("law")), "The laws."),
        optional("inputs", listed(part("family")), "The input families."),
        optional("lives", listed(part("life")), "The bundled lives."),
    ),
    obj(
        "assignor",
        key("name", TEXT, "Its name."),
        key("exhibit", BOOLEAN, "Whether it is a former rule, or one that is printed wrong."),
        key("promises", listed(TEXT), "What it promises."),
        key("source", TEXT, "Its rule and source."),
        key("expected_failures", listed(part("expected_failure")), "The expected failures."),
    ),
    obj(
        "expected_failure",
        key("law", TEXT, "The law."),
        key("inputs", TEXT, "The family."),
        key("reason", TEXT, "Why."),
    ),
    obj(
        "target",
        key("name", TEXT, "How it is written."),
        key("says", TEXT, "What it is."),
        key("example", TEXT, "An example."),
    ),
    obj(
        "law",
        key("id", TEXT, "Its id."),
        key("kind", TEXT, "The kind of law."),
        key("promise", TEXT, "Whose law it is; `all`: every assignor's."),
        *_SOURCE,
    ),
    obj("family", key("name", TEXT, "Its name."), *_SOURCE),
    obj("life", key("name", TEXT, "Its name."), key("says", TEXT, "What happens.")),
)
_REPORT = made_of(
    "report",
    "`assay report DIR --json`.",
    obj("report", format_key("report"), key("written", listed(TEXT), "The files written.")),
)

FORMATS = (_REPLAY, _MONTHS, _HISTORY, _BISECTION, _AUDIT, _BENCH, _LIST, _REPORT)
