"""Negative controls: answers a wrong engine would give. Claims that accept one of them say too little."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verifier.claims import Always, Assignment, Claim, ClaimFault, Outcomes, admits, agrees
from verifier.expressions import Expr, ExpressionFault, value
from verifier.proofs import Prover, Truth, prover, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from verifier.graph import ChoiceGraph
    from verifier.oracle import Oracle


def rejects(wrong: Assignment, claims: Iterable[Claim], graph: ChoiceGraph, oracle: Oracle | None) -> bool:
    """Say whether the claims would notice an engine that ends in these values.

    What the wrong answer does not mention is as in some real outcome. For unknowns it is enough
    that the claims notice it for some values. Raises ClaimFault and SolverUnknown.
    """
    proof = prover(graph, oracle)
    keys = set(wrong.values)
    accepted: list[Truth] = []
    try:
        answers = {key: _answer(expected, oracle) for key, expected in wrong.values.items()}
        full = keys >= set(graph.observed)
        bases = [({}, proof.every(()))] if full else [(each.values, proof.guard(each)) for each in graph.outcomes]
        for values, guard in bases:
            patched = {**values, **answers}
            accepted.append(proof.every([guard, *(_accepts(claim, patched, proof) for claim in claims)]))
        return proof.counterexample(proof.some(accepted), reach=True) is not None
    except ExpressionFault as fault:
        raise ClaimFault(f"wrong answer {wrong.text}: {fault}") from fault


def reached(wanted: Assignment, graph: ChoiceGraph, oracle: Oracle | None) -> bool:
    """Say whether outcomes with these values are reached, for all unknowns. Raises ClaimFault and SolverUnknown."""
    proof = prover(graph, oracle)
    try:
        ways = [proof.every([proof.guard(each), agrees(wanted, each.values, proof)]) for each in graph.outcomes]
        return proof.counterexample(proof.some(ways), reach=True) is None
    except ExpressionFault as fault:
        raise ClaimFault(f"{wanted.text}: {fault}") from fault


def _answer(expected: Expr, oracle: Oracle | None) -> Any:
    from verifier.form import Form

    unknowns = {name: Form.name(name) for name in oracle.where} if oracle is not None else {}
    return value(expected, {**words(expected, unknowns), **unknowns})


def _accepts(claim: Claim, values: Mapping[str, Any], proof: Prover) -> Truth:
    """Say when a claim admits an outcome with these values (claims about other things admit all)."""
    match claim:
        case Outcomes(expected):
            return proof.some([admits(each, values, proof) for each in expected])
        case Always(expr, never=never):
            found = proof.read(expr, values)
            return proof.negate(found) if never else found
        case _:
            return proof.every(())
