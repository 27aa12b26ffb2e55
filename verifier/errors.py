"""Errors for people: what is wrong, where, and what would be right.

A Fault is data; a VerifierError carries one or more of them to the rim, where they become text and an exit code.
Codes: ``Y…`` reading YAML, ``S…`` scenarios, ``E…`` encodings and cards, ``R…`` the installation, ``C…`` rulings and
claims, ``P…`` rulings pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, ClassVar, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. ``line`` counts from 1, ``path`` is a key path such as ``do[2].put.to``."""

    code: str
    message: str
    file: str | None = None
    line: int | None = None
    path: str = ""
    hint: str | None = None

    def __str__(self) -> str:
        where = self.file or ""
        if self.line is not None:
            where += f":{self.line}"
        parts = [part for part in (where, self.path, self.message) if part]
        return ": ".join(parts) + (f" (did you mean {self.hint}?)" if self.hint else "")


class VerifierError(Exception):
    """Something a person can put right; ``faults`` has at least one entry, in the order of the input."""

    exit_code: ClassVar[int] = 3

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults[:_SHOWN]]
        if len(self.faults) > _SHOWN:
            lines.append(f"… and {len(self.faults) - _SHOWN} more")
        return "\n".join(lines)


class InvalidInput(VerifierError):
    """The input is no scenario, ruling, card file or reply that we can read."""

    exit_code: ClassVar[int] = 3


class UsageFault(VerifierError):
    """The command line does not make sense."""

    exit_code: ClassVar[int] = 2


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Give the known name most like ``word`` (case does not count), or None when nothing is near."""
    spelled = {name.casefold(): name for name in known}
    found = get_close_matches(word[:200].casefold(), spelled, n=1)
    return spelled[found[0]] if found else None
