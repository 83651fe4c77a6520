"""Tests of `assay list`."""

from __future__ import annotations

import pytest

from kafka_assay.assignors.hosted.target_kinds import KINDS, parse_target
from kafka_assay.assignors.registry import default_names, is_exhibit, reference_names
from kafka_assay.pipeline.replay.life_input import BUNDLED
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.registry import LAWS
from tests.assay.shell import Shell


def test_everything_is_listed_with_its_source(shell: Shell) -> None:
    """Promises are listed with the assignor."""
    ended = shell("list --json")

    found = ended.document
    assert 0 == ended.code
    assert reference_names() == [one["name"] for one in found["assignors"]]
    assert [law.id for law in LAWS] == [one["id"] for one in found["laws"]]
    assert list(FAMILIES) == [one["name"] for one in found["inputs"]]
    assert list(BUNDLED) == [one["name"] for one in found["lives"]]
    assert all(one["source"] for kind in ("assignors", "laws", "inputs") for one in found[kind])
    promises = {one["name"]: set(one["promises"]) for one in found["assignors"]}
    assert {"per-topic", "range", "repeatable"} <= promises["range"]


def test_every_kind_of_target_is_listed_with_an_example(shell: Shell) -> None:
    found = shell("list targets --json").document["targets"]

    assert [kind.form for kind in KINDS] == [one["name"] for one in found]
    for kind, one in zip(KINDS, found, strict=True):
        assert one["example"].startswith(kind.word)
        assert kind is parse_target(one["example"]).kind


def test_one_kind_is_listed(shell: Shell) -> None:
    ended = shell("list laws")

    assert 0 == ended.code
    assert all(law.id in ended.out for law in LAWS)
    assert "overlapping-claims" not in ended.out


def test_package_that_cannot_be_loaded_is_a_row(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    import kafka_assay.assignors.registry

    def broken(name: str) -> object:
        raise ImportError(f"no {name}")

    monkeypatch.setattr(kafka_assay.assignors.registry, "reference_assignor", broken)

    ended = shell("list assignors")

    assert (0, True) == (ended.code, "cannot be loaded" in ended.out)


def test_exhibits_are_listed_separately_and_omitted_elsewhere(shell: Shell) -> None:
    ordinary, exhibits = shell("list assignors").out.split("exhibits:")

    assert "sticky@kip54" in exhibits
    assert "@" not in ordinary
    assert [name for name in reference_names() if not is_exhibit(name)] == default_names()
