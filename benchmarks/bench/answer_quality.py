"""The quality of timed answers: the laws for every assignor that they break, and how far they are from the optimum."""

from __future__ import annotations

from collections.abc import Sequence

from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.benchmarks.bench.bench_record import AnswerQuality
from kafka_assay.oracle.optimum import Optimum
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.judging.judgement import gap_of
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.trials.ask_modes import PlainTarget
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Broken


def quality_of(target: Target, group: Group, answers: Sequence[Assignment], optimum: Optimum) -> AnswerQuality:
    """The quality of these `answers` of `target`, in the order given. A cooperative target is asked further rounds."""
    findings = [
        found
        for answer in answers
        for found in judge_example(PlainTarget(target, answer), promised_laws(frozenset()), group, family=None)
    ]
    broken = tuple(dict.fromkeys(found.law.id for found in findings if isinstance(found.verdict, Broken)))
    return AnswerQuality(broken=broken) if broken else quality_of_trial(findings[-1].rebalance.trial, optimum)


def quality_of_trial(trial: Trial, optimum: Optimum) -> AnswerQuality:
    """The numbers of the trial's answer; all are None if there is no valid one."""
    if trial.failure is not None or trial.flaw is not None:
        return AnswerQuality()
    gap = gap_of(trial.group, trial.answer, optimum)
    return AnswerQuality(
        sum_of_squares=gap.sum_of_squares,
        optimal_sum_of_squares=gap.optimal_sum_of_squares,
        moves=gap.moves,
        optimal_moves=gap.optimal_moves,
        settling_rounds=len(trial.rounds()),
    )
