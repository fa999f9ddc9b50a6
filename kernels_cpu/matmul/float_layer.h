// A layer of floats: rows of inputs times packed weights, plus a bias. Convolutions, grouped ones too, and
// FULLY_CONNECTED are this with rows that they find in different ways.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "kernels_cpu/matmul/layer_parts.h"
#include "kernels_cpu/simd/float_tile.h"
#include "kernels_cpu/support/aligned_array.h"
#include "kernels_cpu/support/prepared_kernel.h"

namespace litevk::cpu {

// The rows that a layer is computed for. A row of a group is `segments` ranges of `length` inputs.
class FloatRows {
 public:
  FloatRows(int64_t count, int64_t segments, int64_t length)
      : count_(count), segments_(segments), length_(length) {}
  virtual ~FloatRows() = default;

  int64_t count() const { return count_; }
  int64_t segments() const { return segments_; }
  int64_t length() const { return length_; }

  // Sets inputs[segment][row] to where the segments of `count` rows begin, from `first` on. A segment's
  // addresses are `stride` elements from the next one's. `copies` has room for a copy of each row,
  // [row][segment][length]; it holds what a row does not have in one piece.
  virtual void Locate(int64_t first, int count, int64_t group, int64_t stride, const float** inputs,
                      float* copies) const = 0;

 private:
  int64_t count_;
  int64_t segments_;
  int64_t length_;
};

// Rows of a matrix.
class DenseRows : public FloatRows {
 public:
  DenseRows(const float* rows, int64_t count, int64_t depth) : FloatRows(count, 1, depth), rows_(rows) {}

  void Locate(int64_t first, int count, int64_t, int64_t, const float** inputs, float*) const override {
    for (int row = 0; row < count; ++row) inputs[row] = rows_ + (first + row) * length();
  }

 private:
  const float* rows_;
};

struct FloatRange {
  float min;
  float max;
};

// The packed weights of a layer. Threads may share it.
class FloatLayer {
 public:
  // Packs weights of [group][output][input] and a bias of [group][output], none if it is empty. Returns
  // nothing if there are not as many, or if a weight is infinite or NaN. Its product with a padded zero would
  // be NaN, where a reference kernel has no product.
  static std::optional<FloatLayer> Pack(const LayerDims& dims, std::span<const float> weights,
                                        std::span<const float> bias, Isa isa);
  // Packs weights of [input][output], or of [output][input] if they are transposed, of one group.
  static FloatLayer PackMatrix(int64_t inputs, int64_t outputs, const float* weights, bool is_transposed,
                               Isa isa);

  const LayerDims& dims() const { return dims_; }

  // Computes [row][group][output]. `epilogue` changes it; null: none does.
  void Compute(const FloatRows& rows, const FloatRange& range, float* output,
               const Epilogue* epilogue = nullptr) const;

 private:
  FloatLayer(const LayerDims& dims, Isa isa);
  // Copies the weights of an output, `stride` apart.
  void PackOutput(int64_t output, const float* weights, int64_t stride);
  TileSize Tile() const { return {tile_.rows, tile_.panel}; }
  int64_t Panels() const { return Tile().Panels(dims_); }
  void ComputePart(const FloatRows& rows, const FloatRange& range, const LayerPart& part, float* output,
                   const Epilogue* epilogue) const;

  LayerDims dims_;
  FloatTileFunction tile_;
  AlignedArray<float> weights_;  // [group][panel][input][column of the panel]
  AlignedArray<float> bias_;     // [group][panel][column of the panel]
};

}  // namespace litevk::cpu
