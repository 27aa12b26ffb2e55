"""Files of rulings: plain-text pages, Scryfall's rulings bulk (JSON, JSONL) and MTGJSON, each also in gzip.

What a file is, its content says. Lines of JSONL are read one after the other; JSON documents are read whole, and of
each object only what tells of rulings is kept. Sizes are limited after unpacking, so that a small file cannot become a
large one.

Shapes: scryfall.com/docs/api/rulings (``oracle_id``, ``published_at``, ``comment``) and mtgjson.com/data-models/rulings
(``name``, ``rulings: [{date, text}]``, at any depth).
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

from verifier.errors import Fault, InvalidInput
from verifier.pages import Statement, read_page

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from verifier.pages import Dress

PAGE_LIMIT: Final = 2_000_000  # bytes of a plain-text page
BULK_LIMIT: Final = 256_000_000  # bytes of a bulk file, unpacked
LINE_LIMIT: Final = 1_000_000  # bytes of a line of JSONL
DEEP: Final = 20
_JSON: Final = re.compile(rb'\s*(\{\s*["}]|\[\s*[{\]])')
_KEPT: Final = frozenset(("object", "oracle_id", "published_at", "comment", "name", "rulings", "date", "text", "data"))


def read_statements(path: Path, dress: Dress, cards: Collection[str] = ()) -> tuple[str, list[Statement]]:
    """Give the kind of a file (page, scryfall, mtgjson) and its statements in order.

    Raises InvalidInput: P001 cannot be read or unpacked, P002 is not UTF-8, P003 is too large, P004 is not JSON, P005
    is not a record of rulings, P006 holds no statement.
    """
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            stream = cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw
            kind, found = _read(stream, str(path), dress, cards)
    except (gzip.BadGzipFile, zlib.error, EOFError) as error:
        raise _wrong("P001", f"cannot be unpacked, it is cut off or damaged: {error}", str(path)) from error
    except OSError as error:
        raise _wrong("P001", f"cannot be read: {error.strerror or error}", str(path)) from error
    if not found:
        raise _wrong("P006", "holds no statement: expected sentences, or records of rulings", str(path))
    return kind, found


def _wrong(code: str, message: str, file: str, line: int | None = None) -> InvalidInput:
    return InvalidInput([Fault(code, message, file, line)])


def _read(stream: BinaryIO, file: str, dress: Dress, cards: Collection[str]) -> tuple[str, list[Statement]]:
    first = stream.readline(LINE_LIMIT + 1).removeprefix(b"\xef\xbb\xbf")
    while first.isspace():
        first = stream.readline(LINE_LIMIT + 1)
    if not first:
        raise _wrong("P006", "is empty", file)
    head = first + stream.readline(LINE_LIMIT) if first.strip() in (b"{", b"[") else first
    names_json = re.search(r"\.jsonl?(\.gz)?$", file) is not None
    named_lines = re.search(r"\.jsonl(\.gz)?$", file) is not None
    if named_lines or (head is first and _is_record(first)):
        return "scryfall", list(_lines(first, stream, file))
    if names_json or _JSON.match(head):
        return _document(_whole(head, stream, BULK_LIMIT, file), file)
    text = _text(_whole(head, stream, PAGE_LIMIT, file), file)
    if re.match(r"\s*<(!doctype|html|\?xml)", text, re.IGNORECASE):
        raise _wrong("P004", "is HTML: save the page as plain text", file)
    return "page", read_page(text, dress, cards)


def _is_record(line: bytes) -> bool:
    """Say whether a line alone is one of Scryfall's records."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and "comment" in found


def _whole(head: bytes, stream: BinaryIO, limit: int, file: str) -> bytes:
    rest = stream.read(limit + 1 - len(head)) if len(head) <= limit else b""
    if len(head) + len(rest) > limit:
        what = "bulk files may be long, a page is not" if limit == PAGE_LIMIT else "of MTGJSON take AtomicCards.json"
        raise _wrong("P003", f"is over {limit:,} bytes: {what}", file)
    return head + rest


def _text(raw: bytes, file: str, line: int | None = None) -> str:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        at = line or raw.count(b"\n", 0, error.start) + 1
        raise _wrong("P002", "is not UTF-8: save it with the encoding UTF-8", file, at) from error
    if "\0" in text:
        raise _wrong("P002", "is not text: it holds zero bytes", file, line)
    return text


def _json(raw: bytes, file: str, line: int | None = None, hook: Callable[[dict[str, Any]], Any] | None = None) -> Any:
    text = _text(raw, file, line)
    try:
        return json.loads(text, object_hook=hook)
    except json.JSONDecodeError as error:
        raise _wrong("P004", f"is not JSON: {error.msg} (column {error.colno})", file, line or error.lineno) from error
    except (RecursionError, ValueError) as error:
        raise _wrong(
            "P004", "is not JSON that can be read: nested too deep, or a number too long", file, line
        ) from error


def _lines(first: bytes, stream: BinaryIO, file: str) -> Iterator[Statement]:
    """Read one record a line."""
    line, number, size = first, 1, 0
    while line:
        size += len(line)
        if len(line) > LINE_LIMIT:
            raise _wrong("P003", f"a line has over {LINE_LIMIT:,} bytes: expected one record a line", file, number)
        if size > BULK_LIMIT:
            raise _wrong("P003", f"is over {BULK_LIMIT:,} bytes when unpacked", file, number)
        if not line.isspace():
            yield _record(_json(line, file, number), file, number, "")
        line, number = stream.readline(LINE_LIMIT + 1), number + 1


def _record(found: Any, file: str, line: int | None, path: str) -> Statement:
    if not isinstance(found, dict) or not isinstance(found.get("comment"), str):
        message = "is no record of a ruling: expected an object with a text 'comment'"
        raise InvalidInput([Fault("P005", message, file, line, path)])
    return Statement(found["comment"], _optional(found.get("published_at")), _optional(found.get("oracle_id")), line)


def _optional(found: Any) -> str | None:
    return found if isinstance(found, str) and found else None


def _slim(found: dict[str, Any]) -> dict[str, Any]:
    """Keep of a JSON object what tells of rulings, or holds something that may."""
    return {key: each for key, each in found.items() if key in _KEPT or (each and isinstance(each, dict | list))}


def _document(raw: bytes, file: str) -> tuple[str, list[Statement]]:
    """Read a JSON document: an array of records, an answer with ``data``, or cards at any depth."""
    data = _json(raw, file, hook=_slim)
    listed = data.get("data") if isinstance(data, dict) else data
    if isinstance(listed, list) and listed and any(isinstance(each, dict) and "comment" in each for each in listed):
        return "scryfall", [_record(each, file, None, f"[{place}]") for place, each in enumerate(listed)]
    if isinstance(data, dict) and "comment" in data:
        return "scryfall", [_record(data, file, None, "")]
    found = dict.fromkeys(_of_cards(data, file, "", 0))
    if not found and data and not _has_rulings(data, 0):
        message = "holds no rulings: expected records with 'comment', or cards with 'rulings'"
        raise _wrong("P005", message, file)
    return "mtgjson", list(found)


def _has_rulings(data: Any, depth: int) -> bool:
    if depth > DEEP:
        return False
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return (isinstance(data, dict) and "rulings" in data) or any(_has_rulings(each, depth + 1) for each in inside)


def _of_cards(data: Any, file: str, path: str, depth: int) -> Iterator[Statement]:
    """Give the rulings of all cards in a document; a card that stands in it twice gives the same statements twice."""
    if depth > DEEP:
        return
    if isinstance(data, list):
        for place, each in enumerate(data):
            yield from _of_cards(each, file, f"{path}[{place}]", depth + 1)
    elif isinstance(data, dict) and isinstance(data.get("rulings"), list):
        for place, each in enumerate(data["rulings"]):
            if not isinstance(each, dict) or not isinstance(each.get("text"), str):
                where = f"{path}.rulings[{place}]".lstrip(".")
                raise InvalidInput([Fault("P005", "expected {date, text}", file, None, where)])
            yield Statement(each["text"], _optional(each.get("date")), _optional(data.get("name")))
    elif isinstance(data, dict):
        for key, each in data.items():
            if isinstance(each, dict | list):
                yield from _of_cards(each, file, f"{path}.{key}".lstrip("."), depth + 1)
