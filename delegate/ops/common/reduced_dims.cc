#include "delegate/ops/common/reduced_dims.h"

#include "delegate/kernel/constraints.h"

namespace litevk {

std::vector<bool> ReducedAxes(const NodeView& view) {
  const ir::Shape& dims = view.input(0).dims;
  std::vector<bool> is_reduced(static_cast<size_t>(dims.rank()));
  for (const int axis : ir::StoredInts(view.input(1))) {
    if (dims.rank() > 0) is_reduced[static_cast<size_t>(axis < 0 ? axis + dims.rank() : axis)] = true;
  }
  return is_reduced;
}

ReducedDims SplitDims(const ir::Shape& dims, const std::vector<bool>& is_reduced) {
  ReducedDims split;
  const StridedDims dense = DenseDims(dims);
  for (size_t axis = 0; axis < dense.size(); ++axis) {
    (is_reduced[axis] ? split.reduced : split.kept).push_back(dense[axis]);
  }
  return split;
}

int64_t ReductionWritesTogether(const NodeView& view) {
  const std::vector<bool> is_reduced = ReducedAxes(view);
  const bool is_single = !is_reduced.empty() && is_reduced.back() && view.input(0).dims.channels() > 1;
  return is_single && is_reduced.size() < size_t{kMostReducedRank} ? 1 : ShortestRow(view.output().dims);
}

}  // namespace litevk
