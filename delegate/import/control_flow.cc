#include "delegate/import/control_flow.h"

#include <algorithm>
#include <vector>

#include "delegate/import/import_graph.h"
#include "runtime/opset/op_info.h"

namespace litevk {
namespace {

// Indices of the subgraphs that a node calls; empty for an operator that calls none.
std::vector<int> CalledSubgraphs(int op_code, const void* builtin_data) {
  const OpInfo* info = FindOpInfo(op_code);
  if (builtin_data == nullptr || info == nullptr || info->called_subgraphs == nullptr) return {};
  return info->called_subgraphs(builtin_data);
}

// Appends the subgraphs that the nodes of `context` call.
void CollectCalls(abi::TfLiteContext* context, std::vector<int>& called) {
  const auto plan = ImportExecutionPlan(context);
  if (!plan.ok()) return;
  for (const int node_index : *plan) {
    abi::TfLiteNode* node = nullptr;
    abi::TfLiteRegistration* registration = nullptr;
    if (context->GetNodeAndRegistration(context, node_index, &node, &registration) != abi::kTfLiteOk)
      continue;
    for (const int index : CalledSubgraphs(registration->builtin_code, node->builtin_data)) {
      if (std::ranges::find(called, index) == called.end()) called.push_back(index);
    }
  }
}

// The context of a subgraph, null where the interpreter has none. Appends what it calls, unless it is the
// one being prepared.
const abi::TfLiteContext* Visit(abi::TfLiteContext* context, int index, std::vector<int>& called) {
  abi::TfLiteContext* other = nullptr;
  if (context->AcquireSubgraphContext(context, index, &other) != abi::kTfLiteOk) return nullptr;
  // Releasing takes the delegate's rights from a context, so the one being prepared keeps its own.
  if (other == context || other == nullptr) return other;
  CollectCalls(other, called);
  context->ReleaseSubgraphContext(context, index);
  return other;
}

}  // namespace

SubgraphInfo FindSubgraph(abi::TfLiteContext* context) {
  SubgraphInfo info;
  if (context->AcquireSubgraphContext == nullptr || context->ReleaseSubgraphContext == nullptr) return info;
  // The interpreter prints an error for an index that does not exist, so none is tried: the subgraphs up
  // to this one do exist, and those that nodes call.
  std::vector<int> called;
  for (const auto* found = Visit(context, 0, called); found != context;
       found = Visit(context, ++info.index, called)) {
    if (found == nullptr) return {};
  }
  for (size_t i = 0; i < called.size(); ++i) {
    if (called[i] > info.index) Visit(context, called[i], called);
  }
  info.is_control_flow_body = std::ranges::find(called, info.index) != called.end();
  return info;
}

}  // namespace litevk
