"""The format of an implementation's state, for the state page and for others to read."""

from __future__ import annotations

from kafka_assay.properties.severity import SEVERITIES
from studies.formats.shapes import (
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
    words,
)
from studies.state.implementation_state import (
    AssignorState,
    Badge,
    LawState,
    QualityState,
    SeverityState,
    Share,
    Since,
    TimeState,
)
from studies.state.older_breaks import OlderBreak

_VERDICT = words("kept", "broken", "undecided")
_SEVERITY = words(*SEVERITIES)

_LAW = {
    "law": "The law's id.",
    "severity": "The worst effect that a break may have.",
    "verdict": "The gravest verdict over all families.",
    "groups": "The groups that the law was judged on.",
    "kept": "Those that kept it.",
    "undecided": "Those on which it could not be decided.",
    "reason": "Why it could not be decided on some groups; null if it always was.",
    "broken_in": "The input families with a break.",
    "undecided_in": "The input families in which it is undecided.",
    "declared": "Why the assignor declares this break; null if it does not.",
    "size": "The smallest counterexample: members and partitions.",
    "case": "Its file, from the root of the repository (`assay-case/1`).",
    "since": "The first bad release; null if it was not measured.",
    "older": "An older release that breaks the law on another group, according to a finding or a history; null if none "
    "is known.",
    "is_fault": "False if such breaks were examined and found to be no fault.",
    "is_only_here": "Whether no other implementation breaks this law, and some other keeps it.",
    "findings": "The findings that describe the break, or why it is no fault.",
    "replay": "The command that repeats the counterexample, or the search where nothing broke.",
}

_STATE = Format(
    name="state",
    says="Where one implementation stands at one release: laws, balance, moves and time of its assignors. "
    "`python -m studies state_of_assignors --write` writes one for each implementation into "
    "[docs/results/state](../results/state/README.md).",
    parts=(
        Part(
            name="state",
            says="",
            keys=(
                format_key("state"),
                key("implementation", TEXT, "The implementation."),
                key("release", TEXT, "Its release."),
                key("badge", part("badge"), "The words of its badge."),
                key("severities", listed(part("severity")), "The laws by severity, the gravest first."),
                key("only_here", listed(TEXT), "The laws that no other implementation breaks, and some other keeps."),
                key("assignors", listed(part("assignor")), "Its assignors."),
            ),
        ),
        Part(
            name="badge",
            says="",
            keys=keys_of(
                Badge,
                {
                    "label": "Implementation and release.",
                    "message": "How many laws are broken, and the gravest severity.",
                    "color": "A colour that badge services know by this name.",
                },
            ),
        ),
        Part(
            name="severity",
            says="",
            keys=keys_of(
                SeverityState,
                {
                    "severity": "The severity.",
                    "verdict": "The gravest verdict on its laws. Declared breaks do not count.",
                    "broken": "The broken laws.",
                    "undecided": "The undecided laws that are not broken.",
                },
                shapes={"severity": _SEVERITY, "verdict": _VERDICT},
            ),
        ),
        Part(
            name="assignor",
            says="",
            keys=keys_of(
                AssignorState,
                {
                    "name": "Its name in the implementation.",
                    "target": "The target.",
                    "version": "The version that it reports.",
                    "like": "Whose promises it makes.",
                    "measured": "The day on which its laws were checked.",
                    "groups": "The groups that its laws were checked on.",
                    "laws": "The laws that it promises.",
                    "quality": "Balance and moves on everyday groups.",
                    "times": "The time at each size.",
                    "machine": "The machine on which it was timed.",
                    "load": "The load average of that machine before the start: other processes that wanted a core.",
                    "replays": "The commands behind `laws`, `quality` and `time`.",
                },
                shapes={
                    "laws": listed(part("law")),
                    "quality": listed(part("quality")),
                    "times": listed(part("time")),
                    "replays": mapped(TEXT),
                },
            ),
        ),
        Part(
            name="law",
            says="",
            keys=keys_of(
                LawState,
                _LAW,
                shapes={
                    "severity": _SEVERITY,
                    "verdict": _VERDICT,
                    "since": nullable(part("since")),
                    "older": nullable(part("older")),
                },
            ),
        ),
        Part(
            name="since",
            says="The result of a bisection over the releases up to this one.",
            keys=keys_of(
                Since,
                {
                    "first": "The first release that is known to break the law.",
                    "last": "The last one that is known to keep it; null if no older release that was asked keeps it.",
                    "asked": "The releases that were asked.",
                    "releases": "The releases that there are.",
                    "unknown": "Why there is no answer; null if there is one.",
                    "replay": "The command.",
                },
            ),
        ),
        Part(
            name="older",
            says="A published break on another group than the smallest counterexample.",
            keys=keys_of(
                OlderBreak,
                {
                    "first": "The release.",
                    "last": "The last release that is known to keep the law on that group; null if none is known.",
                    "source": "The page that says so, from docs/.",
                    "replay": "The command behind it.",
                },
            ),
        ),
        Part(
            name="quality",
            says="",
            keys=keys_of(
                QualityState,
                {
                    "subscriptions": "Whether all members of a group subscribe to the same topics.",
                    "groups": "The groups asked about.",
                    "without_plan": "The share without a valid answer.",
                    "less_balanced": "The share of the valid answers that are less balanced than the optimum.",
                    "wasted": "Moves above the fewest, mean over the answers that are as balanced as the optimum.",
                },
                shapes={
                    "subscriptions": words("equal", "unequal"),
                    **{name: nullable(part("share")) for name in ("without_plan", "less_balanced", "wasted")},
                },
            ),
        ),
        Part(
            name="share",
            says="A share, or a mean.",
            keys=keys_of(Share, {"value": "The value.", "low": "Its 95 % interval.", "high": "Its other end."}),
        ),
        Part(
            name="time",
            says="",
            keys=keys_of(
                TimeState,
                {
                    "workload": "The group, as `assay bench` names it.",
                    "partitions": "Its partitions.",
                    "seconds": "The median time of `assign`.",
                    "least": "The least.",
                    "most": "The most.",
                    "calls": "The number of timed calls.",
                    "error": "Why there is no time.",
                },
            ),
        ),
    ),
)

FORMATS = (_STATE,)
