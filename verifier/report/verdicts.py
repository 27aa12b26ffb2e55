"""Verdicts on rulings, as text and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from verifier.claims import Judgement, Verdict
from verifier.report.outcomes import console, outcome_data, outcome_lines, step_data
from verifier.rulings import CaseVerdict, RulingVerdict
from verifier.verification import Verification

COLOURS = {Verdict.HOLDS: "green", Verdict.REFUTED: "bold red", Verdict.UNDECIDED: "yellow"}


@contextmanager
def progress(total: int, *, visible: bool) -> Iterator[Callable[[int], None]]:
    """Show a bar on stderr while cases run (on a terminal only); gives the function to tell how many have run."""
    err = Console(stderr=True)
    bar = Progress(
        TextColumn("verifying"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=err, transient=True,
        disable=not visible or not err.is_terminal,
    )  # fmt: skip
    with bar:
        task = bar.add_task("cases", total=total)
        yield lambda done: bar.update(task, completed=done)


def show(report: Verification, *, verbose: bool) -> None:
    """Print a table by topic, then what does not hold."""
    out = console()
    topics: dict[str, list[RulingVerdict]] = {}
    for verdict in report.verdicts:
        topics.setdefault(verdict.ruling.topic, []).append(verdict)
    table = Table(box=None, pad_edge=False)
    for name in ("topic", "rulings", "cases", "holds", "refuted", "undecided"):
        table.add_column(name, justify="left" if name == "topic" else "right")
    for topic, verdicts in topics.items():
        count = Counter(verdict.verdict for verdict in verdicts)
        cases = sum(len(verdict.cases) for verdict in verdicts)
        numbers = (len(verdicts), cases, *(count[each] for each in Verdict))
        table.add_row(topic, *map(str, numbers), style="" if count[Verdict.HOLDS] == len(verdicts) else "bold red")
    out.print(table)
    if verbose:
        for ruling in report.verdicts:
            for case in ruling.cases:
                line = Text(f"{case.verdict.value:9} {ruling.ruling.id}: {case.case.title}", COLOURS[case.verdict])
                out.print(line, soft_wrap=True)
    for ruling in report.verdicts:
        if ruling.verdict is not Verdict.HOLDS:
            _show_ruling(out, ruling)
    total = Counter(verdict.verdict for verdict in report.verdicts)
    cases = sum(len(verdict.cases) for verdict in report.verdicts)
    counted = ", ".join(f"{total[each]} {each.value}" for each in Verdict if total[each] or each is Verdict.HOLDS)
    out.print(f"{len(report.verdicts)} rulings, {cases} cases in {report.seconds:.1f} s: {counted}")


def _show_ruling(out: Console, ruling: RulingVerdict) -> None:
    colour = COLOURS[ruling.verdict]
    out.print()
    out.print(Text(f"{ruling.ruling.id}: {ruling.verdict.value}", colour))
    out.print(f"  {ruling.ruling.says}", highlight=False)
    for case in ruling.cases:
        if case.verdict is not Verdict.HOLDS:
            _show_case(out, case)


def _show_case(out: Console, case: CaseVerdict) -> None:
    out.print(f"  {case.case.file}:{case.case.line}: {case.case.title}", soft_wrap=True)
    for fault in case.faults:
        out.print(Text(f"    {fault}", "bold red"), soft_wrap=True)
    for judgement in case.judgements:
        if judgement.verdict is not Verdict.HOLDS:
            _show_judgement(out, judgement)


def _show_judgement(out: Console, judgement: Judgement) -> None:
    out.print(
        Text(f"    {judgement.verdict.value}: {judgement.claim.text}", COLOURS[judgement.verdict]), soft_wrap=True
    )
    if judgement.reason:
        out.print(f"      {judgement.reason}", soft_wrap=True)
    for name, value in judgement.counterexample.items():
        out.print(f"      for {name} = {value}")
    for step in judgement.witness:
        if step.chosen:
            out.print(f"      {step.who}: {step.choice}  [{step.rule}]", markup=False, soft_wrap=True)


def explain(report: Verification) -> None:
    """Print what a ruling says and, case by case, its claims and the outcomes with their witnesses."""
    out = console()
    for verdict in report.verdicts:
        ruling = verdict.ruling
        out.print(Text(f"{ruling.id}: {verdict.verdict.value}", COLOURS[verdict.verdict]))
        out.print(f"  {ruling.says}")
        out.print(
            f"  rules: {', '.join(ruling.cites.get('rules', []))}; status: {ruling.status} {ruling.reason}".rstrip()
        )
        for case in verdict.cases:
            out.print(Text(f"\n  {case.case.title}", style="bold"))
            for judgement in case.judgements:
                out.print(f"    {judgement.verdict.value}: {judgement.claim.text}", markup=False, soft_wrap=True)
            for fault in case.faults:
                out.print(Text(f"    {fault}", "bold red"), soft_wrap=True)
            if case.run is not None:
                for position, outcome in enumerate(case.run.graph.outcomes, 1):
                    for line in outcome_lines(position, outcome):
                        out.print(f"    {line}", markup=False, soft_wrap=True)


def as_data(report: Verification, *, steps: bool = False) -> dict[str, Any]:
    """Give the verdicts as JSON data (format 1, see the README); with ``steps`` also outcomes and witnesses."""
    return {
        "format": 1,
        "seconds": round(report.seconds, 3),
        "exit": report.exit_code,
        "rulings": [
            {
                "id": verdict.ruling.id,
                "topic": verdict.ruling.topic,
                "verdict": verdict.verdict.value,
                "says": verdict.ruling.says,
                "cases": [_case_data(case, steps=steps) for case in verdict.cases],
            }
            for verdict in report.verdicts
        ],
    }


def _case_data(case: CaseVerdict, *, steps: bool) -> dict[str, Any]:
    data: dict[str, Any] = {
        "title": case.case.title,
        "verdict": case.verdict.value,
        "faults": [str(fault) for fault in case.faults],
        "claims": [
            {
                "claim": judgement.claim.text,
                "verdict": judgement.verdict.value,
                "reason": judgement.reason,
                "counterexample": dict(judgement.counterexample),
                "witness": [step_data(step) for step in judgement.witness if step.chosen],
            }
            for judgement in case.judgements
        ],
    }
    if steps and case.run is not None:
        data["outcomes"] = [outcome_data(outcome, every_step=True) for outcome in case.run.graph.outcomes]
    return data
