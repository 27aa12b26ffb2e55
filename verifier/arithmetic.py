"""The term language of the ledger: what solver answers say about numbers, read on exact integers.

Rules never see a number of the ledger; they answer with *terms* over named quantities. This module turns
such clingo symbols into frozen trees and reads them on Python integers of any size, either step by step
(``evaluate``) or compiled to one function over rows (``compile_row``, the inner loop of exploration).
The same trees are read on unknowns by ``verifier.symbolic``.

Terms: an integer, ``plus minus times min max`` (A,B), ``half_down half_up`` (A), ``if`` (Cond,A,B); any other
named symbol is a quantity. Conditions: ``ge gt le lt eq ne`` (A,B), ``both either`` (C,D), ``not`` (C), which
solver text spells ``negated`` (C) because ``not`` is a keyword there.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias, overload

from clingo import Symbol, SymbolType

Lookup: TypeAlias = Callable[[Symbol], int]
Row: TypeAlias = tuple[int, ...]
RowReader: TypeAlias = Callable[[Row], tuple[int, ...]]

DEPTH_LIMIT: Final = 300
SIZE_LIMIT: Final = 50_000
_ARITY: Final = {"plus": 2, "minus": 2, "times": 2, "min": 2, "max": 2, "half_down": 1, "half_up": 1}
_SIGNS: Final = {"ge": ">=", "gt": ">", "le": "<=", "lt": "<", "eq": "==", "ne": "!="}
_CONDITION_ARITY: Final = dict.fromkeys(_SIGNS, 2) | {"both": 2, "either": 2, "not": 1, "negated": 1}
_HEX_FROM_BITS: Final = 1000  # Python refuses very long decimal literals, never hexadecimal ones

COMPARISONS: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "ge": operator.ge,
    "gt": operator.gt,
    "le": operator.le,
    "lt": operator.lt,
    "eq": operator.eq,
    "ne": operator.ne,
}

OPERATIONS: Final[Mapping[str, Callable[..., int]]] = {
    "plus": operator.add,
    "minus": operator.sub,
    "times": operator.mul,
    "min": min,
    "max": max,
    "half_down": lambda value: value // 2,
    "half_up": lambda value: -(-value // 2),
}


class ArithmeticFault(ValueError):
    """A symbol is no term or no condition, or quantities are defined in a circle."""


@dataclass(frozen=True, slots=True)
class Const:
    """A whole number."""

    value: int


@dataclass(frozen=True, slots=True)
class Read:
    """The value of a quantity."""

    quantity: Symbol


@dataclass(frozen=True, slots=True)
class Op:
    """An operation; ``args`` holds one term for the halves and two for all others."""

    name: str
    args: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class If:
    """``then`` where the condition holds, else ``other``."""

    cond: Condition
    then: Term
    other: Term


@dataclass(frozen=True, slots=True)
class Compare:
    """``left`` op ``right`` with op one of ge, gt, le, lt, eq, ne."""

    op: str
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Both:
    """Both conditions hold."""

    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Either:
    """At least one of the conditions holds."""

    left: Condition
    right: Condition


@dataclass(frozen=True, slots=True)
class Not:
    """The condition does not hold."""

    inner: Condition


Term: TypeAlias = Const | Read | Op | If
Condition: TypeAlias = Compare | Both | Either | Not
Parts: TypeAlias = Mapping[Symbol, Sequence[Term]]


@lru_cache(maxsize=65536)
def term(symbol: Symbol) -> Term:
    """Read a symbol as a term; raises ArithmeticFault when it is malformed or nested too deeply."""
    return _term(symbol, 0)


@lru_cache(maxsize=65536)
def condition(symbol: Symbol) -> Condition:
    """Read a symbol as a condition; raises ArithmeticFault when it is malformed or nested too deeply."""
    return _condition(symbol, 0)


def _term(symbol: Symbol, depth: int) -> Term:
    if depth > DEPTH_LIMIT:
        raise ArithmeticFault(f"a term is nested more than {DEPTH_LIMIT} deep")
    if symbol.type is SymbolType.Number:
        return Const(symbol.number)
    if symbol.type is not SymbolType.Function or not symbol.name:
        raise ArithmeticFault(f"{symbol} is neither a number nor a quantity")
    name, args = symbol.name, symbol.arguments
    if not symbol.positive or name in _CONDITION_ARITY:
        raise ArithmeticFault(f"{symbol} stands where a term is expected")
    if name == "if":
        _check_arity(symbol, 3)
        return If(_condition(args[0], depth + 1), _term(args[1], depth + 1), _term(args[2], depth + 1))
    if name in _ARITY:
        _check_arity(symbol, _ARITY[name])
        return Op(name, tuple(_term(arg, depth + 1) for arg in args))
    return Read(symbol)


def _condition(symbol: Symbol, depth: int) -> Condition:
    if depth > DEPTH_LIMIT:
        raise ArithmeticFault(f"a condition is nested more than {DEPTH_LIMIT} deep")
    known = symbol.type is SymbolType.Function and symbol.positive and symbol.name in _CONDITION_ARITY
    if not known:
        raise ArithmeticFault(f"{symbol} is not a condition")
    name, args = symbol.name, symbol.arguments
    _check_arity(symbol, _CONDITION_ARITY[name])
    if name in _SIGNS:
        return Compare(name, _term(args[0], depth + 1), _term(args[1], depth + 1))
    if name == "both":
        return Both(_condition(args[0], depth + 1), _condition(args[1], depth + 1))
    if name == "either":
        return Either(_condition(args[0], depth + 1), _condition(args[1], depth + 1))
    return Not(_condition(args[0], depth + 1))


def _check_arity(symbol: Symbol, wanted: int) -> None:
    if len(symbol.arguments) != wanted:
        raise ArithmeticFault(f"{symbol.name} takes {wanted} arguments: {symbol}")


def children(node: Term | Condition) -> tuple[Term | Condition, ...]:
    """Give the direct parts of a node, in order."""
    match node:
        case Op(_, args):
            return args
        case If(cond, then, other):
            return cond, then, other
        case Compare(_, left, right):
            return left, right
        case Both(first, second) | Either(first, second):
            return first, second
        case Not(inner):
            return (inner,)
        case _:
            return ()


@lru_cache(maxsize=65536)
def reads(node: Term | Condition) -> frozenset[Symbol]:
    """Give the quantities a term or condition reads (derived ones are not followed into their parts)."""
    if isinstance(node, Read):
        return frozenset((node.quantity,))
    return frozenset[Symbol]().union(*map(reads, children(node)))


@overload
def evaluate(node: Term, lookup: Lookup) -> int: ...
@overload
def evaluate(node: Condition, lookup: Lookup) -> bool: ...
def evaluate(node: Term | Condition, lookup: Lookup) -> int | bool:  # noqa: PLR0911 (one return per kind)
    """Read a node on exact integers; ``lookup`` gives the value of a quantity."""
    match node:
        case Const(value):
            return value
        case Read(quantity):
            return lookup(quantity)
        case Op(name, args):
            return OPERATIONS[name](*[evaluate(arg, lookup) for arg in args])
        case If(cond, then, other):
            return evaluate(then if evaluate(cond, lookup) else other, lookup)
        case Compare(op, left, right):
            return COMPARISONS[op](evaluate(left, lookup), evaluate(right, lookup))
        case Both(first, second):
            return evaluate(first, lookup) and evaluate(second, lookup)
        case Either(first, second):
            return evaluate(first, lookup) or evaluate(second, lookup)
        case Not(inner):
            return not evaluate(inner, lookup)


def with_parts(lookup: Lookup, parts: Parts) -> Lookup:
    """Let a lookup also know derived quantities: each is the sum of its parts.

    The lookup given back raises ArithmeticFault for a quantity that depends on itself.
    """
    open_quantities: set[Symbol] = set()

    def look(quantity: Symbol) -> int:
        if quantity not in parts:
            return lookup(quantity)
        if quantity in open_quantities:
            raise ArithmeticFault(f"{quantity} is a part of itself")
        open_quantities.add(quantity)
        try:
            return sum(evaluate(part, look) for part in parts[quantity])
        finally:
            open_quantities.discard(quantity)

    return look


def compile_row(
    nodes: Sequence[Term | Condition],
    slot: Mapping[Symbol, int],
    base: Lookup,
    parts: Parts | None = None,
) -> RowReader:
    """Compile nodes to one function from a row of integers to the tuple of their values.

    ``slot`` says where in the row a quantity stands; any other quantity is fixed and ``base`` gives its value
    once, now. Quantities in ``parts`` are sums of their parts and win over both. Conditions give booleans.
    The source is generated from the trees alone (no text of the user enters it); a tree too deep for
    Python's own parser is read step by step instead. Raises ArithmeticFault for circular parts.
    """
    derived = parts or {}
    writer = _Writer(slot, base, derived)
    try:
        return _compiled(writer.function(nodes))
    except (SyntaxError, RecursionError, MemoryError):
        return _slow_row(nodes, slot, base, derived)


@lru_cache(maxsize=4096)
def _compiled(source: str) -> RowReader:
    reader: RowReader = eval(source, {"__builtins__": {}})  # noqa: S307 (source made by _Writer, from trees)
    return reader


def _slow_row(nodes: Sequence[Term | Condition], slot: Mapping[Symbol, int], base: Lookup, parts: Parts) -> RowReader:
    def reader(row: Row) -> tuple[int, ...]:
        look = with_parts(lambda quantity: row[slot[quantity]] if quantity in slot else base(quantity), parts)
        return tuple(evaluate(node, look) for node in nodes)

    return reader


class _Writer:
    """Writes nodes as Python source over ``r`` (the row), ``t0…`` (operands) and ``d0…`` (derived quantities)."""

    def __init__(self, slot: Mapping[Symbol, int], base: Lookup, parts: Parts) -> None:
        self.slot, self.base, self.parts = slot, base, parts
        self.derived: dict[Symbol, str] = {}
        self.definitions: list[str] = []
        self.locals = 0
        self.size = 0

    def function(self, nodes: Sequence[Term | Condition]) -> str:
        """Give the source of a lambda; derived quantities are computed once each, before the values."""
        for quantity in _in_order(nodes, self.parts):
            total = "+".join(self.write(part) for part in self.parts[quantity]) or "0"
            self.derived[quantity] = f"d{len(self.derived)}"
            self.definitions.append(f"{self.derived[quantity]}:={total}")
        values = "".join(f"{self.write(node)}," for node in nodes)
        if self.definitions:
            return f"lambda r:({','.join(self.definitions)},({values}))[-1]"
        return f"lambda r:({values})"

    def write(self, node: Term | Condition) -> str:  # noqa: PLR0911 (one return per kind)
        self.size += 1
        if self.size > SIZE_LIMIT:
            raise ArithmeticFault(f"a step's terms have more than {SIZE_LIMIT} nodes")
        match node:
            case Const(value):
                return _literal(value)
            case Read(quantity):
                return self.quantity(quantity)
            case Op(name, args):
                return self.operation(name, args)
            case If(cond, then, other):
                return f"({self.write(then)} if {self.write(cond)} else {self.write(other)})"
            case Compare(op, left, right):
                return f"({self.write(left)}{_SIGNS[op]}{self.write(right)})"
            case Both(first, second):
                return f"({self.write(first)} and {self.write(second)})"
            case Either(first, second):
                return f"({self.write(first)} or {self.write(second)})"
            case Not(inner):
                return f"(not {self.write(inner)})"

    def quantity(self, quantity: Symbol) -> str:
        if quantity in self.derived:
            return self.derived[quantity]
        if quantity in self.slot:
            return f"r[{int(self.slot[quantity])}]"
        return _literal(self.base(quantity))

    def operation(self, name: str, args: tuple[Term, ...]) -> str:
        first = self.write(args[0])
        match name:
            case "half_down":
                return f"({first}//2)"
            case "half_up":
                return f"(-(-{first}//2))"
        second = self.write(args[1])
        match name:
            case "plus":
                return f"({_summands(args[0], first)}+{_summands(args[1], second)})"
            case "minus":
                return f"({first}-{second})"
            case "times":
                return f"({first}*{second})"
        test = "<=" if name == "min" else ">="
        (save_first, first), (save_second, second) = self.operand(first), self.operand(second)
        return f"({first} if {save_first}{test}{save_second} else {second})"

    def operand(self, text: str) -> tuple[str, str]:
        """Give how an operand is first computed and how it is read again."""
        if text.isalnum():
            return text, text
        name = f"t{self.locals}"
        self.locals += 1
        return f"({name}:={text})", name


def _summands(node: Term, text: str) -> str:
    """Strip the parentheses of a sum that stands in a sum, so that long sums stay flat."""
    return text[1:-1] if isinstance(node, Op) and node.name == "plus" else text


def _literal(value: int) -> str:
    if not isinstance(value, int):
        raise ArithmeticFault(f"{value!r} is not a whole number")
    text = hex(value) if value.bit_length() > _HEX_FROM_BITS else str(int(value))
    return f"({text})" if value < 0 else text


def _in_order(nodes: Sequence[Term | Condition], parts: Parts) -> Iterator[Symbol]:
    """Give the derived quantities that the nodes need, each after those it needs itself."""
    done: set[Symbol] = set()
    pending: set[Symbol] = set()

    def visit(quantity: Symbol) -> Iterator[Symbol]:
        if quantity in done or quantity not in parts:
            return
        if quantity in pending:
            raise ArithmeticFault(f"{quantity} is a part of itself")
        pending.add(quantity)
        for part in parts[quantity]:
            for needed in sorted(reads(part)):
                yield from visit(needed)
        done.add(quantity)
        yield quantity

    for node in nodes:
        for quantity in sorted(reads(node)):
            yield from visit(quantity)
