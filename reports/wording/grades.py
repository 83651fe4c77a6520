"""The sign of each grade."""

from __future__ import annotations

from kafka_assay.pipeline.audit.audit_row import Grade

GRADE_SIGNS = {
    Grade.OPTIMAL: "✓",
    Grade.NEEDLESS_MOVES: "~",
    Grade.LESS_EVEN: "✗",
    Grade.INVALID: "✗✗",
    Grade.NO_ANSWER: "✗✗",
    Grade.UNKNOWN: "?",
    Grade.REBALANCING: "↻",
    Grade.EMPTY: "–",
    Grade.UNASKED: "–",
}
