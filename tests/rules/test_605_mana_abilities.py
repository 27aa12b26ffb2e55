"""What is a mana ability, when what it triggers resolves, and what becomes of the mana (605, 106.3-106.6, 106.12)."""

from __future__ import annotations

import shutil

import pytest

from tests.conftest import Table
from verifier.project import Project

FOREST = "{land: Forest, as: it}"
TAP = "{tap_for_mana: {source: it}}"
ACTIVATE = "{activate: {source: it}}"
SEEN = "".join(sorted("WUBRGC"))


def card(name: str, more: str = "as: it") -> str:
    return f'{{card: "{name}", {more}}}'


def see(player: str = "alice") -> str:
    return ", ".join(f"{player}.mana.{letter}" for letter in SEEN)


def letters(found: dict) -> set[str]:
    return {"".join(letter * n for letter, n in zip(SEEN, values, strict=True)) for values in found}


@pytest.fixture(scope="session")
def test_card(project, tmp_path_factory):
    """Give a table at which "Test Stone" has an ability, and "Test Rock" triggers when its controller taps a land."""

    def written(ability: str = "activated(tap,add(red,1))", instruction: str = "add(red,1)") -> Table:
        folder = tmp_path_factory.mktemp("cards")
        shutil.copytree(project.encodings, folder / "encodings")
        with (folder / "encodings" / "cards" / "mana.lp").open("a", encoding="utf-8") as file:
            file.write(
                f'\ncard("Test Stone"). card_type("Test Stone",artifact). card_ability("Test Stone",1,{ability}).\n'
                f'card("Test Rock"). card_type("Test Rock",artifact).\n'
                f'card_ability("Test Rock",1,trigger(tapped_for_mana(land,any,you),{instruction})).\n'
            )
        return Table(Project(folder / "encodings"), folder)

    return written


@pytest.mark.parametrize(
    "instruction",
    [
        "seq(add(red,1),gain(1,you))",
        "seq(gain(1,you),add(red,1))",
        "seq(gain(1,you),seq(lose(1,you),add(either(red,green),1)))",
        "add(types(pair(red,1,pair(green,1,nil))),1)",
    ],
)
def test_an_instruction_that_could_add_mana_makes_a_mana_ability(test_card, at_table, instruction) -> None:
    # 605.1a, 605.3b: no stack, so nobody gets priority.
    table = test_card(f"activated(tap,{instruction})")
    scene = at_table(card("Test Stone"), do=TAP, see="alice.mana.R, it.tapped")
    assert {values[1] for values in table.outcomes(scene)} == {True}
    assert not {"608.2", "117.4"} & table.rules(scene)


@pytest.mark.parametrize(
    ("cost", "instruction"),
    [
        ("tap", "seq(add(red,1),deal(1,target(player)))"),
        ("tap", "seq(add(red,1),put(poison,1,target(player)))"),
        ("tap", "seq(gain(1,target(player)),add(red,1))"),
        ("tap", "seq(lose(1,target(player)),add(red,1))"),
        ("tap", "seq(add(red,1),destroy(target(creature)))"),
        ("tap", "seq(add(red,1),exile(target(creature)))"),
        ("tap", "seq(add(red,1),tap(target(creature)))"),
        ("tap", "seq(add(red,1),untap(target(creature)))"),
        ("tap", "seq(add(red,1),draw(1,you))"),
        ("tap", "seq(mill(1,you),add(red,1))"),
        ("cost(tap,mill(1))", "add(red,1)"),
        ("cost(tap,put(loyalty,1))", "add(red,1)"),
        ("cost(tap,remove(loyalty,1))", "add(red,1)"),
        ("tap", "gain(1,you)"),
    ],
)
def test_a_target_a_library_or_loyalty_make_another_ability(test_card, at_table, cost, instruction) -> None:
    # 605.1a
    from verifier.errors import InvalidInput

    stone = card("Test Stone", "as: it, counters: {loyalty: 2}")
    with pytest.raises(InvalidInput, match="no mana ability"):
        test_card(f"activated({cost},{instruction})").graph(at_table(stone, do=TAP, see="it.tapped"))


@pytest.mark.parametrize(
    ("instruction", "stack"),
    [
        ("seq(add(red,1),gain(1,you))", False),
        ("seq(add(red,1),deal(1,each(opponent)))", False),
        ("seq(add(red,1),deal(1,target(opponent)))", True),
        ("gain(1,you)", True),
    ],
)
def test_a_trigger_that_adds_mana_without_a_target_is_a_mana_ability(test_card, at_table, instruction, stack) -> None:
    # 605.1b, 605.5a
    table = test_card(instruction=instruction)
    scene = at_table(f"{FOREST}, {{card: Test Rock}}", do=TAP, see="alice.mana.R, alice.mana.G")
    assert table.outcomes(scene) == {(1, 1 if "add" in instruction else 0): 1}
    assert ("603.3b" in table.rules(scene)) == stack


@pytest.mark.parametrize(
    "name", ["Pili-Pala", "Chromatic Sphere", "Millikin", "Deranged Assistant", "Prodigal Pyromancer"]
)
def test_not_every_ability_that_adds_mana_is_tapping_for_mana(refusal, at_table, name) -> None:
    # 106.12, 605.1a
    assert "no mana ability with {T}" in refusal(at_table(card(name), do=TAP, see="it.tapped"))


def test_another_ability_that_adds_mana_uses_the_stack(outcomes, table, at_table) -> None:
    # 605.3b is not for it.
    scene = at_table(card("Millikin"), do=ACTIVATE, see="alice.mana.C, alice.milled")
    assert outcomes(scene) == {(1, 1): 1}
    assert {"608.2", "117.4"} <= table.rules(scene)


def test_triggered_mana_abilities_resolve_one_after_the_other(outcomes, table, at_table) -> None:
    # 605.4a: before anything else happens, in one way only.
    auras = ", ".join(card(name, "attached: it") for name in ("Wild Growth", "Wild Growth", "Overgrowth"))
    scene = at_table(f"{FOREST}, {auras}, {{card: Mana Flare}}", do=TAP, see="alice.mana.G")
    assert outcomes(scene) == {(6,): 1}
    assert {"605.1b", "605.4a"} <= table.rules(scene)
    assert "603.3b" not in table.rules(scene)


@pytest.mark.parametrize(
    ("first", "then", "expected"),
    [
        (f"{FOREST}, {{card: Overabundance}}", "", (19, 2)),
        (f"{FOREST}, {{card: Overabundance}}, {{card: Overabundance}}", "", (18, 3)),
        (f"{FOREST}, {{card: Overabundance}}, {{card: Manabarbs}}", "", (18, 2)),
    ],
)
def test_what_else_a_triggered_mana_ability_does(outcomes, at_table, first, then, expected) -> None:
    assert outcomes(at_table(first, then, do=TAP, see="alice.life, alice.mana.G")) == {expected: 1}


@pytest.mark.parametrize(
    ("aura", "expected"),
    [
        ("Fertile Ground", {"BG", "GG", "GR", "GU", "GW"}),
        ("Overgrowth", {"GGG"}),
        ("Elvish Guidance", {"GGG"}),
    ],
)
def test_mana_goes_to_who_controls_the_land(outcomes, table, at_table, aura, expected) -> None:
    # 106.4: the choice of its colour, too.
    elves = "{card: Llanowar Elves}"
    scene = at_table(f"{FOREST}, {elves}, {card(aura, 'attached: it, controller: bob')}", elves, do=TAP, see=see())
    assert letters(outcomes(scene)) == expected
    assert table.choosers(scene, "type_chosen") == (["alice"] if len(expected) > 1 else [])


@pytest.mark.parametrize(
    ("mine", "expected"),
    [
        (f"{card('Ancient Tomb')}, {{card: Zendikar Resurgent}}", {"CCC"}),
        (f"{FOREST}, {card('Vorinclex, Voice of Hunger', 'as: other')}, {{card: Nikya of the Old Ways}}", {"GGG"}),
        (f"{FOREST}, {{card: Heartbeat of Spring}}, {{card: Dictate of Karametra}}", {"GGG"}),
        ("{token: Treasure, as: it}, " + card("Roxanne, Starfall Savant", "as: other"), {c * 2 for c in "WUBRG"}),
        (f"{card('Lotus Petal')}, " + card("Roxanne, Starfall Savant", "as: other"), set("WUBRG")),
        ("{land: Swamp, as: it}, {card: Crypt Ghast}, {card: Nirkana Revenant}", {"BBB"}),
        (f"{FOREST}, {{card: Crypt Ghast}}", {"G"}),
        (f"{FOREST}, {{card: Crypt Ghast}}, {{card: Contamination}}", {"B"}),
        (f"{FOREST}, {{card: Badgermole Cub}}", {"G"}),
        (f'{FOREST}, {{card: Badgermole Cub}}, {{card: "Nature\'s Revolt"}}', {"GG"}),
        (f"{card('Llanowar Elves')}, {{card: Badgermole Cub}}, {{card: Mana Reflection}}", {"GGG"}),
    ],
)
def test_more_triggers(outcomes, at_table, mine, expected) -> None:
    assert letters(outcomes(at_table(mine, do=TAP, see=see()))) == expected


def test_for_the_turn(outcomes, at_table) -> None:
    hand = "{card: Pale Moon, as: moon}, {card: Bubbling Muck, as: muck}"
    moon, muck = "{cast: {card: moon}}, ", "{cast: {card: muck}}, "
    swamp = "{land: Swamp, as: it}"
    assert letters(outcomes(at_table(card("Savannah"), do=moon + TAP, see=see(), hand=hand))) == {"C"}
    assert letters(outcomes(at_table(FOREST, do=moon + TAP, see=see(), hand=hand))) == {"G"}
    assert letters(outcomes(at_table(swamp, do=muck + TAP, see=see(), hand=hand))) == {"BB"}
    assert letters(outcomes(at_table(FOREST, do=muck + TAP, see=see(), hand=hand))) == {"G"}


@pytest.mark.parametrize(
    ("mine", "theirs", "expected"),
    [
        (card("Quirion Explorer"), "{land: Mountain}, {card: Wastes}", {"R"}),
        (card("Sylvok Explorer") + ", {land: Forest}", "{land: Mountain}", {"R"}),
        (card("Harvester Druid") + ", {card: Savannah}, {card: Wastes}", "{land: Island}", {"G", "W"}),
        (card("Star Compass") + ", {card: Savannah}, {land: Mountain}", "{land: Island}", {"R"}),
        (card("Gond Gate") + ", {card: Gruul Guildgate}, {land: Island}", "", {"G", "R"}),
        (card("Gond Gate") + ", {land: Island}", "", {""}),
        (card("Cactus Preserve") + ", {card: Wastes}", "", {"C"}),
        (card("Fellwar Stone"), "{card: Meteor Crater}, {card: Goblin Piker}", {"R"}),
        (card("Fellwar Stone") + ", {card: Goblin Piker}", "{card: Meteor Crater}, {card: Memnite}", {""}),
        (card("Reflecting Pool") + ", {card: Chromatic Lantern}", "", set("WUBRG")),
        (card("Horizon of Progress") + ", {land: Island}", "", {"U"}),
        (card("Reflecting Pool") + ', {card: "Gaea\'s Cradle"}', "{card: Memnite}", {""}),
        (card("Reflecting Pool") + ', {card: "Gaea\'s Cradle"}, {card: Memnite}', "", {"G"}),
        (
            card("Reflecting Pool")
            + ', {card: "Gaea\'s Cradle"}, {card: Memnite}, {card: Memnite}, {card: Damping Sphere}',
            "",
            {"C"},
        ),
    ],
)
def test_more_that_could_be_produced(outcomes, at_table, mine, theirs, expected) -> None:
    # 106.7
    assert letters(outcomes(at_table(mine, theirs, do=TAP, see=see()))) == expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Contamination"], {(1, 0, 1, 0): 5}),
        (["Infernal Darkness"], {(1, 0, 1, 0): 5}),
        (["Nyxbloom Ancient", "Infernal Darkness"], {(3, 0, 3, 0): 10}),
    ],
)
def test_a_restriction_stays_whatever_becomes_of_the_type(outcomes, at_table, names, expected) -> None:
    # 106.6, 106.6a
    mine = ", ".join([card("Ancient Ziggurat"), *(f"{{card: {name}}}" for name in names)])
    seen = "alice.mana.B, alice.mana.G, alice.restricted_mana.B, alice.restricted_mana.G"
    assert outcomes(at_table(mine, do=TAP, see=seen)) == expected


def test_an_effect_on_any_mana_is_for_its_player(outcomes, at_table) -> None:
    # 614.1a: False Dawn sees what alice's triggers add as well, and nothing of bob's.
    do = "{cast: {card: False Dawn}}, " + TAP + ", {tap_for_mana: {source: his, by: bob}}"
    scene = at_table(
        f"{FOREST}, {card('Wild Growth', 'attached: it')}",
        "{land: Forest, as: his}",
        do=do,
        see="alice.mana.G, alice.mana.W, bob.mana.G, bob.mana.W",
        hand="{card: False Dawn}",
    )
    assert outcomes(scene) == {(0, 2, 1, 0): 1}


@pytest.mark.parametrize(
    ("then", "left"),
    [
        ("{gain_life: {player: alice}}", (1, 1)),
        ("{step: upkeep}", (0, 0)),
        ("{step: end}", (0, 0)),
        ("{step: cleanup}", (0, 0)),
        ("{attack: {bear: bob}}", (0, 0)),
    ],
)
def test_unspent_mana_goes_with_the_step(outcomes, at_table, then, left) -> None:
    # 106.4, 500.5: everybody's, bound or not.
    do = f"{TAP}, {{tap_for_mana: {{source: his, by: bob}}}}, {then}"
    scene = at_table(
        f"{FOREST}, {{creature: 2/2, as: bear}}", "{land: Forest, as: his}", do=do, see="alice.mana.G, bob.mana.G"
    )
    assert outcomes(scene) == {left: 1}
    temple = f"{card('Eldrazi Temple')}, {{creature: 2/2, as: bear}}"
    do = "{tap_for_mana: {source: it, ability: 2}}, " + then
    seen = "alice.mana.C, alice.restricted_mana.C"
    assert outcomes(at_table(temple, do=do, see=seen)) == {(2 * left[0], 2 * left[1]): 1}


def test_mana_of_combat_ends_with_it(outcomes, at_table) -> None:
    # 500.5
    hydra = '{card: Kalonian Hydra, as: hydra, counters: {"+1/+1": 1}}'
    do = f"{{attack: {{hydra: bob}}, respond: [{TAP}]}}"
    assert outcomes(at_table(f"{FOREST}, {hydra}", do=do, see="alice.mana.G, it.tapped")) == {(0, True): 1}


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        (f'{card("Reflecting Pool")}, {{card: "Gaea\'s Cradle"}}, {{card: Memnite}}, {{card: Damping Sphere}}', ""),
        (f"{FOREST}, {card('Overgrowth', 'attached: it')}, {{card: Overabundance}}, {{card: Manabarbs}}", ""),
        (f"{card('Fellwar Stone')}, {{card: Blood Moon}}", '{card: "Urborg, Tomb of Yawgmoth"}, {land: Forest}'),
    ],
)
def test_stock_clingo_agrees(project, table, at_table, mine, theirs) -> None:
    path = table.folder / "abilities.yaml"
    path.write_text(at_table(mine, theirs, do=TAP, see=see()), encoding="utf-8")
    assert project.crosscheck(project.scenario(path), 60).agree
