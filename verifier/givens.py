"""Reads the values of a scenario's keys into facts ``given(Subject,Key,Value)`` and numbers of the ledger.

Symbols are made through clingo's API and from checked words only: text never becomes program.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from clingo import Function, Number, String, Symbol

from verifier.errors import Fault, nearest
from verifier.expressions import Expr, ExpressionFault, names, observables, parse, value
from verifier.form import Form
from verifier.vocabulary import Key, Vocabulary, snake

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from verifier.yaml_source import KeyPath, Source

LABEL: Final = re.compile(r"[a-z][A-Za-z0-9_]{0,63}")
YES: Final = Function("yes")
_PAIR: Final = re.compile(r"\s*([^/]+?)\s*/\s*([^/]+?)\s*")
_ORDINALS: Final = range(1, 1000)
_SHOWN: Final = 60


def constant(word: str) -> Symbol:
    """Make the constant of a word or label that has been checked; raises ValueError for any other text."""
    if not LABEL.fullmatch(word) or word == "not":
        raise ValueError(f"{word[:_SHOWN]!r} is not a word")
    return Function(word)


def given(subject: Symbol, *rest: Symbol) -> Symbol:
    """Make ``given(Subject,…)``: with a key and value a fact, with a key (and a part) the name of a number."""
    return Function("given", [subject, *rest])


class Givens:
    """Collects facts, numbers and faults. ``unknowns`` are the names under which numbers may be left open."""

    def __init__(
        self, source: Source, vocabulary: Vocabulary, cards: Collection[str], unknowns: Collection[str]
    ) -> None:
        self.source = source
        self.vocabulary = vocabulary
        self.known_cards = cards
        self.unknowns = unknowns
        self.facts: set[Symbol] = set()
        self.ledger: dict[Symbol, int | str] = {}
        self.bounded: list[tuple[Expr, int, KeyPath]] = []  # symbolic numbers with their smallest value
        self.cards: set[str] = set()
        self.kinds: dict[str, str] = {}  # label -> player or object
        self.faults: list[Fault] = []
        self._repeated: Counter[tuple[Symbol, str]] = Counter()
        self._readers: Mapping[str, Callable[[Symbol, Key, Any, KeyPath], list[Symbol]]] = {
            "number": self._number,
            "index": self._index,
            "flag": self._flag,
            "word": self._word,
            "text": self._text,
            "named": self._named,
            "card": self._card,
            "label": self._label,
            "pair": self._pair,
            "amounts": self._amounts,
            "links": self._links,
            "keyword": self._keyword,
            "list": self._list,
        }

    def fault(self, code: str, message: str, path: KeyPath, hint: str | None = None) -> None:
        """Note that something is wrong; reading goes on, so that a person sees all faults at once."""
        self.faults.append(self.source.fault(code, message, path, hint))

    def give(self, subject: Symbol, key: str, found: Symbol) -> None:
        """Add one fact."""
        self.facts.add(given(subject, constant(key), found))

    def read(self, subject: Symbol, key: Key, found: Any, path: KeyPath) -> None:
        """Read the value of one key of a subject into facts and numbers."""
        for symbol in self._readers[key.type](subject, key, found, path):
            self.give(subject, key.name, symbol)

    def keys_known(self, data: Mapping[str, Any], known: Iterable[str], path: KeyPath) -> list[str]:
        """Give the keys of a mapping that are known, in their order; the others are faults."""
        listed = list(known)
        for key in data:
            if key not in listed:
                self.fault("S010", f"unknown key {shown(key)}", (*path, key), nearest(key, listed))
        return [key for key in data if key in listed]

    def mapping(self, found: Any, path: KeyPath, what: str) -> dict[str, Any]:
        """Give a mapping; null counts as an empty one, anything else is a fault."""
        if found is None:
            return {}
        if isinstance(found, dict):
            return found
        self.fault("S011", f"expected {what}, found {shown(found)}", path)
        return {}

    def label_of(self, found: Any, kinds: Collection[str], path: KeyPath) -> str | None:
        """Give a label that exists and is of one of the kinds; None after a fault."""
        if isinstance(found, str) and self.kinds.get(found) in kinds:
            return found
        wanted = " or ".join(kinds)
        if not isinstance(found, str):
            self.fault("S011", f"expected the label of a {wanted}, found {shown(found)}", path)
        elif found in self.kinds:
            self.fault("S012", f"{found} is no {wanted}", path)
        else:
            near = nearest(found, [label for label, kind in self.kinds.items() if kind in kinds])
            self.fault("S013", f"nothing is labelled {shown(found)}", path, near)
        return None

    def card_of(self, found: Any, path: KeyPath) -> str | None:
        """Give the name of a card that exists and note that it is used; None after a fault."""
        if not isinstance(found, str):
            self.fault("S011", f"expected a card's name, found {shown(found)}", path)
        elif found not in self.known_cards:
            self.fault("S014", f"unknown card {shown(found)}", path, nearest(found, self.known_cards))
        else:
            self.cards.add(found)
            return found
        return None

    def amount(self, quantity: Symbol, found: Any, path: KeyPath, least: int | None) -> Symbol | None:
        """Put a number, or an expression over the unknowns, into the ledger; None after a fault."""
        number = found
        if isinstance(found, str):
            number = self._expression(found, path, least)
        elif isinstance(found, bool) or not isinstance(found, int):
            self.fault("S011", f"expected a whole number, found {shown(found)}", path)
            return None
        if number is None:
            return None
        if isinstance(number, int) and least is not None and number < least:
            self.fault("S015", f"must be {least} or more, found {shown(number)}", path)
            return None
        self.ledger[quantity] = number
        return quantity

    def _expression(self, text: str, path: KeyPath, least: int | None) -> int | str | None:
        try:
            expr = parse(text)
            strangers = sorted(names(expr) - set(self.unknowns)) or sorted(observables(expr))
            if strangers:
                message = f"expected a number or a name declared under where, found {shown(strangers[0])}"
                self.fault("S016", message, path, nearest(strangers[0], self.unknowns))
                return None
            found = value(expr, {name: Form.name(name) for name in self.unknowns})
        except ExpressionFault as error:
            self.fault("S016", f"{shown(text)} is not a number: {error}", path)
            return None
        if isinstance(found, Form):
            if least is not None:
                self.bounded.append((expr, least, path))
            return text
        if isinstance(found, int) and not isinstance(found, bool):
            return found
        self.fault("S016", f"{shown(text)} is not a number", path)
        return None

    def _number(self, subject: Symbol, key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        return _some(self.amount(given(subject, constant(key.name)), found, path, key.least))

    def _index(self, _subject: Symbol, _key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        if isinstance(found, int) and not isinstance(found, bool) and found in _ORDINALS:
            return [Number(found)]
        self.fault("S011", f"expected a number from 1 to {_ORDINALS[-1]}, found {shown(found)}", path)
        return []

    def _flag(self, _subject: Symbol, _key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        if not isinstance(found, bool):
            self.fault("S011", f"expected true or false, found {shown(found)}", path)
        return [YES] if found is True else []

    def _word(self, subject: Symbol, key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        if key.or_flag and isinstance(found, bool):
            return self._flag(subject, key, found, path)
        word = self.word_of(key.of[0] if key.of else "", found, path)
        return [constant(word)] if word else []

    def word_of(self, listing: str, found: Any, path: KeyPath) -> str | None:
        """Give the word of a list for a spelling, or any simple word when no list is named; None after a fault."""
        if not isinstance(found, str):
            self.fault("S011", f"expected a word, found {shown(found)}", path)
            return None
        if not listing:
            word = snake(found)
            if LABEL.fullmatch(word) and word != "not":
                return word
            self.fault("S017", f"{shown(found)} is not a word", path)
            return None
        found_word = self.vocabulary.find(listing, found)
        if found_word is None:
            near = nearest(found, self.vocabulary.words[listing])
            self.fault("S017", f"{shown(found)} is none of the {listing} known", path, near)
        return found_word

    def _text(self, _subject: Symbol, _key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        if isinstance(found, str):
            return [String(found)]
        self.fault("S011", f"expected text, found {shown(found)}", path)
        return []

    def _named(self, _subject: Symbol, _key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        word = self.word_of("", found, path)
        return [Function("named", [constant(word), String(found)])] if word else []

    def _card(self, _subject: Symbol, _key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        name = self.card_of(found, path)
        return [String(name)] if name else []

    def _label(self, _subject: Symbol, key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        label = self.label_of(found, key.of, path)
        return [constant(label)] if label else []

    def _pair(self, subject: Symbol, key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        match = _PAIR.fullmatch(found) if isinstance(found, str) and len(found) <= 2000 else None
        if not match:
            self.fault("S011", f"expected two numbers such as 2/2, found {shown(found)}", path)
            return []
        halves = []
        for place, text in enumerate(match.groups(), 1):
            quantity = given(subject, constant(key.name), Number(place))
            number = int(text) if re.fullmatch(r"[-+]?[0-9]{1,1000}", text) else text
            halves += _some(self.amount(quantity, number, path, key.least))
        return [Function("pair", halves)] if len(halves) == 2 else []

    def _amounts(self, subject: Symbol, key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        entries: list[Symbol] = []
        seen: dict[str, str] = {}
        for spelling, number in self.mapping(found, path, "a mapping of words to numbers").items():
            place = (*path, spelling)
            word = self.word_of(key.of[0], spelling, place)
            if word is None:
                continue
            if word in seen:
                self.fault("S018", f"{spelling} and {seen[word]} are the same word", place)
            seen[word] = spelling
            name = constant(word)
            quantity = self.amount(given(subject, constant(key.name), name), number, place, key.least)
            if quantity is not None:
                entries.append(Function("entry", [name, quantity]))
        return entries

    def _links(self, _subject: Symbol, key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        links: list[Symbol] = []
        for left, right in self.mapping(found, path, "a mapping of labels to labels").items():
            place = (*path, left)
            first = self.label_of(left, key.of, place)
            for target in right if isinstance(right, list) else [right]:
                second = self.label_of(target, key.to, place)
                if first and second:
                    links.append(Function("entry", [constant(first), constant(second)]))
        if not links and found in ({}, None):
            self.fault("S011", "expected at least one entry", path)
        return links

    def _keyword(self, subject: Symbol, key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        if not isinstance(found, str):
            self.fault("S011", f"expected a word, found {shown(found)}", path)
            return []
        words = found.split()
        for length in range(len(words), 0, -1):
            entry = self.vocabulary.keywords.get(snake(" ".join(words[:length])))
            if entry:
                break
        else:
            near = nearest(found, [name.replace("_", " ") for name in self.vocabulary.keywords])
            self.fault("S019", f"unknown word {shown(found)}", path, near)
            return []
        rest = " ".join(words[length:])
        if not entry.covered:
            self.fault("S020", f"{entry.name} is not covered yet by these encodings", path)
        elif not rest and entry.plain:
            return [constant(entry.name)]
        elif rest.startswith("from ") and entry.from_:
            quality = self.vocabulary.find(entry.from_, rest[5:]) or self.word_of("", rest[5:], path)
            return [Function("with", [constant(entry.name), constant(quality)])] if quality else []
        elif rest and entry.number:
            self._repeated[(subject, entry.name)] += 1
            count = self._repeated[(subject, entry.name)]
            name = constant(entry.name if count == 1 else f"{entry.name}_{count}")
            number = int(rest) if re.fullmatch(r"[-+]?[0-9]{1,1000}", rest) else rest
            quantity = self.amount(given(subject, constant(key.name), name), number, path, 0)
            return [] if quantity is None else [Function("with", [constant(entry.name), quantity])]
        else:
            wanted = "a number after it" if entry.number else "'from …' after it" if entry.from_ else "nothing after it"
            self.fault("S019", f"{entry.name.replace('_', ' ')} has {wanted}, found {shown(found)}", path)
        return []

    def _list(self, subject: Symbol, key: Key, found: Any, path: KeyPath) -> list[Symbol]:
        if key.item is None:
            raise ValueError(f"the vocabulary does not say what {key.name} lists")
        if key.single and not isinstance(found, list | dict) and found is not None:
            elements, paths = [found], [path]
        elif isinstance(found, list):
            elements, paths = found, [(*path, place) for place in range(len(found))]
        else:
            self.fault("S011", f"expected a list, found {shown(found)}", path)
            return []
        if key.length is not None and len(elements) != key.length:
            self.fault("S011", f"expected a list of {key.length}, found {len(elements)}", path)
        item = replace(key.item, name=key.name)
        made: list[Symbol] = []
        for place, (element, where) in enumerate(zip(elements, paths, strict=True), 1):
            symbols = self._readers[item.type](subject, item, element, where)
            made += [Function("item", [Number(place), symbol]) for symbol in symbols] if key.ordered else symbols
        return made


def shown(found: Any) -> str:
    """Write what was found, shortly."""
    if found is None:
        return "nothing"
    if isinstance(found, dict):
        return "a mapping"
    if isinstance(found, list):
        return "a list"
    text = repr(found) if isinstance(found, str) else str(found).lower() if isinstance(found, bool) else str(found)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _some(symbol: Symbol | None) -> list[Symbol]:
    return [] if symbol is None else [symbol]
