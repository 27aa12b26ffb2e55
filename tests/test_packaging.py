"""The wheel carries the encodings and the rulings, and an installed package finds them away from any checkout."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from verifier import __version__
from verifier.resources import folder

ROOT = Path(__file__).resolve().parent.parent
CARRIED = ("encodings", "rulings")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel once, with the build backend of the environment: nothing is downloaded."""
    target = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(target), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = target.glob("*.whl")
    return found


def test_the_wheel_holds_every_encoding_and_ruling(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        f"verifier/_data/{path.relative_to(ROOT).as_posix()}"
        for top in CARRIED
        for pattern in ("*.lp", "*.yaml", "README.md")
        for path in (ROOT / top).rglob(pattern)
    }
    assert expected
    assert expected <= names
    assert "verifier/py.typed" in names


def test_the_wheel_leaves_out_tests_caches_and_benchmarks(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if "__pycache__" in name or name.startswith(("tests/", "benchmarks/"))]


def test_the_wheel_names_its_command_licence_and_version(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    info = f"mtg_verifier-{__version__}.dist-info"
    assert "verifier = verifier.cli:main" in archive.read(f"{info}/entry_points.txt").decode()
    assert f"{info}/licenses/LICENSE" in archive.namelist()


def test_an_unpacked_wheel_finds_its_own_data(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path)
    code = "from verifier.resources import folder; print(folder('encodings')); print(folder('rulings'))"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.splitlines() == [str(tmp_path.resolve() / "verifier" / "_data" / top) for top in CARRIED]


def test_a_checkout_finds_the_folders_beside_the_package() -> None:
    assert [folder(top) for top in CARRIED] == [ROOT / top for top in CARRIED]


def test_the_lock_pins_every_package_and_names_no_place() -> None:
    lines = [line for line in (ROOT / "requirements.lock").read_text(encoding="utf-8").splitlines() if line]
    pins = [line for line in lines if not line.lstrip().startswith("#")]
    assert pins
    assert [line for line in pins if not re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line)] == []
    assert not [line for line in lines if "://" in line]
