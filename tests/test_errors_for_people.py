"""What is wrong with a scenario is said with file, line and a hint, exit 3: never a traceback."""

import pytest
from click.testing import CliRunner

from verifier.cli import main


@pytest.fixture
def refused(tmp_path):
    """Explore a text that must be refused; give the message."""

    def explored(text: str | bytes) -> str:
        path = tmp_path / "scenario.yaml"
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        result = CliRunner().invoke(main, ["explore", str(path)])
        assert isinstance(result.exception, SystemExit), result.exc_info
        assert result.exit_code == 3, result.output
        assert result.stdout == ""
        assert "Traceback" not in result.stderr
        assert result.stderr.startswith(f"{path}:")
        return result.stderr.replace(f"{path.parent}/", "")

    return explored


GOOD = """\
title: A bear attacks
players:
  alice:
    battlefield:
      - {creature: 2/2, as: bear}
      - {card: Hardened Scales, as: scales}
  bob:
    battlefield:
      - {creature: 1/1, as: rat}
do:
  - put: {counter: "+1/+1", to: bear, amount: 1}
  - attack: {bear: bob}
observe: [bear.p1p1, bob.life]
"""


def test_the_good_one_is_good(tmp_path):
    path = tmp_path / "good.yaml"
    path.write_text(GOOD, encoding="utf-8")
    assert CliRunner().invoke(main, ["explore", str(path)]).exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("Hardened Scales", "Hardend Scales", 6, ["card", "unknown card 'Hardend Scales'", "mean Hardened Scales?"]),
        ("battlefield:\n      - {creature: 1/1", "batlefield:\n      - {creature: 1/1", 8, ["mean battlefield?"]),
        ("amount: 1", "amout: 1", 11, ["do[1].put.amout", "unknown key 'amout'", "mean amount?"]),
        ("- attack:", "- atack:", 12, ["do[2]", "mean attack?"]),
        ("observe:", "obserbe:", 13, ["mean observe?"]),
        ("as: bear}", "as: bear, counters: {charge: -2}}", 5, ["counters.charge", "0 or more", "-2"]),
        ("amount: 1", "amount: -1", 11, ["do[1].put.amount", "-1"]),
        ("as: scales", "as: bear", 6, ["battlefield[2].as", "the label bear is used twice"]),
        ("as: rat", "as: alice", 9, ["alice is used twice"]),
        ("to: bear", "to: bar", 11, ["do[1].put.to", "nothing is labelled 'bar'", "mean bear?"]),
        ("{bear: bob}", "{bear: bib}", 12, ["mean bob?"]),
        ('"+1/+1"', "+1/+l", 11, ["do[1].put.counter"]),
        ("bear.p1p1", "bare.p1p1", 13, ["observe[1]", "mean bear?"]),
        ("bear.p1p1", "bear.powr", 13, ["observe[1]", "mean bear.power?"]),
        ("creature: 2/2", "creature: 2-2", 5, ["creature"]),
        ("title: A bear attacks", "title: [a]", 1, ["title"]),
    ],
)
def test_what_is_wrong_is_said_with_its_line_and_a_hint(refused, old, new, line, words):
    assert old in GOOD
    message = refused(GOOD.replace(old, new, 1))
    assert f"scenario.yaml:{line}: " in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("as: bear}", "as: bear, tapped: true}", "bear: a tapped creature cannot attack (508.1a)"),
        ("as: bear}", "as: bear, new: true}", "cannot attack without haste (302.6)"),
        ("as: bear}", "as: bear, has: [defender]}", "a creature with defender cannot attack (702.3b)"),
        ("attack: {bear: bob}", "attack: {scales: bob}", "scales: only creatures of the active player can attack"),
        ("attack: {bear: bob}", "attack: {rat: alice}", "rat: only creatures of the active player can attack"),
        ("attack: {bear: bob}", "attack: {bear: alice}", "alice: attackers attack an opponent"),
    ],
)
def test_an_attack_that_cannot_be_is_refused_with_the_rule(refused, old, new, words):
    message = refused(GOOD.replace(old, new, 1))
    assert words in message
    assert "scenario.yaml:" in message


def test_all_faults_are_told_at_once(refused):
    message = refused(GOOD.replace("Hardened", "Hardend").replace("amount", "amout").replace("bear.p1p1", "bear.powr"))
    assert [line.split(":")[1] for line in message.splitlines()] == ["6", "11", "13"]


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    "text",
    [
        BOMB,
        "[" * 100_000,
        "{a: " * 5_000,
        "players: " + "[" * 50 + "]" * 50,
        "do: [" + "x, " * 30_000 + "]",
        "players: {alice: {life: " + "9" * 5_000 + "}}",
        "players: !!python/object/apply:os.system [ls]",
        "a" * 10_000_000,
        "players: {alice: {}}\n" + "# \n" * 3_400_000,
        b"\xff\xfe\x00",
        b"title: \x00",
        "players: {alice: {}, alice: {}}",
        "a: b: c",
        "",
        "[]",
        "3",
    ],
    ids=lambda text: repr(text[:18]),
)
def test_bombs_and_rubbish_are_refused_at_once(refused, text):
    assert len(refused(text)) < 1_000


ATTACKS = [
    "x). #script(python) import os; os.system('ls') #end.",
    'x") :- a. #show.',
    '#include "/etc/passwd".',
    "a :- not a.",
    "holds(0,lost(bob)).",
]


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize(
    "place",
    [
        "players: {@: {}}",
        "players: {alice: {battlefield: [{creature: 2/2, as: @}]}}",
        "players: {alice: {battlefield: [{creature: 2/2, name: @}]}}",
        "players: {alice: {battlefield: [{card: @}]}}",
        "players: {alice: {battlefield: [{creature: 2/2, has: [@]}]}}",
        "players: {alice: {battlefield: [{creature: 2/2, counters: {@: 1}}]}}",
        "players: {alice: {life: @}}",
        "players: {alice: {}}\ndo: [{@: 1}]",
        "players: {alice: {}}\ndo: [{put: {counter: @, to: alice}}]",
        "players: {alice: {}}\nobserve: [@]",
        "players: {alice: {}}\nwhere: {@: '>= 1'}",
        "players: {alice: {}}\nwhere: {N: @}",
    ],
)
def test_text_that_tries_to_be_a_program_is_refused(refused, attack, place):
    refused(place.replace("@", "'" + attack.replace("'", "''") + "'"))


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_title_is_only_text(tmp_path, attack):
    path = tmp_path / "scenario.yaml"
    quoted = attack.replace("'", "''")
    path.write_text(GOOD.replace("A bear attacks", f"'{quoted}'"), encoding="utf-8")
    result = CliRunner().invoke(main, ["explore", str(path), "--format", "json"])
    assert result.exit_code == 0
    assert '"bob.life": 16' in result.stdout
