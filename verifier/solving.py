"""Finds the starting numbers for which a goal is reached, whatever is chosen or by some choices.

A scenario with unknowns is explored once, for all of them. That the goal is reached is then one formula about the
unknowns; Z3 gives its smallest solution (``minimise`` says what that means), or proves that there is none.
The answer is checked without Z3: the scenario is explored again with the numbers found. Numbers that are picked
within a run are choices like any other. Without unknowns the answer is yes or no.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

from verifier.errors import Fault, InvalidInput
from verifier.expectations import Expectations
from verifier.expressions import Expr, ExpressionFault, observables, parse, truth, value
from verifier.minimise import least
from verifier.oracle import SolverUnknown
from verifier.proofs import Symbolic, words
from verifier.reading import TooMany
from verifier.yaml_source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from verifier.explorer import Budget
    from verifier.graph import ChoiceGraph, Outcome
    from verifier.oracle import Formula
    from verifier.runs import Run, Session
    from verifier.scenario import Scenario
    from verifier.vocabulary import Vocabulary

OPTION: Final = "--for"


class Found(Enum):
    """What is known about the numbers asked for."""

    FOUND = "found"
    NONE = "none"
    UNDECIDED = "undecided"


class Disagreement(RuntimeError):
    """What Z3 proved is not what exploring with exact integers shows: an error of this program."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be reached: a yes/no expression on observables and unknowns, in ``every`` order or in some."""

    expr: Expr
    text: str
    every: bool


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to a goal.

    ``values``: unknown -> number, empty without unknowns, None unless found. ``smallest``: they are proved to be the
    smallest. ``region``: all solutions as a condition on the unknowns (``true``: all numbers within the bounds), None
    when it is not told. ``at``: the numbers for which ``outcomes`` are told (those found; the smallest there are when
    there is no solution). ``outcomes`` show the answer: all of them for *every* found, those that reach the goal for
    *some* found, those that miss it for none. Where exploring with numbers is too much, ``at`` is None, and
    ``outcomes`` has nothing, or for *some* found one function of the unknowns. ``checked``: an exploration with these
    numbers, without Z3, was complete and agrees. ``reason``: why something is open.
    """

    title: str
    goal: Goal
    found: Found
    values: Mapping[str, int] | None = None
    smallest: bool = False
    region: str | None = None
    at: Mapping[str, int] | None = None
    outcomes: tuple[Outcome, ...] = ()
    checked: bool = False
    unbounded: bool = False
    complete: bool = True
    reason: str = ""

    @property
    def exit_code(self) -> int:
        """0 the smallest solution is found, 1 there is none, 5 that, or which is the smallest, is undecided."""
        if self.found is Found.FOUND:
            return 0 if self.smallest else 5
        return 1 if self.found is Found.NONE else 5


def read_goal(text: str, scenario: Scenario, vocabulary: Vocabulary, *, every: bool) -> Goal:
    """Read a goal about a scenario; raises InvalidInput for syntax and for what the scenario does not have."""
    reader = Expectations(Source(text, OPTION), scenario, vocabulary)
    expr = reader.expression(text, ())
    if reader.faults or expr is None:
        raise InvalidInput(reader.faults)
    return Goal(expr, text, every)


def solve(session: Session, scenario: Scenario, goal: Goal, budget: Budget | None = None) -> Solution:
    """Find the smallest numbers within the bounds for which the goal is reached.

    Raises InvalidInput when the goal compares what cannot be compared or the rules refuse the scenario, and
    Disagreement when the check contradicts the proof.
    """
    watched = replace(scenario, observe=tuple(sorted(observables(goal.expr))))
    try:
        return _Solving(session, watched, goal, budget).answer()
    except ExpressionFault as fault:
        raise InvalidInput([Fault("C006", str(fault), OPTION)]) from fault
    except (SolverUnknown, TooMany) as error:
        return Solution(scenario.title, goal, Found.UNDECIDED, complete=False, reason=str(error))


class _Solving:
    """One goal for one scenario."""

    def __init__(self, session: Session, scenario: Scenario, goal: Goal, budget: Budget | None) -> None:
        self.session, self.scenario, self.goal, self.budget = session, scenario, goal, budget

    def answer(self) -> Solution:
        run = self.session.run(self.scenario, self.budget)
        graph = run.graph
        start = Solution(self.scenario.title, self.goal, Found.UNDECIDED, unbounded=graph.unbounded,
                         complete=graph.complete, reason=graph.why)  # fmt: skip
        if run.oracle is None:
            return self.evaluated(start, graph)
        return self.solved(start, run)

    def solved(self, start: Solution, run: Run) -> Solution:
        graph, oracle = run.graph, run.oracle
        if oracle is None:
            raise TypeError("a run without unknowns is evaluated")
        proof = Symbolic(graph, oracle)
        meaning = self.meaning(proof, graph)
        best = least(oracle, [meaning])
        if best is None:
            if not graph.complete and not self.goal.every:
                return start
            first = least(oracle, [])
            return self.checked(replace(start, found=Found.NONE), {} if first is None else first.values)
        if not graph.complete and self.goal.every:
            return start
        smallest = best.proved
        reason = start.reason or ("" if smallest else "Z3 gives up before the smallest is found")
        if not graph.complete:  # what was not explored may be reached with smaller numbers, if there are any
            smallest = least(oracle, [], below=best.values) is None
        told = replace(start, found=Found.FOUND, values=best.values, smallest=smallest, reason=reason)
        if graph.complete and not proof.picks:
            told = replace(told, region=self.region(run, meaning))
        told = self.checked(told, best.values)
        if self.goal.every or told.outcomes:
            return told
        return replace(told, outcomes=tuple(self.reaching(proof, graph, best.values)))

    def reaching(self, proof: Symbolic, graph: ChoiceGraph, values: Mapping[str, int]) -> Iterator[Outcome]:
        """Give the first outcome, as a function of the unknowns, in which the goal is reached with these values."""
        fixed = [proof.z3.Int(name) == number for name, number in values.items()]
        for each in graph.outcomes:
            good = proof.read(self.goal.expr, each.values)
            if proof.oracle.model([*fixed, proof.guard(each), good]) is not None:
                yield replace(each, way=proof.witness(each, values, proof.negate(good)))
                return

    def meaning(self, proof: Symbolic, graph: ChoiceGraph) -> Formula:
        """Say for which unknowns the goal is reached; what is picked is free for *some*, bound for *every*."""
        reads = [(proof.guard(each), proof.read(self.goal.expr, each.values)) for each in graph.outcomes]
        formula: Formula
        if not self.goal.every:
            formula = proof.some(proof.every([guard, good]) for guard, good in reads)
            return formula
        formula = proof.every(proof.some([proof.negate(guard), good]) for guard, good in reads)
        if proof.picks:
            formula = proof.z3.ForAll([proof.z3.Int(name) for name in sorted(proof.picks)], formula)
        if graph.complete:  # and there is an outcome at all
            formula = proof.every([formula, proof.some(guard for guard, _ in reads)])
        return formula

    def region(self, run: Run, meaning: Formula) -> str | None:
        from verifier.regions import region

        if run.oracle is None:
            return None
        return region(self.goal.expr, run.graph.outcomes, run.oracle, meaning, every=self.goal.every)

    # With exact integers.

    def good(self, outcome: Outcome, at: Mapping[str, int]) -> bool:
        return truth(self.goal.expr, {**words(self.goal.expr, at), **at, **outcome.values})

    def evaluated(self, start: Solution, graph: ChoiceGraph) -> Solution:
        """Answer yes or no where nothing is unknown."""
        reach = [each for each in graph.outcomes if self.good(each, {})]
        miss = [each for each in graph.outcomes if not self.good(each, {})]
        start = replace(start, at={}, checked=graph.complete)
        if (reach and not self.goal.every) or (reach and not miss and graph.complete):
            return replace(start, found=Found.FOUND, values={}, smallest=True, outcomes=tuple(reach))
        if graph.complete or (miss and self.goal.every):
            return replace(start, found=Found.NONE, outcomes=tuple(miss))
        return start

    def checked(self, told: Solution, at: Mapping[str, int]) -> Solution:
        """Explore with numbers, compare, and add the outcomes; raises Disagreement."""
        try:
            graph = self.session.run(self.at(at), self.budget).graph
        except TooMany:
            return told
        shown = [each for each in graph.outcomes if self.good(each, at)]
        miss = [each for each in graph.outcomes if not self.good(each, at)]
        reached = bool(shown and not miss) if self.goal.every else bool(shown)
        if not graph.complete:
            certain = bool(miss) if self.goal.every else bool(shown)
            if not certain:
                return told
        if reached != (told.found is Found.FOUND):
            raise Disagreement(f"for {dict(at)} exact integers give another answer than the proof; please report this")
        outcomes = shown if told.found is Found.FOUND else miss
        return replace(told, at=dict(at), outcomes=tuple(outcomes), checked=graph.complete)

    def at(self, values: Mapping[str, int]) -> Scenario:
        """Give the scenario with numbers for its unknowns."""
        numbers: dict[Any, int | str] = {}
        for quantity, given in self.scenario.ledger.items():
            found = given if isinstance(given, int) else value(parse(given), values)
            if not isinstance(found, int):
                raise TypeError(f"{given!r} is not a whole number")
            numbers[quantity] = found
        return replace(self.scenario, where={}, ledger=numbers)
