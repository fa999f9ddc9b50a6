#include "runtime/opset/op_cost.h"

#include <algorithm>

namespace litevk {
namespace {

double BytesOf(const ir::Tensor& tensor) {
  return static_cast<double>(tensor.sparsity != nullptr ? static_cast<int64_t>(tensor.data.size())
                                                        : tensor.ByteCount());
}

}  // namespace

double ElementsOf(const ir::Tensor& tensor) { return static_cast<double>(tensor.dims.NumElements()); }

double TapsOf(const ir::Tensor& filter) { return static_cast<double>(filter.dims[1]) * filter.dims[2]; }

OpCost CostOf(const ir::NodeView& view, double flops) {
  OpCost cost = {.flops = flops};
  for (int i = 0; i < view.input_count(); ++i) {
    if (view.has_input(i)) cost.bytes += BytesOf(view.input(i));
  }
  for (int i = 0; i < view.output_count(); ++i) cost.bytes += BytesOf(view.output(i));
  return cost;
}

OpCost ElementwiseCost(const ir::NodeView& view) { return CostOf(view, ElementsOf(view.output())); }

OpCost ReductionCost(const ir::NodeView& view) { return CostOf(view, ElementsOf(view.input(0))); }

OpCost MoveCost(const ir::NodeView& view) {
  const double written = BytesOf(view.output());
  OpCost cost = {.bytes = written};
  for (int i = 0; i < view.input_count(); ++i) {
    if (view.has_input(i)) cost.bytes += std::min(BytesOf(view.input(i)), written);
  }
  return cost;
}

OpCost AliasCost(const ir::NodeView& /*view*/) { return {}; }

OpCost NoCost(const ir::NodeView& /*view*/) { return {}; }

}  // namespace litevk
