"""Activated abilities: numbers, costs, what is a mana ability and what uses the stack (602, 605)."""

from __future__ import annotations

import pytest

FOREST = "{land: Forest, as: it}"
TAP, USE = "{tap_for_mana: {source: it%s}}", "{activate: {source: it%s}}"


@pytest.mark.parametrize(
    ("body", "do", "rule"),
    [
        ("{land: Forest, as: it, tapped: true}", TAP % "", "107.5"),
        ("{card: Llanowar Elves, as: it, new: true}", TAP % "", "302.6"),
        (FOREST, TAP % ", by: bob", "602.2"),
        (FOREST, TAP % ", ability: 2", "106.12"),
        ("{card: Chromatic Sphere, as: it}", TAP % "", "605.1a"),
        ("{card: Pili-Pala, as: it, tapped: true}", TAP % "", "106.12"),
        ("{card: Pili-Pala, as: it}", USE % "", "107.6"),
        ("{card: Goblin Clearcutter, as: it}", TAP % "", "602.1"),
    ],
)
def test_what_cannot_be_activated_is_refused(refusal, at_table, body, do, rule) -> None:
    assert rule in refusal(at_table(body, do=do, see="it.tapped"))


def test_a_mana_ability_uses_no_stack(table, outcomes, at_table) -> None:
    # 605.3b; {Q} is not tapping for mana, so the Reflection has no part in it.
    pala = "{card: Pili-Pala, as: it, tapped: true}, {card: Mana Reflection}"
    scene = at_table(pala, do=USE % "", see="alice.mana.G, it.tapped")
    assert set(outcomes(scene)) == {(1, False), (0, False)}
    assert table.choosers(scene, "trigger_on_stack") == []
    assert table.choosers(scene, "replacement") == []


@pytest.mark.parametrize("card", ["Chromatic Sphere", "Millikin"])
def test_moving_a_card_of_a_library_makes_it_use_the_stack(table, at_table, card) -> None:
    # 605.1a
    it = f"{{card: {card}, as: it}}, {{card: Mana Reflection}}"
    scene = at_table(it, do=USE % "", see="alice.mana.G")
    assert table.choosers(scene, "trigger_on_stack") == ["alice"]
    assert table.choosers(scene, "replacement") == []


def test_a_sacrificed_source_was_still_tapped_for_mana(outcomes, at_table) -> None:
    petal = "{card: Lotus Petal, as: it}, {card: Mana Reflection}"
    found = outcomes(at_table(petal, do=TAP % "", see="alice.mana.G, it.on_battlefield"))
    assert set(found) == {(2, False), (0, False)}


def test_costs_with_several_parts(outcomes, at_table) -> None:
    # 602.2b: every part is paid.
    sphere = "{card: Chromatic Sphere, as: it}"
    found = outcomes(at_table(sphere, do=USE % "", see="alice.cards_drawn, it.on_battlefield"))
    assert set(found) == {(1, False)}


def test_numbers_count_activated_abilities(outcomes, at_table) -> None:
    savannah = "{card: Savannah, as: it}"
    assert outcomes(at_table(savannah, do=TAP % ", ability: 1", see="alice.mana.G, alice.mana.W")) == {(0, 1): 1}
    assert outcomes(at_table(savannah, do=TAP % ", ability: 2", see="alice.mana.G, alice.mana.W")) == {(1, 0): 1}
    lantern = FOREST + ", {card: Chromatic Lantern}"
    assert len(outcomes(at_table(lantern, do=TAP % ", ability: 2", see="alice.mana.G, alice.mana.W"))) == 3
