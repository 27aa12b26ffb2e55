"""Several effects on one event: the affected player, or the object's controller, picks one after another (616)."""

from __future__ import annotations

import pytest

BEAR = "{creature: 2/2, as: bear}"
SEASON, SCALES = "{card: Doubling Season}", "{card: Hardened Scales}"
PUT = '{put: {counter: "+1/+1", to: bear, amount: %d, by: %s}}'


@pytest.mark.parametrize("by", ["alice", "bob"])
def test_the_controller_of_what_is_affected_chooses(outcomes, table, at_table, by) -> None:
    # 616.1: not the player who puts the counter, nor the one whose effects they are.
    scene = at_table(f"{BEAR}, {SEASON}, {SCALES}", do=PUT % (1, by), see="bear.p1p1")
    assert outcomes(scene) == {(3,): 1, (4,): 1}
    assert table.choosers(scene, "replacement") == ["alice"]


def test_the_affected_player_chooses(outcomes, table, at_table) -> None:
    # 616.1: damage to Bob, doubled by Alice's Furnace and reduced by his own armor: 2 x 2 - 1 or (2 - 1) x 2.
    scene = at_table(
        "{card: Furnace of Rath}", '{card: "Urza\'s Armor"}', do="{deal: {amount: 2, to: bob}}", see="bob.life"
    )
    assert outcomes(scene) == {(17,): 1, (18,): 1}
    assert table.choosers(scene, "replacement") == ["bob"]


def test_every_order_is_counted_once(outcomes, at_table) -> None:
    # 616.1e, 616.1f: 3! orders of a Season and two Scales on one counter.
    scene = at_table(f"{BEAR}, {SEASON}, {SCALES}, {SCALES}", do=PUT % (1, "alice"), see="bear.p1p1")
    assert outcomes(scene) == {(4,): 2, (5,): 2, (6,): 2}


def test_the_rest_is_looked_at_anew(outcomes, at_table) -> None:
    # 616.1f, 614.7: halved to nothing there is nothing to add to.
    scene = at_table(
        f"{BEAR}, {SCALES}", '{card: "Vorinclex, Monstrous Raider"}', do=PUT % (1, "alice"), see="bear.p1p1"
    )
    assert outcomes(scene) == {(0,): 1, (1,): 1}


def test_an_effect_may_make_another_apply(outcomes, at_table) -> None:
    # 616.2: damage becomes +1/+1 counters on Phytohydra, and those are one more by Hardened Scales.
    scene = at_table(
        "{card: Phytohydra, as: hydra}, " + SCALES,
        do="{deal: {amount: 2, to: hydra, by: bob}}",
        see="hydra.damage, hydra.p1p1",
    )
    assert outcomes(scene) == {(0, 3): 1}


def test_several_events_are_settled_in_turn_order(table, outcomes, at_table) -> None:
    # 101.4: each chooses for the own creature; all four endings are reached.
    scene = at_table(
        "{creature: 1/9, as: a}, {card: Furnace of Rath}, {card: Lashknife Barrier}",
        "{creature: 1/9, as: b}, {card: Lashknife Barrier}",
        do="{fight: [a, b]}",
        see="a.damage, b.damage",
    )
    assert set(outcomes(scene)) == {(left, right) for left in (0, 1) for right in (0, 1)}
    assert table.choosers(scene, "replacement") == ["alice", "bob"]


@pytest.mark.parametrize("amount", [10**30, 7])
def test_numbers_have_no_limit(outcomes, at_table, amount) -> None:
    scene = at_table(f"{BEAR}, {SEASON}, {SCALES}", do=PUT % (amount, "alice"), see="bear.p1p1")
    assert outcomes(scene) == {(2 * amount + 1,): 1, (2 * amount + 2,): 1}
