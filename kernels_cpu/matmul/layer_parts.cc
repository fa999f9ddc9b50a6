#include "kernels_cpu/matmul/layer_parts.h"

#include <algorithm>

#include "runtime/platform/thread_pool.h"

namespace litevk::cpu {
namespace {

// Weights that stay in a core's second cache while rows pass by.
constexpr int64_t kCachedBytes = int64_t{256} * 1024;

int64_t PartsFor(int64_t count, int64_t size) { return (count + size - 1) / size; }

}  // namespace

std::vector<LayerPart> DivideLayer(const LayerDims& dims, const TileSize& tile, int64_t weight_bytes,
                                   int64_t rows) {
  const int64_t tiles = PartsFor(rows, tile.rows);
  const int64_t all_panels = tile.Panels(dims);
  const int64_t panel_bytes = std::max<int64_t>(dims.inputs * tile.panel * weight_bytes, 1);
  int64_t panels = std::clamp<int64_t>(kCachedBytes / panel_bytes, 1, all_panels);
  int64_t part_tiles = tiles;
  const int64_t products = rows * dims.groups * dims.outputs * dims.inputs;
  if (const int64_t wanted = ParallelParts(products); wanted > 1) {
    part_tiles = std::max<int64_t>(tiles * dims.groups / wanted, 1);
    const int64_t row_parts = PartsFor(tiles, part_tiles) * dims.groups;
    panels = std::clamp<int64_t>(all_panels * row_parts / wanted, 1, panels);
  }
  std::vector<LayerPart> parts;
  for (int64_t group = 0; group < dims.groups; ++group) {
    for (int64_t panel = 0; panel < all_panels; panel += panels) {
      for (int64_t first = 0; first < tiles; first += part_tiles) {
        parts.push_back({.group = group,
                         .first_row = first * tile.rows,
                         .end_row = std::min(rows, (first + part_tiles) * tile.rows),
                         .first_column = panel * tile.panel,
                         .end_column = std::min(dims.outputs, (panel + panels) * tile.panel)});
      }
    }
  }
  return parts;
}

}  // namespace litevk::cpu
