"""
Any consumer program, which leads a group on our broker: `wire:./consumer {bootstrap} {group} {topics}#range`.

`python -P -m ...wire.wire_host CONSUMERS COMMAND [NAME]` is the process of the broker, which starts the program.
"""

from __future__ import annotations

import os
import sys
import threading
from dataclasses import replace

from kafka_assay.assignors.errors import AssayError
from kafka_assay.assignors.extras import require_libraries
from kafka_assay.assignors.hosted.host_server import ServedAssignor, serve_until_end
from kafka_assay.assignors.hosted.protocol import FORMAT
from kafka_assay.assignors.hosted.python.client_host import WITHOUT_RACKS
from kafka_assay.assignors.hosted.supervised_process import Limits
from kafka_assay.assignors.hosted.target_name import HostCommand, TargetName, command_words, python_host_command

GROUP = "assay"
_START_SECONDS = 60.0
_JOIN_SECONDS = 50.0


def host_command(name: TargetName) -> HostCommand:
    """The command that starts our broker, which starts the program."""
    require_libraries("a wire: target", "kio")
    command, assignor = name["command"], name.parts["assignor"]
    HostCommand(words=command_words(command, name.text, name.kind.form), assignor=None).check_program()
    words = (name.parts["consumers"] or "1", command, *(() if assignor is None else (assignor,)))
    started = python_host_command("wire.wire_host", *words, assignor=assignor or "", target_text=name.text)
    return replace(started, assignor=assignor, limits=Limits(start_seconds=_START_SECONDS))


def main(consumers: str, command: str, name: str | None = None) -> int:
    """Serve the assignor of the consumer program until stdin ends. Returns the exit code."""
    count = int(consumers)
    return serve_until_end(lambda: serve_program(command, name, count), workers=count)


def serve_program(
    command: str, name: str | None, consumers: int
) -> tuple[dict[str, ServedAssignor], dict[str, object]]:
    """Start the program, wait until it leads its group, and greet. Raises `AssayError`."""
    from kafka_assay.assignors.hosted.wire.consumers import Consumers
    from kafka_assay.assignors.hosted.wire.coordinator import NoPlan

    alarm = threading.Timer(_JOIN_SECONDS, _give_up)
    alarm.daemon = True
    alarm.start()
    programs = Consumers(command, GROUP, name, consumers)
    try:
        coordinator = programs.start_first().coordinator
    except OSError as wrong:
        raise AssayError(f"the consumer program cannot be started: {wrong}") from None
    except NoPlan as wrong:
        raise AssayError(f"the consumer program joined, and then failed: {wrong}") from None
    finally:
        alarm.cancel()
    if name is not None and name not in coordinator.proposed and len(coordinator.proposed) > 1:
        raise AssayError(f"the consumer proposes {', '.join(coordinator.proposed)}, and not {name!r}")
    served = name or coordinator.chosen
    software, version = coordinator.software
    greeting: dict[str, object] = {
        "format": FORMAT,
        "implementation": software,
        "version": version,
        "assignors": [served],
        "like": {served: WITHOUT_RACKS[coordinator.chosen]} if coordinator.chosen in WITHOUT_RACKS else {},
    }
    answers = ServedAssignor(fresh=lambda: None, put=programs.put, read=lambda came_back: came_back)
    return {served: answers}, greeting


def _give_up() -> None:
    os.write(2, f"error: the consumer program did not join the group twice within {_JOIN_SECONDS:.0f} s\n".encode())
    os._exit(1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
