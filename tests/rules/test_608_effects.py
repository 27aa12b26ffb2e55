"""Instructions of resolving effects, one after the other (608.2, 701)."""

from __future__ import annotations

BEAR = '{creature: 2/2, as: bear, counters: {"+1/+1": 3, charge: 1}}'


def test_doubling_one_kind_or_each(outcomes, at_table) -> None:
    # 701.10e
    see = "bear.charge, bear.p1p1"
    assert outcomes(at_table(BEAR, do='{double_counters: {counter: "+1/+1", of: bear}}', see=see)) == {(1, 6): 1}
    assert outcomes(at_table(BEAR, do="{double_counters: {of: bear}}", see=see)) == {(2, 6): 1}


def test_doubling_puts_counters(outcomes, at_table) -> None:
    # 701.10e, 122.6: three more are put, and one more by Hardened Scales.
    scene = at_table(
        BEAR + ", {card: Hardened Scales}", do='{double_counters: {counter: "+1/+1", of: bear}}', see="bear.p1p1"
    )
    assert outcomes(scene) == {(7,): 1}


def test_a_fight(outcomes, at_table) -> None:
    # 701.14a
    scene = at_table("{creature: 3/4, as: a}", "{creature: 2/9, as: b}", do="{fight: [a, b]}", see="a.damage, b.damage")
    assert outcomes(scene) == {(2, 3): 1}


def test_no_fight_with_what_is_no_creature(outcomes, at_table) -> None:
    # 701.14b
    scene = at_table("{creature: 3/4, as: a}", "{artifact: true, as: b}", do="{fight: [a, b]}", see="a.damage")
    assert outcomes(scene) == {(0,): 1}


def test_indestructible(outcomes, at_table) -> None:
    # 702.12b: not destroyed, but sacrificed.
    bear = "{creature: 2/2, as: bear, has: [indestructible]}"
    assert outcomes(at_table(bear, do="{destroy: {what: bear}}", see="bear.on_battlefield")) == {(True,): 1}
    assert outcomes(at_table(bear, do="{sacrifice: {what: bear}}", see="bear.on_battlefield")) == {(False,): 1}


def test_instructions_in_order(outcomes, at_table) -> None:
    # 608.2c: Fangs of Kalonia puts one counter first, and then doubles all of them.
    scene = at_table(
        BEAR, hand="{card: Fangs of Kalonia}", do="{cast: {card: Fangs of Kalonia, targets: [bear]}}", see="bear.p1p1"
    )
    assert outcomes(scene) == {(8,): 1}


def test_may(outcomes, table, at_table) -> None:
    # 603.5, 608.2d
    baloth = "{card: Herd Baloth, as: baloth}"
    scene = at_table(baloth, do='{put: {counter: "+1/+1", to: baloth}}', see="alice.tokens.Beast")
    assert outcomes(scene) == {(0,): 1, (1,): 1}
    assert table.choosers(scene, "chosen") == ["alice"]


def test_a_creature_enters_with_its_counters(outcomes, at_table) -> None:
    # 614.1c, 107.3m
    cast = "{cast: {card: Endless One, as: one, x: 3}}"
    scene = at_table(
        hand="{card: Endless One, as: one}",
        do=cast.replace("card: Endless One, as: one", "card: one"),
        see="one.p1p1, one.power",
    )
    assert outcomes(scene) == {(3, 3): 1}


def test_boosts_last_until_cleanup(outcomes, at_table) -> None:
    # 611.2a, 514.2
    strike = "{cast: {card: Tainted Strike, targets: [ox]}}"
    args = {"alice": "{creature: 2/2, as: ox}", "hand": "{card: Tainted Strike}", "see": "ox.power"}
    assert outcomes(at_table(do=strike, **args)) == {(3,): 1}
    assert outcomes(at_table(do=strike + ", {step: cleanup}", **args)) == {(2,): 1}
