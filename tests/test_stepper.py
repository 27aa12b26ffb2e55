"""The step contract: what encodings may not answer, and what files are refused."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest

from verifier.errors import InvalidInput
from verifier.stepper import ContractBreach, Encodings, Question, Stepper, phase_of

RULES = "%! phases: begin\noption(S,game,go) :- state(S).\ngain(S,go,done) :- state(S).\n"
START = frozenset({clingo.parse_term("todo(cons(begin,nil))")})


def encodings(root: Path, rules: str = RULES, cards: str = "") -> Encodings:
    for name, text in (("rules", rules), ("cards", cards)):
        (root / name).mkdir()
        (root / name / "test.lp").write_text(text, encoding="utf-8")
    return Encodings(root)


def ask(root: Path, rules: str, answers: tuple = ()):  # an expansion of the start
    stepper = Stepper(encodings(root, rules))
    [found] = stepper.expand([Question(frozenset(), START, answers, phase_of(START))])
    return found


def test_the_head_of_the_agenda_is_the_phase() -> None:
    assert phase_of(START) == "begin"
    assert phase_of(frozenset({clingo.parse_term("todo(nil)")})) == ""


def test_a_choice(tmp_path) -> None:
    found = ask(tmp_path, RULES + 'drop(S,go,todo(L)) :- holds(S,todo(L)).\nbecause(S,go,"1.1",test) :- state(S).\n')
    [choice] = found.choices
    assert (choice.who, str(choice.name), choice.because) == ("game", "go", (("1.1", "test"),))
    assert choice.successor(START) == {clingo.parse_term("done")}


def test_questions_come_before_choices_and_answers_close_them(tmp_path) -> None:
    rules = RULES + "ask(S,ge(life,1)) :- state(S).\ngain(S,go,alive) :- yes(S,ge(life,1)).\n"
    question = clingo.parse_term("ge(life,1)")
    stepper = Stepper(encodings(tmp_path, rules))
    first, second = stepper.expand(
        [Question(frozenset(), START, answers, "begin") for answers in ((), ((question, True),))]
    )
    assert [asked for asked, _ in first.asks] == [question]
    assert second.asks == ()
    assert clingo.parse_term("alive") in second.choices[0].gains


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (RULES + "{ maybe }.\ngain(S,go,luck) :- state(S), maybe.\n", "not certain"),
        (RULES + "gain(S,go,a) :- state(S), not b(S).\nb(S) :- state(S), not gain(S,go,a).\n", "not certain"),
        (RULES + "set(S,go,life,1) :- state(S).\nset(S,go,life,2) :- state(S).\n", "sets a quantity twice"),
    ],
)
def test_a_breach_of_the_contract(tmp_path, rules, said) -> None:
    with pytest.raises(ContractBreach, match=said):
        ask(tmp_path, rules)


def test_a_rules_file_without_its_header(tmp_path) -> None:
    with pytest.raises(InvalidInput, match="the first line must be"):
        encodings(tmp_path, RULES.removeprefix("%! phases: begin\n"))


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ('card("A").\n#script (python)\nimport os\n#end.\n', "E002"),
        ('#include "/etc/passwd".\n', "E002"),
        ('card("A"). #script (python)\nraise SystemExit\n#end.\n', None),
        ('card("A"', "E003"),
        ('option(1,game,"A").', "E004"),
        ("card(a).", "E004"),
    ],
)
def test_a_card_file_holds_facts_only(tmp_path, cards, code) -> None:
    with pytest.raises(InvalidInput) as caught:
        encodings(tmp_path, cards=cards).cards  # noqa: B018
    assert code in (None, caught.value.faults[0].code)


def test_cards_are_read_by_name(tmp_path) -> None:
    known = encodings(tmp_path, cards='card("A"). card_type("A",(creature;artifact)).').cards
    assert [str(fact) for fact in known["A"]] == ['card("A")', 'card_type("A",artifact)', 'card_type("A",creature)']
