"""The situation of a scenario: players, objects, counters, loyalty and defense, as they are given."""

from __future__ import annotations

import pytest


def test_players_start_with_twenty_life_or_what_is_given(outcomes, at_table) -> None:
    assert outcomes(at_table(do="", see="alice.life", more=", life: 7")) == {(7,): 1}
    assert outcomes(at_table(do="", see="bob.life")) == {(20,): 1}


def test_counters_of_players_and_permanents_are_there(outcomes, at_table) -> None:
    bear = '{creature: 2/2, as: bear, counters: {"+1/+1": 3}}'
    scene = at_table(bear, do="", see="alice.poison, bear.p1p1, bear.power", more=", counters: {poison: 4}")
    assert outcomes(scene) == {(4, 3, 5): 1}


def test_a_planeswalker_and_a_battle_have_their_numbers(outcomes, at_table) -> None:
    scene = at_table(
        "{planeswalker: 4, as: walker}, {battle: 5, as: siege}", do="", see="siege.defense, walker.loyalty"
    )
    assert outcomes(scene) == {(5, 4): 1}


def test_a_card_on_the_battlefield_has_the_loyalty_printed_on_it(outcomes, at_table) -> None:
    vraska = '{card: "Vraska, Betrayal\'s Sting", as: vraska}'
    assert outcomes(at_table(vraska, do="", see="vraska.loyalty")) == {(6,): 1}


def test_control_may_differ_from_ownership(outcomes, at_table) -> None:
    stolen = "{creature: 2/2, as: bear, controller: bob}"
    assert outcomes(at_table(stolen, do="", see="bear.controller")) == {("bob",): 1}


@pytest.mark.parametrize("toughness", [0, 1])
def test_state_based_actions_look_at_the_situation_first(outcomes, at_table, toughness) -> None:
    scene = at_table(f"{{creature: 1/{toughness}, as: bear}}", do="", see="bear.on_battlefield")
    assert outcomes(scene) == {(toughness > 0,): 1}


def test_a_card_with_an_unread_ability_is_refused(refusal, at_table) -> None:
    scene = at_table("{card: Danny Pink}", do="", see="alice.life")
    assert "not covered yet" in refusal(scene)
