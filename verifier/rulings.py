"""Rulings: statements about the rules with cases that a verifier can check, read from YAML and judged on choice graphs.

A ruling whose status is not *holds* is a statement that somebody made and that the rules contradict, or that only some
edition of them supports: its cases expect what the rules say, and its reason tells why.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from verifier.claims import Assignment, Claim, ClaimFault, Judgement, Verdict, decide
from verifier.controls import reached, rejects
from verifier.errors import Fault, InvalidInput, nearest
from verifier.expectations import Expectations, watched
from verifier.oracle import SolverUnknown
from verifier.scenario import Scenario
from verifier.yaml_source import KeyPath, Source, read_yaml

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from verifier.runs import Run
    from verifier.vocabulary import Vocabulary

STATUSES: Final = ("holds", "refuted-by-rules", "depends-on-edition")
KEYS: Final = ("id", "says", "cites", "status", "reason", "cases", "wrong_answers")
CASE_KEYS: Final = ("title", "scenario", "expect", "wrong_answers")
_ID: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Case:
    """One situation of a ruling: its scenario, what is claimed, and answers the claims must reject."""

    title: str
    scenario: Scenario
    claims: tuple[Claim, ...]
    wrong_answers: tuple[Assignment, ...]
    file: str
    line: int | None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A statement with its sources (``cites``) and cases; the name of the file it stands in is its ``topic``."""

    id: str
    says: str
    cites: Mapping[str, Any]
    status: str
    reason: str
    cases: tuple[Case, ...]
    file: str
    line: int | None

    @property
    def topic(self) -> str:
        return Path(self.file).stem


@dataclass(frozen=True, slots=True)
class Rulings:
    """Rulings in the order in which they were read."""

    all: tuple[Ruling, ...]

    def __iter__(self) -> Iterator[Ruling]:
        return iter(self.all)

    def __len__(self) -> int:
        return len(self.all)

    @property
    def cases(self) -> list[Case]:
        """The cases of all rulings, in order."""
        return [case for ruling in self.all for case in ruling.cases]


@dataclass(frozen=True, slots=True)
class CaseVerdict:
    """What is known about a case: a judgement for every claim, and what is wrong with the case itself."""

    case: Case
    judgements: tuple[Judgement, ...] = ()
    faults: tuple[Fault, ...] = ()
    run: Run | None = None

    @property
    def invalid(self) -> bool:
        return bool(self.faults)

    @property
    def verdict(self) -> Verdict:
        """The worst of its claims; a case with faults holds nothing."""
        return _worst([judgement.verdict for judgement in self.judgements], invalid=self.invalid)


@dataclass(frozen=True, slots=True)
class RulingVerdict:
    """What is known about a ruling, case by case."""

    ruling: Ruling
    cases: tuple[CaseVerdict, ...]

    @property
    def invalid(self) -> bool:
        return any(case.invalid for case in self.cases)

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(fault for case in self.cases for fault in case.faults)

    @property
    def verdict(self) -> Verdict:
        """The worst of its cases."""
        return _worst([case.verdict for case in self.cases], invalid=False)


def _worst(verdicts: Sequence[Verdict], *, invalid: bool) -> Verdict:
    if Verdict.REFUTED in verdicts:
        return Verdict.REFUTED
    if invalid or not verdicts or Verdict.UNDECIDED in verdicts:
        return Verdict.UNDECIDED
    return Verdict.HOLDS


def judge(ruling: Ruling, runs: Sequence[Run | InvalidInput]) -> RulingVerdict:
    """Judge a ruling by the runs of its cases, in their order."""
    cases = [judge_case(case, run) for case, run in zip(ruling.cases, runs, strict=True)]
    return RulingVerdict(ruling, tuple(cases))


def judge_case(case: Case, run: Run | InvalidInput) -> CaseVerdict:
    """Judge one case by its run; a scenario that the rules find impossible is a fault of the case."""
    if isinstance(run, InvalidInput):
        return CaseVerdict(case, faults=run.faults)
    try:
        judgements = [decide(claim, run.graph, run.oracle) for claim in case.claims]
        faults = [fault for wrong in case.wrong_answers if (fault := _accepted(wrong, case, run))]
    except ClaimFault as fault:
        return CaseVerdict(case, faults=(Fault("C011", str(fault), case.file, case.line),), run=run)
    except SolverUnknown as unknown:
        judgements.append(
            Judgement(Verdict.UNDECIDED, case.claims[0], f"a wrong answer could not be judged: {unknown}")
        )
        faults = []
    return CaseVerdict(case, tuple(judgements), tuple(faults), run)


def _accepted(wrong: Assignment, case: Case, run: Run) -> Fault | None:
    """Give the fault of a wrong answer that the claims of its case do not reject."""
    if rejects(wrong, case.claims, run.graph, run.oracle):
        return None
    right = reached(wrong, run.graph, run.oracle)
    message = f"the wrong answer {wrong.text} is " + (
        "really reached" if right else "accepted by the claims: they say too little"
    )
    return Fault("C010", message, case.file, case.line)


def ruling_files(paths: Iterable[Path]) -> list[Path]:
    """Give the YAML files among paths, those in folders included, in order."""
    found: list[Path] = []
    for path in paths:
        found += sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")]) if path.is_dir() else [path]
    return list(dict.fromkeys(found))


def load_rulings(paths: Iterable[Path], cards: Collection[str], vocabulary: Vocabulary) -> Rulings:
    """Read rulings from files and folders; raises InvalidInput with every fault found."""
    rulings: list[Ruling] = []
    faults: list[Fault] = []
    for path in ruling_files(paths):
        try:
            loader = _Loader(read_yaml(path), cards, vocabulary)
            rulings += loader.rulings()
            faults += loader.faults
        except InvalidInput as error:
            faults += error.faults
    first: dict[str, Ruling] = {}
    for ruling in rulings:
        other = first.setdefault(ruling.id, ruling)
        if other is not ruling:
            message = f"the id {ruling.id} is taken by {other.file}:{other.line}"
            faults.append(Fault("C004", message, ruling.file, ruling.line))
    if faults:
        raise InvalidInput(faults)
    return Rulings(tuple(rulings))


class _Loader:
    """Reads one file of rulings and collects what is wrong with it."""

    def __init__(self, source: Source, cards: Collection[str], vocabulary: Vocabulary) -> None:
        self.source, self.cards, self.vocabulary = source, cards, vocabulary
        self.faults: list[Fault] = []

    def fault(self, code: str, message: str, path: KeyPath, hint: str | None = None) -> None:
        self.faults.append(self.source.fault(code, message, path, hint))

    def rulings(self) -> list[Ruling]:
        entries = self.list_of(self.source.data, (), "rulings")
        return [ruling for place, entry in enumerate(entries) if (ruling := self.ruling(entry, (place,)))]

    def ruling(self, entry: Any, path: KeyPath) -> Ruling | None:
        before = len(self.faults)
        if not self.mapping(entry, KEYS, ("id", "says", "cites", "status", "cases"), path):
            return None
        name = self.text(entry["id"], (*path, "id"))
        if name and not _ID.fullmatch(name):
            self.fault("C005", "an id is words in small letters and digits joined by hyphens", (*path, "id"))
        status = entry["status"]
        if status not in STATUSES:
            hint = nearest(str(status), STATUSES)
            self.fault("C005", f"a status is one of {', '.join(STATUSES)}", (*path, "status"), hint)
        elif status != "holds" and not entry.get("reason"):
            self.fault("C003", f"a ruling that is {status} needs a reason", (*path, "status"))
        says, reason = self.text(entry["says"], (*path, "says")), self.text(entry.get("reason", ""), (*path, "reason"))
        self.cites(entry["cites"], (*path, "cites"))
        cases = self.cases(entry, path)
        if len(self.faults) > before:
            return None
        return Ruling(name, says, entry["cites"], status, reason, cases, self.source.file, self.source.line(path))

    def cases(self, entry: Mapping[str, Any], path: KeyPath) -> tuple[Case, ...]:
        """Read the cases; wrong answers of the ruling as a whole belong to its first case."""
        before = len(self.faults)
        listed = self.list_of(entry["cases"], (*path, "cases"), "cases")
        controls = entry.get("wrong_answers", [])
        found: list[Case] = []
        for place, each in enumerate(listed):
            case = self.case(
                each, (*path, "cases", place), (controls, (*path, "wrong_answers")) if place == 0 else None
            )
            found += [case] if case else []
        if not listed and len(self.faults) == before:
            self.fault("C003", "a ruling needs at least one case", (*path, "cases"))
        elif len(self.faults) == before and not any(case.wrong_answers for case in found):
            self.fault("C007", "a ruling needs at least one entry under wrong_answers: a negative control", path)
        return tuple(found)

    def case(self, entry: Any, path: KeyPath, controls: tuple[Any, KeyPath] | None) -> Case | None:
        if not self.mapping(entry, CASE_KEYS, ("title", "scenario", "expect"), path):
            return None
        title = self.text(entry["title"], (*path, "title"))
        try:
            scenario = self.scenario(entry["scenario"], (*path, "scenario"), title)
        except InvalidInput as error:
            self.faults += error.faults
            return None
        reader = Expectations(self.source, scenario, self.vocabulary)
        claims = reader.claims(entry["expect"], (*path, "expect"))
        wrong = reader.assignments(entry.get("wrong_answers", []), (*path, "wrong_answers"))
        if controls is not None:
            wrong += reader.assignments(*controls)
        self.faults += reader.faults
        observe = dict.fromkeys((*scenario.observe, *watched(claims, wrong)))
        scenario = replace(scenario, observe=tuple(observe))
        return Case(title, scenario, claims, wrong, self.source.file, self.source.line(path))

    def scenario(self, written: Any, path: KeyPath, title: str) -> Scenario:
        """Read a scenario: a mapping in place, or the path of a file seen from this one."""
        if isinstance(written, str):
            other = read_yaml(Path(self.source.file).parent / written)
            return self.checked(other, (), title)
        return self.checked(Source(written, self.source.file, self.source.lines), path, title)

    def checked(self, source: Source, path: KeyPath, title: str) -> Scenario:
        return Scenario.from_data(
            source.data,
            cards=self.cards,
            vocabulary=self.vocabulary,
            file=source.file,
            lines=source.lines,
            path=path,
            title=title,
        )

    def cites(self, written: Any, path: KeyPath) -> None:
        if not self.mapping(written, ("rules", "pages"), (), path):
            return
        for place, rule in enumerate(self.list_of(written.get("rules", []), (*path, "rules"), "rule numbers")):
            self.text(rule, (*path, "rules", place))
        for place, page in enumerate(self.list_of(written.get("pages", []), (*path, "pages"), "pages")):
            if not isinstance(page, dict):
                self.fault("C001", "a page is a mapping", (*path, "pages", place))
        if not written.get("rules") and not written.get("pages"):
            self.fault("C003", "a ruling cites rules or pages", path)

    def mapping(self, entry: Any, known: Collection[str], needed: Collection[str], path: KeyPath) -> bool:
        """Check the keys of a mapping; say whether it is one and has those that are needed."""
        if not isinstance(entry, dict):
            self.fault("C001", "expected a mapping", path)
            return False
        for key in entry:
            if key not in known:
                self.fault("C002", f"unknown key {key}", (*path, key), nearest(key, known))
        missing = [key for key in needed if key not in entry]
        for key in missing:
            self.fault("C003", f"the key {key} is missing", path)
        return not missing

    def list_of(self, written: Any, path: KeyPath, what: str) -> list[Any]:
        if isinstance(written, list):
            return written
        self.fault("C001", f"expected a list of {what}", path)
        return []

    def text(self, written: Any, path: KeyPath) -> str:
        if isinstance(written, str):
            return written
        self.fault("C001", "expected text", path)
        return ""
