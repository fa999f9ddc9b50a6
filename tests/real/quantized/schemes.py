"""The schemes by which ai-edge-quantizer quantizes a model, keyed by name. Needs the environment `quantizer` of
tools/test/setup_env.sh.
"""

import os

os.environ.setdefault("TQDM_DISABLE", "1")

from ai_edge_litert.interpreter import Interpreter  # noqa: E402
from ai_edge_quantizer import qtyping, quantizer  # noqa: E402
from ai_edge_quantizer.algorithm_manager import AlgorithmName  # noqa: E402
from uint8_model import as_uint8  # noqa: E402

OPS = qtyping.TFLOperationName
EDGES = (OPS.INPUT, OPS.OUTPUT)


def _static(activation_bits, weight_bits=8):
    """Quantizes all of a model to integers, with weights of fewer than 8 bits in operators for which the converter has them."""

    def configure(model):
        model.add_static_config(".*", OPS.ALL_SUPPORTED, activation_bits, 8)
        for op in (OPS.FULLY_CONNECTED, OPS.CONV_2D) if weight_bits < 8 else ():
            model.add_static_config(".*", op, activation_bits, weight_bits)

    return configure


def _float_edges(model):
    _static(8)(model)
    for edge in EDGES:
        model.update_quantization_recipe(".*", edge, algorithm_key=AlgorithmName.NO_QUANTIZE)


def _uint8_edges(model):
    _static(8)(model)
    integers = qtyping.TensorQuantizationConfig(8, symmetric=False, dtype=qtyping.TensorDataType.UINT)
    weights = qtyping.TensorQuantizationConfig(8, granularity=qtyping.QuantGranularity.CHANNELWISE)
    for edge in EDGES:
        config = qtyping.OpQuantizationConfig(integers, weights, qtyping.ComputePrecision.INTEGER)
        model.update_quantization_recipe(".*", edge, config)


def _per_tensor(model):
    model.add_static_config(".*", OPS.ALL_SUPPORTED, 8, 8, qtyping.QuantGranularity.TENSORWISE)


def _dynamic(bits):
    """Quantizes weights only; the kernels quantize activations during the run."""
    return lambda model: model.add_dynamic_config(".*", OPS.ALL_SUPPORTED, bits)


SCHEMES = {
    "int8": _static(8),
    "int8_float_edges": _float_edges,
    "int8_uint8_edges": _uint8_edges,
    "uint8": _per_tensor,
    "int8xint4": _static(8, 4),
    "int16xint8": _static(16),
    "dynamic_int8": _dynamic(8),
    "dynamic_int4": _dynamic(4),
}


def _operators(*names):
    """Quantizes only these operators."""

    def configure(model):
        for name in names:
            model.add_static_config(".*", name, 8, 8)

    return configure


def _layers_and_dynamic_rows(model):
    _operators(OPS.CONV_2D, OPS.DEPTHWISE_CONV_2D)(model)
    model.add_dynamic_config(".*", OPS.FULLY_CONNECTED, 8)


# Schemes that quantize a part of a model, so that there are QUANTIZE and DEQUANTIZE between its nodes.
HALF = {
    "int8_layers": _operators(OPS.CONV_2D, OPS.DEPTHWISE_CONV_2D),
    "int8_rows": _operators(OPS.FULLY_CONNECTED, OPS.BATCH_MATMUL),
    "int8_depthwise_and_sums": _operators(OPS.DEPTHWISE_CONV_2D, OPS.ADD),
    "int8_layers_dynamic_rows": _layers_and_dynamic_rows,
    # A scope ends with a tensor's name and a semicolon.
    "int8_every_other": lambda model: model.add_static_config(".*[02468];$", OPS.ALL_SUPPORTED, 8, 8),
}


def quantize(content, scheme, samples):
    """The bytes of the quantized model. `content`, with one signature, is a float model; a sample is a list of its inputs."""
    model = quantizer.Quantizer(content)
    {**SCHEMES, **HALF}[scheme](model)
    (key, names), = Interpreter(model_content=content).get_signature_list().items()
    data = {key: [dict(zip(names["inputs"], inputs)) for inputs in samples]}
    quantized = bytes(model.quantize(model.calibrate(data, num_threads=1)).quantized_model)
    return as_uint8(quantized, content) if scheme == "uint8" else quantized
