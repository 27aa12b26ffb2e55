"""What a token that is a copy takes over: copiable values and exceptions, nothing else (707.2, 707.3, 707.9)."""

from __future__ import annotations

import pytest

POPULATE = "{populate: alice, as: fresh}"


@pytest.mark.parametrize(
    ("token", "see", "expected"),
    [
        ("{creature: 3/3, name: A}, counters: {'+1/+1': 2}", "fresh.p1p1, fresh.power", (0, 3)),
        ("{creature: 3/3, name: A}, damage: 2", "fresh.damage, old.damage", (0, 2)),
        ("{creature: 3/3, name: A}, tapped: true", "fresh.tapped, old.tapped", (False, True)),
        ("{card: Runeclaw Bear}, counters: {'-1/-1': 1}", "fresh.m1m1, fresh.power, old.power", (0, 2, 1)),
        ("{card: Endless One}, counters: {'+1/+1': 2}", "fresh.on_battlefield, old.p1p1", (False, 2)),
        ("{card: Kalonian Hydra}, counters: {'+1/+1': 9}", "fresh.p1p1, old.p1p1", (4, 9)),
    ],
)
def test_what_stays_with_the_copied_one(outcomes, at_table, token, see, expected) -> None:
    # 707.2
    assert outcomes(at_table(f"{{token: {token}, as: old}}", do=POPULATE, see=see)) == {expected: 1}


def test_keywords_of_the_body_are_copied_and_granted_ones_not(outcomes, at_table) -> None:
    do = POPULATE + ", {deal: {amount: 2, from: fresh, to: bob}}"
    see = "bob.life, bob.poison"
    infected = "{token: {creature: 1/1, name: A, has: [infect]}, as: old}"
    assert outcomes(at_table(infected, do=do, see=see)) == {(20, 2): 1}
    aura = "{token: {creature: 1/1, name: A}, as: old}, {card: Phyresis, attached: old}"
    assert outcomes(at_table(aura, do=do, see=see)) == {(18, 0): 1}


def test_an_effect_for_the_turn_is_not_copied(outcomes, at_table) -> None:
    scene = at_table(
        "{token: {creature: 3/3, name: A}, as: old}",
        do="{cast: {card: growth, targets: [old]}}, " + POPULATE,
        see="fresh.power, old.power",
        hand="{card: Giant Growth, as: growth}",
    )
    assert outcomes(scene) == {(3, 6): 1}


def test_exceptions_are_copied(outcomes, at_table) -> None:
    # 707.9b, 707.3
    scene = at_table(
        "{card: Hill Giant, as: giant}",
        do="{cast: {card: counterpart, targets: [giant]}}, " + POPULATE,
        see="fresh.power, fresh.toughness, giant.power",
        hand="{card: Croaking Counterpart, as: counterpart}",
    )
    assert outcomes(scene) == {(1, 1, 3): 1}


def test_a_copy_of_a_copy(outcomes, at_table) -> None:
    do = "{populate: alice, as: second}, {destroy: {what: old}}, {populate: alice, as: third}"
    scene = at_table(
        "{token: {creature: 2/4, name: Bear}, as: old, counters: {'+1/+1': 1}}",
        do=do,
        see="alice.tokens.Bear, third.power, third.toughness",
    )
    assert outcomes(scene) == {(2, 2, 4): 1}


def test_it_triggers_when_it_enters(outcomes, at_table) -> None:
    # 603.6a, 707.5
    wall = "{token: {card: Wall of Omens}, as: old}"
    assert outcomes(at_table(wall, do=POPULATE, see="alice.cards_drawn")) == {(1,): 1}
    monk = "{card: Venerable Monk, as: monk}, {card: Doubling Season}"
    scene = at_table(
        monk,
        do="{cast: {card: rite, targets: [monk]}}",
        see="alice.life, alice.tokens.Venerable Monk",
        hand="{card: Rite of Replication, as: rite}",
    )
    assert outcomes(scene) == {(40, 10): 1}


def test_the_legend_rule_sees_a_copy(outcomes, table, at_table) -> None:
    # 704.5j
    scene = at_table(
        '{token: {card: "Mowu, Loyal Companion"}, as: old}', do=POPULATE, see="fresh.on_battlefield, old.on_battlefield"
    )
    assert outcomes(scene) == {(True, False): 1, (False, True): 1}
    assert table.choosers(scene, "sba") == ["alice"]


def test_for_every_number_of_counters(table, at_table) -> None:
    scene = 'where: {N: ">= 0"}\n' + at_table(
        "{token: {creature: 3/3, name: A}, as: old, counters: {'+1/+1': N}}", do=POPULATE, see="fresh.power, old.power"
    )
    assert [
        (str(each.values["fresh.power"]), str(each.values["old.power"])) for each in table.graph(scene).outcomes
    ] == [("3", "N + 3")]


def test_stock_clingo_agrees(project, table, at_table) -> None:
    path = table.folder / "copy.yaml"
    scene = at_table(
        "{token: {card: Spike Feeder}, as: old, counters: {'+1/+1': 1}}, {token: {creature: 1/1, name: A}}",
        do=POPULATE,
        see="fresh.p1p1, alice.tokens.A",
    )
    path.write_text(scene, encoding="utf-8")
    assert project.crosscheck(project.scenario(path), 60).agree
