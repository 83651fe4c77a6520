"""`assay list`: list assignors, kinds of target, laws, input families and bundled lives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.options import add_options
from assay.terminal.output import emit_blocks, emit_json

if TYPE_CHECKING:
    import argparse

    from kafka_assay.reports.render.blocks import Table

KINDS = ("assignors", "targets", "laws", "inputs", "lives")
_NO_COLUMNS = frozenset({"kind", "exhibit", "expected_failures", "example"})
EXHIBITS = "exhibits: historic rules and faulty texts; they are asked only if you name them"


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", nargs="?", choices=KINDS, help="only these (default: all)")
    add_options(parser, "--json")


def _run(args: argparse.Namespace) -> ExitCode:
    kinds = KINDS if args.kind is None else (args.kind,)
    listed = {"assignors": _assignors, "targets": _targets, "laws": _laws, "inputs": _inputs, "lives": _lives}
    lists: dict[str, list[dict[str, Any]]] = {kind: listed[kind]() for kind in kinds}
    if args.json:
        emit_json({"format": "assay-list/1", **lists})
        return ExitCode.KEPT
    for kind, rows in lists.items():
        exhibits = [row for row in rows if row.get("exhibit")]
        usual = [row for row in rows if not row.get("exhibit")]
        emit_blocks([_table(kind, usual), *([_table(EXHIBITS, exhibits)] if exhibits else [])])
    return ExitCode.KEPT


def _assignors() -> list[dict[str, Any]]:
    from kafka_assay.assignors.registry import reference_names

    return [_assignor(name) for name in reference_names()]


def _assignor(name: str) -> dict[str, Any]:
    from kafka_assay.assignors.registry import is_exhibit, reference_assignor

    try:
        assignor = reference_assignor(name)
    except Exception as broken:  # noqa: BLE001 - a broken package must not hide the others
        why = f"cannot be loaded: {type(broken).__name__}: {broken}"
        return {"name": name, "exhibit": is_exhibit(name), "promises": [], "source": why, "expected_failures": []}
    return {
        "name": name,
        "exhibit": is_exhibit(name),
        "promises": sorted(str(promise) for promise in assignor.promises),
        "source": _first_sentence(type(assignor)),
        "expected_failures": [
            {"law": failure.law, "inputs": failure.family, "reason": failure.reason}
            for failure in getattr(assignor, "expected_failures", ())
        ],
    }


def _targets() -> list[dict[str, Any]]:
    from kafka_assay.assignors.hosted.target_kinds import KINDS

    return [{"name": kind.form, "says": kind.says, "example": kind.example} for kind in KINDS]


def _first_sentence(kind: type) -> str:
    """The first sentence of the class's docstring: its rule and its source."""
    words = " ".join((kind.__doc__ or "").split())
    return words.partition(". ")[0].removesuffix(".")


def _laws() -> list[dict[str, Any]]:
    from kafka_assay.properties.registry import LAWS

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


def _inputs() -> list[dict[str, Any]]:
    from kafka_assay.properties.input_families import FAMILIES

    return [{"name": family.name, "says": family.says, "source": family.source} for family in FAMILIES.values()]


def _lives() -> list[dict[str, Any]]:
    from kafka_assay.pipeline.replay.life_input import BUNDLED

    return [{"name": name, "says": says} for name, says in BUNDLED.items()]


def _table(kind: str, rows: list[dict[str, Any]]) -> Table:
    from kafka_assay.reports.render.blocks import Cell, Column, Table

    columns = [key for key in rows[0] if key not in _NO_COLUMNS] if rows else []
    lines = [[row[column] for column in columns] for row in map(_with_example, rows)]
    return Table(
        caption=kind,
        columns=tuple(Column(title=column) for column in columns),
        rows=tuple(
            tuple(Cell(line=(", ".join(cell) if isinstance(cell, list) else cell,)) for cell in line) for line in lines
        ),
        rows_in_brief=len(rows),
    )


def _with_example(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "says": f"{row['says']}\n{row['example']}"} if "example" in row else row


COMMAND = Command(
    example="assay list laws",
    add_options=_add_options,
    run=_run,
)
