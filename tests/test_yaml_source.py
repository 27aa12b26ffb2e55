"""YAML is read by the 1.2 rules, with lines, and within limits."""

import time

import pytest

from verifier.errors import Fault, InvalidInput, UsageFault, nearest
from verifier.yaml_source import SIZE_LIMIT, parse_yaml, read_yaml, spell_path


def refused(text: str | bytes) -> Fault:
    with pytest.raises(InvalidInput) as caught:
        parse_yaml(text, "in.yaml")
    assert caught.value.exit_code == 3
    return caught.value.faults[0]


def test_scalars_follow_yaml_1_2():
    source = parse_yaml(
        "{on: no, a: yes, b: true, c: ~, d: 0o17, e: 010, f: 1.5, g: '1', h: 1_000, i: 12:30:45, j: .inf}"
    )
    assert source.data == {
        "on": "no", "a": "yes", "b": True, "c": None, "d": 15, "e": 10, "f": 1.5, "g": "1", "h": "1_000",
        "i": "12:30:45", "j": ".inf",
    }  # fmt: skip


def test_integers_of_any_size_stay_exact():
    assert parse_yaml(f"[{10**300}, -{2**64}]").data == [10**300, -(2**64)]


def test_every_node_has_its_line():
    source = parse_yaml("a:\n  - x\n  - {k: 1,\n     l: 2}\nb: 3\n")
    assert {path: source.line(path) for path in [(), ("a",), ("a", 1), ("a", 1, "l"), ("b",)]} == {
        (): 1,
        ("a",): 1,
        ("a", 1): 3,
        ("a", 1, "l"): 4,
        ("b",): 5,
    }
    assert source.line(("b", "missing", 7)) == 5


def test_key_paths_read_like_text():
    assert spell_path(("do", 1, "put", "counters", "+1/+1")) == 'do[2].put.counters."+1/+1"'


@pytest.mark.parametrize(
    ("text", "code", "line", "words"),
    [
        ("a: &x [1]\nb: *x", "Y005", 1, "anchors"),
        ("a: 1\nb: *x", "Y005", 2, "aliases"),
        ("a: !!python/object/apply:os.system ['echo']", "Y007", 1, "tags"),
        ("a: 1\nb: 2\na: 3", "Y008", 3, "twice"),
        ("a:\n  1: x", "Y008", 2, "text"),
        ("? [a]\n: 1", "Y008", 1, "key"),
        ("true: 1", "Y008", 1, "text"),
        ("~: 1", "Y008", 1, "text"),
        ("a: [1,\nb: }", "Y004", 2, "YAML"),
        ("a: 1\nb: \x07", "Y004", 2, "control"),
        ("a: 1\n---\nb: 2", "Y009", 2, "document"),
        ("[" * 5000, "Y006", 1, "nested"),
        ("- " * 5000, "Y006", 1, "nested"),
        ("[" + "1," * 30_000 + "]", "Y006", 1, "values"),
        ("a: " + "9" * 5000, "Y006", 1, "digits"),
        (b"a: \xff", "Y003", 1, "UTF-8"),
    ],
)
def test_bad_yaml_is_refused_with_its_line(text, code, line, words):
    fault = refused(text)
    assert (fault.code, fault.line, fault.file) == (code, line, "in.yaml")
    assert words in fault.message


def test_a_billion_laughs_are_refused_at_once():
    bomb = "a0: &a0 [x, x]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 60))
    assert refused(bomb).code == "Y005"


def test_a_file_of_ten_megabytes_is_refused_at_once(tmp_path):
    path = tmp_path / "big.yaml"
    path.write_bytes(b"a: 1\n" * 2_000_000)
    start = time.perf_counter()
    with pytest.raises(InvalidInput, match=f"{SIZE_LIMIT:,}"):
        read_yaml(path)
    assert time.perf_counter() - start < 1


def test_a_missing_file_is_no_traceback(tmp_path):
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_yaml(tmp_path / "none.yaml")


def test_errors_render_for_people():
    fault = Fault("S010", "unknown key 'lif'", "s.yaml", 3, "players.bob.lif", "life")
    assert str(fault) == "s.yaml:3: players.bob.lif: unknown key 'lif' (did you mean life?)"
    assert str(Fault("R001", "no folder")) == "no folder"
    assert str(InvalidInput([fault] * 30)).endswith("… and 10 more")
    assert UsageFault([fault]).exit_code == 2
    assert nearest("BOBB", ["alice", "bob"]) == "bob"
    assert nearest("zzz", ["alice", "bob"]) is None
