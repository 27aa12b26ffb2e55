"""Objects and filters: whose they are, what they are, and which abilities speak of them (109, 110, 613, 702)."""

from __future__ import annotations

import pytest

PUT = '{put: {counter: "+1/+1", to: it, amount: 1, by: alice}}'
SCALES = "{card: Hardened Scales}"


@pytest.mark.parametrize(
    ("it", "counters"),
    [
        ("{creature: 2/2, as: it}", 2),
        ("{artifact: true, as: it}", 1),  # no creature: Hardened Scales does not speak of it
        ("{creature: 2/2, as: it, controller: bob}", 1),  # "you control" (109.5)
        ("{token: {creature: 1/1, name: Soldier}, as: it}", 2),  # a token is a creature too
    ],
)
def test_a_creature_you_control(outcomes, at_table, it, counters) -> None:
    assert outcomes(at_table(f"{it}, {SCALES}", do=PUT, see="it.p1p1")) == {(counters,): 1}


def test_other_leaves_the_source_out(outcomes, at_table) -> None:
    hydra = '{card: Benevolent Hydra, as: it, counters: {"+1/+1": 1}}'
    assert outcomes(at_table(hydra, do=PUT, see="it.p1p1")) == {(2,): 1}
    bear = "{creature: 2/2, as: it}, " + hydra.replace("as: it", "as: hydra")
    assert outcomes(at_table(bear, do=PUT, see="it.p1p1")) == {(2,): 1}


def test_either_takes_both_kinds_of_permanents(outcomes, at_table) -> None:
    snake = "{card: Winding Constrictor}"
    for kind in ("artifact: true", "creature: 2/2"):
        scene = at_table(f"{{{kind}, as: it}}, {snake}", do=PUT, see="it.p1p1")
        assert outcomes(scene) == {(2,): 1}
    scene = at_table(f"{{planeswalker: 3, as: it}}, {snake}", do=PUT, see="it.p1p1")
    assert outcomes(scene) == {(1,): 1}


def test_an_ability_works_while_its_condition_is_true(outcomes, at_table) -> None:
    for level, counters in ((2, 1), (3, 2)):
        talent = f'{{card: "Innkeeper\'s Talent", counters: {{level: {level}}}}}'
        scene = at_table("{creature: 2/2, as: it}, " + talent, do=PUT, see="it.p1p1")
        assert outcomes(scene) == {(counters,): 1}


def test_a_keyword_that_is_taken_away_is_gone(outcomes, at_table) -> None:
    rat = "{creature: 2/2, as: rat, has: [infect]}"
    hit = "{attack: {rat: bob}}"
    assert outcomes(at_table(rat, do=hit, see="bob.life, bob.poison")) == {(20, 2): 1}
    melira = '{card: "Melira, Sylvok Outcast"}'
    assert outcomes(at_table(rat, melira, do=hit, see="bob.life, bob.poison")) == {(18, 0): 1}


def test_a_colour_is_part_of_what_an_ability_watches(outcomes, at_table) -> None:
    torbran = '{card: "Torbran, Thane of Red Fell"}'
    for colour, life in (("R", 16), ("G", 18)):
        it = f"{{creature: 2/2, as: it, colors: {colour}}}"
        assert outcomes(at_table(f"{it}, {torbran}", do="{attack: {it: bob}}", see="bob.life")) == {(life,): 1}
