// Prepacking of weights: the layouts in which shaders read them. Four outputs make a block, and a few inputs
// side by side a vector. The weights of a block and a vector lie together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/ir/graph.h"

namespace litevk {

// Weights of [groups][outputs][taps][inputs], packed as
// [group][panel][tap][vector][block of the panel][input of the vector][output of the block]. Weights that
// fill up vectors, blocks and panels are `zero`.
struct WeightPacking {
  int64_t groups = 1;
  int64_t outputs = 1;  // outputs of a group
  int64_t taps = 1;
  int64_t inputs = 1;         // inputs of a group
  bool outputs_last = false;  // the weights are of [groups][taps][inputs][outputs]
  int64_t panel = 0;          // blocks of a panel; 0: all blocks of a group
  int64_t vector = 1;         // inputs of a vector
  bool inputs_last = false;   // outputs lie before inputs in a vector: [output of the block][input]
  int zero = 0;               // stands for a weight of 0

  int64_t Blocks() const { return (outputs + 3) / 4; }
  int64_t PanelBlocks() const { return panel == 0 ? Blocks() : panel; }
  int64_t Panels() const { return (Blocks() + PanelBlocks() - 1) / PanelBlocks(); }
  int64_t Vectors() const { return (inputs + vector - 1) / vector; }
  // Distances between neighbouring vectors, taps and groups among the packed weights.
  int64_t VectorStride() const { return PanelBlocks() * 4 * vector; }
  int64_t TapStride() const { return Vectors() * VectorStride(); }
  int64_t GroupStride() const { return Panels() * taps * TapStride(); }
  // Returns the offset of a packed weight of the first group and tap.
  int64_t OffsetOf(int64_t output, int64_t input) const;
  // Returns the number of packed weights.
  uint64_t Count() const { return static_cast<uint64_t>(groups * GroupStride()); }
};

// Packs weights, or `zero` for each of them if there are none. `packed` has room for Count() of them. Defined
// for float, int16_t, int8_t and std::byte.
template <typename Weight>
void PackWeights(std::span<const Weight> weights, const WeightPacking& packing, std::span<Weight> packed);

// Packs the bytes of a tensor of integers. Elements of packed types are packed again, and bytes behind the
// last one are 0.
void PackTensor(const ir::Tensor& tensor, std::span<const std::byte> weights, const WeightPacking& packing,
                std::span<std::byte> packed);

}  // namespace litevk
