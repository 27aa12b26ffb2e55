"""What mana is produced: types, amounts, replacement effects on the event, what triggers on it (106, 605)."""

from __future__ import annotations

import pytest

FOREST = "{land: Forest, as: forest}"
TAP = "{tap_for_mana: {source: %s}}"
POOL = ", ".join(f"alice.mana.{letter}" for letter in "WUBRGC")


def cards(*names: str) -> str:
    return "".join(f', {{card: "{name}"}}' for name in names)


@pytest.fixture(scope="session")
def pools(outcomes):
    """Give the contents of alice's pool in every outcome, as letters in the order WUBRGC, with the orderings."""

    def played(scene: str) -> dict[str, int]:
        order = sorted("WUBRGC")
        found = outcomes(scene)
        return {
            "".join(letter * values[order.index(letter)] for letter in "WUBRGC"): count
            for values, count in found.items()
        }

    return played


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], {"G": 1}),
        (["Mana Flare"], {"GG": 1}),
        (["Mana Reflection"], {"GG": 1}),
        (["Mana Reflection", "Mana Reflection"], {"GGGG": 2}),
        (["Mana Reflection", "Nyxbloom Ancient"], {"G" * 6: 2}),
        (["Mana Reflection", "Contamination"], {"B": 1, "BB": 1}),
        (["Mana Reflection", "Infernal Darkness"], {"BB": 2}),
        (["Contamination", "Ritual of Subdual"], {"B": 1, "C": 1}),
        (["Mana Reflection", "Damping Sphere"], {"C": 1}),
        (["Damping Sphere"], {"G": 1}),
        (["Nyxbloom Ancient", "Mana Reflection", "Damping Sphere"], {"C": 2, "CC": 1, "CCC": 1}),
        (["Mana Reflection", "Mirari's Wake"], {"GGG": 1}),
        (["Mirari's Wake", "Contamination"], {"BB": 1}),
        (["Virtue of Strength"], {"GGG": 1}),
    ],
)
def test_a_forest_is_tapped(pools, at_table, names, expected) -> None:
    # 106.12b, 616.1
    assert pools(at_table(FOREST + cards(*names), do=TAP % "forest", see=POOL)) == expected


def test_who_taps_chooses(table, at_table) -> None:
    # 616.1: the effects are bob's, the mana alice's.
    scene = at_table(FOREST + cards("Mana Reflection"), "{card: Contamination}", do=TAP % "forest", see="alice.mana.B")
    assert table.choosers(scene, "replacement") == ["alice"]


def test_another_players_reflection_does_nothing(pools, at_table) -> None:
    assert pools(at_table(FOREST, "{card: Mana Reflection}", do=TAP % "forest", see=POOL)) == {"G": 1}


def test_thirty_triplers_are_exact(outcomes, at_table) -> None:
    scene = at_table(FOREST + cards(*["Nyxbloom Ancient"] * 30), do=TAP % "forest", see="alice.mana.G")
    assert list(outcomes(scene)) == [(3**30,)]


def test_a_trigger_is_not_multiplied_and_sees_the_final_type(pools, at_table) -> None:
    # 605.4a; High Tide still adds blue mana under Contamination.
    scene = at_table(
        "{land: Island, as: island}" + cards("Contamination"),
        do="{cast: {card: High Tide}}, " + TAP % "island",
        see=POOL,
        hand="{card: High Tide}",
    )
    assert pools(scene) == {"UB": 1}
    wild = FOREST + ", {card: Wild Growth, attached: forest}, {card: Mana Reflection}"
    assert pools(at_table(wild, do=TAP % "forest", see=POOL)) == {"GGG": 1}


def test_one_type_of_those_that_were_produced(pools, table, at_table) -> None:
    turf = "{card: Gruul Turf, as: turf}" + cards("Mirari's Wake")
    scene = at_table(turf, do=TAP % "turf", see=POOL)
    assert pools(scene) == {"RRG": 1, "RGG": 1}
    assert table.choosers(scene, "type_chosen") == ["alice"]


def test_no_mana_no_trigger(outcomes, at_table) -> None:
    # 106.5, 106.12a: Meteor Crater without a coloured permanent makes nothing; Overabundance does not see it.
    crater = "{card: Meteor Crater, as: crater}"
    flare = at_table(crater, "{card: Mana Flare}", do=TAP % "crater", see="alice.mana.R, crater.tapped")
    assert outcomes(flare) == {(0, True): 1}
    much = at_table(crater, "{card: Overabundance}", do=TAP % "crater", see="alice.life")
    assert outcomes(much) == {(20,): 1}


def test_other_triggers_use_the_stack(table, outcomes, at_table) -> None:
    # 605.5a
    barbs = at_table(FOREST, "{card: Manabarbs}", do=TAP % "forest", see="alice.mana.G, alice.life")
    assert outcomes(barbs) == {(19, 1): 1}
    assert "603.3b" in table.rules(barbs)
    druid = at_table("{card: Zhur-Taa Druid, as: druid}", do=TAP % "druid", see="alice.mana.G, bob.life")
    assert outcomes(druid) == {(1, 19): 1}
    flare = at_table(FOREST + cards("Mana Flare"), do=TAP % "forest", see="alice.mana.G")
    assert "603.3b" not in table.rules(flare)


def test_chosen_colours(pools, at_table) -> None:
    scene = FOREST + ", {card: %s, chosen: %s}"
    assert pools(at_table(scene % ("Caged Sun", "green"), do=TAP % "forest", see=POOL)) == {"GG": 1}
    assert pools(at_table(scene % ("Caged Sun", "red"), do=TAP % "forest", see=POOL)) == {"G": 1}
    assert pools(at_table(scene % ("Gauntlet of Power", "G"), do=TAP % "forest", see=POOL)) == {"GG": 1}
    sprawl = FOREST + ", {card: Utopia Sprawl, attached: forest, chosen: blue}"
    assert pools(at_table(sprawl, do=TAP % "forest", see=POOL)) == {"UG": 1}


def test_a_mixture_is_divided_by_its_player(pools, at_table) -> None:
    clearcutter = "{card: Goblin Clearcutter, as: goblin}, {land: Forest}, {card: Mana Reflection}"
    scene = at_table(clearcutter, do=TAP % "goblin", see=POOL)
    assert pools(scene) == {"R" * (6 - n) + "G" * n: 1 for n in (0, 2, 4, 6)}


def test_restrictions_are_copied_by_replacements_only(outcomes, at_table) -> None:
    # 106.6a, and 701.10f: the Cube adds mana that is free.
    temple = "{card: Eldrazi Temple, as: temple}"
    bound = "{tap_for_mana: {source: temple, ability: 2}}"
    see = "alice.mana.C, alice.restricted_mana.C"
    assert outcomes(at_table(temple + cards("Mana Reflection"), do=bound, see=see)) == {(4, 4): 1}
    assert outcomes(at_table(temple + cards("Mirari's Wake"), do=bound, see=see)) == {(3, 2): 1}
    cube = temple + ", {card: Doubling Cube, as: cube}"
    assert outcomes(at_table(cube, do=bound + ", {activate: {source: cube}}", see=see)) == {(4, 2): 1}
    assert outcomes(at_table(temple + cards("Damping Sphere"), do=bound, see="alice.mana.C")) == {(1,): 1}


@pytest.mark.parametrize(("names", "factor"), [([], 1), (["Mana Reflection", "Nyxbloom Ancient"], 6)])
def test_for_every_number_of_counters(table, at_table, names, factor) -> None:
    chalice = "{card: Everflowing Chalice, as: chalice, counters: {charge: N}}" + cards(*names)
    scene = 'where: {N: ">= 0"}\n' + at_table(chalice, do=TAP % "chalice", see="alice.mana.C")
    values = {str(each.values["alice.mana.C"]) for each in table.graph(scene).outcomes}
    assert values <= {"0", "N", f"{factor}*N"}
    assert f"{factor}*N" in values or values == {"N"}


def test_the_pool_empties(pools, at_table) -> None:
    # 106.4
    assert pools(at_table(FOREST, do=TAP % "forest" + ", {step: end}", see=POOL)) == {"": 1}


SAVANNAH = "{card: Savannah, as: it}"


@pytest.mark.parametrize(
    ("it", "names", "expected"),
    [
        (SAVANNAH, ["Naked Singularity", "Mana Reflection"], {"RR", "BB"}),
        (FOREST.replace("forest}", "it}"), ["Pulse of Llanowar", "Mana Reflection"], {c * 2 for c in "WUBRG"}),
        ("{card: Llanowar Elves, as: it}", ["Kinnan, Bonder Prodigy", "Leyline of Abundance"], {"GGG"}),
        ("{card: Llanowar Elves, as: it}", ["Contamination", "Mana Flare"], {"G"}),
        ("{card: Gyre Sage, as: it}", ["Kinnan, Bonder Prodigy"], {""}),
        ("{card: Elvish Archdruid, as: it}", ["Llanowar Elves"], {"GG"}),
        ("{card: Ancient Tomb, as: it}", ["Damping Sphere", "Mana Reflection"], {"C", "CC"}),
        ("{card: Savannah, as: it}", ["Blood Moon"], {"R"}),
        ("{card: Forest, as: it}", ["Blood Moon"], {"G"}),
        ("{card: Ancient Tomb, as: it}", ["Celestial Dawn"], {"W"}),
        ("{land: Forest, as: it}, {card: Spreading Seas, attached: it}", ["Mana Reflection"], {"UU"}),
    ],
)
def test_other_permanents(pools, at_table, it, names, expected) -> None:
    assert set(pools(at_table(it + cards(*names), do=TAP % "it", see=POOL))) == expected


def test_effects_for_the_turn(pools, at_table) -> None:
    deep = FOREST + ", {card: Deep Water, as: deep}, {card: Mana Reflection}"
    do = "{activate: {source: deep}}, " + TAP % "forest"
    assert pools(at_table(deep, do=do, see=POOL)) == {"UU": 2}
    dawn = at_table(FOREST, do="{cast: {card: False Dawn}}, " + TAP % "forest", see=POOL, hand="{card: False Dawn}")
    assert pools(dawn) == {"W": 1}


@pytest.mark.parametrize(
    "scene",
    [
        (FOREST + cards("Mana Reflection", "Contamination"), TAP % "forest"),
        (FOREST + cards("Mirari's Wake", "Manabarbs"), TAP % "forest"),
        ("{card: Goblin Clearcutter, as: goblin}, {land: Forest}", TAP % "goblin"),
    ],
)
def test_stock_clingo_agrees(table, at_table, scene) -> None:
    assert table.crosscheck(at_table(scene[0], do=scene[1], see=POOL)).agree
