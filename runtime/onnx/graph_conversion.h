// The conversion of one subgraph to an ONNX graph.
#pragma once

#include <string>
#include <vector>

#include "runtime/base/status.h"
#include "runtime/ir/graph.h"
#include "runtime/onnx/convert.h"
#include "runtime/onnx/node_writer.h"
#include "runtime/onnx/tensor_values.h"

namespace onnx {
class GraphProto;
}  // namespace onnx

namespace litevk::to_onnx {

class GraphConversion {
 public:
  GraphConversion(const ir::Graph& graph, const LayoutPlan& plan, const OpSettings& settings,
                  ::onnx::GraphProto& proto);

  // Writes the nodes and edges. Nodes that have no form become refusals, and the graph is then of no use.
  Status Run();

  const std::vector<Refusal>& refusals() const { return refusals_; }
  const GraphWriter& writer() const { return writer_; }

 private:
  Status AddInputs(const std::vector<ir::TensorId>& ids);
  Status AddOutputs(const std::vector<ir::TensorId>& ids);
  void WriteNode(const ir::Node& node, const NodeLayout& layout);
  Status Write(const OpRow& row, const ir::Node& node, NodeWriter& writer);
  Name ComputeKnown(ir::TensorId id, const Order& order);
  bool IsConstantChain(const ir::Node& node) const;
  void Refuse(const ir::Node& node, const std::string& reason);

  const ir::Graph& graph_;
  const LayoutPlan& plan_;
  const OpSettings& settings_;
  ::onnx::GraphProto& proto_;
  GraphWriter writer_;
  TensorValues values_;
  std::vector<int> constant_producers_;  // by tensor: the node that computes it of constants; -1: none
  std::vector<Refusal> refusals_;
};

}  // namespace litevk::to_onnx
