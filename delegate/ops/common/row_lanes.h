// Kernels over the rows of a tensor, the innermost dim being a row (shaders/common/row_lanes.glsl): SOFTMAX
// and similar operators.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "delegate/lower/lowering.h"

namespace litevk {

// Emits one dispatch of `Shader` and the node's own `steps`. `spec` and `push` have the constants that do not
// describe how rows are shared.
template <typename Shader>
void EmitRowLanes(Lowering& lowering, typename Shader::Spec spec, typename Shader::Push push,
                  std::span<const EpilogueStep> steps = {}) {
  constexpr uint32_t kGroup = 64;  // row_lanes.glsl's workgroup
  const ir::Shape& dims = lowering.output_dims();
  spec.kLocalSizeX = kGroup;
  spec.kAligned = dims.channels() % 4 == 0;
  push.channels = static_cast<uint32_t>(dims.channels());
  push.blocks = GroupsFor(dims.channels(), 4);
  push.rows = static_cast<uint32_t>(dims.Rows());
  const ir::Shape image = ImageOf(static_cast<int>(dims.Rows()), dims.channels(), lowering.InputRows(0));
  const ImageStrides source = lowering.InputStrides(0, image);
  push.neighbours = static_cast<uint32_t>(image[2]);
  push.source_row = source.row;
  push.source_pixel = source.pixel;
  push.source_first = source.first;
  const bool is_whole = source.AreWhole(4);
  spec.kSourceAligned = is_whole;
  spec.kLanes = std::min(std::bit_ceil(push.blocks), kGroup);
  lowering.Emit<Shader>(spec, push, {.source = lowering.Input(0), .result = lowering.Output()},
                        FlatGroups(dims.Rows() * spec.kLanes, kGroup, lowering.limits()), steps,
                        lowering.ReductionVariantWhen(spec.kAligned != 0 && is_whole));
}

// GpuKernel::reads_strided of kernels over rows.
inline bool ReadsLanesOfRows(const NodeView&, const StridedInput& input) {
  return input.index == 0 && ArePixels(input.dims.Rows(), input.dims.channels(), input.rows);
}

inline Constraint HasRows() {
  return {"the rank of the input is at least 1",
          [](const NodeView& view) { return view.input(0).dims.rank() >= 1; }};
}

}  // namespace litevk
