"""
Measure how many drawn groups are judged a second, and where the time goes.

    python -m studies judging range sticky kafka-python:sticky --examples 60
    python -m studies judging sticky --structured

Each target gets the same examples of every family, one after the other in one process, judged by all laws that it
promises. *Asking* is the time inside the target: encoding, the host's pipe and the host itself, or a reference's
`assign`. The rest of a law's time is judging. The first examples of each family are judged twice, and the first time is
not counted: just-in-time compilers need it. With `--structured`, the examples are judged as those of Hypothesis: every
law asks every question. *Own processor* is the processor time of this process without the hosts: on a busy machine it
says more than the seconds.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from kafka_assay.assignors.hosted.targets import open_target
from kafka_assay.assignors.interface import AssignorFailed, CannotBeAsked, Target
from kafka_assay.assignors.life_run import Example
from kafka_assay.assignors.model import Assignment, Group
from kafka_assay.properties.effect import CURIOSITY, Effect
from kafka_assay.properties.input_families import FAMILIES, GIVEN
from kafka_assay.properties.judging.finding import judge_example
from kafka_assay.properties.law import law
from kafka_assay.properties.registry import promised_laws
from kafka_assay.properties.strategies.drawn import drawn_example
from kafka_assay.properties.trials.ask_modes import Ask, AskAll
from kafka_assay.properties.trials.trial import Trial
from kafka_assay.properties.verdict import Kept, NotApplicable, NotDue
from studies.output import table_head, table_row

KAFKA = "maven:org.apache.kafka:kafka-clients:4.4.0:"
NAMES = (
    "range",
    "sticky",
    f"{KAFKA}RangeAssignor",
    f"{KAFKA}StickyAssignor",
    f"{KAFKA}CooperativeStickyAssignor",
    "go:github.com/twmb/franz-go@v1.22.2:sticky",
    "kafka-python:sticky",
)
WARM = 5
"""This many examples of each family are judged before the clock starts."""
HEAD = table_head(
    "target", ">groups/s", ">ms each", ">own processor, ms", ">drawing", ">asking", ">judging", ">questions each"
)
LAW_HEAD = table_head("law", ">groups", ">of all time", ">asking, µs each", ">judging, µs each", ">questions each")


class TimedTarget:
    """A target that counts its questions and measures the time inside them, whichever way they are asked."""

    def __init__(self, target: Target) -> None:
        """Whatever is no way to ask is that of `target`."""
        self._target = target
        self.seconds = 0.0
        self.questions = 0

    def __getattr__(self, name: str) -> Any:
        """An attribute of the target; a function that makes another way to ask makes a timed one."""
        found = getattr(self._target, name)
        if name == "assign_all":
            return partial(self._ask_all_timed, found)
        return partial(self._make_timed_ask, found) if name in ("reused_object", "other_process") else found

    def assign(self, group: Group) -> Assignment:
        """The target's answer."""
        return self._ask_timed(self._target.assign, group)

    def _make_timed_ask(self, make: Callable[[], Ask | None]) -> Ask | None:
        ask = make()
        return None if ask is None else partial(self._ask_timed, ask)

    def _ask_all_timed(self, ask_all: AskAll, groups: Sequence[Group]) -> Sequence[Assignment | AssignorFailed]:
        self.questions += len(groups)
        begun = time.perf_counter()
        try:
            return ask_all(groups)
        finally:
            self.seconds += time.perf_counter() - begun

    def _ask_timed(self, ask: Ask, group: Group) -> Assignment:
        self.questions += 1
        begun = time.perf_counter()
        try:
            return ask(group)
        finally:
            self.seconds += time.perf_counter() - begun


@dataclass(slots=True, kw_only=True)
class Share:
    """The seconds of one part of the work, those inside the target, and its questions. `groups` had this part."""

    groups: int = 0
    seconds: float = 0.0
    asking: float = 0.0
    questions: int = 0

    @property
    def judging(self) -> float:
        """The seconds outside the target."""
        return self.seconds - self.asking


@dataclass(slots=True, kw_only=True)
class JudgingTimes:
    """
    The times of one target: the seconds of drawing, those of our own processor, the share of each law (None: no law).
    """

    target: str
    drawing: float = 0.0
    processor: float = 0.0
    shares: dict[str | None, Share] = field(default_factory=lambda: defaultdict(Share))

    @property
    def groups(self) -> int:
        """The number of rebalances that were put to the target."""
        return self.shares[None].groups

    @property
    def seconds(self) -> float:
        """All seconds."""
        return self.drawing + sum(share.seconds for share in self.shares.values())

    def row(self) -> str:
        """The line of the table of targets."""
        asking = sum(share.asking for share in self.shares.values())
        questions = sum(share.questions for share in self.shares.values())
        parts = (self.drawing, asking, self.seconds - self.drawing - asking)
        return table_row(
            self.target,
            f"{self.groups / self.seconds:,.0f}",
            f"{1e3 * self.seconds / self.groups:.3f}",
            f"{1e3 * self.processor / self.groups:.3f}",
            *(f"{part / self.seconds:.0%}" for part in parts),
            f"{questions / self.groups:.1f}",
        )

    def law_rows(self) -> list[str]:
        """The lines of the table of laws, the costliest first."""
        return [
            table_row(
                law or "none: the group itself",
                share.groups,
                f"{share.seconds / self.seconds:.1%}",
                *(f"{1e6 * seconds / share.groups:.0f}" for seconds in (share.asking, share.judging)),
                f"{share.questions / share.groups:.1f}",
            )
            for law, share in sorted(self.shares.items(), key=lambda one: -one[1].seconds)
        ]


def measure_judging(name: str, families: Sequence[str], *, examples: int, seed: int, structured: bool) -> JudgingTimes:
    """Judge the same number of `examples` of each of the `families`. Raises `AssayError` if `name` cannot be opened."""
    opened = open_target(name)
    try:
        timed = TimedTarget(opened)
        for family in families:
            for number in range(WARM):
                _judge(
                    timed, drawn_example(family, seed, number), None if structured else number, JudgingTimes(target="")
                )
        times = JudgingTimes(target=name)
        before = time.process_time()
        for number in range(examples):
            for family in families:
                begun = time.perf_counter()
                example = drawn_example(family, seed, number)
                times.drawing += time.perf_counter() - begun
                _judge(timed, example, None if structured else number, times)
        times.processor = time.process_time() - before
    finally:
        opened.close()
    return times


def _judge(target: TimedTarget, example: Example, number: int | None, times: JudgingTimes) -> None:
    watch, laws = _Watch(target), [only_asked, *promised_laws(target.promises)]
    for finding in judge_example(target, laws, example, family=GIVEN, number=number):
        if isinstance(finding.rebalance.trial.failure, CannotBeAsked):
            return
        part = None if finding.law is only_asked else finding.law.id
        watch.add_to(Share() if isinstance(finding.verdict, NotApplicable | NotDue) else times.shares[part])


@law(promise=None, says="", source="", effect=Effect(CURIOSITY, ""), implies="nothing")
def only_asked(_: Trial) -> Kept:
    """The law that comes first and judges nothing: its time is that of the group's own question."""
    return Kept()


class _Watch:
    """Reads what a part took since the last reading."""

    def __init__(self, target: TimedTarget) -> None:
        self._target = target
        self._last = self._reading()

    def _reading(self) -> tuple[float, float, int]:
        return time.perf_counter(), self._target.seconds, self._target.questions

    def add_to(self, share: Share) -> None:
        now = self._reading()
        seconds, asking, questions = (new - old for new, old in zip(now, self._last, strict=True))
        share.groups += 1
        share.seconds += seconds
        share.asking += asking
        share.questions += int(questions)
        self._last = now


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("targets", nargs="*", metavar="TARGET", default=NAMES, help="targets to measure")
    parser.add_argument("--examples", type=int, default=100, help="examples of each family (default 100)")
    parser.add_argument("--families", nargs="*", default=list(FAMILIES), help="input families (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the examples (default 0)")
    parser.add_argument("--structured", action="store_true", help="ask as Hypothesis' examples are asked")
    parser.add_argument("--laws", action="store_true", help="a table of laws for each target")


def run(args: Namespace) -> None:
    """Measure and print the tables."""
    if not args.laws:
        print(HEAD)
    for name in args.targets:
        times = measure_judging(name, args.families, examples=args.examples, seed=args.seed, structured=args.structured)
        if args.laws:
            print("\n".join(["", HEAD, times.row(), "", LAW_HEAD, *times.law_rows()]), flush=True)
        else:
            print(times.row(), flush=True)
