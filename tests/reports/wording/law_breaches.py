"""Explanations of laws broken by an answer or by an assignor."""

from __future__ import annotations

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.reports.wording.sentences import explain_facts
from tests.properties.verdicts import broken_facts, facts_on, verdict_of


def throws(_: Group) -> Assignment:
    """Raise an error, like an assignor that never answers."""
    raise AssignorFailed("KeyError", "(None, 'b')")


def on_answer(law: str, group: Group, answer: Assignment) -> str:
    """Return the explanation of how `answer` breaks `law`."""
    return explain_facts(law, facts_on(law, group, answer))


def on_assignor(law: str, group: Group, ask: object, *, cooperative: bool = False) -> str:
    """Return the explanation of how the assignor `ask` breaks `law`."""
    return explain_facts(law, broken_facts(verdict_of(law, group, ask, cooperative=cooperative)))  # type: ignore[arg-type]
