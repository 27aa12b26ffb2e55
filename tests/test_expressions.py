"""The claim language: parsing, faults with columns, and its two readings."""

from __future__ import annotations

import contextlib

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.expressions import (
    Apply,
    ExpressionFault,
    Literal,
    Name,
    Plain,
    names,
    observables,
    parse,
    parse_where,
    to_z3,
    truth,
    value,
)
from verifier.form import Form

NUMBERS = st.recursive(
    st.integers(0, 10**40).map(str) | st.sampled_from(["N", "p.q", "p.r.1"]),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(["+", "-", "*"]), inner)
        | st.builds("{}({}, {})".format, st.sampled_from(["min", "max"]), inner, inner)
        | st.builds("({} {} {})".format, inner, st.sampled_from(["//", "%"]), st.integers(1, 9))
        | st.builds("-{}".format, inner)
    ),
    max_leaves=8,
)
TRUTHS = st.recursive(
    st.builds("{} {} {}".format, NUMBERS, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), NUMBERS),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner)
        | st.builds("(not {})".format, inner)
    ),
    max_leaves=4,
)
SMALL = st.integers(-20, 20)


@given(TRUTHS, SMALL, SMALL, SMALL)
def test_values_are_what_python_says(text: str, n: int, q: int, r: int) -> None:
    found = truth(parse(text), {"N": n, "p.q": q, "p.r.1": r})
    python = text.replace("p.q", "q").replace("p.r.1", "r")
    assert found == eval(python, {"__builtins__": {}}, {"N": n, "q": q, "r": r, "min": min, "max": max})


@settings(max_examples=60, deadline=None)
@given(TRUTHS, SMALL, SMALL, SMALL)
def test_z3_reads_the_same(text: str, n: int, q: int, r: int) -> None:
    expr = parse(text)
    formula = to_z3(expr, {"p.q": Form.name("Q") + 1, "p.r.1": r})
    at = z3.simplify(z3.substitute(formula, (z3.Int("N"), z3.IntVal(n)), (z3.Int("Q"), z3.IntVal(q - 1))))
    assert z3.is_true(at) == truth(expr, {"N": n, "p.q": q, "p.r.1": r})


def test_names_and_observables() -> None:
    expr = parse("bob.poison == T or bob.poison == 2*(T // 2) and bear.can_activate.1")
    assert names(expr) == {"T"}
    assert observables(expr) == {"bob.poison", "bear.can_activate.1"}


def test_quoted_parts_are_spelled_by_the_caller() -> None:
    expr = parse('bear."+1/+1" == 3', spell=lambda word: {"+1/+1": "p1p1"}.get(word, word))
    assert observables(expr) == {"bear.p1p1"}
    assert truth(expr, {"bear.p1p1": 3})
    assert observables(parse('bear."+1/+1" == 3')) == {"bear.+1/+1"}


def test_words_and_truths() -> None:
    env: dict[str, Plain] = {"bear.controller": "alice", "bob.lost": True, "alice": "alice"}
    assert truth(parse("bear.controller == alice and bob.lost"), env)
    assert truth(parse('bear.controller != "bob" and bob.lost == true and not false'), env)
    assert z3.is_true(z3.simplify(to_z3(parse("bear.controller == alice and bob.lost"), env)))


def test_chained_comparisons() -> None:
    assert truth(parse("1 < N <= 3 != 4"), {"N": 3})
    assert not truth(parse("1 < N <= 3"), {"N": 4})


def test_forms_pass_through_arithmetic() -> None:
    assert value(parse("2*N // 2 + 1"), {"N": Form.name("N")}) == Form.name("N") + 1
    assert value(parse("N - N"), {"N": Form.name("N")}) == 0
    with pytest.raises(ExpressionFault, match="compared"):
        value(parse("N > 1"), {"N": Form.name("N")})


def test_bounds_of_unknowns() -> None:
    found = parse_where({"N": ">= 1", "T": "1..10", "M": ">= 1 and M < N", "K": 3, "L": "> 1 and <= 2*N"})
    assert found["N"] == Apply(">=", (Name("N"), Literal(1)))
    assert [truth(found["T"], {"T": n}) for n in (0, 1, 10, 11)] == [False, True, True, False]
    assert [truth(found["M"], {"M": m, "N": 3}) for m in range(4)] == [False, True, True, False]
    assert truth(found["K"], {"K": 3})
    assert not truth(found["L"], {"L": 5, "N": 2})


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ({"N": "M"}, "not declared"),
        ({"N": "> M"}, "not declared"),
        ({"N": "5"}, "must be a comparison"),
        ({"N": ">= bob.life"}, "observable"),
        ({"and": ">= 1"}, "cannot name"),
        ({"N": ">= "}, "nothing more"),
    ],
)
def test_faulty_bounds(where: dict[str, str], message: str) -> None:
    with pytest.raises(ExpressionFault, match=message):
        parse_where(where)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("1 +", 4),
        ("", 1),
        ("2 ** 3", 4),
        ("bob. == 1", 4),
        ("(1", 3),
        ("x if y", 3),
        ("f(3)", 2),
        ('__import__("os")', 11),
        ("a = 1", 3),
        ("1..2", 2),
        ("0x10", 1),
        ("min(1)", 1),
        ("1 == true", 3),
        ("1 and true", 1),
        ("N // 0", 3),
        ("1 // N", 3),
        ("missing + 1", 1),
        ("(" * 60 + "1" + ")" * 60, 52),
        ("not " * 60 + "true", 205),
        ("1" + " + 1" * 60, 203),
        ("1" * 2001, 2001),
        ("é", 1),
    ],
)
def test_faults_say_where(text: str, column: int) -> None:
    with pytest.raises(ExpressionFault) as caught:
        value(parse(text), {"N": 0})
    assert caught.value.column == column


@given(st.text(max_size=60) | st.text("()N1+-*/%.<>=andornot \"'", max_size=60))
def test_any_text_parses_or_is_a_fault(text: str) -> None:
    with contextlib.suppress(ExpressionFault):
        value(parse(text), {"N": 1})
