"""What a check reports while it runs: the first counterexample, the start of shrinking, a worker that ended."""

from __future__ import annotations

from collections.abc import Iterator

from kafka_assay.properties.runner.worker_pool import WorkerLost
from kafka_assay.properties.search.counterexample import ShrinkJob
from kafka_assay.properties.search.news import FirstBreak, News, ShrinkingStarts
from kafka_assay.reports.wording.group_text import size_in_words
from kafka_assay.reports.wording.safe_names import short_names
from kafka_assay.reports.wording.sentences import explain_facts
from kafka_assay.reports.wording.words import quantity

LONGEST = 200
"""The most characters of a sentence about a counterexample that is not shrunk yet."""


def news_lines(news: News) -> Iterator[str]:
    """The lines for people."""
    match news:
        case FirstBreak(law, inputs, evidence, seconds):
            names = short_names(step.group for step in evidence.steps)
            sentence = explain_facts(law, evidence.facts, names)
            yield f"✗ {law} ({inputs}) broke after {seconds:.1f} s, {size_in_words(evidence.group)}, not shrunk yet:"
            yield f"  {sentence if len(sentence) <= LONGEST else sentence[:LONGEST].rstrip() + ' ...'}"
        case ShrinkingStarts(cells, seconds):
            yield f"Shrinking {quantity(cells, 'counterexample')} (at most {seconds:.0f} s)"
        case WorkerLost(reason, None, _):
            yield f"A worker process ended ({reason}); the others go on"
        case WorkerLost(reason, ShrinkJob(law=law, family=family), given_up):
            what = "it is shown as it was found" if given_up else "another one shrinks it again"
            yield f"A worker process ended ({reason}) on a counterexample of {law} ({family}); {what}"
        case WorkerLost(reason, job, given_up):
            what = "no more of them are judged" if given_up else "others judge them again"
            yield f"A worker process ended ({reason}) on groups of {job.family}; {what}"
