#include "onnx/facts/report.h"

#include <algorithm>

#include "runtime/base/count_text.h"

namespace litevk::to_onnx {
namespace {

std::string NodesText(const std::vector<int>& nodes) {
  if (nodes.empty()) return "";
  std::string text = " (" + CountText(nodes.size(), "node") + ": ";
  for (size_t i = 0; i < std::min<size_t>(nodes.size(), 8); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(nodes[i]);
  }
  return text + (nodes.size() > 8 ? ", ...)" : ")");
}

}  // namespace

void AddRefusal(std::vector<Refusal>& refusals, const std::string& op, const std::string& reason,
                std::optional<int> node) {
  auto found = std::ranges::find_if(
      refusals, [&](const Refusal& refusal) { return refusal.op == op && refusal.reason == reason; });
  if (found == refusals.end()) found = refusals.insert(found, {op, reason, {}});
  if (node) found->nodes.push_back(*node);
}

std::string RefusalText(const std::vector<Refusal>& refusals) {
  std::string text;
  for (const Refusal& refusal : refusals) {
    text += (text.empty() ? "" : "\n") + refusal.op + NodesText(refusal.nodes) + ": " + refusal.reason;
  }
  return text;
}

}  // namespace litevk::to_onnx
