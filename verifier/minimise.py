"""The smallest numbers for which something holds, and whether it is proved that there are none smaller.

*Smallest* has one meaning everywhere: the least sum of the unknowns' absolute values, and of those with the same sum
the least value of the first unknown under ``where``, then of the second, and so on. Every other variable of a
formula (a number picked within a run) only has to exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from verifier.oracle import Formula, Oracle

Values = dict[str, int]
EFFORT: Final = 20  # the whole descent may cost as much as so many queries that Z3 just answers within its limits


@dataclass(frozen=True, slots=True)
class Least:
    """Values of all unknowns under ``where``, and whether smaller ones are proved not to exist."""

    values: Values
    proved: bool


def rank(values: Mapping[str, int]) -> tuple[int, ...]:
    """Give the key by which values of the same unknowns, in the same order, are compared."""
    return sum(map(abs, values.values())), *values.values()


def least(oracle: Oracle, wanted: Sequence[Formula], below: Mapping[str, int] | None = None) -> Least | None:
    """Give the smallest values within the bounds that satisfy all formulas, or None when there are none.

    With ``below`` only values smaller than these count. What is given always satisfies everything asked; when Z3
    gives up, or the effort is spent, before a smaller one is found or excluded, it is not ``proved``. Raises
    SolverUnknown when Z3 cannot even tell whether there are any.
    """
    search = _Search(oracle)
    with oracle.assuming([*wanted, *([search.smaller_than(below)] if below is not None else [])]):
        found = oracle.model()
        return None if found is None else search.descend(found)


class _Search:
    """A descent from values that are right to the smallest: one measure after another is bisected and then fixed."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle, z3 = oracle, oracle.z3
        self.variables: dict[str, Any] = {name: z3.Int(name) for name in oracle.where}
        sizes = [
            variable if _never_negative(oracle, name) else z3.If(variable >= 0, variable, -variable)
            for name, variable in self.variables.items()
        ]
        self.size = z3.Sum([z3.IntVal(0), *sizes])

    def smaller_than(self, values: Mapping[str, int]) -> Any:
        """Say that the unknowns have smaller values than these."""
        z3, same = self.oracle.z3, [self.size == rank(values)[0]]
        cases = [self.size < rank(values)[0]]
        for name, variable in self.variables.items():
            cases.append(z3.And(*same, variable < values[name]))
            same.append(variable == values[name])
        return z3.Or(*cases)

    def descend(self, best: Values) -> Least:
        from verifier.oracle import SolverUnknown

        limit = self.oracle.spent() + EFFORT * self.oracle.rlimit
        measures: list[tuple[Any, Callable[[Values], int]]] = [(self.size, lambda values: rank(values)[0])]
        measures += [(variable, lambda values, name=name: values[name]) for name, variable in self.variables.items()]  # type: ignore[misc]
        fixed: list[Any] = []
        low = 0
        try:
            for measure, of in measures:
                while low < of(best):
                    if self.oracle.spent() > limit:
                        return Least(best, proved=False)
                    middle = (low + of(best)) // 2
                    smaller = self.oracle.model([*fixed, measure <= middle])
                    if smaller is None:
                        low = middle + 1
                    else:
                        best = smaller
                fixed.append(measure == of(best))
                low = -rank(best)[0]
        except SolverUnknown:
            return Least(best, proved=False)
        return Least(best, proved=True)


def _never_negative(oracle: Oracle, name: str) -> bool:
    low, _ = oracle.bounds.get(name, (None, None))
    return low is not None and low >= 0
