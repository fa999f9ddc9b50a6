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
    # How often it is tried, beside the others' 1.
    weight: float = 1.0
