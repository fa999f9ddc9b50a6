// The table of operators that can be written as ONNX, with a row for each file of onnx/ops.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "onnx/facts/op_traits.h"
#include "runtime/base/status.h"
#include "runtime/opset/op_info.h"

namespace litevk::to_onnx {

class NodeWriter;

// Facts about an operator, each part of which is read where its struct says (onnx/facts/op_traits.h).
struct OpRow {
  const OpInfo& info;
  // Adds the ONNX nodes of a node. Fails if ONNX cannot express it.
  Status (*write)(NodeWriter& node);
  TypeTraits types = {};
  QuantizationTraits quantization = {};
  SumTraits sums = {};
  LookupTraits lookup = {};
  LayerTraits layer = {};
  DilationTraits dilation = {};
  JoinTraits join = {};
  DimsTraits dims = {};
  FoldingTraits folding = {};
  CallTraits calls = {};
  StateTraits state = {};
  // The report's text on how ONNX differs from TFLite for every node of the operator. Empty: it does not.
  std::string_view approximation = {};
};

// Returns null if no ONNX form of the operator is known here.
const OpRow* FindOpRow(int op_code);
StateRole StateRoleOf(const ir::Node& node);
// Returns the indices of the subgraphs that a node calls.
std::vector<int> CalledSubgraphs(const ir::Node& node);
// Returns the prefix of a diagnostic about the node.
std::string DiagnosticPrefix(const ir::Node& node, const OpInfo& info);
// Returns the rows in the order of their stems.
std::span<const OpRow* const> OpRows();

}  // namespace litevk::to_onnx
