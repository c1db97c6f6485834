"""Wrong bytes for everything that reads: a sentence, in a second and 200 MiB, and no control character."""

import subprocess
import sys
from pathlib import Path

import pytest

from campaign.conftest import Attack
from campaign.fuzz_targets import TARGETS

pytestmark = pytest.mark.slow

FUZZ = str(Path(__file__).with_name("fuzz.py"))


def fuzz(*arguments: str) -> None:
    done = subprocess.run([sys.executable, FUZZ, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_broke_before_and_some_wrong_bytes_are_answered() -> None:
    fuzz("--inputs", "40")


@pytest.mark.rounds(short=0, long=100)
@pytest.mark.parametrize("name", [*TARGETS])
def test_wrong_bytes_are_answered(attack: Attack, name: str) -> None:
    fuzz(name, "--inputs", "1000", "--seed", str(attack.number))
    attack.tried(f"wrong inputs: {name}", 1000)
