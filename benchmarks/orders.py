"""Ratios in one run: the explorer against plain Python written for the case, and against stock clingo.

Run ``make bench``. Machines differ and are shared: only the ratios mean something. Every row checks that both sides
found the same outcomes and counts.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from math import factorial
from pathlib import Path
from typing import Any

import click

from verifier.project import Project
from verifier.scenario import Scenario

CARDS = Path(__file__).parent / "cards"


def scenario(
    project: Project, battlefield: list[dict[str, Any]], do: list[dict[str, Any]], observe: list[str]
) -> Scenario:
    """Build a scenario of one player's permanents."""
    data = {"players": {"alice": {"battlefield": battlefield}, "bob": {}}, "do": do, "observe": observe}
    return Scenario.from_data(data, cards=project.card_names, vocabulary=project.vocabulary)


def best(work: Callable[[], Any], times: int = 3) -> tuple[float, Any]:
    """Give the least of several times in seconds, and the result."""
    least, result = float("inf"), None
    for _ in range(times):
        begin = time.perf_counter()
        result = work()
        least = min(least, time.perf_counter() - begin)
    return least, result


def plain(kinds: tuple[tuple[str, int, int], ...], amount: int) -> dict[int, int]:
    """Count the orders of interchangeable effects by memoised recursion: (operation, operand, how many) each."""

    @cache
    def outcomes(value: int, left: tuple[int, ...]) -> Counter[int]:
        if value == 0 or not any(left):
            return Counter({value: 1})
        found: Counter[int] = Counter()
        for position, number in enumerate(left):
            if number:
                operation, operand, _ = kinds[position]
                after = {"times": value * operand, "plus": value + operand, "half": value // operand}[operation]
                rest = (*left[:position], number - 1, *left[position + 1 :])
                for result, count in outcomes(after, rest).items():
                    found[result] += count * number
        return found

    return dict(outcomes(amount, tuple(number for _, _, number in kinds)))


def put(project: Project, cards: dict[str, int]) -> tuple[float, dict[int, int]]:
    """Explore one put of one counter under so many cards of each name; a fresh session each time."""
    field: list[dict[str, Any]] = [{"creature": "2/2", "as": "bear"}]
    field += [{"card": name} for name, number in cards.items() for _ in range(number)]
    built = scenario(project, field, [{"put": {"counter": "+1/+1", "to": "bear"}}], ["bear.p1p1"])

    def work() -> dict[int, int]:
        graph = project.session.run(built).graph
        return {outcome.values["bear.p1p1"]: outcome.orderings for outcome in graph.outcomes}

    return best(work)


def row(name: str, ours: float, other: float, note: str = "") -> None:
    """Print one ratio."""
    click.echo(f"{name:52} {ours:8.3f} s {other:8.3f} s   other/ours {other / ours:8.2f}  {note}")


@click.command()
@click.option("--clingo/--no-clingo", default=True, help="Also race stock clingo on 8 effects (slow).")
def main(*, clingo: bool) -> None:
    """Measure, compare, print ratios.

    Example: python benchmarks/orders.py --no-clingo
    """
    project = Project.open([CARDS])
    click.echo(f"{'case':52} {'explorer':>10} {'other':>10}")
    for title, cards, kinds in (
        (
            "10 doublers, 10 adders, one put",
            {"Doubling Season": 10, "Hardened Scales": 10},
            (("times", 2, 10), ("plus", 1, 10)),
        ),
        (
            "20 effects of four kinds",
            {"Doubling Season": 5, "Hardened Scales": 5, "Bench Halver": 5, "Bench Adder": 5},
            (("times", 2, 5), ("plus", 1, 5), ("half", 2, 5), ("plus", 2, 5)),
        ),
    ):
        ours, found = put(project, cards)
        other, expected = best(lambda kinds=kinds: plain(kinds, 1), 1)
        if found != expected:
            raise SystemExit(f"{title}: the outcomes differ")
        total = sum(found.values())
        row(title, ours, other, f"{len(found):,} outcomes, {'20!' if total == factorial(20) else f'{total:,}'} orders")
    field = [{"creature": "2/2", "as": f"c{n}", "counters": {"+1/+1": 1}} for n in range(12)]
    built = scenario(project, field, [{"proliferate": "alice"}], [f"c{n}.p1p1" for n in range(12)])
    ours, run = best(lambda: project.session.run(built))
    if len(run.graph.outcomes) != 4096:
        raise SystemExit("proliferate: the outcomes differ")
    click.echo(f"{'proliferate over 12 holders, 4,096 selections':52} {ours:8.3f} s")
    rulings = project.rulings()
    report = project.verify(rulings)
    cases = len(rulings.cases)
    click.echo(
        f"{f'all rulings, {cases} cases':52} {report.seconds:8.3f} s   {1000 * report.seconds / cases:.1f} ms a case"
    )
    if clingo:
        race(project)


def race(project: Project) -> None:
    """Race stock clingo's enumeration of the same scenario with eight effects."""
    cards = {"Doubling Season": 2, "Hardened Scales": 2, "Bench Halver": 2, "Bench Adder": 2}
    ours, found = put(project, cards)
    field: list[dict[str, Any]] = [{"creature": "2/2", "as": "bear"}]
    field += [{"card": name} for name, number in cards.items() for _ in range(number)]
    built = scenario(project, field, [{"put": {"counter": "+1/+1", "to": "bear"}}], ["bear.p1p1"])
    report = project.crosscheck(built, 600)
    row(
        "8 effects, stock clingo enumerating",
        ours,
        report.seconds,
        str(report.undecided or f"{sum(found.values()):,} orders"),
    )


if __name__ == "__main__":
    main()
