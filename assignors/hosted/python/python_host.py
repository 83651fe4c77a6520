"""
The user's own assignor in a process of its own: `python:mypackage.assignors:Mine`.

It may be a class or a factory without arguments whose objects have `assign(group)`, such an object itself, or a plain
function of a group. Its attributes `like` and `promises` declare its promises. If it has a method `configure(config,
member_config)`, every new object gets the settings of `--setting` as two dictionaries.

`python -P -m ...python.python_host CHECKOUT MODULE NAME FOLDER...` speaks `assay-host/1`. Only this process imports
foreign code, with `FOLDER...` on its `sys.path`. Foreign code can neither read the questions nor corrupt the answers:
its stdin is empty, and its prints go to stderr. If `CHECKOUT` is not empty, the process works in this folder and
refuses a module from elsewhere: an installed copy of the same package must not stand in for a checkout without that
module.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from kafka_assay.assignors.errors import AssayError, spelling_tip
from kafka_assay.assignors.hosted.host_server import QuestionSettings, ServedAssignor, serve_plainly, serve_until_end
from kafka_assay.assignors.hosted.protocol import FORMAT
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.target_name import HostCommand, TargetName, python_host_command
from kafka_assay.assignors.interface import ExpectedFailure


def project_folders(here: Path) -> tuple[Path, Path]:
    """
    The folders of a project in which its modules are looked for first: `here` and `src` in it, which may not exist.

    >>> [folder.as_posix() for folder in project_folders(Path("shop"))]
    ['shop', 'shop/src']
    """
    return here, here / "src"


def load_served(module_name: str, attribute: str) -> tuple[ServedAssignor, dict[str, object]]:
    """Load the assignor called `attribute` from a module, with its greeting. Raises `AssayError`."""
    module = _import_module(module_name)
    found: Any = module
    for word in attribute.split("."):
        try:
            found = getattr(found, word)
        except AttributeError:
            tip = spelling_tip(word, [known for known in dir(found) if not known.startswith("_")])
            raise AssayError(f"{module_name!r} has no {attribute!r}{tip}") from None
    return serve_object(found, attribute, module)


def serve_object(found: Any, name: str, module: ModuleType | None) -> tuple[ServedAssignor, dict[str, object]]:
    """Serve the object `found` in `module` under `name`, with its greeting. Raises `AssayError`."""
    fresh, sample = _factory_and_sample(name, found)
    greeting: dict[str, object] = {"version": _version(module), **_declarations(found, sample, name)}
    if not _is_configurable(sample):
        return serve_plainly(fresh), greeting
    # A ready-made object already has its configuration: it is configured only where there are settings.
    configure = partial(_configure, always=sample is not found)
    return serve_plainly(fresh, configure), {**greeting, "accepts": ["config"]}


def _is_configurable(sample: Any) -> bool:
    """Whether it has a method `configure` that takes settings."""
    try:
        inspect.signature(sample.configure).bind({}, {})
    except (AttributeError, TypeError, ValueError):
        return False
    return True


def _configure(assignor: Any, settings: QuestionSettings, *, always: bool) -> None:
    if always or any(settings):
        assignor.configure(*settings)


def _import_module(name: str) -> ModuleType:
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name is not None and (name == missing.name or name.startswith(f"{missing.name}.")):
            here, source = project_folders(Path.cwd())
            raise AssayError(f"no module {missing.name!r} in {here}, in {source} or on sys.path") from None
        raise AssayError(f"importing {name!r} raised {_exception_text(missing)}") from None
    except BaseException as raised:  # noqa: BLE001 - foreign code may raise anything, SystemExit too
        raise AssayError(f"importing {name!r} raised {_exception_text(raised)}") from None


def _factory_and_sample(name: str, found: Any) -> tuple[Callable[[], Any], Any]:
    """A function that makes an assignor, and one sample."""
    if not inspect.isclass(found) and callable(getattr(found, "assign", None)):
        return lambda: found, found
    if not callable(found):
        raise AssayError(
            f"{name!r} is {_with_article(found)}: expected a class or factory of objects with "
            "assign(group), or a function of a group"
        )
    if not inspect.isclass(found):
        match _required_parameters(found):
            case 1:
                return lambda: SimpleNamespace(assign=found), found
            case several if several > 1:
                raise AssayError(f"{name!r} takes {several} arguments: expected none (a factory) or one (a group)")
    try:
        sample = found()
    except BaseException as raised:  # noqa: BLE001 - foreign code may raise anything, SystemExit too
        raise AssayError(f"{name}() raised {_exception_text(raised)}") from None
    if not callable(getattr(sample, "assign", None)):
        raise AssayError(f"{name}() is {_with_article(sample)} without a method assign(group)")
    return found, sample


def _required_parameters(function: Callable[..., Any]) -> int:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1  # a built-in without a signature counts as a function of a group
    positional = inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD
    return sum(one.default is one.empty and one.kind in positional for one in parameters)


def _declarations(found: Any, sample: Any, name: str) -> dict[str, object]:
    """Its declared promises and expected failures, in the form of the greeting."""
    declared: dict[str, object] = {}
    like, promises, failures = (
        getattr(sample, word, getattr(found, word, None)) for word in ("like", "promises", "expected_failures")
    )
    if isinstance(like, str | list | tuple):
        declared["like"] = {name: like}
    elif like is not None and not callable(like):
        raise AssayError(
            f"{name}.like is {_with_article(like)}: expected a reference name, or a list of it and +promise, -promise"
        )
    elif isinstance(promises, Iterable) and not isinstance(promises, str):
        declared["like"] = {name: sorted(f"+{promise}" for promise in promises)}
    if isinstance(failures, Iterable):
        for failure in failures:
            if not isinstance(failure, ExpectedFailure):
                expected = "ExpectedFailure of kafka_assay.assignors.interface"
                raise AssayError(f"{name}.expected_failures holds {_with_article(failure)}: expected {expected}")
        declared["expected_failures"] = {name: [asdict(failure) for failure in failures]}
    return declared


def _version(module: ModuleType | None) -> str:
    """The version of the package, else a fingerprint of the module's source."""
    if module is None:
        return "unknown"
    package = sys.modules.get(module.__name__.partition(".")[0], module)
    stated = getattr(module, "__version__", None) or getattr(package, "__version__", None)
    if stated:
        return str(stated)
    try:
        return "source " + hashlib.sha256(Path(str(module.__file__)).read_bytes()).hexdigest()[:8]
    except OSError:
        return "unknown"


def _with_article(value: object) -> str:
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def _exception_text(raised: BaseException) -> str:
    message = str(raised).strip().partition("\n")[0]
    return f"{type(raised).__name__}: {message}" if message else type(raised).__name__


def host_command(name: TargetName) -> HostCommand:
    """The command that starts a process which imports the module, from the folders of this process."""
    here = Path.cwd()
    return _command(name, "", [*project_folders(here), *(Path(folder or here) for folder in sys.path)])


def checkout_target(text: str, *, checkout: Path, root: Path, here: Path) -> str:
    """
    The target `text` (`python:...`) with the modules of `checkout`, as the text of another target.

    `root` is the current checkout, `here` the current folder in it. Their folders on the search path are replaced by
    those of `checkout`. Raises `AssayError` for any other kind of target.
    """
    name = parse_target(text)
    if name.kind.word != "python":
        raise AssayError(
            f"{text}: --git takes a python: target; name two jars or modules as BASE and CANDIDATE instead"
        )
    # A virtual environment inside stays as it is.
    folders = [
        checkout / folder.relative_to(root)
        if folder.is_relative_to(root) and not folder.is_relative_to(Path(sys.prefix))
        else folder
        for folder in (*project_folders(here), *map(Path, filter(None, sys.path)))
    ]
    return f"exec:{shlex.join(_command(name, str(checkout / here.relative_to(root)), folders).words)}"


def _command(name: TargetName, checkout: str, folders: Sequence[Path]) -> HostCommand:
    words = (checkout, name["module"], name.assignor, *dict.fromkeys(map(str, folders)))
    return python_host_command("python.python_host", *words, assignor=name.assignor, target_text=name.text)


def main(checkout: str, module: str, attribute: str, *folders: str) -> int:
    """Serve the `attribute` of the `module` until stdin ends. Returns the exit code."""
    if checkout:
        os.chdir(checkout)
    sys.path[:] = list(dict.fromkeys([*folders, *sys.path]))
    return serve_until_end(partial(_served_assignors, checkout, module, attribute))


def _served_assignors(
    checkout: str, module: str, attribute: str
) -> tuple[dict[str, ServedAssignor], dict[str, object]]:
    served, greeting = load_served(module, attribute)
    file = getattr(sys.modules[module], "__file__", None) or ""
    if checkout and not Path(file).resolve().is_relative_to(Path(checkout).resolve()):
        raise AssayError(f"no module {module!r} in this checkout")
    return {attribute: served}, {"format": FORMAT, "implementation": "python", "assignors": [attribute], **greeting}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
