"""The smallest numbers, against brute force; and refuted claims, which show the smallest."""

from __future__ import annotations

import itertools

from clingo import Function, Number
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.test_claims import World, always, assignment, fact, graph, outcome, outcomes, pc, where
from verifier import minimise
from verifier.claims import Outcomes, Verdict, decide
from verifier.expressions import parse, parse_where, to_z3, truth
from verifier.form import Form
from verifier.minimise import Least, least, rank
from verifier.oracle import Oracle, SolverUnknown
from verifier.trace_claims import NeverBetween

N = Form.name("N")

BOX = {"A": "-4..4", "B": "-4..4", "C": "0..4"}
ENVS = [dict(zip(BOX, each, strict=True)) for each in itertools.product(range(-4, 5), range(-4, 5), range(5))]
linear = st.builds(
    lambda a, b, c, k, sign: f"{a}*A + {b}*B + {c}*C {sign} {k}",
    *[st.integers(-3, 3)] * 3,
    st.integers(-12, 12),
    st.sampled_from([">=", "<=", "==", "!="]),
)
goals = st.lists(linear, min_size=1, max_size=3).flatmap(
    lambda parts: st.sampled_from([" and ".join(parts), " or ".join(parts), f"not ({' or '.join(parts)})"])
)


def brute(goal: str):
    right = [env for env in ENVS if truth(parse(goal), env)]
    return min(right, key=rank, default=None)


@settings(max_examples=40, deadline=None)
@given(goals)
def test_the_smallest_is_that_of_brute_force(goal):
    oracle = Oracle(parse_where(BOX))
    expected = brute(goal)
    found = least(oracle, [to_z3(parse(goal), {})])
    assert found == (None if expected is None else Least(expected, proved=True))
    if expected is not None:
        assert least(oracle, [to_z3(parse(goal), {})], below=expected) is None


def test_any_solution_is_not_enough():
    """The negative control: whoever takes the first model that Z3 meets has larger numbers than brute force."""
    texts = [f"{a}*A + 3*B - C >= {k} or C == {k}" for a in (1, 2, -2) for k in (3, 5, 9)]
    texts = [text for text in texts if brute(text) is not None]

    def lazy(text: str):
        oracle = Oracle(parse_where(BOX))
        with oracle.assuming([to_z3(parse(text), {})]):
            return oracle.model()

    assert any(lazy(text) != brute(text) for text in texts)
    assert all(least(Oracle(parse_where(BOX)), [to_z3(parse(text), {})]).values == brute(text) for text in texts)


@settings(max_examples=15, deadline=None)
@given(goals)
def test_a_region_means_the_goal(goal):
    from verifier.regions import region

    oracle = Oracle(parse_where(BOX))
    found = region(parse(goal), [outcome({"a.x": N})], oracle, to_z3(parse(goal), {}), every=True)
    if found is not None:
        assert [truth(parse(found), env) for env in ENVS] == [truth(parse(goal), env) for env in ENVS]


def test_unproved_when_z3_gives_up(monkeypatch):
    oracle = where(N=">= 0")
    real, calls = oracle.model, itertools.count()

    def tired(assumed=()):
        if next(calls) > 2:
            raise SolverUnknown("no")
        return real(assumed)

    monkeypatch.setattr(oracle, "model", tired)
    found = least(oracle, [to_z3(parse("N >= 1000 and N % 7 == 3"), {})])
    assert found is not None
    assert not found.proved
    assert found.values["N"] >= 1000
    assert found.values["N"] % 7 == 3


def test_unproved_when_the_effort_is_spent(monkeypatch):
    monkeypatch.setattr(minimise, "EFFORT", -1)
    found = least(where(N=">= 0"), [to_z3(parse("N >= 1000"), {})])
    assert found is not None
    assert not found.proved


# --- refuted claims show the smallest numbers


def refuted(claim, made, oracle):
    found = decide(claim, made, oracle)
    assert found.verdict is Verdict.REFUTED
    return found


def test_the_smallest_of_all_outcomes_refutes():
    made = graph(outcome({"a.x": N}), outcome({"a.x": N + 5}), outcome({"a.x": N + 2}))
    found = refuted(always("a.x < 10"), made, where(N=">= 0"))
    assert found.counterexample == {"N": 5}
    assert found.witness == made.outcomes[1].witness


def test_lacking_outcomes_are_compared_with_surplus_ones():
    # 2N is none of the expected ones from 7 on; that N is never reached shows at 1 already.
    made = graph(outcome({"a.x": 2 * N}))
    wanted = Outcomes((assignment({"a.x": "2*N"}, "N < 7"), assignment({"a.x": "N"}, "N >= 1")))
    assert refuted(wanted, made, where(N=">= 0")).counterexample == {"N": 1}


def test_picked_numbers_do_not_count_when_the_smallest_is_sought():
    # a.x is pick + N with 0 <= pick <= 100: for N = 0 only a pick of 51 or more refutes, and N = 0 is smallest.
    pick = Form.name("pick1")
    made = graph(outcome({"a.x": pick + 30 * N}, 1, pc(("ge", pick, 0), ("le", pick, 100))))
    assert refuted(always("a.x <= 50"), made, where(N=">= 0")).counterexample == {"N": 0}


def test_ties_are_broken_in_the_order_of_where():
    made = graph(outcome({"a.x": Form.name("Z") + Form.name("A")}))
    assert refuted(always("a.x < 3 or A * Z == 0"), made, where(Z=">= 0", A=">= 0")).counterexample == {"Z": 1, "A": 2}
    assert refuted(outcomes({"a.x": "A"}), made, where(Z=">= 0", A=">= 0")).counterexample == {"Z": 1, "A": 0}


def test_the_witness_is_one_for_these_numbers():
    made = graph(outcome({"a.x": Form.of(4)}, 2, pc(("lt", N, 3)), pc(("ge", N, 3))))
    [only] = made.outcomes
    short, long = outcome({"a.x": 1}).witness, outcome({"a.x": 2}).witness
    only.ways = [(1, lambda: short), (2, lambda: long)]
    assert refuted(always("a.x != 4 or N < 5"), made, where(N=">= 1")).witness == long
    assert refuted(always("a.x != 4"), made, where(N=">= 1")).witness == short


def test_a_claim_about_steps_shows_the_smallest_numbers():
    # The shortest sequence that breaks it needs N >= 7; a longer one does for less.
    n = fact("n")
    asked = Function("ge", [n, Number(7)])
    world = World(
        start={"go": (["from"], "middle", ())},
        middle=(asked, {"go": (["never"], "last", ())}, {"go": (["x"], "detour", ())}),
        detour={"go": (["never"], "last", ())},
        last={"go": (["to"], "end", ())},
        end={},
    )
    oracle = where(N=">= 2")
    found = refuted(NeverBetween("from", "to", "never"), world.explore({n: N}, oracle), oracle)
    assert (found.counterexample, len(found.witness)) == ({"N": 2}, 4)
    oracle = where(N=">= 8")
    found = refuted(NeverBetween("from", "to", "never"), world.explore({n: N}, oracle), oracle)
    assert (found.counterexample, len(found.witness)) == ({"N": 8}, 3)
