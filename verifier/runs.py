"""Runs scenarios: from checked data to a choice graph, many at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clingo import Function, Symbol

from verifier import graph
from verifier.errors import Fault, InvalidInput
from verifier.explorer import Budget, Exploration, Explorer, explore_all
from verifier.expressions import parse, parse_where, value
from verifier.graph import ChoiceGraph, UnknownObservable
from verifier.reading import ConcreteReading, SymbolicReading
from verifier.stepper import Encodings, Question, Stepper, Structure

if TYPE_CHECKING:
    from verifier.scenario import Scenario
    from verifier.symbolic import Oracle

SETUP = Function("todo", [Function("cons", [Function("setup"), Function("nil")])])
ENDLESS = Function("endless")


@dataclass(frozen=True, slots=True)
class Run:
    """A scenario's graph, and the oracle of its unknowns when the run is symbolic."""

    scenario: Scenario
    graph: ChoiceGraph
    oracle: Oracle | None


class Session:
    """Keeps the parsed encodings, so that many scenarios share them."""

    def __init__(
        self, encodings: Path, extra_cards: Sequence[Path] = (), counters: frozenset[str] = frozenset()
    ) -> None:
        self.encodings = Encodings(encodings, extra_cards)
        self.stepper = Stepper(self.encodings)
        self.counters = counters

    def run(self, scenario: Scenario, budget: Budget | None = None) -> Run:
        """Run one scenario; raises InvalidInput when the rules say that it is impossible."""
        [result] = self.run_all([scenario], budget)
        if isinstance(result, InvalidInput):
            raise result
        return result

    def run_all(
        self,
        scenarios: Sequence[Scenario],
        budget: Budget | None = None,
        tick: Callable[[int], None] | None = None,
    ) -> list[Run | InvalidInput]:
        """Run scenarios together; what is impossible comes back as the error in its place."""
        oracles = [_oracle(scenario) for scenario in scenarios]
        explorers = [
            Explorer(start(scenario), _reading(scenario, oracle), self.encodings.world(scenario.cards), ENDLESS, budget)
            for scenario, oracle in zip(scenarios, oracles, strict=True)
        ]
        found = explore_all(self.stepper, explorers, tick)
        seen = self._observe(found)
        return [
            self._result(scenario, oracle, exploration, shown)
            for scenario, oracle, exploration, shown in zip(scenarios, oracles, found, seen, strict=True)
        ]

    def _observe(self, found: Sequence[Exploration]) -> list[dict[Structure, Any]]:
        """Look at every final structure, and at the start once it is set up, in one batch."""
        keys: list[tuple[int, Structure]] = []
        for number, exploration in enumerate(found):
            structures = {*exploration.finals, graph.first_state(exploration)[0]}
            keys.extend((number, structure) for structure in structures)
        questions = [Question(found[number].cards, structure, (), "observe") for number, structure in keys]
        seen: list[dict[Structure, Any]] = [{} for _ in found]
        for (number, structure), expansion in zip(keys, self.stepper.expand(questions), strict=True):
            seen[number][structure] = expansion
        return seen

    def _result(
        self, scenario: Scenario, oracle: Oracle | None, found: Exploration, seen: Mapping[Structure, Any]
    ) -> Run | InvalidInput:
        if found.faults:
            return InvalidInput(
                [
                    Fault("S100", f"{subject}: {reason}", file=scenario.file, line=scenario.line)
                    for subject, reason in dict.fromkeys(found.faults)
                ]
            )
        try:
            built = graph.build(scenario.title, found, seen, scenario.observe, self.counters)
        except UnknownObservable as error:
            return InvalidInput(
                [Fault("S101", f"nothing called {error} can be observed here", file=scenario.file, line=scenario.line)]
            )
        if oracle is not None:
            _tell_conditions(built, oracle)
        return Run(scenario, built, oracle)


def start(scenario: Scenario) -> Structure:
    """Give the structure a scenario starts with: its givens, and the set-up to do."""
    return frozenset({*scenario.facts, SETUP})


def ledger(scenario: Scenario) -> dict[Symbol, Any]:
    """Give the numbers a scenario starts with: integers, or forms over its unknowns."""
    if not scenario.where:
        return {quantity: _number(given) for quantity, given in scenario.ledger.items()}
    from verifier.form import Form

    unknowns: dict[str, Any] = {name: Form.name(name) for name in scenario.where}
    return {
        quantity: given if isinstance(given, int) else value(parse(given), unknowns)
        for quantity, given in scenario.ledger.items()
    }


def _number(given: int | str) -> int:
    found = given if isinstance(given, int) else value(parse(given), {})
    if not isinstance(found, int):
        raise TypeError(f"{given!r} is not a whole number")
    return found


def _oracle(scenario: Scenario) -> Oracle | None:
    if not scenario.where:
        return None
    from verifier.symbolic import Oracle

    return Oracle(parse_where(scenario.where))


def _reading(scenario: Scenario, oracle: Oracle | None) -> ConcreteReading | SymbolicReading:
    numbers = ledger(scenario)
    return ConcreteReading(numbers) if oracle is None else SymbolicReading(numbers, oracle)


def _tell_conditions(built: ChoiceGraph, oracle: Oracle) -> None:
    from verifier.symbolic import SolverUnknown, simplify_condition

    for outcome in built.outcomes:
        try:
            outcome.when = simplify_condition(outcome.conditions, oracle)
        except SolverUnknown as error:
            outcome.when = f"undecided: {error}"
