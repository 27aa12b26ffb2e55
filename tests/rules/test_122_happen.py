"""What a batch of events does when it happens: counters, life, zones (119, 121, 122, 400.7)."""

from __future__ import annotations

BEAR = '{creature: 2/2, as: bear, counters: {"+1/+1": 2}}'


def test_counters_are_put_and_removed(outcomes, at_table) -> None:
    put = "{put: {counters: {charge: 2, oil: 3}, to: bear}}"
    remove = "{remove_counters: {counter: oil, amount: 1, from: bear}}"
    assert outcomes(at_table(BEAR, do=f"{put}, {remove}", see="bear.charge, bear.oil")) == {(2, 2): 1}


def test_no_more_counters_are_removed_than_there_are(outcomes, at_table) -> None:
    remove = '{remove_counters: {counter: "+1/+1", amount: 5, from: bear}}'
    assert outcomes(at_table(BEAR, do=remove, see="bear.p1p1")) == {(0,): 1}


def test_moved_counters_are_removed_and_put(outcomes, at_table) -> None:
    # 122.5; what puts them is replaced as usual (122.6).
    move = '{move_counters: {counter: "+1/+1", amount: 2, from: bear, to: ox}}'
    other = "{creature: 3/3, as: ox}"
    assert outcomes(at_table(f"{BEAR}, {other}", do=move, see="bear.p1p1, ox.p1p1")) == {(0, 2): 1}
    scales = "{card: Hardened Scales}"
    assert outcomes(at_table(f"{BEAR}, {other}, {scales}", do=move, see="bear.p1p1, ox.p1p1")) == {(0, 3): 1}


def test_life_is_gained_and_lost(outcomes, at_table) -> None:
    do = "{gain_life: {player: alice, amount: 3}}, {lose_life: {player: alice, amount: 5}}"
    assert outcomes(at_table(do=do, see="alice.life")) == {(18,): 1}


def test_cards_drawn_are_counted(outcomes, at_table) -> None:
    assert outcomes(at_table(do="{draw: {player: bob, amount: 3}}", see="alice.cards_drawn, bob.cards_drawn")) == {
        (0, 3): 1
    }


def test_what_leaves_forgets_its_past(outcomes, at_table) -> None:
    # 400.7, 122.2: persist brings the bear back as a new object, with no +1/+1 counter and no damage.
    bear = '{creature: 2/2, as: bear, has: [persist], counters: {"+1/+1": 2}, damage: 1}'
    scene = at_table(bear, do="{destroy: {what: bear}}", see="bear.damage, bear.m1m1, bear.on_battlefield, bear.p1p1")
    assert outcomes(scene) == {(0, 1, True, 0): 1}


def test_exile_is_not_dying(outcomes, at_table) -> None:
    bear = "{creature: 2/2, as: bear, has: [persist]}"
    assert outcomes(at_table(bear, do="{exile: {what: bear}}", see="bear.on_battlefield")) == {(False,): 1}


def test_a_pair_of_opposite_counters_is_removed_from_both(outcomes, at_table) -> None:
    # 704.5q
    put = '{put: {counter: "-1/-1", to: bear, amount: 1}}'
    assert outcomes(at_table(BEAR, do=put, see="bear.m1m1, bear.p1p1, bear.power")) == {(0, 1, 3): 1}
