"""Negative controls: with one literal of the rules changed, a fixed scenario ends differently."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.conftest import Table
from verifier.project import Project

SCALES = "{creature: 2/2, as: bear}, {card: Hardened Scales}, {card: Doubling Season}"
PUT = '{put: {counter: "+1/+1", to: bear, amount: %d, by: bob}}'


def changed(project: Project, folder: Path, file: str, old: str, new: str) -> Table:
    """Give a table with encodings in which one place of a rules file is written otherwise."""
    shutil.copytree(project.encodings, folder / "encodings")
    path = folder / "encodings" / "rules" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
    path.write_text(text.replace(old, new), encoding="utf-8")
    return Table(Project(folder / "encodings"), folder)


def test_the_wrong_player_chooses(table, project, at_table, tmp_path) -> None:
    wrong = changed(
        project, tmp_path, "616_order.lp", "holds(S,to(E,X)), control(S,X,P).", "holds(S,to(E,X)), holds(S,by(E,P))."
    )
    scene = at_table(SCALES, do=PUT % 1, see="bear.p1p1")
    assert table.choosers(scene, "replacement") == ["alice"]
    assert wrong.choosers(scene, "replacement") == ["bob"]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("616_order.lp", "changed(S,half,A,half_down(A))", "changed(S,half,A,half_up(A))"),
        ("122_happen.lp", "add(S,happen,counters(X,K),E,amount(E,K))", "add(S,happen,counters(X,K),E,2)"),
        ("614_replacement.lp", "not many(S,E,F), not holds(S,used(E,F)).", "not many(S,E,F)."),
        (
            "614_replacement.lp",
            "open(S,E,T) :- settling(S), holds(S,event(E,T)),",
            "open(S,E,T) :- settling(S), holds(S,event(E,T)), T != put,",
        ),
    ],
)
def test_another_outcome(table, project, at_table, tmp_path, file, old, new) -> None:
    wrong = changed(project, tmp_path, file, old, new)
    vorinclex = '{card: "Vorinclex, Monstrous Raider"}'
    scene = at_table(
        "{creature: 2/2, as: bear}", vorinclex, do='{put: {counter: "+1/+1", to: bear, amount: 3}}', see="bear.p1p1"
    )
    assert table.outcomes(scene) == {(1,): 1}
    assert wrong.outcomes(scene) != {(1,): 1}


def test_an_event_that_is_never_settled(table, project, at_table, tmp_path) -> None:
    wrong = changed(
        project, tmp_path, "614_replacement.lp", "holds(S,event(E,T)), not holds(S,settled(E)).", "holds(S,event(E,T))."
    )
    two = "{creature: 2/2, as: bear}, {card: Doubling Season}, {card: Doubling Season}"
    scene = at_table(two, do=PUT % 3, see="bear.p1p1, game.draw")
    assert table.outcomes(scene) == {(12, False): 2}
    assert wrong.outcomes(scene) != {(12, False): 2}
