"""Explores every order of choices of a scenario, breadth-first over structures, merging equal states.

A layer is a table: for every structure, every row of the ledger that reaches it, with the number of choice
sequences that lead there. Questions go to clingo once per (structure, answers); all the rest is arithmetic
on rows. An exploration is a generator of question batches, so that many of them share clingo calls
(``explore_all``).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from clingo import Symbol

from verifier.reading import Reading, Row
from verifier.stepper import NOBODY, Answers, Choice, Expansion, Question, Stepper, Structure, phase_of

Table = dict[Structure, dict[Row, int]]
Talk = Generator[list[Question], list[Expansion], "Exploration"]


@dataclass(frozen=True, slots=True)
class Budget:
    """How much one exploration may do before it says *incomplete*: rows in all, layers, structures."""

    rows: int = 2_000_000
    layers: int = 5_000
    structures: int = 20_000


class Origin(NamedTuple):
    """Where a row was first reached from: the row before and the choice taken there."""

    layer: int
    structure: Structure
    row: Row
    choice: Choice
    numbers: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Exploration:
    """All that was found: the final rows with their counts, and how every row was first reached."""

    reading: Reading
    start: Structure
    cards: frozenset[str]
    finals: dict[Structure, dict[Row, int]] = field(default_factory=dict)
    origins: dict[Structure, dict[Row, Origin | None]] = field(default_factory=dict)
    edges: dict[tuple[Structure, Symbol], tuple[Choice, Structure]] = field(default_factory=dict)
    cache: dict[tuple[Structure, Answers], Expansion] = field(default_factory=dict)
    choosers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    faults: list[tuple[str, str]] = field(default_factory=list)
    complete: bool = True
    why: str = ""
    unbounded: bool = False
    layers: int = 0
    rows: int = 0

    def trace(self, structure: Structure, row: Row) -> list[Origin]:
        """Give the shortest way from the start to a row, first step first."""
        steps: list[Origin] = []
        origin = self.origins[structure][row]
        while origin is not None:
            steps.append(origin)
            origin = self.origins[origin.structure][origin.row]
        return steps[::-1]


@dataclass(slots=True)
class _Ready:
    """A structure whose questions are answered, and the rows for which these answers hold."""

    structure: Structure
    expansion: Expansion
    rows: dict[Row, int]


class Explorer:
    """Explores one scenario; ``talk`` yields questions and is sent their expansions."""

    def __init__(
        self, start: Structure, reading: Reading, cards: frozenset[str], endless: Symbol, budget: Budget | None = None
    ) -> None:
        self.reading = reading
        self.cards = cards
        self.endless = endless
        self.budget = budget or Budget()
        self.found = Exploration(reading, start, cards)
        self.cache = self.found.cache
        self.repeats: list[tuple[Structure, Row]] = []
        self.loop_check = 64
        self.looping = False

    def talk(self) -> Talk:
        """Explore layer by layer until nothing is left to do or the budget is used up."""
        start = self.found.start
        first = self.reading.first_row()
        layer: Table = {start: {first: 1}}
        self.found.origins[start] = {first: None}
        while layer:
            ready = yield from self._answer(layer)
            if self.found.faults:
                break
            layer = self._advance(ready)
            self.found.layers += 1
            if self.found.layers >= self.loop_check:
                self.loop_check *= 2
                layer = self._close_loops(layer)
            if not self._within_budget(layer):
                break
        return self.found

    def _within_budget(self, layer: Table) -> bool:
        budget, found = self.budget, self.found
        for name, used, limit in (
            ("rows", found.rows, budget.rows),
            ("layers", found.layers, budget.layers),
            ("structures", len(self.cache), budget.structures),
        ):
            if layer and used >= limit:
                found.complete, found.why = False, f"the budget of {limit:,} {name} is used up"
                return False
        return True

    def _answer(self, layer: Table) -> Generator[list[Question], list[Expansion], list[_Ready]]:
        """Ask until no structure of the layer has an open question."""
        ready: list[_Ready] = []
        work: list[tuple[Structure, Answers, dict[Row, int]]] = [(s, (), rows) for s, rows in layer.items()]
        while work:
            missing = [(s, answers) for s, answers, _ in work if (s, answers) not in self.cache]
            if missing:
                questions = [Question(self.cards, s, answers, phase_of(s)) for s, answers in missing]
                expansions = yield questions
                self.cache.update(zip(missing, expansions, strict=True))
            more: list[tuple[Structure, Answers, dict[Row, int]]] = []
            for structure, answers, rows in work:
                expansion = self.cache[structure, answers]
                if expansion.asks:
                    for given, group in self.reading.split(rows, expansion).items():
                        extended = answers + tuple(zip((asked for asked, _ in expansion.asks), given, strict=True))
                        self._adopt(structure, rows, group)
                        more.append((structure, extended, {row: count for row, (count, _) in group.items()}))
                else:
                    self.found.faults.extend(expansion.faults)
                    ready.append(_Ready(structure, expansion, rows))
            work = more
        return ready

    def _adopt(self, structure: Structure, rows: Mapping[Row, int], group: Mapping[Row, tuple[int, Row]]) -> None:
        """Let a row that was narrowed by an answer keep the origin of the row it came from."""
        origins = self.found.origins[structure]
        for row, (_, before) in group.items():
            if row not in origins:
                origins[row] = origins[before]

    def _advance(self, ready: Sequence[_Ready]) -> Table:
        """Take every choice of every row: the next layer."""
        for item in ready:
            for choice in item.expansion.choices:
                self.reading.register(quantity for quantity, _ in (*choice.sets, *choice.adds))
        layer: Table = defaultdict(dict)
        for item in ready:
            rows = self._padded(item.structure, item.rows)
            if item.expansion.final:
                final = self.found.finals.setdefault(item.structure, {})
                for row, count in rows.items():
                    final[row] = final.get(row, 0) + count
                continue
            for choice in item.expansion.choices:
                self._take(item, rows, choice, layer)
        return dict(layer)

    def _padded(self, structure: Structure, rows: dict[Row, int]) -> dict[Row, int]:
        padded = self.reading.pad(rows)
        if padded is not rows:
            origins = self.found.origins[structure]
            for old, new in zip(rows, padded, strict=True):
                origins.setdefault(new, origins[old])
        return padded

    def _take(self, item: _Ready, rows: dict[Row, int], choice: Choice, layer: Table) -> None:
        found, before = self.found, item.structure
        after = choice.successor(before)
        found.edges[before, choice.name] = (choice, after)
        table = layer[after]
        origins = found.origins.setdefault(after, {})
        depth = found.layers
        for old, new, count, numbers in self.reading.advance(rows, choice, item.expansion.parts):
            if new in table:
                table[new] += count
            elif new not in origins:
                table[new] = count
                origins[new] = Origin(depth, before, old, choice, numbers)
                found.rows += 1
            else:
                self.repeats.append((after, new))
                if not self.looping:
                    table[new] = count
                    found.rows += 1
                else:
                    found.unbounded = True
        if not table:
            del layer[after]
        elif choice.who != NOBODY:
            for _, what in choice.because:
                found.choosers[what].add(choice.who)

    # Loops (104.4b is told by the encodings: the fact ``endless`` marks a state that repeats by itself).

    def _close_loops(self, layer: Table) -> Table:
        """End rows that go round without a choice; stop following rows that go round with one."""
        repeats, self.repeats = self.repeats, []
        endless = {node for node in set(repeats) if self._forced_cycle(node)}
        for structure, row in endless:
            if row in layer.get(structure, {}):
                self._end(layer, structure, row)
        if any(self._on_cycle(node) for node in set(repeats) - endless):
            self.looping = True
            for structure, row in repeats:
                if layer.get(structure, {}).pop(row, None) is not None:
                    self.found.unbounded = True
        if not endless:
            for structure in list(layer):
                for row in list(layer[structure]):
                    if self._grows_for_ever(structure, row):
                        self._end(layer, structure, row)
        return {structure: rows for structure, rows in layer.items() if rows}

    def _end(self, layer: Table, structure: Structure, row: Row) -> None:
        """Take a row that repeats for ever out of a layer, as a final one of its structure marked endless."""
        marked = structure | {self.endless}
        final = self.found.finals.setdefault(marked, {})
        final[row] = final.get(row, 0) + layer[structure].pop(row)
        self.found.origins.setdefault(marked, {})[row] = self.found.origins[structure][row]

    def _successors(self, node: tuple[Structure, Row]) -> Iterator[tuple[Structure, Row]]:
        """Give the rows one choice further, as far as they are cached."""
        structure, row = node
        work: list[tuple[Answers, Row]] = [((), row)]
        while work:
            answers, current = work.pop()
            expansion = self.cache.get((structure, answers))
            if expansion is None:
                continue
            if expansion.asks:
                for given, group in self.reading.split({current: 1}, expansion).items():
                    extended = answers + tuple(zip((asked for asked, _ in expansion.asks), given, strict=True))
                    work.extend((extended, narrowed) for narrowed in group)
                continue
            padded = self.reading.pad({current: 1})
            for choice in expansion.choices:
                after = choice.successor(structure)
                for _, new, _, _ in self.reading.advance(padded, choice, expansion.parts):
                    yield after, new

    def _forced_cycle(self, node: tuple[Structure, Row]) -> bool:
        """Whether the row comes back to itself and there is never more than one choice on the way."""
        current, seen = node, set[tuple[Structure, Row]]()
        while current not in seen:
            seen.add(current)
            following = list(self._successors(current))
            if len(following) != 1:
                return False
            current = following[0]
        return current == node

    def _on_cycle(self, node: tuple[Structure, Row]) -> bool:
        """Whether the row can come back to itself."""
        work, seen = [node], set[tuple[Structure, Row]]()
        while work:
            for after in self._successors(work.pop()):
                if after == node:
                    return True
                if after not in seen:
                    seen.add(after)
                    work.append(after)
        return False

    def _grows_for_ever(self, structure: Structure, row: Row) -> bool:
        """Whether the way since this structure was last met repeats for ever with growing numbers."""
        steps: list[Origin] = []
        origin = self.found.origins[structure][row]
        while origin is not None and len(steps) < self.found.layers:
            steps.append(origin)
            if origin.structure == structure:
                return self.reading.repeats_for_ever(self.cache, structure, origin.row, row, steps[::-1])
            origin = self.found.origins[origin.structure][origin.row]
        return False


def explore_all(stepper: Stepper, explorers: Sequence[Explorer], tick: object = None) -> list[Exploration]:
    """Explore many scenarios together: the phase with most waiting states is asked first.

    ``tick`` is called, when given, with the number of finished explorations.
    """
    results: list[Exploration | None] = [None] * len(explorers)
    waiting: dict[int, tuple[Talk, list[Question], list[Expansion | None]]] = {}

    def resume(number: int, talk: Talk, send: list[Expansion] | None) -> None:
        try:
            questions = next(talk) if send is None else talk.send(send)
        except StopIteration as stop:
            results[number] = stop.value
            waiting.pop(number, None)
            if callable(tick):
                tick(sum(result is not None for result in results))
            return
        waiting[number] = (talk, questions, [None] * len(questions))

    for number, explorer in enumerate(explorers):
        resume(number, explorer.talk(), None)
    while waiting:
        demand = Counter(
            question.phase
            for _, questions, answers in waiting.values()
            for question, answer in zip(questions, answers, strict=True)
            if answer is None
        )
        phase = min(demand, key=lambda name: (-demand[name], name))
        slots = [
            (number, position)
            for number, (_, questions, answers) in waiting.items()
            for position, question in enumerate(questions)
            if question.phase == phase and answers[position] is None
        ]
        batch = [waiting[number][1][position] for number, position in slots]
        for (number, position), expansion in zip(slots, stepper.expand(batch), strict=True):
            waiting[number][2][position] = expansion
        for number in {number for number, _ in slots}:
            talk, _, answers = waiting[number]
            full = [answer for answer in answers if answer is not None]
            if len(full) == len(answers):
                resume(number, talk, full)
    return [result for result in results if result is not None]
