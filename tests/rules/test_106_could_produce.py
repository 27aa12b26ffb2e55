"""What permanents could produce: a least fixed point over abilities and orders of effects (106.7)."""

from __future__ import annotations

import pytest

TAP = "{tap_for_mana: {source: it}}"
POOL = ", ".join(f"alice.mana.{letter}" for letter in "WUBRGC")
REFLECTING, ORCHARD, STONE = (
    f"{{card: {name}, as: it}}" for name in ("Reflecting Pool", "Exotic Orchard", "Fellwar Stone")
)
FOREST = "{land: Forest}"


@pytest.mark.parametrize(
    ("mine", "theirs", "letters"),
    [
        (f"{REFLECTING}, {FOREST}, {{land: Island}}", "", "GU"),
        (f"{REFLECTING}, {{card: Reflecting Pool}}", "", ""),
        (f"{REFLECTING}, {{card: Wastes}}", "", "C"),
        (f"{REFLECTING}, {{land: Wastes}}", "", "C"),
        (f"{REFLECTING}, {{card: Exotic Orchard}}", "{land: Plains}", "W"),
        (f"{ORCHARD}, {FOREST}", "{card: Exotic Orchard}", "G"),
        (ORCHARD, "{card: Exotic Orchard}", ""),
        (STONE, FOREST, "G"),
        (STONE, "{card: Wastes}", ""),
        (f"{STONE}, {{card: Contamination}}", FOREST, "B"),
        (STONE, f"{FOREST}, {{card: Contamination}}, {{card: Ritual of Subdual}}", "B"),
        (f"{REFLECTING}, {FOREST}, {{card: Contamination}}, {{card: Ritual of Subdual}}", "", "BC"),
        (STONE, f"{FOREST}, {{card: Mana Reflection}}, {{card: Damping Sphere}}", ""),
        (STONE, f"{FOREST}, {{card: Damping Sphere}}", "G"),
        (STONE, "{land: Forest, tapped: true}", "G"),
        (STONE, "{card: Havenwood Battleground}", "G"),
        (f"{STONE}, {{card: Wild Growth, attached: peak}}", "{land: Mountain, as: peak}", "R"),
        (STONE, "{land: Mountain}, {card: Chromatic Lantern}", "WUBRG"),
        (STONE, "{card: Gruul Turf}", "RG"),
        (STONE, "{card: Savannah}, {card: Naked Singularity}", "RB"),
        (STONE, f"{FOREST}, {{card: Hall of Gemstone, chosen: red}}", "R"),
        (STONE, "{card: Savannah}, {card: Blood Moon}", "R"),
    ],
)
def test_types_that_could_be_produced(outcomes, at_table, mine, theirs, letters) -> None:
    found = outcomes(at_table(mine, theirs, do=TAP, see=POOL))
    order = sorted("WUBRGC")
    assert {"".join(letter * n for letter, n in zip(order, values, strict=True)) for values in found} == (
        set(letters) or {""}
    )


def test_nothing_is_locked_when_there_is_no_type(outcomes, at_table) -> None:
    # 106.5
    scene = at_table(STONE, "{card: Wastes}", do=TAP, see="it.tapped, alice.mana.C")
    assert outcomes(scene) == {(0, True): 1}


@pytest.mark.parametrize(
    "scene",
    [
        (f"{ORCHARD}, {FOREST}", "{card: Exotic Orchard}"),
        (f"{STONE}, {{card: Contamination}}", FOREST),
        (f"{REFLECTING}, {FOREST}, {{card: Mana Reflection}}, {{card: Damping Sphere}}", ""),
    ],
)
def test_stock_clingo_agrees(table, at_table, scene) -> None:
    assert table.crosscheck(at_table(*scene, do=TAP, see=POOL)).agree
