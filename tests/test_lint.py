"""The encodings' own lint finds what it is there for, and finds nothing in the real encodings."""

from __future__ import annotations

from pathlib import Path

import pytest

from verifier.quality.lint import check, check_file, table
from verifier.resources import folder

HEADER = "%! phases: all\n% 100: a test.\n"
GOOD = HEADER + "\n% 100.1 a state ends.\nover(S) :- state(S).\nfinal(S) :- over(S).\n"


def encodings(root: Path, text: str) -> Path:
    (root / "rules").mkdir()
    path = root / "rules" / "100_test.lp"
    path.write_text(text, encoding="utf-8")
    (root / "README.md").write_text(table([path]), encoding="utf-8")
    return root


def test_the_real_encodings_are_clean() -> None:
    assert [str(each) for each in check(folder("encodings"))] == []


def test_a_good_file(tmp_path) -> None:
    assert check(encodings(tmp_path, GOOD)) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GOOD.replace("final(S)", "\n% It ends.\nfinal(S)"), "no comment with a rule number"),
        (GOOD.replace("state(S).\n", "state(S), unheard(S,1).\n", 1), "unheard/2 is never derived"),
        (GOOD + "idle(S) :- state(S).\n", "idle/1 is derived but never used"),
        (GOOD.replace("%! phases: all", "% all"), "the first line must be"),
        (GOOD.replace("% 100: a test.", "% A test."), "the header must name the rules section"),
        (GOOD + "#external left(1).\n", "#external is not allowed"),
    ],
)
def test_a_fault_is_found(tmp_path, text, said) -> None:
    found = [str(each) for each in check(encodings(tmp_path, text))]
    assert len(found) == 1
    assert said in found[0]


def test_a_script_is_found(tmp_path) -> None:
    path = tmp_path / "100_test.lp"
    path.write_text(GOOD + "#script (python)\nimport os\n#end.\n", encoding="utf-8")
    assert "#script is not allowed" in "\n".join(str(each) for each in check_file(path))


def test_a_stale_dictionary_is_found(tmp_path) -> None:
    root = encodings(tmp_path, GOOD)
    (root / "README.md").write_text("nothing", encoding="utf-8")
    assert [each.file for each in check(root)] == ["README.md"]
