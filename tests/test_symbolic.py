"""Forms, the oracle, and the symbolic reading of terms, against brute force."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.test_arithmetic import LEAVES, NAMES, call, terms
from verifier.arithmetic import COMPARISONS, evaluate, term
from verifier.expressions import parse, parse_where, to_z3, truth, value
from verifier.symbolic import (
    NOTHING,
    Atom,
    Form,
    Oracle,
    PathCondition,
    SolverUnknown,
    atom,
    branches,
    evaluate_symbolic,
    negate,
    simplify_condition,
    spell_atom,
)

if TYPE_CHECKING:
    from clingo import Symbol

N, M = Form.name("N"), Form.name("M")
GRID = [{"N": n, "M": m} for n, m in itertools.product(range(-9, 10), repeat=2)]
LINE = [{"N": n} for n in range(-40, 41)]
BOX = parse_where({"N": "-6..6", "M": "-6..6"})
SMALL = [env for env in GRID if max(map(abs, env.values())) <= 6]


def forms(names: tuple[Form, ...]) -> st.SearchStrategy[Form]:
    """Random forms: sums, small multiples, halves, thirds."""
    return st.recursive(
        st.sampled_from(names) | st.integers(-4, 4).map(Form.of),
        lambda inner: (
            st.builds(lambda a, b: a + b, inner, inner)
            | st.builds(lambda a, k: a * k, inner, st.integers(-3, 3))
            | st.builds(lambda a, k: a // k, inner, st.sampled_from([2, 2, 3, -2]))
        ),
        max_leaves=6,
    )


def chains() -> st.SearchStrategy[Form]:
    """Functions of N by + c, doubling, negation and halving."""
    step = st.tuples(st.sampled_from(["add", "double", "negate", "halve"]), st.integers(-3, 3))

    def build(steps: list[tuple[str, int]]) -> Form:
        form = N
        for what, by in steps:
            form = {"add": form + by, "double": form * 2, "negate": -form, "halve": form // 2}[what]
        return form

    return st.lists(step, max_size=6).map(build)


ATOMS = st.builds(atom, st.sampled_from(["ge", "gt", "le", "lt", "eq", "ne"]), forms((N, M)), forms((N, M))).filter(
    lambda found: not isinstance(found, bool)
)


def holds(atom_: Atom, env: dict[str, int]) -> bool:
    sign, form = atom_
    found = form.at(env)
    return found >= 0 if sign == ">=" else (found == 0) == (sign == "==")


@given(forms((N, M)), forms((N, M)))
def test_arithmetic_of_forms_is_arithmetic_of_values(left: Form, right: Form) -> None:
    for env in GRID[::7]:
        a, b = left.at(env), right.at(env)
        assert (left + right).at(env) == a + b
        assert (left - right).at(env) == a - b
        assert (left * right).at(env) == a * b
        assert (left // 4).at(env) == a // 4
        assert (left % 3).at(env) == a % 3


@given(forms((N, M)))
def test_spelling_is_python_and_means_the_form(form: Form) -> None:
    expr = parse(str(form))
    assert [value(expr, env) for env in GRID[::5]] == [form.at(env) for env in GRID[::5]]


@settings(max_examples=300)
@given(chains(), chains())
def test_equal_chains_of_halvings_are_equal_objects(left: Form, right: Form) -> None:
    same = all(left.at({"N": n}) == right.at({"N": n}) for n in range(-80, 81))
    assert (left == right) == same
    assert not same or hash(left) == hash(right)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (2 * N + 1, "2*N + 1"),
        (N // 2, "N // 2"),
        (-(-N // 2), "(N + 1) // 2"),
        (N // 2 + (N + 1) // 2, "N"),
        (N % 2, "N % 2"),
        (3 * ((N + 1) // 2), "3*((N + 1) // 2)"),
        ((N + M) // 2, "(M + N) // 2"),
        (N * M - 3, "M*N - 3"),
        (N - N, "0"),
        (5 - N, "-N + 5"),
        (-(N // 2), "-(N // 2)"),
    ],
)
def test_spelling(form: Form, text: str) -> None:
    assert str(form) == text


def test_constant_forms_are_their_integers() -> None:
    assert N - N + 3 == 3
    assert hash(Form.of(3)) == hash(3)
    assert (N - N).simple() == 0
    assert (N + 1).simple() is not None
    with pytest.raises(ZeroDivisionError):
        N // 0
    with pytest.raises(TypeError):
        N // M


@given(ATOMS)
def test_atoms_their_negations_and_spellings_agree(atom_: Atom) -> None:
    expr = parse(spell_atom(atom_))
    for env in GRID[::5]:
        assert holds(atom_, env) != holds(negate(atom_), env)
        assert truth(expr, env) == holds(atom_, env)


@given(st.sampled_from(sorted(COMPARISONS)), forms((N, M)), forms((N, M)))
def test_atoms_mean_the_comparison(op: str, left: Form, right: Form) -> None:
    found = atom(op, left, right)
    for env in GRID[::5]:
        answer = found if isinstance(found, bool) else holds(found, env)
        assert answer == COMPARISONS[op](left.at(env), right.at(env))


@settings(max_examples=40, deadline=None)
@given(st.frozensets(ATOMS, max_size=2), st.sampled_from(sorted(COMPARISONS)), forms((N, M)), forms((N, M)))
def test_decisions_agree_with_brute_force(pc: PathCondition, op: str, left: Form, right: Form) -> None:
    oracle = Oracle(BOX)
    inside = [env for env in SMALL if all(holds(atom_, env) for atom_ in pc)]
    assert oracle.feasible(pc) == bool(inside)
    if inside:
        answers = {COMPARISONS[op](left.at(env), right.at(env)) for env in inside}
        assert oracle.decide(pc, op, left, right) == (answers.pop() if len(answers) == 1 else None)


@settings(max_examples=40, deadline=None)
@given(st.frozensets(ATOMS, max_size=2))
def test_the_smallest_values_are_smallest(pc: PathCondition) -> None:
    inside = [env for env in SMALL if all(holds(atom_, env) for atom_ in pc)]
    expected = min(inside, key=lambda e: (abs(e["N"]) + abs(e["M"]), e["N"], e["M"]), default=None)
    assert Oracle(BOX).smallest(pc) == expected


@settings(max_examples=25, deadline=None)
@given(st.lists(st.frozensets(ATOMS, min_size=1, max_size=2), min_size=1, max_size=3))
def test_simplified_conditions_mean_the_same(pcs: list[PathCondition]) -> None:
    text = simplify_condition(pcs, Oracle(BOX))
    expr = parse("true" if text is None else text)
    for env in SMALL:
        assert truth(expr, env) == any(all(holds(atom_, env) for atom_ in pc) for pc in pcs)


def case(*comparisons: tuple[str, Form | int, Form | int]) -> PathCondition:
    found = [atom(op, left, right) for op, left, right in comparisons]
    return frozenset(item for item in found if not isinstance(item, bool))


@pytest.mark.parametrize(
    ("cases", "text"),
    [
        ([case(("ge", N, 3)), case(("le", N, 2))], None),
        ([case(("ge", N, 4)), case(("eq", N, 3))], "N >= 3"),
        ([case(("eq", N % 2, 0))], "N % 2 == 0"),
        ([case(("ne", N, 1))], "N >= 2"),
        ([case(("ge", N // 2, 1))], "N >= 2"),
        ([case(("ge", N, 2), ("le", N, 2))], "N == 2"),
        ([case(("le", N, 0))], "False"),
        ([], "False"),
    ],
)
def test_conditions_are_readable(cases: list[PathCondition], text: str | None) -> None:
    assert simplify_condition(cases, Oracle(parse_where({"N": ">= 1"}))) == text


def test_counterexample_and_entailment() -> None:
    oracle = Oracle(parse_where({"N": ">= 1", "T": "1..10"}))
    claim = to_z3(parse("N % 7 != 3 or N < 20 or T > 2"), {})
    assert oracle.counterexample(NOTHING, claim) == {"N": 24, "T": 1}
    assert not oracle.entails(NOTHING, claim)
    assert oracle.entails(case(("le", N, 23)), claim)
    assert oracle.counterexample(case(("le", N, 23)), claim) is None


def test_unknown_is_never_an_answer() -> None:
    x, y, z = (Form.name(name) for name in "xyz")
    oracle = Oracle(parse_where({"x": ">= 1", "y": ">= 1", "z": ">= 1"}), rlimit=20_000)
    with pytest.raises(SolverUnknown):
        oracle.feasible(case(("eq", x * x * x + y * y * y, z * z * z)))


@settings(max_examples=60, deadline=None)
@given(terms(LEAVES), st.tuples(*[st.integers(-6, 6)] * 3))
def test_symbolic_and_concrete_readings_agree(symbol: Symbol, row: tuple[int, int, int]) -> None:
    node = term(symbol)
    env = dict(zip(("a", "b", "c"), row, strict=True))
    unknowns = {name: Form.name(str(name)) for name in NAMES}
    expected = evaluate(node, dict(zip(NAMES, row, strict=True)).__getitem__)

    def decide(op: str, left: Form | int, right: Form | int) -> bool:
        return COMPARISONS[op](Form.of(left).at(env), Form.of(right).at(env))

    assert Form.of(evaluate_symbolic(node, unknowns.__getitem__, decide)).at(env) == expected


def test_branches_cover_and_exclude_each_other() -> None:
    a, b, _ = NAMES
    node = term(call("max", call("minus", a, b), call("if", call("ge", a, 3), call("half_up", a), 0)))
    unknowns = {a: N, b: M}
    oracle = Oracle(parse_where({"N": "0..6", "M": "0..6"}))
    found = branches(lambda decide: evaluate_symbolic(node, unknowns.__getitem__, decide), oracle)
    for n, m in itertools.product(range(7), repeat=2):
        env = {"N": n, "M": m}
        here = [result for pc, result in found if all(holds(atom_, env) for atom_ in pc)]
        assert len(here) == 1
        assert Form.of(here[0]).at(env) == evaluate(node, {a: n, b: m}.__getitem__)
