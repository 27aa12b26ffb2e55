"""Alike tokens are one group with a number until a choice tells some of them apart (111.1)."""

from __future__ import annotations

import pytest

SQUIRRELS = "{create: {token: Squirrel, amount: %d, by: alice, as: sq}}"
COUNTER = '{put: {counter: "+1/+1", to: sq, amount: 1, by: alice}}'


def seen(outcomes, scene: str) -> set[tuple[object, ...]]:
    return set(outcomes(scene))


def test_a_number_of_tokens_costs_what_one_does(outcomes, at_table) -> None:
    # 111.1: exact, however many they are.
    scene = at_table("", do=f"{SQUIRRELS % 10**30}, {COUNTER}", see="alice.tokens.Squirrel, sq.p1p1, sq.size")
    assert seen(outcomes, scene) == {(10**30, 1, 10**30)}


def test_proliferate_takes_any_number_of_a_group(outcomes, at_table) -> None:
    # 701.34a: none, one, two or all three; no token is forgotten.
    do = f"{SQUIRRELS % 3}, {COUNTER}, {{proliferate: alice}}"
    scene = at_table("", do=do, see="alice.tokens.Squirrel, sq.p1p1, sq.size")
    assert seen(outcomes, scene) == {(3, 1, 3), (3, 2, 1), (3, 2, 2), (3, 2, 3)}


def test_effects_are_ordered_for_each_token_alone(outcomes, at_table) -> None:
    # 616.1: one of two tokens may go the other way.
    holders = '{card: "Doubling Season"}, {card: "Hardened Scales"}'
    scene = at_table(holders, do=f"{SQUIRRELS % 1}, {COUNTER}", see="alice.tokens.Squirrel, sq.p1p1, sq.size")
    assert seen(outcomes, scene) == {(2, 3, 2), (2, 4, 2), (2, 3, 1), (2, 4, 1)}


def test_effects_that_commute_leave_a_group_whole(outcomes, at_table) -> None:
    # 616.1: two that only add give one result.
    holders = '{card: "Hardened Scales"}, {card: "Hardened Scales"}'
    scene = at_table(holders, do=f"{SQUIRRELS % 5}, {COUNTER}", see="sq.p1p1, sq.size")
    assert seen(outcomes, scene) == {(3, 5)}


def test_a_target_is_one_of_them(outcomes, at_table) -> None:
    # 115.1: the spell kills one goblin of three.
    scene = at_table(
        "",
        do="{create: {token: Goblin, amount: 3, by: alice, as: gob}}, {cast: {card: bolt, targets: [gob], by: alice}}",
        see="alice.tokens.Goblin, gob.on_battlefield",
        hand="{card: Grim Affliction, as: bolt}",
    )
    assert seen(outcomes, scene) == {(2, False)}


def test_the_legend_rule_leaves_one_of_a_group(outcomes, at_table) -> None:
    # 704.5j: three of one name, two of them a group.
    legend = "{token: {creature: 2/2, name: Hero, types: [legendary]}, as: hero}"
    held = f'{legend}, {{card: "Doubling Season"}}'
    scene = at_table(held, do="{populate: alice}", see="alice.tokens.Hero, hero.on_battlefield")
    assert seen(outcomes, scene) == {(1, True), (1, False)}


@pytest.mark.parametrize("number", [1, 2])
def test_stock_clingo_agrees(table, at_table, number) -> None:
    holders = '{card: "Doubling Season"}, {card: "Hardened Scales"}'
    do = f"{SQUIRRELS % number}, {COUNTER}, {{proliferate: alice}}"
    assert table.crosscheck(at_table(holders, do=do, see="sq.p1p1, sq.size")).agree


def test_alike_tokens_fight_in_combat_one_by_one(outcomes, refusal, at_table) -> None:
    # 508.1a, 509.1a, 510.1c: three lifelinkers gain three; a 2/2 blocked by three kills one or two of them.
    oozes = "{create: {token: {creature: 1/1, name: Ooze, has: [haste, %s]}, amount: %d, by: %s, as: ooze}}"
    charge = f"{oozes % ('lifelink', 3, 'alice')}, {{attack: {{ooze: bob}}}}"
    assert outcomes(at_table("", do=charge, see="alice.life, bob.life")) == {(23, 17): 1}
    stand = f"{oozes % ('deathtouch', 3, 'bob')}, {{attack: {{bear: bob}}, block: {{ooze: bear}}}}"
    scene = at_table("{creature: 2/2, as: bear}", do=stand, see="bear.on_battlefield, bob.tokens.Ooze")
    assert seen(outcomes, scene) == {(False, 1), (False, 2)}
    many = f"{oozes % ('lifelink', 21, 'alice')}, {{attack: {{ooze: bob}}}}"
    assert "more than 20 alike tokens" in refusal(at_table("", do=many, see="bob.life"))


def test_one_of_them_fights(outcomes, at_table) -> None:
    # 701.14a
    do = "{create: {token: Soldier, amount: 3, by: bob, as: men}}, {fight: [bear, men]}"
    scene = at_table("{creature: 2/2, as: bear}", do=do, see="bear.damage, bob.tokens.Soldier")
    assert seen(outcomes, scene) == {(1, 2)}
