"""Proliferate: any of the players and permanents with counters, one more of each kind (701.34)."""

from __future__ import annotations

BEAR = '{creature: 2/2, as: bear, counters: {"+1/+1": 1, charge: 2}}'
DO = "{proliferate: alice}"


def test_any_number_of_them(outcomes, table, at_table) -> None:
    # 107.1c: all, some or none; both players' things.
    scene = at_table(BEAR, '{creature: 2/2, as: ox, counters: {"-1/-1": 1}}', do=DO, see="bear.p1p1, ox.on_battlefield")
    assert outcomes(scene) == {(bear, ox): 1 for bear in (1, 2) for ox in (True, False)}
    assert table.choosers(scene, "proliferate_chosen") == ["alice"]


def test_each_kind_there_is(outcomes, at_table) -> None:
    assert outcomes(at_table(BEAR, do=DO, see="bear.charge, bear.p1p1")) == {(2, 1): 1, (3, 2): 1}


def test_players_too(outcomes, at_table) -> None:
    scene = at_table(do=DO, see="alice.energy, alice.poison, bob.poison", more=", counters: {poison: 9, energy: 1}")
    assert outcomes(scene) == {(1, 9, 0): 1, (2, 10, 0): 1}


def test_nothing_to_choose(outcomes, at_table) -> None:
    assert outcomes(at_table("{creature: 2/2, as: ox}", do=DO, see="ox.p1p1")) == {(0,): 1}


def test_counters_are_put_so_effects_apply(outcomes, at_table) -> None:
    # 701.34a, 122.6
    bear = '{creature: 2/2, as: bear, counters: {"+1/+1": 1}}, {card: Hardened Scales}'
    assert outcomes(at_table(bear, do=DO, see="bear.p1p1")) == {(1,): 1, (3,): 1}


def test_twice_instead(outcomes, at_table) -> None:
    # Tekuthal: the second time looks at what the first one did.
    scene = at_table('{card: "Tekuthal, Inquiry Dominus"}', do=DO, see="alice.poison", more=", counters: {poison: 1}")
    assert outcomes(scene) == {(1,): 1, (2,): 2, (3,): 1}


def test_whenever_you_proliferate(outcomes, at_table) -> None:
    # It triggers with nothing chosen too.
    scene = at_table("{card: Scheming Aspirant}", do=DO, see="alice.life, bob.life")
    assert outcomes(scene) == {(22, 18): 1}
