"""Verifies rulings: runs all their cases together and judges every claim."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from verifier.claims import Verdict
from verifier.errors import InvalidInput
from verifier.explorer import Budget
from verifier.rulings import Rulings, RulingVerdict, judge
from verifier.runs import Run, Session

CHUNK = 512
"""How many cases share their solver calls: enough to batch, few enough to bound memory."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The verdicts on rulings, and how long they took in seconds."""

    verdicts: tuple[RulingVerdict, ...]
    seconds: float

    @property
    def exit_code(self) -> int:
        """3 a ruling is invalid, 1 one is refuted, 5 one is undecided or nothing ran, 0 all hold."""
        found = {verdict.verdict for verdict in self.verdicts}
        if any(verdict.invalid for verdict in self.verdicts):
            return 3
        if Verdict.REFUTED in found:
            return 1
        return 0 if found == {Verdict.HOLDS} else 5


def verify(
    session: Session, rulings: Rulings, tick: Callable[[int], None] | None = None, budget: Budget | None = None
) -> Verification:
    """Run every case and judge every claim; ``tick`` is told how many cases have run."""
    begin = time.perf_counter()
    scenarios = [case.scenario for case in rulings.cases]
    runs: list[Run | InvalidInput] = []
    for start in range(0, len(scenarios), CHUNK):

        def told(done: int, before: int = start) -> None:
            if tick is not None:
                tick(before + done)

        runs.extend(session.run_all(scenarios[start : start + CHUNK], budget, told))
    verdicts: list[RulingVerdict] = []
    position = 0
    for ruling in rulings:
        size = len(ruling.cases)
        verdicts.append(judge(ruling, runs[position : position + size]))
        position += size
    return Verification(tuple(verdicts), time.perf_counter() - begin)
