"""Build the assignors with planted faults: classes for `python:`, a jar, and a Go program."""

from __future__ import annotations

from pathlib import Path

from kafka_assay.assignors.hosted.go.go_host import HERE as GO
from kafka_assay.assignors.hosted.go.go_host import run_go
from kafka_assay.assignors.hosted.java.ivy import compile_jar
from kafka_assay.assignors.hosted.java.java_host import ensure_released_jars
from tests.support.planted.fault import Fault

HERE = Path(__file__).parent
NAME = "planted faults"
KAFKA = ("org.apache.kafka", "kafka-clients", "4.4.0")
JAR, PROGRAM = "planted.jar", "planted"


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
        jar = self._folder / JAR
        if not jar.exists():
            sources = sorted((HERE / "java").glob("*.java"))
            compile_jar(sources, jar, [Path(one) for one in self._kafka()], NAME, package="planted")
        return jar

    def _program(self) -> Path:
        program = self._folder / PROGRAM
        if not program.exists():
            source = self._folder / "go"
            source.mkdir(exist_ok=True)
            (source / "go.mod").write_text("module planted\n\ngo 1.23\n", encoding="utf-8")
            for file in (*(GO / "protocol").glob("*.go"), *(HERE / "go").glob("*.go")):
                (source / file.name).write_text(file.read_text("utf-8"), encoding="utf-8")
            run_go(("build", "-trimpath", "-buildvcs=false", "-o", str(program), "."), source, NAME)
        return program
