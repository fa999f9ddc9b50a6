"""What the generator knows of one operator."""

import dataclasses
from typing import Callable

from growth import moved


@dataclasses.dataclass(frozen=True)
class Row:
    """`choose(choice)` picks operands and parameters and returns choice.node(...), or raises choice.NotPossible."""

    op: str
    choose: Callable
    growth: Callable = moved
    # Whether results of exact inputs are the same bits everywhere, though the operator's numeric class promises less:
    # is_exact(values, results).
    is_exact: Callable = lambda values, results: False
    # Whether the reference kernels read within the inputs and are right about their dims: is_defined(values, params).
    # A graph that is resized or made smaller may have dims that were not chosen.
    is_defined: Callable = lambda values, params: True
    # How often it is tried, beside the others' 1.
    weight: float = 1.0
