"""A scenario becomes facts and numbers as encodings/README.md says, or faults with line, key path and nearest name."""

from pathlib import Path

import pytest
from clingo import Control, Function, Number, String, parse_term
from hypothesis import given, settings
from hypothesis import strategies as st

from verifier.errors import InvalidInput
from verifier.expressions import parse_where
from verifier.scenario import Scenario, canonical_observable, load_scenario, slug
from verifier.vocabulary import load_vocabulary
from verifier.yaml_source import parse_yaml

ROOT = Path(__file__).parent.parent
VOCABULARY = load_vocabulary(ROOT / "encodings" / "vocabulary.yaml")
CARDS = {"Blightbelly Rat", "Vorinclex, Monstrous Raider", "Hardened Scales", "Faith's Shield", "Kitchen Finks"}


def load(text: str) -> Scenario:
    return load_scenario(parse_yaml(text, "s.yaml"), CARDS, VOCABULARY)


def facts(scenario: Scenario) -> set[str]:
    return {str(fact) for fact in scenario.facts}


def numbers(scenario: Scenario) -> dict[str, int | str]:
    return {str(name): number for name, number in scenario.ledger.items()}


def faults(text: str) -> list[tuple[int | None, str, str, str | None]]:
    with pytest.raises(InvalidInput) as caught:
        load(text)
    return [(fault.line, fault.path, fault.message, fault.hint) for fault in caught.value.faults]


def one_fault(text: str) -> str:
    with pytest.raises(InvalidInput) as caught:
        load(text)
    assert len(caught.value.faults) == 1, str(caught.value)
    assert caught.value.faults[0].line is not None
    return str(caught.value)


def battlefield(objects: str, rest: str = "") -> str:
    return f"players: {{alice: {{battlefield: [{objects}]}}, bob: {{}}}}\n{rest}"


def test_the_scenario_of_the_design():
    scenario = load(
        """title: Toxic against two Vorinclexes
players:
  alice: {life: 20, battlefield: [{card: Blightbelly Rat, as: rat}, {card: "Vorinclex, Monstrous Raider", as: hers}]}
  bob:   {battlefield: [{card: "Vorinclex, Monstrous Raider", as: his}]}
do:
  - attack: {rat: bob}
observe: [alice.life, bob.life, bob.poison]
"""
    )
    assert facts(scenario) == {
        "given(alice,seat,1)", "given(alice,life,given(alice,life))",
        "given(bob,seat,2)", "given(bob,life,given(bob,life))",
        "given(rat,zone,battlefield)", "given(rat,owner,alice)", 'given(rat,card,"Blightbelly Rat")',
        "given(hers,zone,battlefield)", "given(hers,owner,alice)", 'given(hers,card,"Vorinclex, Monstrous Raider")',
        "given(his,zone,battlefield)", "given(his,owner,bob)", 'given(his,card,"Vorinclex, Monstrous Raider")',
        "given(step(1),do,attack)", "given(step(1),attack,entry(rat,bob))", "given(step(1),by,alice)",
    }  # fmt: skip
    assert numbers(scenario) == {"given(alice,life)": 20, "given(bob,life)": 20}
    assert scenario.observe == ("alice.life", "bob.life", "bob.poison")
    assert scenario.cards == {"Blightbelly Rat", "Vorinclex, Monstrous Raider"}
    assert scenario.labels["his"] == "Vorinclex, Monstrous Raider"
    assert (scenario.title, scenario.players, scenario.file, scenario.line) == (
        "Toxic against two Vorinclexes", ("alice", "bob"), "s.yaml", 1,
    )  # fmt: skip


def test_bodies_keywords_counters_and_flags():
    scenario = load(
        battlefield(
            "{creature: 2/3, as: bear, has: [toxic 1, toxic T, double strike, protection from red, hexproof], "
            'colors: [R, white], types: [Soldier], counters: {"+1/+1": 2, hexproof from white: 1}, tapped: true, '
            "new: false, damage: 1, controller: bob}, {land: Forest}, {artifact: true, as: box}",
            'where: {T: ">= 1"}',
        )
    )
    about = {fact for fact in facts(scenario) if fact.startswith("given(bear")}
    assert about == {
        "given(bear,zone,battlefield)", "given(bear,owner,alice)", "given(bear,controller,bob)",
        "given(bear,creature,pair(given(bear,creature,1),given(bear,creature,2)))",
        "given(bear,has,with(toxic,given(bear,has,toxic)))", "given(bear,has,with(toxic,given(bear,has,toxic_2)))",
        "given(bear,has,double_strike)", "given(bear,has,with(protection,red))", "given(bear,has,hexproof)",
        "given(bear,colors,red)", "given(bear,colors,white)", "given(bear,types,soldier)",
        "given(bear,counters,entry(p1p1,given(bear,counters,p1p1)))",
        "given(bear,counters,entry(hexproof_from_white,given(bear,counters,hexproof_from_white)))",
        "given(bear,tapped,yes)", "given(bear,damage,given(bear,damage))",
    }  # fmt: skip
    assert {"given(forest,land,forest)", "given(box,artifact,yes)"} <= facts(scenario)
    assert {name: number for name, number in numbers(scenario).items() if "bear" in name} == {
        "given(bear,creature,1)": 2, "given(bear,creature,2)": 3, "given(bear,has,toxic)": 1,
        "given(bear,has,toxic_2)": "T", "given(bear,counters,p1p1)": 2,
        "given(bear,counters,hexproof_from_white)": 1, "given(bear,damage)": 1,
    }  # fmt: skip


def test_tokens():
    scenario = load(battlefield("{token: {creature: 1/1, name: Soldier, has: [infect]}, as: s}, {token: Treasure}"))
    assert {"given(s,token,yes)", 'given(s,name,named(soldier,"Soldier"))', "given(s,has,infect)"} <= facts(scenario)
    assert {"given(treasure,token,yes)", 'given(treasure,name,named(treasure,"Treasure"))'} <= facts(scenario)


def test_instructions_and_their_defaults():
    scenario = load(
        battlefield(
            "{creature: 2/2, as: bear}, {creature: 2/2, as: wolf}",
            """do:
  - put: {counter: "+1/+1", to: bear}
  - put: {counters: {"+1/+1": 1, charge: 2}, to: bear, by: bob}
  - proliferate: bob
  - fight: [bear, wolf]
  - step: end
  - deal: {amount: 2, from: bear, to: bob}
    respond: [{gain_life: {player: bob, amount: 3, by: bob}}]
""",
        )
    )
    steps = {fact for fact in facts(scenario) if fact.startswith("given(step(")}
    assert steps == {
        "given(step(1),do,put)", "given(step(1),counter,p1p1)", "given(step(1),to,bear)", "given(step(1),by,alice)",
        "given(step(1),amount,given(step(1),amount))",
        "given(step(2),do,put)", "given(step(2),to,bear)", "given(step(2),by,bob)",
        "given(step(2),counters,entry(p1p1,given(step(2),counters,p1p1)))",
        "given(step(2),counters,entry(charge,given(step(2),counters,charge)))",
        "given(step(3),do,proliferate)", "given(step(3),proliferate,bob)", "given(step(3),by,bob)",
        "given(step(4),do,fight)", "given(step(4),fight,item(1,bear))", "given(step(4),fight,item(2,wolf))",
        "given(step(4),by,alice)",
        "given(step(5),do,step)", "given(step(5),step,end)", "given(step(5),by,alice)",
        "given(step(6),do,deal)", "given(step(6),from,bear)", "given(step(6),to,bob)", "given(step(6),by,alice)",
        "given(step(6),amount,given(step(6),amount))", "given(step(6),respond,item(1,step(6,1)))",
        "given(step(6,1),do,gain_life)", "given(step(6,1),player,bob)", "given(step(6,1),by,bob)",
        "given(step(6,1),amount,given(step(6,1),amount))",
    }  # fmt: skip
    assert numbers(scenario)["given(step(1),amount)"] == 1
    assert "given(step(2),amount)" not in numbers(scenario)


def test_an_attack_with_blocks():
    scenario = load(
        """players:
  alice: {battlefield: [{creature: 2/2, as: rat}, {creature: 2/2}, {creature: 2/2}]}
  bob: {battlefield: [{creature: 2/2, as: bear}]}
do: [{attack: {rat: bob, creature_2: bob}, block: {bear: rat}}]
"""
    )
    assert {"given(step(1),attack,entry(creature_2,bob))", "given(step(1),block,entry(bear,rat))"} <= facts(scenario)
    assert list(scenario.labels) == ["alice", "bob", "rat", "creature", "creature_2", "bear"]


def test_a_cast_card_is_found_by_label_or_name_or_made():
    scenario = load(
        """players:
  alice: {battlefield: [{creature: 2/2, as: bear}]}
  bob: {hand: [{card: Faith's Shield, as: mine}]}
do:
  - cast: {card: Faith's Shield, by: bob, targets: [bear]}
  - cast: {card: Faith's Shield, by: bob, targets: bear, x: 10000000000000000000000}
  - cast: {card: Kitchen Finks, as: finks}
observe: [finks.on_battlefield]
"""
    )
    assert {
        "given(step(1),card,mine)", "given(step(1),targets,item(1,bear))",
        "given(step(2),card,faiths_shield)", "given(faiths_shield,zone,hand)", "given(faiths_shield,owner,bob)",
        'given(faiths_shield,card,"Faith\'s Shield")', "given(step(3),card,finks)", "given(finks,owner,alice)",
    } <= facts(scenario)  # fmt: skip
    assert numbers(scenario)["given(step(2),x)"] == 10**22


def test_an_ability_belongs_to_the_controller_of_its_source():
    text = """players: {alice: {}, bob: {battlefield: [{card: Kitchen Finks, as: finks}]}}
do: [{activate: {source: finks, ability: 2}}]"""
    assert {"given(step(1),by,bob)", "given(step(1),ability,2)"} <= facts(load(text))


def test_numbers_of_any_size_are_exact_and_outside_the_facts():
    scenario = load(f"players: {{alice: {{life: {10**30}, counters: {{poison: {2**70}}}}}, bob: {{}}}}")
    assert numbers(scenario)["given(alice,life)"] == 10**30
    assert numbers(scenario)["given(alice,counters,poison)"] == 2**70
    assert not any(str(2**70) in fact or str(10**30) in fact for fact in facts(scenario))


def test_symbolic_numbers():
    scenario = load(
        battlefield(
            "{creature: N/N + 1, as: bear}",
            """do: [{put: {counter: charge, to: bear, amount: 2*N - K}}]
where: {N: ">= 1", K: "0..9"}
assume: K < N
observe: [bear.power, 'bear."+1/+1"', bear.+1/+1]""",
        )
    )
    assert numbers(scenario)["given(bear,creature,2)"] == "N + 1"
    assert numbers(scenario)["given(step(1),amount)"] == "2*N - K"
    assert scenario.observe == ("bear.power", "bear.p1p1")
    assert set(parse_where(scenario.where)) == {"N", "K"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players: {alice: {lif: 3}}", "s.yaml:1: players.alice.lif: unknown key 'lif' (did you mean life?)"),
        ("players: {alice: {}}\nobserv: []", "s.yaml:2: observ: unknown key 'observ' (did you mean observe?)"),
        (
            battlefield("{card: Blightbely Rat}"),
            "unknown card 'Blightbely Rat' (did you mean Blightbelly Rat?)",
        ),
        (battlefield("{card: [1]}"), "expected a card's name, found a list"),
        (battlefield("{creature: 2/2, as: Bear}"), "a label is a small letter"),
        (battlefield("{creature: 2/2, as: none}"), "is a word of the rules"),
        (battlefield("{creature: 2/2, as: not}"), "is a word of the rules"),
        (battlefield("{creature: 2/2, as: bob}"), "the label bob is used twice"),
        (battlefield("{creature: 2/2, as: b}, {land: Forest, as: b}"), "the label b is used twice"),
        (battlefield("{creature: 2}"), "expected two numbers such as 2/2, found 2"),
        (battlefield("{creature: 2/x}"), "found 'x'"),
        (battlefield("{as: x}"), "expected one of card"),
        (battlefield("{card: Hardened Scales, creature: 2/2}"), "card and creature cannot stand together"),
        (
            battlefield("{token: {card: Hardened Scales}, name: A, has: [flying]}"),
            "card and name cannot stand together",
        ),
        (battlefield("{creature: 2/2, has: [toxik 1]}"), "unknown word 'toxik 1' (did you mean toxic?)"),
        (battlefield("{creature: 2/2, has: [toxic]}"), "toxic has a number after it"),
        (battlefield("{creature: 2/2, has: [toxic -1]}"), "must be 0 or more, found -1"),
        (battlefield("{creature: 2/2, has: [flying 2]}"), "flying has nothing after it"),
        (battlefield("{creature: 2/2, has: [exalted]}"), "not covered yet"),
        (battlefield("{creature: 2/2, counters: {poisn: 1}}"), "(did you mean poison?)"),
        (battlefield('{creature: 2/2, counters: {"+1/+1": -1}}'), "must be 0 or more, found -1"),
        (battlefield('{creature: 2/2, counters: {"+1/+1": 1, p1p1: 1}}'), "are the same word"),
        (battlefield("{creature: 2/2, counters: [1]}"), "expected a mapping of words to numbers, found a list"),
        (battlefield("{creature: 2/2, counters: {charge: 1.5}}"), "expected a whole number, found 1.5"),
        (battlefield("{creature: 2/2, counters: {charge: true}}"), "expected a whole number, found true"),
        (battlefield("{creature: 2/2, tapped: 1}"), "expected true or false, found 1"),
        (battlefield("{creature: 2/2, attached: nobody}"), "nothing is labelled 'nobody'"),
        (battlefield("{creature: 2/2, as: b, controller: b}"), "b is no player"),
        (battlefield("Hardened Scales"), "expected a mapping, found 'Hardened Scales'"),
        ("players: {alice: {battlefield: {card: x}}}", "expected a list of objects"),
        ("players: [alice]", "expected a mapping of players, found a list"),
        ("title: 5\nplayers: {alice: {}}", "a title is text"),
        ("players: {alice: {}}\ndo: {put: 1}", "expected a list of instructions"),
        ("players: {alice: {}}\ndo: [draw]", "expected an instruction"),
        ("players: {alice: {}}\ndo: [{prolifrate: alice}]", "(did you mean proliferate?)"),
        (battlefield("{creature: 2/2, has: [prowess]}"), "prowess is not covered yet"),
        ("players: {alice: {}}\ndo: [{proliferate: alice, step: end}]", "two instructions in one item"),
        ("players: {alice: {}}\ndo: [{proliferate: alic}]", "nothing is labelled 'alic' (did you mean alice?)"),
        ("players: {alice: {}}\ndo: [{step: ned}]", "none of the steps known (did you mean end?)"),
        ("players: {alice: {}}\ndo:\n- put: {to: alice}", "s.yaml:3: do[1].put: expected one of counter, counters"),
        ("players: {alice: {}}\ndo: [{put: {counter: poison}}]", "the key to is missing"),
        ("players: {alice: {}}\ndo: [{put: {counter: poison, to: alice, amount: -1}}]", "must be 0 or more"),
        ("players: {alice: {}}\ndo: [{put: {counter: poison, to: alice, by: zed}}]", "nothing is labelled 'zed'"),
        ("players: {alice: {}}\ndo: [{attack: {rat: alice}}]", "nothing is labelled 'rat'"),
        ("players: {alice: {}}\ndo: [{attack: {}}]", "expected at least one entry"),
        ("players: {alice: {}}\ndo: [{proliferate: alice, block: {a: b}}]", "unknown key 'block'"),
        ("players: {alice: {}}\ndo: [{cast: {card: Nothing}}]", "neither a label nor a card"),
        ("players: {alice: {}}\ndo: [{cast: {card: Kitchen Finks, targets: [x]}}]", "nothing is labelled 'x'"),
        (battlefield("{creature: 2/2, as: bear}", "do: [{fight: [bear]}]"), "expected a list of 2, found 1"),
        (battlefield("{card: Kitchen Finks, as: f}", "do: [{activate: {source: f, ability: 0}}]"), "from 1 to 999"),
        ("players: {alice: {}}\nobserve: [alice.poisson]", "(did you mean alice.poison?)"),
        ("players: {alice: {}}\nobserve: [alise.life]", "nothing is labelled 'alise' (did you mean alice?)"),
        ("players: {alice: {}}\nobserve: [alice.life.x]", "has nothing after it"),
        ("players: {alice: {}}\nobserve: [alice.tokens]", "needs a dot and text"),
        ("players: {alice: {}}\nobserve: [5]", "expected label.name, found 5"),
        ("players: {alice: {life: N}}", "expected a number or a name declared under where, found 'N'"),
        ("players: {alice: {life: '1; 2'}}", "is not a number"),
        ("players: {alice: {life: Nn}}\nwhere: {N: '>= 1'}", "found 'Nn' (did you mean N?)"),
        ("players: {alice: {life: N > 1}}\nwhere: {N: '>= 1'}", "is not a number"),
        ("players: {alice: {life: N}}\nwhere: {N: [1]}", "s.yaml:2: where.N: expected bounds such as '>= 1'"),
        ("players: {alice: {life: N}}\nwhere: {N: '>= M'}", "where.N: M is not declared under where"),
        ("players: {alice: {life: N}}\nwhere: {N: 'import os'}", "where.N: expected"),
        ("players: {alice: {life: N}}\nwhere: {N: '> 3 and N < 3'}", "no numbers satisfy these bounds"),
        ("players: {alice: {life: N}}\nwhere: {N: '> 3'}\nassume: 1 < 2", "expected a relation between names"),
        (
            "players: {alice: {counters: {poison: N - 1}}}\nwhere: {N: '>= 0'}",
            "s.yaml:1: players.alice.counters.poison: must be 0 or more, but is less when N = 0",
        ),
        ("[]", "a scenario is a mapping, found a list"),
        ("title: x", "a scenario needs players"),
        (
            "players: {alice: {}}\ndo: [{proliferate: alice, respond: [{proliferate: alice, respond: []}]}]",
            "respond cannot stand inside respond",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text, message):
    assert message in one_fault(text)


def test_all_faults_are_told_at_once():
    found = faults("players:\n  alice: {lif: 1}\n  bob:\n    counters: {poison: -2}\ndo:\n- step: nd\n")
    assert [(line, path) for line, path, _, _ in found] == [
        (2, "players.alice.lif"),
        (4, "players.bob.counters.poison"),
        (6, "do[1].step"),
    ]


INJECTIONS = [
    "x). #script(python) import os #end.",
    'x") :- a. #show.',
    '#include "/etc/passwd".',
    "a:-b",
    "%*",
    "\\",
    "é",
]


@pytest.mark.parametrize("attack", INJECTIONS)
def test_text_that_tries_to_be_asp_is_refused_or_stays_text(attack):
    quoted = "'" + attack.replace("'", "''") + "'"
    for text in (
        f"players: {{{quoted}: {{}}}}",
        battlefield(f"{{creature: 2/2, as: {quoted}}}"),
        battlefield(f"{{card: {quoted}}}"),
        battlefield(f"{{creature: 2/2, types: [{quoted}]}}"),
        battlefield(
            f"{{creature: 2/2, has: [protection from {attack!r}]}}".replace("from '", "from ").replace("']", "]")
        )
        if attack == "a:-b"
        else battlefield(f"{{creature: 2/2, name: {quoted}}}"),
        f"players: {{alice: {{life: {quoted}}}}}",
        f"players: {{alice: {{}}}}\ndo: [{{{quoted}: 1}}]",
        f"players: {{alice: {{}}}}\nobserve: [{quoted}]",
        f"players: {{alice: {{}}}}\nwhere: {{{quoted}: 1}}",
    ):
        with pytest.raises(InvalidInput):
            load(text)
    scenario = load(
        f"title: {quoted}\nplayers: {{alice: {{}}}}\ndo: [{{cast: {{card: Kitchen Finks, pay: {quoted}}}}}]"
    )
    assert Function("given", [Function("step", [Number(1)]), Function("pay"), String(attack)]) in scenario.facts
    control = Control(["--warn=none"])
    control.add("base", [], "\n".join(f"{fact}." for fact in sorted(facts(scenario))))
    control.ground([("base", [])])
    assert {str(atom.symbol) for atom in control.symbolic_atoms} == facts(scenario)


@settings(max_examples=60, deadline=None)
@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text(max_size=12)
        | st.sampled_from(["alice", "put"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["card", "creature", "put", "to", "has", "counters", "attack", "x"]), inner, max_size=3
            )
        ),
        max_leaves=10,
    )
)
def test_any_data_is_a_scenario_or_refused(data):
    for whole in (
        data,
        {"players": data},
        {"players": {"alice": data}},
        {"players": {"alice": {"battlefield": [data], "counters": data}}},
        {"players": {"alice": {}}, "do": [data, {"put": data}, {"attack": data}, {"cast": data}, {"activate": data}]},
        {"players": {"alice": {}}, "observe": data, "where": data, "assume": data, "title": data},
    ):
        try:
            scenario = Scenario.from_data(whole, cards=CARDS, vocabulary=VOCABULARY)
        except InvalidInput as error:
            assert str(error)
        else:
            assert all(parse_term(str(fact)) == fact for fact in scenario.facts)


def test_an_inline_scenario_tells_the_lines_of_its_document():
    source = parse_yaml("- id: x\n  cases:\n  - scenario:\n      players: {alice: {lief: 3}}\n", "toxic.yaml")
    with pytest.raises(InvalidInput) as caught:
        Scenario.from_data(
            source.data[0]["cases"][0]["scenario"],
            cards=CARDS, vocabulary=VOCABULARY, file=source.file, lines=source.lines, path=(0, "cases", 0, "scenario"),
        )  # fmt: skip
    assert str(caught.value).startswith("toxic.yaml:4: [1].cases[1].scenario.players.alice.lief: unknown key")


def test_canonical_observables():
    kinds = {"alice": "player", "bear": "object"}
    for text, canonical in {
        "alice.poison": "alice.poison",
        'bear."-1/-1"': "bear.m1m1",
        "alice.tokens.Squirrel": "alice.tokens.Squirrel",
        "alice.mana.G": "alice.mana.G",
        "bear.can_activate.1": "bear.can_activate.1",
        "game.draw": "game.draw",
    }.items():
        assert canonical_observable(text, kinds, VOCABULARY) == canonical


def test_slugs_are_labels():
    assert slug("Vorinclex, Monstrous Raider") == "vorinclex_monstrous_raider"
    assert slug("Lim-Dûl's Hex") == "lim_duls_hex"
    assert slug("+2 Mace") == "object_2_mace"


def test_a_broken_vocabulary_is_said_to_be_one(tmp_path):
    path = tmp_path / "vocabulary.yaml"
    path.write_text("players: {life: {type: numbr}}", encoding="utf-8")
    with pytest.raises(InvalidInput, match="is not a vocabulary"):
        load_vocabulary(path)
