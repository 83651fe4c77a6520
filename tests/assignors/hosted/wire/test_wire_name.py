from __future__ import annotations

import pytest

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.hosted.target_kinds import parse_target
from kafka_assay.assignors.hosted.wire.consumers import filled_words


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("wire:./consumer {topics}", "the command does not contain {bootstrap}"),
        ("wire:./consumer {bootstrap}", "the command does not contain {topics}"),
        ("wire:./consumer {bootstrap} {topics} {strategy}", "{strategy} needs a name: add #NAME"),
        ("wire:' {bootstrap} {topics}", "cannot be split into words"),
        ("wire:--consumers=0 ./consumer {bootstrap} {topics}", "expected --consumers=N .* from 1 to 99"),
        ("wire:", "expected wire:COMMAND"),
    ],
)
def test_a_command_that_cannot_work_is_refused(text: str, why: str) -> None:
    with pytest.raises(AssayError, match=why):
        parse_target(text)


@pytest.mark.parametrize("several", ["", "--consumers=8 "])
def test_a_name_keeps_its_text(several: str) -> None:
    text = f"wire:{several}./consumer --at {{bootstrap}} {{topics}} {{strategy}}#range"

    assert text == parse_target(text).text


def test_a_value_with_a_placeholder_or_a_space_stays_one_word() -> None:
    values = {"bootstrap": "h:1", "strategy": "my own {bootstrap}"}

    assert ["c", "h:1", "x=my own {bootstrap}"] == filled_words("c {bootstrap} x={strategy}", values)
