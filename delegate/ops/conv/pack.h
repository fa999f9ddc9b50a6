// Prepacking: the layouts in which the convolution shaders read their constants. Four output channels make a
// block (one vec4), and `lanes` blocks, the x size of a workgroup, make a panel. Values that fill up blocks
// and panels are zero. Input channels are never rounded up.
#pragma once

#include <cstdint>
#include <string>

#include "delegate/ops/common/weight_packing.h"

namespace litevk {

// A filter of [groups * outputs][taps][inputs] floats, TFLite's OHWI layout. With `outputs_last` it is
// [groups][taps][inputs][outputs], as BATCH_MATMUL has its right matrices.
struct FilterLayout {
  int groups = 1;
  int outputs = 0;  // output channels of one group
  int taps = 1;     // filter height times width
  int inputs = 0;   // input channels of one group
  uint32_t lanes = 1;
  bool outputs_last = false;

  uint32_t Blocks() const { return (static_cast<uint32_t>(outputs) + 3) / 4; }
  // Panels of one group. A panel never holds channels of two groups.
  uint32_t Panels() const { return (Blocks() + lanes - 1) / lanes; }
  uint32_t AllPanels() const { return static_cast<uint32_t>(groups) * Panels(); }
  // Text of all fields: layouts that read alike pack alike.
  std::string ToString() const;
  uint64_t FilterFloats() const;
  uint64_t GroupedFilterFloats() const;
  uint64_t BiasFloats() const;
};

// Returns the packing of a filter as [panel][tap][input][lane][4 outputs], in FilterFloats().
WeightPacking FilterPacking(const FilterLayout& layout);
// Returns the packing of a bias as [panel][lane][4 outputs], in BiasFloats().
WeightPacking BiasPacking(const FilterLayout& layout);
// Returns the packing of a filter as [tap][input][all output channels], in GroupedFilterFloats(). Channels
// are rounded up to a multiple of four, for shaders whose blocks do not end with a group. Ignores the lanes.
// The filter is not `outputs_last`.
WeightPacking GroupedFilterPacking(const FilterLayout& layout);
// Returns the packing of `rows` rows of `row` floats, each rounded up to a multiple of four. They are the
// filter of a depthwise convolution ([tap][channel]) and its bias (one row).
WeightPacking RowPacking(int rows, int row);

}  // namespace litevk
