"""SUM of int8 and int16: TFLite's reference kernel reads and writes the integers as unsigned bytes, and kernels_ref gives the
intended result (docs/NUMERICS.md). A fixed TFLite fails here; its results should then be the cases' golden outputs.
"""

import numpy as np
import pytest

from model_builder import ModelBuilder
from reference_kernels import run_reference

NUMBERS = [[-100, 40], [-20, -70], [50, 3]]


@pytest.mark.parametrize("dtype", ["int8", "int16"])
def test_the_reference_kernel_is_wrong(dtype):
    scale = {"scale": 1.0, "zero_point": 0}
    builder = ModelBuilder()
    graph = builder.subgraph()
    integers = graph.input([3, 2], dtype, quantization=scale)
    result = graph.tensor([2], dtype, quantization=scale)
    graph.op("SUM", [integers, graph.constant([0], "int32")], [result], version=2)
    graph.outputs(result)
    values = np.array(NUMBERS, dtype)
    ((computed,),) = run_reference(builder.serialize(), [[values]])
    assert not np.array_equal(computed, values.sum(axis=0)), "take the goldens of SUM's cases from the interpreter"
