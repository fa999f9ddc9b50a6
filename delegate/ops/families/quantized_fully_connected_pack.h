// Prepacking of FULLY_CONNECTED in integers: the orders in which shaders/quantized_fully_connected.comp reads
// its constants.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "runtime/ir/graph.h"

namespace litevk {

// Weights of [outputs][inputs] numbers. Four outputs make a block, four inputs a quad; what rounds up to
// whole ones counts nothing.
struct WordsOfWeights {
  int outputs;
  int inputs;
  uint32_t bits;   // of a number: 2, 4, 8 or 16
  int zero_point;  // of all numbers

  uint32_t Blocks() const { return (static_cast<uint32_t>(outputs) + 3) / 4; }
  uint32_t Quads() const { return (static_cast<uint32_t>(inputs) + 3) / 4; }
  // Whole vectors of four words.
  uint64_t WeightWords() const { return (uint64_t{Blocks()} * Quads() * bits / 2 + 3) / 4 * 4; }
  uint64_t ChannelWords() const;
  // All of it: layouts that read alike pack alike.
  std::string Key() const;
};

// Returns the layout of weights of a type of integers.
WordsOfWeights WordsOf(const ir::Tensor& weights);

// Returns the numbers that the bytes of a tensor of integers stand for, elements of packed types as they are
// stored.
std::vector<int32_t> NumbersOf(const ir::Tensor& tensor, std::span<const std::byte> bytes);

// [quad][block][output of the block][input of the quad] of 8 bits, of others inputs before outputs; `packed`
// has WeightWords().
void PackWeights(std::span<const int32_t> weights, const WordsOfWeights& layout, std::span<uint32_t> packed);

// What the shader adds to a channel's sum and multiplies it by.
struct ChannelNumbers {
  uint64_t bias;
  std::array<uint32_t, 3> factor;
};

// For each output its bias (0 where `bias` is empty) less the input's zero point times the sum of the weights
// without theirs, modulo 2^64.
std::vector<uint64_t> BiasesWithout(int zero_point, std::span<const int32_t> weights,
                                    std::span<const int64_t> bias, const WordsOfWeights& layout);

// [block][low and high words of the bias, three words of the factor][output of the block]; `packed` has
// ChannelWords().
void PackChannels(std::span<const ChannelNumbers> channels, std::span<uint32_t> packed);

}  // namespace litevk
