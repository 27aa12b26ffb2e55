"""What the tests of rules share: one project with parsed encodings, and a table at which scenarios are played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from verifier.crosscheck import Report
from verifier.explorer import Budget
from verifier.graph import ChoiceGraph
from verifier.project import Project
from verifier.scenario import Scenario

Counted = dict[tuple[Any, ...], int]


@dataclass(frozen=True)
class Table:
    """Plays YAML scenarios with the encodings of a project; files go to a folder of its own."""

    project: Project
    folder: Path

    def graph(self, text: str, budget: Budget | None = None) -> ChoiceGraph:
        """Explore a scenario; raises InvalidInput when the rules or the reader refuse it."""
        return self.project.session.run(self.scenario(text), budget).graph

    def scenario(self, text: str) -> Scenario:
        """Read a scenario; raises InvalidInput."""
        path = self.folder / "scenario.yaml"
        path.write_text(text, encoding="utf-8")
        return self.project.scenario(path)

    def crosscheck(self, text: str, seconds: int = 60) -> Report:
        """Compare the explorer with stock clingo on a scenario."""
        return self.project.crosscheck(self.scenario(text), seconds)

    def outcomes(self, text: str) -> Counted:
        """Give the observed values, in the order of the observables' names, each with its number of orderings."""
        found = self.graph(text)
        assert found.complete, found.why
        return {tuple(each.values[name] for name in sorted(each.values)): each.orderings for each in found.outcomes}

    def choosers(self, text: str, what: str) -> list[str]:
        """Give who chose in steps of a kind."""
        return self.graph(text).choosers.get(what, [])

    def rules(self, text: str) -> set[str]:
        """Give the rule numbers that the witnesses cite."""
        return {
            rule
            for each in self.graph(text).outcomes
            for step in each.witness
            for rule in step.rule.split(", ")
            if rule
        }


@pytest.fixture(scope="session")
def project() -> Project:
    return Project.open()


@pytest.fixture(scope="session")
def table(project: Project, tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(project, tmp_path_factory.mktemp("scenarios"))


@pytest.fixture(scope="session")
def outcomes(table: Table) -> Callable[[str], Counted]:
    return table.outcomes


@pytest.fixture(scope="session")
def refusal(table: Table) -> Callable[[str], str]:
    """Give the message with which an impossible scenario is refused."""
    from verifier.errors import InvalidInput

    def refused(text: str) -> str:
        with pytest.raises(InvalidInput) as caught:
            table.graph(text)
        return str(caught.value)

    return refused


@pytest.fixture(scope="session")
def at_table() -> Callable[..., str]:
    """Write a scenario of alice (active) and bob: permanents, instructions and observables as flow YAML."""

    def written(alice: str = "", bob: str = "", *, do: str, see: str, more: str = "", hand: str = "") -> str:
        return (
            f"players:\n  alice: {{battlefield: [{alice}], hand: [{hand}]{more}}}\n"
            f"  bob: {{battlefield: [{bob}]}}\ndo: [{do}]\nobserve: [{see}]\n"
        )

    return written
