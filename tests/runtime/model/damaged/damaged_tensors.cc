#include "tests/runtime/model/damaged/model_parts.h"

namespace litevk::test {
namespace {

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

}  // namespace

std::span<const Damage> TensorDamages() { return kTensorDamages; }

std::span<const Damage> SparsityDamages() { return kSparsityDamages; }

}  // namespace litevk::test
