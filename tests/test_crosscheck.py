"""Stock clingo enumerates the histories of every small ruling case: outcomes and counts must be the explorer's."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from verifier.crosscheck import crosscheck
from verifier.errors import InvalidInput
from verifier.export import export
from verifier.project import Project
from verifier.rulings import Case
from verifier.runs import ledger

HISTORIES = 5_000
SECONDS = 10
PROJECT = Project.open()
RULINGS = PROJECT.rulings()
CASES = [
    pytest.param(ruling.id, number, id=f"{ruling.id}-{number}")
    for ruling in RULINGS
    for number, case in enumerate(ruling.cases)
    if not case.scenario.where
]
BY_ID = {ruling.id: ruling for ruling in RULINGS}
TOO_LARGE = {"E010"}  # numbers past clingo's integers


def case(ruling: str, number: int) -> Case:
    return BY_ID[ruling].cases[number]


@pytest.mark.parametrize(("ruling", "number"), CASES)
def test_a_ruling_case_agrees_with_stock_clingo(ruling: str, number: int) -> None:
    scenario = case(ruling, number).scenario
    run = PROJECT.session.run(scenario)
    if run.graph.orderings > HISTORIES:
        pytest.skip(f"{run.graph.orderings:,} histories are too many for enumeration")
    try:
        report = PROJECT.crosscheck(scenario, SECONDS)
    except InvalidInput as error:
        assert {fault.code for fault in error.faults} <= TOO_LARGE
        pytest.skip("numbers past clingo's integers")
    if report.undecided:
        pytest.skip(f"undecided: {report.undecided}")
    assert report.strayed == 0
    assert report.clingo == report.ours


def test_a_wrong_rule_in_one_driver_is_noticed(tmp_path: Path) -> None:
    """A negative control: clingo reads encodings that round up where the explorer's round down."""
    changed = tmp_path / "encodings"
    shutil.copytree(PROJECT.encodings, changed)
    rules = changed / "rules" / "616_order.lp"
    text = rules.read_text(encoding="utf-8")
    assert "half_down(A)" in text
    rules.write_text(text.replace("half_down(A)", "half_up(A)"), encoding="utf-8")
    scenario = case("toxic-counters-can-be-modified", 0).scenario
    vorinclex = next(
        each.scenario
        for each in BY_ID["toxic-counters-can-be-modified"].cases
        if not each.scenario.where and len(PROJECT.session.run(each.scenario).graph.outcomes) > 1
    )
    for each in (scenario, vorinclex):
        run = PROJECT.session.run(each)
        facts = [fact for card in sorted(each.cards) for fact in PROJECT.session.encodings.cards[card]]
        program = export("", run.graph.exploration, ledger(each), facts, run.graph.observables)
        report = crosscheck(run.graph, program, changed)
        if each is vorinclex:
            assert not report.agree


def test_a_history_that_leaves_the_window_is_reported() -> None:
    """A negative control: an explorer that missed a fact is found out, the history is not cut silently."""
    scenario = case("toxic-keeps-damage", 0).scenario
    run = PROJECT.session.run(scenario)
    program = PROJECT.export(scenario)
    lines = program.splitlines()
    narrowed = [line for line in lines if not ("window(" in line and "attacking(rat,bob)" in line)]
    assert len(narrowed) < len(lines)
    report = crosscheck(run.graph, "\n".join(narrowed), PROJECT.encodings)
    assert report.strayed
    assert not report.agree


def test_a_cut_run_is_undecided() -> None:
    scenario = case("toxic-keeps-damage", 0).scenario
    run = PROJECT.session.run(scenario)
    run.graph.complete = False
    report = crosscheck(run.graph, "", PROJECT.encodings)
    assert report.undecided
    assert not report.agree


def test_a_branch_that_the_explorer_missed_is_reported() -> None:
    """A negative control: a history that leaves the window and then has no choice left is still an answer set."""
    scenario = case("toxic-keeps-damage", 0).scenario
    run = PROJECT.session.run(scenario)
    lines = PROJECT.export(scenario).splitlines()
    for fact in ("attacking(rat,bob)", "todo(cons(deal,", "event(dmg(rat,bob,combat)"):
        narrowed = [line for line in lines if not (line.startswith("window(") and fact in line)]
        assert len(narrowed) < len(lines)
        report = crosscheck(run.graph, "\n".join(narrowed), PROJECT.encodings)
        assert report.strayed > 0
        assert not report.agree
