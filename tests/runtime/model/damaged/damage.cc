#include "tests/runtime/model/damaged/damage.h"

#include <limits>

namespace litevk::test {
namespace {

using schema::ModelT;
using Type = schema::TensorType;

constexpr int kMost = std::numeric_limits<int>::max();
constexpr int kLeast = std::numeric_limits<int>::min();

schema::TensorT& Tensor(ModelT& model, size_t id, size_t subgraph = 0) {
  return *model.subgraphs[subgraph]->tensors[id];
}
schema::OperatorT& Operator(ModelT& model, size_t index, size_t subgraph = 0) {
  return *model.subgraphs[subgraph]->operators[index];
}
// Return parts of tensor 1 of "convolution" and of tensor 0 of "sparse".
schema::QuantizationParametersT& Quantization(ModelT& model) { return *Tensor(model, 1).quantization; }
schema::SparsityParametersT& Sparsity(ModelT& model) { return *Tensor(model, 0).sparsity; }
schema::DimensionMetadataT& Level(ModelT& model, size_t index) {
  return *Sparsity(model).dim_metadata[index];
}
schema::BufferT& Buffer(ModelT& model, size_t index) { return *model.buffers[index]; }

constexpr Damage kModelDamages[] = {
    {"version", "text", [](ModelT& m) { m.version = 2; }, "format version 2, expected 3"},
    {"no_subgraphs", "text", [](ModelT& m) { m.subgraphs.clear(); }, "the model has no subgraph"},
    {"no_buffers", "text", [](ModelT& m) { m.buffers.clear(); }, "the model has no buffers"},
    {"missing_buffers", "text", [](ModelT& m) { m.buffers.resize(1); },
     "subgraph 0: tensor 1: its buffer is 1 of 1"},
    {"buffer_behind_the_end", "outside", [](ModelT& m) { Buffer(m, 1).offset = 1 << 20; },
     "buffer 1: bytes 1048576 + 24 lie outside of the file of "},
    {"buffer_offset_overflows", "outside", [](ModelT& m) { Buffer(m, 1).offset = UINT64_MAX - 7; },
     "buffer 1: bytes 18446744073709551608 + 24 lie outside"},
    {"buffer_size_overflows", "outside", [](ModelT& m) { Buffer(m, 1).size = UINT64_MAX; },
     "buffer 1: bytes "},
    {"unknown_operator", "text", [](ModelT& m) { m.operator_codes[0]->builtin_code = 210; },
     "operator code 0: builtin operator 210 is not known"},
    {"negative_operator", "convolution",
     [](ModelT& m) {
       m.operator_codes[0]->builtin_code = -5;
       m.operator_codes[0]->deprecated_builtin_code = -1;
     },
     "operator code 0: builtin operator -1 is not known"},
    {"operator_version", "text", [](ModelT& m) { m.operator_codes[0]->version = 0; },
     "operator code 0: version 0, expected 1 or more"},
    {"custom_without_a_name", "text", [](ModelT& m) { m.operator_codes[1]->custom_code.clear(); },
     "operator code 1: a custom operator without a name"},
    {"metadata_buffer", "text", [](ModelT& m) { m.metadata[0]->buffer = 77; },
     "metadata 0: its buffer is 77 of 3"},
    {"signature_subgraph", "text", [](ModelT& m) { m.signature_defs[0]->subgraph_index = 1; },
     "signature 0: it is for subgraph 1 of 1"},
    {"signature_without_a_key", "text", [](ModelT& m) { m.signature_defs[0]->signature_key.clear(); },
     "signature 0: it has no key"},
    {"signature_input", "text", [](ModelT& m) { m.signature_defs[0]->inputs[0]->tensor_index = 4; },
     "signature 0: input 0 is tensor 4 of 4"},
    {"signature_output", "text",
     [](ModelT& m) { m.signature_defs[0]->outputs[0]->tensor_index = UINT32_MAX; },
     "signature 0: output 0 is tensor 4294967295 of 4"},
    {"signature_name", "text", [](ModelT& m) { m.signature_defs[0]->inputs[0]->name.clear(); },
     "signature 0: input 0 has no name"},
    {"subgraph_input", "text", [](ModelT& m) { m.subgraphs[0]->inputs = {4}; },
     "subgraph 0: input 0 is tensor 4 of 4"},
    {"absent_subgraph_input", "text", [](ModelT& m) { m.subgraphs[0]->inputs = {-1}; },
     "subgraph 0: input 0 is tensor -1 of 4"},
    {"subgraph_output", "text",
     [](ModelT& m) {
       m.subgraphs[0]->outputs = {3, kLeast};
     },
     "subgraph 0: output 1 is tensor -2147483648 of 4"},
    {"constant_input", "text",
     [](ModelT& m) {
       m.subgraphs[0]->inputs = {0, 1};
     },
     "subgraph 0: input 1 is tensor 1, which is a constant"},
};

constexpr Damage kTensorDamages[] = {
    {"type", "convolution", [](ModelT& m) { Tensor(m, 3).type = static_cast<Type>(23); },
     "subgraph 0: tensor 3: element type 23 is not known"},
    {"negative_type", "convolution", [](ModelT& m) { Tensor(m, 3).type = static_cast<Type>(-1); },
     "tensor 3: element type -1 is not known"},
    {"negative_dim", "convolution",
     [](ModelT& m) {
       Tensor(m, 3).shape = {1, -1, 4, 2};
     },
     "tensor 3: shape 1x-1x4x2 has a negative dim"},
    {"huge_dims", "convolution",
     [](ModelT& m) {
       Tensor(m, 3).shape = {kMost, kMost, kMost, kMost};
     },
     "has too many elements"},
    {"huge_dims_with_a_zero", "convolution",
     [](ModelT& m) {
       Tensor(m, 3).shape = {kMost, kMost, kMost, 0};
     },
     "has too many elements"},
    {"many_dims", "convolution", [](ModelT& m) { Tensor(m, 3).shape.assign(65, 1); },
     "tensor 3: it has 65 dims, expected 64 or less"},
    {"signature_rank", "convolution", [](ModelT& m) { Tensor(m, 0).shape_signature = {-1}; },
     "tensor 0: its shape signature has 1 dims, its shape 4"},
    {"signature_dim", "convolution", [](ModelT& m) { Tensor(m, 0).shape_signature[0] = -2; },
     "tensor 0: its shape signature has the dim -2, expected -1 or more"},
    {"buffer", "convolution", [](ModelT& m) { Tensor(m, 1).buffer = UINT32_MAX; },
     "tensor 1: its buffer is 4294967295 of 4"},
    {"external_buffer", "convolution", [](ModelT& m) { Tensor(m, 1).external_buffer = 1; },
     "tensor 1: its values lie in another file (external buffer 1), which is not supported"},
    {"constant_variable", "convolution", [](ModelT& m) { Tensor(m, 1).is_variable = true; },
     "tensor 1: it is a variable, but its buffer has data"},
    {"short_buffer", "convolution", [](ModelT& m) { Buffer(m, 2).data.pop_back(); },
     "tensor 2: its buffer has 7 bytes, expected 8 for FLOAT32 2"},
    {"long_buffer", "convolution", [](ModelT& m) { Buffer(m, 2).data.push_back(0); },
     "tensor 2: its buffer has 9 bytes, expected 8"},
    {"wrong_type_for_buffer", "convolution", [](ModelT& m) { Tensor(m, 2).type = Type::INT64; },
     "tensor 2: its buffer has 8 bytes, expected 16 for INT64 2"},
    {"odd_int4", "convolution",
     [](ModelT& m) {
       Tensor(m, 2).type = Type::INT4;
       Tensor(m, 2).shape = {17};
     },
     "tensor 2: its buffer has 8 bytes, expected 9 for INT4 17"},
    {"resource_constant", "convolution", [](ModelT& m) { Tensor(m, 2).type = Type::RESOURCE; },
     "tensor 2: a constant of type RESOURCE"},
    {"string_count", "text", [](ModelT& m) { Tensor(m, 1).shape = {3}; },
     "tensor 1: its buffer holds 2 strings, its shape 3"},
    {"string_offset", "text", [](ModelT& m) { Buffer(m, 1).data[8] = 200; },
     "tensor 1: string 0 of a string tensor lies outside of it"},
    {"string_header", "text", [](ModelT& m) { Buffer(m, 1).data[3] = 0x7F; },
     "tensor 1: a string tensor of 19 bytes claims 2130706434 strings"},
    {"string_buffer", "text", [](ModelT& m) { Buffer(m, 1).data.resize(3); },
     "tensor 1: a string tensor has less than 4 bytes"},
    {"more_scales", "convolution",
     [](ModelT& m) {
       Quantization(m).scale = {1, 2, 3};
       Quantization(m).zero_point = {1, 2, 3};
     },
     "tensor 1: it has 3 scales, expected 1 or, along dim 0, 2"},
    {"fewer_zero_points", "convolution", [](ModelT& m) { Quantization(m).zero_point.clear(); },
     "tensor 1: it has 2 scales, but 0 zero points"},
    {"quantized_dim", "convolution", [](ModelT& m) { Quantization(m).quantized_dimension = 4; },
     "tensor 1: it is quantized along dim 4 of 4"},
    {"negative_quantized_dim", "convolution", [](ModelT& m) { Quantization(m).quantized_dimension = -1; },
     "tensor 1: it is quantized along dim -1 of 4"},
    {"zero_point", "convolution", [](ModelT& m) { Quantization(m).zero_point[1] = int64_t{1} << 31; },
     "tensor 1: its zero point 2147483648 does not fit 32 bits"},
    {"blockwise_scales", "convolution",
     [](ModelT& m) {
       schema::BlockwiseQuantizationT blockwise;
       blockwise.scales = 7;
       Quantization(m).details.Set(blockwise);
     },
     "tensor 1: its quantization is in tensor 7 of 7"},
    {"multi_axis_zero_points", "convolution",
     [](ModelT& m) {
       schema::MultiAxisQuantizationT multi_axis;
       multi_axis.zero_points = -2;
       Quantization(m).details.Set(multi_axis);
     },
     "tensor 1: its quantization is in tensor -2 of 7"},
};

constexpr Damage kSparsityDamages[] = {
    {"sparse_without_data", "sparse", [](ModelT& m) { Tensor(m, 0).buffer = 0; },
     "tensor 0: it is sparse, but its buffer has no data"},
    {"sparse_strings", "sparse", [](ModelT& m) { Tensor(m, 0).type = Type::STRING; },
     "tensor 0: a sparse string tensor"},
    {"no_traversal_order", "sparse", [](ModelT& m) { Sparsity(m).traversal_order.clear(); },
     "tensor 0: it has 0 dims in traversal order and 3 described ones, expected 3"},
    {"traversal_order", "sparse",
     [](ModelT& m) {
       Sparsity(m).traversal_order = {0, 1, 1};
     },
     "tensor 0: its traversal order is not a permutation"},
    {"traversal_order_range", "sparse",
     [](ModelT& m) {
       Sparsity(m).traversal_order = {0, -1, 3};
     },
     "tensor 0: its traversal order is not a permutation"},
    {"no_levels", "sparse", [](ModelT& m) { Sparsity(m).dim_metadata.clear(); },
     "3 dims in traversal order and 0 described ones"},
    {"block_map", "sparse", [](ModelT& m) { Sparsity(m).block_map = {2}; },
     "tensor 0: block 0 splits dim 2 of 2"},
    {"negative_block_map", "sparse", [](ModelT& m) { Sparsity(m).block_map = {-1}; },
     "tensor 0: block 0 splits dim -1 of 2"},
    {"block_size", "sparse", [](ModelT& m) { Level(m, 2).dense_size = 4; },
     "tensor 0: block 0 has the size 4 in a dim of 6"},
    {"empty_block", "sparse", [](ModelT& m) { Level(m, 2).dense_size = 0; },
     "tensor 0: block 0 has the size 0 in a dim of 6"},
    {"sparse_block", "sparse", [](ModelT& m) { Level(m, 2).format = schema::DimensionType::SPARSE_CSR; },
     "tensor 0: block 0 has the size 2 in a dim of 6"},
    {"dense_size", "sparse", [](ModelT& m) { Level(m, 0).dense_size = kMost; },
     "tensor 0: sparse level 0: its size is 2147483647, expected 2"},
    {"level_format", "sparse", [](ModelT& m) { Level(m, 0).format = static_cast<schema::DimensionType>(2); },
     "tensor 0: sparse level 0: format 2 is not known"},
    {"no_segments", "sparse", [](ModelT& m) { Level(m, 1).array_segments.Reset(); },
     "tensor 0: sparse level 1: a sparse index vector of kind 0"},
    {"no_indices", "sparse", [](ModelT& m) { Level(m, 1).array_indices.Reset(); },
     "tensor 0: sparse level 1: a sparse index vector of kind 0"},
    {"segment_count", "sparse",
     [](ModelT& m) {
       Level(m, 1).array_segments.AsInt32Vector()->values = {0, 2};
     },
     "tensor 0: sparse level 1: it has 2, expected 3 segment bounds"},
    {"segments_fall", "sparse",
     [](ModelT& m) {
       Level(m, 1).array_segments.AsInt32Vector()->values = {0, 3, 2};
     },
     "sparse level 1: its segments do not cover its 2 indices"},
    {"segments_end", "sparse",
     [](ModelT& m) {
       Level(m, 1).array_segments.AsInt32Vector()->values = {0, 2, 3};
     },
     "sparse level 1: its segments do not cover its 2 indices"},
    {"negative_segments", "sparse",
     [](ModelT& m) {
       Level(m, 1).array_segments.AsInt32Vector()->values = {-1, 1, 2};
     },
     "sparse level 1: its segments do not cover its 2 indices"},
    {"index_range", "sparse",
     [](ModelT& m) {
       Level(m, 1).array_indices.AsUint8Vector()->values = {0, 3};
     },
     "sparse level 1: index 3 after 0 in a dim of 3"},
    {"indices_fall", "sparse",
     [](ModelT& m) {
       Level(m, 1).array_indices.AsUint8Vector()->values = {1, 1};
     },
     "sparse level 1: index 1 after 1 in a dim of 3"},
    {"stored_values", "sparse", [](ModelT& m) { Buffer(m, 1).data.resize(12); },
     "tensor 0: its buffer has 12, expected 16 bytes for 4 sparse values"},
};

constexpr Damage kOperatorDamages[] = {
    {"code", "convolution", [](ModelT& m) { Operator(m, 1).opcode_index = 3; },
     "subgraph 0: operator 1: its code is 3 of 3"},
    {"input", "convolution", [](ModelT& m) { Operator(m, 0).inputs[1] = 99; },
     "subgraph 0: operator 0 (CONV_2D): input 1 is tensor 99 of 7"},
    {"negative_input", "convolution", [](ModelT& m) { Operator(m, 0).inputs[1] = -2; },
     "operator 0 (CONV_2D): input 1 is tensor -2 of 7"},
    {"output", "convolution", [](ModelT& m) { Operator(m, 1).outputs[0] = 7; },
     "operator 1 (RESHAPE): output 0 is tensor 7 of 7"},
    {"intermediate", "convolution",
     [](ModelT& m) {
       Operator(m, 1).intermediates = {0, -1, 7};
     },
     "operator 1 (RESHAPE): intermediate 2 is tensor 7 of 7"},
    {"unsorted", "convolution",
     [](ModelT& m) { std::swap(m.subgraphs[0]->operators[0], m.subgraphs[0]->operators[1]); },
     "operator 0 (RESHAPE): input 0 is tensor 3, which only operator 1 writes"},
    {"cycle", "convolution", [](ModelT& m) { Operator(m, 1).inputs[0] = 6; },
     "operator 1 (RESHAPE): input 0 is tensor 6, which only operator 2 writes"},
    {"reads_its_output", "convolution", [](ModelT& m) { Operator(m, 2).inputs[0] = 6; },
     "operator 2 (ADD): input 0 is tensor 6, which only operator 2 writes"},
    {"reads_nothing", "convolution", [](ModelT& m) { m.subgraphs[0]->inputs.clear(); },
     "operator 0 (CONV_2D): input 0 is tensor 0, which nothing writes"},
    {"output_of_nothing", "text", [](ModelT& m) { m.subgraphs[0]->operators.pop_back(); },
     "subgraph 0: output 0 is tensor 3, which nothing writes"},
    {"two_writers", "convolution", [](ModelT& m) { Operator(m, 2).outputs[0] = 3; },
     "operator 2 (ADD): output 0 is tensor 3, which operator 0 writes too"},
    {"written_twice", "convolution",
     [](ModelT& m) {
       Operator(m, 2).outputs = {6, 6};
     },
     "operator 2 (ADD): output 1 is tensor 6, which operator 2 writes too"},
    {"writes_a_constant", "convolution", [](ModelT& m) { Operator(m, 2).outputs = {1}; },
     "operator 2 (ADD): output 0 is tensor 1, which is a constant"},
    {"writes_an_input", "convolution", [](ModelT& m) { Operator(m, 2).outputs = {0}; },
     "operator 2 (ADD): output 0 is tensor 0, which is an input of the subgraph"},
    {"options_of_another", "convolution",
     [](ModelT& m) { Operator(m, 0).builtin_options.Set(schema::Pool2DOptionsT()); },
     "operator 0 (CONV_2D): has options of kind 5, expected 1, Conv2DOptions"},
    {"padding", "convolution",
     [](ModelT& m) {
       Operator(m, 0).builtin_options.AsConv2DOptions()->padding = static_cast<schema::Padding>(2);
     },
     "operator 0 (CONV_2D): padding 2 in its options is not known"},
    {"activation", "convolution",
     [](ModelT& m) {
       Operator(m, 0).builtin_options.AsConv2DOptions()->fused_activation_function =
           static_cast<schema::ActivationFunctionType>(-7);
     },
     "operator 0 (CONV_2D): activation -7 in its options is not known"},
    {"nine_dims", "convolution",
     [](ModelT& m) { Operator(m, 1).builtin_options.AsReshapeOptions()->new_shape.assign(9, 1); },
     "operator 1 (RESHAPE): 9 dims in its options, expected 8 or less"},
    {"custom_options", "outside", [](ModelT& m) { Operator(m, 1).large_custom_options_offset = 1 << 20; },
     "operator 1 (CUSTOM): its options at bytes 1048576 + 5 lie outside of the file of "},
    {"custom_options_overflow", "outside",
     [](ModelT& m) { Operator(m, 1).large_custom_options_offset = UINT64_MAX - 3; },
     "operator 1 (CUSTOM): its options at bytes 18446744073709551612 + 5 lie outside of the file of "},
    {"callee", "control_flow",
     [](ModelT& m) { Operator(m, 3).builtin_options.AsIfOptions()->then_subgraph_index = 5; },
     "subgraph 0: operator 3: it calls subgraph 5 of 5"},
    {"negative_callee", "control_flow",
     [](ModelT& m) { Operator(m, 4).builtin_options.AsWhileOptions()->body_subgraph_index = -1; },
     "subgraph 0: operator 4: it calls subgraph -1 of 5"},
    {"no_callee", "control_flow", [](ModelT& m) { Operator(m, 0).builtin_options.Reset(); },
     "subgraph 0: operator 0: it has no options that say which subgraphs it calls"},
    {"calls_itself", "control_flow",
     [](ModelT& m) { Operator(m, 0).builtin_options.AsCallOnceOptions()->init_subgraph_index = 0; },
     "subgraph 0: its operators call it again"},
    {"calls_its_caller", "control_flow",
     [](ModelT& m) {
       m.operator_codes.back()->builtin_code = abi::kTfLiteBuiltinCall;
       m.operator_codes.back()->deprecated_builtin_code = abi::kTfLiteBuiltinCall;
       schema::OperatorT& op = Operator(m, 1, 4);
       op.inputs.clear();
       op.builtin_options.Set(schema::CallOptionsT());
     },
     "subgraph 0: its operators call it again"},
};

template <size_t... kSizes>
std::vector<Damage> Join(const Damage (&... lists)[kSizes]) {
  std::vector<Damage> all;
  const auto append = [&](std::span<const Damage> list) {
    for (const Damage& damage : list) all.push_back(damage);
  };
  (append(lists), ...);
  return all;
}

}  // namespace

std::span<const Damage> Damages() {
  static const std::vector<Damage> kAll =
      Join(kModelDamages, kTensorDamages, kSparsityDamages, kOperatorDamages);
  return kAll;
}

}  // namespace litevk::test
