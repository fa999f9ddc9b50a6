// Packing of weights that a run computes: a dispatch of shaders/pack_matrices.comp brings them into the
// orders that pack.h gives to constants.
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
  // The dims that number the matrices, as many as five, and their strides in elements; none: one matrix.
  std::vector<ir::WalkDim<1>> walk = {};

  int64_t Count() const;
};

// [matrix][panel][row][lane][4 columns]; rows and columns beyond a matrix's last are zeros.
struct PackedOrder {
  uint32_t lanes = 1;
  uint32_t panels = 1;
  int64_t rows = 1;

  uint64_t Floats(int64_t matrices) const {
    return static_cast<uint64_t>(matrices * rows) * panels * lanes * 4;
  }
};

// The matrices in the order: the tensor itself where it has that already, else what a dispatch writes.
gpu::TensorId EmitPacked(Lowering& lowering, std::string_view name, const MatricesOf& matrices,
                         const PackedOrder& order);

}  // namespace litevk
