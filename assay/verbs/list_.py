"""`assay list`: list assignors, kinds of target, laws, input families and bundled lives."""

from __future__ import annotations

import argparse
from typing import Any

from assay.command import Command, ExitCode
from assay.options import add_options
from assay.output import emit_json, emit_table
from kafka_assay.properties.input_families import FAMILIES

KINDS = ("assignors", "targets", "laws", "inputs", "lives")
_NO_COLUMNS = frozenset({"kind", "exhibit", "expected_failures", "example"})
EXHIBITS = "exhibits: historic rules and faulty texts; they are asked only if you name them"


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", nargs="?", choices=KINDS, help="only these (default: all)")
    add_options(parser, "--json")


def _run(args: argparse.Namespace) -> ExitCode:
    kinds = KINDS if args.kind is None else (args.kind,)
    lists: dict[str, list[dict[str, Any]]] = {kind: _listed(kind) for kind in kinds}
    if args.json:
        emit_json({"format": "assay-list/1", **lists})
        return ExitCode.KEPT
    for kind, rows in lists.items():
        _show(kind, [row for row in rows if not row.get("exhibit")])
        exhibits = [row for row in rows if row.get("exhibit")]
        if exhibits:
            _show(EXHIBITS, exhibits)
    return ExitCode.KEPT


def _listed(kind: str) -> list[dict[str, Any]]:
    """What there is of a kind."""
    from kafka_assay.assignors.hosted.target_kinds import KINDS as TARGET_KINDS
    from kafka_assay.assignors.registry import reference_names
    from kafka_assay.pipeline.replay.life_input import BUNDLED
    from kafka_assay.properties.registry import LAWS

    match kind:
        case "assignors":
            return [_assignor(name) for name in reference_names()]
        case "targets":
            return [{"name": one.form, "says": one.says, "example": one.example} for one in TARGET_KINDS]
        case "laws":
            return [
                {
                    "id": law.id,
                    "kind": law.kind,
                    "promise": "all" if law.promise is None else str(law.promise),
                    "says": law.says,
                    "source": law.source,
                }
                for law in LAWS
            ]
        case "inputs":
            return [{"name": one.name, "says": one.says, "source": one.source} for one in FAMILIES.values()]
        case _:
            return [{"name": name, "says": says} for name, says in BUNDLED.items()]


def _assignor(name: str) -> dict[str, Any]:
    from kafka_assay.assignors.registry import is_exhibit, reference_assignor

    try:
        assignor = reference_assignor(name)
    except Exception as broken:  # noqa: BLE001 - a broken package must not hide the others
        why = f"cannot be loaded: {type(broken).__name__}: {broken}"
        return {"name": name, "exhibit": is_exhibit(name), "promises": [], "source": why, "expected_failures": []}
    # The first sentence of the class's docstring is its rule and its source.
    words = " ".join((type(assignor).__doc__ or "").split())
    return {
        "name": name,
        "exhibit": is_exhibit(name),
        "promises": sorted(str(promise) for promise in assignor.promises),
        "source": words.partition(". ")[0].removesuffix("."),
        "expected_failures": [
            {"law": failure.law, "inputs": failure.family, "reason": failure.reason}
            for failure in getattr(assignor, "expected_failures", ())
        ],
    }


def _show(caption: str, rows: list[dict[str, Any]]) -> None:
    from kafka_assay.reports.render.blocks import Column

    shown = [{**row, "says": f"{row['says']}; such as {row['example']}"} if "example" in row else row for row in rows]
    keys = [key for key in rows[0] if key not in _NO_COLUMNS] if rows else []
    cells = [[", ".join(row[key]) if isinstance(row[key], list) else row[key] for key in keys] for row in shown]
    emit_table(caption, [Column(title=key) for key in keys], cells)


COMMAND = Command("assay list laws", _add_options, _run)
