#include "delegate/ops/elementwise/byte_table.h"

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "runtime/opset/op_info.h"
#include "runtime/opset/run_node.h"
#include "runtime/values/fold.h"

namespace litevk {
namespace {

constexpr TypeSet kBytes = {ir::DataType::kInt8, ir::DataType::kUInt8};

// Results of nodes for all values of a tensor of 8 bits.
class AllBytes {
 public:
  AllBytes(const ir::Graph& graph, ir::TensorId source) : graph_(graph), last_(source) {
    std::vector<std::byte> integers(kTableBytes);
    for (size_t i = 0; i < integers.size(); ++i) integers[i] = static_cast<std::byte>(i);
    ir::Tensor tensor = graph.tensor(source);
    tensor.dims = {static_cast<int>(kTableBytes)};
    values_[source] = {std::move(tensor), std::move(integers)};
  }

  Status Run(const ir::Node& node) {
    LITEVK_ASSIGN_OR_RETURN(auto results,
                            ref::RunNode(graph_, node, [&](ir::TensorId id) { return Find(id); }));
    last_ = node.outputs[0];
    values_[last_] = std::move(results.front());
    return {};
  }

  // Returns the results of the node that ran last, or the values themselves before the first ran.
  std::span<const std::byte> last() const { return values_.at(last_).bytes; }

 private:
  Result<ref::ConstView> Find(ir::TensorId id) {
    if (const auto value = values_.find(id); value != values_.end()) {
      return ref::ConstView{&value->second.tensor, value->second.bytes};
    }
    auto known = EvaluateKnown(graph_, id);
    if (!known.ok()) return known.status();
    known_.push_back(std::move(*known));
    return ref::ConstView{&graph_.tensor(id), known_.back().bytes()};
  }

  const ir::Graph& graph_;
  ir::TensorId last_;
  std::map<ir::TensorId, ref::ComputedTensor> values_;
  std::deque<KnownValue> known_;
};

void AppendTensor(const ir::Tensor& tensor, std::string& key) {
  key.append(" ").append(ir::Name(tensor.type));
  if (tensor.quantization.scales.empty()) return;
  key.append(" ").append(std::to_string(std::bit_cast<uint32_t>(tensor.quantization.scales[0])));
  key.append(" ").append(std::to_string(tensor.quantization.zero_points[0]));
}

Status WriteChain(const ir::Graph& graph, ir::TensorId source, std::span<const int> positions,
                  std::span<std::byte> to) {
  AllBytes integers(graph, source);
  for (const int position : positions) {
    LITEVK_RETURN_IF_ERROR(integers.Run(graph.nodes[static_cast<size_t>(position)]));
  }
  std::ranges::copy(integers.last(), to.begin());
  return {};
}

// True for the chained input, and for an input that is one known value.
bool IsOperand(const NodeView& view, int input, int chained_input) {
  if (input == chained_input) return kBytes.contains(view.input(input).type);
  return view.has_input(input) && view.input_is_known(input) && view.input(input).dims.NumElements() == 1;
}

}  // namespace

std::string TableKeyOf(const ir::Graph& graph, const ir::Node& node) {
  std::string key = "table of " + std::to_string(node.op_code);
  for (const ir::TensorId id : node.inputs) {
    AppendTensor(graph.tensor(id), key);
    if (graph.tensor(id).is_known()) key.append(" known ").append(std::to_string(id));
  }
  AppendTensor(graph.tensor(node.outputs[0]), key);
  const char* params = &node.params.As<char>();
  return key.append(" ").append(params, FindOpInfo(node.op_code)->params.bytes);
}

FixedPointStep TableOfChain(const ir::Graph& graph, ir::TensorId source, std::span<const int> positions) {
  FixedPointStep step;
  for (const int position : positions) {
    step.key.append(TableKeyOf(graph, graph.nodes[static_cast<size_t>(position)])).append(", ");
  }
  step.table = [&graph, source, nodes = std::vector<int>(positions.begin(), positions.end())](
                   std::span<std::byte> to) { return WriteChain(graph, source, nodes, to); };
  return step;
}

EpilogueStep TableStep(FixedPointStep table) {
  return {.fixed_point = std::make_shared<const FixedPointStep>(std::move(table))};
}

std::vector<EpilogueStep> AsTable(const NodeView& view, int chained_input) {
  const ir::Shape& dims = view.output().dims;
  if (!kBytes.contains(view.output().type) || dims.has_unknown()) return {};
  if (view.input(chained_input).dims != dims) return {};
  for (int input = 0; input < view.input_count(); ++input) {
    if (!IsOperand(view, input, chained_input)) return {};
  }
  const int position = view.graph().PositionOf(view.node());
  return {TableStep(TableOfChain(view.graph(), view.input_id(chained_input), {&position, 1}))};
}

}  // namespace litevk
