"""Random binary constraint problems of model RB: Xu and Li, Exact phase transitions in random constraint satisfaction
problems (2000). Domains grow with the number of variables, so the threshold is where their theorems put it, and
instances there are hard at every size.

n variables with d = n ** alpha values each; r * n * ln n constraints, each over two different variables drawn anew for
each (so two constraints may have the same pair), each with tightness * d * d forbidden pairs of values. All rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log

from csp.model import Model, Table
from csp.problems.family import Content, Family, InstanceError
from csp.problems.parameters import below, seeded, shuffled, within

AT_THE_THRESHOLD = -1.0
LARGEST = 1000
LARGEST_DOMAIN = 500
MOST_ROWS = 5_000_000


def threshold(alpha: float, r: float) -> float:
    """The tightness at which large instances stop having a solution (theorem 1)."""
    return 1 - exp(-alpha / r)


def generate(
    variables: int = 20,
    alpha: float = 0.8,
    r: float = 2.78,
    tightness: float = AT_THE_THRESHOLD,
    planted: bool = False,
    seed: int = 0,
) -> Content:
    """A random instance.

    alpha, r: how fast domains grow, and how many constraints there are. The defaults make the threshold 0.25, as in the
        benchmarks named frb
    tightness: the share of the pairs of values that a constraint forbids; -1: the threshold, 1 - exp(-alpha / r)
    planted: never forbid the values of a hidden solution; still hard at the threshold

    Raises:
        InstanceError: a parameter makes no sense, or the instance would be too large.
    """
    within("variables", variables, 2, LARGEST)
    within("alpha", alpha, 0.01, 5)
    within("r", r, 0.01, 100)
    if tightness != AT_THE_THRESHOLD:
        within("tightness", tightness, 0, 1, "it is the share of the pairs that are forbidden")
    domain = round(variables**alpha)
    if not 1 <= domain <= LARGEST_DOMAIN:
        raise InstanceError(
            f"{variables} variables and alpha {alpha} make domains of {domain} values; "
            f"at most {LARGEST_DOMAIN} are taken"
        )
    constraints = round(r * variables * log(variables))
    share = threshold(alpha, r) if tightness == AT_THE_THRESHOLD else tightness
    forbidden = min(round(share * domain * domain), domain * domain - planted)
    if constraints * forbidden > MOST_ROWS:
        raise InstanceError(
            f"{constraints} constraints that forbid {forbidden} pairs each are {constraints * forbidden} in all; "
            f"at most {MOST_ROWS} are taken; ask for fewer variables"
        )
    rng = seeded(seed, "rb", variables, "planted" if planted else "free")
    hidden = [below(rng, domain) for _ in range(variables)]
    tables = []
    for _ in range(constraints):
        one = below(rng, variables)
        other = (one + 1 + below(rng, variables - 1)) % variables
        one, other = min(one, other), max(one, other)
        kept = (hidden[one], hidden[other]) if planted else None
        pairs = [[a, b] for a in range(domain) for b in range(domain) if (a, b) != kept]
        tables.append([[one, other], sorted(shuffled(rng, pairs)[:forbidden])])
    return {"variables": variables, "domain": domain, "forbidden": tables}


def model(content: Content) -> Model:
    """Values from 0; a table of forbidden pairs for each constraint."""
    tables = [Table(scope, rows, forbidden=True) for scope, rows in content["forbidden"]]
    return Model([range(content["domain"])] * content["variables"], tables)


def check(content: Content, values: Sequence[int]) -> str:
    """Why these values are no solution; "" when they are one."""
    if len(values) != content["variables"]:
        return f"{len(values)} values for {content['variables']} variables"
    for variable, value in enumerate(values):
        if not 0 <= value < content["domain"]:
            return f"variable {variable} is {value}; values are 0 to {content['domain'] - 1}"
    for (one, other), rows in content["forbidden"]:
        if [values[one], values[other]] in rows:
            return f"variables {one} and {other} may not be {values[one]} and {values[other]}"
    return ""


def write(content: Content, values: Sequence[int]) -> str:
    """The values in order."""
    return " ".join(map(str, values))


RB = Family(
    "rb",
    "random binary constraint problems of model RB, at the threshold",
    generate,
    model,
    check,
    write,
)
