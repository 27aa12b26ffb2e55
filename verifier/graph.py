"""The result of an exploration as a person wants it: outcomes, exact counts, witnesses, who chose."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from clingo import Symbol, SymbolType

from verifier.arithmetic import term
from verifier.explorer import Exploration, Origin
from verifier.reading import Row, path_condition
from verifier.stepper import NOBODY, Choice, Expansion, Structure

Value = Any  # int, bool, str or a form over the unknowns of a symbolic run


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
        return self.who != NOBODY


@dataclass(slots=True)
class Outcome:
    """One outcome: what was observed, and how many choice sequences lead there.

    ``conditions`` are the path conditions under which it is reached (empty in concrete runs), ``ways`` for each of
    them its number of steps and what tells them; ``when`` their reading as text, None when the outcome is always
    possible.
    """

    values: dict[str, Value]
    orderings: Any
    way: Sequence[Step] | Callable[[], Sequence[Step]]
    conditions: list[frozenset[Any]] = field(default_factory=list)
    when: str | None = None
    ways: list[tuple[int, Callable[[], Sequence[Step]]]] = field(default_factory=list)

    @property
    def witness(self) -> Sequence[Step]:
        """A shortest sequence of choices that leads here (told on demand: there may be thousands of outcomes)."""
        if callable(self.way):
            self.way = self.way()
        return self.way


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
    observables: dict[str, Symbol] = field(default_factory=dict)
    """The terms of the names that the rules show in some final structure."""

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
    finals = sorted(found.finals.items(), key=lambda item: min(_depth(found, item[0], row) for row in item[1]))
    names = list(wanted) or _changed(found, finals, seen, start)
    absent = {} if wanted else _absent(finals, seen)
    grouped: dict[tuple[Any, ...], Outcome] = {}
    depths: dict[tuple[Any, ...], int] = {}
    for structure, rows in finals:
        shown = seen[structure].shown
        readers = [
            (lambda _, value=absent[name]: value)
            if name in absent and name not in shown
            else _reader(found, seen[structure], name, counters)
            for name in names
        ]
        for row, count in rows.items():
            key = tuple(read(row) for read in readers)
            depth = _depth(found, structure, row)
            outcome = grouped.get(key)
            if outcome is None:
                outcome = grouped[key] = Outcome(dict(zip(names, key, strict=True)), 0, ())
                depths[key] = depth + 1
            if depth < depths[key]:
                outcome.way, depths[key] = partial(_witness, found, structure, row), depth
            outcome.orderings = outcome.orderings + count
            condition = path_condition(row)
            if condition is not None:
                outcome.conditions.append(condition)
                outcome.ways.append((depth, partial(_witness, found, structure, row)))
    return ChoiceGraph(
        title=title,
        outcomes=sorted(
            grouped.values(), key=lambda outcome: [str(value).zfill(40) for value in outcome.values.values()]
        ),
        observed=names,
        choosers={what: sorted(who) for what, who in sorted(found.choosers.items())},
        complete=found.complete,
        why=found.why,
        unbounded=found.unbounded,
        exploration=found,
        start=start,
        observables={name: value for structure, _ in finals for name, value in seen[structure].observables.items()},
    )


def _absent(
    finals: Sequence[tuple[Structure, Mapping[Row, int]]], seen: Mapping[Structure, Expansion]
) -> dict[str, Value]:
    """Give what each name shown in some final structure reads in those where nothing is shown (no, or 0)."""
    shown = {name: value for structure, _ in finals for name, value in seen[structure].shown.items()}
    words = {name: shown_word(value) for name, value in shown.items()}
    return {name: 0 if word is None else False if isinstance(word, bool) else "none" for name, word in words.items()}


def _start_values(found: Exploration, seen: Mapping[Structure, Expansion]) -> dict[str, Value]:
    structure, row = first_state(found)
    if structure not in seen:
        return {}
    return {name: _reader(found, seen[structure], name, frozenset())(row) for name in seen[structure].shown}


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
            read = _reader(found, seen[structure], name, frozenset())
            if name not in names and any(read(row) != start.get(name, 0) for row in rows):
                names.add(name)
    return sorted(names)


def _reader(found: Exploration, expansion: Expansion, name: str, counters: frozenset[str]) -> Callable[[Row], Value]:
    """Give the function that reads an observable in a final row."""
    shown = expansion.shown.get(name)
    if shown is None:
        label, _, plain = name.partition(".")
        known = any(other.partition(".")[0] == label for other in expansion.shown)
        if known and plain.partition(".")[0] in counters:
            return lambda _: 0
        raise UnknownObservable(name)
    word = shown_word(shown)
    if word is not None:
        return lambda _: word
    read, parts = term(shown), expansion.parts
    return lambda row: found.reading.value(row, read, parts)


def shown_word(shown: Symbol) -> bool | str | None:
    """Give what ``bool(…)`` or ``word(…)`` shows; None for a number."""
    if shown.type is SymbolType.Function and shown.name == "bool":
        return shown.arguments[0].name == "yes"
    if shown.type is SymbolType.Function and shown.name == "word":
        return str(shown.arguments[0])
    return None


def _depth(found: Exploration, structure: Structure, row: Row) -> int:
    origin = found.origins[structure][row]
    return 0 if origin is None else origin.layer + 1


def _witness(found: Exploration, structure: Structure, row: Row) -> list[Step]:
    return [step(origin) for origin in found.trace(structure, row)]


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
