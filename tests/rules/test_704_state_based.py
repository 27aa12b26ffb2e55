"""State-based actions: all that apply at once, before triggers and priority (704)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(("life", "lost"), [(1, False), (0, True), (-3, True)])
def test_no_life(outcomes, at_table, life, lost) -> None:
    # 704.5a
    do = f"{{lose_life: {{player: bob, amount: {20 - life}}}}}"
    assert outcomes(at_table(do=do, see="bob.life, bob.lost")) == {(life, lost): 1}


@pytest.mark.parametrize(("poison", "lost"), [(9, False), (10, True), (11, True)])
def test_ten_poison_counters(outcomes, at_table, poison, lost) -> None:
    # 704.5c
    do = f"{{put: {{counter: poison, to: bob, amount: {poison}}}}}"
    assert outcomes(at_table(do=do, see="bob.lost")) == {(lost,): 1}


def test_both_at_once_is_a_draw(outcomes, at_table) -> None:
    # 704.3, 104.4a
    nine = "counters: {poison: 9}"
    both = f"""
players: {{alice: {{hand: [{{card: Ichor Rats, as: rats}}], {nine}}}, bob: {{{nine}}}}}
do: [{{cast: {{card: rats}}}}]
observe: [game.draw]
"""
    assert outcomes(both) == {(True,): 1}


@pytest.mark.parametrize(("damage", "there"), [(2, True), (3, False)])
def test_lethal_damage(outcomes, at_table, damage, there) -> None:
    # 704.5g
    do = f"{{deal: {{amount: {damage}, to: bear}}}}"
    assert outcomes(at_table("{creature: 1/3, as: bear}", do=do, see="bear.on_battlefield")) == {(there,): 1}


def test_toughness_zero_is_no_destruction(outcomes, at_table) -> None:
    # 704.5f: neither indestructible nor a regeneration shield helps.
    bear = "{creature: 2/2, as: bear, has: [indestructible]}"
    do = '{regenerate: {what: bear}}, {put: {counter: "-1/-1", to: bear, amount: 2}}'
    assert outcomes(at_table(bear, do=do, see="bear.on_battlefield")) == {(False,): 1}


def test_a_planeswalker_and_a_battle_without_counters(outcomes, at_table) -> None:
    # 704.5i, 704.5v
    for body, counter in (("planeswalker: 2", "loyalty"), ("battle: 2", "defense")):
        do = f"{{remove_counters: {{counter: {counter}, amount: 2, from: it}}}}"
        assert outcomes(at_table(f"{{{body}, as: it}}", do=do, see="it.on_battlefield")) == {(False,): 1}


@pytest.mark.parametrize(("plus", "minus"), [(3, 1), (1, 3), (2, 2)])
def test_opposite_counters(outcomes, at_table, plus, minus) -> None:
    # 704.5q
    bear = f'{{creature: 5/5, as: bear, counters: {{"+1/+1": {plus}}}}}'
    do = f'{{put: {{counter: "-1/-1", to: bear, amount: {minus}}}}}'
    both = min(plus, minus)
    assert outcomes(at_table(bear, do=do, see="bear.m1m1, bear.p1p1")) == {(minus - both, plus - both): 1}


def test_the_legend_rule(outcomes, table, at_table) -> None:
    # 704.5j: the controller keeps one; one under each player is fine.
    name = '{card: "Karumonix, the Rat King", as: %s}'
    scene = at_table(f"{name % 'a'}, {name % 'b'}", do="", see="a.on_battlefield, b.on_battlefield")
    assert outcomes(scene) == {(True, False): 1, (False, True): 1}
    assert table.choosers(scene, "sba") == ["alice"]
    scene = at_table(name % "a", name % "b", do="", see="a.on_battlefield, b.on_battlefield")
    assert outcomes(scene) == {(True, True): 1}
