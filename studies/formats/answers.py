"""The formats for one group and one answer: optimum, certificate, judgement."""

from __future__ import annotations

from kafka_assay.properties.judging.judgement import Gap
from studies.formats.inputs import GROUP_NAME, INDEX
from studies.formats.shapes import (
    ASSIGNMENT,
    BOOLEAN,
    COUNT,
    INTEGER,
    NUMBER,
    OBJECT,
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
    words,
)

KNOWN = optional("known", listed(TEXT), "The ids of the published findings and policies that describe the break.")
VERDICT = words("kept", "broken", "undecided")
_POTENTIALS = Part(
    name="certificate",
    says="The numbers that prove the plan; [Proofs](../understand/proofs.md#the-certificate) says how.",
    keys=(
        key("kind", words("potentials"), "The kind of proof."),
        key("members", mapped(INTEGER), "Member id to its number."),
        key("topics", mapped(INTEGER), "Topic to its number."),
        key("levels", mapped(INTEGER), "Further numbers, which pay for moves."),
    ),
)
_FIGURES = (
    key("max", NUMBER, "The largest weight of a member."),
    key("sum_of_squares", NUMBER, "The sum of squared weights."),
    key("moved", NUMBER, "The weight of the partitions that move."),
)

_OPTIMUM = Format(
    name="optimum",
    says="The best possible assignment: the best balance, then the fewest moves. `assay optimum --json`.",
    parts=(
        Part(
            name="optimum",
            keys=(
                format_key("optimum"),
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
        ),
        _POTENTIALS,
        Part(
            name="weighted",
            says="The figures of the plan in weights.",
            keys=(
                key("by", words("lag", "weights"), "What the weights are."),
                *_FIGURES,
                key("bound", part("figures"), "What no plan can be below."),
                key("gap", part("figures"), "The difference between plan and bound."),
                key("r_score", nullable(NUMBER), "`moved` divided by `max`; null where `max` is 0."),
                key("grain", nullable(NUMBER), "The unit to which weights were rounded; null where none was."),
                key("today", part("today"), "The figures of the present assignment."),
                key("members", mapped(part("member")), "Member id to its weights."),
            ),
        ),
        Part(name="today", says="The present assignment in weights.", keys=_FIGURES[:2]),
        Part(
            name="member",
            says="The weight of one member.",
            keys=(
                key("today", NUMBER, "Of its partitions today."),
                key("best", NUMBER, "Of its partitions in the plan."),
            ),
        ),
        Part(name="figures", keys=_FIGURES),
        Part(
            name="then",
            says="The third level, among all optimal plans.",
            keys=(
                key("by", words("topic-spread", "host-spread", "rack-match"), "What is made best."),
                key("value", INTEGER, "Its value."),
                key("status", words("proved", "bounded", "undecided"), "How sure it is."),
            ),
        ),
        Part(
            name="point",
            keys=(
                key("moves", COUNT, "The number of moves."),
                key("sum_of_squares", COUNT, "The least sum of squared loads with so many moves."),
                key("exact", BOOLEAN, "Always true."),
                key("corner", BOOLEAN, "Whether further moves buy less from here on."),
            ),
        ),
        Part(
            name="assignor",
            keys=(
                key("target", TEXT, "The assignor, or `today`."),
                key("moves", COUNT, "The moves of its answer."),
                key("sum_of_squares", COUNT, "The sum of squared loads of its answer."),
                key("needed_moves", nullable(COUNT), "The fewest moves for this balance."),
                key("least_sum_of_squares", nullable(COUNT), "The best balance with these moves."),
            ),
        ),
        Part(
            name="left_out",
            keys=(key("target", TEXT, "The assignor."), key("why", TEXT, "Why its answer is no point.")),
        ),
        Part(
            name="plan",
            keys=(
                key("allowed", COUNT, "The number given by `--moves`."),
                key("moves", COUNT, "The moves of the plan."),
                key("sum_of_squares", COUNT, "Its sum of squared loads."),
                key("assignment", ASSIGNMENT, "The plan."),
            ),
        ),
    ),
)

_CERTIFICATE = Format(
    name="certificate",
    says="A plan with its proof, as `assay optimum --proof FILE` writes it. `assay judge --check-proof FILE` "
    "checks it without a solver.",
    parts=(
        Part(
            name="certificate-file",
            keys=(
                format_key("certificate"),
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
        ),
        _POTENTIALS,
    ),
)

_LAW_KEYS = (
    key("law", TEXT, "The id of the law."),
    key("verdict", VERDICT, "Its verdict."),
    key("facts", OBJECT, "What proves a breach, or `reason` where the law is undecided."),
    key("explanation", TEXT, "The facts in sentences; empty where the law is kept."),
)
_GAP = Part(
    name="gap",
    says="The answer beside the optimum.",
    keys=keys_of(Gap, shapes=dict.fromkeys(Gap._fields, COUNT)),
)
_JUDGEMENT = Format(
    name="judgement",
    says="One answer to one group: who gets what, the laws, the distance from the optimum, and what would improve it. "
    "`assay judge --json`, one for each group and each target or answer.",
    parts=(
        Part(
            name="judgement",
            keys=(
                format_key("judgement"),
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
        ),
        Part(name="law", keys=(*_LAW_KEYS, optional("expected", TEXT, "The reason of an expected failure."))),
        _GAP,
        Part(
            name="hand_over",
            says="One partition that changes its owner.",
            keys=(
                key("from", nullable(TEXT), "The member that gives it up; null: nobody had it."),
                key("to", nullable(TEXT), "The member that gets it."),
                key("topic", TEXT, "The topic."),
                key("partition", INTEGER, "The partition id."),
            ),
        ),
        Part(
            name="proof",
            says="Whether the certificate proves that no answer is better.",
            keys=(
                key("proves", BOOLEAN, "Whether it does."),
                key("reason", nullable(TEXT), "Why it does not."),
            ),
        ),
    ),
)

FORMATS = (_OPTIMUM, _CERTIFICATE, _JUDGEMENT)
