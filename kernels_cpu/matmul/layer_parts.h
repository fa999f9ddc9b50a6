// The division of a layer's output among threads and caches.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/opset/prepared_kernel.h"

namespace litevk::cpu {

struct LayerDims {
  int64_t groups;
  int64_t outputs;  // in each group
  int64_t inputs;   // for each output
  // Ranges of the inputs that follow each other in memory. Integer layers fill each up to a word.
  int64_t segments = 1;
};

// The rows and columns that a kernel computes at a time.
struct TileSize {
  int rows;
  int panel;  // columns whose weights are packed together

  // Returns how many of `count` rows to compute at a time, so that the last tile is not left with a few.
  int64_t BalancedRows(int64_t count) const {
    const int64_t tiles = (count + rows - 1) / rows;
    return tiles == 0 ? rows : (count + tiles - 1) / tiles;
  }
  int64_t Panels(const LayerDims& dims) const { return (dims.outputs + panel - 1) / panel; }
};

// A part of the output: rows and panels of a group.
struct LayerPart {
  int64_t group;
  int64_t first_row;
  int64_t end_row;
  int64_t first_column;
  int64_t end_column;
};

// Applies an epilogue to rows of the output from an offset on, which are `stride` values apart.
inline void ApplyToRows(const Epilogue& epilogue, int64_t offset, int64_t rows, int64_t stride,
                        int64_t columns) {
  if (columns == stride) return epilogue.Apply(offset, rows * columns);
  for (int64_t row = 0; row < rows; ++row) epilogue.Apply(offset + row * stride, columns);
}

// Divides the output of `rows` rows. The weights of a part, `weight_bytes` each, stay in a core's cache.
std::vector<LayerPart> DivideLayer(const LayerDims& dims, const TileSize& tile, int64_t weight_bytes,
                                   int64_t rows);

}  // namespace litevk::cpu
