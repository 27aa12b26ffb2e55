"""Writes a scenario as facts for stock clingo (``encodings/drive/time.lp`` says what they mean)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from clingo import Symbol

from verifier.errors import Fault, InvalidInput
from verifier.explorer import Exploration
from verifier.stepper import Structure

LIMIT = 2**30 - 1
"""Stock clingo's integers wrap at 32 bits: what is larger is refused, and the sum of two that are not still fits."""


def export(
    title: str,
    found: Exploration,
    numbers: Mapping[Symbol, int],
    card_facts: Iterable[Symbol],
    observed: Mapping[str, Symbol | None],
) -> str:
    """Give the facts of an explored scenario; raises InvalidInput for numbers that clingo cannot hold.

    The window (which facts may hold when), the horizon and the largest number come from the exploration; a history
    that leaves them is reported by the program, never cut.
    """
    largest = _largest(found, numbers)
    if largest > LIMIT:
        message = f"stock clingo's integers end at 2**31; this scenario has numbers up to {largest:,}"
        raise InvalidInput([Fault("E010", message)])
    lines = [f"% {line}" for line in title.splitlines()]
    lines += [f"{fact}." for fact in card_facts]
    lines += sorted(f"holds(0,{fact})." for fact in found.start)
    lines += sorted(f"value(0,{quantity},{value})." for quantity, value in numbers.items())
    lines += [f"observed({_pair(name, known)})." for name, known in observed.items()]
    for time, facts in enumerate(_windows(found)):
        lines += sorted(f"window({time},{fact})." for fact in facts)
    lines += [f"horizon({found.layers}).", f"largest({largest})."]
    return "\n".join(lines) + "\n"


def _pair(observable: str, known: Symbol | None) -> str:
    """Write an observable as the two arguments of ``observed``; ``known`` is its term when the rules show it."""
    if known is not None:
        return ",".join(map(str, known.arguments))
    label, _, name = observable.partition(".")
    plain, _, more = name.partition(".")
    if not more:
        return f"{label},{plain}"
    return f"{label},{plain}({more})" if more.isdigit() else f'{label},{plain}("{more}")'


def _largest(found: Exploration, numbers: Mapping[Symbol, int]) -> int:
    """Give a bound that sums and doubles of every number of the exploration stay under."""
    most = max((abs(value) for value in numbers.values()), default=0)
    for rows in found.origins.values():
        for row in rows:
            most = max(most, *(abs(value) for value in row)) if row else most
    return 2 * most + 64


def _windows(found: Exploration) -> Iterator[Structure]:
    """Give the facts that hold in some structure of each layer."""
    following: dict[Structure, set[Structure]] = {}
    for (structure, _), expansion in found.cache.items():
        if not expansion.asks:
            after = {choice.successor(structure) for choice in expansion.choices}
            following.setdefault(structure, set()).update(after)
    layer = {found.start}
    for _ in range(found.layers + 1):
        yield frozenset[Symbol]().union(*layer)
        layer = set[Structure]().union(*(following.get(structure, set()) for structure in layer))
