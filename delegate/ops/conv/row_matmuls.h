// Matrix multiplications by conv_2d.comp, for Winograd's algorithm and BATCH_MATMUL. The rows of a matrix are
// the pixels of an image row, and each image row has its own filter.
#pragma once

#include <cstdint>
#include <optional>

#include "delegate/ops/conv/conv_common.h"
#include "delegate/ops/conv/tile_plan.h"

namespace litevk {

struct RowMatmuls {
  int images = 1;   // images with the same filters
  int filters = 1;  // rows of an image
  int pixels = 0;   // pixels of a row
  int inputs = 0;   // channels of a pixel
  int outputs = 0;
  bool repeats_source = false;  // all rows of an image read the one row that its source has
  StridedView source_rows;      // strided view of the source, if it is part of another tensor
  // Number of rows that the pixels of a single image with one filter form, if its pixels are rows of another
  // tensor.
  int pixel_rows = 1;

  int pixels_of_row() const { return pixels / pixel_rows; }
  // Returns the multiplications with a source that is a strided view.
  RowMatmuls WithSourceRows(const StridedView& rows) const;
  // Strides of the source's pixels; none if StridesOf knows none.
  std::optional<ImageStrides> SourceStrides() const;
  // True if the channels of every pixel are whole vectors of four.
  bool has_whole_inputs() const;

  // Returns the layout of a packed filter.
  FilterLayout Layout(const gpu::DeviceLimits& limits) const;
};

struct RowMatmulTensors {
  gpu::TensorId source = gpu::kNoTensor;
  gpu::TensorId weights = gpu::kNoTensor;  // in the FilterPacking of the layout
  gpu::TensorId bias = gpu::kNoTensor;     // bias of one filter, for all of them
  gpu::TensorId result = gpu::kNoTensor;
};

// Returns the plans that split the work, the best estimate first.
std::vector<TilePlan> RowMatmulPlans(const Lowering& lowering, const RowMatmuls& matmuls);

// Emits one dispatch of the plan, with the node's epilogue.
void EmitRowMatmuls(Lowering& lowering, const RowMatmuls& matmuls, const RowMatmulTensors& tensors,
                    const TilePlan& plan);
// Emits one dispatch, without slices, whose result another dispatch of the node reads.
void EmitRowMatmulsPart(Lowering& lowering, const RowMatmuls& matmuls, const RowMatmulTensors& tensors);

}  // namespace litevk
