"""The command line: what each command prints, as text and JSON, and its exit codes."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from verifier.cli import main

ROOT = Path(__file__).parent.parent
TOXIC = str(ROOT / "examples" / "toxic.yaml")
SCALES = str(ROOT / "examples" / "scales.yaml")
SYMBOLIC = str(ROOT / "examples" / "symbolic.yaml")
POISON = str(ROOT / "rulings" / "poison.yaml")
COMMANDS = sorted(main.commands)

CARD = """\
card("Fivefold Scales"). card_type("Fivefold Scales",enchantment). card_colour("Fivefold Scales",green).
card_ability("Fivefold Scales",1,replacement(put(yours(creature),p1p1,anyone,any),plus(5))).
"""
RULING = """\
- id: one-counter
  says: One counter is one counter.
  cites: {rules: ["122.1"]}
  status: holds
  cases:
    - title: on a player
      scenario:
        players: {alice: {}, bob: {}}
        do: [{put: {counter: poison, to: bob, amount: 1}}]
      expect:
        outcomes: [{bob.poison: 1}]
  wrong_answers: [{bob.poison: 7}]
"""


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


def data(*arguments: str, code: int = 0):
    result = run(*arguments, "--format", "json")
    assert result.exit_code == code, result.output
    return json.loads(result.stdout)


@pytest.fixture
def ruling(tmp_path):
    def written(old: str = "", new: str = "") -> str:
        assert old in RULING
        path = tmp_path / "ruling.yaml"
        path.write_text(RULING.replace(old, new) if old else RULING, encoding="utf-8")
        return str(path)

    return written


@pytest.fixture
def cards(tmp_path):
    folder = tmp_path / "cards"
    folder.mkdir()
    (folder / "mine.lp").write_text(CARD, encoding="utf-8")
    return str(folder)


# --- help and usage


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=lambda command: " ".join(command) or "-")
def test_help_has_an_example_and_loads_no_solver(command):
    program = (
        "import sys; from click.testing import CliRunner; from verifier.cli import main\n"
        f"result = CliRunner().invoke(main, [*{command!r}, '--help'])\n"
        "print(result.output); print('LOADED', sorted({'clingo', 'z3', 'ruamel', 'rich'} & sys.modules.keys()))\n"
        "sys.exit(result.exit_code)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(rf"Examples?:\n +verifier {' '.join(command)}", done.stdout)
    assert done.stdout.rstrip().endswith("LOADED []")


def test_the_commands_are_those_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"`verifier ([a-z]+)\b", readme)) == set(COMMANDS)


def test_python_cli_py_hands_over():
    done = subprocess.run(
        [sys.executable, "cli.py", "--version"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    assert (done.returncode, done.stdout) == (0, "verifier, version 0.1.0\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["explore"],
        ["explore", "no-such-file.yaml"],
        ["explore", TOXIC, "--format", "xml"],
        ["explore", TOXIC, "--trace", "0"],
        ["explore", TOXIC, "--trace", "one"],
        ["explore", TOXIC, "--cards", "no-such-folder"],
        ["verify", "no-such-file.yaml"],
        ["explain"],
    ],
    ids=" ".join,
)
def test_usage_is_exit_2(arguments):
    result = run(*arguments)
    assert result.exit_code == 2
    assert "Usage" in result.output


# --- explore


def test_explore_says_outcomes_orderings_choosers_and_a_witness():
    result = run("explore", TOXIC)
    assert result.exit_code == 0
    assert result.output.splitlines() == [
        "Toxic against two Vorinclexes",
        "1. bob.life = 18, bob.poison = 0",
        "     orderings: 1",
        "     bob: apply his to put(bob,alice,damage)  [616.1]",
        "2. bob.life = 18, bob.poison = 1",
        "     orderings: 1",
        "     bob: apply hers to put(bob,alice,damage)  [616.1]",
        "     bob: apply his to put(bob,alice,damage)  [616.1]",
        "2 outcome(s), orderings: 2",
        "  replacement: bob chooses",
    ]


def test_explore_json_has_this_shape_exactly():
    his, hers = (
        {"who": "bob", "choice": f"apply {which} to put(bob,alice,damage)", "rule": "616.1"}
        for which in ("his", "hers")
    )
    assert data("explore", TOXIC) == {
        "format": 1,
        "title": "Toxic against two Vorinclexes",
        "orderings": 2,
        "outcomes": [
            {"values": {"bob.life": 18, "bob.poison": 0}, "orderings": 1, "when": None, "witness": [his]},
            {"values": {"bob.life": 18, "bob.poison": 1}, "orderings": 1, "when": None, "witness": [hers, his]},
        ],
        "choosers": ["bob"],
        "choices": {"replacement": ["bob"]},
        "complete": True,
        "why": None,
    }


def test_explore_counts_orderings_of_alike_effects():
    found = data("explore", SCALES)
    assert {each["values"]["bear.p1p1"]: each["orderings"] for each in found["outcomes"]} == {4: 2, 5: 2, 6: 2}
    assert found["orderings"] == 6


def test_explore_gives_functions_of_unknowns():
    found = data("explore", SYMBOLIC)
    assert {each["values"]["bear.p1p1"] for each in found["outcomes"]} == {"2*N + 1", "2*N + 2"}
    assert found["complete"]


def test_numbers_in_json_are_exact(tmp_path):
    path = tmp_path / "many.yaml"
    path.write_text(
        "players:\n  alice: {battlefield: [{creature: 1/1, as: bear}"
        + ", {card: Doubling Season}" * 40
        + "]}\n  bob: {}\ndo: [{put: {counter: '+1/+1', to: bear, amount: 3, by: alice}}]\nobserve: [bear.p1p1]\n",
        encoding="utf-8",
    )
    [outcome] = data("explore", str(path))["outcomes"]
    assert outcome["values"] == {"bear.p1p1": 3 * 2**40}
    assert outcome["orderings"] > 2**150


def test_a_trace_shows_the_steps_nobody_chose():
    plain, traced = run("explore", TOXIC).output, run("explore", TOXIC, "--trace", "2").output
    assert [line for line in traced.splitlines() if "·" not in line] == plain.splitlines()
    first, second = traced.split("\n2. ")
    assert "·" not in first
    for rule in ("508.1", "510.1", "120.4b", "119.3"):
        assert rule in second
    assert second.index("508.1") < second.index("apply hers") < second.index("apply his") < second.index("119.3")


def test_a_trace_of_an_outcome_that_is_not_there_says_so():
    assert "there is no outcome 9; the last is 2" in run("explore", TOXIC, "--trace", "9").output


def test_a_tree_shares_beginnings():
    lines = run("explore", SCALES, "--tree").output.splitlines()
    tree = lines[lines.index("choices") :]
    assert sum("outcome " in line for line in tree) == 3
    assert sum(line.startswith(("├── alice", "└── alice")) for line in tree) == 2


def test_dot_is_a_digraph_with_the_choices_in_bold():
    lines = run("explore", TOXIC, "--dot").output.splitlines()
    assert lines[0] == "digraph choices {"
    assert lines[-1] == "}"
    edges = lines[2:-1]
    for line in edges:
        assert re.fullmatch(r'  s\d+ -> s\d+ \[label="(?:[^"\\]|\\.)*"(, style=bold)?\];', line), line
    assert sum("style=bold" in line for line in edges) == 3
    assert all(('label="bob: ' in line) == ("style=bold" in line) for line in edges)


def test_a_budget_that_is_used_up_is_exit_5_and_says_incomplete():
    result = run("explore", SCALES, "--rows", "3")
    assert result.exit_code == 5
    assert "INCOMPLETE" in result.output
    found = data("explore", SCALES, "--rows", "3", code=5)
    assert not found["complete"]
    assert "3 rows" in found["why"]


# --- verify


def test_verify_one_file():
    result = run("verify", POISON)
    assert result.exit_code == 0
    head, row, total = result.output.splitlines()
    assert head.split() == ["topic", "rulings", "cases", "holds", "refuted", "undecided"]
    assert row.split()[0] == "poison"
    assert re.fullmatch(r"1 rulings, \d+ cases in \d+\.\d s: 1 holds", total)


def test_verify_verbose_has_a_line_for_every_case():
    lines = run("verify", POISON, "--verbose").output.splitlines()
    assert sum(line.startswith("holds     ten-poison-loses: ") for line in lines) == int(lines[1].split()[2])


def test_verify_json():
    found = data("verify", POISON)
    assert set(found) == {"format", "seconds", "exit", "rulings"}
    assert (found["format"], found["exit"]) == (1, 0)
    [each] = found["rulings"]
    assert set(each) == {"id", "topic", "verdict", "says", "cases"}
    assert (each["id"], each["topic"], each["verdict"]) == ("ten-poison-loses", "poison", "holds")
    for case in each["cases"]:
        assert set(case) == {"title", "verdict", "faults", "claims"}
        assert (case["verdict"], case["faults"]) == ("holds", [])
        for claim in case["claims"]:
            assert set(claim) == {"claim", "verdict", "reason", "counterexample", "witness"}
            assert claim["verdict"] == "holds"


def test_a_ruling_that_holds_is_exit_0(ruling):
    assert run("verify", ruling()).exit_code == 0


def test_a_refuted_ruling_is_exit_1_with_a_reason(ruling):
    path = ruling("[{bob.poison: 1}]", "[{bob.poison: 2}]")
    result = run("verify", path)
    assert result.exit_code == 1
    assert "one-counter: refuted" in result.output
    assert f"{path}:6: on a player" in result.output
    assert "refuted: outcomes: bob.poison = 2" in result.output
    found = data("verify", path, code=1)
    assert found["exit"] == 1
    assert found["rulings"][0]["verdict"] == found["rulings"][0]["cases"][0]["verdict"] == "refuted"


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("to: bob", "to: bib", 9),
        ("bob.poison: 1}", "bob.poson: 1}", 11),
        ("bob.poison: 7", "bob.poison: 1", 6),
        ("status: holds", "status: hold", 4),
    ],
)
def test_an_invalid_ruling_is_exit_3_with_its_line(ruling, old, new, line):
    result = run("verify", ruling(old, new))
    assert result.exit_code == 3
    assert f"ruling.yaml:{line}: " in result.output


def test_a_claim_about_nothing_is_undecided_and_exit_5(ruling):
    path = ruling(
        "outcomes: [{bob.poison: 1}]",
        "outcomes: [{bob.poison: 1}]\n        never_between: {from: proliferate, to: end, never: put}",
    )
    result = run("verify", path)
    assert result.exit_code == 5
    assert "one-counter: undecided" in result.output


def test_a_folder_without_rulings_ran_nothing(tmp_path):
    assert run("verify", str(tmp_path)).exit_code == 5


# --- explain


def test_explain_a_ruling():
    result = run("explain", "ten-poison-loses")
    assert result.exit_code == 0
    assert result.output.startswith("ten-poison-loses: holds\n")
    for words in ("rules: 704.5c", "nine and one more", "holds: outcomes: bob.poison = 10, bob.lost = true"):
        assert words in result.output


def test_explain_json_has_outcomes_with_every_step():
    found = data("explain", "ten-poison-loses")
    [each] = found["rulings"]
    outcome = each["cases"][0]["outcomes"][0]
    assert set(outcome) == {"values", "orderings", "when", "witness"}
    assert {"who": "game", "choice": "setup", "rule": "103"} in outcome["witness"]


def test_explain_an_unknown_ruling_gives_a_hint():
    result = run("explain", "ten-poison-looses")
    assert result.exit_code == 3
    assert result.stderr == "there is no ruling 'ten-poison-looses' (did you mean ten-poison-loses?)\n"
    assert result.stdout == ""


# --- cards


def test_cards_lists_names():
    names = run("cards").output.splitlines()
    assert names == sorted(names)
    assert {"Hardened Scales", "Doubling Season", "Vorinclex, Monstrous Raider"} <= set(names)


def test_one_card():
    lines = run("cards", "Hardened Scales").output.splitlines()
    assert lines[0] == "Hardened Scales"
    assert '  card_ability("Hardened Scales",1,replacement(put(yours(creature),p1p1,anyone,any),plus(1))).' in lines
    assert data("cards", "Hardened Scales") == {
        "format": 1,
        "cards": {"Hardened Scales": [line.strip() for line in lines[1:]]},
    }


def test_an_unknown_card_gives_a_hint():
    result = run("cards", "hardened scale")
    assert result.exit_code == 3
    assert result.stderr == "no card called 'hardened scale' is encoded (did you mean Hardened Scales?)\n"


def test_a_card_of_the_user(cards, tmp_path):
    assert "Fivefold Scales" in run("cards", "--cards", cards).output.splitlines()
    path = tmp_path / "mine.yaml"
    path.write_text(
        Path(SCALES).read_text(encoding="utf-8").replace("Hardened Scales, as: f", "Fivefold Scales, as: f")
    )
    result = run("explore", str(path))
    assert result.exit_code == 3
    assert "unknown card 'Fivefold Scales'" in result.stderr
    found = data("explore", str(path), "--cards", cards)
    assert {each["values"]["bear.p1p1"] for each in found["outcomes"]} == {8, 9, 13, 14}


@pytest.mark.parametrize(
    "text", ['card("X"', "#script (python) import os #end.", '#include "/etc/passwd".', "holds(0,x).", "state(0)."]
)
def test_card_files_are_facts_and_nothing_else(tmp_path, text):
    (tmp_path / "bad.lp").write_text(text, encoding="utf-8")
    result = run("cards", "--cards", str(tmp_path))
    assert result.exit_code == 3
    assert "bad.lp" in result.stderr


# --- stock clingo


def test_export_is_a_program_of_facts():
    text = run("export", TOXIC).output
    assert text.startswith("% Toxic against two Vorinclexes\n")
    assert ":-" not in text
    assert data("export", TOXIC) == {"format": 1, "program": text}


def test_crosscheck_compares_outcomes_and_counts():
    assert "both agree" in run("crosscheck", TOXIC).output
    found = data("crosscheck", SCALES)
    assert set(found) == {"format", "agree", "undecided", "ours", "clingo", "seconds"}
    assert (found["format"], found["agree"], found["undecided"]) == (1, True, None)
    assert found["ours"] == found["clingo"]
    assert found["ours"] == [{"values": {"bear.p1p1": number}, "orderings": 2} for number in (4, 5, 6)]


@pytest.mark.parametrize("command", ["export", "crosscheck"])
def test_unknowns_are_not_for_stock_clingo(command):
    result = run(command, SYMBOLIC)
    assert result.exit_code == 3
    assert "symbolic.yaml: a scenario with unknowns" in result.stderr


# --- what the README prints is what happens


@pytest.mark.parametrize("name", ["toxic", "scales", "symbolic"])
def test_the_readme_shows_true_output(name):
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(rf"\$ verifier explore examples/{name}\.yaml\n(.*?)\n```", readme, re.DOTALL)
    assert shown is not None
    assert shown[1] == run("explore", str(ROOT / "examples" / f"{name}.yaml")).output.rstrip()


def test_the_readme_shows_what_solve_and_page_print(monkeypatch):
    monkeypatch.chdir(ROOT)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"\$ verifier ((?:solve|page) examples/.*)\n((?:.*\n)*?)```", readme)
    assert [words.split()[0] for words, _ in shown] == ["solve", "page"]
    for words, text in shown:
        assert text == run(*shlex.split(words)).output


def block(language: str, beginning: str) -> str:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [found] = [
        text for text in re.findall(rf"```{language}\n(.*?)```", readme, re.DOTALL) if text.startswith(beginning)
    ]
    return found


def test_the_scenario_of_the_readme_runs(tmp_path):
    path = tmp_path / "scenario.yaml"
    path.write_text(block("yaml", "title"), encoding="utf-8")
    found = data("explore", str(path))
    assert found["complete"]
    assert all(each["values"]["bear.p1p1"] in ("N", "N + 1") for each in found["outcomes"])


def test_the_ruling_of_the_readme_holds(tmp_path):
    path = tmp_path / "ruling.yaml"
    path.write_text(block("yaml", "- id"), encoding="utf-8")
    assert run("verify", str(path)).exit_code == 0


def test_the_card_of_the_readme_is_read(tmp_path):
    (tmp_path / "mine.lp").write_text(block("prolog", "card"), encoding="utf-8")
    lines = run("cards", "Fivefold Scales", "--cards", str(tmp_path)).output.splitlines()
    assert {f"  {line}" for line in CARD.replace(". ", ".\n").splitlines()} == set(lines[1:])
