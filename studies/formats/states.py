"""The formats of the published results: the state of an implementation, and a finding."""

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
from studies.state.law_measure import LawResult

_VERDICTS = ("kept", "broken", "undecided")
_SEVERITY = words(*SEVERITIES)


_STATE = Format(
    name="state",
    says="Where one implementation stands at one release: its faults, and the laws, balance, moves and time of its "
    "assignors. `python -m studies results --write` writes one for each implementation into "
    "[docs/results/state](../results/state/README.md).",
    parts=(
        Part(
            name="state",
            keys=(
                format_key("state"),
                key("implementation", TEXT, "The implementation."),
                key("release", TEXT, "Its release."),
                key("badge", part("badge"), "The words of its badge."),
                key("severities", listed(part("severity")), "The faults by severity, the gravest first."),
                optional("policies", listed(TEXT), "The ids of what was examined and is no fault."),
                key("assignors", listed(part("assignor")), "Its assignors; empty if no host calls them."),
            ),
        ),
        Part(
            name="badge",
            keys=(
                key("label", TEXT, "Implementation and release."),
                key("message", TEXT, "How many faults are known, and the gravest severity."),
                key("color", TEXT, "A colour that badge services know by this name."),
            ),
        ),
        Part(
            name="severity",
            keys=(
                key("severity", _SEVERITY, "The severity."),
                key(
                    "verdict",
                    words(*_VERDICTS, "not measured"),
                    "`broken`: a fault is known. Else the gravest verdict on the laws of this severity.",
                ),
                key("findings", listed(TEXT), "The ids of the faults."),
                key("undecided", listed(TEXT), "The undecided laws of this severity."),
            ),
        ),
        Part(
            name="assignor",
            keys=(
                key("name", TEXT, "Its name in the implementation."),
                key("target", TEXT, "The target."),
                key("version", TEXT, "The version that it reports."),
                key("like", nullable(TEXT), "Whose promises it makes."),
                key("measured", TEXT, "The day on which its laws were checked."),
                key("groups", COUNT, "The groups that its laws were checked on."),
                key("findings", listed(TEXT), "The ids of the faults that it has."),
                key("laws", listed(part("law")), "The laws that it promises."),
                key("quality", listed(part("quality")), "Balance and moves on everyday groups."),
                key("times", listed(part("time")), "The time at each size."),
                key("machine", nullable(TEXT), "The machine on which it was timed."),
                key("load", nullable(NUMBER), "The load average before the start: processes that wanted a core."),
                key("replays", mapped(TEXT), "The commands behind `laws`, `quality` and `time`."),
            ),
        ),
        Part(
            name="law",
            keys=(
                *keys_of(LawResult, shapes={"verdict": words(*_VERDICTS)}),
                key("severity", _SEVERITY, "That of the gravest fault behind the break; else of such a break here."),
                key("is_fault", BOOLEAN, "False if such breaks were examined and found to be no fault."),
                key("findings", listed(TEXT), "The ids of the findings and policies that describe the break."),
                key("since", nullable(part("since")), "The first bad release; null if it was not measured."),
                key("replay", TEXT, "The command that repeats the counterexample, or the search where nothing broke."),
            ),
        ),
        Part(
            name="since",
            says="The result of a bisection over the releases up to this one.",
            keys=(
                optional("first", nullable(TEXT), "The first release that is known to break the law."),
                optional("last", nullable(TEXT), "The last one that is known to keep it; null if no older one does."),
                optional("asked", COUNT, "The releases that were asked."),
                optional("releases", COUNT, "The releases that there are."),
                optional("unknown", TEXT, "Why there is no answer."),
                key("replay", TEXT, "The command."),
            ),
        ),
        Part(
            name="quality",
            keys=(
                key("subscriptions", words("equal", "unequal"), "Whether all members subscribe to the same topics."),
                key("groups", COUNT, "The groups asked about."),
                key("without_plan", nullable(part("share")), "The share without a valid answer."),
                key("less_balanced", nullable(part("share")), "The share of the valid answers below the optimum."),
                key("wasted", nullable(part("share")), "Moves above the fewest, mean over the best balanced answers."),
            ),
        ),
        Part(
            name="share",
            says="A share, or a mean.",
            keys=(
                key("value", NUMBER, "The value."),
                key("low", NUMBER, "Its 95 % interval."),
                key("high", NUMBER, "Its other end."),
            ),
        ),
        Part(
            name="time",
            keys=(
                key("workload", TEXT, "The group, as `assay bench` names it."),
                key("partitions", COUNT, "Its partitions."),
                key("seconds", nullable(NUMBER), "The median time of `assign`."),
                key("least", nullable(NUMBER), "The least."),
                key("most", nullable(NUMBER), "The most."),
                key("calls", COUNT, "The number of timed calls."),
                key("error", nullable(TEXT), "Why there is no time."),
            ),
        ),
    ),
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
                    "severity": _SEVERITY,
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

FORMATS = (_STATE, _FINDING)
