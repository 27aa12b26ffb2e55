"""Proves statements about outcomes: by evaluation when all values are known, with Z3 when there are unknowns.

Both provers offer the same few operations, so that a claim is written down once. A *truth* is a Python bool in
concrete runs and a Z3 boolean in symbolic ones. Numbers that are picked within a run (their bounds depend on
unknowns) are not under ``where``: an outcome is reached when *some* picked numbers lead there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from verifier.expressions import Apply, Expr, ExpressionFault, names, to_z3, truth, value
from verifier.form import Form
from verifier.oracle import SolverUnknown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from verifier.form import PathCondition
    from verifier.graph import ChoiceGraph, Outcome, Step
    from verifier.oracle import Oracle

Truth = Any  # bool, or a Z3 boolean
Share = tuple[Truth, Any]  # where it counts, and how many


class Prover(Protocol):
    """Reads expressions on outcomes and decides whether a truth always holds."""

    picks: frozenset[str]

    def guard(self, outcome: Outcome) -> Truth:
        """Give when the outcome is reached."""

    def under(self, condition: PathCondition | None) -> Truth:
        """Give when a path condition holds (always when there is none)."""

    def read(self, expr: Expr, values: Mapping[str, Any]) -> Truth:
        """Read a yes/no expression on observed values; raises ExpressionFault."""

    def every(self, truths: Iterable[Truth]) -> Truth:
        """Give the conjunction."""

    def some(self, truths: Iterable[Truth]) -> Truth:
        """Give the disjunction."""

    def negate(self, found: Truth) -> Truth:
        """Give the opposite."""

    def counts(self, shares: Sequence[Share], expected: Expr) -> Truth:
        """Say whether the shares add up to the expected number."""

    def counterexample(
        self, found: Truth, *, reach: bool = False, below: Mapping[str, int] | None = None
    ) -> dict[str, int] | None:
        """Give the smallest values of the unknowns for which the truth fails, or None when it always holds.

        With ``reach`` it is enough that some picked numbers make it true; with ``below`` only values smaller than
        these count (see ``minimise``). Raises SolverUnknown.
        """

    def witness(self, outcome: Outcome, values: Mapping[str, int], found: Truth) -> Sequence[Step]:
        """Give a shortest sequence of choices to an outcome for which the truth fails with these values."""


def prover(graph: ChoiceGraph, oracle: Oracle | None) -> Prover:
    """Choose the prover for a graph: with Z3 when the run has an oracle."""
    return Concrete() if oracle is None else Symbolic(graph, oracle)


def words(expr: Expr, unknowns: Iterable[str] = ()) -> dict[str, str]:
    """Give the bare words of an expression (names that are no unknowns), each standing for itself."""
    return {name: name for name in names(expr) - set(unknowns)}


class Concrete:
    """All values are known: a truth is a bool."""

    picks: frozenset[str] = frozenset()

    def guard(self, outcome: Outcome) -> bool:
        return True

    def under(self, condition: PathCondition | None) -> bool:
        return True

    def read(self, expr: Expr, values: Mapping[str, Any]) -> bool:
        return truth(expr, {**words(expr), **values})

    def every(self, truths: Iterable[bool]) -> bool:
        return all(truths)

    def some(self, truths: Iterable[bool]) -> bool:
        return any(truths)

    def negate(self, found: bool) -> bool:
        return not found

    def counts(self, shares: Sequence[Share], expected: Expr) -> bool:
        return bool(sum(count for where, count in shares if where) == value(expected, {}))

    def counterexample(
        self, found: bool, *, reach: bool = False, below: Mapping[str, int] | None = None
    ) -> dict[str, int] | None:
        return None if found or below is not None else {}

    def witness(self, outcome: Outcome, values: Mapping[str, int], found: bool) -> Sequence[Step]:
        return outcome.witness


class Symbolic:
    """Some values are unknown: a truth is a Z3 boolean over the unknowns and the picked numbers."""

    def __init__(self, graph: ChoiceGraph, oracle: Oracle) -> None:
        self.oracle = oracle
        self.z3 = oracle.z3
        self.unknowns = frozenset(oracle.where)
        found: set[str] = set()
        for outcome in graph.outcomes:
            for condition in outcome.conditions:
                found.update(name for _, form in condition for name in form.names)
            found.update(*(held.names for held in outcome.values.values() if isinstance(held, Form)))
        self.picks = frozenset(found) - self.unknowns

    def guard(self, outcome: Outcome) -> Truth:
        if not outcome.conditions or frozenset() in outcome.conditions:
            return self.z3.BoolVal(True)
        return self.oracle.anyone(outcome.conditions)

    def under(self, condition: PathCondition | None) -> Truth:
        return self.z3.And(*map(self.oracle.formula, condition or ()))

    def read(self, expr: Expr, values: Mapping[str, Any]) -> Truth:
        found = to_z3(expr, {**words(expr, self.unknowns), **values})
        if not self.z3.is_bool(found):
            raise ExpressionFault("this is not a yes/no expression", expr.column)
        return found

    def every(self, truths: Iterable[Truth]) -> Truth:
        return self.z3.And(*truths)

    def some(self, truths: Iterable[Truth]) -> Truth:
        return self.z3.Or(*truths)

    def negate(self, found: Truth) -> Truth:
        return self.z3.Not(found)

    def counts(self, shares: Sequence[Share], expected: Expr) -> Truth:
        integer, zero = self.z3.Int, self.z3.IntVal(0)
        numbers = [count.to_z3(integer) if isinstance(count, Form) else self.z3.IntVal(count) for _, count in shares]
        cases = [self.z3.If(where, number, zero) for (where, _), number in zip(shares, numbers, strict=True)]
        return self.z3.Sum([zero, *cases]) == to_z3(expected, {})

    def counterexample(
        self, found: Truth, *, reach: bool = False, below: Mapping[str, int] | None = None
    ) -> dict[str, int] | None:
        if reach and self.picks:
            found = self.z3.Exists([self.z3.Int(name) for name in sorted(self.picks)], found)
        return self.oracle.smallest(frozenset(), self.z3.Not(found), below)

    def witness(self, outcome: Outcome, values: Mapping[str, int], found: Truth) -> Sequence[Step]:
        fixed = [self.z3.Int(name) == number for name, number in values.items()]
        ways = zip(outcome.ways, outcome.conditions, strict=False)
        try:
            for (_, tell), condition in sorted(ways, key=lambda each: each[0][0]):
                if self.oracle.model([*fixed, self.under(condition), self.z3.Not(found)]) is not None:
                    return tell()
        except SolverUnknown:
            pass
        return outcome.witness


def equation(key: Expr, expected: Expr) -> Expr:
    """Give ``key == expected`` as an expression, blamed on the column of what is expected."""
    return Apply("==", (key, expected), expected.column)
