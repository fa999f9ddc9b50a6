#include <algorithm>

#include "bench/ops/op_cost.h"
#include "delegate/verdict/op_names.h"
#include "runtime/opset/op_info.h"

namespace litevk::bench {

std::string TypeOf(const OpModel& model) {
  const auto has = [&](ir::DataType type) {
    return std::ranges::any_of(model.graph.tensors, [&](const ir::Tensor& tensor) {
      return tensor.is_known() && tensor.type == type;
    });
  };
  return has(ir::DataType::kFloat16) ? "f16" : has(ir::DataType::kInt8) ? "int8" : "f32";
}

std::string NameOf(const OpModel& model) {
  const auto position = static_cast<size_t>(model.partition.positions.front());
  const ir::Node& node = model.graph.nodes[position];
  NodeText text({model.graph, node});
  FindOpInfo(node.op_code)->describe(text);
  text.Add("Precision", TypeOf(model));
  return OpName(node) + text.Take();
}

}  // namespace litevk::bench
