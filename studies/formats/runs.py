"""The formats for runs: audit, bench, list, report, host test, cache; and the lines between `assay` and a host."""

from __future__ import annotations

from kafka_assay.benchmarks.bench.bench_record import BenchRecord, Growth, TimedPoint
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.pipeline.audit.audit_row import Grade
from kafka_assay.pipeline.audit.audit_summary import AssignorTally
from kafka_assay.reports.audit.overview import WorstGroup
from studies.formats.shapes import (
    BOOLEAN,
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
    says_of,
    words,
)

_AUDIT = Format(
    name="audit",
    says="An audit. `audit.json` in the folder of `--out` is the record of the run; `assay audit --json` adds the "
    "results. The rows themselves are in the folder `results.parquet`, the counts in `summary`, bad lines in `errors` "
    "(`assay-error/1`). [The audit page](../start/audit.md) has all columns and tables.",
    parts=(
        Part(
            name="audit",
            says="From `out` on, the keys stand in the output of `assay audit --json` alone.",
            keys=(
                format_key("audit"),
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
                optional("worst", listed(part("worst")), "The worst groups, the very worst first."),
                optional(
                    "assignors",
                    listed(part("assignor")),
                    "A row for each assignor: today, the optimum, then the best first.",
                ),
                optional(
                    "recommended",
                    listed(part("recommended")),
                    "The best assignor that Kafka ships, with all that are tied.",
                ),
            ),
        ),
        Part(
            name="seconds",
            keys=(key("start", NUMBER, "Until the first group was judged."), key("work", NUMBER, "For all groups.")),
        ),
        Part(
            name="grades",
            says="Numbers of groups.",
            keys=tuple(key(met.name.lower(), COUNT, f"Groups {met}.") for met in Grade),
        ),
        Part(
            name="worst",
            keys=(
                *keys_of(
                    WorstGroup,
                    shapes={
                        **dict.fromkeys(("index", "members", "partitions"), COUNT),
                        "loads": listed(COUNT),
                        "optimal_loads": nullable(listed(COUNT)),
                        "moves_needed": nullable(COUNT),
                    },
                ),
            ),
        ),
        Part(
            name="assignor",
            says=says_of(AssignorTally),
            keys=(
                *keys_of(
                    AssignorTally,
                    shapes={
                        **dict.fromkeys(("compared", "excess", "moves", "least_moves"), COUNT),
                        **dict.fromkeys(("broken", "expected", "undecided"), COUNT),
                        "versions": listed(TEXT),
                        "grades": part("grades"),
                    },
                ),
                key("groups", COUNT, "Groups that count: with members, and put to the assignor."),
            ),
        ),
        Part(
            name="recommended",
            keys=(
                key("target", TEXT, "The assignor."),
                key("settings", listed(TEXT), "The lines of a consumer's configuration that choose it."),
            ),
        ),
    ),
)

_BENCH = Format(
    name="bench",
    says="Time, quality and memory. `assay bench --json`, and `bench.json` with `--out`.",
    parts=(
        Part(
            name="bench",
            keys=(
                format_key("bench"),
                *keys_of(
                    BenchRecord,
                    shapes={
                        "machine": part("machine"),
                        "points": listed(part("point")),
                        "growth": listed(part("growth")),
                    },
                ),
            ),
        ),
        Part(name="machine", keys=keys_of(Machine)),
        Part(name="point", keys=keys_of(TimedPoint)),
        Part(name="growth", says=says_of(Growth), keys=keys_of(Growth)),
    ),
)

_SOURCE = (key("says", TEXT, "What it is."), key("source", TEXT, "Where it comes from."))
_LIST = Format(
    name="list",
    says="What there is: `assay list --json`. A list that was not asked for is missing.",
    parts=(
        Part(
            name="list",
            keys=(
                format_key("list"),
                optional("assignors", listed(part("assignor")), "The references and what is installed beside them."),
                optional("targets", listed(part("target")), "How targets are written."),
                optional("laws", listed(part("law")), "The laws."),
                optional("inputs", listed(part("family")), "The input families."),
                optional("lives", listed(part("life")), "The bundled lives."),
            ),
        ),
        Part(
            name="assignor",
            keys=(
                key("name", TEXT, "Its name."),
                key("exhibit", BOOLEAN, "Whether it is a former rule, or one that is printed wrong."),
                key("promises", listed(TEXT), "What it promises."),
                key("source", TEXT, "Its rule and source."),
                key("expected_failures", listed(part("expected_failure")), "The expected failures."),
            ),
        ),
        Part(
            name="expected_failure",
            keys=(key("law", TEXT, "The law."), key("inputs", TEXT, "The family."), key("reason", TEXT, "Why.")),
        ),
        Part(
            name="target",
            keys=(
                key("name", TEXT, "How it is written."),
                key("says", TEXT, "What it is."),
                key("example", TEXT, "An example."),
            ),
        ),
        Part(
            name="law",
            keys=(
                key("id", TEXT, "Its id."),
                key("kind", TEXT, "The kind of law."),
                key("promise", TEXT, "Whose law it is; `all`: every assignor's."),
                *_SOURCE,
            ),
        ),
        Part(name="family", keys=(key("name", TEXT, "Its name."), *_SOURCE)),
        Part(name="life", keys=(key("name", TEXT, "Its name."), key("says", TEXT, "What happens."))),
    ),
)

_REPORT = Format(
    name="report",
    says="`assay report DIR --json`.",
    parts=(Part(name="report", keys=(format_key("report"), key("written", listed(TEXT), "The files written."))),),
)

FORMATS = (_AUDIT, _BENCH, _LIST, _REPORT)
