"""The available releases of librdkafka."""

from __future__ import annotations

from kafka_assay.assignors.hosted.librdkafka.carriers import NAME, announced_carriers, known_carriers
from kafka_assay.assignors.hosted.release_order import ReleaseOrder


def list_releases() -> tuple[str, ...]:
    """
    All releases that packages of registries contain, oldest first: the known ones, and those that npm lists.

    Raises `AssayError` where npm cannot be reached, because the newest ones would be missing silently.
    """
    return tuple(sorted({*known_carriers(), *announced_carriers(NAME)}, key=ReleaseOrder.SEMANTIC.sort_key))
