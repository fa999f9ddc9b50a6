// A convolution of float32 images and integer filters as every way to compute it sees it.
#pragma once

#include <cstdint>

#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/quantized_constants.h"
#include "delegate/ops/conv/quantized_pack.h"
#include "delegate/ops/families/hybrid_rows.h"
#include "delegate/views/image_strides.h"

namespace litevk {

struct HybridProblem {
  ir::Shape input;  // four dims, NHWC
  ConvWindow window;
  QuantizedLayout layout;
  int activation = 0;           // abi::TfLiteFusedActivation
  bool is_asymmetric = false;   // images have zero points
  bool channels_first = false;  // sums are multiplied by the channel's scale first, then by the image's

  // An image is a row of numbers.
  FloatRows Images() const {
    return {.rows = input[0], .depth = ImageNumbers(input), .is_asymmetric = is_asymmetric};
  }
  // Where the numbers of the images lie: each image begins with a word.
  ImageStrides Strides() const {
    ImageStrides strides = DenseStrides(input[1], input[2], input[3]);
    strides.image = Images().Quads() * 4;
    return strides;
  }
  uint32_t LastWord() const { return static_cast<uint32_t>(Images().FirstHeader()) - 1; }
};

// Returns that of a node of CONV_2D or DEPTHWISE_CONV_2D.
HybridProblem HybridProblemOf(const NodeView& view, const QuantizedLayout& layout, const ConvWindow& window,
                              int activation);

// Adds what shaders/common/hybrid_result.glsl reads: [group][block][scales, biases, sums of weights][output
// of the block].
gpu::TensorId AddHybridChannels(Lowering& lowering, const ConvInputs& at, const QuantizedLayout& layout);
// The words of these.
uint64_t HybridChannelWords(const QuantizedLayout& layout);

}  // namespace litevk
