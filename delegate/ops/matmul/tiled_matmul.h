// BATCH_MATMUL in the tiles of a convolution (row_matmuls.h). The right matrices are packed like filters, by
// the host if they are constant. The rows of the left matrices are pixels (docs/design/transformers.md).
#pragma once

#include <string>
#include <vector>

#include "delegate/ops/common/algorithm.h"
#include "delegate/ops/conv/row_matmuls.h"
#include "runtime/ir/strided_walk.h"

namespace litevk {

// Returns the dims that enumerate the matrix multiplications of a BATCH_MATMUL, as few as possible. Strides
// count matrices of the left and the right operand: 0 where an operand repeats its own.
using MatrixWalk = std::vector<ir::WalkDim<2>>;
MatrixWalk WalkMatrices(const NodeView& view);
// Returns WalkMatrices with strides in elements, and a dim of one where other walks have a row.
MatrixWalk WalkElements(const NodeView& view);

// Returns the text of the parameters on which times depend (ChooseCandidate).
std::string MatmulParameters(const NodeView& view);

// Time of blocks of sums relative to that of tiles, had these nothing to pack (docs/design/quantization.md).
inline constexpr double kBlockTime = 2;
// Returns the time of tiles, with what they pack, relative to that without.
double TiledTime(const RowMatmuls& matmuls);

// A node's matrix multiplications as multiplications of the rows of images.
struct TiledMatmul {
  RowMatmuls matmuls;
  bool packs_left = false;   // a dispatch transposes the left matrices, or repeats them
  bool packs_right = false;  // a dispatch repeats the right ones, or fills their depth up, even constant ones
  bool repeats = false;      // each product has matrices of its own in what is packed
};
TiledMatmul TiledMatmulOf(const NodeView& view);

// True if the packed matrices keep the device's limits.
bool TilesFit(const NodeView& view, const TiledMatmul& tiled);

// Tiles of a convolution, which fit if TilesFit is true.
extern const Algorithm<TiledMatmul> kMatmulTiled;

}  // namespace litevk
