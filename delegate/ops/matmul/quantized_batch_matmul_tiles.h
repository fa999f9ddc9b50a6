// BATCH_MATMUL of int8 in the tiles of a convolution (shaders/conv/int8_tile_conv_2d.comp), bit for bit
// TFLite's reference kernel. Every run packs the right matrices, as floats less their zero point or as words
// for packed dot products. The rows of the left matrices are pixels.
#pragma once

#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/conv/int8_tile.h"
#include "delegate/ops/conv/row_matmuls.h"

namespace litevk {

struct Int8Matmul {
  RowMatmuls matmuls;      // its filters are the right matrices
  QuantizedLayout layout;  // layout of the right matrices, with lanes; the outputs are whole words
};
// Fails if operands have other types, or if matrices would have to be transposed or repeated, or do not fit
// the device's limits.
Result<Int8Matmul> Int8MatmulOf(const Lowering& lowering);

std::vector<Int8TilePlan> Int8MatmulPlans(const Lowering& lowering, const Int8Matmul& matmul);
// Returns the estimated time of plans, in the unit of Configuration::time.
std::vector<Configuration> ByteProductConfigurations(const Lowering& lowering, const Int8Matmul& matmul);

// Emits the node to `result`, whose rows are the outputs of the layout.
void EmitInt8Matmul(Lowering& lowering, const Int8Matmul& matmul, const Int8TilePlan& plan,
                    gpu::TensorId result);

}  // namespace litevk
