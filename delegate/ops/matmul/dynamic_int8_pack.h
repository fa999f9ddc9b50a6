// Prepacking of integer weights for products with rows of quantized values: the layouts in which
// shaders/matmul/dynamic_int8_matmul.comp reads them.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "delegate/ops/common/quantization_constants.h"
#include "delegate/ops/common/weight_packing.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Matrices of weights, whose inputs are the depth of a product. Four outputs make a block, four inputs a
// quad; values that fill up blocks and quads are 0.
struct DynamicInt8Layout {
  int64_t matrices = 1;
  int64_t outputs = 1;
  int64_t inputs = 1;
  bool outputs_last = false;  // [inputs][outputs] in the model, in place of [outputs][inputs]
  int bits = 8;               // bits of a weight on the device: 8, 4 or 2
  int64_t block = 0;          // inputs that share a scale, in whole quads; 0: all, or each output's own

  int64_t Blocks() const { return (outputs + 3) / 4; }
  int64_t Quads() const { return (inputs + 3) / 4; }
  uint64_t WeightBytes() const {
    return static_cast<uint64_t>(matrices * Quads() * Blocks()) * static_cast<uint64_t>(bits) * 2;
  }
  // Number of scales of an output.
  int64_t Scales() const { return block == 0 ? 1 : inputs / block; }
  uint64_t ChannelWords() const { return static_cast<uint64_t>(Blocks() * (Scales() + 1)) * 4; }
  // Text of all fields: layouts that read alike pack alike.
  std::string Key() const;
};

// Returns the packing [matrix][quad][block][input of the quad][output of the block], in WeightBytes().
WeightPacking DynamicInt8Packing(const DynamicInt8Layout& layout);

// Packs [block][scales, bias][output of the block]; `packed` has ChannelWords(). A single scale is that of
// all outputs, and an empty bias stands for zeros.
void PackDynamicInt8Channels(std::span<const float> scales, std::span<const float> bias,
                             const DynamicInt8Layout& layout, std::span<float> packed);

}  // namespace litevk
