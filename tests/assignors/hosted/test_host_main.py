from __future__ import annotations

import json
from functools import partial
from io import BytesIO
from threading import Barrier, Event
from typing import Any

from kafka_assay.assignors.hosted.host_server import ServedAssignor, serve
from kafka_assay.assignors.model import Group

WORKERS = 2


def test_replies_keep_the_order_of_the_questions() -> None:
    """Both questions are in work at once, and the second one is answered first."""
    both_wait, second_is_done = Barrier(WORKERS), Event()

    def answer(group: Group) -> dict[str, Any]:
        both_wait.wait()
        if group.members[0].id == "first":
            second_is_done.wait()
        else:
            second_is_done.set()
        return {group.members[0].id: {}}

    assignor = ServedAssignor(fresh=lambda: answer, put=partial, read=lambda came_back: came_back)
    asked = b"".join(map(question, ("first", "second")))
    answered = BytesIO()

    serve({"a": assignor}, {"format": "assay-host/1"}, BytesIO(asked), answered, workers=WORKERS)

    greeting, *replies = map(json.loads, answered.getvalue().splitlines())
    assert {"format": "assay-host/1"} == greeting
    assert [{"first": {}}, {"second": {}}] == [reply["assignment"] for reply in replies]


def question(member: str) -> bytes:
    group = {"format": "assay-group/1", "topics": {"t": 1}, "members": [{"id": member, "subscription": ["t"]}]}
    return json.dumps({"id": member, "assignor": "a", "group": group}).encode() + b"\n"
