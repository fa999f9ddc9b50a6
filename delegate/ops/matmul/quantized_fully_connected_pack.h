// Prepacking of FULLY_CONNECTED in integers: the layouts in which
// shaders/matmul/quantized_fully_connected.comp reads its constants.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "delegate/ops/common/weight_packing.h"
#include "runtime/ir/graph.h"

namespace litevk {

// Weights of [outputs][inputs] integers. Four outputs make a block, four inputs a quad; values that fill up
// blocks and quads have no effect.
struct WordsOfWeights {
  int outputs;
  int inputs;
  uint32_t bits;   // bits of a weight: 2, 4, 8 or 16
  int zero_point;  // zero point of all weights

  uint32_t Blocks() const { return (static_cast<uint32_t>(outputs) + 3) / 4; }
  uint32_t Quads() const { return (static_cast<uint32_t>(inputs) + 3) / 4; }
  // Whole vectors of four words.
  uint64_t WeightWords() const { return (uint64_t{Blocks()} * Quads() * bits / 2 + 3) / 4 * 4; }
  uint64_t ChannelWords() const;
  // Text of all fields: layouts that read alike pack alike.
  std::string Key() const;
};

// Returns the layout of weights of an integer type.
WordsOfWeights WordsOf(const ir::Tensor& weights);

// Returns the integers that a tensor's bytes stand for, elements of packed types as they are stored.
std::vector<int32_t> IntegersOf(const ir::Tensor& tensor, std::span<const std::byte> bytes);

// Returns the packing in WeightWords(). Weights of 8 bits are [quad][block][output of the block][input of the
// quad]; others have inputs before outputs.
WeightPacking FullyConnectedPacking(const WordsOfWeights& layout);

// Constants of a channel: the shader adds the bias to the sum and multiplies by the factor.
struct ChannelConstants {
  uint64_t bias;
  std::array<uint32_t, 3> multiplier;
};

// Returns for each output its bias (0 if `bias` is empty) less the input's zero point times a sum, modulo
// 2^64. The sum is that of the weights less their zero point.
std::vector<uint64_t> BiasesWithout(int zero_point, std::span<const int32_t> weights,
                                    std::span<const int64_t> bias, const WordsOfWeights& layout);

// Packs [block][low and high words of the bias, three words of the factor][output of the block]; `packed` has
// ChannelWords().
void PackChannels(std::span<const ChannelConstants> channels, std::span<uint32_t> packed);

}  // namespace litevk
