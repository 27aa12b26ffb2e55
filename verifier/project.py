"""The parts of the verifier put together for the command line and for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verifier.errors import Fault, InvalidInput, nearest
from verifier.resources import folder
from verifier.runs import Session
from verifier.scenario import Scenario, load_scenario
from verifier.vocabulary import Vocabulary

if TYPE_CHECKING:
    from verifier.crosscheck import Report
    from verifier.rulings import Rulings
    from verifier.verification import Verification


@dataclass(frozen=True)
class Project:
    """Encodings, vocabulary and rulings of one installation, with the user's card files."""

    encodings: Path
    card_dirs: tuple[Path, ...] = ()

    @classmethod
    def open(cls, card_dirs: Sequence[Path] = ()) -> Project:
        """Open the encodings that belong to this installation."""
        return cls(folder("encodings"), tuple(card_dirs))

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The words of the scenario language."""
        return Vocabulary.load(self.encodings / "vocabulary.yaml")

    @cached_property
    def session(self) -> Session:
        """The session in which scenarios run."""
        return Session(self.encodings, self.card_dirs, frozenset(self.vocabulary.counters))
