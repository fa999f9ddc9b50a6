// The constants that shaders/conv/quantized_conv_2d.comp reads: the filter in words, and integers of each
// channel.
#pragma once

#include <string>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/common/folded_multiplier.h"
#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/quantized_pack.h"
#include "runtime/opset/conv/transpose_conv.h"

namespace litevk {

// Indices of a convolution's inputs.
using ConvInputs = TransposeConvInputs;
inline constexpr ConvInputs kConvInputs = {.image = kConvInput, .filter = kConvFilter, .bias = kConvBias};

// Returns the weights, one byte each.
Result<KnownValue> FilterOf(const ir::Graph& graph, ir::TensorId id);

// Returns for each output channel the sum of its weights, less as many zero points.
Result<std::vector<int64_t>> SumsOfFilter(const ir::Graph& graph, ir::TensorId id,
                                          const QuantizedLayout& layout);

// Returns the values of a bias of int32 or int64; empty if the bias is absent.
Result<std::vector<int64_t>> BiasesOf(const ir::Graph& graph, ir::TensorId id);

// Returns a key of the bytes of a layer's channels in the form `form`; "" if values belong to one plan. The
// layer's output has one node, and with it one filter, bias, image and quantization.
std::string KeyOfChannels(const Lowering& lowering, const ConvInputs& at, const std::string& form);

// Adds the filter in QuantizedFilterPacking, weights of int4 two in a byte.
gpu::TensorId AddQuantizedFilter(Lowering& lowering, const ConvInputs& at, const QuantizedLayout& layout);

// Arithmetic with which a convolution adds up its products of pixels and weights.
struct SumForm {
  bool is_wide = false;        // 64 bits
  bool has_zero_point = true;  // the input's is in the sums, so that the bias has to be without it
  int32_t begin = 0;           // initial value of the sums of products
};

// Adds the constants that PackChannels packs from the bias and from the multipliers between sums and output.
// `folded`, if not empty, has the constants of all channels.
gpu::TensorId AddQuantizedChannels(Lowering& lowering, const ConvInputs& at, const QuantizedLayout& layout,
                                   const SumForm& sums, std::vector<FoldedMultiplier> folded = {});

}  // namespace litevk
