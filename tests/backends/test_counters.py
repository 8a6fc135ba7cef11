"""Counters: a vector for the kernel, a mapping for everyone else."""

import json

import pytest

from backends import CounterNames, jit_for

NAMES = CounterNames(("nodes", "leaves", "cutoffs"))


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_a_kernel_counts_by_position_and_is_read_by_name(backend):
    @jit_for(backend)
    def count(counters):
        for _ in range(5):
            counters[0] += 1
        counters[2] += 2

    counters = NAMES.zeros(backend)
    count(counters)
    assert NAMES.read(counters) == {"nodes": 5, "leaves": 0, "cutoffs": 2}


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_counts_are_plain_integers_that_json_can_write(backend):
    assert json.dumps(NAMES.read(NAMES.zeros(backend))) == '{"nodes": 0, "leaves": 0, "cutoffs": 0}'


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_counters_of_two_runs_share_nothing(backend):
    first, second = NAMES.zeros(backend), NAMES.zeros(backend)
    first[0] += 1
    assert NAMES.read(second)["nodes"] == 0
