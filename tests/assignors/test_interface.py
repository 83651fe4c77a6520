from __future__ import annotations

import pickle

from kafka_assay.assignors.interface import AssignorFailed


def test_assignor_failure_survives_pickling() -> None:
    failure = AssignorFailed("KeyError", "(None, 'b')", "line 7")

    copy = pickle.loads(pickle.dumps(failure))

    assert ("KeyError", "(None, 'b')", "line 7", "KeyError: (None, 'b')") == (
        copy.kind,
        copy.message,
        copy.trace,
        str(copy),
    )


def test_failure_without_message_shows_only_its_kind() -> None:
    assert "KeyboardInterrupt" == str(AssignorFailed("KeyboardInterrupt", ""))
