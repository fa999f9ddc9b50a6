"""The parts of the keys by which nodes share constants and tables: wrong_keys.py takes each out once.

Words that only say what a key is of are no parts: without them two keys may still be told apart by the rest.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Part:
    """`text` is the part, an expression that stands once in `within`, and that once in the file. `within` is `text` where it is not
    given.
    """

    file: str
    text: str
    within: str = ""
    # The part as an expression, where @ stands for its text.
    form: str = "@"


_LOWER = "delegate/lower/"
_CONV = "delegate/ops/conv/"
_FAMILIES = "delegate/ops/families/"

PARTS = (
    # Constants of one known tensor, in one order.
    Part(_LOWER + "lowered_partition.cc", "std::to_string(id)", 'return "tensor " + std::to_string(id)'),
    Part(_LOWER + "lowered_partition.cc", "std::string(packing)"),
    Part(_LOWER + "lowering.cc", "std::to_string(elements)"),
    Part(_CONV + "conv_common.cc", "std::string(packing)"),
    Part(_CONV + "conv_common.cc", "std::string(name)", 'lowering.KeyOf(index, std::string(name)'),
    Part(_CONV + "conv_common.cc", "std::to_string(channels)"),
    Part(_CONV + "conv_common.cc", 'std::to_string(floats)'),
    *(Part(_CONV + "pack.cc", f"std::to_string({member})")
      for member in ("of_groups", "of_outputs", "of_taps", "of_inputs", "of_lanes")),
    Part(_CONV + "pack.cc", '(are_last ? ", outputs last" : "")'),
    Part(_CONV + "quantized_pack.cc", "ToString()", "return ToString()"),
    Part(_CONV + "quantized_pack.cc", '(multiplier > 0 ? " depthwise by " + std::to_string(multiplier) : "")'),
    Part(_CONV + "quantized_constants.cc", "layout.Key()", 'lowering.KeyOf(at.filter, "in words, " + layout.Key())'),
    Part(_CONV + "byte_tile.cc", "layout.Key()"),
    Part(_CONV + "wrapping_winograd.cc", "layout.Key()"),
    Part(_CONV + "quantized_winograd.cc", "layout.Key()"),
    # What the sums of a layer of integers begin with and are multiplied by.
    Part(_CONV + "quantized_constants.cc", "filter", "return filter + "),
    Part(_CONV + "quantized_constants.cc", "layout", '" of " + layout'),
    Part(_CONV + "quantized_constants.cc", "bias", " + bias + "),
    Part(_CONV + "quantized_constants.cc", "std::to_string(view.input_id(at.image))"),
    Part(_CONV + "quantized_constants.cc", "std::to_string(view.output_id(0))"),
    Part(_CONV + "quantized_constants.cc", "layout.Key()", "lowering, at, layout.Key()"),
    Part(_CONV + "quantized_constants.cc", "std::to_string(sums.begin)"),
    Part(_CONV + "quantized_constants.cc", '(folded.empty() ? "" : " folded")'),
    Part(_FAMILIES + "quantized_fully_connected_tiles.cc", "layout.Key()", '"rows " + layout.Key()'),
    Part(_FAMILIES + "quantized_fully_connected.cc", "layout.Key()", "kConvInputs, layout.Key()"),
    Part(_FAMILIES + "quantized_fully_connected.cc", "layout.Key()", '"in words, " + layout.Key()'),
    *(Part(_FAMILIES + "quantized_fully_connected_pack.cc", f"std::to_string({member})", f"std::to_string({member}) +")
      for member in ("rows", "columns", "of_number")),
    Part(_FAMILIES + "quantized_fully_connected_pack.cc", "std::to_string(zero)"),
    # Layers of floats with weights of integers.
    Part(_CONV + "hybrid_problem.cc", "filter_key", "filter_key + "),
    Part(_CONV + "hybrid_problem.cc", "bias_key", '", " + bias_key'),
    Part(_CONV + "hybrid_problem.cc", "layout.Key()"),
    Part(_FAMILIES + "hybrid_product.cc", "bias_key", ": key + bias_key"),
    Part(_FAMILIES + "hybrid_product.cc", "key", ": key + "),
    Part(_FAMILIES + "hybrid_product.cc", "product.right.Key()", '"channels, " + product.right.Key()'),
    Part(_FAMILIES + "hybrid_product.cc", "layout.Key()"),
    *(Part(_FAMILIES + "hybrid_pack.cc", f"std::to_string({member})", f"std::to_string({member}) +")
      for member in ("count", "columns", "rows", "of_weight")),
    Part(_FAMILIES + "hybrid_pack.cc", '(are_last ? ", outputs last, " : ", ")'),
    Part(_FAMILIES + "hybrid_pack.cc", "std::to_string(shared)"),
    # Tables, and what scales and zero points have become.
    Part(_FAMILIES + "byte_table.cc", "std::to_string(node.op_code)"),
    Part(_FAMILIES + "byte_table.cc", "ir::Name(tensor.type)"),
    Part(_FAMILIES + "byte_table.cc", "std::to_string(std::bit_cast<uint32_t>(tensor.quantization.scales[0]))"),
    Part(_FAMILIES + "byte_table.cc", "std::to_string(tensor.quantization.zero_points[0])"),
    Part(_FAMILIES + "byte_table.cc", "std::to_string(id)"),
    Part(_FAMILIES + "byte_table.cc", "params, FindOpInfo(node.op_code)->params.bytes", "", "std::string(@)"),
    Part("delegate/ops/concatenation.cc", "std::to_string(std::bit_cast<uint32_t>(ScaleOf(*tensor)))"),
    Part("delegate/ops/concatenation.cc", "std::to_string(ZeroPointOf(*tensor))"),
    Part(_FAMILIES + "quantized_numbers.cc", "std::to_string(number)"),
    Part("delegate/ops/fusions/quantized_layer_normalization.cc", "tables[0].key"),
    Part("delegate/ops/fusions/quantized_layer_normalization.cc", "tables[1].key"),
    Part("delegate/ops/fusions/quantized_layer_normalization.cc", "std::to_string(number)"),
    Part(_LOWER + "integer_steps.cc", "step.key", ".append(step.key)"),
    Part(_LOWER + "integer_steps.cc", "std::to_string(number)", "step.numbers) key.append(\" \").append(std::to_string(number))"),
    Part(_LOWER + "integer_steps.cc", "std::to_string(number)",
         "FloatNumbers()))\n      key.append(\" \").append(std::to_string(number))"),
    Part(_LOWER + "bind_epilogue.cc", "std::to_string(number)"),
    # Recurrent layers, and what else has a key.
    Part(_FAMILIES + "lstm_gates.cc", "name", "std::string key(name)", "std::string(@)"),
    Part(_FAMILIES + "lstm_gates.cc", "std::to_string(id)"),
    Part(_FAMILIES + "lstm.cc", "name", "std::string key(name)", "std::string(@)"),
    Part(_FAMILIES + "lstm.cc", "std::to_string(id)"),
    Part(_FAMILIES + "lstm.cc", "std::to_string(weights)"),
    Part(_FAMILIES + "lstm.cc", "std::to_string(bias)"),
    Part("delegate/ops/rfft2d.cc", "std::to_string(count)"),
)
