"""The formats of comparisons: the whole, and the record of one side."""

from __future__ import annotations

from kafka_assay.benchmarks.comparison.comparison_record import (
    ComparedTarget,
    Comparison,
    ComparisonLine,
    RefusedGroups,
    TimedGroup,
)
from kafka_assay.benchmarks.comparison.side_record import ExpectedReason, SideTiming
from kafka_assay.benchmarks.environment import Machine
from kafka_assay.reports.comparison.document import MEASURED
from studies.formats.shapes import (
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
    part,
)

_LINE_MEANINGS = {
    "measure": "`law:ID`, `balance_gap`, `moves`, `rounds`, `topic_spread` or `seconds`.",
    "inputs": "The input family of a law; null for a measure.",
    "outcome": "What the comparison says.",
    "base": "Of a law: groups on which the base breaks it; of a measure: its mean (of seconds: the geometric mean).",
    "candidate": "The same of the candidate.",
    "interval": "The 95 % interval of the difference (of seconds: of the ratio less 1; of a law: of its share).",
    "tolerance": "Of a measure: how much worse it may be (of seconds: as a share); missing if there is no limit.",
    "case": "A small group on which one side breaks the law: the base where it is newly kept.",
    "expected": "The reason of an expected failure.",
    "reason": "Why the two could not be compared, why a difference is unstable, or why it is accepted.",
    "undecided": "Whether a law could not be decided.",
    "effect": "The size of the difference in words; of a law: as a share of its groups in all families.",
    "control": "The largest difference between the base and itself; null where it was not measured.",
    "ratio": "Of seconds: candidate divided by base.",
    "groups": "The number of groups that were measured; of a law: those on which both have a verdict.",
    "worse_groups": "Groups on which the candidate is worse; of a law: on which it alone breaks it.",
    "better_groups": "Groups on which it is better.",
    "p": "The exact probability of a split this uneven between worse and better, if both were equally likely.",
    "above_fewest": "Of moves: the mean above those of the best plan, of both sides; negative if fewer.",
    "less_even": "Of moves, for each side: whether it moves less than the best plan on some groups, and is less even "
    "on all of these.",
    "gap_where_moves_differ": "Of moves: the mean balance gap of both sides on the groups where their moves differ.",
    "timed": "Of seconds: the timed groups (partitions x members x topics, subscriptions, event).",
    "timed_groups": "Of seconds: the time of each timed group, if there are several.",
    "counterpart": "The same group, and the question that breaks the law, put to the side that keeps the law.",
}

_COMPARISON = Format(
    name="comparison",
    says="Two assignors on the same groups. `assay compare --json`, and `compare.json` with `--out`.",
    parts=(
        Part(
            name="comparison",
            says="",
            keys=(
                format_key("comparison"),
                *keys_of(
                    Comparison,
                    {
                        "base": "The assignor as it was.",
                        "candidate": "The assignor as it would be.",
                        "seed": "The seed.",
                        "groups": "The number of groups.",
                        "cannot_be_asked": "Groups that one of them cannot express.",
                        "interrupted": "Whether it was interrupted.",
                        "verdict": "The verdict over all lines.",
                        "lines": "A line for each law and family, and for each measure.",
                        "command": "The command that repeats it.",
                        "stale": "A sentence for each accepted regression that is none any more.",
                        "why": "Why it fails, in one line; empty if it does not.",
                    },
                    shapes={
                        "base": part("side"),
                        "candidate": part("side"),
                        "cannot_be_asked": listed(part("refused")),
                        "lines": listed(part("line")),
                    },
                ),
            ),
        ),
        Part(
            name="side",
            says="",
            keys=keys_of(
                ComparedTarget,
                {"target": "The assignor.", "version": "Its version.", "like": "Whose promises it makes."},
            ),
        ),
        Part(
            name="refused",
            says="",
            keys=keys_of(
                RefusedGroups,
                {"inputs": "The input family.", "groups": "The number of groups.", "reason": "The first reason."},
            ),
        ),
        Part(
            name="line",
            says=f"{', '.join(f'`{name}`' for name in MEASURED)} stand only in lines that have them.",
            keys=keys_of(
                ComparisonLine,
                _LINE_MEANINGS,
                may_miss=MEASURED,
                shapes={"timed_groups": nullable(listed(part("timed-group")))},
            ),
        ),
        Part(
            name="timed-group",
            says="",
            keys=keys_of(
                TimedGroup,
                {
                    "name": "The timed group.",
                    "base": "Seconds of one call of the base: the geometric mean of all blocks.",
                    "candidate": "The same of the candidate.",
                    "ratio": "Candidate divided by base.",
                    "interval": "The 95 % interval of the ratio, less 1.",
                },
            ),
        ),
    ),
)

_SIDE = Format(
    name="compared-side",
    says="The results of one target of a comparison. `base.json` and `candidate.json` of `assay compare --out`.",
    parts=(
        Part(
            name="side-record",
            says="A later `assay compare` pairs two such records, if `seed`, `families` and `code` are the same.",
            keys=(
                format_key("compared-side"),
                *keys_of(
                    ComparedTarget,
                    {"target": "The assignor.", "version": "Its version.", "like": "Whose promises it makes."},
                ),
                key("code", TEXT, "The version of the code that drew and judged the groups."),
                key("seed", COUNT, "The seed of the groups."),
                key("families", listed(TEXT), "The input families that the groups came from."),
                key("laws", listed(TEXT), "The laws that the target promises."),
                key("groups", COUNT, "The number of groups, which are numbered from 0."),
                key("asked", TEXT, "A character for each group: `+` asked, `-` cannot be expressed."),
                key(
                    "marks",
                    mapped(TEXT),
                    "Law to a character for each group: `k` kept, `b` broken, `h` broken because a call hung, `x` "
                    "broken as declared, `u` undecided, `.` no verdict.",
                ),
                key(
                    "figures",
                    mapped(listed(NUMBER)),
                    "Measure to a number for each group: `rebalances` (0: no valid answer), and sums over them.",
                ),
                key("refusals", mapped(TEXT), "Input family to the first reason why a group cannot be expressed."),
                key("expected", listed(part("expected-failure")), "The declared failures."),
                key("timing", nullable(part("timing")), "The time of its calls; null: not measured."),
                key("cases", listed(CASE), "The smallest groups found on which it breaks a law."),
            ),
        ),
        Part(
            name="expected-failure",
            says="",
            keys=keys_of(
                ExpectedReason,
                {"law": "The id of the law.", "inputs": "The input family.", "reason": "Why it is expected."},
            ),
        ),
        Part(
            name="timing",
            says="Times of different machines are not compared.",
            keys=keys_of(
                SideTiming,
                {
                    "machine": "The machine.",
                    "workloads": "The timed groups.",
                    "blocks": "For each sitting the fastest call of each block, in seconds.",
                    "noise": "The largest difference of the base from itself, as a share.",
                },
                shapes={"machine": part("machine")},
            ),
        ),
        Part(
            name="machine",
            says="",
            keys=keys_of(
                Machine,
                {
                    "processor": "The processor.",
                    "cores": "The cores that a process may use.",
                    "memory_mib": "The memory in MiB; 0: unknown.",
                    "system": "The system.",
                    "python": "The Python.",
                },
            ),
        ),
    ),
)

FORMATS = (_COMPARISON, _SIDE)
