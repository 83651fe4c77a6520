"""
Whether each client plans on the wire as its host does, on very many groups of the input families.

    python -m studies wire_agreement --groups 2000 --seed 0 --write

The same drawn groups go to both. Finished stretches are written to `--out` line by line; the same command skips them,
and `--write` puts the results into the record of evidence. The exit code is 1 if some difference has no known cause
(`studies.wire.known_differences`).
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from kafka_assay.properties.input_families import FAMILIES
from studies.evidence.evidence_record import FOLDER, EvidenceTable, add_evidence_options, publish
from studies.family_run import FamilyRun
from studies.wire.known_differences import explanation
from studies.wire.plan_comparison import AGREEING, BOTH_FAIL, EQUAL, Pair
from studies.wire.wire_stretch import WireOutcome, run_stretch
from studies.workers import InThisProcess
from tests.support.wire.clients import CLIENTS, PAIRS, open_host

RECORD = FOLDER / "wire-groups.jsonl"
INPUTS = tuple(name for name in FAMILIES if name != "large")
"""Without large groups: the search for a cause asks about each group hundreds of times."""

UNEXPLAINED = "**unknown**"


class WireRun(FamilyRun[WireOutcome]):
    """A run that counts how the plans of hosts and of clients on the wire compare."""

    def share(self, name: str) -> int:
        """See `FamilyRun.share`: the strategies of a client share its groups."""
        return -(-self.groups // len(PAIRS[name][0].strategies))

    def groups_in(self, outcome: WireOutcome) -> Mapping[str, int]:
        """See `FamilyRun.groups_in`."""
        return {name: sum(found.values()) for name, found in outcome.found.items()}

    def compared(self, name: str) -> Counter[str]:
        """How often the plans of the pair `name` compared in which way."""
        counted: Counter[str] = Counter()
        for outcome in self.outcomes():
            counted.update(outcome.found.get(name, {}))
        return counted

    def not_compared(self, name: str) -> Counter[str]:
        """Reason -> the number of drawn groups that were not put to both."""
        counted: Counter[str] = Counter()
        for outcome in self.outcomes():
            counted.update(outcome.not_compared.get(name, {}))
        return counted

    def differences(self) -> Iterator[tuple[str, str, int]]:
        """Every (pair, cause, number of groups) of a difference."""
        for name in self.names:
            for cause, count in sorted(self.compared(name).items()):
                if cause not in AGREEING:
                    yield name, cause, count


def results_tables(run_: WireRun) -> list[EvidenceTable]:
    """How the plans compared, what makes the differences, and the groups that were not compared."""
    compared, causes, left = [], [], []
    for name in run_.names:
        found, reasons = run_.compared(name), run_.not_compared(name)
        different = sum(count for kind, count in found.items() if kind not in AGREEING)
        counts = (found.total(), found[EQUAL], found[BOTH_FAIL], different, reasons.total())
        compared.append((f"`{name}`", *(f"{count:,}" for count in counts)))
        left += [(f"`{name}`", f"{count:,}", reason) for reason, count in reasons.most_common()]
    for name, cause, count in run_.differences():
        causes.append((f"`{name}`", f"{count:,}", cause, explanation(name, cause) or UNEXPLAINED))
    who, groups = "client and strategy", ">groups"
    return [
        EvidenceTable(
            table="What the comparison found",
            columns=(who, groups, ">equal", ">both fail", ">different", ">not compared"),
            rows=tuple(compared),
        ),
        EvidenceTable(
            table="Differences", columns=(who, groups, "what makes the difference", "why"), rows=tuple(causes)
        ),
        EvidenceTable(table="Groups that were not compared", columns=(who, groups, "reason"), rows=tuple(left)),
    ]


def options(parser: ArgumentParser) -> None:
    """Add the options of this study."""
    parser.add_argument("--groups", type=int, default=2_000, help="groups for each client, over its strategies")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first stretch; later ones count up")
    parser.add_argument("--draws", type=int, default=40, help="draws in a stretch")
    parser.add_argument("--client", action="append", choices=CLIENTS, help="only this client (repeatable)")
    parser.add_argument("--inputs", action="append", choices=FAMILIES, help="only this family (repeatable)")
    parser.add_argument("--call-timeout", type=float, default=10.0, help="seconds for a plan")
    parser.add_argument("--out", type=Path, default=RECORD, help="file of finished stretches")
    add_evidence_options(parser)


def run(args: Namespace) -> int:
    """Run the missing stretches, and print or write the results."""
    names = [name for name, (client, _) in PAIRS.items() if client.name in (args.client or CLIENTS)]
    run_ = WireRun(names, args.inputs or INPUTS, groups=args.groups, seed=args.seed, draws=args.draws)
    run_.resume(args.out, WireOutcome)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))

        @cache
        def opened(name: str) -> Pair:
            client, strategy = PAIRS[name]
            texts = [client.strategies[strategy], client.wire_target(strategy, folder)]
            if client.informed:
                texts.append(f"{client.informed}#{strategy}")
            return Pair(*(stack.enter_context(open_host(text, args.call_timeout)) for text in texts))

        for _ in run_.finish(args.out, partial(run_stretch, opened=opened), InThisProcess()):
            pass
    unknown = [cause for name, cause, _ in run_.differences() if explanation(name, cause) is None]
    groups = sum(run_.compared(name).total() for name in names)
    result = f"{len(names)} strategies, {groups:,} groups: {len(unknown)} differences without a known cause"
    publish("wire-agreement", args, result, results_tables(run_))
    return 1 if unknown else 0
