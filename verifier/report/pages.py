"""Which statements of a page are encoded and hold, as text and JSON."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from verifier.pages import COVERED, NOT_ENCODED, normalise

if TYPE_CHECKING:
    from verifier.pages import Coverage, Covered

SHORT = 60
COLOURS = {"holds": "green", "refuted": "red", "undecided": "yellow", NOT_ENCODED: "yellow"}


@contextmanager
def reading(what: str, *, visible: bool) -> Iterator[None]:
    """Say on stderr (on a terminal only) that a file is being read."""
    err = Console(stderr=True)
    if visible and err.is_terminal:
        with err.status(f"reading {what}"):
            yield
    else:
        yield


def as_data(coverage: Coverage, *, missing: bool = False) -> dict[str, Any]:
    """Give what is known as JSON data (format 1, see the README); with ``missing`` only what is not encoded."""
    return {
        "format": 1,
        "file": coverage.file,
        "kind": coverage.kind,
        "exit": coverage.exit_code,
        "counts": dict(coverage.counts),
        "statements": [_statement(each) for each in _listed(coverage, missing=missing)],
    }


def _listed(coverage: Coverage, *, missing: bool) -> list[Covered]:
    return [each for each in coverage.statements if not missing or each.ruling is None]


def _statement(each: Covered) -> dict[str, Any]:
    return {
        "sha256": each.sha256,
        "text": normalise(each.statement.text),
        "date": each.statement.date,
        "card": each.statement.card,
        "line": each.statement.line,
        "ruling": each.ruling.id if each.ruling else None,
        "verdict": each.verdict.value if each.verdict else None,
        "status": each.ruling.status if each.ruling else None,
        "result": each.result,
    }


def show(coverage: Coverage, *, missing: bool = False) -> None:
    """Print a line for every statement (with ``missing`` only for those not encoded), and how many there are."""
    for each in _listed(coverage, missing=missing):
        text = normalise(each.statement.text)
        short = text if len(text) <= SHORT else text[: SHORT - 1].rstrip() + "\N{HORIZONTAL ELLIPSIS}"
        where = [part for part in (each.statement.date, each.statement.card) if part]
        about = f" ({', '.join(where)})" if where else ""
        ruling = each.ruling.id if each.ruling else "-"
        status = f" [{each.ruling.status}]" if each.ruling and each.ruling.status != "holds" else ""
        result = click.style(f"{each.result:11}", fg=COLOURS.get(each.result))
        click.echo(f"{result}  {ruling}{status}  {_visible(short)}{_visible(about)}")
    counts = coverage.counts
    named = ", ".join(f"{number} {name}" for name, number in counts.items() if name != "statements" and number)
    click.echo(f"{counts['statements']} statements: {named or 'nothing found'}")
    if counts[NOT_ENCODED]:
        click.echo(f"{counts[NOT_ENCODED]} of them no ruling covers: nothing is said about these")
    if counts[COVERED]:
        click.echo("not verified: the rulings that cover them have not been run")


def _visible(text: str) -> str:
    """Replace control characters, so that a file cannot steer the terminal."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)
