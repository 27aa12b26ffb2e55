"""What lands are: basic land types that replace or come on top, lands that are creatures (613.1d, 613.8, 305.7)."""

from __future__ import annotations

import pytest

TAP = "{tap_for_mana: {source: it}}"
SEEN = "".join(sorted("WUBRGC"))
POOL = ", ".join(f"alice.mana.{letter}" for letter in SEEN)
FOREST = "{land: Forest, as: it}"
URBORG = '{card: "Urborg, Tomb of Yawgmoth", as: urborg}'
MOON, DAWN, REVOLT = "{card: Blood Moon}", "{card: Celestial Dawn}", '{card: "Nature\'s Revolt"}'


def letters(found: dict) -> set[str]:
    return {"".join(letter * n for letter, n in zip(SEEN, values, strict=True)) for values in found}


@pytest.mark.parametrize(
    ("theirs", "colours"),
    [
        ("{card: Savannah}", "GW"),
        (f"{{card: Savannah}}, {MOON}", "R"),
        (f"{{card: Ancient Tomb}}, {MOON}", "R"),
        (f"{{card: Forest}}, {MOON}", "G"),
        (f"{{card: Wastes}}, {MOON}", ""),
        (f"{{card: Savannah}}, {DAWN}", "W"),
        (f"{{card: Forest}}, {DAWN}", "W"),
        ("{card: Savannah, as: it2}, {card: Spreading Seas, attached: it2}", "U"),
        (f"{{land: Forest}}, {URBORG}", "BG"),
        (f"{{card: Wastes}}, {URBORG}", "B"),
        # 613.8a: without its text Urborg makes nothing a Swamp, whichever came first.
        (f"{{land: Forest}}, {URBORG}, {MOON}", "GR"),
        (f"{{land: Forest}}, {URBORG}, {DAWN}", "W"),
        (f"{{land: Forest}}, {URBORG}, {{card: Spreading Seas, attached: urborg}}", "GU"),
    ],
)
def test_what_lands_can_be_tapped_for(outcomes, at_table, theirs, colours) -> None:
    scene = at_table("{card: Fellwar Stone, as: it}", theirs, do=TAP, see=POOL)
    assert letters(outcomes(scene)) == (set(colours) or {""})


def test_only_the_controllers_lands(outcomes, at_table) -> None:
    assert letters(outcomes(at_table(FOREST, DAWN, do=TAP, see=POOL))) == {"G"}
    assert letters(outcomes(at_table(FOREST, URBORG, do="{tap_for_mana: {source: it, ability: 1}}", see=POOL))) == {"B"}


def test_the_abilities_of_its_text_are_gone(refusal, outcomes, at_table) -> None:
    # 305.7
    temple, second = "{card: Eldrazi Temple, as: it}", "{tap_for_mana: {source: it, ability: 2}}"
    assert letters(outcomes(at_table(temple, do=second, see=POOL))) == {"CC"}
    assert refusal(at_table(temple, MOON, do=second, see=POOL))
    tomb = at_table("{card: Ancient Tomb, as: it}", MOON, do=TAP, see="alice.life, alice.mana.R")
    assert outcomes(tomb) == {(20, 1): 1}


def test_a_type_that_comes_on_top_leaves_the_rest(outcomes, at_table) -> None:
    tomb = "{card: Ancient Tomb, as: it}"
    do = "{tap_for_mana: {source: it, ability: %d}}"
    assert letters(outcomes(at_table(tomb, URBORG, do=do % 1, see=POOL))) == {"CC"}
    assert letters(outcomes(at_table(tomb, URBORG, do=do % 2, see=POOL))) == {"B"}


@pytest.mark.parametrize(("counters", "size"), [("", (2, 2)), (', counters: {"+1/+1": 2}', (4, 4))])
def test_a_land_that_is_a_creature_has_a_size(outcomes, at_table, counters, size) -> None:
    land = f"{{land: Forest, as: it{counters}}}"
    assert outcomes(at_table(land, REVOLT, do="{step: end}", see="it.power, it.toughness")) == {size: 1}


def test_a_land_that_is_a_creature_is_one_for_everything(refusal, outcomes, at_table) -> None:
    # 302.6, 704.5g, and it can attack; it still is a land and makes its mana.
    new = "{land: Forest, as: it, new: true}"
    assert letters(outcomes(at_table(new, do=TAP, see=POOL))) == {"G"}
    assert "302.6" in refusal(at_table(new, REVOLT, do=TAP, see=POOL))
    assert letters(outcomes(at_table(FOREST, REVOLT, do=TAP, see=POOL))) == {"G"}
    hit = "{deal: {amount: 2, to: it}}"
    assert outcomes(at_table(FOREST, REVOLT, do=hit, see="it.on_battlefield")) == {(False,): 1}
    assert outcomes(at_table(FOREST, REVOLT, do="{attack: {it: bob}}", see="bob.life")) == {(18,): 1}


def test_a_permanent_that_is_no_land_stays_what_it_is(refusal, outcomes, at_table) -> None:
    petal = at_table("{card: Lotus Petal, as: it}", f"{REVOLT}, {MOON}, {URBORG}", do=TAP, see=POOL)
    assert letters(outcomes(petal)) == set("WUBRG")
    new = at_table("{card: Everflowing Chalice, as: it, new: true}", REVOLT, do=TAP, see=POOL)
    assert letters(outcomes(new)) == {""}


@pytest.mark.parametrize(
    "theirs",
    [f"{{land: Forest}}, {URBORG}, {MOON}", f"{{card: Savannah}}, {URBORG}", f"{{land: Forest}}, {REVOLT}, {DAWN}"],
)
def test_stock_clingo_agrees(project, table, at_table, theirs) -> None:
    path = table.folder / "types.yaml"
    path.write_text(at_table("{card: Fellwar Stone, as: it}", theirs, do=TAP, see=POOL), encoding="utf-8")
    assert project.crosscheck(project.scenario(path), 60).agree
