"""Populate: what may be chosen, when, and by whom; effects that create copies (701.36, 707.2)."""

from __future__ import annotations

import pytest

BIRD = "{token: {creature: 1/1, name: Bird}, as: bird}"
WURM = "{token: {creature: 5/5, name: Wurm}, as: wurm}"
SEE = "alice.tokens.Bird, alice.tokens.Wurm"
POPULATE = "{populate: alice}"


@pytest.mark.parametrize(
    ("alice", "expected"),
    [
        ("", {(0, 0): 1}),
        (BIRD, {(2, 0): 1}),
        (BIRD + ", " + WURM, {(2, 1): 1, (1, 2): 1}),
        (BIRD + ", {creature: 9/9}, {token: Treasure}", {(2, 0): 1}),
        ("{creature: 9/9}, {token: Treasure}", {(0, 0): 1}),
        ("{token: {creature: 1/1, name: Bird, has: [shroud]}}", {(2, 0): 1}),
        (BIRD + ", {card: Doubling Season}", {(3, 0): 1}),
    ],
)
def test_a_creature_token_of_ones_own(outcomes, at_table, alice, expected) -> None:
    # 701.36a, 701.36b
    assert outcomes(at_table(alice, do=POPULATE, see=SEE)) == expected


def test_not_the_opponents(table, at_table) -> None:
    see = "alice.tokens.Bird, bob.tokens.Bird"
    scene = at_table("", BIRD, do=POPULATE, see=see)
    assert table.outcomes(scene) == {(0, 1): 1}
    assert table.choosers(scene, "populate") == []
    assert "701.36b" in table.rules(at_table("", BIRD, do=POPULATE, see=see))
    assert table.outcomes(at_table("", BIRD, do="{populate: bob}", see=see)) == {(0, 2): 1}


def test_a_token_under_ones_control(outcomes, at_table) -> None:
    # 701.36a: control, not ownership.
    do = "{gain_control: {what: bird, by: alice}}, " + POPULATE
    assert outcomes(at_table("", BIRD, do=do, see="alice.tokens.Bird, bob.tokens.Bird")) == {(2, 0): 1}


def test_the_token_just_made_may_be_chosen(outcomes, at_table) -> None:
    scene = at_table(
        BIRD,
        do="{cast: {card: accord}}",
        see="alice.tokens.Bird, alice.tokens.Centaur",
        hand='{card: "Coursers\' Accord", as: accord}',
    )
    assert outcomes(scene) == {(1, 2): 1, (2, 1): 1}


def test_chosen_on_resolution(outcomes, at_table) -> None:
    # 608.2d
    scene = at_table(
        BIRD + ", " + WURM,
        do="{cast: {card: defenses}, respond: [{destroy: {what: wurm, by: bob}}]}",
        see=SEE,
        hand="{card: Rootborn Defenses, as: defenses}",
    )
    assert outcomes(scene) == {(2, 0): 1}


def test_what_is_done_to_all_covers_the_new_one(outcomes, at_table) -> None:
    # 611.2c: populate comes first in the text.
    scene = at_table(
        BIRD,
        do="{cast: {card: defenses}}, {populate: alice, as: late}, {destroy: {what: bird}}, {destroy: {what: late}}",
        see="alice.tokens.Bird, late.on_battlefield",
        hand="{card: Rootborn Defenses, as: defenses}",
    )
    assert set(outcomes(scene)) == {(2, False)}


def test_one_of_a_group_is_one_token(outcomes, at_table) -> None:
    do = "{create: {token: {creature: 1/1, name: Bird}, amount: 3}}, " + POPULATE
    assert set(outcomes(at_table(do=do, see="alice.tokens.Bird"))) == {(4,)}


def test_a_trigger_populates(outcomes, at_table) -> None:
    scene = at_table(BIRD + ", {card: Growing Ranks}", do="{step: upkeep}", see="alice.tokens.Bird")
    assert outcomes(scene) == {(2,): 1}


def test_copies_of_each_token(outcomes, at_table) -> None:
    # 707.2, 701.7a: all at once, whatever type they are.
    scene = at_table(
        BIRD + ", " + WURM + ", {token: Treasure}, {card: Memnite}",
        do="{cast: {card: harvest}}",
        see="alice.tokens.Bird, alice.tokens.Memnite, alice.tokens.Treasure, alice.tokens.Wurm",
        hand="{card: Second Harvest, as: harvest}",
    )
    assert outcomes(scene) == {(2, 0, 2, 2): 1}


@pytest.mark.parametrize("alice", [BIRD + ", " + WURM, BIRD + ", {card: Divine Visitation}, {card: Doubling Season}"])
def test_stock_clingo_agrees(project, table, at_table, alice) -> None:
    path = table.folder / "populate.yaml"
    path.write_text(at_table(alice, do=POPULATE, see=SEE), encoding="utf-8")
    assert project.crosscheck(project.scenario(path), 60).agree
