"""How a quotient becomes a whole number: to the nearest, halves upwards."""

from __future__ import annotations


def half_up(numerator: int, denominator: int) -> int:
    """The whole number nearest to the quotient, exact halves upwards (PFS rating rules §1.1; S32)."""
    return (2 * numerator + denominator) // (2 * denominator)
