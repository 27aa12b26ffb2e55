"""Solving: the smallest numbers for a goal, proved smallest, checked with exact integers; and smallest refutations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.test_explorer import LOOPS
from verifier import solving
from verifier.cli import main
from verifier.errors import InvalidInput
from verifier.explorer import Budget
from verifier.expressions import parse, truth
from verifier.minimise import Least
from verifier.project import Project
from verifier.solving import Disagreement, Found, Solution

ROOT = Path(__file__).parent.parent
SYMBOLIC = str(ROOT / "examples" / "symbolic.yaml")
SCALES = str(ROOT / "examples" / "scales.yaml")

TWO_EFFECTS = """
where: {N: "BOUNDS"}
players:
  alice: {battlefield: [{creature: 1/1, as: bear}, {card: Hardened Scales}, {card: Doubling Season}]}
  bob: {}
do: [{put: {counter: "+1/+1", to: bear, amount: N}}]
"""
TOXIC = """
where: {P: ">= 0", L: ">= 1"}
players:
  alice: {battlefield: [{creature: 1/1, as: rat, has: [toxic 2]}]}
  bob: {life: L, counters: {poison: P}}
do: [{attack: {rat: bob}}, {proliferate: alice}]
"""
SUM = """
where: {A: "0..9", B: "0..9"}
players: {alice: {}, bob: {}}
do: [{put: {counter: poison, to: bob, amount: "2*A + 3*B"}}]
"""
SHIELD = """
where: {N: ">= 1"}
players:
  alice: {battlefield: [{creature: 0/1, as: rat, counters: {"+1/+1": N}},
                        {creature: 0/1, as: bat, has: [toxic 2], counters: {"+1/+1": N}}]}
  bob: {}
do: [{prevent_next: {amount: N, to: bob}}, {attack: {rat: bob, bat: bob}}]
"""


@pytest.fixture
def solve(project, tmp_path):
    def solved(text: str, goal: str, *, some: bool = False, rows: int = 2_000_000) -> Solution:
        path = tmp_path / "scenario.yaml"
        path.write_text(text, encoding="utf-8")
        return project.solve(project.scenario(path), goal, every=not some, budget=Budget(rows=rows))

    return solved


def two(bounds: str = ">= 1") -> str:
    return TWO_EFFECTS.replace("BOUNDS", bounds)


def brief(found: Solution):
    return found.found, found.values, found.smallest, found.region, found.checked


# --- numbers worked out by hand: N counters become 2N + 1 or 2N + 2


@pytest.mark.parametrize(
    ("goal", "some", "least_n", "region"),
    [
        ("bear.p1p1 >= 7", False, 3, "N >= 3"),  # 2N + 1 >= 7
        ("bear.p1p1 >= 7", True, 3, "N >= 3"),  # 2N + 2 >= 7
        ("bear.p1p1 >= 8", False, 4, "N >= 4"),  # 2N + 1 >= 8
        ("bear.p1p1 >= 8", True, 3, "N >= 3"),  # 2N + 2 >= 8
        ("bear.p1p1 >= 3", False, 1, "true"),
        ("bear.p1p1 == 8", True, 3, "N == 3"),
        ("bear.p1p1 == 9 or bear.p1p1 == 10", False, 4, "N == 4"),
        ("bear.p1p1 <= 9 and N != 1", False, 2, "N <= 3 and N >= 2"),
        ("bear.p1p1 > 3*N", True, 1, "N == 1"),
        ("bear.p1p1 > N + 5 and N % 3 == 0", False, 6, None),
    ],
)
def test_every_and_some_order_differ(solve, goal, some, least_n, region):
    found = solve(two(), goal, some=some)
    assert (found.found, found.values, found.smallest, found.checked) == (Found.FOUND, {"N": least_n}, True, True)
    if region is not None:
        assert found.region == region
    assert found.exit_code == 0


def test_what_shows_the_answer(solve):
    every = solve(two(), "bear.p1p1 >= 8")
    assert [each.values for each in every.outcomes] == [{"bear.p1p1": 9}, {"bear.p1p1": 10}]
    some = solve(two(), "bear.p1p1 >= 8", some=True)
    [reached] = some.outcomes
    assert reached.values == {"bear.p1p1": 8}
    chosen = [step.choice for step in reached.witness if step.chosen]
    assert [choice.split()[1] for choice in chosen] == ["hardened_scales", "doubling_season"]


def test_no_numbers(solve):
    assert brief(solve(two(), "bear.p1p1 == 8")) == (Found.NONE, None, False, None, True)
    assert brief(solve(two(), "bear.p1p1 < 3", some=True)) == (Found.NONE, None, False, None, True)
    found = solve(two("1..2"), "bear.p1p1 >= 7", some=True)
    assert (found.found, found.exit_code, found.at) == (Found.NONE, 1, {"N": 1})
    assert [each.values["bear.p1p1"] for each in found.outcomes] == [3, 4]


def test_several_unknowns_and_a_choice_of_proliferate(solve):
    # The rat gives two poison counters and one damage; at no life bob is gone before anything proliferates.
    every = solve(TOXIC, "bob.poison >= 10")
    assert (every.values, every.region) == ({"P": 8, "L": 1}, "P >= 8")
    some = solve(TOXIC, "bob.poison >= 10", some=True)
    assert (some.values, some.smallest) == ({"P": 7, "L": 2}, True)
    lost = solve(TOXIC, "bob.lost and bob.life > 0", some=True)
    assert lost.values == {"P": 7, "L": 2}


def test_smallest_is_the_least_sum_and_then_the_first_unknown(solve):
    # 2A + 3B == 13: (5, 1) and (2, 3); == 18: (9, 0), (6, 2), (3, 4), (0, 6); sums tie at 2A + 2B == 4 alone.
    assert solve(SUM, "bob.poison == 13").values == {"A": 2, "B": 3}
    assert solve(SUM, "bob.poison == 18").values == {"A": 0, "B": 6}
    assert solve(SUM, "bob.poison >= 0 and A + B == 4 and A > 0").values == {"A": 1, "B": 3}
    goal = solve(SUM, "bob.poison == 13 and A > B")
    assert (goal.values, goal.region) == ({"A": 5, "B": 1}, "A > B and 2*A + 3*B == 13")


def test_numbers_picked_on_the_way_are_choices(solve):
    # Bob divides a shield of N over two sources of N: he takes N, and two poison unless the shield is all for the bat.
    every = solve(SHIELD, "bob.life <= 10")
    assert (every.values, every.smallest, every.checked) == ({"N": 10}, True, True)
    assert solve(SHIELD, "bob.life <= 10 and bob.poison == 2").found is Found.NONE
    some = solve(SHIELD, "bob.life <= 10 and bob.poison == 2", some=True)
    assert (some.values, some.smallest, some.region) == ({"N": 10}, True, None)
    free = solve(SHIELD, "bob.life <= 10 and bob.poison == 0", some=True)
    [reached] = free.outcomes
    assert any("x = 10" in step.choice for step in reached.witness)


def test_more_numbers_to_pick_than_can_be_listed(solve):
    # Too many for the check: the proof stands, and the witness is a function of N.
    found = solve(SHIELD, "bob.life <= -200000 and bob.poison == 2", some=True)
    assert (found.values, found.smallest, found.checked, found.at) == ({"N": 200_020}, True, False, None)
    [reached] = found.outcomes
    assert "with x = pick1" in next(step.choice for step in reached.witness if step.chosen)
    every = solve(SHIELD, "bob.life <= -200000")
    assert (every.values, every.checked, every.outcomes) == ({"N": 200_020}, False, ())


COUNTS = range(1, 13)


@pytest.fixture(scope="module")
def counted(table):
    """What exact integers give for every N, as outcomes' values."""
    plain = two().replace('where: {N: ">= 1"}\n', "")
    return {
        n: [each.values for each in table.graph(plain.replace("amount: N", f"amount: {n}")).outcomes] for n in COUNTS
    }


@pytest.mark.parametrize("some", [False, True])
@pytest.mark.parametrize("goal", [
    "bear.p1p1 % 5 == 3", "bear.p1p1 >= 2*N + 2 or N > 7", "bear.p1p1 // 3 == N - 4", "bear.p1p1 - N >= 9",
    "bear.p1p1 == 2*N", "not (bear.p1p1 < 20 and N != 5)", "bear.p1p1 % 5 == 3 and bear.p1p1 > 9",
])  # fmt: skip
def test_solutions_are_those_of_exact_integers(solve, counted, goal, some):
    expr, choose = parse(goal), any if some else all
    right = [n for n in COUNTS if choose(truth(expr, {"N": n, **values}) for values in counted[n])]
    found = solve(two("1..12"), goal, some=some)
    assert found.values == ({"N": right[0]} if right else None)
    assert found.smallest == bool(right)
    if found.region is not None:
        assert [n for n in COUNTS if truth(parse(found.region), {"N": n})] == right


def test_numbers_have_no_limit(solve):
    big = 10**40
    assert solve(two(), f"bear.p1p1 >= {big}").values == {"N": big // 2}
    assert solve(two(), f"bear.p1p1 >= {big}", some=True).values == {"N": big // 2 - 1}


def test_without_unknowns_the_answer_is_yes_or_no(solve):
    plain = (
        two().replace('where: {N: "BOUNDS"}', "").replace('where: {N: ">= 1"}', "").replace("amount: N", "amount: 3")
    )
    yes = solve(plain, "bear.p1p1 >= 7")
    assert (brief(yes), yes.exit_code) == ((Found.FOUND, {}, True, None, True), 0)
    no = solve(plain, "bear.p1p1 >= 8")
    assert (no.found, no.exit_code, [each.values["bear.p1p1"] for each in no.outcomes]) == (Found.NONE, 1, [7])
    assert solve(plain, "bear.p1p1 >= 8", some=True).found is Found.FOUND
    assert solve(plain, "bear.p1p1 >= 9", some=True).found is Found.NONE


# --- cut short


def test_cut_short_proves_no_every(solve):
    whole = solve(two(), "bear.p1p1 >= 8").outcomes
    assert whole
    found = solve(two(), "bear.p1p1 >= 8", rows=3)
    assert (found.found, found.exit_code, found.complete) == (Found.UNDECIDED, 5, False)
    assert "budget" in found.reason
    assert solve(two(), "bear.p1p1 >= 8", some=True, rows=3).found is Found.UNDECIDED


class Cut:
    """A session whose symbolic runs are cut short after two outcomes."""

    def __init__(self, session) -> None:
        self.session = session

    def run(self, scenario, budget=None):
        run = self.session.run(scenario, budget)
        if run.oracle is not None:
            run.graph.complete, run.graph.why = False, "cut short"
        return run


@pytest.fixture
def cut(project, tmp_path):
    def solved(text: str, goal: str, *, some: bool = False) -> Solution:
        path = tmp_path / "scenario.yaml"
        path.write_text(text, encoding="utf-8")
        scenario = project.scenario(path)
        read = solving.read_goal(goal, scenario, project.vocabulary, every=not some)
        return solving.solve(Cut(project.session), scenario, read)

    return solved


def test_what_was_found_counts(cut):
    some = cut(two(), "bear.p1p1 >= 8", some=True)
    assert (some.found, some.values, some.smallest, some.exit_code) == (Found.FOUND, {"N": 3}, False, 5)
    assert (some.region, some.reason) == (None, "cut short")
    first = cut(two(), "bear.p1p1 >= 3", some=True)  # nothing can be smaller than 1
    assert (first.values, first.smallest, first.exit_code) == ({"N": 1}, True, 0)
    assert cut(two(), "bear.p1p1 >= 8").found is Found.UNDECIDED
    assert cut(two(), "bear.p1p1 < 3", some=True).found is Found.UNDECIDED
    assert cut(two(), "bear.p1p1 < 3").found is Found.NONE  # what was found is enough against every order


# --- wrong goals


@pytest.mark.parametrize(
    ("goal", "message"),
    [
        ("bear.p1p1 =< 8", "--for: '=' does not belong here (column 11)"),
        ("bear.p1p1 >= ", "--for: expected a number, a name or '(', found nothing more (column 14)"),
        ("bear.p1p1 + 1", "--for: this is not a yes/no expression (column 11)"),
        ("1 <= ber.p1p1", "--for: nothing is labelled 'ber' (column 6) (did you mean bear?)"),
        ("bear.powr > 1", "--for: bear (object) has nothing called 'powr' (column 1) (did you mean bear.power?)"),
        ("bear.p1p1 == M", "--for: nothing is called M (column 14)"),
        ("bear.p1p1 == true", "--for: compares a number with a truth (column 11)"),
        ("bear.p1p1 // N == 1", "--for: the divisor must be a positive number (column 11)"),
    ],
)
def test_wrong_goals(solve, goal, message):
    with pytest.raises(InvalidInput) as caught:
        solve(two(), goal)
    assert str(caught.value) == message


# --- the proofs are not trusted blindly


def test_a_wrong_proof_is_noticed(solve, monkeypatch):
    monkeypatch.setattr(solving, "least", lambda oracle, wanted, below=None: Least({"N": 2}, proved=True))
    with pytest.raises(Disagreement):
        solve(two(), "bear.p1p1 >= 8")
    monkeypatch.setattr(
        solving, "least", lambda oracle, wanted, below=None: None if len(wanted) else Least({"N": 5}, True)
    )
    with pytest.raises(Disagreement):
        solve(two(), "bear.p1p1 >= 8")


def test_undecided_when_z3_cannot_tell(solve):
    text = SUM.replace('A: "0..9", B: "0..9"', 'A: ">= 1", B: ">= 1", C: ">= 1"').replace("2*A + 3*B", "A + B + C")
    found = solve(text, "A*A*A + B*B*B == C*C*C and bob.poison > 0")
    assert (found.found, found.exit_code) == (Found.UNDECIDED, 5)
    assert "Z3" in found.reason


# --- loops


@pytest.fixture(scope="module")
def looping(tmp_path_factory):
    root = tmp_path_factory.mktemp("cards")
    (root / "loops.lp").write_text(LOOPS, encoding="utf-8")
    return Project.open([root])


def looped(looping, tmp_path, text, goal):
    path = tmp_path / "scenario.yaml"
    path.write_text(text, encoding="utf-8")
    return looping.solve(looping.scenario(path), goal)


def test_a_forced_loop_is_a_draw_for_all_numbers(looping, tmp_path):
    # A persisting 1/1 dies and returns without a counter, again and again (104.4b), whatever bob's life is.
    text = (
        'where: {L: ">= 1"}\nplayers:\n  alice: {battlefield: [{creature: 1/1, has: [persist]}, {card: Sun}]}\n'
        "  bob: {life: L}\ndo: []\n"
    )
    found = looped(looping, tmp_path, text, "game.draw and bob.life >= 7")
    assert (found.values, found.region, found.unbounded) == ({"L": 7}, "L >= 7", False)


def test_a_loop_that_a_player_may_repeat(looping, tmp_path):
    text = (
        'where: {N: ">= 1"}\nplayers:\n  alice: {battlefield: [{card: Wheel, as: wheel}]}\n  bob: {}\n'
        "do: [{put: {counter: charge, to: wheel, amount: N}}]\n"
    )
    found = looped(looping, tmp_path, text, "wheel.charge >= 3 and not game.draw")
    assert (found.values, found.unbounded) == ({"N": 3}, True)


# --- refuted rulings


def test_a_ruling_refuted_for_unknowns_shows_the_smallest_numbers(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(
        '- id: few-counters\n  says: Never more than twenty.\n  cites: {rules: ["122.1"]}\n  status: holds\n'
        "  cases:\n    - title: for every number\n      scenario:\n"
        + "".join(f"        {line}\n" for line in two().strip().splitlines())
        + "      expect: {always: bear.p1p1 <= 20}\n  wrong_answers: [{bear.p1p1: 21}]\n",
        encoding="utf-8",
    )
    result = CliRunner().invoke(main, ["verify", str(path), "--format", "json"])
    [claim] = json.loads(result.stdout)["rulings"][0]["cases"][0]["claims"]
    assert (result.exit_code, claim["verdict"], claim["counterexample"]) == (1, "refuted", {"N": 10})


# --- the command


def test_text():
    result = CliRunner().invoke(main, ["solve", SYMBOLIC, "--for", "bear.p1p1 >= 8", "--in", "some"])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[1:5] == [
        "N = 3 gives bear.p1p1 >= 8 in some order",
        "  the smallest solution",
        "  all solutions: N >= 3",
        "  with N = 3 the goal is met in:",
    ]
    assert lines[5] == "1. bear.p1p1 = 8"


def test_json():
    result = CliRunner().invoke(main, ["solve", SYMBOLIC, "--for", "bear.p1p1 >= 8", "--format", "json"])
    found = json.loads(result.stdout)
    assert list(found) == [
        "format", "title", "goal", "in", "found", "values", "smallest", "solutions", "at", "outcomes", "checked",
        "complete", "why", "exit",
    ]  # fmt: skip
    assert (found["format"], found["in"], found["found"], found["values"]) == (1, "every", "found", {"N": 4})
    assert (found["smallest"], found["solutions"], found["at"]) == (True, "N >= 4", {"N": 4})
    assert [each["values"] for each in found["outcomes"]] == [{"bear.p1p1": 9}, {"bear.p1p1": 10}]
    assert (found["checked"], found["complete"], found["why"], found["exit"]) == (True, True, None, 0)


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        ([SYMBOLIC, "--for", "bear.p1p1 == 8"], 1, "no numbers give bear.p1p1 == 8 in every order"),
        ([SCALES, "--for", "bear.p1p1 >= 4"], 0, "yes: bear.p1p1 >= 4 in every order"),
        ([SCALES, "--for", "bear.p1p1 >= 7", "--in", "some"], 1, "no: bear.p1p1 >= 7 is not so in any order"),
        (
            [SYMBOLIC, "--for", "bear.p1p1 >= 8", "--rows", "1"],
            5,
            "UNDECIDED: bear.p1p1 >= 8 in every order: the budget",
        ),
        ([SYMBOLIC, "--for", "bear.p1p1"], 3, "--for: this is not a yes/no expression (column 1)"),
        ([SYMBOLIC], 2, "Missing option '--for'"),
    ],
)
def test_exit_codes(arguments, code, text):
    result = CliRunner().invoke(main, ["solve", *arguments])
    assert (result.exit_code, text in result.output) == (code, True), result.output
    assert "Traceback" not in result.output
