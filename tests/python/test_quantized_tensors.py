"""Details of quantized tensors in litevk.Interpreter, and setting and getting their values, compared with ai_edge_litert."""

import ai_edge_litert.interpreter as litert
import numpy as np
import pytest

import litevk
from conftest import same
from model_builder import ModelBuilder

# Parameters of a tensor with three elements in its last dim.
PER_TENSOR, PER_CHANNEL = {"scale": 0.1, "zero_point": 3}, {"scale": [0.1, 0.2, 0.3], "zero_point": [0, 1, 2], "axis": 1}
SAME_ZERO_POINTS = {"scale": [0.1, 0.2, 0.3], "zero_point": [0, 0, 0], "axis": 1}
ONE_CHANNEL = {"scale": [0.1], "zero_point": [5], "axis": 1}
TYPES = ("int8", "uint8", "int16", "int32", "int4", "uint4", "int2", "float32")


def serialized(*tensors):
    """A model with these inputs: (type, quantization)."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    inputs = [graph.input([2, 3], dtype, name=f"x{i}", quantization=q) for i, (dtype, q) in enumerate(tensors)]
    graph.outputs(*inputs)
    builder.signature("copy", 0)
    return builder.serialize()


def with_range(low, high):
    """A model whose tensor states a range and no scale, as converters write it for training."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    x = graph.input([2, 3], "float32", name="x", quantization=PER_TENSOR)
    quantization = graph.table.tensors[x].quantization
    quantization.scale = quantization.zeroPoint = None
    quantization.min, quantization.max = [low], [high]
    graph.outputs(x)
    return builder.serialize()


def both(content, **kwargs):
    """TFLite's interpreter and litevk's."""
    resolver = litert.OpResolverType.BUILTIN_REF
    theirs = litert.Interpreter(model_content=content, experimental_op_resolver_type=resolver, **kwargs)
    return theirs, litevk.Interpreter(model_content=content, experimental_delegates=[], **kwargs)


@pytest.mark.parametrize("compress", [False, True])
def test_details(compress):
    tensors = [(dtype, PER_TENSOR) for dtype in TYPES] + [("int8", q) for q in (PER_CHANNEL, SAME_ZERO_POINTS, ONE_CHANNEL)]
    for content in (serialized(*tensors, ("int8", None)), with_range(0.0, 1.0)):
        theirs, ours = both(content, experimental_compress_quantization_zero_points=compress)
        for call in ("get_tensor_details", "get_input_details", "get_output_details"):
            same(getattr(ours, call)(), getattr(theirs, call)())


def with_blocks(size, dtype):
    """A model of weights with a scale for each block of a row."""
    builder = ModelBuilder()
    graph = builder.subgraph()
    scales = np.arange(1, 3 * 64 // size + 1) / 64
    blocks = {"block_size": size, "scale": scales}
    weights = graph.tensor([3, 64], "int4", values=np.zeros((3, 64), np.int8), quantization=blocks)
    graph.table.tensors[weights].quantization.details.scales = graph.constant(scales, dtype)
    graph.outputs(graph.input([1]))
    return builder.serialize(), weights


@pytest.mark.parametrize("size", [2, 32, 64])
def test_details_of_blocks(size):
    theirs, ours = both(with_blocks(size, "float16")[0])
    same(ours.get_tensor_details(), theirs.get_tensor_details())


def test_scales_of_blocks_are_float16_numbers():
    """TFLite reads the bytes of a tensor of another type as float16, too."""
    content, weights = with_blocks(32, "float32")
    ours = litevk.Interpreter(model_content=content, experimental_delegates=[])
    found = {details["index"]: details["quantization_parameters"] for details in ours.get_tensor_details()}[weights]
    assert found["block_size"] == 32 and not len(found["scales"])


def test_details_of_signatures():
    theirs, ours = (i.get_signature_runner() for i in both(serialized(("int8", PER_TENSOR), ("int16", SAME_ZERO_POINTS))))
    for call in ("get_input_details", "get_output_details"):
        expected = getattr(theirs, call)()
        found = getattr(ours, call)()
        assert found.keys() == expected.keys()
        for name in expected:
            same([found[name]], [expected[name]])


def test_floats_for_a_quantized_tensor_are_told_what_to_do():
    interpreter = litevk.Interpreter(model_content=serialized(("int8", PER_TENSOR)), experimental_delegates=[])
    interpreter.allocate_tensors()
    with pytest.raises(ValueError, match=r"the tensor's is int8, numbers of a quantized tensor: round\(value / scale\) \+ zero_point"):
        interpreter.set_tensor(0, np.zeros((2, 3), np.float32))


@pytest.mark.parametrize("dtype, low, high", [("int4", -8, 7), ("uint4", 0, 15)])
def test_numbers_that_share_bytes(dtype, low, high):
    theirs, ours = both(serialized((dtype, PER_TENSOR)))
    values = np.array([[low, high, 0], [1, low, high]], np.uint8 if dtype == "uint4" else np.int8)
    for interpreter in (theirs, ours):
        interpreter.allocate_tensors()
        interpreter.set_tensor(0, values)
        interpreter.invoke()
        assert interpreter.get_tensor(0).dtype == values.dtype and np.array_equal(interpreter.get_tensor(0), values)
        for beyond in {low - 1, high + 1} - {-1}:
            with pytest.raises(ValueError, match="^Cannot set tensor"):
                interpreter.set_tensor(0, np.full((2, 3), beyond, values.dtype))
        assert np.array_equal(interpreter.get_tensor(0), values)
    with pytest.raises(ValueError, match="share bytes"):
        ours.tensor(0)()


def test_constants_that_share_bytes():
    for dtype, values in (("int4", np.arange(15).reshape(3, 5) % 16 - 8), ("int2", np.arange(15).reshape(3, 5) % 4 - 2)):
        builder = ModelBuilder()
        graph = builder.subgraph()
        constant = graph.tensor([3, 5], dtype, values=values, quantization=PER_TENSOR)
        graph.outputs(graph.input([1]))
        for interpreter in both(builder.serialize()):
            interpreter.allocate_tensors()
            found = interpreter.get_tensor(constant)
            assert found.dtype == np.int8 and np.array_equal(found, values)
