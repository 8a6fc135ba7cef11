"""Counters with names: kernels count into a vector by position, everyone else reads a mapping by name."""

from __future__ import annotations

from dataclasses import dataclass

from backends.switch import Backend, Vector, vector


@dataclass(frozen=True)
class CounterNames:
    """The counters of one family of kernels, in the order of their positions."""

    names: tuple[str, ...]

    def zeros(self, backend: Backend) -> Vector:
        """A fresh vector, all zero; shape: [len(names)]."""
        return vector(backend, [0] * len(self.names))

    def read(self, counters: Vector) -> dict[str, int]:
        """The counts by name, as plain Python integers."""
        return {name: int(counters[position]) for position, name in enumerate(self.names)}
