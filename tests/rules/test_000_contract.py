"""The agenda: a scenario walks through its instructions in order and ends with nothing left to do."""

from __future__ import annotations


def test_nothing_to_do_ends_at_once(outcomes, at_table) -> None:
    assert outcomes(at_table(do="", see="alice.life, bob.life")) == {(20, 20): 1}


def test_instructions_follow_in_their_order(outcomes, at_table) -> None:
    lose = "{lose_life: {player: bob, amount: 20}}"
    gain = "{gain_life: {player: bob, amount: 1}}"
    # Gained before, the one point saves Bob; gained afterwards it comes too late (704.5a).
    assert outcomes(at_table(do=f"{gain}, {lose}", see="bob.lost")) == {(False,): 1}
    assert outcomes(at_table(do=f"{lose}, {gain}", see="bob.lost")) == {(True,): 1}


def test_a_final_structure_has_an_empty_agenda(table, at_table) -> None:
    found = table.graph(at_table(do="{gain_life: {player: alice}}", see="alice.life"))
    assert all("todo(nil)" in {str(fact) for fact in structure} for structure in found.exploration.finals)
