"""The parts of a kernel can be called from compiled code only, and the same functions by themselves from Python."""

import subprocess
import sys

PROGRAM = """
from backends import jit_for

def double(number):
    return 2 * number

def quadruple(number):
    return double(double(number))

jit = jit_for("compiled")
first, second = (quadruple, double) if {kernel_first} else (double, quadruple)
print(jit(first)(3), jit(second)(3))
"""


def test_a_part_is_also_compiled_for_python_whichever_comes_first_and_whatever_is_on_disk(tmp_path):
    for kernel_first, answers in ((True, "12 6"), (False, "6 12"), (True, "12 6")):
        file = tmp_path / "program.py"
        file.write_text(PROGRAM.format(kernel_first=kernel_first))
        done = subprocess.run([sys.executable, file], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == answers
