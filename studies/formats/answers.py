"""The formats of what assignors answered: optimum, judgement, what-if, check, comparison, campaign, finding."""

from __future__ import annotations

from kafka_assay.benchmarks.comparison.comparison_record import (
    Comparison,
    ComparisonLine,
)
from kafka_assay.pipeline.campaign.plan import CampaignPlan
from kafka_assay.pipeline.campaign.status import CampaignStatus
from kafka_assay.pipeline.campaign.unexercised import Unexercised
from kafka_assay.pipeline.whatif.what_if import WhatIfOutcome
from kafka_assay.properties.effect import SEVERITIES
from kafka_assay.properties.judging.judgement import Gap
from kafka_assay.properties.known.known_findings import AffectedClient, FindingPath, KnownAlarm, KnownFinding, Upstream
from kafka_assay.properties.records.check_record import CheckCell, CheckRecord, UnaskedQuestions
from kafka_assay.reports.comparison.document import MEASURED
from studies.formats.inputs import GROUP_NAME, INDEX
from studies.formats.shapes import (
    ASSIGNMENT,
    BOOLEAN,
    COUNT,
    INTEGER,
    NUMBER,
    OBJECT,
    TEXT,
    key,
    listed,
    made_of,
    mapped,
    nullable,
    obj,
    optional,
    part,
    record,
    words,
)

KNOWN = optional("known", listed(TEXT), "The ids of the published findings and policies that describe the break.")
VERDICT = words("kept", "broken", "undecided")
_POTENTIALS = obj(
    "certificate",
    key("kind", words("potentials"), "The kind of proof."),
    key("members", mapped(INTEGER), "Member id to its number."),
    key("topics", mapped(INTEGER), "Topic to its number."),
    key("levels", mapped(INTEGER), "Further numbers, which pay for moves."),
    says="The numbers that prove the plan; [Proofs](../understand/proofs.md#the-certificate) says how.",
)
_FIGURES = (
    key("max", NUMBER, "The largest weight of a member."),
    key("sum_of_squares", NUMBER, "The sum of squared weights."),
    key("moved", NUMBER, "The weight of the partitions that move."),
)
_OPTIMUM = made_of(
    "optimum",
    "The best possible assignment: the best balance, then the fewest moves. `assay optimum --json`.",
    obj(
        "optimum",
        key("engine", words("flow", "ilp", "exhaustive", "cp-sat"), "What solved it."),
        key("status", words("proved", "bounded", "undecided"), "How sure it is."),
        key("loads", listed(COUNT), "Partitions of each member, ascending."),
        key("sum_of_squares", COUNT, "The sum of squared loads."),
        key("moves", COUNT, "Partitions that their valid owner loses."),
        key("kept", COUNT, "Partitions that their valid owner keeps."),
        key("assignment", ASSIGNMENT, "The plan."),
        key("certificate", nullable(part("certificate")), "The proof; null where the engine gives none."),
        optional("weighted", part("weighted"), "With `--weights`."),
        optional("then", part("then"), "With `--then`."),
        optional("points", listed(part("point")), "With `--frontier`: the best balance by moves."),
        optional("assignors", listed(part("assignor")), "With `--frontier`: where answers lie."),
        optional("left_out", listed(part("left_out")), "With `--frontier`: whose answer is no point."),
        optional("plan", part("plan"), "With `--moves`: the best plan with at most so many moves."),
        INDEX,
        GROUP_NAME,
    ),
    _POTENTIALS,
    obj(
        "weighted",
        key("by", words("lag", "weights"), "What the weights are."),
        *_FIGURES,
        key("bound", part("figures"), "What no plan can be below."),
        key("gap", part("figures"), "The difference between plan and bound."),
        key("r_score", nullable(NUMBER), "`moved` divided by `max`; null where `max` is 0."),
        key("grain", nullable(NUMBER), "The unit to which weights were rounded; null where none was."),
        key("today", part("today"), "The figures of the present assignment."),
        key("members", mapped(part("member")), "Member id to its weights."),
        says="The figures of the plan in weights.",
    ),
    obj(
        "today",
        *_FIGURES[:2],
        says="The present assignment in weights.",
    ),
    obj(
        "member",
        key("today", NUMBER, "Of its partitions today."),
        key("best", NUMBER, "Of its partitions in the plan."),
        says="The weight of one member.",
    ),
    obj("figures", *_FIGURES),
    obj(
        "then",
        key("by", words("topic-spread", "host-spread", "rack-match"), "What is made best."),
        key("value", INTEGER, "Its value."),
        key("status", words("proved", "bounded", "undecided"), "How sure it is."),
        says="The third level, among all optimal plans.",
    ),
    obj(
        "point",
        key("moves", COUNT, "The number of moves."),
        key("sum_of_squares", COUNT, "The least sum of squared loads with so many moves."),
        key("exact", BOOLEAN, "Always true."),
        key("corner", BOOLEAN, "Whether further moves buy less from here on."),
    ),
    obj(
        "assignor",
        key("target", TEXT, "The assignor, or `today`."),
        key("moves", COUNT, "The moves of its answer."),
        key("sum_of_squares", COUNT, "The sum of squared loads of its answer."),
        key("needed_moves", nullable(COUNT), "The fewest moves for this balance."),
        key("least_sum_of_squares", nullable(COUNT), "The best balance with these moves."),
    ),
    obj("left_out", key("target", TEXT, "The assignor."), key("why", TEXT, "Why its answer is no point.")),
    obj(
        "plan",
        key("allowed", COUNT, "The number given by `--moves`."),
        key("moves", COUNT, "The moves of the plan."),
        key("sum_of_squares", COUNT, "Its sum of squared loads."),
        key("assignment", ASSIGNMENT, "The plan."),
    ),
)
_CERTIFICATE = made_of(
    "certificate",
    "A plan with its proof, as `assay optimum --proof FILE` writes it. `assay judge "
    "--check-proof FILE` checks it without a solver.",
    obj(
        "certificate-file",
        key("name", nullable(TEXT), "The name of the group."),
        key("fingerprint", TEXT, "A hash of what the optimum depends on: counts, subscriptions, valid owners."),
        key("engine", TEXT, "What solved it."),
        key("versions", mapped(TEXT), "Package to version."),
        key("sum_of_squares", COUNT, "The sum of squared loads."),
        key("moves", COUNT, "Partitions that their valid owner loses."),
        key("kept", COUNT, "Partitions that their valid owner keeps."),
        key("assignment", ASSIGNMENT, "The plan."),
        key("certificate", nullable(part("certificate")), "The proof."),
    ),
    _POTENTIALS,
)
_LAW_KEYS = (
    key("law", TEXT, "The id of the law."),
    key("verdict", VERDICT, "Its verdict."),
    key("facts", OBJECT, "What proves a breach, or `reason` where the law is undecided."),
    key("explanation", TEXT, "The facts in sentences; empty where the law is kept."),
)
_GAP = record(Gap, says="The answer beside the optimum.")
_JUDGEMENT = made_of(
    "judgement",
    "One answer to one group: who gets what, the laws, the distance from the optimum, and what would improve it. "
    "`assay judge --json`, one for each group and each target or answer.",
    obj(
        "judgement",
        key("target", nullable(TEXT), "The target that answered; null: the answer was given."),
        key("like", nullable(TEXT), "Whose promises the answer was held to; null: those of every assignor."),
        key("assignment", nullable(ASSIGNMENT), "The answer; null where there is none."),
        key("loads", nullable(mapped(COUNT)), "Member id to its number of partitions."),
        key("kept", nullable(COUNT), "Partitions that their valid owner keeps."),
        key("moved", nullable(COUNT), "Partitions that their valid owner loses."),
        key("unassigned", nullable(COUNT), "Partitions of subscribed topics that nobody gets."),
        key("laws", listed(part("law")), "A verdict for each law that was asked."),
        key("gap", nullable(part("gap")), "The gap; null for one round of a cooperative assignor."),
        key("sentences", listed(TEXT), "The judgement in sentences."),
        key("chain", listed(part("hand_over")), "Hand-overs that make the loads more even."),
        key("needless", listed(part("hand_over")), "Moves that the balance does not need."),
        key("instead", listed(part("hand_over")), "Moves that would replace needless ones."),
        key("better", nullable(ASSIGNMENT), "A better plan; null where there is none."),
        optional("certificate", part("proof"), "With `--check-proof`."),
        optional("note", TEXT, "What was not asked, and why."),
        optional("assumptions", listed(TEXT), "The group's assumptions."),
        optional("test", TEXT, "With `--as-test`: a pytest regression test."),
        INDEX,
        GROUP_NAME,
    ),
    obj("law", *_LAW_KEYS, optional("expected", TEXT, "The reason of an expected failure.")),
    _GAP,
    obj(
        "hand_over",
        key("from", nullable(TEXT), "The member that gives it up; null: nobody had it."),
        key("to", nullable(TEXT), "The member that gets it."),
        key("topic", TEXT, "The topic."),
        key("partition", INTEGER, "The partition id."),
        says="One partition that changes its owner.",
    ),
    obj(
        "proof",
        key("proves", BOOLEAN, "Whether it does."),
        key("reason", nullable(TEXT), "Why it does not."),
        says="Whether the certificate proves that no answer is better.",
    ),
)

_WHATIF = made_of(
    "whatif",
    "What a change costs in one group: members leave, join or restart, or topics grow. "
    "`assay whatif --json`; [what-ifs](../understand/lives.md) defines every number.",
    obj(
        "whatif",
        key("group", TEXT, "The name of the group."),
        key("change", part("change"), "What changes."),
        key("strategy", nullable(TEXT), "The assignor that the group runs, in its own word."),
        key("state", nullable(TEXT), "Kafka's state of the group."),
        key("present", nullable(TEXT), "The reference with that rule; null where it is not known."),
        key("targets", listed(part("target")), "The outcome with each target, the present one first."),
        key("left_out", listed(part("left_out")), "The targets without an outcome."),
        key("assumptions", listed(TEXT), "The group's assumptions."),
        INDEX,
        GROUP_NAME,
    ),
    obj(
        "change",
        key("leave", listed(TEXT), "The ids of the members that leave."),
        key("join", listed(TEXT), "The ids of the new members."),
        key("grow", mapped(COUNT), "Topic to its new number of partitions."),
        key("restart", listed(TEXT), "The ids of the members that restart."),
    ),
    record(WhatIfOutcome, name="target", protocol=words("eager", "cooperative", "consumer"), loads=mapped(COUNT)),
    obj("left_out", key("target", TEXT, "The assignor."), key("why", TEXT, "Why it has no outcome.")),
)

_CHECK = made_of(
    "check",
    "A whole check of one assignor. `assay check --json`, and `check-TARGET.json` with `--out`.",
    record(
        CheckRecord,
        key(
            "verdict",
            VERDICT,
            "The gravest verdict of all cells, as the exit code says; an expected failure counts as kept.",
        ),
        optional("note", TEXT, "The same in sentences."),
        says="",
        names={"unasked": "cannot_be_asked"},
        seed=INTEGER,
    ),
    record(CheckCell, KNOWN),
    record(UnaskedQuestions, may_miss=("trace",)),
)

_COMPARISON = made_of(
    "comparison",
    "Two assignors on the same groups. `assay compare --json`, and `compare.json` with `--out`.",
    record(Comparison, says="", seed=INTEGER),
    record(
        ComparisonLine,
        says=f"{', '.join(f'`{name}`' for name in MEASURED)} stand only in lines that have them.",
        may_miss=MEASURED,
    ),
)

_PLAN = made_of(
    "campaign",
    "The plan of a campaign, `plan.json` in its folder. With the code that it names it "
    "decides every row of `results.parquet`, except the columns of times.",
    record(
        CampaignPlan,
        says="",
        without=("settings",),
        laws=words("default", "all"),
    ),
)
_STATUS = made_of(
    "campaign-status",
    "The status of a campaign, finished or running: `assay campaign show DIR --json`.",
    record(
        CampaignStatus,
        says="",
        without=("is_current",),
        may_miss=("unexercised",),
        kinds=listed(part("kind")),
    ),
    record(Unexercised, says="[What was never exercised](../understand/campaigns.md#what-was-never-exercised)."),
    obj(
        "kind",
        key("target", TEXT, "The target."),
        key("law", TEXT, "The broken law."),
        key("family", TEXT, "The input family."),
        key("cause", TEXT, "The cause as far as it can be told apart; often empty."),
        key("declared", BOOLEAN, "Whether the failure was declared, so that it is no news."),
        key("count", COUNT, "Pairs with this alarm."),
        key("of", COUNT, "Pairs of this target and family in which the law was decided."),
        key(
            "interval",
            {"type": "array", "items": NUMBER, "minItems": 2, "maxItems": 2},
            "Wilson's 95 % interval of the share.",
        ),
        key("number", COUNT, "A case with this alarm: the smallest once the campaign is summarised."),
        key("case", nullable(TEXT), "The file with its shrunk case, within the folder; null without one."),
    ),
)

_FINDING = made_of(
    "finding",
    "One published fault, or one behaviour that was examined and is none. The files in "
    "`properties/known/` are in the package; the [index](../results/findings/README.md) "
    "and the [state of the assignors](../results/state/README.md) are made from them.",
    record(KnownFinding, says="", closed=True),
    record(AffectedClient, may_miss=("fixed",), closed=True, severity=words(*SEVERITIES), fixed=TEXT),
    record(FindingPath, closed=True),
    record(Upstream, closed=True),
    record(KnownAlarm, closed=True),
)


FORMATS = (_OPTIMUM, _CERTIFICATE, _JUDGEMENT, _WHATIF, _CHECK, _COMPARISON, _PLAN, _STATUS, _FINDING)
