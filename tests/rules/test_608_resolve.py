"""Priority and the stack: the last one in resolves first, in answer or not (117, 405, 608)."""

from __future__ import annotations

BOND = "{card: Sanguine Bond}"


def test_an_answer_comes_before_what_waits(outcomes, at_table) -> None:
    # 117.1: in answer to the Boon the bear is destroyed; without a target nothing happens (608.2b).
    args = {
        "alice": "{creature: 2/2, as: bear}",
        "hand": "{card: Dragonscale Boon}",
        "see": "bear.on_battlefield, bear.power",
    }
    cast = "{cast: {card: Dragonscale Boon, targets: [bear]}%s}"
    assert outcomes(at_table(do=cast % "", **args)) == {(True, 4): 1}
    assert outcomes(at_table(do=cast % ", respond: [{destroy: {what: bear, by: bob}}]", **args)) == {(False, 0): 1}


def test_a_trigger_of_an_answer_resolves_first(outcomes, at_table) -> None:
    # Bob, at 2, loses to the Bond's second trigger before the spell gives Alice anything.
    args = {"alice": BOND, "hand": "{card: Revitalize}", "see": "alice.life, bob.life, bob.lost"}
    do = "{cast: {card: Revitalize}, respond: [{gain_life: {player: alice, amount: 20}}]}"
    assert outcomes(at_table(do=do, **args)) == {(40, 0, True): 1}


def test_a_permanent_spell_enters_and_another_is_buried(outcomes, at_table) -> None:
    # 608.3, 608.2n
    args = {"hand": "{card: Soul Warden, as: warden}, {card: Revitalize, as: spell_card}"}
    scene = at_table(
        do="{cast: {card: warden}}, {cast: {card: spell_card}}",
        see="spell_card.on_battlefield, warden.on_battlefield",
        **args,
    )
    assert outcomes(scene) == {(False, True): 1}


def test_state_based_actions_wait_for_the_whole_resolution(outcomes, at_table) -> None:
    # 704.4: Drown in Ichor's creature is still there while its proliferation is chosen.
    scene = at_table(
        bob='{creature: 3/4, as: ox, counters: {"+1/+1": 1}}',
        hand="{card: Drown in Ichor}",
        do="{cast: {card: Drown in Ichor, targets: [ox]}}",
        see="ox.on_battlefield, ox.toughness",
    )
    assert outcomes(scene) == {(True, 1): 1, (True, 2): 1}
