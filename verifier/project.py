"""The parts of the verifier put together for the command line and for tests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from verifier.errors import Fault, InvalidInput, nearest
from verifier.resources import folder
from verifier.runs import Run, Session, ledger
from verifier.scenario import Scenario, load_scenario
from verifier.vocabulary import Vocabulary, load_vocabulary

if TYPE_CHECKING:
    from verifier.crosscheck import Report
    from verifier.explorer import Budget
    from verifier.pages import Coverage, Statement
    from verifier.rulings import Rulings
    from verifier.solving import Solution
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
        return load_vocabulary(self.encodings / "vocabulary.yaml")

    @cached_property
    def session(self) -> Session:
        """The session in which scenarios run."""
        return Session(self.encodings, self.card_dirs, self.vocabulary.zero_names)

    @property
    def card_names(self) -> Collection[str]:
        """The names of all cards that are encoded."""
        return self.session.encodings.cards.keys()

    def scenario(self, path: Path) -> Scenario:
        """Read and check a scenario file."""
        return load_scenario(path, self.card_names, self.vocabulary)

    def card_facts(self, name: str | None = None) -> dict[str, list[str]]:
        """Give the facts of one card, or of all; raises InvalidInput for a name that is not encoded."""
        known = self.session.encodings.cards
        if name is not None and name not in known:
            raise InvalidInput([Fault("S020", f"no card called {name!r} is encoded", hint=nearest(name, known))])
        return {card: [f"{fact}." for fact in known[card]] for card in sorted(known) if name in (None, card)}

    def rulings(self, paths: Sequence[Path] = (), only: str | None = None) -> Rulings:
        """Read rulings (by default all that come with the verifier), or the one with the id ``only``."""
        from verifier.rulings import Rulings, load_rulings

        found = load_rulings(paths or [folder("rulings")], self.card_names, self.vocabulary)
        if only is None:
            return found
        chosen = tuple(ruling for ruling in found if ruling.id == only)
        if not chosen:
            hint = nearest(only, [ruling.id for ruling in found])
            raise InvalidInput([Fault("C020", f"there is no ruling {only!r}", hint=hint)])
        return Rulings(chosen)

    def verify(self, rulings: Rulings, tick: Callable[[int], None] | None = None) -> Verification:
        """Verify rulings in this session."""
        from verifier.verification import verify

        return verify(self.session, rulings, tick)

    def statements(self, path: Path, card: str | None = None) -> tuple[str, list[Statement]]:
        """Read a file of rulings: its kind, and its statements, or those of one card (name or oracle id).

        Raises InvalidInput when the file cannot be read, or holds no statement (of this card).
        """
        from verifier.bulk import read_statements
        from verifier.pages import load_dress

        kind, found = read_statements(path, load_dress(self.encodings / "pages.yaml"), self.card_names)
        if card is None:
            return kind, found
        chosen = [each for each in found if each.card and each.card.casefold() == card.casefold()]
        if not chosen:
            hint = nearest(card, {each.card for each in found if each.card})
            raise InvalidInput([Fault("P007", f"holds no statement of {card!r}", str(path), hint=hint)])
        return kind, chosen

    def covering(self, statements: Sequence[Statement], paths: Sequence[Path] = ()) -> Rulings:
        """Give the rulings (by default of those that come with the verifier) that cover any of the statements."""
        from verifier.pages import covering
        from verifier.rulings import Rulings

        return Rulings(tuple(covering(statements, self.rulings(paths))))

    def coverage(
        self,
        path: Path,
        kind: str,
        statements: Sequence[Statement],
        rulings: Rulings,
        verification: Verification | None = None,
    ) -> Coverage:
        """Put together what is known about the statements of a file."""
        from verifier.pages import cover

        return cover(str(path), kind, statements, rulings, verification.verdicts if verification else ())

    def solve(self, scenario: Scenario, goal: str, *, every: bool = True, budget: Budget | None = None) -> Solution:
        """Find the smallest numbers for which a goal is reached in every order, or in some (see ``solving``).

        Raises InvalidInput when the goal cannot be read, or not on this scenario.
        """
        from verifier.solving import read_goal, solve

        return solve(self.session, scenario, read_goal(goal, scenario, self.vocabulary, every=every), budget)

    def export(self, scenario: Scenario) -> str:
        """Explore a scenario and write it as facts for stock clingo; raises InvalidInput for symbolic ones."""
        return self._exported(self.session.run(scenario))

    def _exported(self, run: Run) -> str:
        from verifier.export import export

        scenario = run.scenario
        if scenario.where:
            raise InvalidInput(
                [Fault("E011", "a scenario with unknowns has no numbers for stock clingo", scenario.file)]
            )
        facts = [fact for card in sorted(run.graph.exploration.cards) for fact in self.session.encodings.cards[card]]
        observed = {name: run.graph.observables.get(name) for name in run.graph.observed}
        return export(scenario.title, run.graph.exploration, ledger(scenario), facts, observed)

    def crosscheck(self, scenario: Scenario, seconds: int = 120) -> Report:
        """Compare the explorer with stock clingo on one scenario."""
        from verifier.crosscheck import crosscheck

        run = self.session.run(scenario)
        return crosscheck(run.graph, self._exported(run), self.encodings, seconds)
