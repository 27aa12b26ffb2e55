"""The answer to a goal, as text and JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.text import Text

from verifier.report.outcomes import console, number, outcome_data, outcome_lines
from verifier.solving import Found, Solution

if TYPE_CHECKING:
    from collections.abc import Mapping

LISTED = 10


def as_data(solution: Solution) -> dict[str, Any]:
    """Give a solution as JSON data (format 1, see the README)."""
    return {
        "format": 1,
        "title": solution.title,
        "goal": solution.goal.text,
        "in": "every" if solution.goal.every else "some",
        "found": solution.found.value,
        "values": None if solution.values is None else dict(solution.values),
        "smallest": solution.smallest,
        "solutions": solution.region,
        "at": None if solution.at is None else dict(solution.at),
        "outcomes": [outcome_data(each) for each in solution.outcomes],
        "checked": solution.checked,
        "complete": solution.complete,
        "why": solution.reason or None,
        "exit": solution.exit_code,
    }


def show(solution: Solution) -> None:
    """Print a solution: the numbers, all other solutions, and what happens with these numbers."""
    out = console()
    if solution.title:
        out.print(Text(solution.title, style="bold"))
    out.print(Text(_answer(solution), style="green" if solution.found is Found.FOUND else "bold red"), soft_wrap=True)
    for line in _remarks(solution):
        out.print(f"  {line}", soft_wrap=True)
    whole = not (solution.found is Found.FOUND and solution.goal.every)
    for position, outcome in enumerate(solution.outcomes[:LISTED], 1):
        head, *rest = outcome_lines(position, outcome)
        out.print(head, soft_wrap=True)
        for line in rest if whole and position == 1 else ():
            out.print(line, soft_wrap=True)
    if len(solution.outcomes) > LISTED:
        out.print(f"… and {len(solution.outcomes) - LISTED:,} more outcomes (--format json lists all)")


def _answer(solution: Solution) -> str:
    goal, every = solution.goal.text, solution.goal.every
    orders = "every order" if every else "some order"
    if solution.found is Found.UNDECIDED:
        return f"UNDECIDED: {goal} in {orders}: {solution.reason}"
    if solution.found is Found.FOUND:
        return (
            f"{_spelled(solution.values)} gives {goal} in {orders}" if solution.values else f"yes: {goal} in {orders}"
        )
    orders = "every order" if every else "any order"
    return f"no numbers give {goal} in {orders}" if solution.at != {} else f"no: {goal} is not so in {orders}"


def _remarks(solution: Solution) -> list[str]:
    lines: list[str] = []
    if solution.values:
        lines.append(
            "the smallest solution" if solution.smallest else f"perhaps not the smallest solution: {solution.reason}"
        )
    if solution.region is not None:
        all_of_them = "all numbers within the bounds" if solution.region == "true" else solution.region
        lines.append(f"all solutions: {all_of_them}")
    if solution.unbounded:
        lines.append("orders without end: a player may repeat a loop")
    if solution.found is not Found.UNDECIDED and not solution.checked:
        lines.append("not checked with numbers: too much to explore")
    if solution.outcomes:
        at = solution.values if solution.at is None else solution.at
        met = "the goal is met in" if solution.found is Found.FOUND else "the goal is missed in"
        lines.append(f"{f'with {_spelled(at)} ' if at else ''}{met}:")
    return lines


def _spelled(values: Mapping[str, int]) -> str:
    return ", ".join(f"{name} = {number(found)}" for name, found in values.items())
