"""Prevention: how much, what follows, and what cannot be prevented (615)."""

from __future__ import annotations

DEAL = "{deal: {amount: %d, to: %s, by: bob}}"


def test_a_shield_is_used_up_point_by_point(outcomes, at_table) -> None:
    # 615.7
    do = "{prevent_next: {amount: 4, to: alice}}, " + DEAL % (3, "alice") + ", " + DEAL % (3, "alice")
    assert outcomes(at_table(do=do, see="alice.life, alice.prevention")) == {(18, 0): 1}


def test_the_shields_holder_divides_it_among_damage_dealt_at_once(outcomes, table, at_table) -> None:
    # 615.7: two attackers for two, a shield of two: Bob loses two life, and says which is stopped.
    rats = "{creature: 2/2, as: a, has: [lifelink]}, {creature: 2/2, as: b}"
    scene = at_table(
        rats, do="{prevent_next: {amount: 2, to: bob}}, {attack: {a: bob, b: bob}}", see="alice.life, bob.life"
    )
    assert set(outcomes(scene)) == {(20, 18), (21, 18), (22, 18)}
    assert table.choosers(scene, "prevented") == ["bob"]


def test_all_of_it_and_something_instead(outcomes, at_table) -> None:
    # 615.5
    vigor = "{card: Vigor}, {creature: 2/2, as: bear}"
    assert outcomes(at_table(vigor, do=DEAL % (3, "bear"), see="bear.damage, bear.p1p1")) == {(0, 3): 1}


def test_all_but_one(outcomes, at_table) -> None:
    dinosaurs = "{card: Temple Altisaur}, {creature: 5/5, as: rex, types: [Dinosaur]}"
    assert outcomes(at_table(dinosaurs, do=DEAL % (4, "rex"), see="rex.damage")) == {(1,): 1}


def test_half_rounded_up(outcomes, at_table) -> None:
    # Gisela prevents two of three.
    gisela = '{card: "Gisela, Blade of Goldnight"}'
    assert outcomes(at_table(gisela, do=DEAL % (3, "alice"), see="alice.life")) == {(19,): 1}


def test_one_point_of_each_damage(outcomes, at_table) -> None:
    armor = '{card: "Urza\'s Armor"}'
    assert outcomes(at_table(armor, do=DEAL % (3, "alice") + ", " + DEAL % (1, "alice"), see="alice.life")) == {
        (18,): 1
    }


def test_protection(outcomes, at_table) -> None:
    # 702.16e
    knight = "{creature: 2/2, as: knight, has: [protection from red]}"
    for colour, damage in (("R", 0), ("G", 1)):
        scene = at_table(
            knight,
            f"{{creature: 1/1, as: it, colors: {colour}}}",
            do="{deal: {amount: 1, from: it, to: knight}}",
            see="knight.damage",
        )
        assert outcomes(scene) == {(damage,): 1}


def test_what_cannot_be_prevented(outcomes, at_table) -> None:
    # 615.12: the shield is not reduced either.
    leyline = "{card: Leyline of Punishment}"
    do = "{prevent_next: {amount: 4, to: alice}}, " + DEAL % (3, "alice")
    assert outcomes(at_table(bob=leyline, do=do, see="alice.life, alice.prevention")) == {(17, 4): 1}


def test_regeneration_replaces_destruction(outcomes, at_table) -> None:
    # 701.19a
    do = "{regenerate: {what: bear}}, {destroy: {what: bear}}"
    bear = "{creature: 2/2, as: bear, damage: 1}"
    see = "bear.damage, bear.on_battlefield, bear.tapped"
    assert outcomes(at_table(bear, do=do, see=see)) == {(0, True, True): 1}
    assert outcomes(at_table(bear, do=do + ", {destroy: {what: bear}}", see="bear.on_battlefield")) == {(False,): 1}


def test_a_shield_counter(outcomes, at_table) -> None:
    # 122.1c
    bear = "{creature: 2/2, as: bear, counters: {shield: 1}}"
    see = "bear.damage, bear.on_battlefield, bear.shield"
    assert outcomes(at_table(bear, do=DEAL % (5, "bear"), see=see)) == {(0, True, 0): 1}
    assert outcomes(at_table(bear, do="{destroy: {what: bear}}", see=see)) == {(0, True, 0): 1}
