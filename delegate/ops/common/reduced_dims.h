// The dims of a reduction's input, those that are kept and those that are reduced, as shaders walk them.
#pragma once

#include <vector>

#include "delegate/kernel/node_view.h"
#include "delegate/ops/move/strided.h"

namespace litevk {

struct ReducedDims {
  StridedDims kept;
  StridedDims reduced;
  int64_t first = 0;
};

// Rank of the largest input. Simplify merges adjacent dims of one kind, so that at most kMostDims of a kind
// are left: every second one of a rank.
inline constexpr int kMostReducedRank = 7;
inline constexpr size_t kMostDims = 4;

// Returns for each dim of input 0 whether it is one of the axes that input 1 stores.
std::vector<bool> ReducedAxes(const NodeView& view);

ReducedDims SplitDims(const ir::Shape& dims, const std::vector<bool>& is_reduced);
inline ReducedDims SplitDims(const NodeView& view) {
  return SplitDims(view.input(0).dims, ReducedAxes(view));
}

// GpuKernel::writes_together: 1 if the innermost dim is reduced, so that no neighbours are read together
// either. The highest rank may have as many kept dims as the shader knows.
int64_t ReductionWritesTogether(const NodeView& view);

inline uint32_t SizeAt(const StridedDims& dims, int from_innermost) {
  return static_cast<uint32_t>(DimAt(dims, from_innermost).size);
}
inline uint32_t StrideAt(const StridedDims& dims, int from_innermost) {
  return static_cast<uint32_t>(DimAt(dims, from_innermost).stride);
}

// Returns the sizes of a walk of at most four dims, fastest first; the size of the slowest is implied.
template <typename Array>
Array SizesOf(const StridedDims& dims) {
  Array sizes;
  for (size_t i = 0; i < sizes.size(); ++i) sizes[i] = SizeAt(dims, static_cast<int>(i));
  return sizes;
}
template <typename Array>
Array StridesOf(const StridedDims& dims) {
  Array strides;
  for (size_t i = 0; i < strides.size(); ++i) strides[i] = StrideAt(dims, static_cast<int>(i));
  return strides;
}

// Returns the push constants of a shader with shaders/common/reduced_dims.glsl for so many outputs.
template <typename Push>
Push ReductionPush(const ReducedDims& dims, int64_t outputs) {
  const StridedDims kept = Simplify(dims.kept, false);
  const StridedDims reduced = Simplify(dims.reduced, false);
  int64_t count = 1;
  for (const StridedDim& dim : reduced) count *= dim.size;
  return {.outputs = static_cast<uint32_t>(outputs),
          .count = static_cast<uint32_t>(count),
          .total = GroupsFor(outputs, 4),
          .kept_size = SizesOf<decltype(Push::kept_size)>(kept),
          .kept_stride = StridesOf<decltype(Push::kept_stride)>(kept),
          .reduced_size = SizesOf<decltype(Push::reduced_size)>(reduced),
          .reduced_stride = StridesOf<decltype(Push::reduced_stride)>(reduced)};
}

}  // namespace litevk
