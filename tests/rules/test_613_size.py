"""Power and toughness are sums of what is printed, counters and effects (208, 613.4c, 122.1a)."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("counters", "power", "toughness"),
    [("{}", 2, 3), ('{"+1/+1": 2}', 4, 5), ('{"-1/-1": 1}', 1, 2), ('{"-1/-1": 2}', 0, 1)],
)
def test_counters(outcomes, at_table, counters, power, toughness) -> None:
    bear = f"{{creature: 2/3, as: bear, counters: {counters}}}"
    assert outcomes(at_table(bear, do="", see="bear.power, bear.toughness")) == {(power, toughness): 1}


def test_an_effect_of_a_lord(outcomes, at_table) -> None:
    # Hand of the Praetors: other creatures of yours with infect.
    lord = "{card: Hand of the Praetors, as: lord}, {creature: 1/1, as: rat, has: [infect]}, {creature: 1/1, as: ox}"
    scene = at_table(
        lord, "{creature: 1/1, as: his, has: [infect]}", do="", see="his.power, lord.power, ox.power, rat.power"
    )
    assert outcomes(scene) == {(1, 3, 1, 2): 1}


def test_the_lord_leaves(outcomes, at_table) -> None:
    # 611.3a: what kept the rat alive is gone, and it dies in the next check (704.5f).
    lord = '{card: Hand of the Praetors, as: lord}, {creature: 1/1, as: rat, has: [infect], counters: {"-1/-1": 1}}'
    assert outcomes(at_table(lord, do="", see="rat.on_battlefield, rat.toughness")) == {(True, 1): 1}
    assert outcomes(at_table(lord, do="{destroy: {what: lord}}", see="rat.on_battlefield")) == {(False,): 1}


def test_toxic_values_add_up(outcomes, at_table) -> None:
    # 702.164b: printed, given, and granted by the Rat King.
    king = '{card: "Karumonix, the Rat King"}, {creature: 1/1, as: rat, types: [Rat], has: ["toxic 2"]}'
    assert outcomes(at_table(king, do="{attack: {rat: bob}}", see="bob.poison")) == {(3,): 1}
