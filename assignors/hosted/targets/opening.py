"""Open a target from its text: a reference in this process, any other one in a separate process."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.host_family import ReleasedName
from kafka_assay.assignors.hosted.process.limits import Limits
from kafka_assay.assignors.hosted.release import parse_range
from kafka_assay.assignors.hosted.targets.hang_check import HangCheckingTarget
from kafka_assay.assignors.hosted.targets.host_target import HostTarget
from kafka_assay.assignors.hosted.targets.reference_target import ReferenceTarget
from kafka_assay.assignors.hosted.targets.target_name import ReferenceName, parse_target
from kafka_assay.assignors.settings import NO_SETTINGS, Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetText:
    """
    A target as text, for a plan, a record or a worker on another machine.

    References that are random by design use `seed`. It also fixes the hash seed of Python hosts, so that an assignor
    that depends on hash order repeats its answers. `settings` reach the `configure()` of hosts that take them. With
    `checks_hangs` a question that hung is asked once more, with more time.
    """

    text: str
    like: str | None = None
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    settings: Settings = NO_SETTINGS
    checks_hangs: bool = False

    def open(self) -> ReferenceTarget | HostTarget:
        """The opened target. Raises `AssayError`."""
        name = parse_target(self.text)
        if isinstance(name, ReferenceName):
            reference = ReferenceTarget(name.name, like=self.like, seed=self.seed)
            if self.settings and not self.settings.optional:
                options = " ".join(self.settings.words())
                raise AssayError(f"{self.text}: a reference accepts no settings: remove {options}")
            return reference
        if isinstance(name, ReleasedName) and parse_range(name.release or ""):
            raise AssayError(f"{self.text}: {name.release} is a range of releases: expected a single release")
        name = name.resolve()
        command = replace(name.host_command(), limits=self.limits).with_hash_seed(self.seed)
        kind = HangCheckingTarget if self.checks_hangs else HostTarget
        return kind(name.text, command, like=self.like, settings=self.settings)


def open_target(
    text: str,
    *,
    like: str | None = None,
    call_timeout: float = 2.0,
    seed: int = 0,
    settings: Settings = NO_SETTINGS,
    checks_hangs: bool = False,
) -> ReferenceTarget | HostTarget:
    """
    The opened target for `text`. Raises `AssayError` where it cannot be opened.

    `like` names the target's promises and overrides its own declaration. `call_timeout` (seconds) ends a call that
    hangs. `seed`, `settings` and `checks_hangs` are as in `TargetText`. References are trusted and run in this process
    without a limit.

    >>> open_target("stick")
    Traceback (most recent call last):
    kafka_assay.assignors.errors.AssayError: unknown assignor 'stick'; did you mean 'sticky'?
    """
    limits = Limits(call_seconds=call_timeout)
    return TargetText(
        text=text, like=like, seed=seed, limits=limits, settings=settings, checks_hangs=checks_hangs
    ).open()
