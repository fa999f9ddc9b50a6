// BATCH_MATMUL in the tiles of a convolution (row_products.h). The right matrices are packed like filters, by
// the host if they are constant. The rows of the left matrices are pixels (docs/design/transformers.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/conv/row_products.h"
#include "runtime/ir/strided_walk.h"

namespace litevk {

// Returns the dims that enumerate the matrix multiplications of a BATCH_MATMUL, as few as possible. Strides
// count matrices of the left and the right operand: 0 where an operand repeats its own.
using MatrixWalk = std::vector<ir::WalkDim<2>>;
MatrixWalk WalkMatrices(const NodeView& view);
// Returns WalkMatrices with strides in elements, and a dim of one where other walks have a row.
MatrixWalk WalkElements(const NodeView& view);

// Chooses between blocks of sums and tiles of these names, which come first if rows fill them. Returns the
// index of the tile; nothing: blocks.
std::optional<size_t> ChooseTile(Lowering& lowering, std::vector<std::string> tiles, bool are_filled);

// A node's matrix multiplications as multiplications of the rows of images.
struct TiledProduct {
  RowProducts products;
  bool packs_left = false;   // a dispatch transposes the left matrices, or repeats them
  bool packs_right = false;  // a dispatch repeats the right ones, or fills their depth up, even constant ones
  bool repeats = false;      // each product has matrices of its own in what is packed
};
TiledProduct TiledProductOf(const NodeView& view);

// True if the packed matrices keep the device's limits.
bool TilesFit(const NodeView& view, const TiledProduct& tiled);
// True if the rows fill tiles well enough to make tiles the first choice.
bool FillsTiles(const TiledProduct& tiled);

// Emits the matrix multiplications by one of RowProductPlans(tiled.products).
void EmitTiledProduct(Lowering& lowering, const TiledProduct& tiled, const TilePlan& plan);

}  // namespace litevk
