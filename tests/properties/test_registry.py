"""
Tests of `properties.registry`.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from pkgutil import iter_modules

import properties.laws
from assignors.interface import Promise
from properties.registry import LAWS, laws_asked
from tests.properties.verdicts import two_members

KINDS = ("validity", "balance", "stickiness")


def test_each_law_stands_in_the_book_once() -> None:
    """
    No id is used twice.
    """
    assert [] == [law for law, times in Counter(law.id for law in LAWS).items() if times > 1]


def test_every_file_of_laws_is_in_the_book() -> None:
    """
    A file in `properties/laws` whose laws are not registered would never be asked.
    """
    written = {
        law.id
        for module in iter_modules(properties.laws.__path__)
        for law in import_module(f"properties.laws.{module.name}").LAWS
    }

    assert written == {law.id for law in LAWS}


def test_a_law_is_a_function_of_its_name_with_a_source() -> None:
    """
    The judge of `one-owner-each` is `one_owner_each`, its docstring names a source, and its sentences are not empty.
    """
    for law in LAWS:
        assert law.id.replace("-", "_") == law.judge.__name__
        assert "Source:" in (law.judge.__doc__ or "")
        assert law.says
        assert law.source
        assert law.matters.endswith(".")


def test_laws_are_asked_of_those_who_promise_them() -> None:
    """
    One who promises to be even is asked the laws of all and that of evenness.
    """
    asked = laws_asked(frozenset({Promise.EVEN}), two_members(1))

    assert {None, Promise.EVEN} == {law.promise for law in asked}
