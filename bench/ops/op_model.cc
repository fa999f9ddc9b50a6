#include "bench/ops/op_model.h"

#include <algorithm>
#include <set>

#include "delegate/verdict/op_names.h"
#include "delegate/verdict/verdict.h"

namespace litevk::bench {

Status JudgeModel(OpModel& model, const std::vector<ir::TensorId>& outputs, const gpu::DeviceLimits& limits) {
  const std::vector<Verdict> verdicts = JudgeGraph(model.graph, limits);
  model.kernels = KernelsOf(verdicts);
  std::set<ir::TensorId> written;
  for (size_t position = 0; position < verdicts.size(); ++position) {
    const ir::Node& node = model.graph.nodes[position];
    if (!verdicts[position].supported()) {
      return Unsupported(OpName(node) + " does not run on the device: " + verdicts[position].reason);
    }
    if (InputsAreKnown(model.graph, node)) continue;
    model.partition.positions.push_back(static_cast<int>(position));
    for (const ir::TensorId id : node.inputs) {
      const bool is_input = id != ir::kAbsent && !model.graph.tensor(id).is_known() && !written.contains(id);
      if (is_input && std::ranges::find(model.partition.inputs, id) == model.partition.inputs.end()) {
        model.partition.inputs.push_back(id);
      }
    }
    written.insert(node.outputs.begin(), node.outputs.end());
  }
  for (const ir::TensorId id : outputs) {
    if (written.contains(id)) model.partition.outputs.push_back(id);
  }
  return model.partition.outputs.empty() ? Unsupported("nothing is computed at run time") : Status();
}

}  // namespace litevk::bench
