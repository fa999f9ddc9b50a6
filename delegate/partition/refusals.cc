#include "delegate/partition/refusals.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace litevk {
namespace {

constexpr size_t kMostReasons = 3;
constexpr size_t kMostOps = 4;

struct Refusal {
  std::string_view sentence;
  std::vector<std::string_view> ops;  // each once, in the order of the nodes
  size_t nodes = 0;
};

// Sentences that name tensors differ from node to node: the reason's own stands for them.
std::string_view SentenceOf(const Verdict& verdict) {
  return verdict.code == ReasonCode::kConstraint ? std::string_view(verdict.reason)
                                                 : Describe(verdict.code).sentence;
}

std::vector<Refusal> CountRefusals(const SubgraphReport& report) {
  std::vector<Refusal> refusals;
  for (const NodeReport& node : report.nodes) {
    const std::string_view sentence = SentenceOf(node.verdict);
    auto found = std::ranges::find(refusals, sentence, &Refusal::sentence);
    if (found == refusals.end()) found = refusals.insert(found, {.sentence = sentence, .ops = {}});
    ++found->nodes;
    if (std::ranges::find(found->ops, node.op) == found->ops.end()) found->ops.push_back(node.op);
  }
  std::ranges::stable_sort(refusals, std::ranges::greater(), &Refusal::nodes);
  return refusals;
}

std::string OpsOf(const Refusal& refusal) {
  std::string text;
  for (size_t i = 0; i < std::min(refusal.ops.size(), kMostOps); ++i) {
    text += (i == 0 ? "" : ", ") + std::string(refusal.ops[i]);
  }
  return refusal.ops.size() > kMostOps ? text + ", ..." : text;
}

}  // namespace

std::string DescribeRefusals(const SubgraphReport& report) {
  if (report.nodes.empty() || report.DelegatedNodes() > 0) return {};
  const std::vector<Refusal> refusals = CountRefusals(report);
  std::string text = "no node of " + std::to_string(report.nodes.size()) + " runs on the GPU: ";
  size_t rest = report.nodes.size();
  for (size_t i = 0; i < std::min(refusals.size(), kMostReasons); ++i) {
    const Refusal& refusal = refusals[i];
    rest -= refusal.nodes;
    text += (i == 0 ? "" : ", ") + std::to_string(refusal.nodes) + (refusal.nodes == 1 ? " time" : " times") +
            " \"" + std::string(refusal.sentence) + "\" (" + OpsOf(refusal) + ")";
  }
  return rest == 0 ? text : text + ", " + std::to_string(rest) + " for other reasons";
}

}  // namespace litevk
