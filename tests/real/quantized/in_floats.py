"""Runs quantized models with floats as inputs and outputs."""

import numpy as np


def integers_of(values, detail):
    """Quantizes floats for a tensor; returns the floats if it is not quantized."""
    if not len(detail["quantization_parameters"]["scales"]):
        return values.astype(detail["dtype"])
    (scale, zero_point), ends = detail["quantization"], np.iinfo(detail["dtype"])
    return np.clip(np.round(values / scale) + zero_point, ends.min, ends.max).astype(detail["dtype"])


def values_of(integers, detail):
    """Dequantizes a tensor's integers."""
    if not len(detail["quantization_parameters"]["scales"]):
        return integers
    scale, zero_point = detail["quantization"]
    return ((integers.astype(np.float64) - zero_point) * scale).astype(np.float32)


def run(interpreter, inputs):
    """Runs the model and returns the outputs as floats, in the model's order."""
    interpreter.allocate_tensors()
    for detail, values in zip(interpreter.get_input_details(), inputs, strict=True):
        interpreter.set_tensor(detail["index"], integers_of(values, detail))
    interpreter.invoke()
    return [values_of(interpreter.get_tensor(d["index"]), d) for d in interpreter.get_output_details()]
