"""The scenario's instructions: spells, activated abilities and their costs, life paid, steps (119.4, 514, 601, 602)."""

from __future__ import annotations


def test_a_spell_is_cast_from_hand_and_resolves(outcomes, at_table) -> None:
    scene = at_table(hand="{card: Revitalize}", do="{cast: {card: Revitalize}}", see="alice.cards_drawn, alice.life")
    assert outcomes(scene) == {(1, 23): 1}


def test_a_spell_has_the_target_that_is_named(outcomes, at_table) -> None:
    scene = at_table(
        "{creature: 2/2, as: bear, tapped: true}, {creature: 2/2, as: ox}",
        hand="{card: Dragonscale Boon}",
        do="{cast: {card: Dragonscale Boon, targets: [bear]}}",
        see="bear.p1p1, bear.tapped, ox.p1p1",
    )
    assert outcomes(scene) == {(2, False, 0): 1}


def test_an_ability_that_taps_needs_an_untapped_permanent(outcomes, refusal, at_table) -> None:
    # 107.5
    clasp = "{card: Contagion Clasp, as: clasp%s}"
    do, more = "{activate: {source: clasp}}", ", counters: {poison: 1}"
    scene = at_table(clasp % "", do=do, see="alice.poison, clasp.tapped", more=more)
    assert outcomes(scene) == {(1, True): 1, (2, True): 1}
    assert "107.5" in refusal(at_table(clasp % ", tapped: true", do=do, see="alice.poison", more=more))


def test_a_new_creature_cannot_use_its_tap_ability(refusal, at_table) -> None:
    # 302.6
    scene = at_table("{card: Rustvine Cultivator, as: elf, new: true}", do="{activate: {source: elf}}", see="elf.oil")
    assert "302.6" in refusal(scene)


def test_a_counter_as_a_cost_is_put_before_the_ability_resolves(outcomes, at_table) -> None:
    # Devoted Druid, already tapped, untaps for a -1/-1 counter (602.2b).
    druid = "{card: Devoted Druid, as: druid, tapped: true}"
    scene = at_table(druid, do="{activate: {source: druid, ability: 2}}", see="druid.m1m1, druid.tapped")
    assert outcomes(scene) == {(1, False): 1}


def test_a_cost_that_cannot_be_paid(refusal, at_table) -> None:
    # 614.17b; 602.1
    druid = "{card: Devoted Druid, as: druid, tapped: true}, {card: Solemnity}"
    assert "614.17b" in refusal(at_table(druid, do="{activate: {source: druid, ability: 2}}", see="druid.m1m1"))
    engine = "{card: Rustvine Cultivator, as: elf}"
    assert "602.1" in refusal(at_table(engine, do="{activate: {source: elf, ability: 2}}", see="elf.oil"))


def test_life_is_paid_only_when_there_is_enough(outcomes, refusal, at_table) -> None:
    # 119.4
    pay = "{pay_life: {player: alice, amount: 7}}"
    assert outcomes(at_table(do=pay, see="alice.life", more=", life: 8")) == {(1,): 1}
    assert "119.4" in refusal(at_table(do=pay, see="alice.life", more=", life: 6"))


def test_an_upkeep_and_an_end_step(outcomes, at_table) -> None:
    # 501, 513
    mother = "{card: Phyrexian Vatmother}"
    assert outcomes(at_table(mother, do="{step: upkeep}", see="alice.poison")) == {(1,): 1}
    assert outcomes(at_table(mother, do="{step: end}", see="alice.poison")) == {(0,): 1}


def test_damage_wears_off_in_the_cleanup_step(outcomes, at_table) -> None:
    # 514.2, shields too
    deal = "{deal: {amount: 1, to: bear}}"
    shield = "{prevent_next: {amount: 3, to: alice}}"
    scene = at_table(
        "{creature: 2/2, as: bear}",
        do=f"{deal}, {shield}, {{step: cleanup}}, {deal}",
        see="alice.prevention, bear.damage",
    )
    assert outcomes(scene) == {(0, 1): 1}
