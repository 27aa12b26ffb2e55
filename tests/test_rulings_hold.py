"""Every ruling that comes with the verifier holds: all are run once, together, and each is a test."""

import pytest

from verifier.claims import Verdict
from verifier.project import Project
from verifier.verification import Verification

PROJECT = Project.open()
IDS = [ruling.id for ruling in PROJECT.rulings()]


@pytest.fixture(scope="session")
def verification(project) -> Verification:
    return project.verify(project.rulings())


@pytest.fixture(scope="session")
def verdicts(verification):
    return {verdict.ruling.id: verdict for verdict in verification.verdicts}


@pytest.mark.parametrize("name", IDS)
def test_a_ruling_holds(verdicts, name):
    wrong = [
        f"{case.case.file}:{case.case.line}: {each}"
        for case in verdicts[name].cases
        for each in (*case.faults, *(judged for judged in case.judgements if judged.verdict is not Verdict.HOLDS))
    ]
    assert not wrong
    assert verdicts[name].verdict is Verdict.HOLDS


def test_the_whole_is_exit_0(verification):
    assert verification.exit_code == 0
