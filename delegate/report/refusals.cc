#include "delegate/report/refusals.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "runtime/base/count_text.h"

namespace litevk {
namespace {

constexpr size_t kMostReasons = 3;
constexpr size_t kMostOps = 4;

struct Refusal {
  std::string_view diagnostic;
  std::vector<std::string_view> ops;  // each once, in the order of the nodes
  size_t nodes = 0;
};

// Returns the diagnostic that stands for the verdict. Diagnostics that name tensors differ from node to node,
// so the reason's text stands for them. A diagnostic of the whole graph is equal for all nodes.
std::string_view DiagnosticOf(const Verdict& verdict) {
  const bool is_own = verdict.code == ReasonCode::kConstraint || verdict.code == ReasonCode::kGraphNotWorthIt;
  return is_own ? std::string_view(verdict.reason) : Describe(verdict.code).diagnostic;
}

void Count(const NodeReport& node, std::vector<Refusal>& refusals) {
  const std::string_view diagnostic = DiagnosticOf(node.verdict);
  auto found = std::ranges::find(refusals, diagnostic, &Refusal::diagnostic);
  if (found == refusals.end()) found = refusals.insert(found, {.diagnostic = diagnostic, .ops = {}});
  ++found->nodes;
  if (std::ranges::find(found->ops, node.op) == found->ops.end()) found->ops.push_back(node.op);
}

std::vector<Refusal> CountRefusals(std::span<const SubgraphReport> subgraphs) {
  std::vector<Refusal> refusals;
  for (const SubgraphReport& subgraph : subgraphs) {
    for (const NodeReport& node : subgraph.nodes) Count(node, refusals);
  }
  std::ranges::stable_sort(refusals, std::ranges::greater(), &Refusal::nodes);
  return refusals;
}

// True if an option would have the node delegated.
bool IsLeftForItsCost(const NodeReport& node) {
  return node.verdict.code == ReasonCode::kNotWorthIt || node.verdict.code == ReasonCode::kGraphNotWorthIt;
}

std::string OpsOf(const Refusal& refusal) {
  std::string text;
  for (size_t i = 0; i < std::min(refusal.ops.size(), kMostOps); ++i) {
    text += (i == 0 ? "" : ", ") + std::string(refusal.ops[i]);
  }
  return refusal.ops.size() > kMostOps ? text + ", ..." : text;
}

}  // namespace

std::string DescribeRefusals(std::span<const SubgraphReport> subgraphs) {
  size_t nodes = 0;
  bool has_costly = false;
  for (const SubgraphReport& subgraph : subgraphs) {
    if (subgraph.DelegatedNodes() > 0) return {};
    nodes += subgraph.nodes.size();
    has_costly |= std::ranges::any_of(subgraph.nodes, IsLeftForItsCost);
  }
  if (nodes == 0) return {};
  const std::vector<Refusal> refusals = CountRefusals(subgraphs);
  std::string text = "no node of " + std::to_string(nodes) + " runs on the GPU: ";
  size_t rest = nodes;
  for (size_t i = 0; i < std::min(refusals.size(), kMostReasons); ++i) {
    const Refusal& refusal = refusals[i];
    rest -= refusal.nodes;
    text += (i == 0 ? "" : ", ") + CountText(refusal.nodes, "time") + " \"" +
            std::string(refusal.diagnostic) + "\" (" + OpsOf(refusal) + ")";
  }
  if (rest > 0) text += ", " + std::to_string(rest) + " for other reasons";
  return has_costly ? text + "; partition_policy=all takes what the estimate leaves out" : text;
}

}  // namespace litevk
