"""One occurrence, one trigger; "one or more" triggers once; "that many" is remembered (603.2, 608.2h)."""

from __future__ import annotations


def attackers(card: str) -> str:
    return f'{{card: "{card}"}}, {{creature: 1/1, as: a, has: ["toxic 1"]}}, {{creature: 1/1, as: b, has: ["toxic 1"]}}'


BOTH = "{attack: {a: bob, b: bob}}"


def test_each_creature_triggers_by_itself(outcomes, at_table) -> None:
    # Two of toxic, and two of Necrogen Rotpriest's triggers, in either order.
    assert outcomes(at_table(attackers("Necrogen Rotpriest"), do=BOTH, see="bob.poison")) == {(4,): 2}


def test_one_or_more_triggers_once(outcomes, at_table) -> None:
    # 603.2c: one proliferation for both creatures, and Alice may leave Bob out.
    assert outcomes(at_table(attackers("Contaminant Grafter"), do=BOTH, see="bob.poison")) == {(2,): 1, (3,): 1}


def test_that_many_is_the_amount_of_the_event(outcomes, at_table) -> None:
    # 608.2h
    bond = "{card: Sanguine Bond}"
    assert outcomes(at_table(bond, do="{gain_life: {player: alice, amount: 4}}", see="bob.life")) == {(16,): 1}


def test_a_later_event_does_not_change_what_an_earlier_trigger_noted(outcomes, at_table) -> None:
    do = "{gain_life: {player: alice, amount: 4}}, {gain_life: {player: alice, amount: 1}}"
    assert outcomes(at_table("{card: Sanguine Bond}", do=do, see="bob.life")) == {(15,): 1}


def test_a_permanent_that_is_gone_has_no_trigger(outcomes, at_table) -> None:
    do = "{destroy: {what: bond}}, {gain_life: {player: alice, amount: 4}}"
    assert outcomes(at_table("{card: Sanguine Bond, as: bond}", do=do, see="bob.life")) == {(20,): 1}
