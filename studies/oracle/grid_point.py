"""One point of the grid: time the oracle and its rivals in turns, check the proof, and make a line of the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from kafka_assay.assignors.interface import AssignorFailed
from kafka_assay.benchmarks.peak_memory import peak_mebibytes, reset_peak
from kafka_assay.benchmarks.workload import Workload
from kafka_assay.benchmarks.workload_group import columns_at
from kafka_assay.oracle.reduced_problem import reduce_columns
from studies.oracle.call_times import CallTimes, time_calls
from studies.oracle.contenders import Contender, OracleContender, RivalContender
from studies.oracle.grid_goal import RivalTime, goal_outcome
from studies.oracle.grid_record import group_hash, point
from studies.oracle.rivals.rival_process import RivalProcess
from studies.records import Line

ORACLE = "oracle"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureSettings:
    """
    The settings of a measurement.

    They are the timed calls, the seconds for each contender, and the seed. `engine` identifies the version of the
    oracle's sources.
    """

    rounds: int = 5
    seconds: float = 10.0
    seed: int = 0
    engine: str = ""


def measure_point(
    workload: Workload, rivals: Mapping[str, RivalProcess], folder: Path, settings: MeasureSettings
) -> Line:
    """The line of one point. The rivals' input files are written to `folder`."""
    columns = columns_at(workload, settings.seed)
    ours = OracleContender()
    contenders: dict[str, Contender] = {ORACLE: ours}
    contenders |= {name: RivalContender(process, folder / f"{name}.columns") for name, process in rivals.items()}
    times, opened = {}, {}
    for name, contender in contenders.items():
        try:
            contender.open(columns)
            opened[name] = contender
        except AssignorFailed as failure:
            # A kind of failure of its own: it says nothing about the time of an answer.
            times[name] = CallTimes(failure=AssignorFailed("not opened", str(failure)))
    times |= time_calls(opened, rounds=settings.rounds, seconds=settings.seconds)
    line = point(workload) | {"group": group_hash(columns), "engine": settings.engine}
    line |= {ORACLE: _numbers(times[ORACLE]) | asdict(ours.quality())} | _proof(ours)
    problem = reduce_columns(columns).graph
    line["shrunk"] = {"hubs": len(problem.supply), "crews": len(problem.size), "keeps": len(problem.claim_count)}
    line["rivals"] = {
        name: {"version": process.version} | _rival(times[name], contenders[name], process.call_seconds)
        for name, process in rivals.items()
    }
    return line | _compare_with_goal(workload, line)


def _numbers(times: CallTimes) -> Line:
    seconds = times.seconds
    return {
        "median": round(1e3 * median(seconds), 4),
        "least": round(1e3 * min(seconds), 4),
        "most": round(1e3 * max(seconds), 4),
        "rounds": len(seconds),
    }


def _proof(ours: OracleContender) -> Line:
    """The memory of a separate answer, and the checker's result."""
    reset_peak()
    ours.ask()
    peak = peak_mebibytes()
    found, seconds = ours.check()
    return {
        "peak_mib": round(peak, 1),
        "certificate": {"accepted": found is None, "found": found, "milliseconds": round(1e3 * seconds, 3)},
    }


def _rival(times: CallTimes, contender: Contender, call_seconds: float) -> Line:
    failure = times.failure
    if failure is not None:
        return {"error": str(failure), "given_up_seconds": call_seconds if failure.kind == "hang" else None}
    return _numbers(times) | asdict(contender.quality())


def _compare_with_goal(workload: Workload, line: Line) -> Line:
    """The ratios (ours to theirs), the outcome, and the reason if the goal is missed."""
    ours, seconds, ratios = line[ORACLE]["median"], {}, {}
    for name, theirs in line["rivals"].items():
        if "median" in theirs:
            seconds[name] = RivalTime(seconds=theirs["median"] / 1e3)
            ratios[name] = round(ours / theirs["median"], 4)
        elif theirs["given_up_seconds"]:
            seconds[name] = RivalTime(seconds=theirs["given_up_seconds"], at_least=True)
    judged = goal_outcome(workload, ours / 1e3, seconds)
    reason = "{hubs:,} hubs, {crews:,} crews and {keeps:,} keeps are left after shrinking".format(**line["shrunk"])
    return {"ratios": ratios, "outcome": judged, "reason": reason if judged == "missed" else None}
