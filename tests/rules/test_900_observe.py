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


@pytest.mark.parametrize(
    ("it", "more", "able"),
    [
        # 302.6, 702.10c
        ("{card: Llanowar Elves, as: it, tapped: true}", "", False),
        ("{card: Llanowar Elves, as: it, new: true}", "", False),
        ("{card: Llanowar Elves, as: it, new: true, has: haste}", "", True),
        ("{card: Llanowar Elves, as: it, new: true, counters: {haste: 1}}", "", True),
        ("{card: Fellwar Stone, as: it, new: true}", "", True),
        ("{land: Forest, as: it, new: true}", "", True),
        ("{land: Forest, creature: 1/1, as: it, new: true}", "", False),
        ("{land: Forest, as: it, new: true}", ', {card: "Nature\'s Revolt"}', False),
        ("{land: Forest, as: it}", ', {card: "Nature\'s Revolt"}', True),
        # 107.6
        ("{card: Pili-Pala, as: it}", "", False),
        ("{card: Pili-Pala, as: it, tapped: true}", "", True),
        ("{card: Pili-Pala, as: it, tapped: true, new: true}", "", False),
        # Another object's cost (107.5), permanents to sacrifice, counters to remove (118.3).
        ("{card: Springleaf Drum, as: it}", ", {creature: 1/1, new: true}", True),
        ("{card: Springleaf Drum, as: it}", ", {creature: 1/1, tapped: true}", False),
        ("{card: Goblin Clearcutter, as: it}", "", False),
        ("{card: Goblin Clearcutter, as: it}", ", {land: Forest}", True),
    ],
)
def test_whether_a_cost_could_be_paid(outcomes, at_table, it, more, able) -> None:
    assert outcomes(at_table(it + more, do="", see="it.can_activate.1")) == {(able,): 1}


def test_counters_to_remove(outcomes, at_table) -> None:
    ballista = '{card: Walking Ballista, as: it, counters: {"+1/+1": 1}}'
    assert outcomes(at_table(ballista, do="", see="it.can_activate.2")) == {(True,): 1}
    spent = at_table(ballista, do="{remove_counters: {counter: '+1/+1', from: it}}", see="it.can_activate.2")
    assert outcomes(spent) == {(False,): 1}


def test_a_change_of_control_starts_anew(outcomes, at_table) -> None:
    # 302.6
    take = "{gain_control: {what: it, by: alice}}"
    see = "it.can_activate.1, it.controller"
    assert outcomes(at_table("", "{card: Llanowar Elves, as: it}", do=take, see=see)) == {(False, "alice"): 1}
    assert outcomes(at_table("", "{card: Fellwar Stone, as: it}", do=take, see=see)) == {(True, "alice"): 1}
    assert outcomes(at_table("{card: Llanowar Elves, as: it}", do=take, see=see)) == {(True, "alice"): 1}


def test_untapping_as_a_cost_untaps(outcomes, at_table) -> None:
    # 107.6
    pala = "{card: Pili-Pala, as: it, tapped: true}"
    scene = at_table(pala, do="{activate: {source: it}}", see="it.can_activate.1, it.tapped")
    assert set(outcomes(scene)) == {(False, False)}


def test_nothing_of_that_name(table, at_table) -> None:
    with pytest.raises(InvalidInput):
        table.graph(at_table(do="", see="alice.shoe_size"))


@pytest.mark.parametrize(("had", "able"), [(0, False), (2, False), (3, True), (4, True)])
def test_counters_to_remove_are_counted(outcomes, at_table, had, able) -> None:
    # 118.3
    mycoderm = f"{{card: Pallid Mycoderm, as: it, counters: {{spore: {had}}}}}"
    assert outcomes(at_table(mycoderm, do="", see="it.can_activate.1")) == {(able,): 1}


@pytest.mark.parametrize(("lost", "able"), [(17, True), (18, True), (19, False)])
def test_life_to_pay_is_counted(outcomes, at_table, lost, able) -> None:
    # 119.4
    erebos = '{card: "Erebos, God of the Dead", as: it}'
    lose = f"{{lose_life: {{player: alice, amount: {lost}}}}}"
    assert outcomes(at_table(erebos, do=lose, see="it.can_activate.1")) == {(able,): 1}
