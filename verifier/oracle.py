"""The oracle: what holds for all, some or no values of the unknowns, decided with Z3.

Z3 is imported when an oracle is made. Plain ranges settle most questions before it is asked. *Unknown* is never taken
for an answer: every method raises SolverUnknown when Z3 gives up within its limits.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from verifier import expressions
from verifier.arithmetic import COMPARISONS
from verifier.form import Atom, Floor, Form, PathCondition, Value, atom, negate
from verifier.minimise import least

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

Range: TypeAlias = tuple[int | None, int | None]  # None: no known end


class SolverUnknown(Exception):
    """Z3 could not tell within its limits: the verdict is *undecided*."""


class Formula(Protocol):
    """A Z3 boolean (``expressions.to_z3`` gives one)."""

    def sexpr(self) -> str:
        """Give the formula as SMT-LIB text."""


class Oracle:
    """Decides comparisons of forms under the bounds of the unknowns and a path condition.

    ``where``: unknown -> bounds, as parsed by ``expressions.parse_where``. ``rlimit`` is Z3's deterministic budget
    per query, ``timeout`` a backstop in milliseconds. Answers are cached. Every method raises SolverUnknown when Z3
    gives up.
    """

    def __init__(
        self, where: Mapping[str, expressions.Expr] | None = None, *, rlimit: int = 20_000_000, timeout: int = 10_000
    ) -> None:
        import z3

        self.z3 = z3
        self.where = dict(where or {})
        self.rlimit = rlimit
        self.solver = z3.Solver()
        self.solver.set("rlimit", rlimit)
        self.solver.set("timeout", timeout)
        self.bounds = _bounds(self.where.values())
        for expr in self.where.values():
            self.solver.add(expressions.to_z3(expr, {}))
        self._translated: dict[Atom, Any] = {}
        self._feasible: dict[PathCondition, bool] = {}
        self._decided: dict[tuple[PathCondition, Atom], bool | None] = {}

    def decide(self, pc: PathCondition, op: str, left: Value, right: Value) -> bool | None:
        """Say whether ``left op right`` (ge gt le lt eq ne) holds under ``pc``; None when both are possible.

        Under an infeasible ``pc`` the answer means nothing.
        """
        if isinstance(left, int) and isinstance(right, int):
            return COMPARISONS[op](left, right)
        found = atom(op, left, right)
        if isinstance(found, bool):
            return found
        quick = self._quick(pc, found)
        if quick is not None:
            return quick
        key = (pc, found)
        if key not in self._decided:
            if not self.feasible(pc | {negate(found)}):
                self._decided[key] = True
            else:
                self._decided[key] = None if self.feasible(pc | {found}) else False
        return self._decided[key]

    def feasible(self, pc: PathCondition) -> bool:
        """Say whether some values within the bounds satisfy the path condition."""
        if pc not in self._feasible:
            self._feasible[pc] = self._check(self._all(pc))
        return self._feasible[pc]

    def entails(self, pc: PathCondition, formula: Formula) -> bool:
        """Say whether the formula holds for all values within the bounds that satisfy ``pc``."""
        return not self._check([*self._all(pc), self.z3.Not(formula)])

    def counterexample(self, pc: PathCondition, formula: Formula) -> dict[str, int] | None:
        """Give the smallest values under ``pc`` that break the formula, or None when it always holds."""
        return self.smallest(pc, self.z3.Not(formula))

    def smallest(
        self, pc: PathCondition, formula: Formula | None = None, below: Mapping[str, int] | None = None
    ) -> dict[str, int] | None:
        """Give the smallest values under ``pc`` (that satisfy the formula), or None when there are none.

        What *smallest* means, and what ``below`` does, ``minimise`` says. When Z3 gives up while making the values
        smaller, the best ones so far are given: they satisfy everything asked.
        """
        found = least(self, self._all(pc) + ([] if formula is None else [formula]), below)
        return None if found is None else found.values

    def model(self, assumed: Sequence[Formula] = ()) -> dict[str, int] | None:
        """Give some values of the unknowns for which all formulas hold, or None when there are none."""
        if not self._check(assumed):
            return None
        return {name: self._last.eval(self.z3.Int(name), model_completion=True).as_long() for name in self.where}

    @contextmanager
    def assuming(self, assumed: Iterable[Formula]) -> Iterator[None]:
        """Let formulas hold for every ``model`` asked for inside; other answers are cached: do not ask for them."""
        self.solver.push()
        try:
            self.solver.add(*assumed)
            yield
        finally:
            self.solver.pop()

    def spent(self) -> int:
        """Give what all queries so far have cost, in the units of ``rlimit``."""
        told = self.solver.statistics()
        return int(told.get_key_value("rlimit count")) if "rlimit count" in told.keys() else 0  # noqa: SIM118

    def formula(self, atom_: Atom) -> Any:
        """Give an atom as a Z3 boolean."""
        if atom_ not in self._translated:
            sign, form = atom_
            left = form.to_z3(self.z3.Int)
            self._translated[atom_] = left >= 0 if sign == ">=" else left == 0 if sign == "==" else left != 0
        return self._translated[atom_]

    def anyone(self, pcs: Iterable[PathCondition]) -> Any:
        """Give the disjunction of path conditions as a Z3 boolean."""
        return self.z3.Or(*(self.z3.And(*self._all(pc)) for pc in pcs))

    def _all(self, pc: PathCondition) -> list[Any]:
        return [self.formula(atom_) for atom_ in pc]

    def _check(self, assumed: Sequence[Any]) -> bool:
        with self.assuming(assumed):
            answer = self.solver.check()
            if answer == self.z3.unknown:
                raise SolverUnknown(f"Z3 gives no answer: {self.solver.reason_unknown()}")
            if answer == self.z3.sat:
                self._last = self.solver.model()
            return bool(answer == self.z3.sat)

    def _quick(self, pc: PathCondition, wanted: Atom) -> bool | None:
        if wanted in pc:
            return True
        if negate(wanted) in pc:
            return False
        sign, form = wanted
        low, high = _range(form, self.bounds)
        if low is not None and low > 0:
            return sign != "=="
        if high is not None and high < 0:
            return sign == "!="
        return True if sign == ">=" and low == 0 else None


def _bounds(where: Iterable[expressions.Expr]) -> dict[str, Range]:
    """Give the plain lower and upper bounds of the unknowns: enough for most decisions without Z3."""
    found: dict[str, Range] = {}
    turned = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "=="}
    pending = list(where)
    while pending:
        match pending.pop():
            case expressions.Apply("and", args):
                pending.extend(args)
            case expressions.Apply(op, (expressions.Name(name), expressions.Literal(int(bound)))) if op in turned:
                found[name] = _tighter(found.get(name, (None, None)), op, bound)
            case expressions.Apply(op, (expressions.Literal(int(bound)), expressions.Name(name))) if op in turned:
                found[name] = _tighter(found.get(name, (None, None)), turned[op], bound)
    return found


def _tighter(old: Range, op: str, bound: int) -> Range:
    low, high = old
    if op in (">=", ">", "=="):
        least = bound + (op == ">")
        low = least if low is None else max(low, least)
    if op in ("<=", "<", "=="):
        most = bound - (op == "<")
        high = most if high is None else min(high, most)
    return low, high


def _range(form: Form, bounds: Mapping[str, Range]) -> Range:
    """Give a sound (not always tight) range of a form; None where it has no known end."""
    low: int | None = 0
    high: int | None = 0
    for monomial, coef in form.terms.items():
        least: int | None = coef
        most: int | None = coef
        if monomial:
            least, most = _range_of(monomial[0], bounds) if len(monomial) == 1 else (None, None)
            ends = [end if end is None else end * coef for end in (least, most)]
            least, most = ends if coef > 0 else ends[::-1]
        low = None if low is None or least is None else low + least
        high = None if high is None or most is None else high + most
    return low, high


def _range_of(part: str | Floor, bounds: Mapping[str, Range]) -> Range:
    if isinstance(part, str):
        return bounds.get(part, (None, None))
    low, high = _range(part.form, bounds)
    return (None if low is None else low // part.divisor), (None if high is None else high // part.divisor)
