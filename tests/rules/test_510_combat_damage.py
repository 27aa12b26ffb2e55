"""Combat damage: how it is divided, when it is dealt, and that it is dealt at once (510, 702)."""

from __future__ import annotations

ATTACK = "{attack: {rat: bob}}"


def test_blocked_creatures_deal_damage_to_each_other(outcomes, at_table) -> None:
    scene = at_table(
        "{creature: 2/2, as: rat}",
        "{creature: 3/3, as: ox}",
        do="{attack: {rat: bob}, block: {ox: rat}}",
        see="bob.life, ox.damage, rat.on_battlefield",
    )
    assert outcomes(scene) == {(20, 2, False): 1}


def test_the_attackers_controller_divides_among_blockers(outcomes, table, at_table) -> None:
    # 510.1c: any division, 0 to 3 on the first blocker.
    scene = at_table(
        "{creature: 3/9, as: rat}",
        "{creature: 0/9, as: ox}, {creature: 0/9, as: pig}",
        do="{attack: {rat: bob}, block: {ox: rat, pig: rat}}",
        see="ox.damage, pig.damage",
    )
    assert outcomes(scene) == {(first, 3 - first): 1 for first in range(4)}
    assert table.choosers(scene, "assign") == ["alice"]


def test_trample_needs_lethal_damage_for_the_blocker(outcomes, at_table) -> None:
    # 702.19b: at least 2 stay on the blocker.
    see, do = "bob.life, ox.on_battlefield", "{attack: {rat: bob}, block: {ox: rat}}"
    scene = at_table("{creature: 5/5, as: rat, has: [trample]}", "{creature: 0/2, as: ox}", do=do, see=see)
    assert outcomes(scene) == {(life, False): 1 for life in (17, 18, 19, 20)}


def test_trample_with_deathtouch_needs_one_point(outcomes, at_table) -> None:
    # 702.2c
    do = "{attack: {rat: bob}, block: {ox: rat}}"
    rat = "{creature: 3/5, as: rat, has: [trample, deathtouch]}"
    scene = at_table(rat, "{creature: 0/9, as: ox}", do=do, see="bob.life, ox.on_battlefield")
    assert outcomes(scene) == {(life, False): 1 for life in (18, 19, 20)}


def test_first_strike_kills_before_it_is_struck(outcomes, at_table) -> None:
    # 702.7b, 510.4
    do, see = "{attack: {rat: bob}, block: {ox: rat}}", "ox.on_battlefield, rat.on_battlefield"
    scene = at_table("{creature: 2/2, as: rat, has: [first strike]}", "{creature: 2/2, as: ox}", do=do, see=see)
    assert outcomes(scene) == {(False, True): 1}


def test_double_strike_strikes_twice(outcomes, at_table) -> None:
    # 702.4b; toxic counts in both steps.
    rat = '{creature: 2/2, as: rat, has: [double strike, "toxic 1"]}'
    assert outcomes(at_table(rat, do=ATTACK, see="bob.life, bob.poison")) == {(16, 2): 1}


def test_negative_power_deals_nothing(outcomes, at_table) -> None:
    # 107.1b
    rat = '{creature: 1/5, as: rat, counters: {"-1/-1": 3}}'
    assert outcomes(at_table(rat, do=ATTACK, see="bob.life, rat.power")) == {(20, -2): 1}


def test_a_blocked_creature_whose_blocker_is_gone_deals_nothing(outcomes, at_table) -> None:
    # 510.1c: it stays blocked. First strike of another blocks' killer is the way there.
    scene = at_table(
        "{creature: 2/2, as: rat, has: [double strike]}",
        "{creature: 2/2, as: ox}",
        do="{attack: {rat: bob}, block: {ox: rat}}",
        see="bob.life, ox.on_battlefield",
    )
    assert outcomes(scene) == {(20, False): 1}
