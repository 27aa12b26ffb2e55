"""Triggers go on the stack in turn order, each player's in any order, with their targets (603.3)."""

from __future__ import annotations

TWO_CATS = '{card: "Ajani\'s Pridemate", as: cat}, {card: "Ajani\'s Pridemate", as: tiger}'
BOND = "{card: Sanguine Bond}"


def test_a_player_orders_the_own_triggers(outcomes, table, at_table) -> None:
    # 603.3b: both orders are legal and end alike.
    scene = at_table(TWO_CATS, do="{gain_life: {player: alice}}", see="cat.p1p1, tiger.p1p1")
    assert outcomes(scene) == {(1, 1): 2}
    assert table.choosers(scene, "trigger_on_stack") == ["alice"]


def test_the_active_players_triggers_come_first(table, outcomes, at_table) -> None:
    # 101.4: no order is left to choose between Alice's one trigger and Bob's one.
    both = at_table(
        "{card: Core Prowler, as: one}",
        "{card: Pelakka Wurm, as: two, damage: 6}",
        do="{fight: [one, two]}",
        see="bob.cards_drawn, one.on_battlefield, two.on_battlefield",
    )
    assert outcomes(both) == {(1, False, False): 1}
    assert table.choosers(both, "trigger_on_stack") == ["alice", "bob"]


def test_the_only_legal_target(outcomes, at_table) -> None:
    assert outcomes(at_table(BOND, do="{gain_life: {player: alice, amount: 3}}", see="alice.life, bob.life")) == {
        (23, 17): 1
    }


def test_a_trigger_chooses_among_its_targets(outcomes, table, at_table) -> None:
    # 603.3d: Heliod's counter goes on a creature or an enchantment of Alice's, never on Bob's.
    heliod = '{card: "Heliod, Sun-Crowned", as: heliod}, {creature: 2/2, as: bear}, {artifact: true, as: rock}'
    scene = at_table(
        heliod,
        "{creature: 2/2, as: his}",
        do="{gain_life: {player: alice}}",
        see="bear.p1p1, heliod.p1p1, his.p1p1, rock.p1p1",
    )
    assert outcomes(scene) == {(1, 0, 0, 0): 1, (0, 1, 0, 0): 1}
    assert table.choosers(scene, "trigger_on_stack") == ["alice"]


def test_shroud_cannot_be_targeted(outcomes, at_table) -> None:
    # 702.18a
    heliod = '{card: "Heliod, Sun-Crowned", as: heliod}, {creature: 2/2, as: bear, has: [shroud]}'
    scene = at_table(heliod, do="{gain_life: {player: alice}}", see="bear.p1p1, heliod.p1p1")
    assert outcomes(scene) == {(0, 1): 1}
