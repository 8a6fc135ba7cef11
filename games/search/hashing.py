"""Numbers that look random but depend only on a position: the same in both backends."""

from __future__ import annotations

MULTIPLIER = 0x5851F42D4C957F2D  # Knuth's for 64-bit congruential generators
MASK = (1 << 63) - 1


def mix(number: int, word: int) -> int:
    """A number below 2**63 that depends on every bit of both.

    Compiled, the product wraps around at 64 bits; its lower 63, which are kept, are those of the true product.
    """
    number = (number ^ word) * MULTIPLIER & MASK
    return number ^ number >> 32
