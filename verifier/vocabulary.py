"""The words of a scenario, read from the encodings' ``vocabulary.yaml`` (which documents its own format).

Nothing here knows the game: which keys exist, what they take and which words there are is data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from verifier.errors import Fault, InvalidInput
from verifier.yaml_source import Source, read_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

TYPES: Final = frozenset(
    [
        "number",
        "index",
        "flag",
        "word",
        "text",
        "named",
        "card",
        "label",
        "find",
        "pair",
        "amounts",
        "links",
        "keyword",
        "list",
        "objects",
        "nested",
        "items",
        "new_label",
        "alias",
    ]
)
_WORD: Final = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Key:
    """What a key takes. ``of`` names a list of words, or the kinds of labels; the rest is described in the data."""

    name: str
    type: str
    says: str = ""
    of: tuple[str, ...] = ()
    least: int | None = None
    default: int | None = None
    unless: tuple[str, ...] = ()
    required: bool = False
    or_flag: bool = False
    ordered: bool = False
    single: bool = False
    length: int | None = None
    item: Key | None = None
    inside: tuple[str, ...] = ()
    word: str = ""
    form: str = ""
    means: str = ""
    label: str = ""
    alone: tuple[str, ...] = ()
    holds: bool = False
    zone: str = ""
    key: str = ""
    to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction word: ``value`` when it takes no mapping, else ``keys``; ``beside`` are keys of the same item."""

    name: str
    says: str
    covered: bool
    by: str
    value: Key | None
    keys: Mapping[str, Key]
    beside: Mapping[str, Key]
    one_of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword: alone (``plain``), with a number, or ``from_`` a word of a list (or any other word)."""

    name: str
    plain: bool
    number: bool
    from_: str
    covered: bool


@dataclass(frozen=True)
class Vocabulary:
    """All words of the scenario language."""

    players: Mapping[str, Key]
    objects: Mapping[str, Key]
    kinds: tuple[str, ...]
    instructions: Mapping[str, Instruction]
    keywords: Mapping[str, Keyword]
    words: Mapping[str, Mapping[str, str]]  # list -> spelling -> word
    observables: Mapping[str, Mapping[str, tuple[str, ...] | str]]  # kind of label -> name -> what may follow
    observable_words: tuple[str, ...]
    reserved: frozenset[str]
    common: Mapping[str, Key] = field(default_factory=dict)
    assumptions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # name -> its words, the default first

    @cached_property
    def zero_words(self) -> frozenset[str]:
        """The listed words that are observables of anything, and read 0 where the rules show nothing."""
        return frozenset(word for name in self.observable_words for word in self.words[name].values())

    @cached_property
    def zero_names(self) -> frozenset[str]:
        """All observable names that read 0 where the rules show nothing: those words, and numbers of named things."""
        named = {name for kind in self.observables.values() for name, more in kind.items() if more and more != "index"}
        return self.zero_words | named

    def find(self, listing: str, text: str) -> str | None:
        """Give the word of a list for a spelling of it, or None."""
        spelled = self.words[listing]
        return spelled.get(text) or spelled.get(snake(text))

    def spell(self, text: str) -> str:
        """Give an observable's name as it is shown (``expressions.parse`` takes this as ``spell``)."""
        for listing in self.observable_words:
            if found := self.find(listing, text):
                return found
        return text


def snake(text: str) -> str:
    """Lower case with underscores: ``Double Strike`` becomes ``double_strike``."""
    return re.sub(r"[\s_-]+", "_", text.strip().lower()).replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "")


def load_vocabulary(path: Path) -> Vocabulary:
    """Read a vocabulary. Raises InvalidInput (S001) when the file does not have the documented form."""
    source = read_yaml(path)
    try:
        return _vocabulary(source)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise InvalidInput([Fault("S001", f"is not a vocabulary: {error!r}", source.file)]) from error


def _vocabulary(source: Source) -> Vocabulary:
    data: Mapping[str, Any] = source.data
    common = _keys(data["common"])
    beside = _keys(data["beside"])
    words = {name: _spellings(entries) for name, entries in data["words"].items()}
    return Vocabulary(
        players=_keys(data["players"]),
        objects=_keys(data["objects"]),
        kinds=tuple(data["kinds"]),
        instructions=MappingProxyType(
            {name: _instruction(name, entry, common, beside) for name, entry in data["instructions"].items()}
        ),
        keywords={snake(name): _keyword(snake(name), entry) for name, entry in data["keywords"].items()},
        words=MappingProxyType(words),
        observables={
            kind: {name: _more(entry.get("more")) for name, entry in entries.items()}
            for kind, entries in data["observables"].items()
        },
        observable_words=tuple(data["observable_words"]),
        reserved=frozenset(str(word).lower() for word in data["reserved"]),
        common=common,
        assumptions=MappingProxyType({name: tuple(entry["words"]) for name, entry in data["assumptions"].items()}),
    )


def _keys(entries: Mapping[str, Any]) -> Mapping[str, Key]:
    return MappingProxyType({name: _key(name, entry) for name, entry in entries.items()})


def _key(name: str, entry: Mapping[str, Any]) -> Key:
    made: dict[str, Any] = {
        option: tuple(value) if isinstance(value, list) else value for option, value in entry.items()
    }
    if isinstance(made.get("of"), str):
        made["of"] = (made["of"],)
    if made["type"] not in TYPES:
        raise ValueError(f"{name} has the unknown type {made['type']}")
    if "item" in made:
        made["item"] = _key(name, made["item"])
    return Key(name=name, **made)


def _instruction(
    name: str, entry: Mapping[str, Any], common: Mapping[str, Key], beside: Mapping[str, Key]
) -> Instruction:
    value = _key(name, entry["value"]) if "value" in entry else None
    inner = {} if value else {**_keys(entry.get("keys", {})), **common}
    return Instruction(
        name=name,
        says=entry["says"],
        covered=entry.get("covered", True),
        by=entry.get("by", "first"),
        value=value,
        keys=MappingProxyType(inner),
        beside=MappingProxyType({**_keys(entry.get("beside", {})), **beside, **(common if value else {})}),
        one_of=tuple(entry.get("one_of", ())),
    )


def _keyword(name: str, entry: Mapping[str, Any]) -> Keyword:
    number, quality = entry.get("number", False), entry.get("from", "")
    plain = entry.get("plain", not (number or quality))
    return Keyword(name, plain, number, quality, entry.get("covered", True))


def _more(entry: object) -> tuple[str, ...] | str:
    return tuple(entry) if isinstance(entry, list) else str(entry or "")


def _spellings(entries: Mapping[str, Any]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for word, entry in entries.items():
        if not _WORD.fullmatch(word):
            raise ValueError(f"{word!r} is not a word in lower case")
        found[word] = word
        if "also" in entry:
            found[entry["also"]] = word
    return MappingProxyType(found)
