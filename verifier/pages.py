"""Rulings pages as users have them: the statements on a page, and which encoded rulings cover them.

A statement is known by the sha256 (small hexadecimal digits) of its *normalised* text in UTF-8, so that no text of a
page has to stand in a ruling. Normalising, in this order:

1. curly quotation marks, guillemets, primes and apostrophes become ``"`` or ``'``; dashes, hyphens and the minus sign
   become ``-``;
2. Unicode NFKC, and the same once more; then characters that do not show (category Cf) are removed;
3. white space is collapsed to single spaces, and removed at both ends.

Case, wording and references to rules are kept: a changed word is another statement. Before it is normalised, a
statement of a plain-text page is stripped of what its dress put around it: a list number (``3.``, ``(3)``, or the
number of a rule), a bullet, and a date.

Plain text is read by form. Blank lines (also lines without a letter or digit, such as rules) separate paragraphs; a
list number, a bullet, a date, a card's name and an early end of line after a sentence begin a new one; other lines are
joined, unless each of them ends like a sentence. A paragraph is a statement when it ends like a sentence or is long;
short lines (headings, menus, counters) are not. Dates stand before or after their statements, on the same line or on
their own. Month names and the sentences of sites are data: ``encodings/pages.yaml``.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, replace
from datetime import date as day
from functools import cached_property
from typing import TYPE_CHECKING, Final

from verifier.claims import Verdict
from verifier.errors import Fault, InvalidInput
from verifier.yaml_source import read_yaml

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from verifier.rulings import Ruling, Rulings, RulingVerdict

LONG: Final = 12
"""Words from which on a paragraph without the end of a sentence is a statement all the same."""
WIDE: Final = 120
"""Columns from which on lines are not wrapped by hand: each sentence end at a line's end ends a paragraph."""
NARROW: Final = 90
"""Columns up to which two lines that both end like a sentence may still be one paragraph that was wrapped by hand."""
HEADING: Final = 6
"""Words up to which a line that ends early, without the end of a sentence, is a heading."""
NOT_ENCODED: Final = "not encoded"
COVERED: Final = "covered"

_FOLDED: Final = str.maketrans(
    dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\u301d\u301e"), '"')
    | dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u00b4`\u02bc"), "'")
    | dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63"), "-")
)
_BULLETS: Final = (
    "\u2022\u00b7\u2023\u25aa\u25ab\u25e6\u25cf\u25cb\u25a0\u25a1\u25c6\u25c7\u25ba\u25b6\u2219\u22c5\u2043\u2192\u2605\u2606\u2726\u2727"
    "\u2713\u2714\u00a7\u27a4\uf0b7"
)
"""Characters that are bullets, whatever follows them."""
_SENTENCE: Final = re.compile(r"""(?<!\.\.)[.!?]["')\]]*$""")
_SPLIT_WORD: Final = re.compile(r"\w-$")


def normalise(text: str) -> str:
    """Give the text as it is hashed (see above)."""
    folded = unicodedata.normalize("NFKC", text.translate(_FOLDED)).translate(_FOLDED)
    return " ".join(_shown(folded).split())


def _shown(text: str) -> str:
    """Leave out characters that do not show."""
    return "".join(each for each in text if unicodedata.category(each) != "Cf")


def digest(text: str) -> str:
    """Give the sha256 of the normalised text as 64 hexadecimal digits."""
    return hashlib.sha256(normalise(text).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement of a file; ``date`` is yyyy-mm-dd, ``card`` a name or an oracle id, ``line`` counts from 1."""

    text: str
    date: str | None = None
    card: str | None = None
    line: int | None = None

    @property
    def sha256(self) -> str:
        return digest(self.text)


@dataclass(frozen=True)
class Dress:
    """What is known of pages beside their form: months by name, sentences of sites, words before dates and numbers."""

    months: Mapping[str, int]
    site: re.Pattern[str]
    labels: Sequence[str]

    @cached_property
    def mark(self) -> re.Pattern[str]:
        """The pattern of a list number or a bullet, with the space after it."""
        label = "|".join(map(re.escape, self.labels))
        return re.compile(
            rf"[{_BULLETS}]+\s*"
            r"|[*>+\u2010-\u2015-]\s+"
            rf"|(?:(?:{label})\.?\s*)?(?:#\s?\d{{1,3}}[.:)]?|[(\[]?\d{{1,3}}[.):\]]{{1,2}})(?:\s+|(?=[^\W\d_]|[\"\u201c\u201e{{]))"
            r"|\(?[a-z]\)\s+|\d{1,3}(?:\.\d{1,3})+[a-z]?\.?\s+",
            re.IGNORECASE,
        )

    @cached_property
    def date(self) -> re.Pattern[str]:
        """The pattern of a date, with any label and brackets that stand around it, a weekday and a time of day."""
        name = "|".join(sorted(map(re.escape, self.months), key=len, reverse=True))
        label = "|".join(map(re.escape, self.labels))
        return re.compile(
            rf"[(\[]?(?:\b(?:{label})\b[\s:,|\u00b7\u2013\u2014-]{{0,9}}){{0,3}}(?:\b[^\W\d]+:\s*)?"
            r"(?:(?P<y>\d{4})(?P<s>[-/.])(?P<m>\d{1,2})(?P=s)(?P<d>\d{1,2})"
            r"(?:[T ]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?"
            r"|(?P<d2>\d{1,2})(?P<s2>\.\s?|-)(?P<m2>\d{1,2})(?P=s2)(?P<y2>\d{4}|\d{2})"
            r"|(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<y3>\d{4}|\d{2})"
            rf"|(?P<n4>{name})\.?\s+(?P<d4>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<y4>\d{{4}})"
            rf"|(?P<d5>\d{{1,2}})(?:st|nd|rd|th)?\.?(?:\s+of)?[\s-]+(?P<n5>{name})\.?,?[\s-]+(?P<y5>\d{{4}}))(?!\w)[)\]]?",
            re.IGNORECASE,
        )

    def read(self, found: re.Match[str]) -> str | None:
        """Give a date as yyyy-mm-dd, or None when there is no such day. With slashes the month stands first."""
        part = found.groupdict()
        year = int(next(part[name] for name in ("y", "y2", "y3", "y4", "y5") if part[name]))
        year += 2000 if year < 100 else 0
        if part["a"]:
            first, second = int(part["a"]), int(part["b"])
            month, number = (second, first) if first > 12 else (first, second)
        elif named := part["n4"] or part["n5"]:
            month, number = self.months[named.casefold()], int(part["d4"] or part["d5"])
        else:
            month, number = int(part["m"] or part["m2"]), int(part["d"] or part["d2"])
        try:
            return day(year, month, number).isoformat()
        except ValueError:
            return None

    def strip(self, text: str) -> tuple[str, str | None]:
        """Take a list mark and a date away from the beginning or the end of a text."""
        text, when = text.strip(), None
        for _ in range(3):
            found = self.date.match(text)
            if found and (said := self.read(found)) and when is None:
                text, when = text[found.end() :].lstrip(" \t:\u2013\u2014-|"), said
            elif mark := self.mark.match(text):
                text = text[mark.end() :].lstrip()
        if when is None:
            for found in self.date.finditer(text):
                before = text[: found.start()].rstrip(" \t:\u2013\u2014-|")
                if found.end() == len(text) and (not before or ends_sentence(before)) and (said := self.read(found)):
                    return before, said
        return text, when


def load_dress(path: Path) -> Dress:
    """Read ``encodings/pages.yaml``; raises InvalidInput (S001) when it does not have its documented form."""
    source = read_yaml(path)
    try:
        months = {name: number for number, names in enumerate(source.data["months"], 1) for name in names}
        return Dress(months, re.compile("|".join(source.data["site"])), [str(each) for each in source.data["labels"]])
    except (KeyError, TypeError, re.error) as error:
        raise InvalidInput([Fault("S001", f"is not about pages: {error!r}", source.file)]) from error


def ends_sentence(text: str) -> bool:
    """Say whether a text ends like a sentence; an ellipsis is none."""
    return _SENTENCE.search(normalise(text)) is not None


@dataclass(frozen=True, slots=True)
class _Piece:
    """A paragraph without its dress: text and date may each be missing; ``block`` counts what blank lines separate."""

    text: str
    date: str | None
    line: int
    block: int


def read_page(text: str, dress: Dress, cards: Collection[str] = ()) -> list[Statement]:
    """Give the statements of a text page in their order; a heading in ``cards`` names the card of what follows."""
    card: str | None = None
    names = {normalise(name): name for name in cards}
    found: list[Statement | _Piece] = []
    for piece in _pieces(text, dress, names):
        if name := names.get(normalise(piece.text)):
            card = name
        elif piece.text and _is_statement(piece.text, dress):
            found.append(Statement(piece.text, piece.date, card, piece.line))
        elif piece.date and not piece.text:
            found.append(piece)
    return _dated(found)


def _is_statement(text: str, dress: Dress) -> bool:
    words = len(text.split())
    return not dress.site.search(normalise(text).casefold()) and (words >= LONG or (words >= 3 and ends_sentence(text)))


def _dated(found: Sequence[Statement | _Piece]) -> list[Statement]:
    """Give dates on their own to their statements: those after them, unless a date comes last or two together."""
    alone = [place for place, each in enumerate(found) if isinstance(each, _Piece)]
    before = all(place + 1 < len(found) and place + 1 not in alone for place in alone)
    dated: list[Statement] = []
    for place, each in enumerate(found):
        if isinstance(each, Statement):
            beside = found[place - 1 : place] if before else found[place + 1 : place + 2]
            given = next((other.date for other in beside if isinstance(other, _Piece)), None)
            dated.append(replace(each, date=each.date or given))
    return dated


def _pieces(text: str, dress: Dress, names: Collection[str]) -> Iterator[_Piece]:
    """Give the paragraphs of a page with the line each begins in."""
    block: list[tuple[int, str]] = []
    count = 0
    for number, shown in enumerate([*text.splitlines(), ""], 1):
        line = _shown(shown)
        if any(map(str.isalnum, line)):  # a rule of dashes, or a bullet on its own, divides like a blank line
            block.append((number, line.strip()))
        elif block:
            count += 1
            for first, paragraph in _paragraphs(block, dress, names):
                body, when = dress.strip(paragraph)
                yield _Piece(body, when, first, count)
            block = []


def _paragraphs(block: Sequence[tuple[int, str]], dress: Dress, names: Collection[str]) -> Iterator[tuple[int, str]]:
    """Divide lines between which no line is blank into paragraphs, and join the lines of each."""
    bare = [dress.strip(line)[0] for _, line in block]
    width = max(map(len, bare))
    listed = (len(block) > 2 or width > NARROW) and all(map(ends_sentence, bare))
    first, joined, last = block[0][0], "", ""
    for number, line in block:
        alone = any(normalise(each) in names for each in (last, line))
        if joined and (listed or alone or _breaks(last, line, width, dress)):
            yield first, joined
            first, joined = number, ""
        split = _SPLIT_WORD.search(normalise(joined[-3:])) and line[0].isalpha()
        joined += line if split or not joined else f" {line}"
        last = line
    yield first, joined


def _breaks(last: str, line: str, width: int, dress: Dress) -> bool:
    """Say whether a paragraph ends between two lines of a block whose longest line has ``width`` characters."""
    if any(not dress.strip(each)[0] for each in (last, line)):
        return True
    ended = ends_sentence(last) or ends_sentence(dress.strip(last)[0])
    if ended and (line.isdecimal() or dress.mark.match(f"{line} ") or dress.date.match(line)):
        return True
    room = len(last) + 1 + len(line.split(maxsplit=1)[0]) <= width
    if ended:
        return room or width > WIDE
    return room and len(last.split()) <= HEADING and not line[0].islower()


@dataclass(frozen=True, slots=True)
class Covered:
    """A statement with the ruling that covers it, and what that says about the statement.

    ``verdict`` is the ruling's (None: not verified). ``result`` is the statement's own: a ruling that holds and whose
    status is *refuted-by-rules* proves that its statement is wrong, and one that *depends-on-edition* leaves it open.
    """

    statement: Statement
    sha256: str
    ruling: Ruling | None = None
    verdict: Verdict | None = None

    @property
    def result(self) -> str:
        if self.ruling is None:
            return NOT_ENCODED
        if self.verdict is None:
            return COVERED
        if self.ruling.status == "holds":
            return self.verdict.value
        wrong = self.verdict is Verdict.HOLDS and self.ruling.status == "refuted-by-rules"
        chosen: Verdict = Verdict.REFUTED if wrong else Verdict.UNDECIDED
        return str(chosen.value)


@dataclass(frozen=True, slots=True)
class Coverage:
    """What is known about all statements of a file of some kind, in their order."""

    file: str
    kind: str
    statements: tuple[Covered, ...]
    invalid: tuple[Fault, ...] = ()

    @property
    def counts(self) -> Mapping[str, int]:
        """How many statements there are of each result; the sum is ``statements``."""
        found = Counter(each.result for each in self.statements)
        names = (*(verdict.value for verdict in Verdict), COVERED, NOT_ENCODED)
        return {"statements": len(self.statements), **{name: found[name] for name in names}}

    @property
    def exit_code(self) -> int:
        """3 a covering ruling is invalid, 1 a statement is refuted, 5 undecided, not encoded or none, 0 all hold."""
        counts = self.counts
        if self.invalid:
            return 3
        if counts[Verdict.REFUTED.value]:
            return 1
        good = counts[Verdict.HOLDS.value] + counts[COVERED]
        return 0 if self.statements and good == len(self.statements) else 5


def citations(rulings: Iterable[Ruling]) -> dict[str, list[Ruling]]:
    """Give the rulings that cite a page text, by its sha256."""
    found: dict[str, list[Ruling]] = {}
    for ruling in rulings:
        for page in ruling.cites.get("pages", []):
            listed = found.setdefault(str(page.get("sha256", "")).lower(), [])
            listed += [ruling] if ruling not in listed else []
    found.pop("", None)
    return found


def covering(statements: Iterable[Statement], rulings: Rulings) -> list[Ruling]:
    """Give the rulings that cover any of the statements, each once, in their order."""
    cited = citations(rulings)
    wanted = {ruling.id for each in statements for ruling in cited.get(each.sha256, [])}
    return [ruling for ruling in rulings if ruling.id in wanted]


def cover(
    file: str, kind: str, statements: Iterable[Statement], rulings: Rulings, verdicts: Sequence[RulingVerdict] = ()
) -> Coverage:
    """Put statements, rulings and verdicts together; of several rulings for one statement the worst counts."""
    cited, known = citations(rulings), {each.ruling.id: each.verdict for each in verdicts}
    order = [Verdict.REFUTED, Verdict.UNDECIDED, Verdict.HOLDS]
    listed: list[Covered] = []
    for each in statements:
        sha256 = each.sha256
        found = [Covered(each, sha256, ruling, known.get(ruling.id)) for ruling in cited.get(sha256, [])]
        ranks = {verdict.value: rank for rank, verdict in enumerate(order)}
        listed.append(min(found, key=lambda one: ranks.get(one.result, 0)) if found else Covered(each, sha256))
    return Coverage(file, kind, tuple(listed), tuple(fault for each in verdicts for fault in each.faults))
