"""The decorator that makes a test for each assignor and each law."""

from __future__ import annotations

import functools
import inspect
import os
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from assay.testing.law_check import CasePlace, LawCheck, Search, display_name
from kafka_assay.assignors.errors import AssayError, short_repr
from kafka_assay.assignors.settings import Settings, settings_of_mappings

if TYPE_CHECKING:
    from _pytest.mark import ParameterSet


Test = TypeVar("Test", bound="Callable[..., object]")

EXAMPLES = 25
"""The default number of groups of each input family: fewer than in `assay check`, because tests run often."""
SECONDS = 60.0
"""The default time for all laws of one assignor, in seconds. It can only end a search earlier."""


class WrongQuestion(AssayError, pytest.Collector.CollectError):
    """The tests cannot be made with these arguments. pytest shows one line without a traceback."""


def parametrize_with_laws(
    assignors: Iterable[object],
    *,
    like: str | Iterable[str] | None = None,
    laws: Iterable[str] | None = None,
    inputs: Iterable[str] | None = None,
    expected_failures: Mapping[str, str] | None = None,
    examples: int = EXAMPLES,
    seconds: float = SECONDS,
    seed: int = 0,
    cases: str | os.PathLike[str] | None = None,
    config: Mapping[str, str] | None = None,
    member_config: Mapping[str, Mapping[str, str]] | None = None,
) -> Callable[[Test], Test]:
    """
    Make a test for each of the `assignors` and each law that it promises. The test calls `check(assignor)`.

    An assignor is an object or class with `assign(group)`, a plain function of a group, or a target as text. `like`
    names an assignor whose promises apply, as `assay check --like` does; it overrides its own `like` or `promises`.
    `laws` and `inputs` select laws and input families.

    `expected_failures` maps a law to the reason why it is known to break: its test is an expected failure, and fails if
    the law is kept. `examples`, `seconds` and `seed` are those of `assay check`. Counterexamples are written into
    `cases`, and earlier ones there are tried first. Without `cases` they go to `.assay/cases` under pytest's root
    folder and are not tried again. So by default every run asks about the same groups.

    `config` (setting -> value) and `member_config` (member -> settings) reach the `configure()` of targets given as
    text, as `assay check --setting` does. An object must be configured by its creator.
    """
    from kafka_assay.properties.input_families import FAMILIES, family_called

    # A text alone would be read as a list of its letters.
    if isinstance(assignors, str) or not isinstance(assignors, Iterable):
        raise WrongQuestion(f"parametrize_with_laws: {short_repr(assignors)}: expected a list of assignors: [...]")
    given = list(assignors)
    law_ids = None if laws is None else tuple(laws)
    families = tuple(FAMILIES) if inputs is None else tuple(inputs)

    def decorate(test: Test) -> Test:
        try:
            search = Search(
                like=like if like is None or isinstance(like, str) else ",".join(like),
                laws=law_ids,
                inputs=tuple(dict.fromkeys(family_called(name).name for name in families)),
                examples=examples,
                seconds=seconds,
                seed=seed,
                cases=None if cases is None else Path(cases),
                settings=_settings_for(given, config, member_config),
                nearby=getattr(inspect.unwrap(test), "__globals__", {}),
            )
            params = list(_list_params(search, given, dict(expected_failures or {})))
        except AssayError as wrong:
            raise WrongQuestion(f"{getattr(test, '__name__', test)}: {wrong}") from None
        marked: Test = pytest.mark.parametrize(("assignor", "check"), params)(_pass_place(test))
        return marked

    return decorate


def _settings_for(
    assignors: Sequence[object],
    config: Mapping[str, str] | None,
    member_config: Mapping[str, Mapping[str, str]] | None,
) -> Settings:
    """The settings. They are optional if there are several targets, because they may be for any of them."""
    settings = settings_of_mappings(config, member_config)
    targets = sum(isinstance(assignor, str) for assignor in assignors)
    if settings and not targets:
        raise AssayError("config: needs a target as text among the assignors; an object cannot be configured here")
    return settings if targets == 1 else settings.where_accepted()


def _list_params(search: Search, assignors: Sequence[object], expected: Mapping[str, str]) -> Iterator[ParameterSet]:
    """The parameters of every test: assignor by assignor, with the laws in the order of the registry."""
    from kafka_assay.properties.registry import law_called

    if not assignors:
        raise AssayError("no assignor was given")
    anybody = {law.id for assignor in assignors for law in search.promised_laws(assignor)}
    for named in (*(search.laws or ()), *expected):
        promise = law_called(named).promise
        if named not in anybody:
            tip = f"to check it anyway, add like='...,+{promise}'"
            raise AssayError(f"{named}: no assignor here promises {str(promise)!r}; {tip}")
    for named, reason in expected.items():
        if not isinstance(reason, str) or not reason.strip():
            raise AssayError(f"expected_failures: {named!r}: {short_repr(reason)}: expected the reason, in words")
    seen: Counter[str] = Counter()
    for assignor in assignors:
        name = display_name(assignor)
        seen[name] += 1
        name += f"-{seen[name]}" if seen[name] > 1 else ""
        for law in search.asked_laws(assignor):
            check = LawCheck(law=law.id, search=search, expected=expected.get(law.id))
            yield pytest.param(assignor, check, id=f"{name}:{law.id}")


def _pass_place(test: Test) -> Test:
    """`test` with a `check` that knows where it runs. pytest's fixture `request` gives that."""
    signature = inspect.signature(test)
    parameters = list(signature.parameters.values())
    has_request = "request" in signature.parameters

    @functools.wraps(test)
    def placed(*args: Any, **fixtures: Any) -> object:
        __tracebackhide__ = True
        request: pytest.FixtureRequest = fixtures["request"] if has_request else fixtures.pop("request")
        check = fixtures.get("check")
        if isinstance(check, LawCheck):
            fixtures["check"] = replace(check, place=_place_of(request, check, fixtures.get("assignor")))
        return test(*args, **fixtures)

    if not has_request:
        keywords = [one for one in parameters if one.kind is inspect.Parameter.VAR_KEYWORD]
        request = inspect.Parameter("request", inspect.Parameter.KEYWORD_ONLY)
        parameters = [*(one for one in parameters if one not in keywords), request, *keywords]
        placed.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return placed  # type: ignore[return-value]


def _place_of(request: pytest.FixtureRequest, check: LawCheck, assignor: object) -> CasePlace:
    from kafka_assay.properties.records.case_format import CASES

    # Not in pytest's temporary folders: the command that repeats a case must work after the next runs.
    file, colons, test = request.node.nodeid.partition("::")
    again = f"{os.path.relpath(request.config.rootpath / file)}{colons}{test}"
    return CasePlace(
        folder=request.config.rootpath / CASES,
        again=shlex.join(["pytest", again]),
        laws=frozenset({check.law, *_selected_laws(request.session.items, check.search, assignor)}),
    )


def _selected_laws(items: Iterable[pytest.Item], search: Search, assignor: object) -> Iterator[str]:
    """The laws of the tests that this run has selected: one selected test must not pay for the others."""
    for item in items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        check = params.get("check")
        if isinstance(check, LawCheck) and check.search is search and params.get("assignor") is assignor:
            yield check.law
