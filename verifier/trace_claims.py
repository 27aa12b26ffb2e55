"""Claims about the order of steps, decided over every choice sequence of an explored graph.

A step carries tags: what the rules say it is (the second half of ``because``). A claim is a small automaton that
reads the tags of one step after another. It runs first over structures alone, which admits more sequences than there
are: what holds there holds. What fails there is searched again row by row, so that a refutation is always a sequence
that exists.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from verifier.explorer import Exploration, Origin
from verifier.graph import Step, step
from verifier.reading import Row, path_condition
from verifier.stepper import Answers, Choice, Expansion, Structure

if TYPE_CHECKING:
    from verifier.form import PathCondition
    from verifier.graph import ChoiceGraph

Cache = Mapping[tuple[Structure, Answers], Expansion]
Place = tuple[Structure, str]
ROW_LIMIT = 500_000

IDLE, OPEN, SPOILT, BROKEN = "idle", "open", "spoilt", "broken"


@dataclass(frozen=True, slots=True)
class NeverBetween:
    """After a step tagged ``start`` and before the next one tagged ``end`` no step is tagged ``never``.

    Every ``start`` counts, also one that is followed by another before the ``end``. A step that is both
    ``never`` and ``start`` or ``end`` does not lie between. Sequences without an ``end`` break nothing.
    """

    start: str
    end: str
    never: str

    @property
    def text(self) -> str:
        return f"never {self.never} between {self.start} and {self.end}"

    @property
    def needed(self) -> str:
        return f"no {self.end} ever follows a {self.start} here, so that the claim says nothing"

    def after(self, state: str, tags: frozenset[str]) -> tuple[str, bool]:
        """Give the next state, and whether the step completes what the claim is about."""
        if state != IDLE and self.end in tags:
            return BROKEN if state == SPOILT else OPEN if self.start in tags else IDLE, True
        if state == OPEN and self.never in tags:
            return SPOILT, False
        return (OPEN if state == IDLE and self.start in tags else state), False


@dataclass(frozen=True, slots=True)
class Before:
    """No step is tagged ``then`` unless an earlier one was tagged ``first``."""

    first: str
    then: str

    @property
    def text(self) -> str:
        return f"{self.first} before {self.then}"

    @property
    def needed(self) -> str:
        return f"no step is tagged {self.then} here, so that the claim says nothing"

    def after(self, state: str, tags: frozenset[str]) -> tuple[str, bool]:
        """Give the next state, and whether the step completes what the claim is about."""
        if state == IDLE and self.then in tags:
            return BROKEN, True
        return (OPEN if self.first in tags else state), self.then in tags


TraceClaim = NeverBetween | Before


@dataclass(slots=True)
class Finding:
    """What a search found: a sequence that breaks the claim, or why that stays open; neither when it holds.

    ``condition`` is the path condition of the sequence, None without unknowns; ``others`` searches on, for sequences
    under other path conditions.
    """

    broken: list[Step] | None = None
    open: str = ""
    condition: PathCondition | None = None
    others: Iterator[Finding] = field(default_factory=lambda: iter(()))


def examine(claim: TraceClaim, graph: ChoiceGraph, limit: int = ROW_LIMIT) -> Finding:
    """Search all choice sequences for one that breaks the claim; at most ``limit`` rows are walked."""
    found = graph.exploration
    shape = _shape(claim, found)
    if shape.breaks:
        walk = _Walk(claim, found, shape.alarming(), limit)
        breaks = walk.search()
        broken = next(breaks, None)
        if broken is not None:
            broken.others = breaks
            return broken
        if walk.stopped:
            return Finding(open=f"more than {limit:,} rows to follow")
    if not graph.complete:
        return Finding(open=graph.why or "the exploration is not complete")
    return Finding() if shape.met else Finding(open=claim.needed)


@dataclass(slots=True)
class _Shape:
    """The product of structures and claim states: who comes before whom, and where the claim breaks."""

    before: dict[Place, set[Place]] = field(default_factory=lambda: defaultdict(set))
    breaks: set[Place] = field(default_factory=set)
    met: bool = False

    def alarming(self) -> set[Place]:
        """Give the places from which the claim may still break."""
        seen, work = set(self.breaks), list(self.breaks)
        while work:
            for place in self.before[work.pop()] - seen:
                seen.add(place)
                work.append(place)
        return seen


def _tags(choice: Choice) -> frozenset[str]:
    return frozenset(what for _, what in choice.because)


def _shape(claim: TraceClaim, found: Exploration) -> _Shape:
    choices: dict[Structure, list[Choice]] = defaultdict(list)
    for (structure, _), expansion in found.cache.items():
        if not expansion.asks and not expansion.final:
            choices[structure].extend(expansion.choices)
    shape = _Shape()
    work: list[Place] = [(found.start, IDLE)]
    seen = set(work)
    while work:
        place = work.pop()
        structure, state = place
        for choice in choices[structure]:
            state_after, met = claim.after(state, _tags(choice))
            shape.met = shape.met or met
            if state_after == BROKEN:
                shape.breaks.add(place)
                continue
            following = (choice.successor(structure), state_after)
            shape.before[following].add(place)
            if following not in seen:
                seen.add(following)
                work.append(following)
    return shape


class _Walk:
    """Walks rows breadth-first through the places that matter, and remembers how each was reached."""

    def __init__(self, claim: TraceClaim, found: Exploration, places: set[Place], limit: int) -> None:
        self.claim, self.found, self.places, self.limit = claim, found, places, limit
        self.reading = found.reading
        self.origins: dict[tuple[Place, Row], tuple[Place, Origin] | None] = {}
        self.stopped = False

    def search(self) -> Iterator[Finding]:
        """Give the shortest breaking sequence for every path condition (``stopped``: the limit was reached first)."""
        told: set[PathCondition | None] = set()
        start: Place = (self.found.start, IDLE)
        first = next(iter(self.reading.pad({self.reading.first_row(): 1})))
        self.origins[start, first] = None
        layer: dict[Place, dict[Row, int]] = {start: {first: 1}}
        depth = 0
        while layer and not self.stopped:
            following: dict[Place, dict[Row, int]] = defaultdict(dict)
            for place, rows in layer.items():
                for before, after, choice, origin in self._steps(place, rows, depth):
                    state, _ = self.claim.after(place[1], _tags(choice))
                    if state == BROKEN:
                        if (condition := path_condition(after)) not in told:
                            told.add(condition)
                            steps = [*self._trace(place, before), origin]
                            yield Finding([step(each) for each in steps], condition=condition)
                        continue
                    key = ((choice.successor(place[0]), state), after)
                    if key[0] in self.places and key not in self.origins:
                        self.origins[key] = (place, origin)
                        following[key[0]][after] = 1
            self.stopped = len(self.origins) > self.limit
            layer = following
            depth += 1

    def _steps(self, place: Place, rows: dict[Row, int], depth: int) -> Iterator[tuple[Row, Row, Choice, Origin]]:
        """Take every choice of every row: row before, row after, choice, and how it is told."""
        structure = place[0]
        work: list[tuple[Answers, dict[Row, Row]]] = [((), {row: row for row in rows})]
        while work:
            answers, narrowed = work.pop()
            expansion = self.found.cache.get((structure, answers))
            if expansion is None or expansion.final:
                continue
            plain = dict.fromkeys(narrowed, 1)
            if expansion.asks:
                for given, group in self.reading.split(plain, expansion).items():
                    extended = answers + tuple(zip((asked for asked, _ in expansion.asks), given, strict=True))
                    work.append((extended, {row: narrowed[before] for row, (_, before) in group.items()}))
                continue
            for choice in expansion.choices:
                for old, new, _, numbers in self.reading.advance(plain, choice, expansion.parts):
                    origin = Origin(depth, structure, narrowed[old], choice, numbers)
                    yield narrowed[old], new, choice, origin

    def _trace(self, place: Place, row: Row) -> list[Origin]:
        steps: list[Origin] = []
        link = self.origins[place, row]
        while link is not None:
            place, origin = link
            steps.append(origin)
            link = self.origins[place, origin.row]
        return steps[::-1]
