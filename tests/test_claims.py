"""Claims on hand-made graphs: each kind holds, is refuted with what shows it, and stays undecided when it must."""

from __future__ import annotations

import pytest
from clingo import Function, Number

from verifier.arithmetic import condition, term
from verifier.claims import (
    Always,
    Assignment,
    Choosers,
    ClaimFault,
    Orderings,
    Outcomes,
    Possible,
    Verdict,
    decide,
)
from verifier.controls import reached, rejects
from verifier.explorer import Exploration, Explorer, explore_all
from verifier.expressions import Literal, parse, parse_where
from verifier.form import Form, atom
from verifier.graph import ChoiceGraph, Outcome, Step
from verifier.oracle import Oracle, SolverUnknown
from verifier.reading import ConcreteReading, SymbolicReading
from verifier.stepper import Choice, Expansion
from verifier.trace_claims import Before, NeverBetween, examine

HOLDS, REFUTED, UNDECIDED = Verdict.HOLDS, Verdict.REFUTED, Verdict.UNDECIDED
N = Form.name("N")


def graph(*outcomes, complete=True, choosers=None, unbounded=False):
    found = Exploration(ConcreteReading({}), frozenset(), frozenset())
    return ChoiceGraph(
        title="made",
        outcomes=list(outcomes),
        observed=list(outcomes[0].values) if outcomes else [],
        choosers=choosers or {},
        complete=complete,
        why="" if complete else "cut short",
        unbounded=unbounded,
        exploration=found,
        start={},
    )


def outcome(values, orderings=1, *conditions, who="bob", what="order"):
    witness = [Step("game", "begin", "1", ("begin",)), Step(who, f"to {values}", "2", (what,))]
    return Outcome(dict(values), orderings, witness, list(conditions))


def assignment(values, when=None):
    read = {key: parse(found) if isinstance(found, str) else Literal(found) for key, found in values.items()}
    return Assignment(read, str(values), None if when is None else parse(when))


def outcomes(*expected, when=None):
    return Outcomes(tuple(assignment(each, when) for each in expected))


def always(text):
    return Always(parse(text), text)


def never(text):
    return Always(parse(text), text, never=True)


def possible(text):
    return Possible(parse(text), text)


def orderings(count, to=None):
    text = str(count)
    return Orderings(parse(text), text, None if to is None else assignment(to))


def where(**bounds):
    return Oracle(parse_where(bounds))


def pc(*atoms):
    return frozenset(atom(*each) for each in atoms)


TWO = graph(outcome({"a.x": 0, "a.y": True}, 2), outcome({"a.x": 1, "a.y": False}, 3), choosers={"order": ["bob"]})


class TestConcrete:
    def test_exact_outcomes_hold(self):
        both = outcomes({"a.x": 1, "a.y": False}, {"a.x": 0, "a.y": True})
        assert decide(both, TWO, None).verdict is HOLDS

    def test_outcomes_may_look_at_some_observables(self):
        assert decide(outcomes({"a.x": 0}, {"a.x": 1}), TWO, None).verdict is HOLDS

    def test_an_outcome_too_many_is_shown(self):
        found = decide(outcomes({"a.x": 0}), TWO, None)
        assert found.verdict is REFUTED
        assert found.witness == TWO.outcomes[1].witness
        assert "a.x = 1" in found.reason

    def test_an_outcome_that_is_never_reached(self):
        found = decide(outcomes({"a.x": 0}, {"a.x": 1}, {"a.x": 2}), TWO, None)
        assert found.verdict is REFUTED
        assert "never reached" in found.reason

    @pytest.mark.parametrize("wrong", [{"a.x": True}, {"a.y": 1}, {"a.y": "alice"}, {"a.z": 1}])
    def test_what_makes_no_sense_is_a_fault(self, wrong):
        with pytest.raises(ClaimFault):
            decide(outcomes(wrong), TWO, None)

    @pytest.mark.parametrize("text", ["a.y > 1", "a.z == 1", "a.x", "a.x == M"])
    def test_expressions_that_make_no_sense_are_faults(self, text):
        with pytest.raises(ClaimFault):
            decide(always(text), TWO, None)

    def test_words(self):
        made = graph(outcome({"a.owner": "alice"}))
        assert decide(outcomes({"a.owner": "alice"}), made, None).verdict is HOLDS
        assert decide(always("a.owner == bob"), made, None).verdict is REFUTED

    def test_always_and_never(self):
        assert decide(always("a.x == 0 and a.y or a.x == 1"), TWO, None).verdict is HOLDS
        assert decide(never("a.x > 1"), TWO, None).verdict is HOLDS
        assert decide(always("a.y"), TWO, None).witness == TWO.outcomes[1].witness
        assert decide(never("a.y"), TWO, None).witness == TWO.outcomes[0].witness

    def test_possible(self):
        assert decide(possible("a.x == 1"), TWO, None).witness == TWO.outcomes[1].witness
        assert decide(possible("a.x == 2"), TWO, None).verdict is REFUTED

    def test_choosers(self):
        assert decide(Choosers(("bob",), "order"), TWO, None).verdict is HOLDS
        assert decide(Choosers(("bob",)), TWO, None).verdict is HOLDS
        assert decide(Choosers((), "target"), TWO, None).verdict is HOLDS
        assert decide(Choosers(("alice",), "order"), TWO, None).verdict is REFUTED
        assert decide(Choosers(("alice", "bob")), TWO, None).verdict is REFUTED
        wrong = decide(Choosers((), "order"), TWO, None)
        assert wrong.verdict is REFUTED
        assert wrong.witness[-1].who == "bob"

    def test_orderings(self):
        assert decide(orderings(5), TWO, None).verdict is HOLDS
        assert decide(orderings(6), TWO, None).verdict is REFUTED
        assert decide(orderings(3, {"a.x": 1}), TWO, None).verdict is HOLDS
        assert decide(orderings(2, {"a.x": 1}), TWO, None).verdict is REFUTED
        assert decide(orderings(0, {"a.x": 7}), TWO, None).verdict is HOLDS

    def test_orderings_are_exact_past_machine_numbers(self):
        big = graph(outcome({"a.x": 0}, 10**40))
        assert decide(orderings(10**40), big, None).verdict is HOLDS
        assert decide(orderings(10**40 + 1), big, None).verdict is REFUTED

    def test_loops_have_no_number_of_orderings(self):
        assert decide(orderings(1), graph(outcome({"a.x": 0}), unbounded=True), None).verdict is UNDECIDED


class TestIncomplete:
    part = graph(outcome({"a.x": 0}, 4), complete=False, choosers={"order": ["bob"]})

    @pytest.mark.parametrize(
        "claim",
        [
            outcomes({"a.x": 0}),
            outcomes({"a.x": 0}, {"a.x": 1}),
            always("a.x == 0"),
            never("a.x == 1"),
            possible("a.x == 1"),
            Choosers(("bob",), "order"),
            Choosers(("alice", "bob"), "order"),
            orderings(4),
            orderings(9),
        ],
    )
    def test_nothing_is_proven(self, claim):
        found = decide(claim, self.part, None)
        assert (found.verdict, found.reason) == (UNDECIDED, "cut short")

    @pytest.mark.parametrize(
        "claim", [outcomes({"a.x": 1}), always("a.x == 1"), never("a.x == 0"), Choosers(("alice",)), orderings(3)]
    )
    def test_what_was_found_refutes(self, claim):
        assert decide(claim, self.part, None).verdict is REFUTED

    def test_what_was_found_is_possible(self):
        assert decide(possible("a.x == 0"), self.part, None).verdict is HOLDS


class TestSymbolic:
    oracle = where(N=">= 1")
    double = graph(outcome({"a.x": 2 * N + 1}, 1, pc()), outcome({"a.x": 2 * N + 2}, 1, pc()))
    halves = graph(
        outcome({"a.x": N // 2}, 1, pc(("ge", N, 2))),
        outcome({"a.x": Form.of(0)}, 1, pc(("eq", N, 1))),
        outcome({"a.x": N}, 2, pc(("ge", N, 2)), pc(("eq", N, 1))),
    )

    def decide(self, claim, made=None):
        return decide(claim, made or self.double, self.oracle)

    def test_exact_outcomes(self):
        assert self.decide(outcomes({"a.x": "2*N + 1"}, {"a.x": "2*(N + 1)"})).verdict is HOLDS
        assert self.decide(outcomes({"a.x": "N // 2"}, {"a.x": "N"}), self.halves).verdict is HOLDS

    def test_too_many(self):
        found = self.decide(outcomes({"a.x": "2*N + 1"}))
        assert (found.verdict, found.counterexample) == (REFUTED, {"N": 1})
        assert found.witness == self.double.outcomes[1].witness

    def test_right_for_some_numbers_only(self):
        found = self.decide(outcomes({"a.x": "2*N + 1"}, {"a.x": "N + 3"}))
        assert (found.verdict, found.counterexample) == (REFUTED, {"N": 2})

    def test_never_reached_for_some_number(self):
        found = self.decide(outcomes({"a.x": "2*N + 1"}, {"a.x": "2*N + 2"}, {"a.x": "N + 2"}))
        assert (found.verdict, found.counterexample) == (REFUTED, {"N": 2})
        assert found.witness == ()

    def test_when_restricts_an_outcome(self):
        made = graph(outcome({"a.x": Form.of(0)}, 1, pc(("ge", N, 5))), outcome({"a.x": N}, 1, pc(("lt", N, 5))))
        few, many = assignment({"a.x": "N"}, "N < 5"), assignment({"a.x": 0}, "N >= 5")
        assert self.decide(Outcomes((few, many)), made).verdict is HOLDS
        assert self.decide(Outcomes((few, assignment({"a.x": 0}))), made).counterexample == {"N": 1}
        assert self.decide(Outcomes((few, assignment({"a.x": 0}, "N > 5"))), made).counterexample == {"N": 5}

    def test_always_never_possible(self):
        assert self.decide(always("a.x == 2*N + 1 or a.x == 2*N + 2")).verdict is HOLDS
        assert self.decide(always("a.x < 8")).counterexample == {"N": 3}
        assert self.decide(never("a.x == 9")).counterexample == {"N": 4}
        assert self.decide(never("a.x == 2*N")).verdict is HOLDS
        assert self.decide(possible("a.x % 2 == 0")).verdict is HOLDS
        assert self.decide(possible("a.x == 4")).verdict is REFUTED

    def test_possible_may_need_another_outcome_for_another_number(self):
        made = graph(outcome({"a.x": N}, 1, pc(("ge", N, 5))), outcome({"a.x": N + 1}, 1, pc(("lt", N, 5))))
        assert self.decide(possible("a.x >= N"), made).verdict is HOLDS
        assert self.decide(possible("a.x == N"), made).counterexample == {"N": 1}

    def test_an_undeclared_name_is_a_fault(self):
        with pytest.raises(ClaimFault):
            self.decide(always("a.x == M"))

    def test_orderings_of_disjoint_cases_do_not_add_up(self):
        made = graph(outcome({"a.x": N}, 1, pc(("ge", N, 5))), outcome({"a.x": N + 1}, 1, pc(("lt", N, 5))))
        assert self.decide(orderings(1), made).verdict is HOLDS
        assert self.decide(orderings(2), made).verdict is REFUTED
        assert self.decide(orderings(1, {"a.x": "N"}), made).counterexample == {"N": 1}

    def test_numbers_picked_on_the_way(self):
        pick = Form.name("pick1")
        made = graph(outcome({"a.x": pick}, 1, pc(("ge", pick, 0), ("le", pick, N))))
        assert self.decide(always("0 <= a.x and a.x <= N"), made).verdict is HOLDS
        assert self.decide(possible("a.x == N - 1"), made).verdict is HOLDS
        assert self.decide(possible("a.x == N + 1"), made).verdict is REFUTED
        assert self.decide(outcomes({"a.x": 0}, {"a.x": "N"}), made).verdict is REFUTED
        assert self.decide(orderings("N + 1"), made).verdict is UNDECIDED

    def test_z3_giving_up_is_undecided(self):
        class Tired(Oracle):
            def _check(self, assumed):
                raise SolverUnknown("no answer")

        found = decide(always("a.x > 0"), self.double, Tired(parse_where({"N": ">= 1"})))
        assert (found.verdict, found.reason) == (UNDECIDED, "no answer")


class TestControls:
    def test_concrete(self):
        claims = [outcomes({"a.x": 0}, {"a.x": 1})]
        assert rejects(assignment({"a.x": 2}), claims, TWO, None)
        assert not rejects(assignment({"a.x": 1}), claims, TWO, None)
        assert rejects(assignment({"a.x": 2}), [never("a.x > 1")], TWO, None)
        assert not rejects(assignment({"a.x": 2}), [possible("a.x == 1")], TWO, None)
        assert not rejects(assignment({"a.y": True}), claims, TWO, None)

    def test_what_is_not_mentioned_is_as_in_a_real_outcome(self):
        assert rejects(assignment({"a.x": 2}), [always("a.x == 0 and a.y or a.x == 1")], TWO, None)
        assert not rejects(assignment({"a.x": 1}), [always("a.x == 0 and a.y or a.x == 1")], TWO, None)

    def test_reached(self):
        assert reached(assignment({"a.x": 1}), TWO, None)
        assert not reached(assignment({"a.x": 1, "a.y": True}), TWO, None)

    def test_symbolic(self):
        oracle, made = TestSymbolic.oracle, TestSymbolic.double
        claims = [outcomes({"a.x": "2*N + 1"}, {"a.x": "2*N + 2"})]
        for wrong in ("2*N", "N + 3", "4"):
            assert rejects(assignment({"a.x": wrong}), claims, made, oracle)
            assert not reached(assignment({"a.x": wrong}), made, oracle)
        assert not rejects(assignment({"a.x": "N + N + 1"}), claims, made, oracle)
        assert reached(assignment({"a.x": "N + N + 1"}), made, oracle)


# Trace claims, on explorations of a small made-up world.


def fact(name, *numbers):
    return Function(name, [Number(number) for number in numbers])


def at(name):
    return frozenset({Function("todo", [Function("cons", [Function(name), Function("nil")])])})


class World:
    """Places with choices; a place may ask first. It stands in for a stepper."""

    def __init__(self, **places):
        self.places = places  # name -> {choice: (tags, to, adds)} or (asked, when yes, when no)

    def expand(self, questions):
        return [self.one(question) for question in questions]

    def one(self, question):
        entry = self.places[question.phase]
        if isinstance(entry, tuple):
            asked, yes, no = entry
            if not question.answers:
                return Expansion(((asked, condition(asked)),), (), {}, final=False, faults=())
            entry = yes if question.answers[0][1] else no
        here = at(question.phase)
        choices = tuple(
            Choice("bob", Function(name), None, at(to), here, (), adds, (), tuple(("1", tag) for tag in tags))
            for name, (tags, to, adds) in entry.items()
        )
        return Expansion((), choices, {}, final=not entry, faults=())

    def explore(self, numbers=(), oracle=None):
        reading = ConcreteReading(dict(numbers)) if oracle is None else SymbolicReading(dict(numbers), oracle)
        [found] = explore_all(self, [Explorer(at("start"), reading, frozenset(), fact("endless"))])
        made = graph()
        made.exploration, made.complete, made.why = found, found.complete, found.why
        return made


def line(*tags):
    """A world with one sequence of steps."""
    names = ["start", *(f"p{number}" for number in range(1, len(tags))), "end"]
    places = {names[k]: {"go": (tag.split("+"), names[k + 1], ())} for k, tag in enumerate(tags)}
    return World(**places, end={})


class TestNeverBetween:
    claim = NeverBetween("from", "to", "never")

    @pytest.mark.parametrize(
        ("steps", "verdict"),
        [
            ("from x to", HOLDS),
            ("never from to never", HOLDS),
            ("from never to", REFUTED),
            ("from never from to", REFUTED),
            ("from to never from x to", HOLDS),
            ("from to from never x to", REFUTED),
            ("from+never to+never", HOLDS),
            ("from never x", UNDECIDED),
            ("to never from", UNDECIDED),
            ("x y z", UNDECIDED),
        ],
    )
    def test_one_sequence(self, steps, verdict):
        assert decide(self.claim, line(*steps.split()).explore(), None).verdict is verdict

    def test_the_sequence_is_shown(self):
        found = decide(self.claim, line("x", "from", "never", "to", "y").explore(), None)
        assert [step.what for step in found.witness] == [("x",), ("from",), ("never",), ("to",)]

    def test_one_bad_sequence_among_good_ones(self):
        world = World(
            start={"good": (["from"], "middle", ()), "bad": (["from"], "detour", ())},
            detour={"go": (["never"], "middle", ())},
            middle={"go": (["to"], "end", ())},
            end={},
        )
        found = decide(self.claim, world.explore(), None)
        assert found.verdict is REFUTED
        assert len(found.witness) == 3

    def test_a_sequence_that_numbers_forbid_is_no_refutation(self):
        """Both ways meet in one structure; only the one without ``never`` has the number that leads on to ``to``."""
        n = fact("n")
        asked = Function("ge", [n, Number(1)])
        one = ((n, term(Number(1))),)
        world = World(
            start={"good": (["from"], "middle", one), "bad": (["from"], "detour", ())},
            detour={"go": (["never"], "middle", ())},
            middle=(asked, {"go": (["to"], "end", ())}, {"go": (["x"], "end", ())}),
            end={},
        )
        assert decide(self.claim, world.explore(), None).verdict is HOLDS
        world.places["detour"] = {"go": (["never"], "middle", one)}
        assert decide(self.claim, world.explore(), None).verdict is REFUTED

    def test_symbolic_refutation_has_numbers(self):
        n = fact("n")
        asked = Function("ge", [n, Number(7)])
        world = World(
            start={"go": (["from"], "middle", ())},
            middle=(asked, {"go": (["never"], "last", ())}, {"go": (["x"], "last", ())}),
            last={"go": (["to"], "end", ())},
            end={},
        )
        for bounds, verdict, values in ((">= 1", REFUTED, {"N": 7}), ("1..6", HOLDS, {})):
            oracle = where(N=bounds)
            found = decide(self.claim, world.explore({n: N}, oracle), oracle)
            assert (found.verdict, found.counterexample) == (verdict, values)

    def test_loops_are_walked_once(self):
        world = World(
            start={"go": (["from"], "loop", ())},
            loop={"round": (["x"], "loop", ()), "out": (["to"], "end", ())},
            end={},
        )
        assert decide(self.claim, world.explore(), None).verdict is HOLDS
        world.places["loop"]["round"] = (["never"], "loop", ())
        assert decide(self.claim, world.explore(), None).verdict is REFUTED

    def test_incomplete(self):
        made = line("from", "x", "to").explore()
        made.complete, made.why = False, "cut short"
        assert decide(self.claim, made, None).reason == "cut short"
        made = line("from", "never", "to").explore()
        made.complete = False
        assert decide(self.claim, made, None).verdict is REFUTED

    def test_too_many_rows_to_follow(self):
        made = line("from", "never", "x", "x", "x", "to").explore()
        assert "rows" in examine(self.claim, made, limit=2).open


@pytest.mark.parametrize(
    ("steps", "verdict"),
    [
        ("a b", HOLDS),
        ("x a y b b", HOLDS),
        ("b a", REFUTED),
        ("a+b", REFUTED),
        ("a b+a", HOLDS),
        ("a x", UNDECIDED),
        ("x", UNDECIDED),
    ],
)
def test_before(steps, verdict):
    assert decide(Before("a", "b"), line(*steps.split()).explore(), None).verdict is verdict
