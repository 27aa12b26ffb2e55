"""Quasi-linear expressions over named integer unknowns, in a normal form.

A ``Form`` is an integer plus a sum of coefficient * product of atoms, where an atom is a name or the floor of
a form divided by a positive integer. Building a form normalises it, so functions of one unknown made of
``+ c``, ``- c``, ``* 2**k`` and halvings are equal objects exactly when they are equal functions; forms with other
divisors or products of unknowns may be equal as functions and still differ (``symbolic.Oracle`` decides those).

A *path condition* is a frozenset of atoms ``(sign, form)``, read as ``form >= 0``, ``form == 0`` or ``form != 0``.
"""

from __future__ import annotations

from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    import z3

Monomial: TypeAlias = "tuple[str | Floor, ...]"
Value: TypeAlias = "int | Form"
Atom: TypeAlias = "tuple[str, Form]"
PathCondition: TypeAlias = frozenset[Atom]

_NEGATED: Final = {"==": "!=", "!=": "=="}


class Floor:
    """The atom floor(form / divisor); ``divisor`` >= 2. Made only by dividing forms."""

    __slots__ = ("divisor", "form", "key")

    def __init__(self, form: Form, divisor: int) -> None:
        self.form = form
        self.divisor = divisor
        self.key = (divisor, form.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Floor) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        return f"{_wrapped(self.form)} // {self.divisor}"


class Form:
    """An immutable, hashable normal form; ``+ - * //`` take forms and ints (``//`` a nonzero int only).

    A constant form equals, and hashes like, its integer. ``terms`` maps monomials (sorted tuples of atoms, the
    empty one for the constant) to nonzero coefficients.
    """

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        kept = ((monomial, coef) for monomial, coef in terms.items() if coef)
        self.terms: dict[Monomial, int] = dict(sorted(kept, key=lambda item: _monomial_key(item[0])))

    @staticmethod
    def name(name: str) -> Form:
        """Give the form of one unknown."""
        return Form({(name,): 1})

    @staticmethod
    def of(value: Value) -> Form:
        """Give a form for an int; a form stays itself."""
        return value if isinstance(value, Form) else Form({(): value})

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """A tuple that orders forms and tells them apart."""
        return tuple((_monomial_key(monomial), coef) for monomial, coef in self.terms.items())

    @cached_property
    def constant(self) -> int:
        """The summand without unknowns."""
        return self.terms.get((), 0)

    @property
    def is_constant(self) -> bool:
        """Whether no unknown is left."""
        return not self.terms or (len(self.terms) == 1 and () in self.terms)

    @cached_property
    def names(self) -> frozenset[str]:
        """The unknowns that occur, also inside floors."""
        found: set[str] = set()
        for monomial in self.terms:
            for atom in monomial:
                found |= atom.form.names if isinstance(atom, Floor) else {atom}
        return frozenset(found)

    def simple(self) -> Value:
        """Give the plain int when this is a constant, else the form itself."""
        return self.constant if self.is_constant else self

    def at(self, env: Mapping[str, int]) -> int:
        """Evaluate exactly; raises KeyError for an unknown that has no value."""
        total = 0
        for monomial, coef in self.terms.items():
            for atom in monomial:
                coef *= atom.form.at(env) // atom.divisor if isinstance(atom, Floor) else env[atom]  # noqa: PLW2901
            total += coef
        return total

    def to_z3(self, unknown: Callable[[str], z3.ArithRef]) -> z3.ArithRef:
        """Translate; ``unknown`` gives the variable of a name. Floors become Z3's division (same for divisors > 0)."""
        import z3

        summands: list[z3.ArithRef] = []
        for monomial, coef in self.terms.items():
            product: z3.ArithRef = z3.IntVal(coef)
            for place, atom in enumerate(monomial):
                factor = (
                    atom.form.to_z3(unknown) / z3.IntVal(atom.divisor) if isinstance(atom, Floor) else unknown(atom)
                )
                product = factor if coef == 1 and not place else product * factor
            summands.append(product)
        return z3.Sum(summands) if summands else z3.IntVal(0)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.is_constant and self.constant == other
        return isinstance(other, Form) and self.key == other.key

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.constant) if self.is_constant else hash(self.key)

    def __add__(self, other: Value) -> Form:
        if not isinstance(other, int | Form):
            return NotImplemented
        return _sum((self.terms, Form.of(other).terms))

    def __neg__(self) -> Form:
        return self * -1

    def __sub__(self, other: Value) -> Form:
        return self + -other if isinstance(other, int | Form) else NotImplemented

    def __rsub__(self, other: int) -> Form:
        return -self + other

    def __mul__(self, other: Value) -> Form:
        if isinstance(other, int):
            return Form({monomial: coef * other for monomial, coef in self.terms.items()})
        if not isinstance(other, Form):
            return NotImplemented
        return _sum(
            {tuple(sorted(left + right, key=_atom_key)): a * b}
            for left, a in self.terms.items()
            for right, b in other.terms.items()
        )

    __radd__ = __add__
    __rmul__ = __mul__

    def __floordiv__(self, divisor: Value) -> Form:
        if isinstance(divisor, Form):
            if not divisor.is_constant:
                raise TypeError(f"the divisor {divisor} must be a number")
            divisor = divisor.constant
        if divisor == 0:
            raise ZeroDivisionError("division of a form by zero")
        return _floor(self, divisor) if divisor > 0 else _floor(-self, -divisor)

    def __mod__(self, divisor: Value) -> Form:
        return self - (self // divisor) * divisor

    def __repr__(self) -> str:
        return f"Form({self})"

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return _spell(self)


def _atom_key(atom: str | Floor) -> tuple[Any, ...]:
    return (1, *atom.key) if isinstance(atom, Floor) else (0, atom)


def _monomial_key(monomial: Monomial) -> tuple[Any, ...]:
    return (not monomial, len(monomial), tuple(_atom_key(atom) for atom in monomial))


def _sum(parts: Iterable[Mapping[Monomial, int]]) -> Form:
    total: dict[Monomial, int] = {}
    for part in parts:
        for monomial, coef in part.items():
            total[monomial] = total.get(monomial, 0) + coef
    return Form(total)


def _floor(form: Form, k: int) -> Form:  # noqa: PLR0911 (one return per law)
    """Give floor(form / k), k >= 1, in normal form.

    Whole multiples of k leave the floor; common factors cancel; a floor inside with coefficient 1 joins the outer
    one; of x and -x one is chosen; and for even k the constant inside is brought below k / 2, because
    floor(y) + floor(y + 1/2) = floor(2 y).
    """
    if k == 1:
        return form
    outside = Form({monomial: coef // k for monomial, coef in form.terms.items()})
    inside = Form({monomial: coef % k for monomial, coef in form.terms.items()})
    if inside.is_constant:
        return outside
    common = gcd(k, *(coef for monomial, coef in inside.terms.items() if monomial))
    if common > 1:
        return outside + _floor(_sum(({m: c // common for m, c in inside.terms.items()},)), k // common)
    opposite = Form({m: k - c for m, c in inside.terms.items() if m})
    plain = inside - inside.constant
    if _preference(opposite) < _preference(plain):
        # floor(x / k) = -floor((k - 1 - x) / k)
        return outside - _floor(k - 1 - inside, k)
    for monomial, coef in inside.terms.items():
        if coef == 1 and len(monomial) == 1 and isinstance(monomial[0], Floor):
            inner = monomial[0]
            rest = inside - Form({monomial: 1})
            return outside + _floor(inner.form + rest * inner.divisor, k * inner.divisor)
    half = k // 2
    if k % 2 == 0 and inside.constant >= half:
        low = inside - half
        return outside + _floor(low, half) - _floor(low, k)
    return outside + Form({(Floor(inside, k),): 1})


def _preference(form: Form) -> list[int]:
    return list(form.terms.values())


# --- spelling ---------------------------------------------------------------------------------------------------


def _spell(form: Form) -> str:
    pieces: list[tuple[int, str]] = []
    rest = form
    for monomial, coef in form.terms.items():
        if len(monomial) == 1 and isinstance(monomial[0], Floor):
            for taken, times, text in _shorter(monomial[0], coef):
                if len((rest - taken).terms) <= len(rest.terms) - len(taken.terms):
                    rest = rest - taken
                    pieces.append((times, text))
                    break
    plain = [(coef, _product(monomial, abs(coef))) for monomial, coef in rest.terms.items() if monomial]
    constant = [(rest.constant, str(abs(rest.constant)))] if rest.constant else []
    pieces = [*plain, *((times, text if abs(times) == 1 else f"{abs(times)}*({text})") for times, text in pieces)]
    pieces = sorted(pieces, key=lambda piece: piece[0] < 0) + constant
    if not pieces:
        return "0"
    (first, text), *others = pieces
    head = text if first > 0 else f"-{_factor(text)}"
    return head + "".join(f" {'+' if coef > 0 else '-'} {text}" for coef, text in others)


def _shorter(floor: Floor, coef: int) -> Iterator[tuple[Form, int, str]]:
    """Give readings of a floor with others of the form's terms: x - k*(x // k) is x % k, x - x//2 is (x + 1)//2."""
    inner, k = floor.form, floor.divisor
    if coef % k == 0:
        times = -coef // k
        yield (inner - Form({(floor,): k})) * times, times, f"{_wrapped(inner)} % {k}"
    if k == 2:
        yield (inner - Form({(floor,): 1})) * -coef, -coef, f"{_wrapped(inner + 1)} // 2"


def _wrapped(form: Form) -> str:
    text = str(form)
    return text if text.isidentifier() else f"({text})"


def _factor(text: str) -> str:
    return f"({text})" if "//" in text or "%" in text else text


def _product(monomial: Monomial, coef: int) -> str:
    if coef == 1 and len(monomial) == 1:
        return str(monomial[0])
    factors = [f"({atom})" if isinstance(atom, Floor) else atom for atom in monomial]
    return "*".join(([str(coef)] if coef != 1 else []) + factors)


# --- atoms of path conditions -----------------------------------------------------------------------------------


def atom(op: str, left: Value, right: Value) -> Atom | bool:
    """Give ``left op right`` (op: ge gt le lt eq ne) as a normalised atom, or the answer when it is plain.

    Common factors cancel, bounds are tightened to whole numbers, an order loses the floors it can lose
    (``N // 2 >= 3`` is ``N >= 6``), and equations start with a positive coefficient.
    """
    form = Form.of(left) - right
    if op in {"eq", "ne"}:
        return _equation("==" if op == "eq" else "!=", form)
    above = {"ge": form, "gt": form - 1, "le": -form, "lt": -form - 1}
    return _at_least(above[op])


def negate(atom_: Atom) -> Atom:
    """Give the atom that holds exactly where the given one does not."""
    sign, form = atom_
    return (">=", -form - 1) if sign == ">=" else (_NEGATED[sign], form)


def _at_least(form: Form) -> Atom | bool:
    if form.is_constant:
        return form.constant >= 0
    common = gcd(*(coef for monomial, coef in form.terms.items() if monomial))
    form = Form({monomial: coef // common for monomial, coef in form.terms.items()})
    for monomial, coef in form.terms.items():
        if coef in {1, -1} and len(monomial) == 1 and isinstance(monomial[0], Floor):
            # x // k + y >= 0 is x + k*y >= 0, and y - x // k >= 0 is k*y + k - 1 - x >= 0
            inner, k = monomial[0].form, monomial[0].divisor
            scaled = (form - Form({monomial: coef})) * k
            return _at_least(scaled + inner if coef == 1 else scaled + k - 1 - inner)
    return ">=", form


def _equation(sign: str, form: Form) -> Atom | bool:
    if form.is_constant:
        return (form.constant == 0) == (sign == "==")
    common = gcd(*(coef for monomial, coef in form.terms.items() if monomial))
    if form.constant % common:
        return sign == "!="
    if next(iter(form.terms.values())) < 0:
        common = -common
    return sign, Form({monomial: coef // common for monomial, coef in form.terms.items()})


def spell_atom(atom_: Atom) -> str:
    """Spell an atom as a Python comparison, each side with positive terms where possible."""
    sign, form = atom_
    more = Form({m: c for m, c in form.terms.items() if m and c > 0})
    less = Form({m: -c for m, c in form.terms.items() if m and c < 0})
    constant = form.constant
    whole = str(form - constant)
    if "%" in whole and not any(mark in whole for mark in ("+", " - ")):
        if whole.startswith("-"):
            return f"{constant - form} {'<=' if sign == '>=' else sign} {constant}"
        return f"{whole} {sign} {-constant}"
    if more == 0:
        return f"{less} {'<=' if sign == '>=' else sign} {constant}"
    if sign == ">=" and constant == -1 and less != 0:
        return f"{more} > {less}"
    if constant < 0 or less == 0:
        return f"{more} {sign} {less - constant}"
    return f"{more + constant} {sign} {less}"
