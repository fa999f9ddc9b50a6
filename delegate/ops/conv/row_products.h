// Products of matrices by conv_2d.comp: the rows of a matrix are the pixels of a row of an image, and each
// row of an image has a filter of its own. Winograd's products and BATCH_MATMUL.
#pragma once

#include <cstdint>
#include <optional>

#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/tile_plan.h"

namespace litevk {

struct RowProducts {
  int images = 1;   // which have the same filters
  int filters = 1;  // rows of an image
  int pixels = 0;   // of a row
  int inputs = 0;   // channels of a pixel
  int outputs = 0;
  bool repeats_source = false;  // all rows of an image read the one row that its source has
  RowView source_rows;          // where the source lies in another tensor
  // Rows of pixels that have one filter, of one image alone: as many as its pixels are rows of another
  // tensor.
  int pixel_rows = 1;

  int pixels_of_row() const { return pixels / pixel_rows; }
  // With the source as rows of another tensor.
  RowProducts WithSourceRows(const RowView& rows) const;
  // Where the pixels of the source begin. There are none where StridesOf knows none.
  std::optional<ImageStrides> SourceStrides() const;
  // Whether the channels of every pixel are whole vectors of four.
  bool has_whole_inputs() const;

  // Returns the layout of a packed filter.
  FilterLayout Layout(const gpu::DeviceLimits& limits) const;
};

struct RowProductTensors {
  gpu::TensorId source = gpu::kNoTensor;
  gpu::TensorId weights = gpu::kNoTensor;  // as PackFilter packs the layout
  gpu::TensorId bias = gpu::kNoTensor;     // of one filter, for all of them
  gpu::TensorId result = gpu::kNoTensor;
};

// How the products are split; the best estimate first.
std::vector<TilePlan> RowProductPlans(const Lowering& lowering, const RowProducts& products);

// One dispatch in the plan, with the node's epilogue.
void EmitRowProducts(Lowering& lowering, const RowProducts& products, const RowProductTensors& tensors,
                     const TilePlan& plan);
// One dispatch whose result another one of the node reads, without slices.
void EmitRowProductsPart(Lowering& lowering, const RowProducts& products, const RowProductTensors& tensors);

}  // namespace litevk
