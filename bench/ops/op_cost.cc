#include "bench/ops/op_cost.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace litevk::bench {

OpCost CostOf(const OpModel& model) {
  OpCost cost;
  // Counts a constant and an input once, however many nodes read them.
  std::set<ir::TensorId> moved(model.partition.outputs.begin(), model.partition.outputs.end());
  moved.insert(model.partition.inputs.begin(), model.partition.inputs.end());
  for (const int position : model.partition.positions) {
    const ir::Node& node = model.graph.nodes[static_cast<size_t>(position)];
    cost.flops += FindOpInfo(node.op_code)->cost({model.graph, node}).flops;
    std::ranges::copy_if(node.inputs, std::inserter(moved, moved.end()), [&](ir::TensorId id) {
      return id != ir::kAbsent && model.graph.tensor(id).is_known();
    });
  }
  for (const ir::TensorId id : moved) cost.bytes += static_cast<double>(model.graph.tensor(id).ByteCount());
  return cost;
}

}  // namespace litevk::bench
