"""What triggered abilities see: counters, life, deaths, entering (603.2, 603.6, 603.10)."""

from __future__ import annotations

import pytest

PRIDEMATE = '{card: "Ajani\'s Pridemate", as: cat}'


def test_one_gain_triggers_once_whatever_the_amount(outcomes, at_table) -> None:
    assert outcomes(at_table(PRIDEMATE, do="{gain_life: {player: alice, amount: 5}}", see="cat.p1p1")) == {(1,): 1}


def test_gaining_nothing_is_no_gain(outcomes, at_table) -> None:
    # 119.9
    assert outcomes(at_table(PRIDEMATE, do="{gain_life: {player: alice, amount: 0}}", see="cat.p1p1")) == {(0,): 1}


def test_lifelinkers_gain_one_by_one(outcomes, at_table) -> None:
    # 510.2 deals the damage at once; each source's gain is an event of its own (119.9).
    pair = "{creature: 1/1, as: a, has: [lifelink]}, {creature: 1/1, as: b, has: [lifelink]}"
    scene = at_table(f"{PRIDEMATE}, {pair}", do="{attack: {a: bob, b: bob}}", see="alice.life, cat.p1p1")
    found = outcomes(scene)
    assert list(found) == [(22, 2)]


def test_counters_put_together_are_one_event(outcomes, at_table) -> None:
    # Nest of Scarabs counts them; Hapatra triggers once.
    nest = "{card: Nest of Scarabs}, {creature: 9/9, as: ox}"
    put = '{put: {counter: "-1/-1", to: ox, amount: 3}}'
    assert outcomes(at_table(nest, do=put, see="alice.tokens.Insect")) == {(3,): 1}


@pytest.mark.parametrize(("counters", "back"), [("{}", True), ('{"-1/-1": 1}', False)])
def test_persist_looks_back(outcomes, at_table, counters, back) -> None:
    # 702.79a, 603.10a
    bear = f"{{creature: 2/3, as: bear, has: [persist], counters: {counters}}}"
    assert outcomes(at_table(bear, do="{destroy: {what: bear}}", see="bear.on_battlefield")) == {(back,): 1}


@pytest.mark.parametrize(("counters", "back"), [("{}", True), ('{"+1/+1": 1}', False)])
def test_undying_looks_back(outcomes, at_table, counters, back) -> None:
    # 702.93a
    bear = f"{{creature: 2/3, as: bear, has: [undying], counters: {counters}}}"
    assert outcomes(at_table(bear, do="{destroy: {what: bear}}", see="bear.on_battlefield")) == {(back,): 1}


def test_a_token_does_not_persist(outcomes, at_table) -> None:
    # 111.7
    token = "{token: {creature: 2/2, name: Bear, has: [persist]}, as: bear}"
    assert outcomes(at_table(token, do="{destroy: {what: bear}}", see="bear.on_battlefield")) == {(False,): 1}


def test_what_enters_is_seen_by_itself_and_by_others(outcomes, at_table) -> None:
    # 603.6a
    wurm = {"hand": "{card: Pelakka Wurm}", "do": "{cast: {card: Pelakka Wurm}}", "see": "alice.life"}
    assert outcomes(at_table(**wurm)) == {(27,): 1}
    assert set(outcomes(at_table("{card: Soul Warden}", **wurm))) == {(28,)}
