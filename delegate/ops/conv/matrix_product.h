// BATCH_MATMUL in the tiles of a convolution (row_products.h): the right matrices are packed as filters are,
// by the host where they are constant, and the rows of the left ones are pixels
// (docs/design/transformers.md).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "delegate/lower/lowering.h"
#include "delegate/ops/conv/row_products.h"
#include "runtime/ir/strided_walk.h"

namespace litevk {

// The dims that number the products of a BATCH_MATMUL, in as few as possible, and how many matrices further
// each of them is in the left and the right operand: 0 where an operand repeats its own.
using MatrixWalk = std::vector<ir::WalkDim<2>>;
MatrixWalk WalkMatrices(const NodeView& view);
// Returns the same in elements, and a dim of one where other walks have a row.
MatrixWalk WalkElements(const NodeView& view);

// Chooses between tiles of these names, the first choice where rows fill them, and blocks of sums. Returns
// the number of the tile; nothing: blocks.
std::optional<size_t> ChooseTile(Lowering& lowering, std::vector<std::string> tiles, bool are_filled);

// How a node's products become those of rows of images.
struct TiledProduct {
  RowProducts products;
  bool packs_left = false;   // a dispatch transposes the left matrices, or repeats them
  bool packs_right = false;  // a dispatch repeats the right ones, or fills their depth up, even constant ones
  bool repeats = false;      // each product has matrices of its own in what is packed
};
TiledProduct TiledProductOf(const NodeView& view);

// Whether the packed matrices keep the device's limits.
bool TilesFit(const NodeView& view, const TiledProduct& tiled);
// Whether tiles of this many rows are filled well enough to be the first choice.
bool FillsTiles(const TiledProduct& tiled);

// The product in one of RowProductPlans(tiled.products).
void EmitTiledProduct(Lowering& lowering, const TiledProduct& tiled, const TilePlan& plan);

}  // namespace litevk
