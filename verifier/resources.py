"""Where the encodings and rulings are: beside a checkout's package, or inside the installed one."""

from __future__ import annotations

from pathlib import Path

from verifier.errors import Fault, InvalidInput

PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """Give the directory ``encodings`` or ``rulings``; raises InvalidInput when the installation lacks it."""
    for root in (PACKAGE / "_data", PACKAGE.parent):
        path = root / name
        if path.is_dir():
            return path
    raise InvalidInput([Fault("R001", f"the folder {name!r} is missing: install the package again", file=str(PACKAGE))])
