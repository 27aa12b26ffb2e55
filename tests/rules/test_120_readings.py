"""Where damage can be read in two ways a scenario chooses: ``assume: {…}`` (120.3, 510.2)."""

from __future__ import annotations

import pytest

SEASON = "{card: Doubling Season}, {creature: 3/5, as: ogre}"
BEAR = "{creature: 2/2, as: bear, has: [infect]}"
VIZIER = "{card: Vizier of Remedies, as: vizier}, {creature: 2/9, as: wall}"


@pytest.mark.parametrize(("reading", "counters"), [("damage", 2), ("effect", 4), (None, 2)])
def test_who_puts_the_counters_of_noncombat_damage(outcomes, at_table, reading, counters) -> None:
    scene = at_table(BEAR, SEASON, do="{fight: [bear, ogre]}", see="ogre.m1m1")
    scene += f"assume: {{damage_results: {reading}}}\n" if reading else ""
    assert set(outcomes(scene)) == {(counters,)}


def test_combat_damage_is_never_an_effect(outcomes, at_table) -> None:
    scene = at_table(BEAR, SEASON, do="{attack: {bear: bob}, block: {ogre: bear}}", see="ogre.m1m1")
    assert set(outcomes(scene + "assume: {damage_results: effect}\n")) == {(2,)}


@pytest.mark.parametrize(("reading", "counters"), [("together", 3), ("each_source", 2), (None, 3)])
def test_damage_of_two_sources_at_once(outcomes, at_table, reading, counters) -> None:
    # Vizier of Remedies takes one counter off every put.
    other = BEAR.replace("bear", "wolf")
    do = "{attack: {wall: bob}, block: {bear: wall, wolf: wall}}"
    scene = at_table(VIZIER, f"{BEAR}, {other}", do=do, see="wall.m1m1")
    scene += f"assume: {{simultaneous_results: {reading}}}\n" if reading else ""
    assert set(outcomes(scene)) == {(counters,)}


def test_readings_and_relations_stand_side_by_side(outcomes, at_table) -> None:
    scene = at_table(BEAR, SEASON, do="{fight: [bear, ogre]}, {gain_life: {player: alice, amount: N}}", see="ogre.m1m1")
    scene += 'where: {N: ">= 0", M: ">= 0"}\nassume: ["N < M", {damage_results: effect}]\n'
    assert set(outcomes(scene)) == {(4,)}


def test_an_unknown_reading_is_refused(refusal, at_table) -> None:
    scene = at_table(BEAR, do="{proliferate: alice}", see="alice.life")
    assert "expected one of damage, effect, found 'efect' (did you mean effect?)" in refusal(
        scene + "assume: {damage_results: efect}\n"
    )
    assert "unknown key 'damage_result' (did you mean damage_results?)" in refusal(
        scene + "assume: {damage_result: effect}\n"
    )
