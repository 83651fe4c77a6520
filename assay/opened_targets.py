"""The targets of a verb, opened once and closed together; and which laws are checked on a target."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from assay.output import note, note_refusal
from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.interface import Target
from kafka_assay.assignors.settings import OPTION, require_configurable, require_taken

if TYPE_CHECKING:
    from kafka_assay.assignors.hosted.targets import TargetText
    from kafka_assay.properties.law import Law


def target_texts(args: argparse.Namespace, names: Iterable[str]) -> tuple[TargetText, ...]:
    """These targets, to be opened with the options of the command line."""
    from kafka_assay.assignors.hosted.targets import TargetText

    return tuple(
        TargetText(
            text=name,
            like=getattr(args, "like", None),
            seed=getattr(args, "seed", 0),
            call_timeout=args.call_timeout,
            settings=args.settings.where_accepted(),
        )
        for name in names
    )


def open_targets(stack: ExitStack, args: argparse.Namespace, names: Iterable[str]) -> list[Target]:
    """
    Open these targets with the options of the command line; `stack` closes them.

    Raises `AssayError`, also for settings that no target accepts, and for a target that cannot be configured.
    """
    targets: list[Target] = []
    for text in target_texts(args, names):
        target = text.open()
        stack.callback(target.close)
        require_configured(target)
        targets.append(target)
    require_taken(args.settings, {target.name: target for target in targets}.values())
    return targets


def require_configured(target: Target) -> None:
    """Raise `AssayError` if `configure()` fails, with a tip; its stack trace is printed before."""
    try:
        require_configurable(target)
    except AssayError as refused:
        note_refusal(target)
        tip = "" if OPTION in str(refused) else f"; {OPTION} KEY=VALUE gives it a setting"
        raise AssayError(f"{refused}{tip}") from None


def choose_laws(ids: list[str] | None, target: Target) -> list[Law]:
    """The promised laws, or those of them with these `ids`. Raises `AssayError` for a law that is not promised."""
    from kafka_assay.properties.registry import law_called, promised_laws

    promised = promised_laws(target.promises)
    if ids is None:
        return promised
    for law_id in ids:
        law = law_called(law_id)
        if law not in promised:
            raise AssayError(_not_promised_text(law, target))
    return [law for law in promised if law.id in ids]


def _not_promised_text(law: Law, target: Target) -> str:
    """Why `law` is not checked on `target`, and the option that checks it anyway."""
    if law.promise is None:
        return f"{law.id}: compares two targets: add --same-as TARGET"
    tip = f"--like '{target.like},+{law.promise}'" if target.like else f"--like '+{law.promise}'"
    return f"{law.id}: {target.name} does not promise {str(law.promise)!r}; to check it anyway, add {tip}"


def note_law_not_promised(law_id: str, target: Target) -> bool:
    """
    Say on stderr that `target` does not promise the law of a case, if so. Returns whether it does not promise it.

    Without the note, the law would look kept although it was not checked.
    """
    from kafka_assay.properties.registry import law_called, promised_laws

    law = law_called(law_id)
    not_promised = law not in promised_laws(target.promises)
    if not_promised:
        note(f"the case's own law is not checked: {_not_promised_text(law, target)}")
    return not_promised
