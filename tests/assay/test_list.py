from __future__ import annotations

import json

import pytest

from assay.cli import run
from kafka_assay.assignors.hosted.target_kinds import KINDS, parse_target
from kafka_assay.assignors.registry import default_names, is_exhibit, reference_names
from kafka_assay.pipeline.replay.life_input import BUNDLED
from kafka_assay.properties.input_families import FAMILIES
from kafka_assay.properties.registry import LAWS

pytestmark = pytest.mark.functional


def test_everything_is_listed_with_its_source(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["list", "--json"])

    found = json.loads(capsys.readouterr().out)
    assert 0 == code
    assert reference_names() == [one["name"] for one in found["assignors"]]
    assert [law.id for law in LAWS] == [one["id"] for one in found["laws"]]
    assert list(FAMILIES) == [one["name"] for one in found["inputs"]]
    assert list(BUNDLED) == [one["name"] for one in found["lives"]]
    assert all(one["source"] for kind in ("assignors", "laws", "inputs") for one in found[kind])


def test_every_kind_of_target_is_listed_with_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    run(["list", "targets", "--json"])

    found = json.loads(capsys.readouterr().out)["targets"]
    assert [kind.form for kind in KINDS] == [one["name"] for one in found]
    for kind, one in zip(KINDS, found, strict=True):
        assert one["example"].startswith(kind.word)
        assert kind is parse_target(one["example"]).kind


def test_one_kind_is_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["list", "laws"])

    told = capsys.readouterr().out
    assert 0 == code
    assert all(law.id in told for law in LAWS)
    assert "overlapping-claims" not in told


def test_promises_are_listed_with_the_assignor(capsys: pytest.CaptureFixture[str]) -> None:
    run(["list", "assignors", "--json"])

    found = {one["name"]: one["promises"] for one in json.loads(capsys.readouterr().out)["assignors"]}
    assert {"per-topic", "range", "repeatable"} <= set(found["range"])


def test_unknown_kind_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == run(["list", "law"])
    assert "law" in capsys.readouterr().err


def test_package_that_cannot_be_loaded_is_a_row(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import kafka_assay.assignors.registry

    def broken(name: str) -> object:
        raise ImportError(f"no {name}")

    monkeypatch.setattr(kafka_assay.assignors.registry, "reference_assignor", broken)

    assert 0 == run(["list", "assignors"])
    assert "cannot be loaded" in capsys.readouterr().out


def test_exhibits_are_listed_separately_and_omitted_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    run(["list", "assignors"])

    told = capsys.readouterr().out
    ordinary, exhibits = told.split("exhibits:")
    assert "sticky@kip54" in exhibits
    assert "@" not in ordinary
    assert [name for name in reference_names() if not is_exhibit(name)] == default_names()
