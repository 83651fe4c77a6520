"""The releases of librdkafka that can be had."""

from __future__ import annotations

from kafka_assay.assignors.hosted.librdkafka.carriers import NAME, announced_carriers, known_carriers
from kafka_assay.assignors.hosted.release_order import ReleaseOrder


def list_releases() -> tuple[str, ...]:
    """
    All releases that packages of registries carry, oldest first: those that we know, and those that npm tells of.

    Raises `AssayError` where npm cannot be asked: without it the newest would be missing silently.
    """
    return tuple(sorted({*known_carriers(), *announced_carriers(NAME)}, key=ReleaseOrder.SEMANTIC.sort_key))
