"""`run-bench check-strategy`: the contract of `csp.contract`, and the same answers in a process of their own.

Run as a module it is that other process: it prints a digest of all that the strategy answers.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence

from benchmarks.registry import STRATEGIES, StrategyEntry, UnknownName, unknown

HASH_SEED = "12345"
"""Of the other process: what comes out of a set of words in another order there must not matter."""


def complaints_about(name: str, plugins: Sequence[str] = ()) -> list[str]:
    """What is wrong with a registered strategy, with its parameters at their defaults; empty: nothing that was found.

    Raises:
        UnknownName: there is none of this name that takes constraint models.
    """
    from csp.contract import check

    strategy = _entry(name).make()
    complaints = check(strategy)
    if not complaints and _digest(name) != _digest_elsewhere(name, plugins):
        complaints.append("another process gives other answers or counts than this one")
    return complaints


def _entry(name: str) -> StrategyEntry:
    ours = [entry.name for entry in STRATEGIES if entry.family == "csp"]
    if name not in ours:
        raise UnknownName(unknown("strategy for constraint problems", name, ours))
    return STRATEGIES.get(name)


def _digest(name: str) -> str:
    from csp.contract import fingerprint

    return hashlib.sha256(fingerprint(_entry(name).make()).encode()).hexdigest()


def _digest_elsewhere(name: str, plugins: Sequence[str]) -> str:
    words = [sys.executable, "-P", "-m", "benchmarks.strategy_check", name, json.dumps(list(plugins))]
    environment = os.environ | {"PYTHONHASHSEED": HASH_SEED}
    run = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    return run.stdout.strip() or run.stderr


if __name__ == "__main__":
    from benchmarks import catalogue

    catalogue.load_all(json.loads(sys.argv[2]))
    sys.stdout.write(_digest(sys.argv[1]) + "\n")
