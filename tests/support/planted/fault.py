"""
The planted faults: in which input family each shows, and the programs with them: classes, a jar, and a Go program.

The classes in this folder, and the Java and Go sources in `java/` and `go/`, say what each does wrong.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from kafka_assay.assignors.hosted.go.go_host import HERE as GO
from kafka_assay.assignors.hosted.go.go_host import run_go
from kafka_assay.assignors.hosted.java.ivy import compile_jar
from kafka_assay.assignors.hosted.java.java_host import ensure_released_jars

Language: TypeAlias = Literal["python", "java", "go"]


class Fault(NamedTuple):
    """
    One fault. `part` is the class, or the assignor of the Go program. `family` is the one that it was made for.

    An assignor without a fault has no family. It must keep all laws, so that a broken law shows the fault.
    """

    name: str
    language: Language
    part: str
    family: str | None
    like: str = "roundrobin"


HEALTHY = (
    Fault("python", "python", "python_roundrobin:RoundRobin", None),
    Fault("java", "java", "RoundRobin", None),
    Fault("go", "go", "healthy", None),
    Fault("sticky", "python", "python_sticky:Sticky", None, "sticky"),
)

ROUND_ROBIN = (
    Fault("instance-table", "python", "python_roundrobin:InstanceTable", "static-members"),
    Fault("short-names", "python", "python_roundrobin:ShortNames", "old-metadata"),
    Fault("raised-counts", "python", "python_roundrobin:RaisedCounts", "ghost-claims"),
    Fault("lost-remainder", "python", "python_roundrobin:LostRemainder", "missing-topics"),
    Fault("last-lap", "java", "LastLap", "empty-subscriptions"),
    Fault("strange-racks", "java", "StrangeRacks", "racks"),
    Fault("closed-rings", "java", "ClosedRings", "repeated-topics"),
    Fault("fast-path", "go", "fast-path", "clean"),
    Fault("topic-table", "go", "topic-table", "many-small-topics"),
    Fault("generation-ring", "go", "generation-ring", "stale-claims"),
)
"""Each hits one in 625 to 1,250 groups of its family, as was counted (docs/results/evidence.md)."""

STICKY = (
    Fault("sticky-generation-ring", "python", "python_sticky:GenerationRing", "stale-claims", "sticky"),
    Fault("sticky-short-user-data", "python", "python_sticky:ShortUserData", "old-metadata", "sticky"),
    Fault("sticky-kept-twice", "python", "python_sticky:KeptTwice", "overlapping-claims", "sticky"),
)
"""Each hits one in 172 to 513 groups of its family, as was counted (docs/results/evidence.md)."""

FAULT_BY_NAME = {one.name: one for one in (*ROUND_ROBIN, *STICKY)}
"""Name -> fault."""

HERE = Path(__file__).parent
NAME = "planted faults"
KAFKA = ("org.apache.kafka", "kafka-clients", "4.4.0")


class Programs:
    """The programs in a folder. Each is built when it is first needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def target(self, fault: Fault) -> str:
        """The target text of the assignor with this fault. Raises `AssayError` where it cannot be built."""
        match fault.language:
            case "python":
                return f"python:{__package__}.{fault.part}"
            case "java":
                return f"jar:{self._jar()}:{':'.join(self._kafka())}:planted.{fault.part}"
            case "go":
                return f"exec:{self._program()}#{fault.part}"

    def _kafka(self) -> tuple[str, ...]:
        return ensure_released_jars(*KAFKA, NAME).path

    def _jar(self) -> Path:
        jar = self._folder / "planted.jar"
        if not jar.exists():
            sources = sorted((HERE / "java").glob("*.java"))
            compile_jar(sources, jar, [Path(one) for one in self._kafka()], NAME, package="planted")
        return jar

    def _program(self) -> Path:
        program = self._folder / "planted"
        if not program.exists():
            source = self._folder / "go"
            source.mkdir(exist_ok=True)
            (source / "go.mod").write_text("module planted\n\ngo 1.23\n", encoding="utf-8")
            for file in (*(GO / "protocol").glob("*.go"), *(HERE / "go").glob("*.go")):
                (source / file.name).write_text(file.read_text("utf-8"), encoding="utf-8")
            run_go(("build", "-trimpath", "-buildvcs=false", "-o", str(program), "."), source, NAME)
        return program
