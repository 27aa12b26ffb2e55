"""Attackers and blockers: who may, and what attacking does (508, 509)."""

from __future__ import annotations

import pytest

RAT = "{creature: 2/2, as: rat%s}"


def test_an_attacker_taps_unless_it_is_vigilant(outcomes, at_table) -> None:
    for keyword, tapped in (("", True), (", has: [vigilance]", False)):
        scene = at_table(RAT % keyword, do="{attack: {rat: bob}}", see="bob.life, rat.tapped")
        assert outcomes(scene) == {(18, tapped): 1}


@pytest.mark.parametrize(
    ("key", "rule"),
    [
        (", tapped: true", "508.1a"),
        (", new: true", "302.6"),
        (", has: [defender]", "702.3b"),
        (", controller: bob", "508.1a"),
    ],
)
def test_what_cannot_attack(refusal, at_table, key, rule) -> None:
    assert rule in refusal(at_table(RAT % key, do="{attack: {rat: bob}}", see="bob.life"))


def test_haste_attacks_at_once(outcomes, at_table) -> None:
    scene = at_table(RAT % ", new: true, has: [haste]", do="{attack: {rat: bob}}", see="bob.life")
    assert outcomes(scene) == {(18,): 1}


def test_nobody_attacks_the_own_player(refusal, at_table) -> None:
    assert "508.1b" in refusal(at_table(RAT % "", do="{attack: {rat: alice}}", see="bob.life"))


def test_a_tapped_creature_cannot_block(refusal, at_table) -> None:
    scene = at_table(
        RAT % "",
        "{creature: 1/1, as: wall, tapped: true}",
        do="{attack: {rat: bob}, block: {wall: rat}}",
        see="bob.life",
    )
    assert "509.1a" in refusal(scene)


def test_a_planeswalker_is_attacked_instead(outcomes, at_table) -> None:
    scene = at_table(
        RAT % "", "{planeswalker: 4, as: walker}", do="{attack: {rat: walker}}", see="bob.life, walker.loyalty"
    )
    assert outcomes(scene) == {(20, 2): 1}


def test_an_attack_trigger(outcomes, at_table) -> None:
    # 508.3a, 603.2: one point from the trigger, one from the damage.
    tracker = "{card: Pulse Tracker, as: tracker}"
    assert outcomes(at_table(tracker, do="{attack: {tracker: bob}}", see="bob.life")) == {(18,): 1}


def test_unblocked_and_blocked_triggers(outcomes, at_table) -> None:
    # 509.3g: Swamp Mosquito poisons when nothing blocks it.
    mosquito = "{card: Swamp Mosquito, as: fly}"
    assert outcomes(at_table(mosquito, do="{attack: {fly: bob}}", see="bob.poison")) == {(1,): 1}
