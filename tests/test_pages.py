"""Pages of rulings: which statements a file holds, how they are hashed, and what is known about each.

All texts here are invented.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import textwrap
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from verifier import bulk
from verifier.bulk import read_statements
from verifier.cli import main
from verifier.errors import InvalidInput
from verifier.pages import Dress, Statement, digest, load_dress, normalise, read_page

ROOT = Path(__file__).parent.parent
ID = "00000000-1111-2222-3333-444444444444"

TEXTS = [
    "A pebble with moss is heavier than the same pebble without any moss on it.",
    "Moss doesn't count twice. For example, if a pebble has moss 2 and gains moss 1, it has moss 3.",
    'Pebbles that say "whenever this rolls" also roll on their own. Nobody has to push them, not even uphill.',
    "If a pebble would get +1/+1 and -1/-1 moss at once, it's dry. See rule 999.9z.",
    "You may choose {T} or {Q}. Zero is a number.",
]
CURLY = [text.replace("'", "\u2019").replace('"when', "\u201cwhen").replace('rolls"', "rolls\u201d") for text in TEXTS]
DATE = "2021-03-09"

RULINGS = """\
- id: one-counter
  says: One counter is one counter.
  cites: {{rules: ["122.1"], pages: [{{card: Mossy Pebble, date: "2021-03-09", sha256: {first}}}]}}
  status: holds
  cases:
    - title: on a player
      scenario: {{players: {{alice: {{}}, bob: {{}}}}, do: [{{put: {{counter: poison, to: bob, amount: 1}}}}]}}
      expect: {{outcomes: [{{bob.poison: {poison}}}]}}
  wrong_answers: [{{bob.poison: 7}}]
- id: other-counter
  says: One counter is two counters.
  cites: {{rules: ["122.1"], pages: [{{sha256: {second}}}]}}
  status: {status}
  reason: invented
  cases:
    - title: on a player
      scenario: {{players: {{alice: {{}}, bob: {{}}}}, do: [{{put: {{counter: poison, to: bob, amount: 1}}}}]}}
      expect: {{outcomes: [{{bob.poison: 1}}]}}
  wrong_answers: [{{bob.poison: {wrong}}}]
"""


@pytest.fixture(scope="module")
def dress() -> Dress:
    return load_dress(ROOT / "encodings" / "pages.yaml")


@pytest.fixture
def statements(dress):
    def read(page: str) -> list[Statement]:
        return read_page(page, dress, {"Mossy Pebble", "Dry Pebble"})

    return read


@pytest.fixture
def written(tmp_path):
    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


def hashes(found: list[Statement]) -> list[str]:
    return [each.sha256 for each in found]


def numbered(texts: list[str], form: str, separator: str = "\n\n") -> str:
    """Lay out a page: ``form`` may use {n}, {text}."""
    return separator.join(form.format(n=n, text=text) for n, text in enumerate(texts, 1))


EXPECTED = [digest(text) for text in TEXTS]


# --- the normal form


def test_the_hash_is_the_sha256_of_the_normal_form():
    assert normalise("  A \u201cb\u201d\u00a0\n c\u2019s \u2212 d ") == 'A "b" c\'s - d'
    assert digest(" a\tb ") == hashlib.sha256(b"a b").hexdigest()


@pytest.mark.parametrize(
    "same",
    [
        ' It\'s a "-1/-1" moss. ',
        "It\u2019s a \u201c-1/-1\u201d moss.",
        "It`s a \u201e\u22121/\u22121\u201c moss.",
        "It\u00b4s a \u00ab\u20131/\u20131\u00bb moss.",
        'It\'s\u00a0a\n"-1/-1"\r\n\tmoss.',
        '\ufeffIt\'s a \u200b"-1/-1" mo\u00adss.',
        'It\'s a "-\uff11/-1" moss.',
    ],
)
def test_space_quotation_marks_and_dashes_do_not_count(same):
    assert digest(same) == digest('It\'s a "-1/-1" moss.')


@pytest.mark.parametrize(
    "other", ["it's a moss.", "It's a moss", "It's a moss!", "Its a moss.", "It's the moss.", "It's a moss. It's."]
)
def test_letters_case_and_punctuation_count(other):
    assert digest(other) != digest("It's a moss.")


@pytest.mark.parametrize("text", TEXTS)
def test_normalising_twice_changes_nothing(text):
    assert normalise(normalise(text)) == normalise(text)


# --- plain text


@pytest.mark.parametrize("texts", [TEXTS, CURLY], ids=["straight", "curly"])
@pytest.mark.parametrize(
    "form",
    [
        "{text}",
        "{n}. {text}",
        "{n}) {text}",
        "({n}) {text}",
        "[{n}] {text}",
        "{n}: {text}",
        "#{n} {text}",
        "{n}.{text}",
        "Ruling {n}: {text}",
        "{n}.\n\n{text}",
        "{n}\n{text}",
        "\u2022 {text}",
        "\u2022{text}",
        "\u2022\u00a0{text}",
        "\u2022\n{text}",
        "* {text}",
        "- {text}",
        "\u2013 {text}",
        "\u25a0 {text}",
        "> {text}",
        "702.{n}a {text}",
        "702.{n}. {text}",
        "    {text}",
        "\u200b{text}",
    ],
)
@pytest.mark.parametrize("separator", ["\n\n", "\n", "\r\n\r\n", "\n \u00a0\n", "\n\n\n\n", "\n----\n"])
def test_every_dress_gives_the_same_statements(statements, texts, form, separator):
    assert hashes(statements(numbered(texts, form, separator))) == EXPECTED


@pytest.mark.parametrize("form", ["{text}", "{n}. {text}", "\u2022 {text}", "Ruling {n}: {text}"])
@pytest.mark.parametrize("width", [30, 45, 72, 100])
def test_lines_broken_by_hand_are_joined(statements, form, width):
    lines = [textwrap.fill(form.format(n=n, text=text), width) for n, text in enumerate(TEXTS, 1)]
    assert hashes(statements("\n\n".join(lines))) == EXPECTED
    assert hashes(statements("\r\n\r\n".join(lines).replace("\n", "\r\n").replace("\r\r", "\r"))) == EXPECTED


DATES = [
    "2021-03-09",
    "2021-3-9",
    "2021/03/09",
    "2021.03.09",
    "(2021-03-09)",
    "[2021-03-09]",
    "2021-03-09T00:00:00Z",
    "09.03.2021",
    "9.3.2021",
    "9. 3. 2021",
    "09.03.21",
    "09-03-2021",
    "3/9/2021",
    "3/9/21",
    "March 9, 2021",
    "March 9th, 2021",
    "Mar. 9, 2021",
    "MARCH 9 2021",
    "9 March 2021",
    "9th of March 2021",
    "9-Mar-2021",
    "9. M\u00e4rz 2021",
    "Dienstag, 9. M\u00e4rz 2021",
    "Tuesday, March 9, 2021",
    "Published 2021-03-09",
    "Datum: 09.03.2021",
    "WotC \u00b7 2021-03-09",
]


@pytest.mark.parametrize("date", DATES)
@pytest.mark.parametrize(
    "form",
    [
        "{date} {text}",
        "{date}: {text}",
        "{date} \u2013 {text}",
        "{date}\t{text}",
        "{n}. {date} {text}",
        "{n}. {date}\n\n   {text}",
        "\u2022 {date} {text}",
        "{text} {date}",
        "{text}\n{date}",
        "{date}\n{text}",
        "{date}\n\n{text}",
        "{text}\n\n{date}",
    ],
)
def test_dates_in_every_form_and_place(statements, date, form):
    page = "\n\n".join(form.format(date=date, text=text, n=n) for n, text in enumerate(TEXTS, 1))
    found = statements(page)
    assert hashes(found) == EXPECTED
    assert {each.date for each in found} == {DATE}


def test_each_statement_has_its_own_date_wherever_dates_stand(statements):
    before = "\n\n".join(f"0{n}.02.2020\n\n{text}" for n, text in enumerate(TEXTS, 1))
    after = "\n\n".join(f"{text}\n\n0{n}.02.2020" for n, text in enumerate(TEXTS, 1))
    for page in (before, after):
        assert [each.date for each in statements(page)] == [f"2020-02-0{n}" for n in range(1, 6)]


def test_a_statement_without_a_date_takes_none_from_its_neighbours(statements):
    page = f"2020-02-01 {TEXTS[0]}\n\n{TEXTS[1]}\n\n2020-02-03 {TEXTS[2]}"
    assert [each.date for each in statements(page)] == ["2020-02-01", None, "2020-02-03"]


def test_a_day_that_does_not_exist_is_no_date(statements):
    [found] = statements(f"2021-02-30 {TEXTS[0]}")
    assert found.date is None


def test_a_date_within_a_statement_stays(statements):
    text = "Moss that was planted before March 9, 2021 is old moss and counts for two."
    [found] = statements(text)
    assert (found.text, found.date) == (text, None)


ENGLISH = f"""\
Skip to content
Search
Mossy Pebble
{{1}}{{B}}
Creature \u2014 Pebble

Rulings (5)

999.1. {TEXTS[0]}

999.2a {CURLY[1]}

March 9, 2021
{TEXTS[2]}

{TEXTS[3]} (2021-03-10)

{TEXTS[4]}

Show more
\u00a9 2026 Some Site. All rights reserved.
We use cookies to make this site better.
"""
GERMAN = f"""\
Mossy Pebble

Offizielle Rulings 5

1. 09.03.2021

   {TEXTS[0]}

2. 09.03.2021

   {CURLY[1]}

3. 10. M\u00e4rz 2021

   {TEXTS[2]}

4. 11.03.2021

   {TEXTS[3]}

5. 11.03.2021

   {TEXTS[4]}

Impressum
Alle Rechte vorbehalten.
"""


def test_an_english_page_with_rules_text_and_dates_missing(statements):
    found = statements(ENGLISH)
    assert hashes(found) == EXPECTED
    assert [each.date for each in found] == [None, None, "2021-03-09", "2021-03-10", None]
    assert {each.card for each in found} == {"Mossy Pebble"}
    assert next(ENGLISH.splitlines()[each.line - 1] for each in found if each.line).endswith(TEXTS[0])


def test_a_german_page(statements):
    found = statements(GERMAN)
    assert hashes(found) == EXPECTED
    assert [each.date for each in found] == ["2021-03-09", "2021-03-09", "2021-03-10", "2021-03-11", "2021-03-11"]
    assert {each.card for each in found} == {"Mossy Pebble"}


def test_a_heading_names_the_card_of_what_follows(statements):
    found = statements(
        f"{TEXTS[0]}\n\nMossy Pebble\n\n{TEXTS[1]}\n\nDry Pebble\n\n{TEXTS[2]}\n\nUnknown Pebble\n\n{TEXTS[3]}"
    )
    assert [each.card for each in found] == [None, "Mossy Pebble", "Dry Pebble", "Dry Pebble"]


def test_a_long_statement_may_lack_its_full_stop_and_a_short_one_may_not(statements):
    assert statements("Only three words") == []
    assert len(statements("Only three words.")) == 1
    assert len(statements(TEXTS[0].rstrip("."))) == 1
    assert statements("More rulings to come...") == []


def test_a_word_divided_at_its_hyphen_is_joined(statements):
    [found] = statements("Moss is removed by non-\ncombat rolling and by rain.")
    assert found.text == "Moss is removed by non-combat rolling and by rain."


def test_pages_without_statements_have_none(statements):
    assert statements("") == statements("\n \n") == statements("Search\n\nLogin\n\n1\n\n2020-01-01") == []


@pytest.mark.parametrize("unit", ["on ", "a.\n", "1. ", "2021-03-09 ", "a", '("', "a \n", "March "])
def test_long_pages_of_odd_text_take_no_quadratic_time(statements, unit):
    statements(unit * (200_000 // len(unit)))


def test_lines_that_all_end_like_sentences_are_statements_each(statements):
    assert len(statements("A pebble rolls.\nThe pebble stops at once.\nNobody pushed it again.")) == 3
    assert len(statements("A pebble that was\nwrapped by hand. It\nrolls. It stops now.")) == 1


def test_a_card_is_found_in_a_heading_with_other_spaces(statements):
    [found] = statements(f"Menu\nMossy\u00a0Pebble\n{TEXTS[0]}")
    assert found.card == "Mossy Pebble"


# --- files


@pytest.mark.parametrize(
    "raw",
    [
        GERMAN.encode(),
        b"\xef\xbb\xbf" + GERMAN.encode(),
        GERMAN.replace("\n", "\r\n").encode(),
        GERMAN.replace("\n", "\r").encode(),
        GERMAN.replace(" ", "\u00a0").encode(),
        b"\n\n\n" + GERMAN.encode(),
        gzip.compress(GERMAN.encode()),
    ],
    ids=["plain", "bom", "crlf", "cr", "nbsp", "blank lines", "gzip"],
)
def test_how_a_page_is_stored_does_not_matter(written, dress, raw):
    kind, found = read_statements(written("page.txt", raw), dress)
    assert kind == "page"
    assert hashes(found) == EXPECTED


RECORDS = [
    {"object": "ruling", "oracle_id": ID, "source": "wotc", "published_at": DATE, "comment": text} for text in TEXTS
]
SCRYFALL = {
    "rulings.json": json.dumps(RECORDS),
    "pretty.json": json.dumps(RECORDS, indent=2),
    "answer.json": json.dumps({"object": "list", "has_more": False, "data": RECORDS}),
    "rulings.jsonl": "\n".join(map(json.dumps, RECORDS)) + "\n",
    "blank.jsonl": "\r\n\r\n".join(map(json.dumps, RECORDS)),
    "no-suffix": "\n".join(map(json.dumps, RECORDS)),
}


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("name", SCRYFALL)
def test_scryfalls_rulings(written, dress, name, packed):
    raw = SCRYFALL[name].encode()
    path = written(name + ".gz" * packed, gzip.compress(raw) if packed else raw)
    kind, found = read_statements(path, dress)
    assert kind == "scryfall"
    assert [each.text for each in found] == TEXTS
    assert {(each.date, each.card) for each in found} == {(DATE, ID)}


def test_lines_of_jsonl_are_counted(written, dress):
    _, found = read_statements(written("rulings.jsonl", SCRYFALL["blank.jsonl"]), dress)
    assert [each.line for each in found] == [1, 3, 5, 7, 9]


def test_one_record_alone_is_read(written, dress):
    _, [found] = read_statements(written("one.json", json.dumps(RECORDS[0], indent=1)), dress)
    assert found.text == TEXTS[0]


def card(name: str, *texts: str) -> dict[str, object]:
    return {"name": name, "text": "Not a ruling.", "rulings": [{"date": DATE, "text": text} for text in texts]}


@pytest.mark.parametrize(
    "data",
    [
        {"meta": {"date": DATE}, "data": {"Mossy Pebble": [card("Mossy Pebble", *TEXTS)]}},
        {"data": {"SET": {"cards": [card("Mossy Pebble", *TEXTS[:3]), card("Mossy Pebble", *TEXTS)]}}},
        [card("Mossy Pebble", *TEXTS), card("Dry Pebble")],
        card("Mossy Pebble", *TEXTS),
    ],
    ids=["atomic", "sets, printed twice", "list", "one card"],
)
def test_mtgjson(written, dress, data):
    kind, found = read_statements(written("cards.json", json.dumps(data)), dress)
    assert kind == "mtgjson"
    assert [each.text for each in found] == TEXTS
    assert {(each.date, each.card) for each in found} == {(DATE, "Mossy Pebble")}


@pytest.mark.parametrize(
    ("name", "raw", "code", "says"),
    [
        ("empty.txt", b"", "P006", "is empty"),
        ("blank.txt", b"\n \n", "P006", "is empty"),
        ("menu.txt", b"Search\n\nLogin\n", "P006", "holds no statement"),
        ("latin.txt", "Alles.\nNichts f\u00fcr ungut, das ist hier so.".encode("latin-1"), "P002", ":2: is not UTF-8"),
        ("utf16.txt", "A pebble is a pebble.".encode("utf-16"), "P002", "UTF-8"),
        ("zero.txt", b"A pebble\0 is a pebble.", "P002", "is not text"),
        ("page.html", b"<!DOCTYPE html><p>A pebble is a pebble.</p>", "P004", "is HTML"),
        ("cut.gz", gzip.compress(GERMAN.encode())[:-20], "P001", "cut off or damaged"),
        ("bad.gz", b"\x1f\x8bno gzip at all", "P001", "cut off or damaged"),
        ("bad.json", b'{"data": [', "P004", "is not JSON"),
        ("bad.jsonl", json.dumps(RECORDS[0]).encode() + b"\n{no\n", "P004", ":2: is not JSON"),
        ("deep.json", b"[" * 200_000, "P004", "nested too deep"),
        ("list.json", b'[{"comment": "A pebble."}, {"comment": 7}]', "P005", "[1]: is no record of a ruling"),
        ("other.jsonl", b'{"comment": "A pebble."}\n[]\n', "P005", ":2: is no record of a ruling"),
        ("cards.json", b'{"data": {"X": [{"name": "X", "rulings": [{"date": "d"}]}]}}', "P005", "data.X[0].rulings[0]"),
        ("other.json", b'{"cards": [{"name": "X"}]}', "P005", "holds no rulings"),
        ("none.json", b'{"data": {"X": [{"name": "X", "rulings": []}]}}', "P006", "holds no statement"),
        ("empty.json", b"[]", "P006", "holds no statement"),
    ],
    ids=lambda value: value if isinstance(value, str) and "." in value else "",
)
def test_bad_files_are_refused_with_a_reason(written, dress, name, raw, code, says):
    path = written(name, raw)
    with pytest.raises(InvalidInput) as refused:
        read_statements(path, dress)
    [fault] = refused.value.faults
    assert (fault.code, fault.file) == (code, str(path))
    assert says in str(fault)


def test_a_file_that_is_not_there_is_refused(tmp_path, dress):
    with pytest.raises(InvalidInput, match="cannot be read"):
        read_statements(tmp_path / "missing.txt", dress)


def test_sizes_are_limited_after_unpacking(written, dress, monkeypatch):
    monkeypatch.setattr(bulk, "PAGE_LIMIT", 1000)
    monkeypatch.setattr(bulk, "BULK_LIMIT", 2000)
    monkeypatch.setattr(bulk, "LINE_LIMIT", 500)
    long = json.dumps({"comment": "A pebble. " * 60})
    short = json.dumps({"comment": "A pebble."})
    for name, raw in (
        ("page.txt", "A pebble is a pebble.\n\n" * 50),
        ("list.json", json.dumps([{"comment": "A pebble. " * 300}])),
        ("line.jsonl", f"{short}\n{long}\n"),
        ("many.jsonl", f"{short}\n" * 100),
    ):
        for path in (written(name, raw), written(f"{name}.gz", gzip.compress(raw.encode()))):
            with pytest.raises(InvalidInput) as refused:
                read_statements(path, dress)
            assert [fault.code for fault in refused.value.faults] == ["P003"]


def test_dress_without_months_is_refused(written):
    with pytest.raises(InvalidInput, match="is not about pages"):
        load_dress(written("pages.yaml", "site: [x]\n"))


# --- the command


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(main, ["page", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    return result


@pytest.fixture
def page(written):
    def at(
        *options: str,
        texts: tuple[int, ...] = (0, 1),
        status: str = "refuted-by-rules",
        poison: int = 1,
        wrong: int = 7,
    ) -> Result:
        """Run ``verifier page`` with statements by number; the first two have rulings."""
        rulings = written(
            "mine.yaml",
            RULINGS.format(first=EXPECTED[0], second=EXPECTED[1], status=status, poison=poison, wrong=wrong),
        )
        file = written("page.txt", "\n\n".join(f"{n}. {DATE} {TEXTS[n]}" for n in texts))
        return run(str(file), "--rulings", str(rulings), *options)

    return at


@pytest.mark.parametrize(
    ("changes", "code", "counts"),
    [
        ({"texts": (0,)}, 0, {"holds": 1}),
        ({"texts": (0, 1)}, 1, {"holds": 1, "refuted": 1}),
        ({"texts": (0, 1), "status": "holds"}, 0, {"holds": 2}),
        ({"texts": (1,), "status": "depends-on-edition"}, 5, {"undecided": 1}),
        ({"texts": (0,), "poison": 2}, 1, {"refuted": 1}),
        ({"texts": (0, 2)}, 5, {"holds": 1, "not encoded": 1}),
        ({"texts": (2, 3)}, 5, {"not encoded": 2}),
        ({"texts": (1, 2)}, 1, {"refuted": 1, "not encoded": 1}),
        ({"texts": (1,), "wrong": 1}, 3, {"undecided": 1}),
    ],
    ids=["holds", "refuted", "both hold", "edition", "fails", "one missing", "all missing", "refuted wins", "invalid"],
)
def test_exit_codes_and_counts(page, changes, code, counts):
    result = page("--format", "json", **changes)
    assert result.exit_code == code, result.output
    found = json.loads(result.stdout)
    assert found["exit"] == code
    assert {name: number for name, number in found["counts"].items() if number} == {
        "statements": len(changes["texts"]),
        **counts,
    }


def test_json_has_this_shape_exactly(page):
    found = json.loads(page("--format", "json", texts=(0, 1, 2)).stdout)
    assert found.pop("file").endswith("page.txt")
    first, second, third = found.pop("statements")
    assert found == {
        "format": 1,
        "kind": "page",
        "exit": 1,
        "counts": {"statements": 3, "holds": 1, "refuted": 1, "undecided": 0, "covered": 0, "not encoded": 1},
    }
    assert first == {
        "sha256": EXPECTED[0],
        "text": TEXTS[0],
        "date": DATE,
        "card": None,
        "line": 1,
        "ruling": "one-counter",
        "verdict": "holds",
        "status": "holds",
        "result": "holds",
    }
    assert (second["verdict"], second["status"], second["result"]) == ("holds", "refuted-by-rules", "refuted")
    assert (third["ruling"], third["verdict"], third["status"], third["result"]) == (None, None, None, "not encoded")


def test_text_has_a_line_for_every_statement(page):
    lines = page(texts=(0, 1, 4)).stdout.splitlines()
    assert lines[0].startswith("holds        one-counter  A pebble with moss")
    assert lines[0].endswith("\u2026 (2021-03-09)")
    assert lines[1].startswith("refuted      other-counter [refuted-by-rules]  Moss doesn't")
    assert lines[2] == f"not encoded  -  {TEXTS[4]} (2021-03-09)"
    assert lines[3] == "3 statements: 1 holds, 1 refuted, 1 not encoded"
    assert lines[4].startswith("1 of them no ruling covers")


def test_missing_lists_what_no_ruling_covers(page):
    result = page("--missing", "--format", "json", texts=(0, 2, 3))
    assert [each["sha256"] for each in json.loads(result.stdout)["statements"]] == [EXPECTED[2], EXPECTED[3]]
    assert result.exit_code == 5
    assert page("--missing", texts=(0, 1)).exit_code == 0


def test_no_verify_only_says_what_is_covered(page):
    result = page("--no-verify", poison=2)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0].startswith("covered      one-counter")
    assert "not verified" in result.stdout
    assert page("--no-verify", texts=(0, 2)).exit_code == 5


def test_an_invalid_ruling_is_named(page):
    result = page(texts=(1,), wrong=1)
    assert result.exit_code == 3
    assert "mine.yaml" in result.stderr


def test_of_several_rulings_the_worst_counts(written, dress):
    both = RULINGS.format(first=EXPECTED[0], second=EXPECTED[0], status="refuted-by-rules", poison=1, wrong=7)
    result = run(str(written("page.txt", TEXTS[0])), "--rulings", str(written("mine.yaml", both)), "--format", "json")
    [found] = json.loads(result.stdout)["statements"]
    assert (found["ruling"], found["result"]) == ("other-counter", "refuted")


def test_card_chooses_by_name_or_oracle_id(written):
    other = {**RECORDS[1], "oracle_id": "other"}
    path = str(written("rulings.jsonl", "\n".join(map(json.dumps, [RECORDS[0], other]))))
    found = json.loads(run(path, "--card", ID.upper(), "--missing", "--format", "json").stdout)
    assert [each["text"] for each in found["statements"]] == [TEXTS[0]]
    path = str(written("cards.json", json.dumps([card("Mossy Pebble", TEXTS[0]), card("Dry Pebble", TEXTS[1])])))
    found = json.loads(run(path, "--card", "dry pebble", "--missing", "--format", "json").stdout)
    assert [each["text"] for each in found["statements"]] == [TEXTS[1]]
    result = run(path, "--card", "Dry Pebbel")
    assert result.exit_code == 3
    assert "holds no statement of 'Dry Pebbel' (did you mean Dry Pebble?)" in result.stderr


def test_a_bad_file_is_exit_3_and_a_missing_one_exit_2(written, tmp_path):
    result = run(str(written("empty.txt", "")))
    assert (result.exit_code, result.stdout) == (3, "")
    assert "empty.txt: is empty" in result.stderr
    assert run(str(tmp_path / "no.txt")).exit_code == 2


def test_a_page_cannot_steer_the_terminal(written):
    result = run(str(written("page.txt", "Red \x1b[31mmoss is not red at all.")), "--missing")
    assert "\x1b[31m" not in result.stdout


def test_the_rulings_that_come_with_the_verifier_cite_hashes(project):
    for ruling in project.rulings():
        for cited in ruling.cites.get("pages", []):
            assert set(cited) <= {"card", "date", "sha256"}
            assert len(cited["sha256"]) == 64
            assert set(cited["sha256"]) <= set("0123456789abcdef")
