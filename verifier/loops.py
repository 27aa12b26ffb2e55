"""Proves that a forced loop with growing numbers never ends.

A round of forced steps led from a structure back to it. The numbers that grew are taken as unknowns of at least
their last value; when every question of the round has one answer for all of them, every step stays forced, and
no number sinks in the round, then it repeats for ever, by induction over the rounds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clingo import Symbol

from verifier.arithmetic import Condition, Term
from verifier.form import Form, Value, atom
from verifier.stepper import Answers, Choice, Expansion, Structure
from verifier.symbolic import Oracle, SolverUnknown, evaluate_symbolic, with_parts_symbolic

if TYPE_CHECKING:
    from verifier.explorer import Origin


class _Open(Exception):
    """A question of the round has no one answer for all later rounds."""


def repeats(
    slot: Mapping[Symbol, int],
    start: Callable[[Symbol], int],
    cache: Mapping[tuple[Structure, Answers], Expansion],
    structure: Structure,
    rows: tuple[tuple[int, ...], tuple[int, ...]],
    steps: Sequence[Origin],
) -> bool:
    """Whether the steps that led from the first row of a structure to the last repeat without end."""
    first, last = rows
    if any(new < old for old, new in zip(first, last, strict=True)):
        return False
    values: list[Value] = [
        new if new == old else Form.name(f"q{position}")
        for position, (old, new) in enumerate(zip(first, last, strict=True))
    ]
    oracle = Oracle({})
    bounds = frozenset(
        bound
        for value, new in zip(values, last, strict=True)
        if isinstance(value, Form) and not isinstance(bound := atom("ge", value, new), bool)
    )

    def decide(op: str, left: Value, right: Value) -> bool:
        known = oracle.decide(bounds, op, left, right)
        if known is None:
            raise _Open
        return known

    try:
        after = values
        for step in steps:
            after = _step(after, step, slot, start, cache, decide)
        return steps[0].structure == structure and all(
            old == new if isinstance(old, int) else oracle.decide(bounds, "ge", new, old) is True
            for old, new in zip(values, after, strict=True)
        )
    except (_Open, SolverUnknown):
        return False


def _step(
    values: list[Value],
    step: Origin,
    slot: Mapping[Symbol, int],
    start: Callable[[Symbol], int],
    cache: Mapping[tuple[Structure, Answers], Expansion],
    decide: Callable[[str, Value, Value], bool],
) -> list[Value]:
    answers: Answers = ()
    while True:
        expansion = cache[step.structure, answers]
        read = _reader(values, expansion, slot, start, decide)
        if not expansion.asks:
            break
        answers += tuple((asked, bool(read(condition))) for asked, condition in expansion.asks)
        if (step.structure, answers) not in cache:
            raise _Open
    if [choice.name for choice in expansion.choices] != [step.choice.name] or step.choice.picks:
        raise _Open
    return _changed(values, expansion.choices[0], slot, read)


def _reader(
    values: list[Value],
    expansion: Expansion,
    slot: Mapping[Symbol, int],
    start: Callable[[Symbol], int],
    decide: Callable[[str, Value, Value], bool],
) -> Callable[[Term | Condition], Any]:
    def kept(quantity: Symbol) -> Value:
        return values[slot[quantity]] if quantity in slot else start(quantity)

    look = with_parts_symbolic(kept, expansion.parts, decide)
    return lambda node: evaluate_symbolic(node, look, decide)


def _changed(
    values: list[Value], choice: Choice, slot: Mapping[Symbol, int], read: Callable[[Term | Condition], Any]
) -> list[Value]:
    after = list(values)
    for quantity, term in choice.sets:
        after[slot[quantity]] = read(term)
    contributions = [(slot[quantity], read(term)) for quantity, term in choice.adds]
    for position, value in contributions:
        after[position] = after[position] + value
    return after
