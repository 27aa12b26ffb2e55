"""Compares the explorer with stock clingo, which enumerates the histories of the same rules one by one."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clingo

from verifier.graph import ChoiceGraph, shown_word
from verifier.runs import ENDLESS
from verifier.stepper import dotted

MEMORY = 6 * 2**30
Key = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Outcomes with their counts as both drivers found them; ``undecided`` says why there is no answer."""

    ours: Mapping[Key, int]
    clingo: Mapping[Key, int]
    strayed: int
    seconds: float
    undecided: str = ""

    @property
    def agree(self) -> bool:
        """Whether outcomes and counts are equal and no history left the window."""
        return not self.undecided and not self.strayed and self.ours == self.clingo


def crosscheck(graph: ChoiceGraph, program: str, encodings: Path, seconds: int = 120) -> Report:
    """Run stock clingo on an exported program in a child process and compare.

    ``seconds`` limits its processor time; a run that is cut, or an incomplete or unbounded graph, is undecided.
    """
    ours = {tuple(sorted(outcome.values.items())): outcome.orderings for outcome in graph.outcomes}
    if not graph.complete or graph.unbounded:
        return Report(ours, {}, 0, 0.0, graph.why or "the scenario has a loop that may be repeated at will")
    if any(ENDLESS in structure for structure in graph.exploration.finals):
        return Report(ours, {}, 0, 0.0, "a loop that never ends has no last state that could be enumerated")
    begin = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        facts = Path(folder) / "scenario.lp"
        facts.write_text(program, encoding="utf-8")
        files = [*sorted((encodings / "rules").glob("*.lp")), encodings / "drive" / "time.lp", facts]
        command = [sys.executable, "-m", "clingo", "--warn=none", "--outf=2", "0", *map(str, files)]
        try:
            run = subprocess.run(
                command,
                capture_output=True,
                text=True,
                check=False,
                timeout=4 * seconds,
                preexec_fn=lambda: _limit(seconds),
            )
        except subprocess.TimeoutExpired:
            return Report(ours, {}, 0, time.perf_counter() - begin, f"stock clingo took more than {seconds} s")
    return _read(run, ours, list(graph.observed), time.perf_counter() - begin, seconds)


def _limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def _read(
    run: subprocess.CompletedProcess[str], ours: Mapping[Key, int], observed: list[str], taken: float, seconds: int
) -> Report:
    try:
        data = json.loads(run.stdout)
    except json.JSONDecodeError:
        return Report(ours, {}, 0, taken, f"stock clingo gave no answer: {run.stderr.strip()[:200]}")
    if data.get("Result") not in {"SATISFIABLE", "UNSATISFIABLE"} or data["Models"]["More"] != "no":
        return Report(ours, {}, 0, taken, f"stock clingo was cut after {seconds} s: {data.get('Result')}")
    counts: Counter[Key] = Counter()
    strayed = 0
    for witness in data["Call"][0].get("Witnesses", []):
        values: dict[str, Any] = dict.fromkeys(observed, 0)
        for text in witness["Value"]:
            atom = clingo.parse_term(text)
            if atom.name == "strayed":
                strayed += 1
                break
            label, name, value = atom.arguments
            values[dotted(label, name)] = _value(value)
        counts[tuple(sorted(values.items()))] += 1
    return Report(ours, dict(counts), strayed, taken)


def _value(value: clingo.Symbol) -> int | bool | str:
    word = shown_word(value)
    return value.number if word is None else word
