"""How permanents enter: counters they enter with, and the effects on those (614.1c, 614.12, 122.6a)."""

from __future__ import annotations

import pytest

FEEDER = "{create: {token: {card: Spike Feeder}, as: fresh}}"


def cards(*names: str) -> str:
    return ", ".join(f'{{card: "{name}"}}' for name in names)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], {(2,): 1}),
        (["Hardened Scales"], {(3,): 1}),
        (["Corpsejack Menace"], {(4,): 1}),
        (["Corpsejack Menace", "Hardened Scales"], {(5,): 1, (6,): 1}),
        (["Vorinclex, Monstrous Raider"], {(4,): 1}),
    ],
)
def test_counters_it_enters_with(outcomes, at_table, names, expected) -> None:
    # 122.6a
    assert outcomes(at_table(cards(*names), do=FEEDER, see="fresh.p1p1")) == expected


def test_each_token_of_two(outcomes, at_table) -> None:
    # 616.1g: first how many, then with which counters.
    see = "alice.tokens.Spike Feeder, fresh.p1p1"
    assert outcomes(at_table(cards("Doubling Season"), do=FEEDER, see=see)) == {(2, 4): 1}


def test_its_controller_puts_them(table, at_table) -> None:
    # 122.6a: bob's Vorinclex sees an opponent put them.
    scene = at_table("", cards("Vorinclex, Monstrous Raider"), do=FEEDER, see="fresh.p1p1")
    assert table.outcomes(scene) == {(1,): 1}
    assert table.choosers(scene, "replacement") == ["alice"]


def test_no_counter_no_life(outcomes, at_table) -> None:
    # 614.17, 704.5f
    scene = at_table(cards("Solemnity"), do=FEEDER, see="alice.tokens.Spike Feeder, fresh.on_battlefield")
    assert outcomes(scene) == {(0, False): 1}


@pytest.mark.parametrize(("x", "names", "counters"), [(3, [], 3), (3, ["Hardened Scales"], 4), (1, [], 1)])
def test_x_of_the_spell(outcomes, at_table, x, names, counters) -> None:
    # 107.3m
    scene = at_table(
        cards(*names),
        do=f"{{cast: {{card: one, x: {x}}}}}",
        see="one.on_battlefield, one.p1p1",
        hand="{card: Endless One, as: one}",
    )
    assert outcomes(scene) == {(True, counters): 1}


def test_x_of_a_token_is_nothing(outcomes, at_table) -> None:
    # 107.3i; Hardened Scales has nothing to add to.
    scene = at_table(
        cards("Hardened Scales"),
        do="{create: {token: {card: Endless One}, as: fresh}}",
        see="fresh.on_battlefield, fresh.p1p1",
    )
    assert outcomes(scene) == {(False, 0): 1}


def test_a_land_is_played(outcomes, refusal, at_table) -> None:
    # 305.1, 614.1c, 614.16
    do = "{play_land: {card: mine}}"
    mine = "{card: Gemstone Mine, as: mine}"
    see = "mine.mining, mine.on_battlefield"
    assert outcomes(at_table(do=do, see=see, hand=mine)) == {(3, True): 1}
    assert outcomes(at_table(cards("Doubling Season"), do=do, see=see, hand=mine)) == {(6, True): 1}
    growth = at_table(do=do, see="alice.life", hand="{card: Giant Growth, as: mine}")
    assert "305.1" in refusal(growth)
    assert "305.1" in refusal(at_table(mine, do=do, see="alice.life"))


def test_loyalty_is_doubled_on_entering_and_not_as_a_cost(outcomes, at_table) -> None:
    # 306.5b, 606.4
    tibalt = '{card: "Tibalt, the Fiend-Blooded", as: tibalt}'
    cast = "{cast: {card: tibalt}}"
    season = cards("Doubling Season")
    assert outcomes(at_table(season, do=cast, see="tibalt.loyalty", hand=tibalt)) == {(4,): 1}
    use = cast + ", {activate: {source: tibalt}}"
    assert outcomes(at_table(season, do=use, see="tibalt.loyalty", hand=tibalt)) == {(5,): 1}


def test_stock_clingo_agrees(project, table, at_table) -> None:
    path = table.folder / "entering.yaml"
    scene = at_table(cards("Corpsejack Menace", "Hardened Scales"), do=FEEDER, see="fresh.p1p1")
    path.write_text(scene, encoding="utf-8")
    assert project.crosscheck(project.scenario(path), 60).agree
