#include "delegate/report/left_nodes.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "runtime/base/count_text.h"

namespace litevk {
namespace {

constexpr size_t kMostReasons = 4;
constexpr size_t kMostNodes = 4;
constexpr std::string_view kOtherDelegate = "DELEGATE";  // operator of a node that another delegate has made

struct LeftNodes {
  std::string_view reason;
  std::vector<const NodeReport*> nodes;
};

// Returns the nodes that are left, by reason, in the order of the first of each.
std::vector<LeftNodes> LeftByReason(const SubgraphReport& subgraph) {
  std::vector<LeftNodes> all;
  for (const NodeReport& node : subgraph.nodes) {
    if (node.verdict.supported() || node.op == kOtherDelegate) continue;
    auto found = std::ranges::find(all, node.verdict.reason, &LeftNodes::reason);
    if (found == all.end()) found = all.insert(found, {.reason = node.verdict.reason, .nodes = {}});
    found->nodes.push_back(&node);
  }
  return all;
}

std::string TextOf(const LeftNodes& left) {
  std::string text;
  for (size_t i = 0; i < std::min(left.nodes.size(), kMostNodes); ++i) {
    text += (i == 0 ? "node " : ", node ") + std::to_string(left.nodes[i]->index) + " " + left.nodes[i]->op;
  }
  if (left.nodes.size() > kMostNodes)
    text += " and " + std::to_string(left.nodes.size() - kMostNodes) + " more";
  return text + ": " + std::string(left.reason);
}

}  // namespace

std::string DescribeLeftNodes(const SubgraphReport& subgraph) {
  const std::vector<LeftNodes> all = LeftByReason(subgraph);
  if (all.empty()) return {};
  size_t count = 0;
  std::string text;
  for (size_t i = 0; i < all.size(); ++i) {
    count += all[i].nodes.size();
    if (i < kMostReasons) text += (i == 0 ? ": " : "; ") + TextOf(all[i]);
  }
  if (all.size() > kMostReasons)
    text += "; and others for " + CountText(all.size() - kMostReasons, "more reason");
  return "of " + CountText(subgraph.nodes.size(), "node") + " " + std::to_string(count) +
         (count == 1 ? " is left to the CPU" : " are left to the CPU") + text;
}

}  // namespace litevk
