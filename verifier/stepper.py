"""Asks clingo what can be done next in a batch of states.

The rules are loaded by phase: the functor at the head of a state's agenda names the phase, and the first line
of every rules file says for which phases it is read (``%! phases: a, b`` or ``all``). The programs are
stratified, so grounding alone computes the one answer set; no search takes place. Every call uses a fresh
control, because a control that is grounded again and again walks all its old atoms.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

import clingo
from clingo import Function, Number, Symbol
from clingo.ast import AST, ProgramBuilder, parse_string

from verifier.arithmetic import Condition, Term, condition, term
from verifier.errors import Fault, InvalidInput

Structure = frozenset[Symbol]
Answers = tuple[tuple[Symbol, bool], ...]

_READS = re.compile(r"\bholds\(\s*\w+\s*,\s*(\w+)")
_HEADER = re.compile(r"^%! phases: (?P<phases>[a-z_, ]+)$")
BATCH = 256
NOBODY = "game"
"""Whose choice it is when the rules leave none."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal choice of a state: whose it is, what it changes, and why."""

    who: str
    name: Symbol
    ways: Term | None
    gains: Structure
    drops: Structure
    sets: tuple[tuple[Symbol, Term], ...]
    adds: tuple[tuple[Symbol, Term], ...]
    picks: tuple[tuple[Symbol, Term, Term], ...]
    because: tuple[tuple[str, str], ...]
    through: tuple[str, ...] = ()

    def successor(self, structure: Structure) -> Structure:
        """Give the structure after this choice; a fact both dropped and gained stays."""
        return (structure - self.drops) | self.gains


@dataclass(frozen=True, slots=True)
class Expansion:
    """What the rules say of a structure under given answers.

    While ``asks`` is not empty the choices are not valid yet: answer first, ask again.
    """

    asks: tuple[tuple[Symbol, Condition], ...]
    choices: tuple[Choice, ...]
    parts: dict[Symbol, tuple[Term, ...]]
    final: bool
    faults: tuple[tuple[str, str], ...]
    shown: dict[str, Symbol] = field(default_factory=dict)
    observables: dict[str, Symbol] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    """A structure of a world (the card facts of its scenario), the answers so far, and the phase to read."""

    cards: frozenset[str]
    structure: Structure
    answers: Answers
    phase: str


def phase_of(structure: Structure) -> str:
    """Give the functor at the head of the agenda, or ``""`` when nothing is left to do."""
    for fact in structure:
        if fact.name == "todo":
            agenda = fact.arguments[0]
            return agenda.arguments[0].name if agenda.name == "cons" else ""
    return ""


class Encodings:
    """The rules files by phase, and the card facts by card, of one encodings directory."""

    def __init__(self, root: Path, extra_cards: Sequence[Path] = ()) -> None:
        self.root = root
        self.files = sorted((root / "rules").glob("*.lp"))
        self.card_files = sorted((root / "cards").glob("*.lp")) + [
            path for folder in extra_cards for path in sorted(folder.glob("*.lp"))
        ]
        self._phases: dict[str, list[Path]] = defaultdict(list)
        for path in self.files:
            for phase in self._header(path):
                self._phases[phase].append(path)
        self._nodes: dict[Path, list[AST]] = {}
        self._reads: dict[str, frozenset[str] | None] = {}
        self._facts: dict[str, tuple[Symbol, ...]] | None = None

    @staticmethod
    def _header(path: Path) -> list[str]:
        with path.open(encoding="utf-8") as lines:
            match = _HEADER.match(lines.readline().rstrip("\n"))
        if match is None:
            raise InvalidInput([Fault("E001", "the first line must be '%! phases: …'", file=str(path), line=1)])
        return [phase.strip() for phase in match["phases"].split(",")]

    def program(self, phase: str) -> Iterator[AST]:
        """Give the parsed rules a phase reads (every file is parsed once)."""
        for path in self._phases["all"] + self._phases[phase]:
            if path not in self._nodes:
                nodes: list[AST] = []
                parse_string(path.read_text(encoding="utf-8"), nodes.append)
                self._nodes[path] = nodes
            yield from self._nodes[path]

    def reads(self, phase: str) -> frozenset[str] | None:
        """Give the functors of structure facts that a phase's rules speak of; None when a rule takes any fact."""
        if phase not in self._reads:
            paths = self._phases["all"] + self._phases[phase]
            found = {name for path in paths for name in _READS.findall(path.read_text(encoding="utf-8"))}
            self._reads[phase] = None if any(name[0].isupper() for name in found) else frozenset(found)
        return self._reads[phase]

    @property
    def cards(self) -> dict[str, tuple[Symbol, ...]]:
        """The facts of every card, by its name. Raises InvalidInput for files that are not plain facts."""
        if self._facts is None:
            self._facts = _read_cards(self.card_files)
        return self._facts

    def world(self, names: Iterable[str]) -> frozenset[str]:
        """Give these cards and all that their facts name (what they create, for example), without end."""
        found: set[str] = set()
        work = list(names)
        while work:
            name = work.pop()
            if name not in found:
                found.add(name)
                work += [text for fact in self.cards.get(name, ()) for text in _texts(fact) if text in self.cards]
        return frozenset(found)


def _texts(symbol: Symbol) -> Iterator[str]:
    """Give every text inside a symbol."""
    if symbol.type is clingo.SymbolType.String:
        yield symbol.string
    elif symbol.type is clingo.SymbolType.Function:
        for argument in symbol.arguments:
            yield from _texts(argument)


def _read_cards(files: Iterable[Path]) -> dict[str, tuple[Symbol, ...]]:
    facts: dict[str, list[Symbol]] = defaultdict(list)
    for path in files:
        text = path.read_text(encoding="utf-8")
        if re.search(r"^\s*#", text, re.MULTILINE):
            raise InvalidInput([Fault("E002", "a card file holds facts only, no directives", file=str(path))])
        messages: list[str] = []

        def told(_: object, message: str, seen: list[str] = messages) -> None:
            seen.append(message)

        control = clingo.Control(["--warn=none"], logger=told)
        try:
            control.add("base", [], text)
            control.ground([("base", [])])
        except RuntimeError as error:
            detail = messages[0].splitlines()[0] if messages else str(error)
            raise InvalidInput([Fault("E003", f"not readable as facts: {detail}", file=str(path))]) from error
        for atom in control.symbolic_atoms:
            symbol = atom.symbol
            if not symbol.name.startswith("card") or symbol.arguments[0].type is not clingo.SymbolType.String:
                message = f"{symbol} is no card fact: card/1, card_type/2, card_ability/3 … with the name as text"
                raise InvalidInput([Fault("E004", message, file=str(path))])
            facts[symbol.arguments[0].string].append(symbol)
    return {name: tuple(sorted(symbols)) for name, symbols in facts.items()}


@cache
def _index(number: int) -> Symbol:
    return Number(number)


@lru_cache(maxsize=1 << 18)
def _holds(number: int, fact: Symbol) -> Symbol:
    return Function("holds", [_index(number), fact])


@lru_cache(maxsize=1 << 16)
def _functor(fact: Symbol) -> str:
    return fact.name


class Stepper:
    """Answers batches of questions, one clingo call per phase and batch."""

    def __init__(self, encodings: Encodings) -> None:
        self.encodings = encodings

    def expand(self, questions: Sequence[Question]) -> list[Expansion]:
        """Expand every question; the answers come in the order of the questions."""
        by_phase: dict[str, list[int]] = defaultdict(list)
        for position, question in enumerate(questions):
            by_phase[question.phase].append(position)
        answers: dict[int, Expansion] = {}
        for phase, positions in by_phase.items():
            for start in range(0, len(positions), BATCH):
                chunk = positions[start : start + BATCH]
                found = self._ground(phase, [questions[position] for position in chunk])
                answers.update(zip(chunk, found, strict=True))
        return [answers[position] for position in range(len(questions))]

    def _ground(self, phase: str, batch: Sequence[Question]) -> list[Expansion]:
        control = clingo.Control(["--warn=none"])
        with ProgramBuilder(control) as builder:
            for node in self.encodings.program(phase):
                builder.add(node)
        with control.backend() as backend:
            for card in sorted(frozenset[str]().union(*(question.cards for question in batch))):
                for fact in self.encodings.cards.get(card, ()):
                    backend.add_rule([backend.add_atom(fact)])
            reads = self.encodings.reads(phase)
            for number, question in enumerate(batch):
                state = _index(number)
                backend.add_rule([backend.add_atom(Function("state", [state]))])
                for fact in question.structure:
                    if reads is None or _functor(fact) in reads:
                        backend.add_rule([backend.add_atom(_holds(number, fact))])
                for asked, truth in question.answers:
                    backend.add_rule([backend.add_atom(Function("yes" if truth else "no", [state, asked]))])
        control.ground([("base", [])])
        return _collect(control, batch)


def _rows(control: clingo.Control, name: str, arity: int) -> Iterable[list[Symbol]]:
    for atom in control.symbolic_atoms.by_signature(name, arity):
        if not atom.is_fact:
            raise ContractBreach(f"{atom.symbol} is not certain: the rules are not stratified")
        yield atom.symbol.arguments


class _Draft:
    """One state's answers while they are collected."""

    def __init__(self) -> None:
        self.asks: list[Symbol] = []
        self.options: dict[Symbol, str] = {}
        self.ways: dict[Symbol, Term] = {}
        self.gains: dict[Symbol, list[Symbol]] = defaultdict(list)
        self.drops: dict[Symbol, list[Symbol]] = defaultdict(list)
        self.sets: dict[Symbol, list[tuple[Symbol, Term]]] = defaultdict(list)
        self.adds: dict[Symbol, list[tuple[Symbol, Symbol, Term]]] = defaultdict(list)
        self.picks: dict[Symbol, list[tuple[Symbol, Term, Term]]] = defaultdict(list)
        self.because: dict[Symbol, list[tuple[str, str]]] = defaultdict(list)
        self.through: dict[Symbol, list[str]] = defaultdict(list)
        self.parts: dict[Symbol, list[tuple[Symbol, Term]]] = defaultdict(list)
        self.final = False
        self.faults: list[tuple[str, str]] = []
        self.shown: dict[str, Symbol] = {}
        self.observables: dict[str, Symbol] = {}

    def done(self, answers: Answers) -> Expansion:
        known = {asked for asked, _ in answers}
        return Expansion(
            asks=tuple((asked, condition(asked)) for asked in sorted(set(self.asks) - known)),
            choices=tuple(self.choice(name) for name in sorted(self.options)),
            parts={
                q: tuple(value for _, value in sorted(rows, key=lambda row: row[0])) for q, rows in self.parts.items()
            },
            final=self.final,
            faults=tuple(sorted(self.faults)),
            shown=self.shown,
            observables=self.observables,
        )

    def choice(self, name: Symbol) -> Choice:
        sets = tuple(sorted(self.sets[name], key=lambda pair: pair[0]))
        if len({quantity for quantity, _ in sets}) < len(sets):
            raise ContractBreach(f"{name} sets a quantity twice: {[str(quantity) for quantity, _ in sets]}")
        return Choice(
            who=self.options[name],
            name=name,
            ways=self.ways.get(name),
            gains=frozenset(self.gains[name]),
            drops=frozenset(self.drops[name]),
            sets=sets,
            adds=tuple((quantity, value) for quantity, _, value in sorted(self.adds[name], key=lambda row: row[:2])),
            picks=tuple(self.picks[name]),
            because=tuple(sorted(self.because[name])),
            through=tuple(sorted(self.through[name])),
        )


class ContractBreach(RuntimeError):
    """The encodings answered in a way the step contract forbids: a fault of the encodings, not of the input."""


def _collect(control: clingo.Control, batch: Sequence[Question]) -> list[Expansion]:
    drafts = [_Draft() for _ in batch]
    for state, asked in _rows(control, "ask", 2):
        drafts[state.number].asks.append(asked)
    for state, who, name in _rows(control, "option", 3):
        drafts[state.number].options[name] = str(who)
    for state, name, value in _rows(control, "ways", 3):
        drafts[state.number].ways[name] = term(value)
    for state, name, fact in _rows(control, "gain", 3):
        drafts[state.number].gains[name].append(fact)
    for state, name, fact in _rows(control, "drop", 3):
        drafts[state.number].drops[name].append(fact)
    for state, name, quantity, value in _rows(control, "set", 4):
        drafts[state.number].sets[name].append((quantity, term(value)))
    for state, name, quantity, key, value in _rows(control, "add", 5):
        drafts[state.number].adds[name].append((quantity, key, term(value)))
    for state, name, variable, low, high in _rows(control, "pick", 5):
        drafts[state.number].picks[name].append((variable, term(low), term(high)))
    for state, quantity, key, value in _rows(control, "part", 4):
        drafts[state.number].parts[quantity].append((key, term(value)))
    for state, name, rule, what in _rows(control, "because", 4):
        drafts[state.number].because[name].append((rule.string, str(what)))
    for state, name, source in _rows(control, "through", 3):
        drafts[state.number].through[name].append(str(source))
    for (state,) in _rows(control, "final", 1):
        drafts[state.number].final = True
    for state, subject, reason in _rows(control, "err", 3):
        drafts[state.number].faults.append((str(subject), reason.string))
    for state, observed, value in _rows(control, "show", 3):
        spelled = dotted(*observed.arguments)
        drafts[state.number].shown[spelled] = value
        drafts[state.number].observables[spelled] = observed
    return [draft.done(question.answers) for draft, question in zip(drafts, batch, strict=True)]


def dotted(label: Symbol, name: Symbol) -> str:
    """Write an observable as people do: ``label.name`` or ``label.name.more``."""
    return ".".join(["_".join(map(_written, label.arguments)) or str(label), name.name, *map(_written, name.arguments)])


def _written(symbol: Symbol) -> str:
    return symbol.string if symbol.type is clingo.SymbolType.String else str(symbol)
