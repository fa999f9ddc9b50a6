#include "delegate/import/control_flow.h"

#include <algorithm>
#include <string>
#include <vector>

#include "delegate/import/import_graph.h"
#include "runtime/opset/loops.h"
#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

bool Contains(const std::vector<int>& indices, int index) {
  return std::ranges::find(indices, index) != indices.end();
}

// Indices of called subgraphs.
struct Calls {
  std::vector<int> called;
  std::vector<int> read;      // those whose nodes a kernel looks at
  std::vector<int> repeated;  // by a loop, or called from such a one

  // Appends the subgraphs that a node of `caller` calls.
  void Add(int caller, int op_code, const void* builtin_data) {
    const OpInfo* info = FindOpInfo(op_code);
    if (builtin_data == nullptr || info == nullptr || info->called_subgraphs == nullptr) return;
    for (const int index : info->called_subgraphs(builtin_data)) {
      if (!Contains(called, index)) called.push_back(index);
      if (info->reads_called_nodes) read.push_back(index);
      if (IsLoop(op_code) || Contains(repeated, caller)) repeated.push_back(index);
    }
  }
};

// Appends the subgraphs that the nodes of `context`, of subgraph `caller`, call.
void CollectCalls(abi::TfLiteContext* context, int caller, Calls& calls) {
  const auto plan = ImportExecutionPlan(context);
  if (!plan.ok()) return;
  for (const int node_index : *plan) {
    abi::TfLiteNode* node = nullptr;
    abi::TfLiteRegistration* registration = nullptr;
    if (context->GetNodeAndRegistration(context, node_index, &node, &registration) != abi::kTfLiteOk)
      continue;
    calls.Add(caller, registration->builtin_code, node->builtin_data);
  }
}

// Returns the context of a subgraph, null if the interpreter has none. Appends the subgraphs that it calls.
const abi::TfLiteContext* Visit(abi::TfLiteContext* context, int index, Calls& calls) {
  abi::TfLiteContext* other = nullptr;
  if (context->AcquireSubgraphContext(context, index, &other) != abi::kTfLiteOk) return nullptr;
  // Releasing takes the delegate's rights from a context, so the one being prepared keeps its own.
  if (other == nullptr) return other;
  CollectCalls(other, index, calls);
  if (other == context) return other;
  context->ReleaseSubgraphContext(context, index);
  return other;
}

}  // namespace

SubgraphInfo FindSubgraph(abi::TfLiteContext* context) {
  SubgraphInfo info;
  if (context->AcquireSubgraphContext == nullptr || context->ReleaseSubgraphContext == nullptr) return info;
  // The interpreter prints an error for an index that does not exist, so no such index is tried. The
  // subgraphs up to this one do exist, and those that nodes call.
  Calls calls;
  for (const auto* found = Visit(context, 0, calls);; found = Visit(context, ++info.index, calls)) {
    if (found == nullptr) return {};
    if (info.index == 0) info.main = found;
    if (found == context) break;
  }
  for (size_t i = 0; i < calls.called.size(); ++i) {
    if (calls.called[i] > info.index) Visit(context, calls.called[i], calls);
  }
  info.is_control_flow_body = Contains(calls.called, info.index);
  info.nodes_are_read = Contains(calls.read, info.index);
  info.is_repeated = Contains(calls.repeated, info.index);
  for (const int index : calls.called) {
    if (!Contains(calls.read, index)) info.last_called = std::max(info.last_called, index);
  }
  return info;
}

Result<ir::Graph> ImportSubgraph(abi::TfLiteContext* context, int index) {
  abi::TfLiteContext* other = nullptr;
  if (context->AcquireSubgraphContext(context, index, &other) != abi::kTfLiteOk || other == nullptr) {
    return Internal("the interpreter refused the context of subgraph " + std::to_string(index));
  }
  auto graph = ImportGraph(other);
  if (other != context) context->ReleaseSubgraphContext(context, index);
  return graph;
}

}  // namespace litevk
