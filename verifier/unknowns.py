"""The unknowns of a scenario: their bounds under ``where``, relations and readings under ``assume``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clingo import Function

from verifier.errors import nearest
from verifier.expressions import Expr, ExpressionFault, names, parse, parse_where, to_z3
from verifier.givens import Givens, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from verifier.yaml_source import KeyPath


def read_bounds(givens: Givens, found: Any, path: KeyPath) -> dict[str, str | int]:
    """Read ``where``: unknown -> bounds, as ``expressions.parse_where`` takes them. Faults go to ``givens``."""
    declared = givens.mapping(found, path, "a mapping of names to bounds")
    bounds: dict[str, str | int] = {}
    for name, bound in declared.items():
        fault = _bound_fault(name, bound, declared)
        if fault:
            givens.fault("S022", fault, (*path, name))
            bounds[name] = f"{name} == {name}"
        else:
            bounds[name] = bound
    return bounds


def _bound_fault(name: str, bound: Any, declared: Iterable[str]) -> str:
    if isinstance(bound, bool) or not isinstance(bound, str | int):
        return f"expected bounds such as '>= 1', found {shown(bound)}"
    if re.fullmatch(r"pick[0-9]+", name):
        return "names such as pick1 are taken"
    try:
        parse_where({name: bound, **{other: 0 for other in declared if other != name and other.isidentifier()}})
    except ExpressionFault as error:
        return str(error)
    return ""


def assume(givens: Givens, bounds: dict[str, str | int], found: Any, path: KeyPath) -> None:
    """Read ``assume``: a relation between unknowns (a text), readings of the rules (a mapping), or a list of these.

    A relation is added to the bounds of the first unknown it speaks of. A reading is a fact about ``assume``.
    """
    for text in found if isinstance(found, list) else [] if found is None else [found]:
        if isinstance(text, dict):
            _readings(givens, text, path)
            continue
        try:
            used = sorted(names(parse(text))) if isinstance(text, str) else []
            unknown = next((name for name in used if name in bounds), None)
            if unknown is None:
                wanted = "a relation between names declared under where"
                givens.fault("S022", f"expected {wanted}, found {shown(text)}", path)
                continue
            parse_where({**dict.fromkeys(bounds, 0), unknown: text})
            bounds[unknown] = f"({_spelled_out(unknown, bounds[unknown])}) and ({text})"
        except ExpressionFault as error:
            givens.fault("S022", str(error), path)


def _readings(givens: Givens, found: Mapping[str, Any], path: KeyPath) -> None:
    known = givens.vocabulary.assumptions
    for name in givens.keys_known(found, known, path):
        words = known[name]
        if found[name] in words:
            givens.give(Function("assume"), name, Function(found[name]))
        else:
            message = f"expected one of {', '.join(words)}, found {shown(found[name])}"
            givens.fault("S026", message, (*path, name), nearest(str(found[name]), words))


def check_bounds(givens: Givens, bounds: Mapping[str, str | int], path: KeyPath) -> None:
    """Some values must satisfy the bounds, and no number of the ledger may fall below its least one.

    When Z3 cannot tell, nothing is refused: the run itself then says *undecided*.
    """
    if not bounds:
        return
    from verifier.oracle import Oracle, SolverUnknown

    try:
        oracle = Oracle(parse_where(bounds))
        if not oracle.feasible(frozenset()):
            givens.fault("S022", "no numbers satisfy these bounds", path)
            return
        for expr, least, place in givens.bounded:
            example = oracle.counterexample(frozenset(), _at_least(expr, least))
            if example is not None:
                values = ", ".join(f"{name} = {number}" for name, number in sorted(example.items()))
                givens.fault("S015", f"must be {least} or more, but is less when {values}", place)
    except SolverUnknown:
        return


def _at_least(expr: Expr, least: int) -> Any:
    formula: Any = to_z3(expr, {})
    return formula >= least


def _spelled_out(name: str, bound: str | int) -> str:
    """Write bounds so that they can stand in parentheses: the implied subject becomes explicit."""
    if isinstance(bound, int):
        return f"{name} == {bound}"
    if ".." in bound:
        low, _, high = bound.partition("..")
        return f"{low.strip()} <= {name} and {name} <= {high.strip()}"
    return re.sub(r"(^|\band\b|\bor\b|\bnot\b|\()\s*(?=[<>=!])", rf"\1 {name} ", bound).strip()
