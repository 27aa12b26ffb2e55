"""Exploration: equal states are merged, counts are exact, loops are told apart, and a budget is admitted."""

from __future__ import annotations

from math import factorial
from pathlib import Path

import pytest

from tests.conftest import Table
from verifier.explorer import Budget
from verifier.project import Project

PUT = '{put: {counter: "+1/+1", to: bear, amount: %d}}'
BEAR = "{creature: 2/2, as: bear}"
SEASON, SCALES = "{card: Doubling Season}", "{card: Hardened Scales}"

LOOPS = """
card("Echo"). card_type("Echo",enchantment). card_ability("Echo",1,trigger(gains(you),gain(1,you))).
card("Choir"). card_type("Choir",enchantment). card_ability("Choir",1,trigger(gains(you),may(gain(1,you)))).
card("Wheel"). card_type("Wheel",artifact).
card_ability("Wheel",1,trigger(put(self,charge,anyone),may(seq(remove(charge,1,self),put(charge,1,self))))).
card("Sun"). card_type("Sun",enchantment). card_ability("Sun",1,static(creature,boost(-1,-1))).
card_ability("Sun",2,forbid(put(creature,any,anyone,any))).
"""


@pytest.fixture(scope="module")
def looping(tmp_path_factory) -> Table:
    root: Path = tmp_path_factory.mktemp("cards")
    (root / "loops.lp").write_text(LOOPS, encoding="utf-8")
    return Table(Project.open([root]), root)


def test_twenty_effects_in_every_order(table, at_table) -> None:
    # 20! orders, few different states: merging is what makes this possible.
    effects = ", ".join([BEAR] + [SEASON] * 10 + [SCALES] * 10)
    found = table.graph(at_table(effects, do=PUT % 1, see="bear.p1p1"))
    assert found.complete
    assert found.orderings == factorial(20)
    values = [each.values["bear.p1p1"] for each in found.outcomes]
    assert min(values) == 2**10 + 10
    assert max(values) == 11 * 2**10
    assert found.exploration.rows < 10**5


def test_forty_doublings(table, at_table) -> None:
    found = table.graph(at_table(", ".join([BEAR] + [SEASON] * 40), do=PUT % 3, see="bear.p1p1"))
    assert [(each.values["bear.p1p1"], each.orderings) for each in found.outcomes] == [(3 * 2**40, factorial(40))]


def test_large_life_totals(table, at_table) -> None:
    scene = at_table(do="{lose_life: {player: alice, amount: 1}}", see="alice.life", more=f", life: {10**30}")
    assert [each.values for each in table.graph(scene).outcomes] == [{"alice.life": 10**30 - 1}]


def test_the_witness_is_a_shortest_way(table, at_table) -> None:
    found = table.graph(at_table(f"{BEAR}, {SEASON}, {SCALES}", do=PUT % 1, see="bear.p1p1"))
    chosen = {
        each.values["bear.p1p1"]: [step.choice for step in each.witness if step.who == "alice"]
        for each in found.outcomes
    }
    assert chosen.keys() == {3, 4}
    assert all("doubling" in order[0] and "scales" in order[1] for order in [chosen[3], chosen[4][::-1]])


def test_a_forced_loop_that_grows_is_a_draw(looping, at_table) -> None:
    # 104.4b: the numbers differ in every round, and yet it never ends.
    found = looping.graph(at_table("{card: Echo}", do="{gain_life: {player: alice}}", see="game.draw"))
    assert (found.complete, found.unbounded) == (True, False)
    assert [each.values for each in found.outcomes] == [{"game.draw": True}]


def test_a_forced_loop_that_repeats_exactly_is_a_draw(looping, at_table) -> None:
    # A persisting 1/1 dies and returns without a counter, again and again.
    scene = at_table("{creature: 1/1, as: rat, has: [persist]}, {card: Sun}", do="", see="game.draw")
    found = looping.graph(scene)
    assert (found.complete, found.unbounded) == (True, False)
    assert [each.values for each in found.outcomes] == [{"game.draw": True}]


def test_an_optional_loop_is_unbounded_and_no_draw(looping, at_table) -> None:
    # 732.4: Alice may turn the wheel as often as she likes and stop; no number of orders is the last one.
    do = "{put: {counter: charge, to: wheel}}"
    found = looping.graph(at_table("{card: Wheel, as: wheel}", do=do, see="game.draw, wheel.charge"))
    assert {tuple(each.values.values()) for each in found.outcomes} == {(False, 1)}
    assert found.complete
    assert found.unbounded


def test_an_optional_loop_that_grows_is_incomplete(looping, at_table) -> None:
    scene = at_table("{card: Choir}", do="{gain_life: {player: alice}}", see="alice.life, game.draw")
    found = looping.graph(scene, Budget(layers=300))
    assert not found.complete
    assert {each.values["game.draw"] for each in found.outcomes} == {False}
    lives = sorted(each.values["alice.life"] for each in found.outcomes)
    assert lives == list(range(21, 21 + len(lives)))


@pytest.mark.parametrize("budget", [Budget(rows=5), Budget(layers=3), Budget(structures=3)])
def test_a_budget_that_is_used_up_is_told(table, at_table, budget) -> None:
    found = table.graph(at_table(f"{BEAR}, {SEASON}, {SCALES}", do=PUT % 1, see="bear.p1p1"), budget)
    assert not found.complete
    assert "budget" in found.why
