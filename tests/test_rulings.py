"""Rulings: what is loaded, what is refused and where, and verdicts on the real encodings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from verifier.claims import Verdict
from verifier.errors import InvalidInput
from verifier.rulings import judge, load_rulings, ruling_files
from verifier.runs import Session
from verifier.vocabulary import load_vocabulary

ROOT = Path(__file__).resolve().parent.parent
VOCABULARY = load_vocabulary(ROOT / "encodings" / "vocabulary.yaml")
SESSION = Session(ROOT / "encodings", (), VOCABULARY.zero_names)

GOOD = """\
- id: one-more
  says: Each of two effects may come first.
  cites: {rules: ["616.1"], pages: []}
  status: holds
  cases:
    - title: on one
      scenario:
        players:
          alice: {battlefield: [{creature: 2/2, as: bear}, {card: Doubling Season}, {card: Hardened Scales}]}
          bob: {}
        do: [{put: {counter: "+1/+1", to: bear, amount: 1, by: alice}}]
        observe: [bear.p1p1]
      expect:
        outcomes: [{bear.p1p1: 3}, {bear.p1p1: 4}]
        chooser: {replacement: alice}
        choosers: [alice]
        orderings: 2
        never: bear.p1p1 < 3
        always: ['bear."+1/+1" <= 4', bear.toughness == 2 + bear.p1p1]
        possible: bear.p1p1 == 3
        never_between: {from: replacement, to: put, never: priority}
        before: [replacement, settled, put]
    - title: on every number
      scenario:
        where: {N: ">= 1"}
        players:
          alice: {battlefield: [{creature: 2/2, as: bear}, {card: Doubling Season}, {card: Hardened Scales}]}
          bob: {}
        do: [{put: {counter: "+1/+1", to: bear, amount: N, by: alice}}]
        observe: [bear.p1p1]
      expect:
        outcomes: [{bear.p1p1: 2*N + 1}, {bear.p1p1: 2*(N + 1)}]
        orderings: [{values: {bear.p1p1: 2*N + 1}, orderings: 1}]
      wrong_answers: [{bear.p1p1: 2*N}]
  wrong_answers: [{bear.p1p1: 2}, {bear.p1p1: 5}]
"""


def load(tmp_path, text, name="made.yaml"):
    (tmp_path / name).write_text(text, encoding="utf-8")
    return load_rulings([tmp_path], SESSION.encodings.cards, VOCABULARY)


def verdict(tmp_path, text):
    [ruling] = load(tmp_path, text)
    return judge(ruling, SESSION.run_all([case.scenario for case in ruling.cases]))


def faults(tmp_path, text):
    with pytest.raises(InvalidInput) as caught:
        load(tmp_path, text)
    return caught.value.faults


def changed(old, new):
    assert old in GOOD
    return GOOD.replace(old, new, 1)


def test_a_good_ruling(tmp_path):
    rulings = load(tmp_path, GOOD)
    [ruling] = rulings
    assert (ruling.id, ruling.topic, ruling.status, ruling.line) == ("one-more", "made", "holds", 1)
    assert [case.title for case in rulings.cases] == ["on one", "on every number"]
    assert len(rulings.cases[0].wrong_answers) == 2
    assert "bear.toughness" in rulings.cases[0].scenario.observe


def test_it_holds(tmp_path):
    found = verdict(tmp_path, GOOD)
    assert found.faults == ()
    assert [
        judgement.reason
        for case in found.cases
        for judgement in case.judgements
        if judgement.verdict is not Verdict.HOLDS
    ] == []
    assert found.verdict is Verdict.HOLDS


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{bear.p1p1: 3}, {bear.p1p1: 4}", "{bear.p1p1: 3}"),
        ("{bear.p1p1: 3}, {bear.p1p1: 4}", "{bear.p1p1: 3}, {bear.p1p1: 4}, {bear.p1p1: 6}"),
        ("{replacement: alice}", "{replacement: bob}"),
        ("{replacement: alice}", "{replacement: []}"),
        ("choosers: [alice]", "choosers: [alice, bob]"),
        ("orderings: 2", "orderings: 3"),
        ("bear.p1p1 < 3", "bear.p1p1 < 4"),
        ('bear."+1/+1" <= 4', 'bear."+1/+1" <= 3'),
        ("possible: bear.p1p1 == 3", "possible: bear.p1p1 == 6"),
        ("never: priority", "never: settled"),
        ("[replacement, settled, put]", "[replacement, put, settled]"),
        ("2*(N + 1)", "N + 3"),
        ("orderings: 1}", "orderings: 2}"),
    ],
)
def test_claims_that_must_fail_do_fail(tmp_path, old, new):
    assert verdict(tmp_path, changed(old, new)).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    "new", ["{from: nothing, to: put, never: priority}", "{from: put, to: replacement, never: end}"]
)
def test_a_trace_claim_about_nothing_is_undecided(tmp_path, new):
    text = changed("{from: replacement, to: put, never: priority}", new)
    assert verdict(tmp_path, text).verdict is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[{bear.p1p1: 2}, {bear.p1p1: 5}]", "[{bear.p1p1: 4}]", "really reached"),
        ("[{bear.p1p1: 2*N}]", "[{bear.p1p1: N + N + 2}]", "really reached"),
        ("[{bear.p1p1: 2}, {bear.p1p1: 5}]", "[{bear.tapped: true}]", "too little"),
    ],
)
def test_a_wrong_answer_that_is_accepted_is_an_error(tmp_path, old, new, message):
    found = verdict(tmp_path, changed(old, new))
    assert [fault.code for fault in found.faults] == ["C010"]
    assert message in found.faults[0].message
    assert found.verdict is not Verdict.HOLDS


@pytest.mark.parametrize("expected", ["bob.lost: 1", "bear.p1p1: true", "bear.controller: 3"])
def test_claims_that_compare_unlike_things_are_errors(tmp_path, expected):
    found = verdict(tmp_path, changed("{bear.p1p1: 3}, {bear.p1p1: 4}", f"{{{expected}}}"))
    assert [fault.code for fault in found.faults] == ["C011"]


def test_an_incomplete_run_proves_nothing(tmp_path):
    from verifier.explorer import Budget

    [ruling] = load(tmp_path, GOOD)
    runs = SESSION.run_all([case.scenario for case in ruling.cases], Budget(layers=2))
    assert judge(ruling, runs).verdict is Verdict.UNDECIDED


def test_an_impossible_scenario_is_a_fault(tmp_path):
    [ruling] = load(tmp_path, GOOD)
    runs = SESSION.run_all([case.scenario for case in ruling.cases])
    error = InvalidInput(faults(tmp_path, changed("to: bear", "to: bar")))
    assert judge(ruling, [error, runs[1]]).invalid


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("says:", "sayz:", "C002", 2),
        ("  status: holds\n", "", "C003", 1),
        ("status: holds", "status: hold", "C005", 4),
        ("status: holds", "status: refuted-by-rules", "C003", 4),
        ("id: one-more", "id: One more", "C005", 1),
        ('{rules: ["616.1"], pages: []}', "{rules: [], pages: []}", "C003", 3),
        ("title: on one", "title: 1", "C001", 6),
        ("chooser: {", "choser: {", "C002", 15),
        ("{replacement: alice}", "{replacement: alicia}", "C006", 15),
        ("{bear.p1p1: 3}, ", "{bare.p1p1: 3}, ", "C006", 14),
        ("{bear.p1p1: 3}, ", "{bear.p1p1: 3, bear.tapped: true}, ", "C006", 14),
        ("bear.p1p1 < 3", "bear.p1p1 <", "C006", 18),
        ("bear.p1p1 < 3", "bear.pip1 < 3", "C006", 18),
        ("bear.p1p1 < 3", "bear.p1p1 < M", "C006", 18),
        ("from: replacement", "form: replacement", "C006", 21),
        ("[replacement, settled, put]", "[put]", "C006", 22),
        ("to: bear", "to: bar", "S0", 11),
    ],
)
def test_what_is_wrong_is_said_with_its_line(tmp_path, old, new, code, line):
    found = faults(tmp_path, changed(old, new))
    assert found[0].code.startswith(code)
    assert any(fault.line == line for fault in found)


def test_a_ruling_without_negative_control_is_refused(tmp_path):
    text = GOOD.replace("  wrong_answers: [{bear.p1p1: 2}, {bear.p1p1: 5}]\n", "")
    text = text.replace("      wrong_answers: [{bear.p1p1: 2*N}]\n", "")
    assert [fault.code for fault in faults(tmp_path, text)] == ["C007"]


def test_an_id_is_used_once(tmp_path):
    (tmp_path / "a.yaml").write_text(GOOD, encoding="utf-8")
    [fault] = faults(tmp_path, GOOD)
    assert fault.code == "C004"
    assert "a.yaml:1" in fault.message


@pytest.mark.parametrize("text", ["", "3", "{}", "[3]", "- id: x", "[[]]"])
def test_what_is_no_list_of_rulings_is_refused(tmp_path, text):
    assert faults(tmp_path, text)


def test_a_scenario_may_stand_in_its_own_file(tmp_path):
    scenario = "players: {alice: {}, bob: {}}\ndo: [{put: {counter: poison, to: bob}}]\n"
    folder = tmp_path / "scenarios"
    folder.mkdir()
    (folder / "one.txt").write_text(scenario, encoding="utf-8")
    text = """\
- id: elsewhere
  says: One is one.
  cites: {rules: ["122.1"]}
  status: holds
  cases:
    - {title: one, scenario: scenarios/one.txt, expect: {outcomes: [{bob.poison: 1}]}, wrong_answers: [{bob.poison: 2}]}
"""
    assert verdict(tmp_path, text).verdict is Verdict.HOLDS


def test_case_order_and_runs_go_together(tmp_path):
    [ruling] = load(tmp_path, GOOD)
    runs = SESSION.run_all([case.scenario for case in ruling.cases])
    swapped = replace(ruling, cases=ruling.cases[::-1])
    assert judge(swapped, runs[::-1]).verdict is Verdict.HOLDS


def test_files_are_found_in_folders(tmp_path):
    for name in ("b.yaml", "a.yml", "note.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in ruling_files([tmp_path, tmp_path / "b.yaml"])] == ["a.yml", "b.yaml"]
