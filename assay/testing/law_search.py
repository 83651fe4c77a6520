"""
The search behind the tests of an assignor, which all its tests share.

All laws of an assignor are judged on the same groups, so one search serves all its tests. The first test that runs pays
for it, and each test reads the result of its own law.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from assay.testing.target_spelling import spelling_of
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.settings import NO_SETTINGS

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from assay.testing.target_spelling import Spelling
    from kafka_assay.assignors.interface import ExpectedFailure, Promise, Target
    from kafka_assay.assignors.settings import Settings
    from kafka_assay.properties.law import Law
    from kafka_assay.properties.records.check_record import CheckRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """
    What to check: which `laws` (ids; None: all promised laws), in which families (`inputs`), for how long.

    Counterexamples are stored in `cases`, and earlier ones there are tried first. With None they go to the check's own
    folder, and none is tried first. `settings` are for targets as text.
    """

    like: str | None
    laws: tuple[str, ...] | None
    inputs: tuple[str, ...]
    examples: int
    seconds: float
    seed: int
    cases: Path | None
    settings: Settings


class SearchResult(NamedTuple):
    """The result of the check of one assignor, and the failures that the assignor itself declares."""

    assignor: object
    record: CheckRecord
    declared: tuple[ExpectedFailure, ...]


@dataclass(slots=True, kw_only=True)
class Search:
    """
    The checks of one test function's assignors. Each runs when the first test of its assignor runs.

    `nearby` holds the global names of the test's module, one of which may be the name of an object.
    """

    wish: Wish
    nearby: Mapping[str, Any]
    _done: dict[int, SearchResult] = field(default_factory=dict)

    def spelling(self, assignor: object) -> Spelling | None:
        """How a command line names `assignor`."""
        return spelling_of(assignor, self.nearby)

    def wish_for(self, assignor: object) -> Wish:
        """What to check on `assignor`. An object gets no settings from us."""
        return self.wish if isinstance(assignor, str) else replace(self.wish, settings=NO_SETTINGS)

    def open(self, assignor: object) -> Target:
        """`assignor` as a target. Text is opened as on the command line, everything else is asked in this process."""
        if isinstance(assignor, str):
            from kafka_assay.assignors.hosted.targets import open_target

            return open_target(assignor, like=self.wish.like, seed=self.wish.seed, settings=self.wish.settings)
        from kafka_assay.assignors.hosted.python.object_target import ObjectTarget

        spelling = self.spelling(assignor)
        return ObjectTarget(
            assignor, display_name(assignor) if spelling is None else spelling.text, like=self.wish.like
        )

    def promised_laws(self, assignor: object) -> list[Law]:
        """The laws that apply to `assignor`, in the order of the registry."""
        from kafka_assay.properties.registry import promised_laws

        if isinstance(assignor, str):
            promises = _promises_of_text(assignor, self.wish.like)
        else:
            from kafka_assay.assignors.hosted.python.object_target import ObjectTarget

            promises = ObjectTarget(assignor, display_name(assignor), like=self.wish.like).promises
        return promised_laws(promises)

    def asked_laws(self, assignor: object) -> list[Law]:
        """The promised laws that are checked."""
        return [law for law in self.promised_laws(assignor) if self.wish.laws is None or law.id in self.wish.laws]

    def result_for(self, assignor: object) -> SearchResult:
        """The result of the check of `assignor`. The check runs once."""
        if id(assignor) not in self._done:
            self._done[id(assignor)] = self._run_check(assignor)
        return self._done[id(assignor)]

    def _run_check(self, assignor: object) -> SearchResult:
        from kafka_assay.properties.records.case_format import read_corpus
        from kafka_assay.properties.search.check import check

        wish = self.wish
        with closing(self.open(assignor)) as target:
            record = check(
                target,
                laws=self.asked_laws(assignor),
                families=wish.inputs,
                examples=wish.examples,
                seconds=wish.seconds,
                seed=wish.seed,
                corpus={} if wish.cases is None else read_corpus(wish.cases).cases,
            )
        if record.interrupted:
            raise KeyboardInterrupt
        return SearchResult(assignor, record, target.expected_failures)


def _promises_of_text(text: str, like: str | None) -> frozenset[Promise]:
    """The promises of a target, read without starting it: its host may import the module whose tests are being made."""
    from kafka_assay.assignors.hosted.target_kinds import parse_target
    from kafka_assay.assignors.promises import parse_likeness

    own = parse_target(text).default_likeness()
    if like is None and own is None:
        raise AssayError(f"{text}: add like='...': its own like is not known yet when tests are collected")
    return parse_likeness(own if like is None else like).promises


def display_name(assignor: object) -> str:
    """The name of `assignor` for people: its own name, that of its class, or the text itself."""
    if isinstance(assignor, str):
        return assignor
    for holder, key in ((assignor, "name"), (assignor, "__name__"), (type(assignor), "__name__")):
        name = getattr(holder, key, None)
        if isinstance(name, str) and name:
            return name.strip("<>")
    raise AssertionError(assignor)
