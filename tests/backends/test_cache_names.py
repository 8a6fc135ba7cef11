"""Two kernels of one name, compiled in two processes and loaded by a third, stay two kernels.

Numba would give both the same names in machine code; whichever is loaded second then runs the code of the first. The
callee below is long on purpose: one that is inlined has no name to share.
"""

import os
import subprocess
import sys

import pytest

RULES = "".join(
    f"            if i % {prime} == {prime // 2}:\n                total += factor * (i + {prime})\n"
    f"            elif i % {prime + 3} == 1:\n                total ^= factor + {prime} * n\n"
    for prime in (3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41)
)

SOURCE = f"""
import sys
from backends import jit_for

jit = jit_for("compiled")

def make(factor):
    @jit
    def scaled(n):
        total = 0
        for i in range(n):
{RULES}
        return total

    @jit
    def kernel(n):
        return scaled(n) + scaled(n + 5) % 11 + scaled(n + 9)

    return kernel

kernels = [make(int(word)) for word in sys.argv[1:]]
print(*[kernel(50) for kernel in kernels])
print(sum(sum(kernel.stats.cache_hits.values()) for kernel in kernels))
"""


@pytest.fixture
def run(tmp_path):
    """Run the kernels for some factors in a process of their own: their values, and how many were read from disk."""
    script = tmp_path / "kernels.py"
    script.write_text(SOURCE)

    def values(*factors):
        words = [sys.executable, str(script), *map(str, factors)]
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")}
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
        numbers, hits = done.stdout.splitlines()
        return [int(word) for word in numbers.split()], int(hits)

    return values


def test_kernels_of_one_name_from_two_processes_do_not_mix(run):
    (three,), _ = run(3)
    (four,), _ = run(4)
    assert three != four
    assert run(3, 4) == ([three, four], 2)
    assert run(4, 3) == ([four, three], 2)
