"""Tests of the interface's own types."""

from __future__ import annotations

import pickle

from kafka_assay.assignors.interface import AssignorFailed


def test_a_failure_crosses_processes_whole() -> None:
    """Kind, message and trace survive pickling: Spark workers send failures to the driver."""
    failure = AssignorFailed("KeyError", "(None, 'b')", "line 7")

    copy = pickle.loads(pickle.dumps(failure))

    assert ("KeyError", "(None, 'b')", "line 7", "KeyError: (None, 'b')") == (
        copy.kind,
        copy.message,
        copy.trace,
        str(copy),
    )


def test_a_failure_without_a_message_is_its_kind() -> None:
    """`raise KeyboardInterrupt` says nothing more, and no colon promises that it does."""
    assert "KeyboardInterrupt" == str(AssignorFailed("KeyboardInterrupt", ""))
