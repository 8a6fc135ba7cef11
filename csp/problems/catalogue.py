"""The families of problems that come with the project."""

from __future__ import annotations

from csp.problems.colouring import COLOURING
from csp.problems.cryptarithm import CRYPTARITHM
from csp.problems.family import Family
from csp.problems.golomb import GOLOMB
from csp.problems.jigsaw import JIGSAW
from csp.problems.langford import LANGFORD
from csp.problems.magic import MAGIC
from csp.problems.quasigroup import QUASIGROUP
from csp.problems.queens import QUEENS
from csp.problems.rb import RB
from csp.problems.zebra import ZEBRAS

FAMILIES: tuple[Family, ...] = (
    QUEENS,
    COLOURING,
    QUASIGROUP,
    JIGSAW,
    MAGIC,
    LANGFORD,
    ZEBRAS,
    CRYPTARITHM,
    GOLOMB,
    RB,
)
