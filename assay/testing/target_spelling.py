"""
The target text of a live object, `python:module:Name`, with which a command line can ask the same assignor.

Some objects have none: a lambda, a class inside a function, an object made with arguments that no module holds.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from kafka_assay.assignors.hosted.python.python_host import project_folders


class Spelling(NamedTuple):
    """A target as `text`, and the folder for Python's path (None: a target is found there anyway)."""

    text: str
    folder: str | None = None

    def command(self, *words: str) -> list[str]:
        """A command line of `words` that finds the module."""
        if self.folder is None:
            return list(words)
        path = os.pathsep.join([self.folder, *filter(None, [os.environ.get("PYTHONPATH")])])
        return ["env", f"PYTHONPATH={path}", *words]


def spelling_of(given: object, nearby: Mapping[str, Any]) -> Spelling | None:
    """
    The target text of `given`; None if it has none. `nearby` holds the global names of its place.

    Text is a target already. A class or a function has its own name. An object has the name under which a module holds
    it. Otherwise it has that of its class, if the class needs no arguments and makes an equal object.
    """
    if isinstance(given, str):
        return Spelling(given)
    for module, name in _possible_names(given, nearby):
        home = sys.modules.get(module)
        if home is not None and module != "__main__" and getattr(home, "__file__", None):
            return Spelling(f"python:{module}:{name}", _import_folder(home))
    return None


def _possible_names(given: Any, nearby: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if inspect.isclass(given) or inspect.isroutine(given):
        yield from _own_name(given)
        return
    for names in (nearby, vars(sys.modules.get(type(given).__module__, sys))):
        home = names.get("__name__")
        if isinstance(home, str):
            yield from ((home, name) for name, held in names.items() if held is given and not name.startswith("__"))
    if _is_made_without_arguments(type(given), given):
        yield from _own_name(type(given))


def _own_name(given: Any) -> Iterator[tuple[str, str]]:
    module, name = str(getattr(given, "__module__", "")), str(getattr(given, "__qualname__", ""))
    found: Any = sys.modules.get(module)
    for word in name.split("."):
        found = getattr(found, word, None)
    if found is given:
        yield module, name


def _is_made_without_arguments(kind: Any, given: Any) -> bool:
    try:
        return _state(kind()) == _state(given)
    except Exception:  # noqa: BLE001 - the user's constructor or comparison may raise anything
        return False


def _state(made: Any) -> dict[str, Any]:
    named = [getattr(kind, "__slots__", ()) for kind in type(made).__mro__]
    slots = [slot for names in named for slot in ([names] if isinstance(names, str) else names)]
    held = {slot: getattr(made, slot) for slot in slots if hasattr(made, slot) and slot != "__dict__"}
    return held | dict(getattr(made, "__dict__", {}))


def _import_folder(module: ModuleType) -> str | None:
    """The folder from which `module` was imported; None if a target in the current directory is found there anyway."""
    file = Path(str(module.__file__)).resolve()
    depth = module.__name__.count(".") + (file.name == "__init__.py")
    root = file.parents[depth]
    python_path = map(Path, filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep)))
    if root in {folder.resolve() for folder in (*project_folders(Path.cwd()), *python_path)}:
        return None
    if {"site-packages", "dist-packages"} & set(root.parts):
        return None
    return os.path.relpath(root) if root.is_relative_to(Path.cwd().resolve()) else str(root)
