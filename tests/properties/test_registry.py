from __future__ import annotations

from collections import Counter
from importlib import import_module
from pkgutil import iter_modules

import kafka_assay.properties.laws
from kafka_assay.assignors.interface import Promise
from kafka_assay.properties.law import Law
from kafka_assay.properties.registry import LAW_BY_ID, LAWS
from tests.properties.verdicts import laws_asked_of, two_members


def test_law_ids_are_unique() -> None:
    assert [] == [law for law, times in Counter(law.id for law in LAWS).items() if times > 1]


def test_every_file_of_laws_is_registered() -> None:
    written = {
        value.id
        for module in iter_modules(kafka_assay.properties.laws.__path__)
        for value in vars(import_module(f"kafka_assay.properties.laws.{module.name}")).values()
        if isinstance(value, Law)
    }

    assert written == {law.id for law in LAWS}


def test_law_has_the_name_of_its_function_and_the_kind_of_its_file() -> None:
    for law in LAWS:
        assert law is getattr(import_module(f"kafka_assay.properties.laws.{law.kind}"), law.id.replace("-", "_"))
        assert law.judge.__doc__
        assert law.says
        assert law.source
        assert law.effect.text.endswith(".")


def test_laws_are_checked_for_assignors_that_promise_them() -> None:
    asked = laws_asked_of(frozenset({Promise.EVEN}), two_members(1))

    assert {None, Promise.EVEN} == {LAW_BY_ID[law].promise for law in asked}
