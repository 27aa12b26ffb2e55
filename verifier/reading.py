"""Two readings of the ledger: exact integers, and forms over unknowns with a path condition.

A *row* is the part of a state's ledger that choices change, as a tuple; quantities that never change keep their
value from the start. The explorer works on tables of rows and leaves everything about numbers to a reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from clingo import Symbol

from verifier.arithmetic import Op, Parts, Read, Term, compile_row, evaluate, with_parts
from verifier.stepper import Answers, Choice, ContractBreach, Expansion, Structure

if TYPE_CHECKING:
    from verifier.explorer import Origin
    from verifier.form import Form, PathCondition
    from verifier.symbolic import Oracle

Row = tuple[Any, ...]
Numbers = tuple[tuple[str, str], ...]
Step = tuple[Row, Row, Any, Numbers]
Cache = Mapping[tuple[Structure, Answers], Expansion]

PICK_LIMIT = 100_000


class Reading(Protocol):
    """How the explorer reads and changes rows."""

    def first_row(self) -> Row:
        """Give the row of the start."""

    def register(self, quantities: Iterable[Symbol]) -> None:
        """Make room in the rows for quantities that are about to change."""

    def pad(self, rows: dict[Row, int]) -> dict[Row, int]:
        """Bring rows to the present width; the same object when nothing is to be done. The order stays."""

    def split(
        self, rows: Mapping[Row, int], expansion: Expansion
    ) -> dict[tuple[bool, ...], dict[Row, tuple[int, Row]]]:
        """Group rows by their answers to the questions of an expansion: answers -> row -> (count, row before)."""

    def advance(self, rows: Mapping[Row, int], choice: Choice, parts: Parts) -> Iterator[Step]:
        """Take a choice on every row: (row before, row after, count, numbers picked)."""

    def value(self, row: Row, term: Term, parts: Parts) -> Any:
        """Read a term in a row."""

    def repeats_for_ever(
        self, cache: Cache, structure: Structure, first: Row, last: Row, steps: Sequence[Origin]
    ) -> bool:
        """Whether forced steps that led from one row of a structure to a later one will repeat without end."""


@dataclass
class _Slots:
    """The quantities that change, in the order in which they were met, and the values of the start."""

    base: Mapping[Symbol, Any]

    def __post_init__(self) -> None:
        self.slot: dict[Symbol, int] = {}
        self.names: list[Symbol] = []

    def start(self, quantity: Symbol) -> Any:
        return self.base.get(quantity, 0)

    def register(self, quantities: Iterable[Symbol]) -> None:
        for quantity in sorted(set(quantities) - self.slot.keys()):
            self.slot[quantity] = len(self.names)
            self.names.append(quantity)

    def nodes(self, choice: Choice) -> list[Term]:
        """Give the terms of the row after a choice: slots set, added to, or kept."""
        sets = dict(choice.sets)
        adds: dict[Symbol, list[Term]] = {}
        for quantity, value in choice.adds:
            adds.setdefault(quantity, []).append(value)
        row: list[Term] = []
        for quantity in self.names:
            node = sets.get(quantity, Read(quantity))
            for value in adds.get(quantity, ()):
                node = Op("plus", (node, value))
            row.append(node)
        return row


class ConcreteReading:
    """Rows of exact Python integers; terms are compiled once per choice."""

    def __init__(self, ledger: Mapping[Symbol, int]) -> None:
        self.slots = _Slots(ledger)
        self._compiled: dict[tuple[Any, ...], Callable[[Row], tuple[int, ...]]] = {}

    def first_row(self) -> Row:
        return ()

    def register(self, quantities: Iterable[Symbol]) -> None:
        self.slots.register(quantities)

    def pad(self, rows: dict[Row, int]) -> dict[Row, int]:
        width = len(self.slots.names)
        if all(len(row) == width for row in rows):
            return rows
        start = tuple(self.slots.start(quantity) for quantity in self.slots.names)
        return {row + start[len(row) :]: count for row, count in rows.items()}

    def _compile(self, key: tuple[Any, ...], nodes: Sequence[Any], parts: Parts, extra: Mapping[Symbol, int]) -> Any:
        full = (key, len(self.slots.names))
        if full not in self._compiled:
            slot = {**self.slots.slot, **extra} if extra else self.slots.slot
            self._compiled[full] = compile_row(nodes, slot, self.slots.start, parts)
        return self._compiled[full]

    def split(
        self, rows: Mapping[Row, int], expansion: Expansion
    ) -> dict[tuple[bool, ...], dict[Row, tuple[int, Row]]]:
        padded = self.pad(dict(rows))
        read = self._compile((id(expansion),), [cond for _, cond in expansion.asks], expansion.parts, {})
        groups: dict[tuple[bool, ...], dict[Row, tuple[int, Row]]] = {}
        for row, wide in zip(rows, padded, strict=True):
            groups.setdefault(read(wide), {})[wide] = (rows[row], row)
        return groups

    def advance(self, rows: Mapping[Row, int], choice: Choice, parts: Parts) -> Iterator[Step]:
        nodes = self.slots.nodes(choice)
        if choice.picks:
            yield from self._pick(rows, choice, parts, nodes)
            return
        unchanged = not choice.sets and not choice.adds
        if choice.ways is None:
            if unchanged:
                for row, count in rows.items():
                    yield row, row, count, ()
                return
            read = self._compile((id(choice),), nodes, parts, {})
            for row, count in rows.items():
                yield row, read(row), count, ()
            return
        read = self._compile((id(choice),), [*nodes, choice.ways], parts, {})
        for row, count in rows.items():
            found = read(row)
            if found[-1] > 0:
                yield row, found[:-1], count * found[-1], ()

    def _pick(self, rows: Mapping[Row, int], choice: Choice, parts: Parts, nodes: list[Term]) -> Iterator[Step]:
        (variable, low, high), *rest = choice.picks
        if rest:
            raise ContractBreach(f"{choice.name} picks more than one number at once")
        width = len(self.slots.names)
        bounds = self._compile((id(choice), "bounds"), [low, high], parts, {})
        extra = {variable: width}
        read = self._compile((id(choice), "row"), nodes, parts, extra)
        label = str(variable)
        for row, count in rows.items():
            first, last = bounds(row)
            if last - first > PICK_LIMIT:
                raise TooMany(f"a choice among {last - first + 1:,} numbers")
            for number in range(first, last + 1):
                yield row, read((*row, number)), count, ((label, str(number)),)

    def value(self, row: Row, term: Term, parts: Parts) -> int:
        return evaluate(term, with_parts(self._lookup(row), parts))

    def _lookup(self, row: Row) -> Callable[[Symbol], int]:
        slot, start = self.slots.slot, self.slots.start

        def look(quantity: Symbol) -> int:
            position = slot.get(quantity, len(row))
            return int(row[position] if position < len(row) else start(quantity))

        return look

    def repeats_for_ever(
        self, cache: Cache, structure: Structure, first: Row, last: Row, steps: Sequence[Origin]
    ) -> bool:
        from verifier.loops import repeats

        wide_first, wide_last = (next(iter(self.pad({row: 1}))) for row in (first, last))
        return repeats(self.slots.slot, self.slots.start, cache, structure, (wide_first, wide_last), steps)


class TooMany(RuntimeError):
    """A choice stands for more numbers than can be listed: the run is undecided."""


class SymbolicReading:
    """Rows of forms over the unknowns; the last entry of a row is its path condition."""

    def __init__(self, ledger: Mapping[Symbol, int | Form], oracle: Oracle) -> None:
        self.slots = _Slots(ledger)
        self.oracle = oracle
        self.fresh = 0

    def first_row(self) -> Row:
        return (frozenset(),)

    def register(self, quantities: Iterable[Symbol]) -> None:
        self.slots.register(quantities)

    def pad(self, rows: dict[Row, int]) -> dict[Row, int]:
        width = len(self.slots.names)
        if all(len(row) == width + 1 for row in rows):
            return rows
        start = tuple(self.slots.start(quantity) for quantity in self.slots.names)
        return {(*row[:-1], *start[len(row) - 1 :], row[-1]): count for row, count in rows.items()}

    def _branches(self, row: Row, nodes: Sequence[Any], parts: Parts, extra: Mapping[Symbol, Form]) -> Any:
        from verifier.symbolic import branches, evaluate_symbolic, with_parts_symbolic

        slot, start = self.slots.slot, self.slots.start

        def compute(decide: Any) -> tuple[Any, ...]:
            def kept(quantity: Symbol) -> Any:
                if quantity in extra:
                    return extra[quantity]
                position = slot.get(quantity, len(row))
                return row[position] if position < len(row) - 1 else start(quantity)

            look = with_parts_symbolic(kept, parts, decide)
            return tuple(evaluate_symbolic(node, look, decide) for node in nodes)

        return branches(compute, self.oracle, row[-1])

    def split(
        self, rows: Mapping[Row, int], expansion: Expansion
    ) -> dict[tuple[bool, ...], dict[Row, tuple[int, Row]]]:
        groups: dict[tuple[bool, ...], dict[Row, tuple[int, Row]]] = {}
        conditions = [cond for _, cond in expansion.asks]
        for row, count in rows.items():
            for narrowed, answers in self._branches(row, conditions, expansion.parts, {}):
                group = groups.setdefault(answers, {})
                after = (*row[:-1], narrowed)
                group[after] = (group[after][0] + count if after in group else count, row)
        return groups

    def advance(self, rows: Mapping[Row, int], choice: Choice, parts: Parts) -> Iterator[Step]:
        nodes: list[Any] = [*self.slots.nodes(choice), *([choice.ways] if choice.ways is not None else [])]
        for row, count in rows.items():
            for picked, extra, numbers in self._picked(row, choice, parts):
                for narrowed, found in self._branches(picked, nodes, parts, extra):
                    ways = found[len(self.slots.names)] if choice.ways is not None else 1
                    values = found[: len(self.slots.names)]
                    yield row, (*values, narrowed), count * ways, numbers

    def _picked(self, row: Row, choice: Choice, parts: Parts) -> Iterator[tuple[Row, dict[Symbol, Form], Numbers]]:
        if not choice.picks:
            yield row, {}, ()
            return
        from verifier.form import Form, atom

        (variable, low, high), *_ = choice.picks
        for narrowed, (first, last) in self._branches(row, [low, high], parts, {}):
            if isinstance(first, int) and isinstance(last, int) and last - first <= PICK_LIMIT:
                for number in range(first, last + 1):
                    yield (*row[:-1], narrowed), {variable: Form.of(number)}, ((str(variable), str(number)),)
                continue
            self.fresh += 1
            name = f"pick{self.fresh}"
            unknown = Form.name(name)
            bounds = {
                bound
                for bound in (atom("ge", unknown, first), atom("le", unknown, last))
                if not isinstance(bound, bool)
            }
            yield (*row[:-1], narrowed | bounds), {variable: unknown}, ((str(variable), name),)

    def value(self, row: Row, term: Term, parts: Parts) -> Any:
        """Read a term; it must not branch under the row's path condition (else the first branch is given)."""
        return next(iter(self._branches(row, [term], parts, {})))[1][0]

    def repeats_for_ever(
        self, cache: Cache, structure: Structure, first: Row, last: Row, steps: Sequence[Origin]
    ) -> bool:
        return False


def path_condition(row: Row) -> PathCondition | None:
    """Give a symbolic row's path condition; None for a row of integers."""
    return row[-1] if row and isinstance(row[-1], frozenset) else None
