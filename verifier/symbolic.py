"""The term language read on unknowns.

``evaluate_symbolic`` reads the trees of ``verifier.arithmetic`` on ``Form`` values and asks a callback wherever a
comparison matters; ``branches`` runs any such reading along every feasible answer; ``simplify_condition`` says
in a readable line when an outcome of several branches happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, overload

from verifier.arithmetic import COMPARISONS, Both, Compare, Condition, Const, Either, If, Not, Op, Parts, Read, Term
from verifier.form import Atom, Floor, Form, PathCondition, Value, atom, negate, spell_atom
from verifier.oracle import Oracle, SolverUnknown

if TYPE_CHECKING:
    from clingo import Symbol

__all__ = [
    "NOTHING",
    "Atom",
    "Decide",
    "Floor",
    "Form",
    "Oracle",
    "PathCondition",
    "SolverUnknown",
    "Value",
    "atom",
    "branches",
    "evaluate_symbolic",
    "negate",
    "simplify_condition",
    "spell_atom",
    "with_parts_symbolic",
]

Decide: TypeAlias = Callable[[str, Value, Value], bool]
Result = TypeVar("Result")
NOTHING: Final[PathCondition] = frozenset()


@overload
def evaluate_symbolic(node: Term, lookup: Callable[[Symbol], Value], decide: Decide) -> Value: ...
@overload
def evaluate_symbolic(node: Condition, lookup: Callable[[Symbol], Value], decide: Decide) -> bool: ...
def evaluate_symbolic(  # noqa: PLR0911 (one return per kind)
    node: Term | Condition, lookup: Callable[[Symbol], Value], decide: Decide
) -> Value | bool:
    """Read a node on ints and forms; constant results are plain ints.

    ``decide(op, left, right)`` is called only for comparisons an int cannot settle, min, max and ``if`` included.
    """
    match node:
        case Const(value):
            return value
        case Read(quantity):
            found = lookup(quantity)
            return found.simple() if isinstance(found, Form) else found
        case Op(name, args):
            return _operate(name, [evaluate_symbolic(arg, lookup, decide) for arg in args], decide)
        case If(cond, then, other):
            return evaluate_symbolic(then if evaluate_symbolic(cond, lookup, decide) else other, lookup, decide)
        case Compare(op, left, right):
            return _settle(
                op, evaluate_symbolic(left, lookup, decide), evaluate_symbolic(right, lookup, decide), decide
            )
        case Both(first, second):
            return evaluate_symbolic(first, lookup, decide) and evaluate_symbolic(second, lookup, decide)
        case Either(first, second):
            return evaluate_symbolic(first, lookup, decide) or evaluate_symbolic(second, lookup, decide)
        case Not(inner):
            return not evaluate_symbolic(inner, lookup, decide)


def with_parts_symbolic(lookup: Callable[[Symbol], Value], parts: Parts, decide: Decide) -> Callable[[Symbol], Value]:
    """Let a lookup also know derived quantities, each the sum of its parts (``arithmetic.with_parts`` on forms)."""

    def look(quantity: Symbol) -> Value:
        if quantity not in parts:
            return lookup(quantity)
        total: Value = 0
        for part in parts[quantity]:
            total = total + evaluate_symbolic(part, look, decide)
        return total

    return look


def _settle(op: str, left: Value, right: Value, decide: Decide) -> bool:
    if isinstance(left, int) and isinstance(right, int):
        return COMPARISONS[op](left, right)
    found = atom(op, left, right)
    return found if isinstance(found, bool) else decide(op, left, right)


def _operate(name: str, values: list[Value], decide: Decide) -> Value:
    left, right = values[0], values[-1]
    found: Value
    match name:
        case "half_down":
            found = left // 2
        case "half_up":
            found = -(-left // 2)
        case "plus":
            found = left + right
        case "minus":
            found = left - right
        case "times":
            found = left * right
        case _:
            found = left if _settle("le" if name == "min" else "ge", left, right, decide) else right
    return found.simple() if isinstance(found, Form) else found


def branches(
    reading: Callable[[Decide], Result], oracle: Oracle, pc: PathCondition = NOTHING
) -> list[tuple[PathCondition, Result]]:
    """Run a reading along every feasible answer to what it asks; give each path condition with its result.

    The reading is called once per branch and must ask the same questions in the same order each time. The
    path conditions extend ``pc``, exclude each other, and together cover it.
    """
    done: list[tuple[PathCondition, Result]] = []
    pending: list[tuple[Atom, ...]] = [()]
    while pending:
        walk = _Walk(oracle, pc, pending.pop())
        result = reading(walk.decide)
        done.append((walk.here, result))
        pending.extend(walk.turns)
    return done


class _Walk:
    """One run along a script of answers; where the script ends it says yes and notes the turn not taken."""

    def __init__(self, oracle: Oracle, pc: PathCondition, script: tuple[Atom, ...]) -> None:
        self.oracle, self.here, self.script = oracle, pc, script
        self.taken: tuple[Atom, ...] = ()
        self.turns: list[tuple[Atom, ...]] = []

    def decide(self, op: str, left: Value, right: Value) -> bool:
        known = self.oracle.decide(self.here, op, left, right)
        wanted = atom(op, left, right)
        if known is not None or isinstance(wanted, bool):
            return known is True or wanted is True
        if len(self.taken) < len(self.script):
            answer = self.script[len(self.taken)]
        else:
            answer = wanted
            self.turns.append((*self.taken, negate(wanted)))
        self.taken += (answer,)
        self.here |= {answer}
        return answer == wanted


def simplify_condition(pcs: Iterable[PathCondition], oracle: Oracle) -> str | None:
    """Spell when at least one of the path conditions holds, as a Python condition over the unknowns.

    None: always (within the bounds of the unknowns). ``"False"``: never. The text is equivalent within the
    bounds, with no atom and no alternative to spare. Raises SolverUnknown when even that is too hard.
    """
    cases = [pc for pc in dict.fromkeys(pcs) if oracle.feasible(pc)]
    if not cases:
        return "False"
    whole = oracle.anyone(cases)
    if oracle.entails(NOTHING, whole):
        return None
    cases = list(dict.fromkeys(_widest(case, whole, oracle) for case in cases))
    for case in sorted(cases, key=_cost, reverse=True):
        others = [other for other in cases if other is not case]
        if others and oracle.entails(case, oracle.anyone(others)):
            cases = others
    lines = sorted(map(_spell_case, (_sharpened(case, oracle) for case in cases)), key=lambda line: (len(line), line))
    return " or ".join(lines)


def _cost(pc: PathCondition) -> tuple[int, list[str]]:
    return sum(len(str(form)) for _, form in pc), sorted(map(spell_atom, pc))


def _widest(pc: PathCondition, whole: object, oracle: Oracle) -> PathCondition:
    """Drop or weaken atoms, the most complicated first, as long as the case stays inside the whole."""
    for atom_ in sorted(pc, key=lambda item: (-len(str(item[1])), str(item[1]), item[0])):
        rest = pc - {atom_}
        for weaker in (rest, *(rest | {wider} for wider in _weaker(atom_))):
            if oracle.entails(weaker, whole):  # type: ignore[arg-type]
                pc = weaker
                break
    return pc


def _weaker(atom_: Atom) -> Iterator[Atom]:
    sign, form = atom_
    if sign == "==":
        yield ">=", form
        yield ">=", -form


def _sharpened(pc: PathCondition, oracle: Oracle) -> PathCondition:
    """Replace atoms by plainer ones of the same meaning here: x != 0 by an order, two orders by an equation."""
    for atom_ in sorted(pc, key=lambda item: (str(item[1]), item[0])):
        sign, form = atom_
        rest = pc - {atom_}
        sharper: tuple[Atom, ...] = ((">=", form - 1), (">=", -form - 1)) if sign == "!=" else (("==", form),)
        for candidate in sharper if sign != "==" else ():
            if oracle.entails(pc, oracle.formula(candidate)):
                pc = rest | {candidate}
                break
    for atom_ in sorted(pc, key=lambda item: (item[0] == "==", str(item[1]))):
        rest = pc - {atom_}
        if rest and oracle.entails(rest, oracle.formula(atom_)):
            pc = rest
    return pc


def _spell_case(pc: PathCondition) -> str:
    return " and ".join(sorted(map(spell_atom, pc), key=lambda line: (len(line), line)))
