"""The encodings' own lint: ``python -m verifier.quality.lint [--write]``.

Every rules file says for which phases it is read and which rules section it is; every rule stands under a comment
that cites a rule number or ``contract``; every predicate is in the dictionary of ``encodings/README.md`` (the
table is made from the files with ``--write``) and is derived or given somewhere; no file runs scripts or
includes others.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
from clingo.ast import AST, ASTType, Transformer, parse_string

from verifier.resources import folder

BEGIN, END = "<!-- predicates: made by the lint -->", "<!-- end of predicates -->"
CITED = re.compile(r"\b\d{3}(\.\d+[a-z]*)?\b|contract", re.IGNORECASE)
GIVEN = {("state", 1), ("holds", 2), ("yes", 2), ("no", 2)}
OUTPUTS = {
    ("ask", 2), ("option", 3), ("ways", 3), ("gain", 3), ("drop", 3), ("set", 4), ("add", 5), ("pick", 5),
    ("part", 4), ("because", 4), ("final", 1), ("err", 3), ("show", 3), ("through", 3),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """Something the lint objects to: where, and what."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class Use:
    """One place where a predicate stands: in a head or in a body."""

    name: str
    arity: int
    head: bool
    line: int


class _Uses(Transformer):
    def __init__(self) -> None:
        self.found: list[Use] = []
        self.head = False
        self.line = 0

    def visit_Rule(self, node: AST) -> AST:  # noqa: N802 (the visitor's naming)
        self.head, self.line = True, node.location.begin.line
        self.visit(node.head)
        self.head = False
        self.visit_sequence(node.body)
        return node

    def visit_SymbolicAtom(self, node: AST) -> AST:  # noqa: N802 (the visitor's naming)
        symbol = node.symbol
        if symbol.ast_type is ASTType.Function:
            self.found.append(Use(symbol.name, len(symbol.arguments), self.head, self.line))
        return node


def rules_of(path: Path) -> list[AST]:
    """Give the rules of a file."""
    nodes: list[AST] = []
    parse_string(path.read_text(encoding="utf-8"), nodes.append)
    return [node for node in nodes if node.ast_type is ASTType.Rule]


def uses(path: Path) -> list[Use]:
    """Give every place of a predicate in a file."""
    visitor = _Uses()
    for rule in rules_of(path):
        visitor(rule)
    return visitor.found


def sentence_above(lines: list[str], line: int) -> str:
    """Give the comment block that a rule on ``line`` (from 1) stands under: the nearest one above it."""
    block: list[str] = []
    for text in reversed(lines[: line - 1]):
        stripped = text.strip()
        if stripped.startswith("%"):
            block.append(stripped.lstrip("% "))
        elif block:
            break
    return " ".join(reversed(block))


def check_file(path: Path) -> Iterator[Finding]:
    """Check one rules file by itself."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or not re.match(r"^%! phases: [a-z_, ]+$", lines[0]):
        yield Finding(path.name, 1, "the first line must be '%! phases: …'")
    if len(lines) < 2 or not CITED.search(lines[1]):
        yield Finding(path.name, 2, "the header must name the rules section")
    for number, line in enumerate(lines, 1):
        if re.match(r"\s*#(script|include|external|program)", line):
            yield Finding(path.name, number, f"{line.split()[0]} is not allowed in an encoding")
    for rule in rules_of(path):
        begin = rule.location.begin.line
        if not CITED.search(sentence_above(lines, begin)):
            yield Finding(path.name, begin, "no comment with a rule number (or 'contract') above this rule")


def check(root: Path) -> list[Finding]:
    """Check all rules files of an encodings directory, alone and together."""
    files = sorted((root / "rules").glob("*.lp"))
    findings = [finding for path in files for finding in check_file(path)]
    heads: set[tuple[str, int]] = set()
    bodies: dict[tuple[str, int], tuple[str, int]] = {}
    for path in files:
        for use in uses(path):
            if use.head:
                heads.add((use.name, use.arity))
            else:
                bodies.setdefault((use.name, use.arity), (path.name, use.line))
    for (name, arity), (file, line) in bodies.items():
        if (name, arity) not in heads | GIVEN and not name.startswith("card"):
            findings.append(Finding(file, line, f"{name}/{arity} is never derived"))
    findings.extend(
        Finding("rules", 0, f"{name}/{arity} is derived but never used")
        for name, arity in sorted(heads - bodies.keys() - OUTPUTS)
    )
    readme = root / "README.md"
    if table(files) not in readme.read_text(encoding="utf-8"):
        findings.append(
            Finding("README.md", 0, "the dictionary is out of date: python -m verifier.quality.lint --write")
        )
    return findings


def table(files: list[Path]) -> str:
    """Give the dictionary of derived predicates: where each is first defined, and the sentence there."""
    rows: dict[tuple[str, int], str] = {}
    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines()
        for use in uses(path):
            if use.head and (use.name, use.arity) not in OUTPUTS:
                meaning = sentence_above(lines, use.line).replace("|", "\\|")
                rows.setdefault((use.name, use.arity), f"| `{use.name}/{use.arity}` | {path.stem} | {meaning} |")
    body = "\n".join(rows[key] for key in sorted(rows))
    return f"{BEGIN}\n| predicate | file | stands under |\n|---|---|---|\n{body}\n{END}"


@click.command()
@click.option("--write", is_flag=True, help="Write the dictionary into encodings/README.md.")
def main(*, write: bool) -> None:
    """Check the encodings; exit 1 when something is found."""
    root = folder("encodings")
    readme = root / "README.md"
    if write:
        text = readme.read_text(encoding="utf-8")
        before, _, rest = text.partition(BEGIN)
        _, _, after = rest.partition(END)
        readme.write_text(before + table(sorted((root / "rules").glob("*.lp"))) + after, encoding="utf-8")
    findings = check(root)
    for finding in findings:
        click.echo(str(finding))
    click.echo(f"{len(findings)} finding(s) in the encodings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
