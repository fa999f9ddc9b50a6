// A layer of quantized values: rows of inputs times packed weights. Convolutions, grouped ones too,
// FULLY_CONNECTED and matmuls are this with rows that they find in different ways.
#pragma once

#include <cstdint>
#include <span>

#include "kernels_cpu/matmul/integer_inputs.h"
#include "kernels_cpu/matmul/layer_parts.h"
#include "kernels_cpu/simd/integer_tile.h"
#include "kernels_cpu/support/aligned_array.h"

namespace litevk::cpu {

// Takes a row's sums of products: of `count` outputs from `first` on, which counts through all groups. Sums
// are readable for kMostLanes more. Threads call it at once, for other rows or outputs.
template <typename Sum>
class SumsSink {
 public:
  virtual ~SumsSink() = default;
  virtual void Take(int64_t row, int64_t first, int64_t count, const Sum* sums) const = 0;
  // Called when all outputs of a tile are taken: of `rows` rows from `row` on.
  virtual void Finish(int64_t /*row*/, int64_t /*rows*/, int64_t /*first*/, int64_t /*count*/) const {}
};

// Weights of [group][output][input].
template <typename T>
struct LayerWeights {
  std::span<const T> values;
  int zero_point = 0;
  // True for weights of [input][output], of one group.
  bool is_transposed = false;
};

// The packed weights of a layer, minus their zero point. Threads may share it.
class IntegerLayer {
 public:
  // Packs weights of 8 bits for inputs of In with a zero point. `bias` is added to the sums; none if empty.
  template <typename In, typename Weight>
  static IntegerLayer Pack(const LayerDims& dims, const LayerWeights<Weight>& weights, int input_zero_point,
                           std::span<const int32_t> bias, Isa isa);

  const LayerDims& dims() const { return dims_; }
  // Returns the form in which rows are read.
  const IntegerInputs& inputs() const { return inputs_; }

  // Computes all rows, in as many segments as dims() says, by sums that wrap around. Sums of 64 bits are for
  // inputs of 16 bits, without a bias.
  template <typename Sum>
  void Compute(const IntegerRowSource& rows, const SumsSink<Sum>& sink) const;

 private:
  IntegerLayer(const LayerDims& dims, const IntegerTileFunction& tile, const IntegerInputs& inputs);

  TileSize Tile() const { return {tile_.rows, tile_.panel}; }
  int64_t Panels() const { return Tile().Panels(dims_); }
  int64_t SegmentInputs() const { return dims_.inputs / dims_.segments; }
  int64_t SegmentWords() const { return (SegmentInputs() * inputs_.value_bytes() + 3) / 4; }
  int64_t Words() const { return dims_.segments * SegmentWords(); }
  // Returns where the column of an output begins in `weights_`.
  int32_t* ColumnOf(int64_t output);
  // Packs the weights of an output as values of 8 or 16 bits, and returns their sum.
  template <typename Value, typename Weight>
  int64_t PackOutput(int64_t output, const LayerWeights<Weight>& weights);
  // Sets what the sums of an output begin with, given the sum of its weights.
  void SetInitial(int64_t output, int64_t bias, int64_t weights);
  template <typename Sum>
  void ComputePart(const IntegerRowSource& rows, const LayerPart& part, const SumsSink<Sum>& sink) const;
  // Computes the sums of a tile in whole, or in blocks that 32 bits can hold.
  template <typename Sum>
  void ComputeSums(IntegerTile tile, int rows, Sum* sums) const;

  LayerDims dims_;
  IntegerTileFunction tile_;
  IntegerInputs inputs_;
  AlignedArray<int32_t> weights_;  // [group][panel][segment][word][column of the panel]
  AlignedArray<int32_t> initial_;  // [group][panel][column of the panel]
};

}  // namespace litevk::cpu
