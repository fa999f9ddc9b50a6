// The conversion of one subgraph to an ONNX graph.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "onnx/facts/open_dims.h"
#include "onnx/facts/report.h"
#include "onnx/facts/run_dims.h"
#include "onnx/facts/states.h"
#include "onnx/write/node_writer.h"
#include "onnx/write/subgraph_calls.h"
#include "onnx/write/tensor_values.h"
#include "runtime/base/status.h"
#include "runtime/ir/graph.h"

namespace onnx {
class GraphProto;
}  // namespace onnx

namespace litevk::to_onnx {

class GraphConversion {
 public:
  GraphConversion(const ir::Graph& graph, const LayoutPlan& plan, const OpSettings& settings, States& states,
                  SubgraphCalls& subgraphs, GraphWriter& writer);

  // Writes the nodes and edges. Nodes without an ONNX form become refusals, which make the graph unusable.
  Status Run(const std::function<void(size_t done, size_t total)>& on_progress);

  // Writes the nodes of a called subgraph. `names` are the values passed to it, including stored ones.
  // Returns its outputs, in TFLite's layout.
  Result<std::vector<Name>> RunCalled(const std::vector<ir::TensorId>& inputs,
                                      const std::vector<Name>& names);

  // Records the places in the written graph of the run-time dims with indices in [begin, end).
  void TakeAxes(size_t begin, size_t end, RunDims& dims) const;

  const std::vector<Refusal>& refusals() const { return refusals_; }
  const std::vector<Refusal>& approximations() const { return approximations_; }
  // Returns the names of the states' inputs, and of the outputs with their next values.
  const std::vector<std::pair<Name, Name>>& state_names() const { return state_names_; }

 private:
  // Returns the place of a tensor's axis in the written graph; without a name if nothing of it is written.
  SizeAxis SizeAxisOf(const OpenAxis& axis) const;
  Status AddInputs(const std::vector<ir::TensorId>& ids);
  void AddOutputs(const std::vector<ir::TensorId>& ids);
  void AddStateInputs();
  void AddStateOutputs();
  void WriteNodes(const std::function<void(size_t done, size_t total)>& on_progress);
  void Describe();
  void WriteNode(const ir::Node& node, const NodeLayout& layout);
  Status WriteWithTable(const OpRow& row, const ir::Node& node, NodeWriter& writer);
  Name ComputeKnown(ir::TensorId id, const Permutation& permutation);
  void ComputeColumns(ir::TensorId id, const ColumnLayout& columns);
  bool HasMovableColumns(ir::TensorId id) const;
  bool IsConstantChain(const ir::Node& node) const;
  void Refuse(const ir::Node& node, const std::string& reason);
  bool RefuseType(const std::string& what, const ir::Tensor& tensor);

  const ir::Graph& graph_;
  const LayoutPlan& plan_;
  const OpSettings& settings_;
  States& states_;
  SubgraphCalls& subgraphs_;
  ::onnx::GraphProto& proto_;
  GraphWriter& writer_;
  TensorValues values_;
  std::vector<int> constant_producers_;  // for each tensor: the node that computes it from constants; -1:
                                         // none
  std::vector<std::pair<Name, Name>> state_names_;
  std::vector<Refusal> refusals_;
  std::vector<Refusal> approximations_;
};

}  // namespace litevk::to_onnx
