"""Terms read from symbols, on exact integers, step by step and compiled."""

from __future__ import annotations

import pytest
from clingo import Function, Number, String, Symbol
from hypothesis import given
from hypothesis import strategies as st

from verifier import arithmetic
from verifier.arithmetic import (
    ArithmeticFault,
    Condition,
    Term,
    compile_row,
    condition,
    evaluate,
    reads,
    term,
    with_parts,
)

A, B, C = (Function(name) for name in "abc")
NAMES = (A, B, C)


def call(name: str, *args: Symbol | int) -> Symbol:
    return Function(name, [Number(arg) if isinstance(arg, int) else arg for arg in args])


def terms(leaves: st.SearchStrategy[Symbol]) -> st.SearchStrategy[Symbol]:
    """Random term symbols over all operations."""

    def of(ops: str, *args: st.SearchStrategy[Symbol]) -> st.SearchStrategy[Symbol]:
        return st.builds(Function, st.sampled_from(ops.split()), st.tuples(*args))

    node: st.SearchStrategy[Symbol] = st.deferred(
        lambda: (
            leaves
            | of("plus minus times min max", node, node)
            | of("half_down half_up", node)
            | of("if", cond, node, node)
        )
    )
    cond: st.SearchStrategy[Symbol] = st.deferred(
        lambda: of("ge gt le lt eq ne", node, node) | of("both either", cond, cond) | of("not negated", cond)
    )
    return node


LEAVES = st.integers(-9, 9).map(Number) | st.sampled_from(NAMES)
VALUES = st.integers(-(10**30), 10**30)


@given(st.lists(terms(LEAVES), min_size=1, max_size=4), st.tuples(VALUES, VALUES, VALUES))
def test_compiled_rows_agree_with_step_by_step(symbols: list[Symbol], row: tuple[int, int, int]) -> None:
    nodes = [term(symbol) for symbol in symbols]
    env = dict(zip(NAMES, row, strict=True))
    expected = tuple(evaluate(node, env.__getitem__) for node in nodes)
    assert compile_row(nodes, {A: 0, B: 1, C: 2}, lambda _: 0)(row) == expected
    assert compile_row(nodes, {A: 0}, env.__getitem__)(row[:1]) == expected, "the rest as constants"


@given(VALUES)
def test_halves_round_down_and_up(value: int) -> None:
    down, up = (
        evaluate(term(call("half_down", A)), lambda _: value),
        evaluate(term(call("half_up", A)), lambda _: value),
    )
    assert down + up == value
    assert up - down == value % 2


def test_conditions_give_booleans_in_rows() -> None:
    cond = condition(call("both", call("ge", A, 1), call("not", call("eq", A, 3))))
    reader = compile_row([cond], {A: 0}, lambda _: 0)
    assert [reader((n,))[0] for n in range(5)] == [False, True, True, False, True]


def test_quantities_read_are_found_in_conditions_too() -> None:
    assert reads(term(call("if", call("ge", A, 1), call("plus", B, 2), 0))) == {A, B}


def test_derived_quantities_are_sums_of_parts() -> None:
    total = Function("total", [B])
    more = Function("more")
    parts = {total: [term(A), term(call("times", 2, A))], more: [term(total), term(total), term(Number(1))]}
    node = term(call("max", more, 0))
    assert compile_row([node, term(total)], {A: 0}, lambda _: 0, parts)((5,)) == (31, 15)
    assert evaluate(node, with_parts({A: 5}.__getitem__, parts)) == 31


def test_a_quantity_that_is_part_of_itself_is_a_fault() -> None:
    parts: dict[Symbol, list[Term]] = {A: [term(B)], B: [term(A)]}
    with pytest.raises(ArithmeticFault, match="part of itself"):
        compile_row([term(A)], {}, lambda _: 0, parts)
    with pytest.raises(ArithmeticFault, match="part of itself"):
        evaluate(term(A), with_parts(lambda _: 0, parts))


@pytest.mark.parametrize(
    "symbol",
    [
        call("plus", A),
        call("half_up", A, B),
        call("if", A, B),
        call("ge", A, B),
        call("plus", call("ge", A, 1), 1),
        call("if", A, 1, 2),
        String("a"),
        Function("", [A, B]),
        Function("a", [], positive=False),
    ],
    ids=str,
)
def test_malformed_terms_are_faults(symbol: Symbol) -> None:
    with pytest.raises(ArithmeticFault):
        term(symbol)


@pytest.mark.parametrize("symbol", [A, Number(1), call("ge", A), call("both", A, B), call("not", A)], ids=str)
def test_malformed_conditions_are_faults(symbol: Symbol) -> None:
    with pytest.raises(ArithmeticFault):
        condition(symbol)


def test_long_sums_and_deep_terms_still_compile() -> None:
    deep, long = A, A
    for _ in range(200):
        deep = call("half_up", call("plus", deep, 1)) if len(str(deep)) < 2500 else deep
        long = call("plus", 1, long)
    nodes: list[Term | Condition] = [term(deep), term(long)]
    row = (10**50,)
    assert compile_row(nodes, {A: 0}, lambda _: 0)(row) == tuple(evaluate(node, lambda _: row[0]) for node in nodes)


def test_nesting_without_end_is_a_fault() -> None:
    symbol = A
    for _ in range(arithmetic.DEPTH_LIMIT + 5):
        symbol = call("half_up", symbol)
    with pytest.raises(ArithmeticFault, match="nested"):
        term(symbol)


def test_constants_of_any_size_are_inlined() -> None:
    huge = -(7**9000)
    assert compile_row([term(A)], {}, lambda _: huge)(()) == (huge,)
