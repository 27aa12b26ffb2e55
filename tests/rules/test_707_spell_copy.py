"""Copies of spells (707.10), cards that enter with X counters, and what their death remembers."""

from __future__ import annotations

import pytest

CARDS = "{card: Llanowar Elves, as: elf}, {card: Revitalize, as: relief}, {card: Double Major, as: major}"


def copying(what: str, by: str = "alice") -> str:
    return (
        f"{{cast: {{card: {what}}}, respond: [{{cast: {{card: major, by: {by}, targets: [{what}], copy_as: copy}}}}]}}"
    )


@pytest.mark.parametrize(
    ("do", "tokens"),
    [
        ("{cast: {card: elf}}", 0),
        (copying("elf"), 1),
        # 608.2b: no creature spell
        (copying("relief"), 0),
    ],
)
def test_only_a_creature_spell_is_copied(outcomes, at_table, do, tokens) -> None:
    scene = at_table(hand=CARDS, do=do, see="alice.tokens.Llanowar Elves, alice.life")
    life = 23 if "relief}" in do else 20
    assert outcomes(scene) == {(life, tokens): 1}


def test_the_copy_resolves_first_and_is_new(outcomes, at_table) -> None:
    # 707.10, 302.6
    scene = at_table(hand=CARDS, do=copying("elf"), see="copy.can_activate.1, copy.controller, elf.controller")
    assert outcomes(scene) == {(False, "alice", "alice"): 1}


def test_copies_without_a_label_have_names_of_their_own(outcomes, at_table) -> None:
    twice = (
        "{cast: {card: elf}, respond: [{cast: {card: major, targets: [elf]}}, {cast: {card: again, targets: [elf]}}]}"
    )
    hand = CARDS + ", {card: Double Major, as: again}"
    scene = at_table(hand=hand, do=twice, see="alice.tokens.Llanowar Elves, elf.on_battlefield")
    assert outcomes(scene) == {(2, True): 1}


def test_goldvein_hydra_leaves_treasures_for_its_last_power(outcomes, at_table) -> None:
    # 603.10a, 107.3m
    do = "{cast: {card: hydra, x: 3}}, {destroy: {what: hydra}}"
    hand = "{card: Goldvein Hydra, as: hydra}"
    assert outcomes(at_table(hand=hand, do=do, see="alice.tokens.Treasure")) == {(3,): 1}


def test_lifeblood_hydra_gains_and_draws_its_last_power(outcomes, at_table) -> None:
    # 603.10a
    do = "{cast: {card: hydra, x: 2}}, {destroy: {what: hydra}}"
    hand = "{card: Lifeblood Hydra, as: hydra}"
    scene = at_table("{card: Hardened Scales}", hand=hand, do=do, see="alice.cards_drawn, alice.life")
    assert outcomes(scene) == {(3, 23): 1}
