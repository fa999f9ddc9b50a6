// Packing of weights that a run computes: a dispatch of shaders/matmul/pack_matrices.comp brings them into
// the layouts that pack.h gives to constants.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "delegate/lower/lowering.h"
#include "runtime/ir/strided_walk.h"

namespace litevk {

// Dense matrices of a tensor.
struct MatricesOf {
  gpu::TensorId tensor = gpu::kNoTensor;
  int64_t rows = 1;
  int64_t columns = 1;
  bool is_transposed = false;  // stored as [columns][rows]
  // Dims that enumerate the matrices, at most five, with strides in elements; none: one matrix.
  std::vector<ir::WalkDim<1>> walk = {};

  int64_t Count() const;
};

// The layout [matrix][panel][row][lane][4 columns]; rows and columns beyond a matrix's last are zeros.
struct PackedLayout {
  uint32_t lanes = 1;
  uint32_t panels = 1;
  int64_t rows = 1;

  uint64_t Floats(int64_t matrices) const {
    return static_cast<uint64_t>(matrices * rows) * panels * lanes * 4;
  }
};

// Returns the matrices in the packed layout: the tensor itself if it already has that layout, else the result
// of a dispatch.
gpu::TensorId EmitPacked(Lowering& lowering, std::string_view name, const MatricesOf& matrices,
                         const PackedLayout& layout);

}  // namespace litevk
