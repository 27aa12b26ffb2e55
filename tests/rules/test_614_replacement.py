"""Which replacement effects apply to an event, how often, and to what not at all (614)."""

from __future__ import annotations

import pytest

BEAR = "{creature: 2/2, as: bear}"
PUT = '{put: {counter: "+1/+1", to: bear, amount: %d, by: %s}}'


def test_each_effect_applies_once(outcomes, at_table) -> None:
    # 614.5
    assert outcomes(at_table(BEAR + ", {card: Doubling Season}", do=PUT % (1, "alice"), see="bear.p1p1")) == {(2,): 1}


def test_two_alike_are_two_choices_that_end_alike(outcomes, at_table) -> None:
    two = ", {card: Doubling Season}, {card: Doubling Season}"
    assert outcomes(at_table(BEAR + two, do=PUT % (1, "alice"), see="bear.p1p1")) == {(4,): 2}


def test_what_does_not_happen_is_not_replaced(outcomes, at_table) -> None:
    # 614.7
    assert outcomes(at_table(BEAR + ", {card: Hardened Scales}", do=PUT % (0, "alice"), see="bear.p1p1")) == {(0,): 1}


def test_what_cannot_happen_is_not_replaced(outcomes, at_table) -> None:
    # 614.17
    scene = at_table(BEAR + ", {card: Hardened Scales}", "{card: Solemnity}", do=PUT % (3, "alice"), see="bear.p1p1")
    assert outcomes(scene) == {(0,): 1}


@pytest.mark.parametrize(("by", "counters"), [("alice", 4), ("bob", 1)])
def test_who_puts_matters(outcomes, at_table, by, counters) -> None:
    # Vorinclex doubles what its controller puts and halves, rounded down, what opponents put (107.1a).
    vorinclex = ', {card: "Vorinclex, Monstrous Raider"}'
    amount = 2 if by == "alice" else 3
    assert outcomes(at_table(BEAR + vorinclex, do=PUT % (amount, by), see="bear.p1p1")) == {(counters,): 1}


def test_only_effects_put_the_counters_a_season_doubles(outcomes, at_table) -> None:
    # 118.3: a cost is no effect, so Doubling Season does not see Devoted Druid's counter.
    druid = "{card: Devoted Druid, as: druid, tapped: true}, {card: Doubling Season}"
    do = "{activate: {source: druid, ability: 2}}"
    assert outcomes(at_table(druid, do=do, see="druid.m1m1, druid.on_battlefield")) == {(1, True): 1}


def test_life_that_cannot_be_gained(outcomes, at_table) -> None:
    # 119.7
    erebos = '{card: "Erebos, God of the Dead"}'
    gain = "{gain_life: {player: %s, amount: 3}}"
    assert outcomes(at_table(erebos, do=gain % "bob", see="bob.life")) == {(20,): 1}
    assert outcomes(at_table(erebos, do=gain % "alice", see="alice.life")) == {(23,): 1}


def test_another_event_instead(outcomes, at_table) -> None:
    # 614.6: a gain becomes a loss; damage becomes counters.
    remedy = {"alice": "{card: Tainted Remedy}", "do": "{gain_life: {player: bob, amount: 3}}"}
    assert outcomes(at_table(**remedy, see="bob.life")) == {(17,): 1}
    hydra = {"alice": "{card: Phytohydra, as: hydra}", "do": "{deal: {amount: 3, to: hydra, by: bob}}"}
    assert outcomes(at_table(**hydra, see="hydra.damage, hydra.p1p1")) == {(0, 3): 1}


def test_damage_is_redirected(outcomes, at_table) -> None:
    # 614.9
    angel = "{card: Empyrial Archangel, as: angel}"
    assert outcomes(at_table(angel, do="{deal: {amount: 3, to: alice, by: bob}}", see="alice.life, angel.damage")) == {
        (20, 3): 1
    }
