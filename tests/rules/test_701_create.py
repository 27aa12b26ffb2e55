"""Which and how many tokens are created: definitions, replacement effects in every order, groups (111, 614, 701.7)."""

from __future__ import annotations

import pytest

BEAR = "{create: {token: {creature: 2/2, name: Bear}%s}}"
TREASURE = "{create: {token: Treasure%s}}"


def cards(*names: str) -> str:
    return ", ".join(f'{{card: "{name}"}}' for name in names)


def tokens(*names: str) -> str:
    return ", ".join(f"alice.tokens.{name}" for name in sorted(names))


@pytest.mark.parametrize(
    ("names", "kinds", "expected"),
    [
        ([], ["Bear"], {(1,): 1}),
        (["Doubling Season"], ["Bear"], {(2,): 1}),
        (["Doubling Season", "Parallel Lives"], ["Bear"], {(4,): 2}),
        (["Parallel Lives", "Parallel Lives"], ["Bear"], {(4,): 2}),
        (["Chatterfang, Squirrel General", "Divine Visitation"], ["Angel", "Bear", "Squirrel"], {(2, 0, 0), (1, 0, 1)}),
        (["Chatterfang, Squirrel General", "Parallel Lives"], ["Bear", "Squirrel"], {(2, 2): 2}),
        (["Peregrin Took", "Ojer Taq, Deepest Foundation"], ["Bear", "Food"], {(3, 1): 2}),
        (["Peregrin Took", "Mondrak, Glory Dominus"], ["Bear", "Food"], {(2, 1): 1, (2, 2): 1}),
        (["Divine Visitation"], ["Angel", "Bear"], {(1, 0): 1}),
        (["Xorn"], ["Bear", "Treasure"], {(1, 0): 1}),
    ],
)
def test_a_bear_is_created(outcomes, at_table, names, kinds, expected) -> None:
    # 616.1e, 614.5
    found = outcomes(at_table(cards(*names), do=BEAR % "", see=tokens(*kinds)))
    assert (found if isinstance(expected, dict) else set(found)) == expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Xorn", "Parallel Lives"], {(0, 0, 3): 1, (0, 0, 4): 1}),
        (["Xorn", "Xorn"], {(0, 0, 3): 2}),
        (["Academy Manufactor"], {(1, 1, 1): 1}),
        (["Academy Manufactor", "Doubling Season"], {(2, 2, 2): 2}),
        (["Academy Manufactor", "Xorn"], {(1, 1, 2): 1, (2, 2, 2): 1}),
        (["Divine Visitation"], {(0, 0, 1): 1}),
        (["Ojer Taq, Deepest Foundation"], {(0, 0, 1): 1}),
    ],
)
def test_a_treasure_is_created(outcomes, at_table, names, expected) -> None:
    see = tokens("Clue", "Food", "Treasure")
    assert outcomes(at_table(cards(*names), do=TREASURE % "", see=see)) == expected


def test_the_creator_chooses(table, at_table) -> None:
    # 616.1: one effect is bob's, the tokens are alice's.
    scene = at_table(cards("Doubling Season"), cards("Halving Season"), do=BEAR % "", see=tokens("Bear"))
    assert table.choosers(scene, "replacement") == ["alice"]
    assert table.outcomes(scene) == {(0,): 1, (1,): 1}


def test_whose_tokens(outcomes, at_table) -> None:
    # 111.2
    see = "alice.tokens.Bear, bob.tokens.Bear"
    season = cards("Doubling Season")
    assert outcomes(at_table(season, do=BEAR % ", by: bob, for: alice", see=see)) == {(2, 0): 1}
    assert outcomes(at_table(season, do=BEAR % ", for: bob", see=see)) == {(0, 1): 1}
    assert outcomes(at_table(cards("Primal Vigor"), do=BEAR % ", for: bob", see=see)) == {(0, 2): 1}


def test_no_token_at_all(table, at_table) -> None:
    # 614.7
    scene = at_table(
        cards("Chatterfang, Squirrel General", "Peregrin Took"),
        do=BEAR % ", amount: 0",
        see=tokens("Bear", "Food", "Squirrel"),
    )
    assert table.outcomes(scene) == {(0, 0, 0): 1}
    assert table.choosers(scene, "replacement") == []


def test_forty_doublers_are_exact(outcomes, at_table) -> None:
    scene = at_table(cards(*["Parallel Lives"] * 40), do=BEAR % "", see=tokens("Bear"))
    assert list(outcomes(scene)) == [(2**40,)]


def test_a_label_tapped_and_what_replaced_it(outcomes, at_table) -> None:
    # 614.6: the rest of the creating effect still counts for what is created instead.
    do = BEAR % ", tapped: true, as: fresh"
    see = "fresh.power, fresh.tapped"
    assert outcomes(at_table(do=do, see=see)) == {(2, True): 1}
    assert outcomes(at_table(cards("Divine Visitation"), do=do, see=see)) == {(4, True): 1}


def test_each_of_a_group_triggers(outcomes, at_table) -> None:
    # 603.2
    scene = at_table(cards("Anointer Priest", "Doubling Season"), do=BEAR % ", amount: 3", see="alice.life")
    assert outcomes(scene) == {(26,): 1}


def test_for_every_number(table, at_table) -> None:
    names = cards("Xorn", "Parallel Lives")
    scene = 'where: {N: ">= 1"}\n' + at_table(names, do=TREASURE % ", amount: N", see=tokens("Treasure"))
    found = {str(each.values["alice.tokens.Treasure"]) for each in table.graph(scene).outcomes}
    assert found == {"2*N + 1", "2*N + 2"}


@pytest.mark.parametrize(
    "names",
    [["Chatterfang, Squirrel General", "Divine Visitation"], ["Doubling Season", "Peregrin Took"]],
)
def test_stock_clingo_agrees(project, table, at_table, names) -> None:
    path = table.folder / "create.yaml"
    see = tokens("Angel", "Bear", "Food", "Squirrel")
    path.write_text(at_table(cards(*names), do=BEAR % "", see=see), encoding="utf-8")
    assert project.crosscheck(project.scenario(path), 60).agree
