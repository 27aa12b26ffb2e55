"""Who controls a permanent, and what changes with it (613.1b, 302.6, 506.4, 704.5j)."""

from __future__ import annotations

import pytest

TAKE = "{gain_control: {what: it, by: %s}}"
FOREST, ELVES = "{land: Forest, as: it}", "{card: Llanowar Elves, as: it}"
HYDRA = '{card: Kalonian Hydra, as: hydra, counters: {"+1/+1": 4}}'


def tap(what: str, by: str = "alice") -> str:
    return f"{{tap_for_mana: {{source: {what}, by: {by}}}}}"


def test_the_new_controller_uses_it(refusal, outcomes, at_table) -> None:
    # 602.2
    take = TAKE % "alice"
    seen = "alice.mana.G, bob.mana.G, it.controller"
    assert outcomes(at_table("", FOREST, do=f"{take}, {tap('it')}", see=seen)) == {(1, 0, "alice"): 1}
    assert "602.2" in refusal(at_table("", FOREST, do=f"{take}, {tap('it', 'bob')}", see=seen))
    assert "602.2" in refusal(at_table("", FOREST, do=tap("it"), see=seen))


def test_a_creature_that_changed_sides_is_new(refusal, outcomes, at_table) -> None:
    # 302.6; with haste (702.10c), or when nothing changed, it is ready.
    take = TAKE % "alice"
    assert "302.6" in refusal(at_table("", ELVES, do=f"{take}, {tap('it')}", see="alice.mana.G"))
    hasty = "{card: Llanowar Elves, as: it, has: haste}"
    assert outcomes(at_table("", hasty, do=f"{take}, {tap('it')}", see="alice.mana.G")) == {(1,): 1}
    assert outcomes(at_table(ELVES, do=f"{take}, {tap('it')}", see="alice.mana.G")) == {(1,): 1}
    back = f"{TAKE % 'bob'}, {take}, {tap('it')}"
    assert "302.6" in refusal(at_table(ELVES, do=back, see="alice.mana.G"))


@pytest.mark.parametrize(
    ("what", "seen", "expected"),
    [
        ('{creature: 2/2, as: it, tapped: true, counters: {"+1/+1": 1}}', "it.tapped, it.p1p1, it.power", (1, 3, True)),
        ("{creature: 2/2, as: it, damage: 1}", "it.damage, it.controller", ("alice", 1)),
    ],
)
def test_it_keeps_what_it_has(outcomes, at_table, what, seen, expected) -> None:
    assert outcomes(at_table("", what, do=TAKE % "alice", see=seen)) == {expected: 1}


def test_its_effects_are_those_of_its_new_controller(outcomes, at_table) -> None:
    mine = "{land: Forest, as: mine}, {card: Mana Reflection, as: it}"
    do = f"{TAKE % 'bob'}, {tap('mine')}, {tap('his', 'bob')}"
    scene = at_table(mine, "{land: Forest, as: his}", do=do, see="alice.mana.G, bob.mana.G")
    assert outcomes(scene) == {(1, 2): 1}
    boosted = at_table('{creature: 1/1, as: bear}, {card: "Mirari\'s Wake", as: it}', do=TAKE % "bob", see="bear.power")
    assert outcomes(boosted) == {(1,): 1}


def test_two_of_a_legend(outcomes, at_table) -> None:
    # 704.5j: the new controller keeps one of them.
    marwyn = '{card: "Marwyn, the Nurturer", as: %s}'
    scene = at_table(marwyn % "mine", marwyn % "it", do=TAKE % "alice", see="it.on_battlefield, mine.on_battlefield")
    assert outcomes(scene) == {(True, False): 1, (False, True): 1}


def test_it_leaves_combat(outcomes, at_table) -> None:
    # 506.4, 509.1h: an attacker that was taken deals nothing; what was blocked stays blocked, and tramples (702.19e).
    attack = "{attack: {hydra: bob}, respond: [{gain_control: {what: hydra, by: bob}}]}"
    assert outcomes(at_table(HYDRA, do=attack, see="alice.life, bob.life, hydra.p1p1")) == {(20, 20, 4): 1}
    wall = "{creature: 0/9, as: wall}"
    do = "{attack: {hydra: bob}, block: {wall: hydra}, respond: [{gain_control: {what: wall, by: alice}}]}"
    scene = at_table(HYDRA, wall, do=do, see="bob.life, wall.damage")
    assert outcomes(scene) == {(12, 0): 1}
    both = "{creature: 3/3, as: bear}, " + HYDRA
    do = "{attack: {bear: bob, hydra: bob}, block: {wall: bear}, respond: [{gain_control: {what: wall, by: alice}}]}"
    assert outcomes(at_table(both, wall, do=do, see="bob.life, wall.damage")) == {(12, 0): 1}


@pytest.mark.parametrize(
    "do", [f"{TAKE % 'bob'}, {tap('it', 'bob')}", f"{TAKE % 'bob'}, {TAKE % 'alice'}, {tap('it')}"]
)
def test_stock_clingo_agrees(project, table, at_table, do) -> None:
    path = table.folder / "control.yaml"
    path.write_text(at_table(FOREST, do=do, see="alice.mana.G, bob.mana.G"), encoding="utf-8")
    assert project.crosscheck(project.scenario(path), 60).agree
