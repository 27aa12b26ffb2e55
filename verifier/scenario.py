"""What a person writes becomes checked data: a frozen Scenario of facts and numbers, or faults with lines.

Two passes: first every label gets its place, then every key is read (a reference may point forward). The words and
what they take come from the vocabulary; the form of the facts is the one described in ``encodings/README.md``.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from clingo import Function, Number, Symbol

from verifier.errors import InvalidInput, nearest
from verifier.givens import LABEL, YES, Givens, constant, shown
from verifier.observables import canonical_observable
from verifier.unknowns import assume, check_bounds, read_bounds
from verifier.yaml_source import KeyPath, Source, read_yaml

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from verifier.vocabulary import Instruction, Key, Vocabulary

KEYS: Final = ("title", "players", "do", "observe", "where", "assume")
Entries = dict[str, tuple[Any, KeyPath]]


@dataclass(frozen=True)
class Scenario:
    """A checked scenario.

    ``facts`` are its givens, ``ledger`` its numbers (exact integers, or text over the names of ``where``), ``where``
    the bounds of the unknowns as ``expressions.parse_where`` takes them, ``observe`` canonical observables
    (``bob.points``), ``cards`` the names of the cards in it, ``labels`` label -> card name (or the label itself),
    ``players`` in turn order, ``data`` what was written.
    """

    title: str
    facts: frozenset[Symbol]
    ledger: Mapping[Symbol, int | str]
    observe: tuple[str, ...]
    where: Mapping[str, str | int]
    cards: frozenset[str]
    labels: Mapping[str, str]
    players: tuple[str, ...]
    file: str
    line: int | None
    lines: Mapping[KeyPath, int] = field(repr=False, compare=False)
    data: Mapping[str, Any] = field(repr=False, compare=False)

    @staticmethod
    def from_data(
        data: Any,
        *,
        cards: Collection[str],
        vocabulary: Vocabulary,
        file: str = "<text>",
        lines: Mapping[KeyPath, int] | None = None,
        path: KeyPath = (),
        title: str = "",
    ) -> Scenario:
        """Check a scenario that stands at ``path`` of a document with these lines; raises InvalidInput."""
        return _Scenario(Source(data, file, lines or {}), vocabulary, cards, path).checked(title)


def load_scenario(source: Path | Source, cards: Collection[str], vocabulary: Vocabulary) -> Scenario:
    """Read a scenario from a file or a document read already; raises InvalidInput with every fault found."""
    read = read_yaml(source) if isinstance(source, Path) else source
    return Scenario.from_data(read.data, cards=cards, vocabulary=vocabulary, file=read.file, lines=read.lines)


@dataclass(slots=True)
class _Thing:
    """An object before its keys are read: its label, owner, zone and keys (those of nested mappings too)."""

    owner: str
    zone: str
    entries: Entries
    path: KeyPath
    label: str = ""


class _Scenario:
    """One scenario being checked."""

    def __init__(self, source: Source, vocabulary: Vocabulary, cards: Collection[str], path: KeyPath) -> None:
        self.source, self.vocabulary, self.path = source, vocabulary, path
        self.all_cards = cards
        self.where: dict[str, str | int] = {}
        self.givens = Givens(source, vocabulary, cards, self.where)
        self.names: dict[str, str] = {}
        self.holders: dict[str, str] = {}
        self.players: dict[str, tuple[Any, KeyPath]] = {}
        self.things: list[_Thing] = []
        self.cast: set[str] = set()
        self.naming = next((name for name, key in vocabulary.objects.items() if key.type == "new_label"), "")

    def checked(self, title: str) -> Scenario:
        found, givens = self.source.data, self.givens
        if not isinstance(found, dict):
            raise InvalidInput([self.source.fault("S011", f"a scenario is a mapping, found {shown(found)}", self.path)])
        givens.keys_known(found, KEYS, self.path)
        self.where.update(read_bounds(givens, found.get("where"), (*self.path, "where")))
        assume(givens, self.where, found.get("assume"), (*self.path, "assume"))
        self.read_labels(found.get("players"))
        for seat, (label, (entry, path)) in enumerate(self.players.items(), 1):
            self.read_player(seat, label, entry, path)
        for thing in self.things:
            self.read_thing(thing)
        self.read_items(found.get("do"), (*self.path, "do"))
        observe = self.read_observe(found.get("observe"))
        written = found.get("title", title)
        if not isinstance(written, str):
            givens.fault("S011", f"a title is text, found {shown(written)}", (*self.path, "title"))
        if not givens.faults:
            check_bounds(givens, self.where, (*self.path, "where"))
        if givens.faults:
            raise InvalidInput(givens.faults)
        return Scenario(
            title=written,
            facts=frozenset(givens.facts),
            ledger=givens.ledger,
            observe=observe,
            where=self.where,
            cards=frozenset(givens.cards),
            labels=self.names,
            players=tuple(self.players),
            file=self.source.file,
            line=self.source.line(self.path),
            lines=self.source.lines,
            data=found,
        )

    # Labels.

    def read_labels(self, found: Any) -> None:
        path = (*self.path, "players")
        players = self.givens.mapping(found, path, "a mapping of players")
        if not players and isinstance(found, dict | None):
            self.givens.fault("S023", "a scenario needs players", path if found is not None else self.path)
        for label, entry in players.items():
            place = (*path, label)
            if self.take_label(label, "player", place):
                self.players[label] = (self.givens.mapping(entry, place, "a mapping"), place)
                self.names[label] = label
        for label, (entry, place) in self.players.items():
            for key in entry:
                if key in self.vocabulary.players and self.vocabulary.players[key].type == "objects":
                    self.collect(label, key, entry[key], (*place, key))
        for thing in self.things:
            if self.naming in thing.entries:
                label, place = thing.entries.pop(self.naming)
                thing.label = label if self.take_label(label, "object", place) else ""
        for thing in self.things:
            if not thing.label:
                thing.label = self.free_label(self.natural_label(thing.entries))
                self.givens.kinds[thing.label] = "object"
            self.names[thing.label] = thing.label
            self.holders[thing.label] = thing.owner

    def take_label(self, label: Any, kind: str, path: KeyPath) -> bool:
        fault = ""
        if not isinstance(label, str) or not LABEL.fullmatch(label):
            fault = f"a label is a small letter, then letters, digits or _; found {shown(label)}"
        elif label in self.vocabulary.reserved:
            fault = f"the label {label} is a word of the rules"
        elif label in self.givens.kinds:
            fault = f"the label {label} is used twice"
        if fault:
            self.givens.fault("S024", fault, path)
            return False
        self.givens.kinds[label] = kind
        return True

    def collect(self, owner: str, zone: str, found: Any, path: KeyPath) -> None:
        if found is not None and not isinstance(found, list):
            self.givens.fault("S011", f"expected a list of objects, found {shown(found)}", path)
            return
        for place, entry in enumerate(found or []):
            where = (*path, place)
            if isinstance(entry, dict):
                self.things.append(_Thing(owner, zone, self.flat(entry, self.vocabulary.objects, where), where))
            else:
                self.givens.fault("S011", f"expected a mapping, found {shown(entry)}", where)

    def flat(self, entry: Mapping[str, Any], allowed: Collection[str], path: KeyPath) -> Entries:
        """Give the known keys of an object; those of a nested mapping stand beside them."""
        found: Entries = {}
        for name in self.givens.keys_known(entry, allowed, path):
            key, inner, place = self.vocabulary.objects[name], entry[name], (*path, name)
            added: Entries = {name: (inner, place)}
            if key.type == "nested":
                added[name] = (True, place)
                if isinstance(inner, str):
                    known = next((name for name in self.forms(key, inner) if name in self.all_cards), None)
                    added[key.means if known else key.word] = (known or inner, place)
                else:
                    added |= self.flat(self.givens.mapping(inner, place, "a name or a mapping"), key.inside, place)
            for twice in added.keys() & found.keys():
                self.givens.fault("S018", f"the key {twice} stands twice", added[twice][1])
            found |= added
        return found

    @staticmethod
    def forms(key: Key, text: str) -> list[str]:
        """Give the full names that a short name may stand for."""
        return [key.form.format(text), key.form.format(text[:1].upper() + text[1:])] if key.form else []

    def natural_label(self, entries: Entries) -> str:
        for name, key in self.vocabulary.objects.items():
            if name in entries and key.label:
                text = entries[name][0]
                if key.label == "value" and isinstance(text, str):
                    return slug(text)
                if key.type != "nested":
                    return slug(name)
        return "object"

    def free_label(self, wanted: str) -> str:
        label, count = wanted, 1
        while label in self.givens.kinds or label in self.vocabulary.reserved:
            count += 1
            label = f"{wanted}_{count}"
        return label

    # Players and objects.

    def read_player(self, seat: int, label: str, entry: Mapping[str, Any], path: KeyPath) -> None:
        subject, keys = constant(label), self.vocabulary.players
        self.givens.give(subject, "seat", Number(seat))
        for name in self.givens.keys_known(entry, keys, path):
            if keys[name].type != "objects":
                self.givens.read(subject, keys[name], entry[name], (*path, name))
        self.fill_in(subject, keys, entry, path)

    def fill_in(self, subject: Symbol, keys: Mapping[str, Key], entry: Collection[str], path: KeyPath) -> None:
        """Read the defaults of keys that are missing; a required one is a fault."""
        for name, key in keys.items():
            if name in entry:
                continue
            if key.required:
                self.givens.fault("S023", f"the key {name} is missing ({key.says})", path)
            elif key.default is not None and not any(other in entry for other in key.unless):
                self.givens.read(subject, key, key.default, path)

    def read_thing(self, thing: _Thing) -> None:
        subject, keys, kinds = constant(thing.label), self.vocabulary.objects, self.vocabulary.kinds
        self.place(thing.label, thing.owner, thing.zone)
        if not any(kind in thing.entries for kind in kinds):
            self.givens.fault("S023", f"expected one of {', '.join(kinds)}", thing.path)
        for name, (found, path) in thing.entries.items():
            key = keys[name]
            for other in key.alone:
                if other in thing.entries and not (keys[other].type == "nested" and name in keys[other].inside):
                    self.givens.fault("S018", f"{name} and {other} cannot stand together", thing.entries[other][1])
            if key.type == "card" and isinstance(found, str):
                self.names[thing.label] = found
            if key.holds and found in self.players:
                self.holders[thing.label] = found
            self.read_inner(subject, key, found, path)

    def place(self, label: str, owner: str, zone: str) -> None:
        self.givens.give(constant(label), "zone", constant(zone))
        self.givens.give(constant(label), "owner", constant(owner))

    # Instructions.

    def read_items(self, found: Any, path: KeyPath, within: tuple[int, ...] = ()) -> int:
        """Read a list of instructions onto step(1), step(2) … (or step(I,1) …); gives how many there are."""
        if found is not None and not isinstance(found, list):
            self.givens.fault("S011", f"expected a list of instructions, found {shown(found)}", path)
            return 0
        for place, item in enumerate(found or []):
            self.read_item((*within, place + 1), item, (*path, place))
        return len(found or [])

    def read_item(self, number: tuple[int, ...], item: Any, path: KeyPath) -> None:
        instructions = self.vocabulary.instructions
        if not isinstance(item, dict):
            self.givens.fault("S011", f"expected an instruction such as word: value, found {shown(item)}", path)
            return
        words = [word for word in item if word in instructions]
        if len(words) != 1:
            strange = next(iter(item), "")
            hint = None if words else nearest(strange, instructions)
            message = (
                f"two instructions in one item: {', '.join(words)}"
                if words
                else f"unknown instruction {shown(strange)}"
            )
            self.givens.fault("S025", message, (*path, words[1] if words else strange), hint)
            return
        spec = instructions[words[0]]
        place = (*path, spec.name)
        if not spec.covered:
            self.givens.fault("S020", f"{spec.name} is not covered yet by these encodings", place)
            return
        subject = Function("step", [Number(part) for part in number])
        self.givens.give(subject, "do", constant(spec.name))
        known = self.givens.keys_known(item, (spec.name, *spec.beside), path)
        beside = {key: item[key] for key in known if key != spec.name}
        inner: Mapping[str, Any] = {}
        if spec.value:
            self.givens.read(subject, spec.value, item[spec.name], place)
        else:
            inner = self.givens.mapping(item[spec.name], place, "a mapping")
            if spec.one_of and sum(key in inner for key in spec.one_of) != 1:
                self.givens.fault("S023", f"expected one of {', '.join(spec.one_of)}", place)
        actor = self.actor(spec, item[spec.name], {**beside, **inner})
        for name in self.givens.keys_known(inner, spec.keys, place):
            self.read_key(subject, spec.keys[name], inner, (*place, name), number, actor)
        self.fill_in(subject, spec.keys, inner, place)
        for name in beside:
            self.read_key(subject, spec.beside[name], beside, (*path, name), number, actor)
        if actor and not any(name in {**beside, **inner} for name in self.vocabulary.common):
            for name in self.vocabulary.common:
                self.givens.give(subject, name, constant(actor))

    def actor(self, spec: Instruction, value: Any, written: Mapping[str, Any]) -> str | None:
        """Give the player whose instruction it is, when that can be told."""
        for name in self.vocabulary.common:
            if name in written:
                return written[name] if written[name] in self.players else None
        found = value if spec.by == "value" else self.holders.get(str(written.get(spec.by)))
        return found if found in self.players else next(iter(self.players), None)

    def read_key(
        self,
        subject: Symbol,
        key: Key,
        entry: Mapping[str, Any],
        path: KeyPath,
        number: tuple[int, ...],
        actor: str | None,
    ) -> None:
        found = entry[key.name]
        if key.type == "items":
            if len(number) > 1:
                self.givens.fault("S025", f"{key.name} cannot stand inside {key.name}", path)
                return
            for place in range(1, self.read_items(found, path, number) + 1):
                step = Function("step", [*(Number(part) for part in number), Number(place)])
                self.givens.give(subject, key.name, Function("item", [Number(place), step]))
        elif key.type == "find":
            label = self.find(key, found, entry, path, actor)
            if label:
                self.givens.give(subject, key.name, constant(label))
        elif key.type == "nested":
            for name, (inner, spot) in self.flat({key.name: found}, [key.name], path[:-1]).items():
                self.read_inner(subject, self.vocabulary.objects[name], inner, spot)
        elif key.type == "alias":
            if self.take_label(found, "object", path):
                self.givens.give(subject, key.name, constant(found))
                self.names[found], self.holders[found] = found, actor or ""
        elif key.type != "new_label":
            self.givens.read(subject, key, found, path)

    def read_inner(self, subject: Symbol, key: Key, found: Any, path: KeyPath) -> None:
        """Read one key of an object that an instruction describes."""
        if key.type == "nested":
            self.givens.give(subject, key.name, YES)
        else:
            self.givens.read(subject, key, found, path)

    def find(self, key: Key, found: Any, entry: Mapping[str, Any], path: KeyPath, actor: str | None) -> str | None:
        """Give a label itself, or that of the player's card of that name in the zone; it is made when missing."""
        explicit = self.naming if self.naming in entry else None
        if isinstance(found, str) and self.givens.kinds.get(found) == "object" and explicit is None:
            return found
        if isinstance(found, str) and found not in self.all_cards:
            hint = nearest(found, [*self.holders, *self.all_cards])
            self.givens.fault("S014", f"neither a label nor a card: {shown(found)}", path, hint)
            return None
        name = self.givens.card_of(found, path)
        if name is None or actor is None:
            return None
        if explicit is None:
            wanted = (actor, key.zone, name)
            for thing in self.things:
                here = (thing.owner, thing.zone, self.names[thing.label])
                if here == wanted and thing.label not in self.cast:
                    self.cast.add(thing.label)
                    return thing.label
            label = self.free_label(slug(name))
            self.givens.kinds[label] = "object"
        else:
            label = entry[explicit]
            if not self.take_label(label, "object", (*path[:-1], explicit)):
                return None
        self.names[label], self.holders[label] = name, actor
        self.place(label, actor, key.zone)
        self.givens.read(constant(label), self.vocabulary.objects[key.key], name, path)
        return label

    # What is observed.

    def read_observe(self, found: Any) -> tuple[str, ...]:
        path = (*self.path, "observe")
        if found is not None and not isinstance(found, list):
            self.givens.fault("S011", f"expected a list of observables, found {shown(found)}", path)
            return ()
        seen: dict[str, None] = {}
        for place, text in enumerate(found or []):
            try:
                seen[canonical_observable(text, self.givens.kinds, self.vocabulary)] = None
            except InvalidInput as error:
                for fault in error.faults:
                    self.givens.fault(fault.code, fault.message, (*path, place), fault.hint)
        return tuple(seen)


def slug(text: str) -> str:
    """Make a label of a name: ``Some Card, of Note`` becomes ``some_card_of_note``."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower().replace("'", "")
    made = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:56]
    return made if made[:1].isalpha() else f"object_{made}".rstrip("_")
