"""The result of an exploration as a person wants it: outcomes, exact counts, witnesses, who chose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from clingo import SymbolType

from verifier.arithmetic import term
from verifier.explorer import Exploration, Origin
from verifier.reading import Row, path_condition
from verifier.stepper import Choice, Expansion, Structure

Value = Any  # int, bool, str or a form over the unknowns of a symbolic run
QUIET = "game"


@dataclass(frozen=True, slots=True)
class Step:
    """One choice of a witness: whose it was, what was chosen, by which rule, and what kind of step it is."""

    who: str
    choice: str
    rule: str
    what: tuple[str, ...]

    @property
    def chosen(self) -> bool:
        """Whether a player chose, rather than the rules."""
        return self.who != QUIET


@dataclass(slots=True)
class Outcome:
    """One outcome: what was observed, and how many choice sequences lead there.

    ``conditions`` are the path conditions under which it is reached (empty in concrete runs); ``when`` their
    reading as text, None when the outcome is always possible.
    """

    values: dict[str, Value]
    orderings: Any
    witness: list[Step]
    conditions: list[frozenset[Any]] = field(default_factory=list)
    when: str | None = None


@dataclass(slots=True)
class ChoiceGraph:
    """Everything found about one scenario."""

    title: str
    outcomes: list[Outcome]
    observed: list[str]
    choosers: dict[str, list[str]]
    complete: bool
    why: str
    unbounded: bool
    exploration: Exploration
    start: dict[str, Value]

    @property
    def orderings(self) -> Any:
        """How many choice sequences there are in all (an exact integer in concrete runs)."""
        return sum(outcome.orderings for outcome in self.outcomes)


class UnknownObservable(LookupError):
    """What is to be observed does not exist in the scenario."""


def build(
    title: str, found: Exploration, seen: Mapping[Structure, Expansion], wanted: Sequence[str], counters: frozenset[str]
) -> ChoiceGraph:
    """Group the final rows of an exploration by what is observed.

    ``wanted`` names the observables; when empty, everything that differs from the start somewhere is taken.
    ``counters`` are observable names that read 0 where the rules show nothing. Raises UnknownObservable.
    """
    start = _start_values(found, seen)
    finals = sorted(found.finals.items(), key=lambda item: min(len(found.trace(item[0], row)) for row in item[1]))
    names = list(wanted) or _changed(found, finals, seen, start)
    grouped: dict[tuple[Any, ...], Outcome] = {}
    for structure, rows in finals:
        expansion = seen[structure]
        for row, count in rows.items():
            values = {name: _value(found, row, expansion, name, counters) for name in names}
            key = tuple(values.items())
            steps = found.trace(structure, row)
            outcome = grouped.get(key)
            if outcome is None:
                outcome = grouped[key] = Outcome(values, 0, _witness(steps))
            elif len(steps) < len(outcome.witness):
                outcome.witness = _witness(steps)
            outcome.orderings = outcome.orderings + count
            condition = path_condition(row)
            if condition is not None:
                outcome.conditions.append(condition)
    return ChoiceGraph(
        title=title,
        outcomes=sorted(grouped.values(), key=lambda outcome: [str(value).zfill(40) for value in outcome.values.values()]),
        observed=names,
        choosers={what: sorted(who) for what, who in sorted(found.choosers.items())},
        complete=found.complete,
        why=found.why,
        unbounded=found.unbounded,
        exploration=found,
        start=start,
    )


def _start_values(found: Exploration, seen: Mapping[Structure, Expansion]) -> dict[str, Value]:
    structure, row = first_state(found)
    if structure not in seen:
        return {}
    return {name: _value(found, row, seen[structure], name, frozenset()) for name in seen[structure].shown}


def first_state(found: Exploration) -> tuple[Structure, Row]:
    """Give the state in which the situation is set up (one step after the start)."""
    for structure, rows in found.origins.items():
        for row, origin in rows.items():
            if origin is not None and origin.layer == 0:
                return structure, row
    return found.start, found.reading.first_row()


def _changed(
    found: Exploration,
    finals: Sequence[tuple[Structure, Mapping[Row, int]]],
    seen: Mapping[Structure, Expansion],
    start: Mapping[str, Value],
) -> list[str]:
    names: set[str] = set()
    for structure, rows in finals:
        for name in seen[structure].shown:
            if name not in names and any(
                _value(found, row, seen[structure], name, frozenset()) != start.get(name, 0) for row in rows
            ):
                names.add(name)
    return sorted(names)


def _value(found: Exploration, row: Row, expansion: Expansion, name: str, counters: frozenset[str]) -> Value:
    shown = expansion.shown.get(name)
    if shown is None:
        label, _, plain = name.partition(".")
        known = any(other.partition(".")[0] == label for other in expansion.shown)
        if known and plain in counters:
            return 0
        raise UnknownObservable(name)
    if shown.type is SymbolType.Function and shown.name == "bool":
        return shown.arguments[0].name == "yes"
    if shown.type is SymbolType.Function and shown.name == "word":
        return str(shown.arguments[0])
    return found.reading.value(row, term(shown), expansion.parts)


def _witness(steps: Sequence[Origin]) -> list[Step]:
    return [step(origin) for origin in steps]


def step(origin: Origin) -> Step:
    """Tell one step of a trace."""
    choice = origin.choice
    text = spell(choice)
    if origin.numbers:
        text += " with " + ", ".join(f"{name} = {number}" for name, number in origin.numbers)
    return Step(
        who=choice.who,
        choice=text,
        rule=", ".join(dict.fromkeys(rule for rule, _ in choice.because)),
        what=tuple(what for _, what in choice.because),
    )


def spell(choice: Choice) -> str:
    """Write a choice readably: its verb, the objects whose effect it is, and what it is about."""
    name = choice.name
    about = [str(argument) for argument in name.arguments]
    if choice.through:
        return f"{name.name} {' or '.join(choice.through)} to {about[0]}"
    return " ".join([name.name.replace("_", " "), *about])
