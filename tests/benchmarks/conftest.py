"""What the tests of the runner share: the command as a subprocess, a plug-in that misbehaves, small instances."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(sys.executable).with_name("run-bench")
COMMAND = [str(SCRIPT)] if SCRIPT.is_file() else [sys.executable, "-P", "-m", "benchmarks"]

PATIENCE_S = 300
"""What a command may take before a test gives it up: other programs may be keeping the machine busy."""

RunBench = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def command() -> list[str]:
    """The words that start the command: the console script, or the module where it is not installed."""
    return COMMAND


@pytest.fixture(scope="session")
def run_bench() -> RunBench:
    """Run the command to its end: `run_bench(*words, cwd=..., env={...}, stdin="...")`."""

    def run(
        *words: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None, stdin: str = ""
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *map(str, words)],
            cwd=cwd,
            env=os.environ | (env or {}),
            input=stdin,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    return run


@pytest.fixture(scope="session")
def rows_of() -> Callable[[str], list[dict[str, Any]]]:
    """The rows that a command printed with `--json`; anything else on standard output fails the test."""

    def rows(stdout: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in stdout.splitlines()]

    return rows


@pytest.fixture(scope="session")
def misbehaving() -> Path:
    """The plug-in file whose strategies misbehave."""
    return Path(__file__).with_name("misbehaving.py")
