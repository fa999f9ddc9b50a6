"""The generator's description of one operator."""

import dataclasses
from typing import Callable

from growth import moved


@dataclasses.dataclass(frozen=True)
class Row:
    """`choose(choice)` picks operands and parameters and returns choice.node(...), or raises choice.NotPossible."""

    op: str
    choose: Callable
    growth: Callable = moved
    # is_exact(values, results): true if results of exact inputs have the same bits everywhere, though the operator's
    # numeric class promises less.
    is_exact: Callable = lambda values, results: False
    # is_defined(values, params): true if the reference kernels read within the inputs and handle their dims rightly. A
    # graph that is resized or shrunk may have dims that were not chosen.
    is_defined: Callable = lambda values, params: True
    # Relative frequency of the row; most rows have 1.
    weight: float = 1.0
