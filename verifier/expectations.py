"""Reads what a case expects (``expect`` and ``wrong_answers`` in YAML) into claims about its scenario."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from verifier.claims import Always, Assignment, Choosers, Claim, Orderings, Outcomes, Possible
from verifier.errors import Fault, InvalidInput, nearest
from verifier.expressions import Expr, ExpressionFault, Literal, column_of, names, observables, parse
from verifier.observables import canonical_observable
from verifier.trace_claims import Before, NeverBetween

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from verifier.scenario import Scenario
    from verifier.vocabulary import Vocabulary
    from verifier.yaml_source import KeyPath, Source

_TAG: Final = re.compile(r"[a-z][a-z0-9_]*")


class Expectations:
    """Reads claims about one scenario; what is wrong is collected in ``faults`` (codes C006 and C002)."""

    def __init__(self, source: Source, scenario: Scenario, vocabulary: Vocabulary) -> None:
        self.source, self.scenario, self.vocabulary = source, scenario, vocabulary
        self.kinds = {label: "player" if label in scenario.players else "object" for label in scenario.labels}
        self.faults: list[Fault] = []
        self.readers: Mapping[str, Callable[[Any, KeyPath], list[Claim]]] = {
            "outcomes": self.outcomes,
            "always": self.always,
            "never": self.never,
            "possible": self.possible,
            "chooser": self.chooser,
            "choosers": self.choosers,
            "orderings": self.orderings,
            "never_between": self.never_between,
            "before": self.before,
        }

    def fault(self, message: str, path: KeyPath, hint: str | None = None) -> None:
        self.faults.append(self.source.fault("C006", message, path, hint))

    def claims(self, expect: Any, path: KeyPath) -> tuple[Claim, ...]:
        """Read ``expect``: every key is one or more claims."""
        if not isinstance(expect, dict) or not expect:
            self.fault("expected claims such as outcomes, always, possible", path)
            return ()
        found: list[Claim] = []
        for key, written in expect.items():
            if key in self.readers:
                found += self.readers[key](written, (*path, key))
            else:
                self.faults.append(
                    self.source.fault("C002", f"unknown claim {key}", (*path, key), nearest(key, self.readers))
                )
        return tuple(found)

    def assignments(self, written: Any, path: KeyPath, *, when: bool = False) -> tuple[Assignment, ...]:
        """Read a list of mappings from observables to values."""
        if not isinstance(written, list):
            self.fault("expected a list of mappings such as [{label.name: 1}]", path)
            return ()
        found = [self.assignment(each, (*path, place), when=when) for place, each in enumerate(written)]
        return tuple(each for each in found if each is not None)

    def assignment(self, written: Any, path: KeyPath, *, when: bool = False) -> Assignment | None:
        if not isinstance(written, dict) or not written.keys() - {"when"}:
            self.fault("expected a mapping such as {label.name: 1}", path)
            return None
        condition: Expr | None = None
        values: dict[str, Expr] = {}
        for key, held in written.items():
            place = (*path, key)
            if when and key == "when":
                condition = self.expression(held, place, watching=False)
                continue
            name, expr = self.observable(key, place), self.value(held, place)
            if name in values:
                self.fault(f"{name} stands twice", place)
            if name is not None and expr is not None:
                values[name] = expr
        text = ", ".join(f"{key} = {_shown(held)}" for key, held in written.items() if key != "when")
        if condition is not None:
            text += f" when {written['when']}"
        return Assignment(values, text, condition)

    def observable(self, text: str, path: KeyPath, column: int | None = None) -> str | None:
        try:
            return canonical_observable(text, self.kinds, self.vocabulary)
        except InvalidInput as error:
            for each in error.faults:
                self.fault(each.message + ("" if column is None else f" (column {column})"), path, each.hint)
            return None

    def value(self, held: Any, path: KeyPath) -> Expr | None:
        if isinstance(held, bool | int):
            return Literal(held)
        if isinstance(held, str):
            return self.expression(held, path, watching=False)
        self.fault("expected a number, true or false, a word, or an expression", path)
        return None

    def expression(self, text: Any, path: KeyPath, *, watching: bool = True) -> Expr | None:
        """Read an expression; ``watching``: it may speak of observables."""
        if not isinstance(text, str):
            self.fault("expected an expression such as label.name == 1", path)
            return None
        try:
            found = parse(text, spell=self.vocabulary.spell)
        except ExpressionFault as fault:
            self.fault(str(fault), path)
            return None
        known = {*self.scenario.where, *self.kinds}
        for name in sorted(names(found) - known):
            self.fault(f"nothing is called {name} (column {column_of(found, name)})", path, nearest(name, known))
        for key in sorted(observables(found)):
            column = column_of(found, key)
            if not watching:
                self.fault(f"{key} cannot stand here: only names declared under where (column {column})", path)
            elif (spelled := self.observable(key, path, column)) not in (key, None):
                self.fault(f"{key} is written {spelled} (column {column})", path)
        return found

    def outcomes(self, written: Any, path: KeyPath) -> list[Claim]:
        expected = self.assignments(written, path, when=True)
        if not expected:
            self.fault("expected at least one outcome", path)
            return []
        for place, each in enumerate(expected):
            if set(each.values) != set(expected[0].values):
                self.fault("names other observables than the first outcome", (*path, place))
        return [Outcomes(tuple(Assignment(_ordered(each, expected[0]), each.text, each.when) for each in expected))]

    def expressions(self, written: Any, path: KeyPath) -> list[tuple[Expr, str]]:
        items = [(each, (*path, place)) for place, each in enumerate(written)] if isinstance(written, list) else []
        pairs = [(self.expression(text, where), text) for text, where in items or [(written, path)]]
        return [(expr, text) for expr, text in pairs if expr is not None]

    def always(self, written: Any, path: KeyPath) -> list[Claim]:
        return [Always(expr, text) for expr, text in self.expressions(written, path)]

    def never(self, written: Any, path: KeyPath) -> list[Claim]:
        return [Always(expr, text, never=True) for expr, text in self.expressions(written, path)]

    def possible(self, written: Any, path: KeyPath) -> list[Claim]:
        return [Possible(expr, text) for expr, text in self.expressions(written, path)]

    def players(self, written: Any, path: KeyPath) -> tuple[str, ...]:
        found = written if isinstance(written, list) else [written]
        for who in found:
            if who not in self.scenario.players:
                hint = nearest(who, self.scenario.players) if isinstance(who, str) else None
                self.fault(f"no player is called {who}", path, hint)
        return tuple(who for who in found if isinstance(who, str))

    def chooser(self, written: Any, path: KeyPath) -> list[Claim]:
        if not isinstance(written, dict):
            self.fault("expected a mapping such as {replacement: PLAYER}", path)
            return []
        return [
            Choosers(self.players(who, (*path, what)), tag)
            for what, who in written.items()
            if (tag := self.tag(what, (*path, what)))
        ]

    def choosers(self, written: Any, path: KeyPath) -> list[Claim]:
        return [Choosers(self.players(written, path))]

    def orderings(self, written: Any, path: KeyPath) -> list[Claim]:
        if not isinstance(written, list):
            count = self.value(written, path)
            return [] if count is None else [Orderings(count, str(written))]
        found: list[Claim] = []
        for place, each in enumerate(written):
            where = (*path, place)
            if not isinstance(each, dict) or each.keys() != {"values", "orderings"}:
                self.fault("expected {values: {label.name: 1}, orderings: 2}", where)
                continue
            to = self.assignment(each["values"], (*where, "values"))
            count = self.value(each["orderings"], (*where, "orderings"))
            if to is not None and count is not None:
                found.append(Orderings(count, str(each["orderings"]), to))
        return found

    def tag(self, written: Any, path: KeyPath) -> str:
        if isinstance(written, str) and _TAG.fullmatch(written):
            return written
        self.fault("expected the tag of a step, a word in small letters", path)
        return ""

    def never_between(self, written: Any, path: KeyPath) -> list[Claim]:
        found: list[Claim] = []
        for each in written if isinstance(written, list) else [written]:
            if not isinstance(each, dict) or each.keys() != {"from", "to", "never"}:
                self.fault("expected {from: TAG, to: TAG, never: TAG}", path)
                continue
            start, end, never = (self.tag(each[key], path) for key in ("from", "to", "never"))
            found.append(NeverBetween(start, end, never))
        return found

    def before(self, written: Any, path: KeyPath) -> list[Claim]:
        if not isinstance(written, list) or len(written) < 2:
            self.fault("expected two tags or more: [FIRST, THEN]", path)
            return []
        tags = [self.tag(each, (*path, place)) for place, each in enumerate(written)]
        return [Before(first, then) for first, then in pairwise(tags)]


def watched(claims: Iterable[Claim], answers: Iterable[Assignment]) -> list[str]:
    """Give the observables that claims and wrong answers speak of, each once, in order."""
    from verifier.claims import mentioned

    found = [key for claim in claims for key in mentioned(claim)] + [key for each in answers for key in each.values]
    return list(dict.fromkeys(found))


def _ordered(each: Assignment, like: Assignment) -> dict[str, Expr]:
    return {key: each.values[key] for key in like.values if key in each.values}


def _shown(held: Any) -> str:
    return str(held).lower() if isinstance(held, bool) else str(held)
