// A convolution of float32 images and integer filters as every way to compute it sees it.
#pragma once

#include <cstdint>
#include <vector>

#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/quantized_constants.h"
#include "delegate/ops/conv/quantized_pack.h"
#include "delegate/ops/families/hybrid_rows.h"
#include "delegate/views/image_strides.h"

namespace litevk {

struct HybridProblem {
  ir::Shape input;   // four dims, NHWC
  ir::Shape output;  // the same
  ConvWindow window;
  QuantizedLayout layout;
  std::vector<EpilogueStep> steps = {};  // the fused activation
  bool is_padded = false;                // a PAD was taken in
  bool is_asymmetric = false;            // images have zero points
  bool channels_first = false;  // sums are multiplied by the channel's scale first, then by the image's

  // An image is a row of numbers.
  FloatRows Images() const {
    return {.rows = input[0],
            .depth = ImageNumbers(input),
            .is_asymmetric = is_asymmetric,
            .are_in_blocks = is_padded};
  }
  // Where the numbers of the images lie: each image begins with a word.
  ImageStrides Strides() const {
    ImageStrides strides = DenseStrides(input[1], input[2], input[3]);
    strides.image = Images().Quads() * 4;
    return strides;
  }
  uint32_t LastWord() const { return static_cast<uint32_t>(Images().FirstHeader()) - 1; }
};

// Returns that of a node of CONV_2D or DEPTHWISE_CONV_2D with the fused activation.
HybridProblem HybridProblemOf(const Lowering& lowering, const QuantizedLayout& layout,
                              const ConvWindow& window, int activation);

// Whether a PAD of the node's input leaves all values of an image where TFLite rounds them as those of blocks
// of eight: zeros alone are left over.
bool RoundsPaddedInBlocks(const NodeView& view, const SpatialPadding& padding);

// Adds what shaders/common/hybrid_result.glsl reads: [group][block][scales, biases, sums of weights][output
// of the block].
gpu::TensorId AddHybridChannels(Lowering& lowering, const ConvInputs& at, const QuantizedLayout& layout);
// The words of these.
uint64_t HybridChannelWords(const QuantizedLayout& layout);

}  // namespace litevk
