"""The outcomes of one scenario, as text, JSON and Graphviz."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from verifier.graph import ChoiceGraph, Outcome, Step, spell
from verifier.stepper import NOBODY, Structure

if TYPE_CHECKING:
    from verifier.crosscheck import Report
    from verifier.runs import Run

LISTED = 40


def plain(value: Any) -> Any:
    """Give a value as JSON knows it: integers and booleans as they are, forms as expressions."""
    return value if isinstance(value, int | str) else str(value)


def step_data(step: Step) -> dict[str, Any]:
    """Give one step of a witness as JSON data."""
    return {"who": step.who, "choice": step.choice, "rule": step.rule}


def outcome_data(outcome: Outcome, *, every_step: bool = False) -> dict[str, Any]:
    """Give one outcome as JSON data; the witness holds the players' choices, or every step."""
    steps = outcome.witness if every_step else [step for step in outcome.witness if step.chosen]
    return {
        "values": {name: plain(value) for name, value in outcome.values.items()},
        "orderings": plain(outcome.orderings),
        "when": outcome.when,
        "witness": [step_data(step) for step in steps],
    }


def as_data(run: Run) -> dict[str, Any]:
    """Give a run as JSON data (format 1, see the README)."""
    graph = run.graph
    return {
        "format": 1,
        "title": graph.title,
        "orderings": None if graph.unbounded else plain(graph.orderings),
        "outcomes": [outcome_data(outcome) for outcome in graph.outcomes],
        "choosers": sorted({who for whos in graph.choosers.values() for who in whos}),
        "choices": graph.choosers,
        "complete": graph.complete,
        "why": graph.why or None,
    }


def console() -> Console:
    """Give a console that stays readable at 80 columns and in a pipe."""
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=False)


def number(value: Any) -> str:
    """Write a number readably: with separators, very long ones shortened in the middle."""
    if isinstance(value, bool) or not isinstance(value, int):
        return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    text = f"{value:,}"
    return text if len(text) <= 60 else f"{text[:24]}…{text[-24:]} ({len(str(value))} digits)"


def show(run: Run, *, trace: int | None, tree: bool) -> None:
    """Print the outcomes of a run."""
    graph, out = run.graph, console()
    if graph.title:
        out.print(Text(graph.title, style="bold"))
    for outcome_number, outcome in enumerate(graph.outcomes[:LISTED], 1):
        first, *rest = outcome_lines(outcome_number, outcome, full=trace == outcome_number)
        out.print(Text(first, style="green"), soft_wrap=True)
        for line in rest:
            out.print(line, markup=False, soft_wrap=True)
    if len(graph.outcomes) > LISTED:
        out.print(f"… and {len(graph.outcomes) - LISTED:,} more outcomes (--format json lists all)")
    if trace is not None and trace > len(graph.outcomes):
        out.print(f"there is no outcome {trace}; the last is {len(graph.outcomes)}")
    if tree:
        out.print(_tree(graph))
    _summary(out, graph)


def _summary(out: Console, graph: ChoiceGraph) -> None:
    many = "without end: a player may repeat a loop" if graph.unbounded else number(graph.orderings)
    out.print(f"{len(graph.outcomes):,} outcome(s), orderings: {many}")
    for what, who in graph.choosers.items():
        out.print(f"  {what.replace('_', ' ')}: {', '.join(who)} chooses")
    if not graph.complete:
        out.print(Text(f"INCOMPLETE: {graph.why}; more outcomes may exist", style="bold red"))


def outcome_lines(position: int, outcome: Outcome, *, full: bool = False) -> list[str]:
    """Give an outcome as lines: values, condition, orderings, and the witness (the choices, or every step)."""
    values = ", ".join(f"{name} = {number(value)}" for name, value in outcome.values.items()) or "nothing changes"
    lines = [f"{position}. {values}"]
    if outcome.when is not None:
        lines.append(f"     when {outcome.when}")
    lines.append(f"     orderings: {number(outcome.orderings)}")
    for step in outcome.witness:
        if step.chosen:
            lines.append(f"     {step.who}: {step.choice}  [{step.rule}]")
        elif full:
            lines.append(f"       · {step.choice}  [{step.rule}] {' '.join(step.what)}")
    return lines


def _tree(graph: ChoiceGraph) -> Tree:
    """Give the witnesses' choices as one tree: common beginnings are shared."""
    root = Tree("choices")
    nodes: dict[tuple[str, ...], Tree] = {(): root}
    for position, outcome in enumerate(graph.outcomes[:LISTED], 1):
        path: tuple[str, ...] = ()
        for step in (step for step in outcome.witness if step.chosen):
            longer = (*path, f"{step.who}: {step.choice}")
            if longer not in nodes:
                nodes[longer] = nodes[path].add(Text(longer[-1]))
            path = longer
        nodes[path].add(Text(f"outcome {position}", style="green"))
    return root


def dot(run: Run) -> str:
    """Give the graph of structures and choices in Graphviz' language."""
    edges = run.graph.exploration.edges
    names: dict[Structure, str] = {}
    for (before, _), (_, after) in edges.items():
        for structure in (before, after):
            names.setdefault(structure, f"s{len(names)}")
    lines = ["digraph choices {", "  rankdir=LR; node [shape=point];"]
    for (before, _), (choice, after) in edges.items():
        label = spell(choice) if choice.who == NOBODY else f"{choice.who}: {spell(choice)}"
        style = "" if choice.who == NOBODY else ", style=bold"
        lines.append(f'  {names[before]} -> {names[after]} [label="{_escaped(label)}"{style}];')
    return "\n".join([*lines, "}"])


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def crosscheck_exit(report: Report) -> int:
    """Give the exit code: 0 both agree, 1 they differ, 5 undecided."""
    if report.undecided:
        return 5
    return 0 if report.agree else 1


def crosscheck_data(report: Report) -> dict[str, Any]:
    """Give a comparison with stock clingo as JSON data."""
    return {
        "format": 1,
        "agree": report.agree,
        "undecided": report.undecided or None,
        "ours": _counted(report.ours.items()),
        "clingo": _counted(report.clingo.items()),
        "seconds": round(report.seconds, 3),
    }


def _counted(pairs: Iterable[tuple[Any, int]]) -> list[dict[str, Any]]:
    return [{"values": dict(key), "orderings": count} for key, count in sorted(pairs, key=lambda pair: str(pair[0]))]


def show_crosscheck(report: Report) -> None:
    """Print a comparison with stock clingo."""
    out = console()
    table = Table("values", "explorer", "stock clingo")
    for key in sorted({*report.ours, *report.clingo}, key=str):
        values = ", ".join(f"{name} = {value}" for name, value in key)
        table.add_row(values, str(report.ours.get(key, "-")), str(report.clingo.get(key, "-")))
    out.print(table)
    if report.undecided:
        out.print(Text(f"UNDECIDED: {report.undecided}", style="bold red"))
    else:
        out.print("both agree" if report.agree else Text("THEY DIFFER", style="bold red"))
