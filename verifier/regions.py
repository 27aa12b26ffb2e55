"""All numbers for which a goal is reached, as one condition a person can read.

The question *is the goal reached?* is run along every answer to the comparisons that matter (``symbolic.branches``);
the path conditions of the answer *yes* are the region, and ``simplify_condition`` writes it down. Where that would
be long, or Z3 gives up, there is no text: the region is not told.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from verifier.expressions import Apply, Expr, ExpressionFault, parse, to_z3, value
from verifier.form import Form
from verifier.oracle import SolverUnknown
from verifier.proofs import words
from verifier.symbolic import branches, simplify_condition

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from verifier.form import Atom
    from verifier.graph import Outcome
    from verifier.oracle import Formula, Oracle
    from verifier.symbolic import Decide

COMPARED: Final[Mapping[str, str]] = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
SIGNS: Final[Mapping[str, str]] = {">=": "ge", "==": "eq", "!=": "ne"}
QUESTIONS: Final = 3_000
CASES: Final = 40
LONGEST: Final = 200
EVERYTHING: Final = "true"


class _TooLong(Exception):
    """The region has too many cases to be read."""


def region(goal: Expr, outcomes: Sequence[Outcome], oracle: Oracle, meaning: Formula, *, every: bool) -> str | None:
    """Give the numbers for which the goal is reached in every (or some) outcome, as a condition on the unknowns.

    ``meaning`` is the same question as a Z3 formula: the text is proved equal to it within the bounds. ``true`` when
    it is so for all numbers; None when there is no short text, or Z3 cannot tell. Numbers that are picked
    within a run must not occur. Raises AssertionError when the two disagree (which would be an error of ours).
    """
    asked = _Asked(goal, outcomes, oracle, every=every)
    try:
        cases = [pc for pc, reached in branches(asked.reached, oracle) if reached]
        if len(cases) > CASES:
            return None
        text = simplify_condition(cases, oracle)
        found = EVERYTHING if text is None else "false" if text == "False" else text
        if len(found) > LONGEST:
            return None
        if not oracle.entails(frozenset(), to_z3(parse(found), {}) == meaning):
            raise AssertionError(f"the region {found} is not what the formula says")
    except (_TooLong, SolverUnknown, ExpressionFault):
        return None
    return found


class _Asked:
    """The question whether a goal is reached, read on forms."""

    def __init__(self, goal: Expr, outcomes: Sequence[Outcome], oracle: Oracle, *, every: bool) -> None:
        self.goal, self.outcomes, self.every = goal, outcomes, every
        self.forms = {name: Form.name(name) for name in oracle.where}
        self.words = words(goal, oracle.where)
        self.questions = 0

    def reached(self, decide: Decide) -> bool:
        def counted(op: str, left: Any, right: Any) -> bool:
            self.questions += 1
            if self.questions > QUESTIONS:
                raise _TooLong
            return decide(op, left, right)

        if self.every:
            if not any(self.happens(each, counted) for each in self.outcomes):
                return False
            return all(not self.happens(each, counted) or self.good(each, counted) for each in self.outcomes)
        return any(self.happens(each, counted) and self.good(each, counted) for each in self.outcomes)

    def happens(self, outcome: Outcome, decide: Decide) -> bool:
        def holds(atom: Atom) -> bool:
            return decide(SIGNS[atom[0]], atom[1], 0)

        ordered = [sorted(pc, key=lambda atom: (str(atom[1]), atom[0])) for pc in outcome.conditions]
        return not ordered or any(all(map(holds, pc)) for pc in ordered)

    def good(self, outcome: Outcome, decide: Decide) -> bool:
        return _truth(self.goal, {**self.words, **self.forms, **outcome.values}, decide)


def _truth(expr: Expr, env: Mapping[str, Any], decide: Decide) -> bool:
    """Read a yes/no expression whose comparisons of forms are decided by a callback; raises ExpressionFault."""
    match expr:
        case Apply("not", (inner,)):
            return not _truth(inner, env, decide)
        case Apply("and", args):
            return all(_truth(arg, env, decide) for arg in args)
        case Apply("or", args):
            return any(_truth(arg, env, decide) for arg in args)
        case Apply(op, (left, right)) if op in COMPARED:
            found = value(left, env), value(right, env)
            if any(isinstance(each, Form) for each in found):
                return decide(COMPARED[op], *found)  # type: ignore[arg-type]
    return bool(value(expr, env))
