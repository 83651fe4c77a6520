"""The page of all laws: what each says, where it comes from, what a breach costs, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path

from kafka_assay.assignors.interface import Promise
from kafka_assay.properties.effect import BY_NOBODY, CRASH, CURIOSITY, ENDLESS, NEEDLESS, SEVERITIES, TWICE
from kafka_assay.properties.law import Law
from kafka_assay.properties.registry import LAWS, promised_laws
from studies.output import as_sentence, first_sentence, table_head, table_row

_CONTESTED = Path(__file__).with_name("contested_laws.txt")
"""The last section, which a person writes: what a maintainer may object to, and what the law rests on."""

_INTRODUCTION = """\
# Laws

A law is a rule about an assignor's answer that can be checked. The laws of *all* hold for every assignor. Each other \
law belongs to a promise, and is checked only for assignors that make this promise ([which ones](assignors.md), or \
`--like`). `assay list laws` prints the laws; `assay check TARGET --law ID` checks one.
"""


def laws_page() -> str:
    """The page."""
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield _INTRODUCTION
    yield table_head("promise", "laws")
    yield table_row("all", _links([law for law in LAWS if law.promise is None]))
    for promise in Promise:
        mine = [law for law in promised_laws(frozenset({promise})) if law.promise is not None]
        if mine:
            yield table_row(f"*{promise}*", _links(mine))
    yield from ("", _OTHER_PROMISES, "", *_severity_lines(), "")
    for kind, laws in groupby(LAWS, key=lambda law: law.kind):
        module = import_module(f"kafka_assay.properties.laws.{kind}")
        yield from (f"## {kind.capitalize()}", "", first_sentence(module.__doc__ or ""), "")
        for law in laws:
            yield from _law_lines(law)
    yield _CONTESTED.read_text("utf-8")


_OTHER_PROMISES = (
    "One promise has no laws of its own. *fixed*: the rule fixes the whole answer, so the laws of *repeatable* compare "
    "who owns what."
)


_MEANING = {
    CRASH: "A member stops, or no member gets an assignment.",
    BY_NOBODY: "No member that subscribes to the topic reads the partition.",
    TWICE: "Two members read the partition at the same time.",
    ENDLESS: "Members join again and again.",
    NEEDLESS: "Every partition is read once, but on another member than the law requires.",
    CURIOSITY: "The application and the brokers notice nothing.",
}


def _severity_lines() -> Iterator[str]:
    yield from ("## Severities", "", _ABOUT_SEVERITIES, "")
    yield table_head("severity", "what happens in the group", "laws")
    for severity in SEVERITIES:
        laws = [law for law in LAWS if law.effect.severity == severity]
        yield table_row(severity, _MEANING[severity], "all others" if severity == NEEDLESS else _links(laws) or "–")


_ABOUT_SEVERITIES = (
    "The severity of a law says what a break does to a live group whose members all run the same client. Where clients "
    "differ, the section of the law has a table. For a client that is not in it, and in the table below, the gravest "
    "effect counts. A [finding](../results/findings/README.md) has the severity that its own histories show, which may "
    "be another one. [The state page](../results/state/README.md) counts findings, not laws, because one cause may "
    "break several laws."
)


def _law_lines(law: Law) -> Iterator[str]:
    yield from (f"### {law.id}", "", as_sentence(law.says), "")
    yield f"* Promise: {_promises(law)}"
    yield f"* Source: {law.source}"
    yield f"* Severity: {law.effect.severity}"
    yield f"* Why it matters: {law.effect.text}"
    yield f"* Judged {_how_judged(law)}"
    if isinstance(law.implies, str):
        yield f"* No other law follows from it ({law.implies})."
    else:
        yield "* If it is kept, so are:"
        yield from (f"  * [`{name}`](#{name}): {reason}" for name, reason in law.implies.items())
    yield ""
    if law.effects_by_client:
        yield table_head("client", "severity", "what happens", "where this is seen")
        for client, effect in law.effects_by_client.items():
            yield table_row(client, effect.severity, effect.text, effect.source)
        yield ""


def _promises(law: Law) -> str:
    if law.promise is None:
        return "all"
    return f"*{law.promise}*" if law.also is None else f"*{law.promise}*, *{law.also}*"


def _how_judged(law: Law) -> str:
    how = "by further questions to the assignor" if law.asks else "from one answer"
    rounds = ", in every round of a cooperative assignor" if law.every_round else ""
    return f"{how}{rounds}." + (f" It is asked on one drawn group in {law.every}." if law.every > 1 else "")


def _links(laws: Sequence[Law]) -> str:
    return ", ".join(f"[`{law.id}`](#{law.id})" for law in laws)
