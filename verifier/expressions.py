"""Claim expressions: a small safe language over observables and unknowns.

``bob.points == T or bob.points == 2*(T // 2)``, ``bear."+1/+1" == 3``, ``bob.lost and not game.draw``: whole numbers
of any size, names, dotted observables ``label.name[.more]``, quoted words, true/false, ``+ - * // %``, chained
comparisons, ``and or not``, ``min(...)``, ``max(...)`` and parentheses, with Python's precedence and floor division.
Nothing is ever executed as Python; length and nesting are limited.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeAlias

from verifier.form import Form

if TYPE_CHECKING:
    import z3

Plain: TypeAlias = int | bool | str | Form

LENGTH_LIMIT: Final = 2000
DEPTH_LIMIT: Final = 50
_TOKENS: Final = re.compile(
    r"""(?P<number>[0-9]+(?![A-Za-z_]))
      | (?P<name>[A-Za-z_][A-Za-z0-9_]*(?:\.(?:[A-Za-z0-9_]+|"[^"\n]*"))*)
      | (?P<text>"[^"\n]*")
      | (?P<sign>\.\.|//|==|!=|<=|>=|[-+*%<>(),])""",
    re.VERBOSE | re.ASCII,
)
_PARTS: Final = re.compile(r'"[^"\n]*"|[^.]+')
_COMPARE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_ARITHMETIC: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}
_WORDS: Final = {"true": True, "True": True, "false": False, "False": False}
_RESERVED: Final = {"and", "or", "not", "min", "max"}


class ExpressionFault(ValueError):
    """An expression is malformed or cannot be read; ``column`` counts from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"{message} (column {column})")
        self.message = message
        self.column = column


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, a truth value or a quoted word."""

    value: int | bool | str
    column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Name:
    """An unknown (or another bare word the environment gives a value)."""

    name: str
    column: int = field(default=1, compare=False)


@dataclass(frozen=True, slots=True)
class Observable:
    """``label.name[.more]``; quotes are gone from the parts and ``key`` joins them with dots."""

    parts: tuple[str, ...]
    column: int = field(default=1, compare=False)

    @property
    def key(self) -> str:
        """The name under which an environment holds the value."""
        return ".".join(self.parts)


@dataclass(frozen=True, slots=True)
class Apply:
    """``op`` is one of ``+ - * // % neg min max == != < <= > >= and or not``; args are two or more, one for neg/not."""

    op: str
    args: tuple[Expr, ...]
    column: int = field(default=1, compare=False)


Expr: TypeAlias = Literal | Name | Observable | Apply
Spell: TypeAlias = Callable[[str], str]


class _Token(NamedTuple):
    kind: str  # number, name, text, sign, end
    text: str
    column: int


def parse(text: str, *, spell: Spell = str) -> Expr:
    """Parse a claim expression. ``spell`` maps each part after an observable's label to its canonical word.

    Raises ExpressionFault with the column of the first thing that does not fit.
    """
    return _Parser(text, spell, subject=None).whole()


def parse_where(where: Mapping[str, str | int]) -> dict[str, Expr]:
    """Parse the bounds of unknowns: ``">= 1"``, ``"1..10"``, ``">= 1 and M < N"``, ``"> M"`` or a number.

    A comparison without a left side is about the unknown itself. Raises ExpressionFault for syntax, for
    observables, and for names that are not declared.
    """
    found: dict[str, Expr] = {}
    for name, text in where.items():
        if not name.isidentifier() or not name.isascii() or name in _RESERVED or name in _WORDS:
            raise ExpressionFault(f"{name!r} cannot name an unknown", 1)
        if isinstance(text, int):
            found[name] = Apply("==", (Name(name), Literal(int(text))))
            continue
        expr = _Parser(text, str, subject=name).whole()
        for node in _walk(expr):
            if isinstance(node, Observable):
                raise ExpressionFault(f"bounds of {name} cannot use the observable {node.key}", node.column)
            if isinstance(node, Name) and node.name not in where:
                raise ExpressionFault(f"{node.name} is not declared under where", node.column)
        if not _is_truth(expr):
            raise ExpressionFault(f"bounds of {name} must be a comparison such as '>= 1' or '1..10'", 1)
        found[name] = expr
    return found


def names(expr: Expr) -> frozenset[str]:
    """Give the bare names of an expression."""
    return frozenset(node.name for node in _walk(expr) if isinstance(node, Name))


def observables(expr: Expr) -> frozenset[str]:
    """Give the keys of the observables of an expression."""
    return frozenset(node.key for node in _walk(expr) if isinstance(node, Observable))


def column_of(expr: Expr, key: str) -> int:
    """Give the column where a bare name or an observable first stands; that of the whole when it does not."""
    found = (node for node in _walk(expr) if isinstance(node, Name | Observable))
    return next((n.column for n in found if key == (n.name if isinstance(n, Name) else n.key)), expr.column)


def value(expr: Expr, env: Mapping[str, Plain]) -> Plain:
    """Evaluate; ``env`` holds names and observable keys.

    Forms may be added, multiplied and divided (so ``N + 1`` gives a form) but not compared. Raises
    ExpressionFault for a missing value, mixed kinds, or a divisor that is not positive.
    """
    found: Plain = _Concrete(env).read(expr)
    return found


def truth(expr: Expr, env: Mapping[str, Plain]) -> bool:
    """Evaluate an expression that must be true or false; raises ExpressionFault when it is anything else."""
    found = value(expr, env)
    if not isinstance(found, bool):
        raise ExpressionFault("this is not a yes/no expression", expr.column)
    return found


def to_z3(expr: Expr, env: Mapping[str, Plain]) -> z3.ExprRef:
    """Translate to Z3: ``env`` maps observables (and some names) to values; other names become integer variables.

    Gives a BoolRef for yes/no expressions, an ArithRef for numbers. Raises ExpressionFault as ``value`` does, and
    for divisors that are not positive numbers.
    """
    return _Symbolic(env).whole(expr)


def _walk(expr: Expr) -> Iterator[Expr]:
    yield expr
    if isinstance(expr, Apply):
        for arg in expr.args:
            yield from _walk(arg)


def _is_truth(expr: Expr) -> bool:
    if isinstance(expr, Apply):
        return expr.op in _COMPARE or expr.op in ("and", "or", "not")
    return isinstance(expr, Literal) and isinstance(expr.value, bool)


class _Parser:
    """Recursive descent, one method per level of precedence, loosest first."""

    def __init__(self, text: str, spell: Spell, subject: str | None) -> None:
        if len(text) > LENGTH_LIMIT:
            raise ExpressionFault(f"an expression has at most {LENGTH_LIMIT} characters", LENGTH_LIMIT + 1)
        self.spell = spell
        self.subject = subject
        self.tokens = list(_tokens(text))
        self.at = 0
        self.depth = 0

    def whole(self) -> Expr:
        expr = self.disjunction()
        if self.peek().kind != "end":
            self.fail("an operator or the end")
        return expr

    def peek(self) -> _Token:
        return self.tokens[self.at]

    def take(self, *texts: str) -> _Token | None:
        token = self.peek()
        if token.kind in ("sign", "name") and token.text in texts:
            self.at += 1
            return token
        return None

    def fail(self, wanted: str) -> NoReturn:
        token = self.peek()
        found = repr(token.text) if token.text else "nothing more"
        raise ExpressionFault(f"expected {wanted}, found {found}", token.column)

    def nested(self, level: Callable[[], Expr]) -> Expr:
        self.depth += 1
        if self.depth > DEPTH_LIMIT:
            raise ExpressionFault(f"an expression is nested at most {DEPTH_LIMIT} deep", self.peek().column)
        expr = level()
        self.depth -= 1
        return expr

    def disjunction(self) -> Expr:
        return self.joined("or", self.conjunction)

    def conjunction(self) -> Expr:
        return self.joined("and", self.negation)

    def joined(self, word: str, level: Callable[[], Expr]) -> Expr:
        args = [level()]
        column = args[0].column
        while self.take(word):
            args.append(level())
        return Apply(word, tuple(args), column) if len(args) > 1 else args[0]

    def negation(self) -> Expr:
        if token := self.take("not"):
            return Apply("not", (self.nested(self.negation),), token.column)
        return self.comparison()

    def comparison(self) -> Expr:
        token = self.peek()
        implicit = self.subject is not None and token.text in _COMPARE
        left: Expr = Name(self.subject or "", token.column) if implicit else self.sum()
        if self.subject is not None and (dots := self.take("..")):
            middle = Name(self.subject, dots.column)
            bounds = Apply("<=", (left, middle), left.column), Apply("<=", (middle, self.sum()), dots.column)
            return Apply("and", bounds, left.column)
        links: list[Expr] = []
        while sign := self.take(*_COMPARE):
            right = self.sum()
            links.append(Apply(sign.text, (left, right), sign.column))
            left = right
        if not links:
            return left
        return links[0] if len(links) == 1 else Apply("and", tuple(links), links[0].column)

    def sum(self) -> Expr:
        return self.left_to_right(("+", "-"), self.product)

    def product(self) -> Expr:
        return self.left_to_right(("*", "//", "%"), self.signed)

    def left_to_right(self, signs: tuple[str, ...], level: Callable[[], Expr]) -> Expr:
        expr = level()
        length = 0
        while sign := self.take(*signs):
            length += 1
            if length > DEPTH_LIMIT:
                raise ExpressionFault(f"at most {DEPTH_LIMIT} operations may stand in a row", sign.column)
            expr = Apply(sign.text, (expr, level()), sign.column)
        return expr

    def signed(self) -> Expr:
        if sign := self.take("-", "+"):
            inner = self.nested(self.signed)
            return Apply("neg", (inner,), sign.column) if sign.text == "-" else Apply("+", (Literal(0), inner))
        return self.primary()

    def primary(self) -> Expr:
        token = self.peek()
        if self.take("("):
            expr = self.nested(self.disjunction)
            self.close()
            return expr
        if self.take("min", "max"):
            return self.call(token)
        if token.kind in {"sign", "end"} or token.text in _RESERVED:
            self.fail("a number, a name or '('")
        self.at += 1
        return self.leaf(token)

    def call(self, token: _Token) -> Expr:
        if not self.take("("):
            self.fail(f"'(' after {token.text}")
        args = [self.nested(self.sum)]
        while self.take(","):
            args.append(self.nested(self.sum))
        self.close()
        if len(args) == 1:
            raise ExpressionFault(f"{token.text} takes two values or more", token.column)
        return Apply(token.text, tuple(args), token.column)

    def close(self) -> None:
        if not self.take(")"):
            self.fail("')'")

    def leaf(self, token: _Token) -> Expr:
        if token.kind == "number":
            return Literal(int(token.text), token.column)
        if token.kind == "text":
            return Literal(token.text[1:-1], token.column)
        if token.text in _WORDS:
            return Literal(_WORDS[token.text], token.column)
        label, *more = (part.strip('"') for part in _PARTS.findall(token.text))
        if more:
            return Observable((label, *map(self.spell, more)), token.column)
        return Name(label, token.column)


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _TOKENS.match(text, at)
        if not match or not match.lastgroup:
            raise ExpressionFault(f"{text[at]!r} does not belong here", at + 1)
        yield _Token(match.lastgroup, match.group(), at + 1)
        at = match.end()
    yield _Token("end", "", len(text) + 1)


def _kind(found: object) -> str:
    """Give number, truth or word: what may be compared with what (a Z3 boolean is a truth, other Z3 a number)."""
    if isinstance(found, bool) or type(found).__name__ == "BoolRef":
        return "truth"
    return "word" if isinstance(found, str) else "number"


class _Concrete:
    """The reading on plain values; ``_Symbolic`` changes what happens at the leaves and where Z3 differs."""

    def __init__(self, env: Mapping[str, Plain]) -> None:
        self.env = env

    def read(self, expr: Expr) -> Any:
        match expr:
            case Literal(found):
                return found
            case Name() | Observable():
                return self.leaf(expr.key if isinstance(expr, Observable) else expr.name, expr)
            case Apply(op, args, column):
                return self.apply(op, [self.read(arg) for arg in args], column)

    def leaf(self, key: str, node: Name | Observable) -> Any:
        if key not in self.env:
            raise ExpressionFault(f"nothing is known about {key}", node.column)
        found = self.env[key]
        return found.simple() if isinstance(found, Form) else found

    def apply(self, op: str, args: list[Any], column: int) -> Any:
        if op in ("and", "or", "not"):
            if any(_kind(arg) != "truth" for arg in args):
                raise ExpressionFault(f"{op!r} joins yes/no expressions only", column)
            return self.connect(op, args)
        if op in ("==", "!="):
            if _kind(args[0]) != _kind(args[1]):
                raise ExpressionFault(f"compares a {_kind(args[0])} with a {_kind(args[1])}", column)
        elif any(_kind(arg) != "number" for arg in args):
            raise ExpressionFault(f"{op!r} needs numbers", column)
        if op in _COMPARE:
            return self.compare(op, args, column)
        if op in ("//", "%"):
            return self.divide(op, args, column)
        if op in ("min", "max"):
            return self.extreme(op, args, column)
        return -args[0] if op == "neg" else self.simple(_ARITHMETIC[op](*args))

    def connect(self, op: str, args: list[Any]) -> Any:
        return not args[0] if op == "not" else all(args) if op == "and" else any(args)

    def compare(self, op: str, args: list[Any], column: int) -> Any:
        if any(isinstance(arg, Form) for arg in args):
            raise ExpressionFault("an unknown cannot be compared here", column)
        return _COMPARE[op](*args)

    def divide(self, op: str, args: list[Any], column: int) -> Any:
        if not isinstance(args[1], int) or args[1] <= 0:
            raise ExpressionFault("the divisor must be a positive number", column)
        return self.simple(_ARITHMETIC[op](*args))

    def extreme(self, op: str, args: list[Any], column: int) -> Any:
        if any(isinstance(arg, Form) for arg in args):
            raise ExpressionFault(f"{op} of an unknown cannot be taken here", column)
        return min(args) if op == "min" else max(args)

    def simple(self, found: Any) -> Any:
        return found.simple() if isinstance(found, Form) else found


class _Symbolic(_Concrete):
    """The reading in Z3; plain numbers and words stay Python's until they meet a Z3 term."""

    def __init__(self, env: Mapping[str, Plain]) -> None:
        super().__init__(env)
        import z3

        self.z3 = z3

    def whole(self, expr: Expr) -> z3.ExprRef:
        found = self.read(expr)
        if isinstance(found, bool):
            return self.z3.BoolVal(found)
        if isinstance(found, str):
            raise ExpressionFault("a word alone is no claim", expr.column)
        return self.z3.IntVal(found) if isinstance(found, int) else found

    def leaf(self, key: str, node: Name | Observable) -> Any:
        if isinstance(node, Name) and key not in self.env:
            return self.z3.Int(key)
        found = super().leaf(key, node)
        return found.to_z3(self.z3.Int) if isinstance(found, Form) else found

    def connect(self, op: str, args: list[Any]) -> Any:
        if all(isinstance(arg, bool) for arg in args):
            return super().connect(op, args)
        combine = {"and": self.z3.And, "or": self.z3.Or, "not": self.z3.Not}[op]
        return combine(*args)

    def divide(self, op: str, args: list[Any], column: int) -> Any:
        if isinstance(args[0], int) or not isinstance(args[1], int) or args[1] <= 0:
            return super().divide(op, args, column)
        divisor = self.z3.IntVal(args[1])
        return args[0] / divisor if op == "//" else args[0] % divisor

    def extreme(self, op: str, args: list[Any], column: int) -> Any:
        if all(isinstance(arg, int) for arg in args):
            return super().extreme(op, args, column)
        best, *others = args
        for other in others:
            best = self.z3.If(best <= other if op == "min" else best >= other, best, other)
        return best
