"""`assay cache`: list, verify or remove what was fetched and built for foreign assignors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from assay.command import Command
from assay.exit_codes import ExitCode
from assay.options import add_options
from assay.terminal.output import emit, emit_json, findings_console, note
from kafka_assay.assignors.errors import AssayError, spelling_tip

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from kafka_assay.assignors.hosted.cache import CachedArtefact


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "name", nargs="*", metavar="NAME", help="only these: an entry's name, its contents or its kind (default: all)"
    )
    parser.add_argument("--outdated", action="store_true", help="only those that a newer build has replaced")
    parser.add_argument("--verify", action="store_true", help="read every file and compare its checksum")
    parser.add_argument("--remove", action="store_true", help="remove them, except those being built now")
    parser.add_argument("--all", action="store_true", help="with --remove: remove everything")
    add_options(parser, "--json")


def _run(args: argparse.Namespace) -> ExitCode:
    from kafka_assay.assignors.hosted.cache import cached_artefacts

    if args.remove and not (args.name or args.all or args.outdated):
        raise AssayError("--remove: needs names, --outdated or --all")
    if args.all and (args.name or args.outdated):
        raise AssayError("--all: cannot be used with names or --outdated")
    if args.all and not args.remove:
        raise AssayError("--all: needs --remove")
    everything = cached_artefacts()
    chosen = _choose(args.name, everything)
    if args.outdated:
        newest = _newest_names(everything)
        chosen = [one for one in chosen if one.manifest is not None and one.name not in newest]
    if args.remove:
        return _remove(chosen, as_json=args.json)
    return _list(chosen, as_json=args.json, verify=args.verify)


def _choose(names: Sequence[str], everything: list[CachedArtefact]) -> list[CachedArtefact]:
    """The artefacts that `names` select; all if there are no names. Raises `AssayError` for an unknown name."""
    chosen = {one.name: one for one in everything} if not names else {}
    for name in names:
        fitting = [one for one in everything if name in _names(one)]
        if not fitting:
            known = sorted({word for one in everything for word in _names(one)})
            raise AssayError(f"the cache has no {name!r}{spelling_tip(name, known)}")
        chosen |= {one.name: one for one in fitting}
    return list(chosen.values())


def _newest_names(everything: list[CachedArtefact]) -> set[str]:
    """The newest artefact of each kind, name and release, by name. The others have an older recipe."""
    newest: dict[tuple[str, str, str], tuple[str, str]] = {}
    for one in everything:
        if one.manifest is not None:
            known = one.manifest
            holds = known.kind, known.name, known.version
            newest[holds] = max(newest.get(holds, ("", "")), (known.made, one.name))
    return {name for _, name in newest.values()}


def _names(one: CachedArtefact) -> set[str]:
    kind = one.name.partition("/")[0]
    known = one.manifest
    return {one.name, kind} | ({known.name, f"{known.name} {known.version}"} if known is not None else set())


def _remove(chosen: list[CachedArtefact], *, as_json: bool) -> ExitCode:
    size = {one.name: one.size for one in chosen}
    gone = [one.name for one in chosen if one.remove()]
    left = [one.name for one in chosen if one.name not in gone]
    if as_json:
        emit_json({"format": "assay-cache/1", "removed": gone, "left": left})
    else:
        for name in gone:
            emit(f"removed {name} ({format_bytes(size[name])})")
        if not chosen:
            emit("nothing to remove")
    for name in left:
        note(f"assay: {name} was not removed: it is being built now")
    return ExitCode.UNDECIDED if left else ExitCode.KEPT


def _list(chosen: list[CachedArtefact], *, as_json: bool, verify: bool) -> ExitCode:
    damage = {one.name: one.damaged_files() for one in chosen if one.state == "kept"} if verify else {}
    damaged = any(damage.values())
    if as_json:
        emit_json(_document(chosen, damage))
    else:
        _show(chosen, damage)
    return ExitCode.BROKEN if damaged else ExitCode.KEPT


def _document(chosen: list[CachedArtefact], damage: dict[str, list[str]]) -> dict[str, Any]:
    from kafka_assay.assignors.hosted.cache import cache_folder

    return {
        "format": "assay-cache/1",
        "folder": str(cache_folder()),
        "size": sum(one.size for one in chosen),
        "artefacts": [_record(one) | ({"damaged": damage[one.name]} if one.name in damage else {}) for one in chosen],
    }


def _record(one: CachedArtefact) -> dict[str, Any]:
    record: dict[str, Any] = {"name": one.name, "path": str(one.folder), "state": one.state, "size": one.size}
    if one.manifest is None:
        return record | {"artefact": None}
    known = one.manifest
    return record | {
        "artefact": {"kind": known.kind, "name": known.name, "version": known.version, "recipe": known.recipe},
        "made": known.made,
        "tools": dict(known.tools),
        "files": {name: file.sha256 for name, file in known.files.items()},
    }


def _show(chosen: list[CachedArtefact], damage: dict[str, list[str]]) -> None:
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    from kafka_assay.assignors.hosted.cache import cache_folder
    from kafka_assay.reports.wording.words import quantity, series

    if chosen:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for column in ("name", "holds"):
            table.add_column(column, overflow="fold")
        table.add_column("size", justify="right", no_wrap=True)
        table.add_column("made", no_wrap=True)
        for one in chosen:
            table.add_row(*map(escape, (one.name, _contents_text(one), format_bytes(one.size), _made_text(one))))
        findings_console().print(table)
    total = format_bytes(sum(one.size for one in chosen))
    emit(f"{quantity(len(chosen), 'artefact')}, {total}, in {cache_folder()}")
    for name, files in damage.items():
        if files:
            emit(f"DAMAGED {name}: {series(files)}; it will be rebuilt when it is next used")
    if damage and not any(damage.values()):
        emit(f"verified: {quantity(len(damage), 'artefact')}, every file unchanged")


def _contents_text(one: CachedArtefact) -> str:
    known = one.manifest
    return "" if known is None else f"{known.name} {known.version}"


def _made_text(one: CachedArtefact) -> str:
    if one.manifest is None or one.state != "kept":
        return one.state
    return one.manifest.made[:16].replace("T", " ")


def format_bytes(size: int) -> str:
    """
    A size with a unit.

    >>> format_bytes(900), format_bytes(16_400), format_bytes(3_200_000), format_bytes(2_500_000_000)
    ('900 B', '16.4 kB', '3.2 MB', '2.5 GB')
    """
    if size < 1000:
        return f"{size} B"
    value, unit = float(size), "B"
    for larger in ("kB", "MB", "GB"):
        if value < 1000:
            break
        value, unit = value / 1000, larger
    return f"{value:.1f} {unit}"


COMMAND = Command(
    example="assay cache --remove github.com/twmb/franz-go",
    add_options=_add_options,
    run=_run,
)
