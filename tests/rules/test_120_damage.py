"""Damage becomes its results: life, counters, marks, poison (120.3), after replacement and prevention (120.4)."""

from __future__ import annotations

import pytest


def hit(kind: str, to: str, amount: int = 2) -> dict[str, str]:
    return {"alice": f"{{{kind}, as: it}}", "do": f"{{deal: {{amount: {amount}, from: it, to: {to}}}}}"}


@pytest.mark.parametrize(
    ("keywords", "poison", "life"),
    [("", 0, 18), ("has: [infect], ", 2, 20), ("has: [wither], ", 0, 18), ('has: ["toxic 3"], ', 0, 18)],
)
def test_a_player(outcomes, at_table, keywords, poison, life) -> None:
    # 120.3a, 120.3b; toxic speaks of combat damage only (120.3g).
    scene = at_table(**hit(f"{keywords}creature: 1/1", "bob"), see="bob.life, bob.poison")
    assert outcomes(scene) == {(life, poison): 1}


@pytest.mark.parametrize(
    ("keywords", "marked", "counters"), [("", 2, 0), ("has: [infect], ", 0, 2), ("has: [wither], ", 0, 2)]
)
def test_a_creature(outcomes, at_table, keywords, marked, counters) -> None:
    # 120.3d, 120.3e
    scene = at_table(**hit(f"{keywords}creature: 1/1", "ox"), bob="{creature: 0/5, as: ox}", see="ox.damage, ox.m1m1")
    assert outcomes(scene) == {(marked, counters): 1}


@pytest.mark.parametrize(("kind", "counter"), [("planeswalker", "loyalty"), ("battle", "defense")])
def test_a_planeswalker_and_a_battle(outcomes, at_table, kind, counter) -> None:
    # 120.3c, 120.3h
    scene = at_table(**hit("creature: 1/1", "target"), bob=f"{{{kind}: 5, as: target}}", see=f"target.{counter}")
    assert outcomes(scene) == {(3,): 1}


def test_lifelink_gains_in_addition_to_other_results(outcomes, at_table) -> None:
    # 120.3f
    scene = at_table(**hit("has: [lifelink, infect], creature: 1/1", "bob"), see="alice.life, bob.life, bob.poison")
    assert outcomes(scene) == {(22, 20, 2): 1}


def test_toxic_gives_its_whole_value_whatever_the_amount(outcomes, at_table) -> None:
    # 120.3g, 702.164: both instances add up, beside the loss of life.
    rat = '{creature: 5/5, as: rat, has: ["toxic 1", "toxic 2"]}'
    assert outcomes(at_table(rat, do="{attack: {rat: bob}}", see="bob.life, bob.poison")) == {(15, 3): 1}


def test_toxic_of_a_creature_without_power_gives_nothing(outcomes, at_table) -> None:
    # 120.8: damage of 0 is not dealt.
    rat = '{creature: 0/5, as: rat, has: ["toxic 1"]}'
    assert outcomes(at_table(rat, do="{attack: {rat: bob}}", see="bob.life, bob.poison")) == {(20, 0): 1}


def test_deathtouch_destroys_what_any_damage_was_dealt_to(outcomes, at_table) -> None:
    # 704.5h
    see = "ox.on_battlefield"
    snake = hit("has: [deathtouch], creature: 1/1", "ox", 1)
    assert outcomes(at_table(**snake, bob="{creature: 0/5, as: ox}", see=see)) == {(False,): 1}
    snake = hit("has: [deathtouch], creature: 1/1", "ox", 0)
    assert outcomes(at_table(**snake, bob="{creature: 0/5, as: ox}", see=see)) == {(True,): 1}
