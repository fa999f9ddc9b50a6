"""The parts of the keys by which nodes share constants and tables: wrong_keys.py and wrong_caches.py remove each once.

Words that only name the kind of a key are no parts, since the rest of a key may tell two keys apart. A tensor's id stands for
its values, dims, type and quantization, and the id of a node's output for the node. No key has these beside the id.
"""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Part:
    """`text` is the part, an expression that occurs once in `within`, which occurs once in the file. By default `within` is
    `text`.
    """

    file: str
    text: str
    within: str = ""
    # The part as an expression, where @ stands for its text.
    form: str = "@"

    def taken_out(self):
        """Returns the text in the file, and its replacement without the part."""
        within = self.within or self.text
        return within, within.replace(self.text, "std::string()")


_LOWER = "delegate/lower/"
_CONV = "delegate/ops/conv/"
_OPS = "delegate/ops/"

PARTS = (
    # Constants that are a known tensor in another layout.
    Part(_LOWER + "lowered_partition.cc", "std::to_string(id)", 'return "tensor " + std::to_string(id)'),
    Part(_LOWER + "lowered_partition.cc", "std::string(packing)"),
    Part(_LOWER + "lowering.cc", "std::to_string(elements)"),
    Part(_OPS + "common/packed_constant.cc", "packed.text", "lowering.KeyOf(packed.input, packed.text)"),
    Part(_CONV + "conv_common.cc", "layout.ToString()", '"bias, " + layout.ToString()'),
    Part(_CONV + "conv_common.cc", "layout.ToString()", '"filter, " + layout.ToString()'),
    *(Part(_CONV + "pack.cc", f"std::to_string({member})")
      for member in ("of_groups", "of_outputs", "of_taps", "of_inputs", "of_lanes")),
    Part(_CONV + "pack.cc", '(are_last ? ", outputs last" : "")'),
    Part(_CONV + "quantized_pack.cc", "ToString()", "return ToString()"),
    Part(_CONV + "quantized_pack.cc", '(depth_multiplier > 0 ? " depthwise by " + std::to_string(depth_multiplier) : "")'),
    Part(_CONV + "quantized_constants.cc", "layout.Key()", '"in words, " + layout.Key()'),
    Part(_CONV + "int8_tile.cc", "layout.Key()"),
    # The initial values and multipliers of the sums of an integer layer.
    Part(_CONV + "quantized_constants.cc", "std::to_string(lowering.view().output_id(0))"),
    Part(_CONV + "quantized_constants.cc", "form", '" " + form'),
    Part(_CONV + "quantized_constants.cc", "layout.Key()", "lowering, at, layout.Key()"),
    Part(_CONV + "quantized_constants.cc", "std::to_string(sums.begin)"),
    Part(_CONV + "quantized_constants.cc", '(folded.empty() ? "" : " folded")'),
    # Hybrid layers: floats with integer weights.
    Part(_CONV + "dynamic_int8_problem.cc", "filter_key", "filter_key + "),
    Part(_CONV + "dynamic_int8_problem.cc", "bias_key", '", " + bias_key'),
    Part(_CONV + "dynamic_int8_problem.cc", "layout.Key()"),
    Part(_OPS + "matmul/dynamic_int8_matmul.cc", "bias_key", ": key + bias_key"),
    Part(_OPS + "matmul/dynamic_int8_matmul.cc", "key", ": key + "),
    Part(_OPS + "matmul/dynamic_int8_matmul.cc", "matmul.right.Key()", '"channels, " + matmul.right.Key()'),
    Part(_OPS + "matmul/dynamic_int8_matmul.cc", "layout.Key()"),
    *(Part(_OPS + "matmul/dynamic_int8_pack.cc", f"std::to_string({member})", f"std::to_string({member}) +")
      for member in ("count", "columns", "rows", "of_weight")),
    Part(_OPS + "matmul/dynamic_int8_pack.cc", '(are_last ? ", outputs last, " : ", ")'),
    Part(_OPS + "matmul/dynamic_int8_pack.cc", "std::to_string(shared)"),
    # Lookup tables, and constants made of scales and zero points.
    Part(_OPS + "elementwise/byte_table.cc", "std::to_string(node.op_code)"),
    Part(_OPS + "elementwise/byte_table.cc", "ir::Name(tensor.type)"),
    Part(_OPS + "elementwise/byte_table.cc", "std::to_string(std::bit_cast<uint32_t>(tensor.quantization.scales[0]))"),
    Part(_OPS + "elementwise/byte_table.cc", "std::to_string(tensor.quantization.zero_points[0])"),
    Part(_OPS + "elementwise/byte_table.cc", "std::to_string(id)"),
    Part(_OPS + "elementwise/byte_table.cc", "params, FindOpInfo(node.op_code)->params.bytes", "", "std::string(@)"),
    Part("delegate/ops/concatenation.cc", "std::to_string(std::bit_cast<uint32_t>(ScaleOf(*tensor)))"),
    Part("delegate/ops/concatenation.cc", "std::to_string(ZeroPointOf(*tensor))"),
    Part(_OPS + "common/quantization_constants.cc", "std::to_string(integer)"),
    Part("delegate/ops/fusions/quantized_layer_normalization.cc", "tables[0].key"),
    Part("delegate/ops/fusions/quantized_layer_normalization.cc", "tables[1].key"),
    Part("delegate/ops/fusions/quantized_layer_normalization.cc", "std::to_string(integer)"),
    Part(_LOWER + "bind_fixed_point.cc", "step->key", ".append(step->key)"),
    Part(_LOWER + "bind_fixed_point.cc", "std::to_string(constant)"),
    Part(_LOWER + "bind_fixed_point.cc", "std::to_string(word)"),
    Part(_LOWER + "bind_epilogue.cc", "std::to_string(integer)"),
    # Recurrent layers.
    Part(_OPS + "recurrent/lstm_gates.cc", "std::to_string(id)"),
    Part(_OPS + "recurrent/lstm.cc", "std::to_string(id)"),
    Part(_OPS + "recurrent/lstm.cc", "std::to_string(weights)"),
    Part(_OPS + "recurrent/lstm.cc", "std::to_string(bias)"),
)
