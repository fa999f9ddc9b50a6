"""QUANTIZE of float32 on the GPU beside every boundary between two quantized integers. TFLite's kernel divides in float32, for
which no device promises exact rounding. The GPU therefore computes the quotient in integers
(shaders/common/rounded_quotient.glsl) or compares with bounds (quantize_bounds.h). Every result equals the interpreter's.
"""

import numpy as np
import pytest

from model_builder import ModelBuilder
from reference_kernels import run_reference

# Significands of scales: the ends of the range of 24 bits, their neighbours, and some in between, each with other exponents.
SIGNIFICANDS = [0x800000, 0x800001, 0x800002, 0xFFFFFF, 0xFFFFFE, 0xAAAAAA, 0xAAAAAB, 0xCCCCCD, 0xC00000, 0xB504F3]
EXPONENTS = [-172, -160, -150, -149, -148, -140, -126, -100, -60, -31, -24, -8, 0, 17, 60, 100, 104]
STEPS = {"int8": 260, "uint8": 260, "int16": 33000}
NEIGHBOURS = range(-3, 4)


def scales(dtype):
    random = np.random.default_rng(7)
    drawn = random.integers(0x800000, 0x1000000, 20 if dtype == "int16" else 200)
    exponents = EXPONENTS if dtype != "int16" else EXPONENTS[::4]
    values = [np.ldexp(float(bits), int(power)) for bits in SIGNIFICANDS for power in exponents]
    values += [np.ldexp(float(bits), int(random.integers(-149, 104))) for bits in drawn]
    return np.array([value for value in values if value <= np.finfo(np.float32).max], np.float32)


def beside_boundaries(scale, dtype):
    """Floats next to scale * (n + 1/2), for every n within the type's steps, or for some of them in 16 bits."""
    steps = np.arange(STEPS[dtype], dtype=np.float64)
    if dtype == "int16":
        steps = np.concatenate([steps[:40], steps[40::211], steps[32740:32790]])
    with np.errstate(over="ignore"):
        centres = ((steps[:, None] + 0.5) * scale.astype(np.float64)).astype(np.float32)
    bits = centres.view(np.int32)[None] + np.array(NEIGHBOURS, np.int32)[:, None, None]
    magnitudes = np.maximum(bits, 0).view(np.float32).reshape(-1, len(scale))
    ends = (2.0**31 * scale.astype(np.float64)).clip(0, np.finfo(np.float32).max).astype(np.float32)
    extremes = (ends.view(np.int32)[None] + np.array(NEIGHBOURS, np.int32)[:, None]).view(np.float32)
    return np.concatenate([magnitudes, -magnitudes, extremes, -extremes, random_floats(len(scale))])


def random_floats(count):
    bits = np.random.default_rng(9).integers(0, 2**32, (40, count), np.uint32)
    return bits.view(np.float32)


def run(model, inputs, delegates, path):
    """Runs the model on the GPU and returns its outputs."""
    path.write_bytes(model)
    interpreter = delegates.interpreter(path)
    interpreter.allocate_tensors()
    for detail, values in zip(interpreter.get_input_details(), inputs, strict=True):
        interpreter.set_tensor(detail["index"], values)
    interpreter.invoke()
    report = delegates.report()
    assert {node["partition"] for node in report.nodes()} == {0} and "fallbacks" not in report.content
    return [interpreter.get_tensor(detail["index"]) for detail in interpreter.get_output_details()]


@pytest.mark.parametrize("dtype, zero_point", [("int8", -3), ("int8", 127), ("uint8", 131), ("int16", 0)])
def test_boundaries(dtype, zero_point, delegates, tmp_path):
    scale = scales(dtype)
    values = beside_boundaries(scale, dtype)
    builder = ModelBuilder()
    graph = builder.subgraph()
    quantization = {"scale": scale.tolist(), "zero_point": [zero_point] * len(scale), "axis": 1}
    result = graph.tensor(values.shape, dtype, quantization=quantization)
    graph.op("QUANTIZE", [graph.input(values.shape)], [result], version=3)
    graph.outputs(result)
    model = builder.serialize()
    ((expected,),) = run_reference(model, [[values]])
    (found,) = run(model, [values], delegates, tmp_path / "model.tflite")
    differ = np.argwhere(found != expected)
    assert not len(differ), f"{len(differ)} differ, such as {values[tuple(differ[0])]!r} with scale {scale[differ[0][1]]!r}"


@pytest.mark.parametrize("dtype, zero_point", [("int8", -128), ("int8", -3), ("uint8", 0), ("uint8", 131), ("uint8", 255)])
def test_one_scale(dtype, zero_point, delegates, tmp_path):
    scale = scales(dtype)[::2]
    values = beside_boundaries(scale, dtype).T
    builder = ModelBuilder()
    graph = builder.subgraph()
    results = []
    for of_node in scale:
        quantization = {"scale": [float(of_node)], "zero_point": [zero_point]}
        results.append(graph.tensor(values.shape[1:], dtype, quantization=quantization))
        graph.op("QUANTIZE", [graph.input(values.shape[1:])], [results[-1]], version=1)
    graph.outputs(*results)
    model = builder.serialize()
    inputs = [np.ascontiguousarray(row) for row in values]
    (expected,) = run_reference(model, [inputs])
    found = run(model, inputs, delegates, tmp_path / "model.tflite")
    differ = [
        (of_node, row[a != b][:3])
        for of_node, row, a, b in zip(scale, inputs, found, expected, strict=True)
        if (a != b).any()
    ]
    assert not differ, f"{len(differ)} scales differ, such as {differ[0]}"
