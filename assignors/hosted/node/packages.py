"""The supported packages, and the source that calls each one's assignors as its group leader does."""

from __future__ import annotations

from kafka_assay.assignors.errors import AssayError, spelling_tip

TRANSLATIONS = {
    "kafkajs": "kafkajs",
    "kafka-node": "kafka_node",
    "@platformatic/kafka": "platformatic",
    "no-kafka": "no_kafka",
}
"""Package -> name of the source beside this file that converts a group for it."""


def translation_of(package: str) -> str:
    """The translation for `package`. Raises `AssayError` where there is none."""
    if package not in TRANSLATIONS:
        tip = spelling_tip(package, TRANSLATIONS) or f"; supported: {', '.join(TRANSLATIONS)}"
        raise AssayError(f"npm:{package}: unsupported package{tip}")
    return TRANSLATIONS[package]
