// BATCH_MATMUL of int8 in the tiles of a convolution (shaders/conv/quantized_tile_conv.comp), bit for bit
// TFLite's reference kernel. Every run packs the right matrices, as floats less their zero point or as words
// for packed dot products. The rows of the left matrices are pixels.
#pragma once

#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/conv/byte_tile.h"
#include "delegate/ops/conv/row_products.h"

namespace litevk {

struct ByteProduct {
  RowProducts products;    // its filters are the right matrices
  QuantizedLayout layout;  // layout of the right matrices, with lanes; the outputs are whole words
};
// Fails if operands have other types, or if matrices would have to be transposed or repeated, or do not fit
// the device's limits.
Result<ByteProduct> ByteProductOf(const Lowering& lowering);

std::vector<ByteTilePlan> ByteProductPlans(const Lowering& lowering, const ByteProduct& product);
// Returns the estimated time of plans, in the unit of Configuration::time.
std::vector<Configuration> ByteProductConfigurations(const Lowering& lowering, const ByteProduct& product);

// Emits the node to `result`, whose rows are the outputs of the layout.
void EmitByteProduct(Lowering& lowering, const ByteProduct& product, const ByteTilePlan& plan,
                     gpu::TensorId result);

}  // namespace litevk
