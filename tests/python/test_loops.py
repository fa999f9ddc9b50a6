"""A WHILE whose body passes its values on in another order. TFLite's interpreter is wrong there (docs/NUMERICS.md), and litevk's
is right, on the CPU and with the delegate.
"""

import ai_edge_litert.interpreter as litert
import numpy as np
import pytest

import litevk
from conftest import GPU
from model_builder import ModelBuilder

FIRST, SECOND = [1.0, 2.0], [30.0, 40.0]
WAYS = {"CPU": {"experimental_delegates": []}, "delegate": GPU}


def loop(turns, order):
    """A loop of `turns` rounds, whose body passes its values on in that order."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    values = [graph.input([2]) for _ in order]
    results = [graph.tensor([], "int32"), *(graph.tensor([2]) for _ in order)]
    graph.op("WHILE", [graph.constant(0, "int32"), *values], results, condSubgraphIndex=1, bodySubgraphIndex=2)
    graph.outputs(*results[1:])
    condition = builder.subgraph("condition")
    counter, *_ = condition.input([], "int32"), *(condition.input([2]) for _ in order)
    condition.outputs(condition.node("LESS", [counter, condition.constant(turns, "int32")], dtype="bool"))
    body = builder.subgraph("body")
    counter, *values = body.input([], "int32"), *(body.input([2]) for _ in order)
    advanced = body.node("ADD", [counter, body.constant(1, "int32")], dtype="int32")
    body.outputs(advanced, *(values[position] for position in order))
    return builder.serialize()


def run(interpreter, values):
    interpreter.allocate_tensors()
    for detail, value in zip(interpreter.get_input_details(), values):
        interpreter.set_tensor(detail["index"], np.float32(value))
    interpreter.invoke()
    return [interpreter.get_tensor(detail["index"]).tolist() for detail in interpreter.get_output_details()]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("turns, expected", [(0, [FIRST, SECOND]), (1, [SECOND, FIRST]), (2, [FIRST, SECOND]), (5, [SECOND, FIRST])])
def test_a_body_that_swaps_its_values(turns, expected, way):
    assert run(litevk.Interpreter(model_content=loop(turns, (1, 0)), **WAYS[way]), [FIRST, SECOND]) == expected


@pytest.mark.parametrize("way", WAYS)
def test_a_body_that_turns_three_values_round(way):
    model, values = loop(4, (2, 0, 1)), [FIRST, SECOND, [500.0, 600.0]]
    assert run(litevk.Interpreter(model_content=model, **WAYS[way]), values) == [values[2], values[0], values[1]]


def test_tflite_copies_one_value_over_the_other():
    """A fixed TFLite fails here; the loop can then become an ordinary case."""
    assert run(litert.Interpreter(model_content=loop(1, (1, 0))), [FIRST, SECOND]) == [SECOND, SECOND]
