// The constants that shaders/quantized_conv_2d.comp reads: the filter in words, and numbers of each channel.
#pragma once

#include "delegate/lower/lowering.h"
#include "delegate/ops/conv/quantized_pack.h"
#include "runtime/opset/families/transpose_conv.h"

namespace litevk {

// Which inputs of a convolution are what.
using ConvInputs = TransposeConvInputs;

// Adds the filter as PackQuantizedFilter or PackDepthwiseFilter packs it, weights of int4 two in a byte.
gpu::TensorId AddQuantizedFilter(Lowering& lowering, const ConvInputs& at, const QuantizedLayout& layout);

// How a convolution adds up its products.
struct SumForm {
  bool is_wide = false;        // 64 bits
  bool has_zero_point = true;  // the input's is in the sums, so that the bias has to be without it
};

// Adds what PackChannels packs of the bias and of the factors from sums to the output.
gpu::TensorId AddQuantizedChannels(Lowering& lowering, const ConvInputs& at, const QuantizedLayout& layout,
                                   const SumForm& sums);

}  // namespace litevk
