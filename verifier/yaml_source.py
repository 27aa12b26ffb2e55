"""Reads YAML 1.2 as plain data, with the line of every node, within limits.

The text is taken apart event by event and nothing is constructed but dicts, lists, strings, integers, booleans,
null and floats; so neither tags nor nesting nor aliases can do harm. The scalars follow YAML 1.2's core schema:
``on`` and ``no`` are words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    Event,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)
from ruamel.yaml.reader import ReaderError

from verifier.errors import Fault, InvalidInput

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

KeyPath: TypeAlias = tuple[str | int, ...]

SIZE_LIMIT: Final = 1_000_000  # bytes
DEPTH_LIMIT: Final = 40
NODE_LIMIT: Final = 20_000
DIGIT_LIMIT: Final = 1_000
_INTEGER: Final = re.compile(r"[-+]?[0-9]+")
_BASED: Final = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_PLAIN_WORDS: Final[Mapping[str, bool | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_ORDINARY: Final = re.compile(r"[A-Za-z_][\w-]*")


@dataclass(frozen=True, slots=True)
class Source:
    """A document: its plain data, and the line (from 1) of every node and, for values in mappings, of its key."""

    data: Any
    file: str = "<text>"
    lines: Mapping[KeyPath, int] = field(default_factory=dict)

    def line(self, path: KeyPath) -> int | None:
        """Give the line of a node, or of the nearest node around it that has one."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None

    def fault(self, code: str, message: str, path: KeyPath = (), hint: str | None = None) -> Fault:
        """Make a fault at a node of this document."""
        return Fault(code, message, self.file, self.line(path), spell_path(path), hint)


def spell_path(path: KeyPath) -> str:
    """Write a key path as a person would: ``do[2].put.to`` (places in lists count from 1)."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part + 1}]"
        else:
            shown = part if _ORDINARY.fullmatch(part) else f'"{part[:60]}"'
            text += f".{shown}" if text else shown
    return text


def read_yaml(path: Path) -> Source:
    """Read a file. Raises InvalidInput when it cannot be read, is too large or is not acceptable YAML."""
    try:
        with path.open("rb") as stream:
            raw = stream.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise InvalidInput([Fault("Y001", f"cannot be read: {error.strerror}", str(path))]) from error
    return parse_yaml(raw, str(path))


def parse_yaml(text: str | bytes, file: str = "<text>") -> Source:
    """Read one document of YAML. Raises InvalidInput (Y002 to Y009) with the line of what is wrong."""
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(raw) > SIZE_LIMIT:
        raise InvalidInput([Fault("Y002", f"is larger than {SIZE_LIMIT:,} bytes", file)])
    try:
        decoded = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise InvalidInput([Fault("Y003", "is not UTF-8 text", file, line)]) from error
    if any(len(word) > DIGIT_LIMIT and "!" in word for word in decoded.split()):  # the scanner is quadratic in these
        raise InvalidInput(
            [Fault("Y007", f"tags (!name) are not accepted, nor ! in {DIGIT_LIMIT:,} unbroken signs", file)]
        )
    builder = _Builder(file)
    try:
        for event in YAML(typ="safe", pure=True).parse(decoded):
            builder.take(event)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        message = f"is not YAML: {error.problem or error.context}"
        raise InvalidInput([Fault("Y004", message, file, mark.line + 1 if mark else None)]) from error
    except ReaderError as error:
        line = decoded.count("\n", 0, error.position) + 1
        raise InvalidInput([Fault("Y004", "is not YAML: it holds a control character", file, line)]) from error
    except (YAMLError, ValueError, RecursionError) as error:
        raise InvalidInput([Fault("Y004", "is not YAML", file)]) from error
    return Source(builder.result, file, builder.lines)


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end has not been seen; ``key`` is a mapping's key that waits for its value."""

    made: dict[str, Any] | list[Any]
    path: KeyPath
    key: str | None = None


class _Builder:
    """Builds plain data from events, checking the limits on the way."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.result: Any = None
        self.lines: dict[KeyPath, int] = {}
        self.open: list[_Open] = []
        self.count = 0
        self.documents = 0

    def fail(self, code: str, message: str, event: Event, path: KeyPath = ()) -> NoReturn:
        raise InvalidInput([Fault(code, message, self.file, event.start_mark.line + 1, spell_path(path))])

    def take(self, event: Event) -> None:
        if isinstance(event, AliasEvent):
            self.fail("Y005", "aliases (*name) are not accepted: write the value out", event)
        if isinstance(event, DocumentStartEvent):
            self.documents += 1
            if self.documents > 1:
                self.fail("Y009", "holds more than one document", event)
        elif isinstance(event, MappingEndEvent | SequenceEndEvent):
            self.open.pop()
        elif isinstance(event, ScalarEvent | MappingStartEvent | SequenceStartEvent):
            self.node(event)

    def node(self, event: ScalarEvent | MappingStartEvent | SequenceStartEvent) -> None:
        self.count += 1
        if self.count > NODE_LIMIT:
            self.fail("Y006", f"has more than {NODE_LIMIT:,} values", event)
        if event.anchor:
            self.fail("Y005", "anchors (&name) are not accepted: write the value out", event)
        if event.tag and event.tag != "!":
            self.fail("Y007", "tags (!name) are not accepted", event)
        parent = self.open[-1] if self.open else None
        if parent and isinstance(parent.made, dict) and parent.key is None:
            self.key(parent, parent.made, event)
            return
        path = self.place(parent)
        self.lines.setdefault(path, event.start_mark.line + 1)
        made: Any = [] if isinstance(event, SequenceStartEvent) else {}
        if isinstance(event, ScalarEvent):
            made = self.scalar(event, path)
        if parent is None:
            self.result = made
        elif isinstance(parent.made, list):
            parent.made.append(made)
        elif parent.key is not None:
            parent.made[parent.key] = made
            parent.key = None
        if not isinstance(event, ScalarEvent):
            if len(self.open) == DEPTH_LIMIT:
                self.fail("Y006", f"is nested more than {DEPTH_LIMIT} deep", event)
            self.open.append(_Open(made, path))

    def place(self, parent: _Open | None) -> KeyPath:
        if parent is None:
            return ()
        if isinstance(parent.made, list):
            return (*parent.path, len(parent.made))
        return (*parent.path, parent.key or "")

    def key(self, parent: _Open, made: Mapping[str, Any], event: Event) -> None:
        if not isinstance(event, ScalarEvent):
            self.fail("Y008", "a key must be a word or text, not a list or mapping", event, parent.path)
        found = self.scalar(event, parent.path)
        if not isinstance(found, str):
            self.fail("Y008", f"the key {event.value[:60]} must be text: write it in quotes", event, parent.path)
        if found in made:
            self.fail("Y008", f"the key {found[:60]!r} stands twice", event, parent.path)
        parent.key = found
        self.lines[(*parent.path, found)] = event.start_mark.line + 1

    def scalar(self, event: ScalarEvent, path: KeyPath) -> Any:
        text: str = event.value
        if event.style is not None or event.tag == "!":
            return text
        if text in _PLAIN_WORDS:
            return _PLAIN_WORDS[text]
        if _INTEGER.fullmatch(text) or _BASED.fullmatch(text):
            if len(text) > DIGIT_LIMIT:
                self.fail("Y006", f"a number has at most {DIGIT_LIMIT:,} digits", event, path)
            return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
        if len(text) <= DIGIT_LIMIT and _FLOAT.fullmatch(text):
            return float(text)
        return text
