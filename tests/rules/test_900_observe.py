"""What can be seen of a state: numbers, yes and no, whose it is."""

from __future__ import annotations

import pytest

from verifier.errors import InvalidInput


def test_a_permanent(outcomes, at_table) -> None:
    bear = "{creature: 2/3, as: bear, tapped: true, damage: 1}"
    see = "bear.controller, bear.damage, bear.on_battlefield, bear.power, bear.tapped, bear.toughness"
    assert outcomes(at_table(bear, do="", see=see)) == {("alice", 1, True, 2, True, 3): 1}


def test_what_is_gone_has_no_controller_and_no_size(outcomes, at_table) -> None:
    see = "bear.controller, bear.on_battlefield, bear.power"
    scene = at_table("{creature: 2/3, as: bear}", do="{destroy: {what: bear}}", see=see)
    assert outcomes(scene) == {("none", False, 0): 1}


def test_a_player(outcomes, at_table) -> None:
    see = "alice.cards_drawn, alice.life, alice.lost, alice.milled, alice.poison, alice.prevention"
    assert outcomes(at_table(do="", see=see)) == {(0, 20, False, 0, 0, 0): 1}


def test_a_shield_that_waits(outcomes, at_table) -> None:
    do = "{prevent_next: {amount: 3, to: bob}}, {prevent_next: {amount: 2, to: bob}}"
    assert outcomes(at_table(do=do, see="bob.prevention")) == {(5,): 1}


@pytest.mark.parametrize(("key", "able"), [("", True), (", tapped: true", False), (", new: true", False)])
def test_an_ability_that_needs_to_tap(outcomes, at_table, key, able) -> None:
    # 602.5
    elf = f"{{card: Rustvine Cultivator, as: elf{key}}}"
    assert outcomes(at_table(elf, do="", see="elf.can_activate.1")) == {(able,): 1}


def test_nothing_of_that_name(table, at_table) -> None:
    with pytest.raises(InvalidInput):
        table.graph(at_table(do="", see="alice.shoe_size"))
