"""The command line: ``verifier verify | explore | solve | explain | export | crosscheck | cards | page``.

Heavy imports (clingo, Z3) happen inside the commands, so that ``--help`` answers at once.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import click

from verifier import __version__

if TYPE_CHECKING:
    from verifier.project import Project

EXIT_UNDECIDED = 5
P = ParamSpec("P")
T = TypeVar("T")

cards_option = click.option(
    "--cards",
    "cards_dirs",
    multiple=True,
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Also read the card facts (*.lp) in DIR.",
)
format_option = click.option(
    "--format", "output", type=click.Choice(["text", "json"]), default="text", show_default=True, help="How to print."
)


def guarded(command: Callable[P, T]) -> Callable[P, T]:
    """Turn errors made for people into a message and an exit code, never a traceback."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        from verifier.errors import VerifierError

        try:
            return command(*args, **kwargs)
        except VerifierError as error:
            click.echo(str(error), err=True)
            sys.exit(error.exit_code)
        except BrokenPipeError:
            sys.exit(0)

    return run


def project(cards_dirs: tuple[Path, ...]) -> Project:
    """Open the encodings with the user's card files."""
    from verifier.project import Project

    return Project.open(cards_dirs)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="verifier")
def main() -> None:
    """Prove what the rules say: every legal outcome, every order of choices.

    \b
    Examples:
      verifier verify                      check all rulings
      verifier explore scenario.yaml       what can happen here, and who decides
    """


@main.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@cards_option
@format_option
@click.option("--verbose", "-v", is_flag=True, help="One line for every case.")
@guarded
def verify(paths: tuple[Path, ...], cards_dirs: tuple[Path, ...], output: str, verbose: bool) -> None:
    """Check rulings (all that come with the verifier by default).

    \b
    Example:
      verifier verify rulings/toxic.yaml
    """
    from verifier.report import verdicts

    opened = project(cards_dirs)
    rulings = opened.rulings(paths)
    with verdicts.progress(len(rulings.cases), visible=output == "text") as tick:
        report = opened.verify(rulings, tick)
    if output == "json":
        click.echo(json.dumps(verdicts.as_data(report), indent=2, ensure_ascii=False))
    else:
        verdicts.show(report, verbose=verbose)
    sys.exit(report.exit_code)


@main.command()
@click.argument("scenario", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@cards_option
@format_option
@click.option("--trace", type=click.IntRange(min=1), metavar="N", help="Show every step of outcome N's witness.")
@click.option("--tree", is_flag=True, help="Show the choices as a tree.")
@click.option("--dot", is_flag=True, help="Print the choice graph in Graphviz' language.")
@click.option(
    "--rows", type=click.IntRange(min=1), default=2_000_000, show_default=True, help="Budget: states at most."
)
@guarded
def explore(
    scenario: Path, cards_dirs: tuple[Path, ...], output: str, trace: int | None, tree: bool, dot: bool, rows: int
) -> None:
    """Show all outcomes of a scenario, how many orders lead to each, and who chooses.

    \b
    Example:
      verifier explore scenario.yaml --trace 1
    """
    from verifier.explorer import Budget
    from verifier.report import outcomes

    opened = project(cards_dirs)
    run = opened.session.run(opened.scenario(scenario), Budget(rows=rows))
    if output == "json":
        click.echo(json.dumps(outcomes.as_data(run), indent=2, ensure_ascii=False))
    elif dot:
        click.echo(outcomes.dot(run))
    else:
        outcomes.show(run, trace=trace, tree=tree)
    sys.exit(0 if run.graph.complete else EXIT_UNDECIDED)


@main.command()
@click.argument("scenario", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--for", "goal", required=True, metavar="GOAL", help="A yes/no expression on observables and unknowns.")
@click.option(
    "--in",
    "orders",
    type=click.Choice(["every", "some"]),
    default="every",
    show_default=True,
    help="Whether the goal is reached whatever is chosen, or by some choices.",
)
@cards_option
@format_option
@click.option(
    "--rows", type=click.IntRange(min=1), default=2_000_000, show_default=True, help="Budget: states at most."
)
@guarded
def solve(scenario: Path, goal: str, orders: str, cards_dirs: tuple[Path, ...], output: str, rows: int) -> None:
    """Find the smallest numbers for the unknowns of a scenario so that a goal is reached.

    \b
    Example:
      verifier solve scenario.yaml --for "bob.poison >= 10" --in some
    """
    from verifier.explorer import Budget
    from verifier.report import solutions

    opened = project(cards_dirs)
    found = opened.solve(opened.scenario(scenario), goal, every=orders == "every", budget=Budget(rows=rows))
    if output == "json":
        click.echo(json.dumps(solutions.as_data(found), indent=2, ensure_ascii=False))
    else:
        solutions.show(found)
    sys.exit(found.exit_code)


@main.command()
@click.argument("ruling")
@cards_option
@format_option
@guarded
def explain(ruling: str, cards_dirs: tuple[Path, ...], output: str) -> None:
    """Explain one ruling: what it says, its cases, the outcomes and the steps that lead there.

    \b
    Example:
      verifier explain toxic-counters-can-be-modified
    """
    from verifier.report import verdicts

    opened = project(cards_dirs)
    report = opened.verify(opened.rulings((), only=ruling), None)
    if output == "json":
        click.echo(json.dumps(verdicts.as_data(report, steps=True), indent=2, ensure_ascii=False))
    else:
        verdicts.explain(report)
    sys.exit(report.exit_code)


@main.command()
@click.argument("scenario", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@cards_option
@format_option
@guarded
def export(scenario: Path, cards_dirs: tuple[Path, ...], output: str) -> None:
    """Write a scenario as facts for stock clingo.

    \b
    Example:
      verifier export scenario.yaml > scenario.lp
      clingo encodings/rules/*.lp encodings/drive/time.lp scenario.lp 0
    """
    opened = project(cards_dirs)
    text = opened.export(opened.scenario(scenario))
    click.echo(json.dumps({"format": 1, "program": text}) if output == "json" else text, nl=output == "json")


@main.command()
@click.argument("scenario", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@cards_option
@format_option
@click.option("--seconds", type=click.IntRange(min=1), default=120, show_default=True, help="Time limit for clingo.")
@guarded
def crosscheck(scenario: Path, cards_dirs: tuple[Path, ...], output: str, seconds: int) -> None:
    """Compare the explorer's outcomes and counts with stock clingo's enumeration of histories.

    \b
    Example:
      verifier crosscheck scenario.yaml
    """
    from verifier.report import outcomes

    opened = project(cards_dirs)
    report = opened.crosscheck(opened.scenario(scenario), seconds)
    if output == "json":
        click.echo(json.dumps(outcomes.crosscheck_data(report), indent=2, ensure_ascii=False))
    else:
        outcomes.show_crosscheck(report)
    sys.exit(outcomes.crosscheck_exit(report))


@main.command("cards")
@click.argument("name", required=False)
@cards_option
@format_option
@guarded
def cards_command(name: str | None, cards_dirs: tuple[Path, ...], output: str) -> None:
    """List the cards that are encoded, or show the facts of one.

    \b
    Example:
      verifier cards "Hardened Scales"
    """
    opened = project(cards_dirs)
    facts = opened.card_facts(name)
    if output == "json":
        click.echo(json.dumps({"format": 1, "cards": facts}, indent=2, ensure_ascii=False))
        return
    for card, lines in facts.items():
        click.echo(card)
        if name is not None:
            for line in lines:
                click.echo(f"  {line}")


@main.command("page")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@cards_option
@format_option
@click.option("--card", metavar="NAME", help="Only the statements of this card (its name, or its oracle id).")
@click.option("--missing", is_flag=True, help="List only what is not encoded; verifies nothing.")
@click.option("--no-verify", is_flag=True, help="Only say which rulings cover the statements.")
@click.option(
    "--rulings",
    "ruling_paths",
    multiple=True,
    metavar="PATH",
    type=click.Path(exists=True, path_type=Path),
    help="Look in these rulings, not in those that come with the verifier.",
)
@guarded
def page_command(
    file: Path,
    cards_dirs: tuple[Path, ...],
    output: str,
    card: str | None,
    missing: bool,
    no_verify: bool,
    ruling_paths: tuple[Path, ...],
) -> None:
    """Say which statements of a rulings page are encoded, and whether they hold.

    FILE is plain text, Scryfall's rulings (.json, .jsonl) or MTGJSON's cards; each also as .gz.

    \b
    Example:
      verifier page page.txt
      verifier page rulings.jsonl.gz --card 2b7f8a0c-0000-0000-0000-000000000000
    """
    from verifier.report import pages, verdicts

    opened = project(cards_dirs)
    with pages.reading(file.name, visible=output == "text"):
        kind, statements = opened.statements(file, card)
        covering = opened.covering(statements, ruling_paths)
    if missing or no_verify:
        coverage = opened.coverage(file, kind, statements, covering)
    else:
        with verdicts.progress(len(covering.cases), visible=output == "text") as tick:
            coverage = opened.coverage(file, kind, statements, covering, opened.verify(covering, tick))
    if output == "json":
        click.echo(json.dumps(pages.as_data(coverage, missing=missing), indent=2, ensure_ascii=False))
    else:
        pages.show(coverage, missing=missing)
    for fault in coverage.invalid:
        click.echo(str(fault), err=True)
    sys.exit(coverage.exit_code)


if __name__ == "__main__":
    main()
