"""How grave it is for a live group if an assignor breaks a law."""

from __future__ import annotations

from kafka_assay.properties.effect import SEVERITIES, client_of
from kafka_assay.properties.registry import LAW_BY_ID

__all__ = ["SEVERITIES", "severity_of"]


def severity_of(law_id: str, target_or_client: str | None = None) -> str:
    """
    The severity of a break of the law in a group of this client; without a known client, the law's default.

    >>> severity_of("one-owner-each"), severity_of("settles", "kafka-clients")
    ('partition read twice', 'endless rebalance')
    """
    return LAW_BY_ID[law_id].effect_on(client_of(target_or_client or "")).severity
