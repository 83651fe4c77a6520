"""What a target takes from its host's greeting: the assignor to ask, and whether settings can be sent."""

from __future__ import annotations

from dataclasses import replace

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.protocol import Greeting
from kafka_assay.assignors.settings import NO_SETTINGS, Settings

CONFIG = "config"
"""The word in a greeting's `accepts` of a host that reads settings."""


def accepted_settings(settings: Settings, greeting: Greeting) -> Settings:
    """The settings, where the host takes any. Raises `AssayError` where it takes none and they are not optional."""
    if not settings or CONFIG in greeting.accepts:
        return replace(settings, optional=False)
    if settings.optional:
        return NO_SETTINGS
    raise AssayError(f"it accepts no settings: remove {' '.join(settings.words())}")


def choose_assignor(assignor: str | None, greeting: Greeting) -> str:
    """The assignor to ask: the one of this name, or the only one. Raises `AssayError` if there is no such one."""
    served = ", ".join(greeting.assignors)
    if assignor is None:
        if len(greeting.assignors) > 1:
            raise AssayError(f"the host has several assignors ({served}): choose one with #NAME")
        return greeting.assignors[0]
    if assignor not in greeting.assignors:
        tip = spelling_tip(assignor, greeting.assignors) or f"; it has {served}"
        raise AssayError(f"the host has no assignor {assignor!r}{tip}")
    return assignor
