"""Claims about a scenario, and whether they hold on its choice graph.

Every claim is decided over all outcomes (or all choice sequences) and, in symbolic runs, for all values of the
unknowns. A claim that cannot be settled is *undecided*: an exploration that is not complete refutes by what it
found but proves nothing, and Z3 giving up is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from verifier.expressions import Expr, ExpressionFault, Observable, observables, value
from verifier.oracle import SolverUnknown
from verifier.proofs import Concrete, Prover, Share, Truth, equation, prover, words
from verifier.trace_claims import Before, Finding, NeverBetween, TraceClaim, examine

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from verifier.graph import ChoiceGraph, Outcome, Step
    from verifier.oracle import Oracle


class Verdict(Enum):
    """What is known about a claim."""

    HOLDS = "holds"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict on a claim: why, a sequence of choices that shows it, and the values of the unknowns it is about."""

    verdict: Verdict
    claim: Claim
    reason: str = ""
    witness: Sequence[Step] = ()
    counterexample: Mapping[str, int] = field(default_factory=dict)


class ClaimFault(ValueError):
    """A claim makes no sense for its scenario: it names what is not observed, or compares a number with a word."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """Values of observables, as expressions over the unknowns; ``when`` restricts for which unknowns they count."""

    values: Mapping[str, Expr]
    text: str
    when: Expr | None = None

    def equations(self) -> list[Expr]:
        """Give one equation per observable."""
        return [equation(Observable(tuple(key.split("."))), expected) for key, expected in self.values.items()]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Exactly these outcomes are reached, looking only at the observables they name (the same in each)."""

    expected: tuple[Assignment, ...]

    @property
    def keys(self) -> list[str]:
        return list(self.expected[0].values)

    @property
    def text(self) -> str:
        return "outcomes: " + " | ".join(each.text for each in self.expected)


@dataclass(frozen=True, slots=True)
class Always:
    """The expression is true in every outcome (false in every one when ``never``)."""

    expr: Expr
    spelled: str
    never: bool = False

    @property
    def text(self) -> str:
        return f"{'never' if self.never else 'always'}: {self.spelled}"


@dataclass(frozen=True, slots=True)
class Possible:
    """The expression is true in some outcome: for all values of the unknowns, each with an outcome of its own."""

    expr: Expr
    spelled: str

    @property
    def text(self) -> str:
        return f"possible: {self.spelled}"


@dataclass(frozen=True, slots=True)
class Choosers:
    """Exactly these players choose, anywhere or in steps with a tag (nobody when empty)."""

    who: tuple[str, ...]
    what: str | None = None

    @property
    def text(self) -> str:
        names = ", ".join(self.who) or "nobody"
        return f"choosers: {names}" if self.what is None else f"chooser of {self.what}: {names}"


@dataclass(frozen=True, slots=True)
class Orderings:
    """Exactly so many choice sequences lead anywhere, or to outcomes with these values."""

    count: Expr
    spelled: str
    to: Assignment | None = None

    @property
    def text(self) -> str:
        return f"orderings: {self.spelled}" + ("" if self.to is None else f" to {self.to.text}")


Claim = Outcomes | Always | Possible | Choosers | Orderings | NeverBetween | Before
Attempt = Callable[[Mapping[str, int] | None], "Judgement | None"]  # refutes with values smaller than these, or not


def decide(claim: Claim, graph: ChoiceGraph, oracle: Oracle | None) -> Judgement:
    """Decide a claim; ``oracle`` knows the unknowns of a symbolic run. Raises ClaimFault."""
    try:
        if isinstance(claim, NeverBetween | Before):
            return _trace(claim, graph, oracle)
        return _Case(claim, graph, prover(graph, oracle)).decide()
    except SolverUnknown as unknown:
        return Judgement(Verdict.UNDECIDED, claim, str(unknown))
    except ExpressionFault as fault:
        raise ClaimFault(f"{claim.text}: {fault}") from fault


def mentioned(claim: Claim) -> list[str]:
    """Give the observables a claim looks at, in order."""
    match claim:
        case Outcomes():
            return claim.keys
        case Always() | Possible():
            return sorted(observables(claim.expr))
        case Orderings(to=Assignment(values=values)):
            return list(values)
        case _:
            return []


def agrees(wanted: Assignment, values: Mapping[str, Any], proof: Prover) -> Truth:
    """Say when the values are those of an assignment."""
    return proof.every([proof.read(each, values) for each in wanted.equations()])


def admits(expected: Assignment, values: Mapping[str, Any], proof: Prover) -> Truth:
    """Say when the values are those of an assignment and it is expected there."""
    same = agrees(expected, values, proof)
    return same if expected.when is None else proof.every([same, proof.read(expected.when, {})])


def _spell(values: Mapping[str, Any], keys: Iterable[str] | None = None) -> str:
    shown = values if keys is None else {key: values[key] for key in keys}
    parts = [f"{key} = {str(held).lower() if isinstance(held, bool) else held}" for key, held in shown.items()]
    return ", ".join(parts) or "(nothing is observed)"


def _for(counterexample: Mapping[str, int]) -> str:
    if not counterexample:
        return ""
    return "for " + ", ".join(f"{name} = {number}" for name, number in counterexample.items()) + ": "


def _trace(claim: TraceClaim, graph: ChoiceGraph, oracle: Oracle | None) -> Judgement:
    found = examine(claim, graph)
    if found.broken is not None:
        broken, values = _smallest_break(found, oracle)
        reason = _for(values) + f"broken after {len(broken)} steps"
        return Judgement(Verdict.REFUTED, claim, reason, broken, values)
    if found.open:
        return Judgement(Verdict.UNDECIDED, claim, found.open)
    return Judgement(Verdict.HOLDS, claim, "over all choice sequences")


def _smallest_break(found: Finding, oracle: Oracle | None) -> tuple[Sequence[Step], Mapping[str, int]]:
    """Give the shortest breaking sequence for the smallest values of the unknowns (as far as Z3 can tell)."""
    broken, values = found.broken or (), None
    for each in chain((found,), found.others) if oracle is not None else ():
        try:
            smaller = oracle.smallest(each.condition or frozenset(), below=values) if oracle else None
            if smaller is not None:
                broken, values = each.broken or (), smaller
                if oracle and oracle.smallest(frozenset(), below=values) is None:
                    break
        except SolverUnknown:
            continue
    return broken, values or {}


def _kind(held: Any) -> tuple[str, Any]:
    """Tell a truth from the number Python takes for its equal."""
    return ("truth" if isinstance(held, bool) else "word" if isinstance(held, str) else "number"), held


class _Case:
    """One claim about outcomes, on one graph."""

    def __init__(self, claim: Claim, graph: ChoiceGraph, proof: Prover) -> None:
        self.claim, self.graph, self.proof = claim, graph, proof
        missing = [key for key in mentioned(claim) if key not in graph.observed]
        if missing:
            raise ClaimFault(f"{claim.text}: {', '.join(missing)} is not observed here")

    def decide(self) -> Judgement:
        match self.claim:
            case Outcomes():
                return self.outcomes(self.claim)
            case Always():
                return self.always(self.claim)
            case Possible():
                return self.possible(self.claim)
            case Choosers():
                return self.choosers(self.claim)
            case Orderings():
                return self.orderings(self.claim)
        raise TypeError(self.claim)

    def refuted(self, reason: str, values: Mapping[str, int], witness: Sequence[Step] = ()) -> Judgement:
        return Judgement(Verdict.REFUTED, self.claim, _for(values) + reason, witness, values)

    def settled(self, reason: str, witness: Sequence[Step] = ()) -> Judgement:
        """Say that nothing found speaks against the claim: it holds when all was found."""
        if not self.graph.complete:
            return Judgement(Verdict.UNDECIDED, self.claim, self.graph.why or "the exploration is not complete")
        return Judgement(Verdict.HOLDS, self.claim, reason, witness)

    def refutation(self, attempts: Iterable[Attempt]) -> Judgement | None:
        """Give the refutation with the smallest values of the unknowns, or None.

        Where Z3 gives up on one attempt the others are still made: one of them may refute.
        """
        best: Judgement | None = None
        unknown: SolverUnknown | None = None
        for attempt in attempts:
            try:
                best = attempt(None if best is None else best.counterexample) or best
            except SolverUnknown as error:
                unknown = error
            if best is not None and not best.counterexample:
                return best
        if best is None and unknown is not None:
            raise unknown
        return best

    def every_outcome(self, truth_of: Callable[[Outcome], Truth], blame: Callable[[Outcome], str]) -> Iterator[Attempt]:
        """Give the attempts to refute that a truth holds in every outcome."""

        def attempt(outcome: Outcome, below: Mapping[str, int] | None) -> Judgement | None:
            wanted = self.proof.some([self.proof.negate(self.proof.guard(outcome)), truth_of(outcome)])
            values = self.proof.counterexample(wanted, below=below)
            if values is None:
                return None
            return self.refuted(blame(outcome), values, self.proof.witness(outcome, values, wanted))

        for outcome in self.graph.outcomes:
            yield partial(attempt, outcome)

    def outcomes(self, claim: Outcomes) -> Judgement:
        if isinstance(self.proof, Concrete):
            return self.concrete_outcomes(claim)
        keys = claim.keys
        surplus = self.every_outcome(
            lambda outcome: self.proof.some([admits(each, outcome.values, self.proof) for each in claim.expected]),
            lambda outcome: f"{_spell(outcome.values, keys)} is reached and is none of the expected outcomes",
        )

        def lacking(each: Assignment, below: Mapping[str, int] | None) -> Judgement | None:
            values = self.missing(each.equations(), each.when, below)
            return None if values is None else self.refuted(f"{each.text} is expected and never reached", values)

        lacks = [partial(lacking, each) for each in claim.expected] if self.graph.complete else []
        return self.refutation(chain(surplus, lacks)) or self.settled(
            f"{len(claim.expected)} outcomes, no more and no less"
        )

    def concrete_outcomes(self, claim: Outcomes) -> Judgement:
        keys = claim.keys
        expected = {
            tuple(_kind(value(expr, words(expr))) for expr in each.values.values()): each
            for each in claim.expected
            if each.when is None or self.proof.read(each.when, {})
        }
        self.same_kinds(keys, expected)
        found = {tuple(_kind(each.values[key]) for key in keys): each for each in reversed(self.graph.outcomes)}
        for values, outcome in found.items():
            if values not in expected:
                reason = f"{_spell(outcome.values, keys)} is reached and is none of the expected outcomes"
                return self.refuted(reason, {}, outcome.witness)
        for values, each in expected.items() if self.graph.complete else ():
            if values not in found:
                return self.refuted(f"{each.text} is expected and never reached", {})
        return self.settled(f"{len(expected)} outcomes, no more and no less")

    def same_kinds(self, keys: Sequence[str], expected: Iterable[tuple[tuple[str, Any], ...]]) -> None:
        kinds: dict[str, str] = {}
        for outcome in self.graph.outcomes:
            kinds.update({key: _kind(outcome.values[key])[0] for key in keys})
        for values in expected:
            for key, (kind, _) in zip(keys, values, strict=True):
                if kinds.get(key, kind) != kind:
                    raise ClaimFault(f"{self.claim.text}: {key} is a {kinds[key]}, not a {kind}")

    def missing(
        self, exprs: Sequence[Expr], when: Expr | None = None, below: Mapping[str, int] | None = None
    ) -> dict[str, int] | None:
        """Give the smallest values of the unknowns for which no outcome makes all the expressions true, or None."""
        proof = self.proof
        ways = [
            proof.every([proof.guard(outcome), *(proof.read(expr, outcome.values) for expr in exprs)])
            for outcome in self.graph.outcomes
        ]
        found = proof.some(ways)
        if when is not None:
            found = proof.some([proof.negate(proof.read(when, {})), found])
        return proof.counterexample(found, reach=True, below=below)

    def always(self, claim: Always) -> Judgement:
        def truth_of(outcome: Outcome) -> Truth:
            found = self.proof.read(claim.expr, outcome.values)
            return self.proof.negate(found) if claim.never else found

        broken = self.every_outcome(truth_of, lambda outcome: f"not so in the outcome {_spell(outcome.values)}")
        return self.refutation(broken) or self.settled(f"in all {len(self.graph.outcomes)} outcomes")

    def possible(self, claim: Possible) -> Judgement:
        values = self.missing([claim.expr])
        if values is None:
            shown = next(self.showing(claim.expr), None)
            return Judgement(Verdict.HOLDS, self.claim, "reached", shown.witness if shown else ())
        if not self.graph.complete:
            return Judgement(Verdict.UNDECIDED, self.claim, self.graph.why or "the exploration is not complete")
        return self.refuted("no outcome is so", values)

    def showing(self, expr: Expr) -> Iterator[Outcome]:
        """Give the outcomes in which an expression is true for some values of the unknowns."""
        proof = self.proof
        for outcome in self.graph.outcomes:
            both = proof.every([proof.guard(outcome), proof.read(expr, outcome.values)])
            if proof.counterexample(proof.negate(both)) is not None:
                yield outcome

    def choosers(self, claim: Choosers) -> Judgement:
        told = self.graph.choosers
        lists = told.values() if claim.what is None else [told.get(claim.what, [])]
        found = {who for names in lists for who in names}
        surplus = found - set(claim.who)
        if surplus:
            return self.refuted(f"{', '.join(sorted(surplus))} chooses too", {}, self.choice_of(surplus, claim.what))
        lacking = sorted(set(claim.who) - found)
        if lacking and self.graph.complete:
            about = "" if claim.what is None else f" at a step called {claim.what}"
            return self.refuted(f"{', '.join(lacking)} never chooses{about}", {})
        return self.settled("whoever the order")

    def choice_of(self, who: set[str], what: str | None) -> Sequence[Step]:
        for outcome in self.graph.outcomes:
            for number, step in enumerate(outcome.witness, 1):
                if step.who in who and (what is None or what in step.what):
                    return outcome.witness[:number]
        return ()

    def orderings(self, claim: Orderings) -> Judgement:
        if self.graph.unbounded:
            return Judgement(Verdict.UNDECIDED, self.claim, "choices can go round in a loop: orders have no end")
        if self.proof.picks:
            reason = "a number is picked from a range that depends on the unknowns: such choices are not counted"
            return Judgement(Verdict.UNDECIDED, self.claim, reason)
        shares = self.shares(claim.to)
        if shares is None:
            return Judgement(Verdict.UNDECIDED, self.claim, "the orders of this outcome are not known case by case")
        concrete = isinstance(self.proof, Concrete)
        total = sum(count for where, count in shares if where) if concrete else 0
        if not self.graph.complete:
            wanted = value(claim.count, {}) if concrete else 0
            if not (concrete and isinstance(wanted, int) and total > wanted):
                return Judgement(Verdict.UNDECIDED, self.claim, self.graph.why or "the exploration is not complete")
        values = self.proof.counterexample(self.proof.counts(shares, claim.count))
        if values is None:
            return self.settled("counted exactly")
        return self.refuted(f"there are {total:,} orders" if concrete else "there are not so many orders", values)

    def shares(self, to: Assignment | None) -> list[Share] | None:
        """Give, for the outcomes asked about, how many orders there are and when; None when that is not known."""
        proof = self.proof
        if to is None and any(len(outcome.conditions) > 1 for outcome in self.graph.outcomes):
            from verifier.reading import path_condition

            rows = [item for rows in self.graph.exploration.finals.values() for item in rows.items()]
            return [(proof.under(path_condition(row)), count) for row, count in rows]
        shares: list[Share] = []
        for outcome in self.graph.outcomes:
            where = proof.every([] if to is None else [agrees(to, outcome.values, proof)])
            if len(outcome.conditions) > 1:
                return None
            shares.append((proof.every([where, proof.guard(outcome)]), outcome.orderings))
        return shares
